"""Assumption A2: two measures of heterogeneity, and the remark that they always exist."""

import numpy as np
import sympy as sp

from proofs_checks.aistats.quantities import theta_star
from symfed.checks import CounterexampleSearch, inequality_search
from symfed.claims import Claim, Tier, crosscheck, printed_at
from symfed.strategies import jet_cases
from symfed.theorems import Arithmetic, Define
from symfed.theorems.vocabulary import Mean, Norm, OpNorm, Quantity, grad, hess


def squares(T):
    """Squared (Frobenius) norm of each client's tensor."""
    return (T**2).reshape(len(T), -1).sum(axis=1)


def heterogeneity(case, share=0, centred=True):
    """The left sides of A2 for i = 1 and i = 2."""
    p = case.jets
    gaps = [p.gradients - p.mean(p.gradients), p.hessians - centred * p.hessian]
    return np.array([squares(gap).sum() / (share or p.N) for gap in gaps], dtype=object)


def pairwise(case):
    """Half the mean squared distance between two clients: no reference point, and zero only where all clients agree."""
    p = case.jets
    gaps = [(T[:, None] - T[None]).reshape(p.N**2, -1) for T in (p.gradients, p.hessians)]
    return np.array([squares(gap).sum() / (2 * p.N**2) for gap in gaps], dtype=object)


TEX = (
    r"\exists\zeta_{\star,1},\zeta_{\star,2}>0\ \text{s.t. for any }c:\ "
    r"\frac1N\sum_{c=1}^N\|\nabla^if_c(\theta^\star)-\nabla^if(\theta^\star)\|^2\le\zeta_{\star,i}^2,\ i\in\{1,2\}"
)
WRONG = {
    "sum for mean": lambda case: heterogeneity(case, share=1),
    "N-1 for N": lambda case: heterogeneity(case, share=max(1, case.jets.N - 1)),
    "Hessians not centred": lambda case: heterogeneity(case, centred=False),
}

heterogeneity_measure = Claim(
    id="aistats-A2-heterogeneity",
    kind="assumption",
    says="The squares of zeta_1 and zeta_2 bound half the mean squared distances between clients at theta* (of Hessians here in the Frobenius norm; "
    "bounds take the smaller operator norm): zero only where all agree, as their gradients do in Lemma 5 in spite of '> 0'. 'For any c' is idle: c is "
    "summed over.",
    printed=printed_at("A2", TEX),
    statement=heterogeneity,
    checks=CounterexampleSearch(jet_cases, pairwise, scope="exact jets against mean squared distances between clients", examples=10),
    wrong=WRONG,
    expect=Tier.SUPPORTED,
)


def largest(case, over=max):
    """A2 with zeta_i the largest deviation of a client."""
    p = case.jets
    gaps = (squares(p.gradients), squares(p.hessians - p.hessian))
    return heterogeneity(case), np.array([over(gap) for gap in gaps], dtype=object)


def median(values):
    return sorted(values)[len(values) // 2 - 1] if len(values) > 1 else values[0]


DEVIATIONS = (
    Mean(Norm(grad(theta_star) - Mean(grad(theta_star))) ** 2),
    Mean(OpNorm(hess(theta_star) - Mean(hess(theta_star))) ** 2),
)
#: What the two deviations are at most the squares of. The largest of N numbers would do as well as their mean.
LEVELS = (
    Quantity("zeta_1 that serves", "1 + the mean square of the gradients' deviations"),
    Quantity("zeta_2 that serves", "1 + the mean square of the Hessians' deviations"),
)
HOLDS = [
    part
    for level, deviation in zip(LEVELS, DEVIATIONS, strict=True)
    for part in (sp.Gt(level, 0, evaluate=False), sp.Le(deviation, level**2, evaluate=False))
]
NAMES = ("zeta_1", "zeta_2")

holds = Claim(
    id="aistats-A2-holds-remark",
    kind="identity",
    says="Once theta* is one point, A2 holds there: deviations of finitely many clients have a mean, and there are positive numbers whose squares are larger.",
    printed=printed_at("remark after A2", r"\text{when the solution of (1) is unique (notably under A1) A2 also holds}"),
    statement=sp.And(*HOLDS, evaluate=False),
    see=("aistats-A1-uniqueness-lyapunov",),
    lemmas=crosscheck(
        "the largest serves",
        largest,
        inequality_search(jet_cases, scope="exact jets, zeta_i the largest deviation", examples=10),
        wrong={
            "the smallest deviation": lambda case: largest(case, over=min),
            "the lower median": lambda case: largest(case, over=median),
        },
    ),
    follows=(
        *[Define(name, sp.Eq(level, 1 + deviation)) for name, level, deviation in zip(NAMES, LEVELS, DEVIATIONS, strict=True)],
        *[Arithmetic(f"part {k}", part, (NAMES[k // 2],)) for k, part in enumerate(HOLDS)],
    ),
    expect=Tier.PROVED,
)
