"""Assumption A6: homogeneous clients."""

from dataclasses import replace

import numpy as np
from hypothesis import strategies as st

from proofs_checks.aistats.assumption_2 import squares
from symfed.checks import CounterexampleSearch
from symfed.checks.classes import EQUAL_CLIENTS
from symfed.claims import Claim, Domain, Tier, printed_at
from symfed.strategies import jet_cases


def one_population_or_more(d, N):
    """Equal clients, and others."""
    return st.one_of(jet_cases(d, N, homogeneous=True), jet_cases(d, N))


def tensors(case):
    """What clients may differ in at theta*, where their gradients cancel: Hessians, third derivatives, noise covariances."""
    p = case.jets
    return p.hessians, p.third_derivatives, p.noise_covariance


def means_of_squares(case, share=0):
    """The clients' squared (Frobenius) norms of each tensor, averaged."""
    return np.array([squares(T).sum() / (share or case.jets.N) for T in tensors(case)], dtype=object)


def squares_of_means(case):
    """The squared norms of the clients' averages; they agree with `means_of_squares` if and only if all clients do, and then both measures of A2 vanish."""
    return np.array([squares(T.sum(axis=0)[None] / case.jets.N)[0] for T in tensors(case)], dtype=object)


def with_one_doubled(case):
    """The first client's Hessian made twice as large."""
    hessians = np.concatenate([2 * case.jets.hessians[:1], case.jets.hessians[1:]])
    return replace(case, jets=replace(case.jets, derivatives=(case.jets.gradients, hessians, *case.jets.derivatives[2:])))


homogeneity = Claim(
    id="aistats-A6-homogeneity",
    kind="assumption",
    says="All clients are one and the same: what is averaged over clients has no spread, and A2's zeta_i > 0 may be as small as one likes.",
    printed=printed_at("A6", r"f_c=f,\ F_c^z=F^z,\ \xi_c\text{ identical for all }c"),
    under=Domain((), (EQUAL_CLIENTS,), lines={str(EQUAL_CLIENTS): "A6"}),
    statement=means_of_squares,
    checks=CounterexampleSearch(one_population_or_more, squares_of_means, scope="exact jets of equal clients", examples=10),
    wrong={
        "sum for mean": lambda case: means_of_squares(case, share=1),
        "N+1 for N": lambda case: means_of_squares(case, share=case.jets.N + 1),
        "one client doubled": lambda case: means_of_squares(with_one_doubled(case)),
    },
    expect=Tier.SUPPORTED,
)
