"""Theorem 4 of the preprint: the general case, with the sign of b_s reversed."""

from proofs_checks.aistats import theorem_1, theorem_3, theorem_4
from proofs_checks.hal import differing, judged_again, under
from proofs_checks.hal.conditions import INDEPENDENT_DRAWS, REGULAR
from proofs_checks.hal.theorem_3 import stochastic
from symfed.checks import SymbolicIdentity
from symfed.checks.expansion import Expansion
from symfed.claims import RESULT, Erratum, Tier
from symfed.core.symbols import H, L, gamma
from symfed.derive.expansion import expand

STEPS = (25 * gamma * L <= 1, gamma * H <= 1)
THEOREM_4 = under("Theorem 4", *STEPS, REGULAR, theorem_3.NOISE)


def printed(p, gamma, H):
    return stochastic(p, gamma, H) + theorem_1.printed(p, gamma, H)


bias = differing(
    judged_again(theorem_4.thm4_bias, "hal-thm4-bias", "Theorem 4, bias", THEOREM_4),
    tex=theorem_4.BIAS_TEX + r",\quad b_s=\nabla^2f^{-1}\nabla^3f\,\mathbf A\mathcal C",
    differs={"aistats-thm4-bias": "b_s has a minus sign"},
    says="In general the bias is printed as gamma/(2N) b_s + gamma (H-1)/2 b_h with plus in b_s: minus is right, and third derivatives have to be "
    "Lipschitz near theta*.",
    statement=Expansion(printed, theorem_4.REMAINDER),
    checks=SymbolicIdentity(lambda: expand("fedavg", "bias", 1)),
    see=("hal-bs-def", "hal-eq9"),
    missing="",
    expect=Tier.REFUTED,
    erratum=Erratum(RESULT, "the sign of b_s has to be minus; third derivatives have to be Lipschitz near theta*, too"),
)
covariance = judged_again(
    theorem_4.thm4_variance, "hal-thm4-covariance", "Theorem 4, variance", THEOREM_4 & INDEPENDENT_DRAWS, see=("hal-eq9",)
)
speedup = judged_again(theorem_4.thm4_speedup, "hal-thm4-h-order", "remark after Theorem 4", THEOREM_4)
