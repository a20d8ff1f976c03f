"""Proposition 1 of the preprint: the published one with gamma <= 1/(2L)."""

from dataclasses import replace

import sympy as sp

from proofs_checks.aistats import proposition_1, quantities
from proofs_checks.hal.theorem_1 import REGULAR
from symfed.core.domain import Class, Domain
from symfed.core.source import Printed
from symfed.core.symbols import L, gamma

#: The preprint's, and for runs on quadratics who is a member and who is not.
A1 = Class(REGULAR.says, quantities.A1.contains, quantities.A1.outside, REGULAR.implies)
SMALL = sp.Le(2 * gamma * L, 1)
STEPS = Domain((SMALL,), (A1,), {str(c): "Proposition 1" for c in (SMALL, A1)})

prop1 = replace(proposition_1.prop1, id="hal-prop1", printed=Printed("hal", "Proposition 1", proposition_1.prop1.printed.tex), under=STEPS)
