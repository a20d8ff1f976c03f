"""Proposition 2 of the preprint: the published one, slips included, with gamma <= 1/(2L)."""

from dataclasses import replace

from proofs_checks.aistats import proposition_2
from proofs_checks.aistats.quantities import A2
from proofs_checks.hal.proposition_1 import A1, SMALL
from symfed.core.domain import Domain
from symfed.core.erratum import RESULT, Erratum
from symfed.core.source import Printed
from symfed.theorems import resting_on

STEPS = Domain((SMALL,), (A1, A2), {str(c): "Proposition 2" for c in (SMALL, A1, A2)})
SHORT = proposition_2.SHORT
SMALL_STEPS = Domain((SMALL, SHORT), (A1, A2), {str(c): "Proposition 2" for c in (SMALL, SHORT, A1, A2)})

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
bound = replace(
    proposition_2.prop2_bound,
    id="hal-prop2-bound",
    printed=Printed("hal", "Proposition 2, second display", proposition_2.prop2_bound.printed.tex),
    under=SMALL_STEPS,
    follows=resting_on(proposition_2.prop2_bound.follows, {"aistats-prop1-stationary": "hal-prop1"}),
    uses=("hal-prop1",),
)
vanish = replace(
    proposition_2.prop2_vanish,
    id="hal-prop2-h1-no-bias",
    printed=Printed("hal", "remark after Proposition 2", proposition_2.prop2_vanish.printed.tex),
    under=STEPS & Domain((proposition_2.ONE_STEP,), (), {str(proposition_2.ONE_STEP): "the remark"}),
    follows=resting_on(proposition_2.prop2_vanish.follows, {"aistats-prop2-bound": "hal-prop2-bound"}),
    uses=("hal-prop2-bound",),
)
