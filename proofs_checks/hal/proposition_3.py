"""Proposition 3 of the preprint, and the remark on its rate."""

from dataclasses import replace

import sympy as sp

from proofs_checks.aistats import proposition_3
from proofs_checks.aistats.rough import heavy_tail
from proofs_checks.hal import under
from proofs_checks.hal.theorem_1 import REGULAR
from symfed.checks import GrowthCheck
from symfed.core.claim import Claim
from symfed.core.source import Printed
from symfed.core.symbols import L, gamma
from symfed.core.verdict import Tier

STEP = 2 * gamma * L < 1

prop3 = replace(
    proposition_3.prop3,
    id="hal-prop3",
    printed=Printed("hal", "Proposition 3", r"\text{Assume A1 and }\gamma<1/(2L):\ " + proposition_3.ALL_TEX),
    under=under("Proposition 3", STEP, REGULAR),
    differs={"aistats-prop3-stationary": "gamma <= 1/L for gamma < 1/(2L)"},
)

comment = Claim(
    id="hal-prop3-comment",
    kind="rate",
    says="At gamma = 1/(2L) the law of the iterates converges to the limiting one at rate 1 - mu/(2L) for every local step.",
    printed=Printed(
        "hal",
        "remark after Proposition 3",
        r"\text{linear rate }(1-\mu/(2L))\text{, for a step size of }1/(2L)\text{, with the exponent given by }H\times t",
    ),
    statement=sp.S.One,
    under=under("Proposition 3", REGULAR),
    checks=(
        GrowthCheck(heavy_tail, "noise without a second moment, which A1 allows, at any step size; W2 needs the moment to be bounded"),
    ),
    corrected="symfed-fedavg-stationary-law",
    missing=proposition_3.MOMENT + "; and gamma = 1/(2L) in place of Proposition 3's gamma < 1/(2L)",
    expect=Tier.IMPRECISE,
)
