"""Proposition 2 of the preprint: the published one, slips included, with gamma <= 1/(2L)."""

from dataclasses import replace

from proofs_checks.aistats import proposition_2
from proofs_checks.aistats.quantities import A2
from proofs_checks.hal import judged_again, under
from proofs_checks.hal.proposition_1 import A1, SMALL
from symfed.core.domain import Domain
from symfed.core.erratum import RESULT, Erratum
from symfed.core.source import Printed
from symfed.theorems import resting_on

STEPS = under("Proposition 2", SMALL, A1, A2)
SHORT = proposition_2.SHORT
SMALL_STEPS = under("Proposition 2", SMALL, SHORT, A1, A2)

identity = replace(
    proposition_2.prop2_identity,
    id="hal-prop2-identity",
    printed=Printed("hal", "Proposition 2 with equation (3)", proposition_2.TEX),
    under=STEPS,
    see=("hal-prop1",),
    erratum=Erratum(
        RESULT,
        "the identity lacks the factor -gamma, which its proof has, and its products lack the first local step; the bound after it stands",
    ),
)
bound = judged_again(
    proposition_2.prop2_bound,
    "hal-prop2-bound",
    "Proposition 2, second display",
    SMALL_STEPS,
    follows=resting_on(proposition_2.prop2_bound.follows, {"aistats-prop1-stationary": "hal-prop1"}),
    uses=("hal-prop1",),
)
vanish = judged_again(
    proposition_2.prop2_vanish,
    "hal-prop2-h1-no-bias",
    "remark after Proposition 2",
    STEPS & Domain((proposition_2.ONE_STEP,), (), {str(proposition_2.ONE_STEP): "the remark"}),
    follows=resting_on(proposition_2.prop2_vanish.follows, {"aistats-prop2-bound": "hal-prop2-bound"}),
    uses=("hal-prop2-bound",),
)
