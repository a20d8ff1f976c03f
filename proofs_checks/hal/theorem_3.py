"""Theorem 3 of the preprint: homogeneous clients, with the sign of b_s reversed."""

from proofs_checks.aistats import theorem_3
from proofs_checks.hal import differing, judged_again, under
from proofs_checks.hal.conditions import INDEPENDENT_DRAWS, REGULAR
from symfed.checks.classes import EQUAL_CLIENTS
from symfed.checks.expansion import Expansion
from symfed.claims import RESULT, Erratum, Tier
from symfed.core.symbols import H, L, gamma

THEOREM_3 = under("Theorem 3", 8 * gamma * L <= 1, gamma * H <= 1, REGULAR, theorem_3.NOISE, EQUAL_CLIENTS)
B_S_TEX = theorem_3.B_S_TEX.replace("=-", "=")


def stochastic(p, gamma, H):
    """gamma/(2N) b_s, with the plus sign that the preprint has."""
    return gamma / (2 * p.N) * p.solve(p.hessian, p.contract(p.third_derivative, p.lyapunov(p.hessian, p.noise)))


bias = differing(
    judged_again(theorem_3.thm3_bias, "hal-thm3-bias", "Theorem 3, bias", THEOREM_3),
    tex=r"\bar\theta_{sto}-\theta^\star=\frac\gamma{2N}b_s+O(\gamma^2H+\gamma^{3/2}),\quad b_s=\nabla^2f^{-1}\nabla^3f\,\mathbf A\mathcal C",
    differs={"aistats-thm3-bias": "b_s has a minus sign"},
    says="With equal clients the bias is printed as gamma/(2N) b_s with plus in b_s: minus is right, and third derivatives have to be Lipschitz near theta*.",
    statement=Expansion(stochastic, theorem_3.REMAINDER),
    checks=theorem_3.first_order_checks("bias"),
    see=("hal-bs-def",),
    missing="",
    expect=Tier.REFUTED,
    erratum=Erratum(RESULT, "the sign of b_s has to be minus; third derivatives have to be Lipschitz near theta*, too"),
)
definition = differing(
    judged_again(bias, "hal-bs-def", "Theorem 3, last display"),
    tex=B_S_TEX,
    differs=bias.differs,
    kind="definition",
    says="The stochasticity bias b_s, without a minus sign: the number that Theorem 3 then puts into the bias.",
    statement=stochastic,
    see=(),
    erratum=Erratum(RESULT, "the sign of b_s, and with it that of the bias in Theorems 3 and 4"),
)
covariance = judged_again(theorem_3.thm3_variance, "hal-thm3-covariance", "Theorem 3, variance", THEOREM_3 & INDEPENDENT_DRAWS)
biased = judged_again(theorem_3.thm3_biased, "hal-thm3-comment-biased-unless-quadratic", "remark after Theorem 3", THEOREM_3)
