"""Proposition 2 of the preprint: the published one, slips included, with gamma <= 1/(2L)."""

from dataclasses import replace

from proofs_checks.aistats import proposition_2
from proofs_checks.hal.proposition_1 import STEPS
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import H, L, gamma, mu

SMALL_STEPS = Domain((2 * gamma * L <= 1, gamma * mu * H <= 1))

identity = replace(
    proposition_2.prop2_identity,
    id="hal-prop2-identity",
    printed=Printed("hal", "Proposition 2 with equation (3)", proposition_2.TEX),
    under=STEPS,
    uses=("hal-prop1",),
)
bound = replace(
    proposition_2.prop2_bound,
    id="hal-prop2-bound",
    printed=Printed("hal", "Proposition 2, second display", proposition_2.prop2_bound.printed.tex),
    under=SMALL_STEPS,
)
vanish = replace(
    proposition_2.prop2_vanish,
    id="hal-prop2-h1-no-bias",
    printed=Printed("hal", "remark after Proposition 2", proposition_2.prop2_vanish.printed.tex),
    under=STEPS,
)
