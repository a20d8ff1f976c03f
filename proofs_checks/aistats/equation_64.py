"""Equation (64): the mean squared error of the extrapolated iterates."""

import sympy as sp

from proofs_checks.aistats import theorem_5
from proofs_checks.aistats.proposition_4 import PRINTED_A2, READ_WITH
from symfed.checks import Certificate, GrowthCheck, HomogeneityCheck
from symfed.checks.growth import LowerBound, Step, equal
from symfed.checks.homogeneity import ScaleAlike
from symfed.claims import TYPO, Claim, Domain, Erratum, InWords, Tier, printed_at, standalone_lemma
from symfed.core.symbols import H, gamma, gram_xx, mu, tau_uniform

TEX = (
    r"\mathbb E\|\vartheta_t-\theta^\star\|^2=O\Big((1-\gamma\mu)^{Ht}\Big\{\|\theta_0-\theta^\star\|^2"
    r"+\frac{H^2\gamma^2L^2\zeta_{\star,1}^2}{\mu^2}+\frac\gamma\mu\tau^2\Big\}+\gamma^4H^4+\gamma^3H^2+\frac\gamma\mu\tilde\tau^{%s}\Big)"
)

LONGEST = sp.Rational(1, 45)


def loud() -> LowerBound:
    """Two runs of one client from theta*, on whatever samples in common, after so many rounds that what is forgotten no longer counts."""
    x, y = sp.Dummy("x"), sp.Dummy("y")

    def kept(step):
        return step * tau_uniform**2 / (2 - step)

    return LowerBound(
        instance={
            "stochastic gradient": "theta - tau z, z = +1 or -1 with probability 1/2",
            "constants": "N = H = 1, mu = L = 1, gamma = 1/45, theta_0 = theta* = 0, zeta_1 = 0, tau~ = tau, t to infinity",
        },
        bound=kept(LONGEST) * 4 / 3 - kept(2 * LONGEST) / 2,
        variable=tau_uniform,
        towards=sp.oo,
        steps=(
            Step(
                "a run at step g has E theta_t^2 = V (1 - (1-g)^(2t)), V = g tau^2/(2 - g), as (1-g)^2 V + g^2 tau^2 = V",
                equal((1 - gamma) ** 2 * kept(gamma) + gamma**2 * tau_uniform**2, kept(gamma)),
            ),
            Step(
                "3 (2 x - y)^2 = 4 x^2 - 3/2 y^2 + (4 x - 3 y)^2/2: so E (2 x - y)^2 >= 4/3 V(gamma) - V(2 gamma)/2 in the limit",
                equal(3 * (2 * x - y) ** 2, 4 * x**2 - 3 * y**2 / 2 + (4 * x - 3 * y) ** 2 / 2),
            ),
            Step("the braces, of the order of tau^2, stand behind (1 - gamma)^t, which tends to zero"),
        ),
    )


eq64 = Claim(
    id="aistats-eq64-mse",
    kind="expansion",
    says="The sum of (60) to (63), in which the noise level enters as tau~^(1/2), where (61) and (62) have tau~^2: no constant serves for noise of "
    "every level.",
    printed=printed_at("equation (64)", TEX % "1/2"),
    under=theorem_5.UNDER & PRINTED_A2,
    statement=gamma**4 * H**4 + gamma**3 * H**2 + gamma / mu * sp.sqrt(tau_uniform),
    checks=GrowthCheck(loud, "one client, ever louder noise, what stays", at=((gamma, LONGEST), (mu, 1), (H, 1))),
    see=("aistats-eq60-jensen3", "aistats-eq62-prop4-gamma", "aistats-eq61-prop4-2gamma", "aistats-eq63-bias-square"),
    corrected="symfed-rr-mse",
    expect=Tier.REFUTED,
    erratum=Erratum(TYPO, "the root of tau~ for tau~^2, which (61) and (62) have"),
)

#: (1-gamma mu)^(Ht), (1-2 gamma mu)^(Ht), |bias|^2, and what stands in braces and behind them: |theta_0 - theta*|^2,
#: H^2 gamma^2 L^2 zeta_1^2/mu^2, gamma tau^2/mu, gamma tau~^2/mu. None is negative.
slow, fast, bias, start, heterogeneity, noise, level = (
    sp.Dummy(name, nonnegative=True) for name in ("slow", "fast", "bias", "start", "heterogeneity", "noise", "level")
)
FORGETS = Domain((sp.Le(fast, slow, evaluate=False),))


def braces(a, b, c):
    return a * start + b * heterogeneity + c * noise


def summed(factor=3):
    """What (60) makes of (62), with the floor 16 that Proposition 4 gives, of the corrected (61) and of the bias."""
    of_gamma = slow * braces(16, 96, 128) + 16 * level
    of_2gamma = fast * braces(4, 96, 64) + 8 * level
    return factor * (of_gamma + of_2gamma + bias)


def total(a=60, b=576, c=576, last=72):
    return slow * braces(a, b, c) + last * level + 3 * bias


mse = Claim(
    id="symfed-rr-mse",
    kind="inequality",
    says="Equation (64) with tau~^2 and its constants: braces 60, 576, 576, floor 72 gamma tau~^2/mu, and three times the "
    "squared bias. In the lemmas slow and fast are (1 - gamma mu)^(Ht) and (1 - 2 gamma mu)^(Ht).",
    printed=printed_at("equation (64), corrected", TEX % "2"),
    under=theorem_5.MENDED_A4 & READ_WITH,
    statement=(summed(), total()),
    lemmas=(
        standalone_lemma(
            "units",
            ScaleAlike((gamma / mu) ** 2 * tau_uniform**4, gram_xx**2),
            HomogeneityCheck("squares of both sides"),
            wrong={
                "tau~^(1/2)": ScaleAlike((gamma / mu) ** 2 * tau_uniform, gram_xx**2),
                "tau~": ScaleAlike((gamma / mu) ** 2 * tau_uniform**2, gram_xx**2),
            },
        ),
        standalone_lemma(
            "sum",
            (summed(), total()),
            Certificate(((3 * braces(4, 96, 64), slow - fast),), scope="(60), (61) corrected, (62)"),
            given=FORGETS,
            wrong={
                "575 for 576": (summed(), total(b=575)),
                "noise 575": (summed(), total(c=575)),
                "59 for 60": (summed(), total(a=59)),
                "71 for 72": (summed(), total(last=71)),
                "the bias once": (summed(), total() - 2 * bias),
            },
        ),
    ),
    follows=InWords(
        "0 <= 1 - 2 gamma mu <= 1 - gamma mu because gamma L <= 1/90, so that the power at 2 gamma is the smaller one; (60) adds up (61), (62) "
        "and the squared bias, which (63) bounds"
    ),
    uses=("aistats-eq60-jensen3", "symfed-eq61", "aistats-eq62-prop4-gamma", "symfed-rr-bias-square"),
    expect=Tier.SUPPORTED,
)
