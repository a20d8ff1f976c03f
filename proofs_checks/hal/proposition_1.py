"""Proposition 1 of the preprint: the published one with gamma <= 1/(2L)."""

import sympy as sp

from proofs_checks.aistats import proposition_1, quantities
from proofs_checks.hal import judged_again, under
from proofs_checks.hal.theorem_1 import REGULAR
from symfed.core.domain import Class
from symfed.core.symbols import L, gamma

#: The preprint's, and for runs on quadratics who is a member and who is not.
A1 = Class(REGULAR.says, quantities.A1.contains, quantities.A1.outside, REGULAR.implies)
SMALL = sp.Le(2 * gamma * L, 1)
STEPS = under("Proposition 1", SMALL, A1)

prop1 = judged_again(proposition_1.prop1, "hal-prop1", "Proposition 1", STEPS)
