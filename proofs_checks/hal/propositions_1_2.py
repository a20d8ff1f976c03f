"""Propositions 1 and 2 and Corollary 1 of the preprint: the published ones with gamma <= 1/(2L)."""

from dataclasses import replace

from proofs_checks.aistats import corollary_1, proposition_1, proposition_2
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import H, L, gamma, mu

STEPS = Domain((2 * gamma * L <= 1, mu <= L))
SMALL_STEPS = Domain((2 * gamma * L <= 1, gamma * mu * H <= 1))

prop1 = replace(proposition_1.prop1, id="hal-prop1", printed=Printed("hal", "Proposition 1", proposition_1.prop1.printed.tex), under=STEPS)
prop2_identity = replace(
    proposition_2.prop2_identity,
    id="hal-prop2-identity",
    printed=Printed("hal", "Proposition 2 with equation (3)", proposition_2.TEX),
    under=STEPS,
    uses=("hal-prop1",),
)
prop2_bound = replace(
    proposition_2.prop2_bound,
    id="hal-prop2-bound",
    printed=Printed("hal", "Proposition 2, second display", proposition_2.prop2_bound.printed.tex),
    under=SMALL_STEPS,
)
prop2_vanish = replace(
    proposition_2.prop2_vanish,
    id="hal-prop2-h1-no-bias",
    printed=Printed("hal", "remark after Proposition 2", proposition_2.prop2_vanish.printed.tex),
    under=STEPS,
)
cor1 = replace(
    corollary_1.cor1,
    id="hal-cor1",
    printed=Printed("hal", "Corollary 1", corollary_1.cor1.printed.tex),
    under=SMALL_STEPS,
    uses=("hal-prop1", "hal-prop2-bound", "symfed-squared-triangle"),
)
