"""Corollary 1 of the preprint: the published one with gamma <= 1/(2L)."""

from proofs_checks.aistats import corollary_1
from proofs_checks.hal import judged_again, under
from proofs_checks.hal.proposition_2 import SMALL_STEPS
from symfed.theorems import resting_on

cor1 = judged_again(
    corollary_1.cor1,
    "hal-cor1",
    "Corollary 1",
    under("Corollary 1", *SMALL_STEPS.conditions),
    follows=resting_on(corollary_1.cor1.follows, {"aistats-prop1-stationary": "hal-prop1", "aistats-prop2-bound": "hal-prop2-bound"}),
    uses=("hal-prop1", "hal-prop2-bound"),
)
