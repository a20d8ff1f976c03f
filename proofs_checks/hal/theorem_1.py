"""Theorem 1 of the preprint: the published one under gamma <= 1/(2L) and gamma <= 1/H."""

from proofs_checks.aistats import theorem_1
from proofs_checks.hal import judged_again, under
from symfed.checks.classes import less_curved
from symfed.core.domain import Class
from symfed.core.symbols import H, L, gamma
from symfed.strategies import members
from symfed.theorems.vocabulary import CURVED, SMOOTH_SAMPLES, THRICE

#: The preprint's A1: no bound on third derivatives; part (b) prints co-coercivity, which the published version has from convexity.
REGULAR = Class(
    "A1 of the preprint: every f_c is three times differentiable and mu-strongly convex, every sample loss L-smooth and co-coercive",
    members.regular,
    implies=(CURVED, THRICE, SMOOTH_SAMPLES),
    spoil=less_curved,
)


#: What the orders of the bias with noise need beyond it.
def smoothness(leaves):
    """The published version's missing words, where A1 bounds no third derivative."""
    return f"third derivatives that are Lipschitz near theta* (A1 does not even bound them; bounded ones may leave {leaves})"


SMOOTHNESS = smoothness("gamma^(5/4)")
STEPS = (2 * gamma * L <= 1, gamma * H <= 1)

thm1 = judged_again(theorem_1.thm1_bias, "hal-thm1", "Theorem 1", under("Theorem 1", *STEPS, REGULAR))
