"""Proposition 1 of the preprint: the published one with gamma <= 1/(2L)."""

from dataclasses import replace

from proofs_checks.aistats import proposition_1
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import L, gamma, mu

STEPS = Domain((2 * gamma * L <= 1, mu <= L))

prop1 = replace(proposition_1.prop1, id="hal-prop1", printed=Printed("hal", "Proposition 1", proposition_1.prop1.printed.tex), under=STEPS)
