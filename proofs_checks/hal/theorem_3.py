"""Theorem 3 of the preprint: homogeneous clients, with the sign of b_s reversed."""

from proofs_checks.aistats import theorem_3
from proofs_checks.hal import judged_again, under
from proofs_checks.hal.theorem_1 import REGULAR
from symfed.checks.classes import EQUAL_CLIENTS
from symfed.checks.expansion import Expansion
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.erratum import RESULT, Erratum
from symfed.core.source import Printed
from symfed.core.symbols import H, L, gamma
from symfed.core.verdict import Tier

UNDER = under("Theorem 3", 8 * gamma * L <= 1, gamma * H <= 1, REGULAR, theorem_3.NOISE, EQUAL_CLIENTS)


def stochastic(p, gamma, H):
    """gamma/(2N) b_s, with the plus sign that the preprint has."""
    return gamma / (2 * p.N) * p.solve(p.hessian, p.contract(p.third_derivative, p.lyapunov(p.hessian, p.noise)))


definition = Claim(
    id="hal-bs-def",
    kind="definition",
    says="The stochasticity bias b_s, without a minus sign: the number that Theorem 3 then puts into the bias.",
    printed=Printed(
        "hal", "Theorem 3, last display", r"b_s=\nabla^2f(\theta^\star)^{-1}\nabla^3f(\theta^\star)\mathbf A\mathcal C(\theta^\star)"
    ),
    statement=stochastic,
    under=UNDER,
    checks=theorem_3.first_order_checks("bias"),
    corrected="symfed-fedavg-homogeneous-bias",
    expect=Tier.REFUTED,
    erratum=Erratum(RESULT, "the sign of b_s, and with it that of the bias in Theorems 3 and 4"),
    differs={"aistats-thm3-bias": "b_s has a minus sign"},
)
bias = Claim(
    id="hal-thm3-bias",
    kind="expansion",
    says="With equal clients the bias is gamma/(2N) b_s with the b_s printed here, whose sign is plus.",
    printed=Printed(
        "hal",
        "Theorem 3, bias",
        r"\bar\theta_{sto}-\theta^\star=\frac\gamma{2N}b_s+O(\gamma^2H+\gamma^{3/2}),\quad b_s=\nabla^2f^{-1}\nabla^3f\,\mathbf A\mathcal C",
    ),
    statement=Expansion(stochastic, theorem_3.REMAINDER),
    under=UNDER,
    checks=theorem_3.first_order_checks("bias"),
    see=("hal-bs-def",),
    corrected="symfed-fedavg-homogeneous-bias",
    expect=Tier.REFUTED,
    erratum=Erratum(RESULT, "the sign of the bias: b_s has to carry a minus sign"),
    differs={"aistats-thm3-bias": "b_s has a minus sign"},
)
covariance = judged_again(
    theorem_3.thm3_variance, "hal-thm3-covariance", "Theorem 3, variance", UNDER & Domain((), theorem_3.DRAWS, theorem_3.WHERE_DRAWS)
)
biased = judged_again(theorem_3.thm3_biased, "hal-thm3-comment-biased-unless-quadratic", "remark after Theorem 3", UNDER)
