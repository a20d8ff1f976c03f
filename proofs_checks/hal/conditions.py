"""What the preprint asks for: its A1, and the step sizes of its statements."""

from dataclasses import replace

import sympy as sp

from proofs_checks.aistats import quantities, theorem_3
from proofs_checks.aistats.assumption_3 import A3
from proofs_checks.hal import under
from symfed.checks.classes import less_curved
from symfed.claims import Class, Domain
from symfed.core.symbols import H, L, gamma
from symfed.strategies import members
from symfed.theorems.vocabulary import CURVED, FRESH, SMOOTH_SAMPLES, THRICE

#: The preprint's A1: no bound on third derivatives; part (b) prints co-coercivity, which the published version has from convexity.
REGULAR = Class(
    "A1 of the preprint: every f_c is three times differentiable and mu-strongly convex, every sample loss L-smooth and co-coercive",
    members.regular,
    implies=(CURVED, THRICE, SMOOTH_SAMPLES),
    spoil=less_curved,
)
#: A1, and for runs on quadratics who is a member and who is not.
A1 = Class(REGULAR.says, quantities.A1.contains, quantities.A1.outside, REGULAR.implies)
#: A1, without a way to draw problems outside it.
A1_OF_STEPS = replace(REGULAR, spoil=None)

HALF = sp.Le(2 * gamma * L, 1)
STRICT = 2 * gamma * L < 1
ALGORITHM = under("Algorithm 1", FRESH)
THEOREM_1 = under("Theorem 1", HALF, gamma * H <= 1, REGULAR)
THEOREM_5 = under("Theorem 5", 25 * gamma * L <= 1, 2 * gamma * H <= 1, REGULAR, A3)
INDEPENDENT_DRAWS = Domain((), theorem_3.DRAWS, theorem_3.WHERE_DRAWS)

UNITS = "a curvature beside H, as in gamma mu H <= 1, which the published version prints"


def smoothness(leaves: str) -> str:
    """The published version's missing words on the bias with noise, where A1 bounds no third derivative."""
    return f"third derivatives that are Lipschitz near theta* (A1 does not even bound them; bounded ones may leave {leaves})"


SMOOTHNESS = smoothness("gamma^(5/4)")
