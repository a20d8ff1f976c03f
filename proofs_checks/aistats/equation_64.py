"""Equation (64): the mean squared error of the extrapolated iterates."""

from proofs_checks.aistats import theorem_5
from proofs_checks.aistats.equation_61 import FLOOR, braces
from symfed.checks import Certificate, HomogeneityCheck, Part
from symfed.checks.instances.coordinates import coordinates
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import gamma, gram_xx, mu, tau_uniform
from symfed.core.verdict import Tier

TEX = (
    r"\mathbb E\|\vartheta_t-\theta^\star\|^2=O\Big((1-\gamma\mu)^{Ht}\Big\{\|\theta_0-\theta^\star\|^2"
    r"+\frac{H^2\gamma^2L^2\zeta_{\star,1}^2}{\mu^2}+\frac\gamma\mu\tau^2\Big\}+\gamma^4H^4+\gamma^3H^2+\frac\gamma\mu\tilde\tau^{%s}\Big)"
)

eq64 = Claim(
    id="aistats-eq64-mse",
    kind="expansion",
    says="The sum of (60) to (63), in which the noise level enters as tau~^(1/2): not a squared length like the other terms.",
    printed=Printed("aistats", "equation (64)", TEX % "1/2"),
    statement=((gamma / mu) ** 2 * tau_uniform, gram_xx**2),
    under=theorem_5.STEPS,
    uses=("aistats-eq60-jensen3", "aistats-eq62-prop4-gamma"),
    see=("aistats-eq61-prop4-2gamma", "aistats-eq63-bias-square"),
    checks=(HomogeneityCheck("the squares of gamma tau~^(1/2)/mu and |theta_0 - theta*|^2 when the losses are rescaled"),),
    corrected="symfed-rr-mse",
    expect=Tier.REFUTED,
)

slow, gap, bias = (
    letter**2 for letter in coordinates("slow gap bias")
)  # (1-gamma mu)^(Ht), by how much (1-2 gamma mu)^(Ht) is below, |bias|^2


def summed(factor=3):
    """What (60) makes of (62), of the corrected (61) and of the bias."""
    of_gamma = slow * braces(16, 96, 128) + 16 * FLOOR
    of_2gamma = (slow - gap) * braces(4, 96, 64) + 8 * FLOOR
    return factor * (of_gamma + of_2gamma + bias)


def total(start=60, heterogeneity=576, noise=576, floor=72):
    return slow * braces(start, heterogeneity, noise) + floor * FLOOR + 3 * bias


mse = Claim(
    id="symfed-rr-mse",
    kind="inequality",
    says="Equation (64) with tau~^2 and its constants: braces 60, 576, 576, floor 72 gamma tau~^2/mu, and three times the squared bias.",
    printed=Printed("symfed", "equation (64), corrected", TEX % "2"),
    statement={"units": ((gamma / mu) ** 2 * tau_uniform**4, gram_xx**2), "sum": (summed(), total())},
    under=Domain(theorem_5.DOUBLED.relations, "(1 - 2 gamma mu)^(Ht) <= (1 - gamma mu)^(Ht)"),
    uses=("aistats-eq60-jensen3", "symfed-eq61", "aistats-eq62-prop4-gamma", "symfed-rr-bias-square"),
    checks=(
        Part("units", HomogeneityCheck("squares of both sides")),
        Part("sum", Certificate(((3 * braces(4, 96, 64), gap),), scope="(60), (61) corrected, (62)")),
    ),
    controls={
        "tau~^(1/2), 480 for 576": {"units": ((gamma / mu) ** 2 * tau_uniform, gram_xx**2), "sum": (summed(), total(heterogeneity=480))},
        "tau~, noise 480": {"units": ((gamma / mu) ** 2 * tau_uniform**2, gram_xx**2), "sum": (summed(), total(noise=480))},
        "two terms only": {"units": ((gamma / mu) ** 2 * tau_uniform**3, gram_xx**2), "sum": (summed(4), total())},
    },
    reduction="the squared bias is O(gamma^4 H^4 + gamma^3 H^2) by (63)",
    expect=Tier.PROVED,
)
