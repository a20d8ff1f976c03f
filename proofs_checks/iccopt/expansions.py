"""FedAvg's covariance and bias on the slides: the printed coefficients and the printed remainder."""

from dataclasses import replace

import sympy as sp

from proofs_checks.aistats import theorem_2, theorem_3
from symfed.checks import GrowthCheck, Part
from symfed.checks.instances.long_rounds import beyond_first_order, whole_covariance
from symfed.checks.instances.rough import rough_loss
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import L, gamma
from symfed.core.verdict import Tier

SLIDE = "slide 'FedAvg (with stochastic gradients) converges!'"
FUNCTIONS = Domain((gamma * L <= 1,), "thrice derivable, L-smooth, mu-strongly convex functions")
HETEROGENEITY_TEX = r"\frac{\gamma(H-1)}{2N}\sum_{c=1}^N\nabla^2f(x^*)^{-1}(\nabla^2f_c(x^*)-\nabla^2f(x^*))\nabla f_c(x^*)"
NOISE_TEX = r"-\frac\gamma{2N}\nabla^2f(x^*)^{-1}\nabla^3f(x^*)\mathbf AC(x^*)"
MEAN_TEX = r"\int x\,\pi^{(\gamma,H)}(dx)=x^*+" + HETEROGENEITY_TEX
UNIFORM = "gamma^2 H^2 in the remainder, as Theorem 4 of the paper prints, or a number of local steps that does not grow as gamma falls"


covariance = Claim(
    id="iccopt-fedavg-covariance",
    kind="expansion",
    says="The second moment about x* is gamma/N A C up to O(gamma^(3/2) H).",
    printed=Printed("iccopt", SLIDE, r"\int(x-x^*)(x-x^*)^\top\pi^{(\gamma,H)}(dx)=\frac\gamma N\mathbf AC(x^*)+O(\gamma^{3/2}H)"),
    statement=sp.sqrt(gamma),
    under=FUNCTIONS,
    checks=(GrowthCheck(whole_covariance, "H = 1/gamma, where the printed order is gamma^(1/2)"),),
    corrected="aistats-thm4-variance",
    missing=UNIFORM,
    expect=Tier.IMPRECISE,
)
speedup = replace(
    theorem_2.thm2_speedup,
    id="iccopt-fedavg-linear-speedup",
    says="The leading term of the stationary variance is proportional to gamma and to 1/N.",
    printed=Printed(
        "iccopt",
        "slide 'FedAvg converges!', overlay",
        r"\text{Linear speed-up! variance decreases in }1/N,\text{ variance scales in }\gamma",
        extraction="the overlay's words are mixed with those of the slide under it",
    ),
    under=FUNCTIONS,
    uses=("symfed-noise-matrix",),
    reduction="the second moment about x* is meant; its terms of order gamma^2 H^2 do not shrink with N",
)

SPLIT = {
    "long rounds": GrowthCheck(beyond_first_order, "H = 1/gamma, where the printed order is gamma^(1/2)"),
    "rough loss": GrowthCheck(rough_loss, "bounded, 1/2-Hoelder third derivative; N = H = 1, where the printed order is gamma^(3/2)"),
}
bias = Claim(
    id="iccopt-fedavg-bias-expansion",
    kind="expansion",
    says="The bias is a heterogeneity part and a noise part, both of first order in gamma, up to O(gamma^(3/2) H).",
    printed=Printed("iccopt", SLIDE, MEAN_TEX + NOISE_TEX + r"+O(\gamma^{3/2}H)"),
    statement={"long rounds": sp.sqrt(gamma), "rough loss": gamma ** sp.Rational(3, 2)},
    under=FUNCTIONS,
    uses=("iccopt-het-bias", "iccopt-stoch-bias"),
    checks=tuple(Part(name, check) for name, check in SPLIT.items()),
    corrected="symfed-fedavg-bias",
    missing=UNIFORM + "; and " + theorem_3.SMOOTHNESS.replace("A1 allows them", "the slide allows them"),
    expect=Tier.IMPRECISE,
)
remainder = replace(
    bias,
    id="iccopt-bias-remainder-order",
    says="What the bias's first order leaves out is O(gamma^(3/2) H); for smooth losses it is O(gamma^2 H^2).",
    printed=Printed("iccopt", SLIDE, r"O(\gamma^{3/2}H)"),
    uses=(),
    corrected="symfed-fedavg-integer-powers",
    missing=UNIFORM + "; and smoothness: with bounded fifth derivatives only whole powers occur, with bounded third ones gamma^(5/4) does",
)
heterogeneity = replace(
    theorem_2.thm2_bias_expansion,
    id="iccopt-het-bias",
    says="On quadratics the bias is the printed sum over clients, gamma (H-1)/2 b_h, up to O(gamma^2 H^2).",
    printed=Printed("iccopt", SLIDE + ", first line of the bias", MEAN_TEX),
    uses=(),
)
noise = replace(
    theorem_3.smooth_bias,
    id="iccopt-stoch-bias",
    says="Without heterogeneity the bias is the printed second line, with its minus sign.",
    printed=Printed("iccopt", SLIDE + ", second line of the bias", NOISE_TEX + r"+O(\gamma^{3/2}H)"),
)
