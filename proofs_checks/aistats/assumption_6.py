"""Assumption A6: homogeneous clients."""

from dataclasses import replace

import numpy as np

from proofs_checks.aistats import assumption_2
from symfed.checks import CounterexampleSearch
from symfed.core.claim import Claim
from symfed.core.source import Printed
from symfed.core.verdict import Tier
from symfed.strategies import jet_cases


def one_population(d, N):
    return jet_cases(d, N, homogeneous=True)


def with_one_doubled(case):
    """The first client's Hessian made twice as large."""
    hessians = np.concatenate([2 * case.jets.hessians[:1], case.jets.hessians[1:]])
    return replace(case, jets=replace(case.jets, derivatives=(case.jets.gradients, hessians, *case.jets.derivatives[2:])))


homogeneity = Claim(
    id="aistats-A6-homogeneity",
    kind="assumption",
    says="All clients are one and the same. Then both measures of A2 vanish (and its zeta_i > 0 may be as small as one likes).",
    printed=Printed("aistats", "A6", r"f_c=f,\ F_c^z=F^z,\ \xi_c\text{ identical for all }c"),
    statement=assumption_2.heterogeneity,
    checks=(
        CounterexampleSearch(
            one_population, lambda case: 0 * assumption_2.pairwise(case), scope="exact jets of equal clients", examples=10
        ),
    ),
    controls={
        "Hessians not centred": lambda case: assumption_2.heterogeneity(case, centred=False),
        "one client doubled, outside": lambda case: assumption_2.heterogeneity(with_one_doubled(case)),
    },
    reduction="an assumption: shown to be met, and to imply what Theorem 3 takes from it",
    expect=Tier.SUPPORTED,
)
