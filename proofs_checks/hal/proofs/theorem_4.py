"""Proof of Theorem 4 of the preprint, its first half, Appendix B.5: what is printed alike, and the expansion whose first term has another sign."""

import sympy as sp

from proofs_checks.aistats import theorem_1, theorem_4
from proofs_checks.aistats.proofs import section_b6, section_b6_mean, section_b6_paths
from proofs_checks.aistats.proofs.section_b6_global import bent_bias
from proofs_checks.hal import judged_again
from proofs_checks.hal import theorem_4 as stated
from symfed.checks import GrowthCheck
from symfed.checks.expansion import Expansion
from symfed.checks.growth import LowerBound, Step, at_least, equal
from symfed.core.claim import Claim, again
from symfed.core.domain import Domain
from symfed.core.erratum import LOCAL_SLIP, RESULT, Erratum
from symfed.core.source import Printed
from symfed.core.symbols import H, gamma
from symfed.core.verdict import Tier
from symfed.theorems.vocabulary import FRESH

PLACE = "Appendix B.5, proof of Theorem 4"


restated = again(
    stated.bias,
    "hal-thm4-restated",
    Printed("hal", "Theorem 4, restated in Appendix B.5", stated.bias.printed.tex + r",\quad" + theorem_4.thm4_variance.printed.tex),
    says="Theorem 4 once more, with the b_s of the preprint, whose sign is plus. Its second display, the variance, is right (hal-thm4-covariance); "
    "its proof ends with other signs than it states.",
    see=("hal-thm4-covariance", "hal-bs-def", "hal-thm4-final"),
    erratum=Erratum(RESULT, "The part of the bias that is due to noise has the sign minus, as the published version prints it."),
)
taylor = judged_again(section_b6.taylor, "hal-thm4-proof-taylor", f"{PLACE}, first display", stated.UNDER, see=("hal-thm4-bias",))
geometric = judged_again(
    section_b6_mean.geometric,
    "hal-thm4-proof-lemma9-sum",
    f"{PLACE}, before equation (33)",
    stated.UNDER,
    says="The geometric sum with a minus sign on one side alone: false at one step, -gamma for gamma. The preprint prints it so both times that it uses it.",
    see=("hal-eq33", "hal-thm4-proof-lemma9-again"),
    erratum=Erratum(LOCAL_SLIP, "It gives the first terms of (33) and (35) and of the last display a sign that Theorem 4 does not have."),
)
DRAWN = stated.UNDER & Domain((), (FRESH,), {str(FRESH): "Algorithm 1"})
eq33 = judged_again(
    section_b6_mean.eq55,
    "hal-eq33",
    "equation (33)",
    DRAWN,
    says="The sign of the line before makes the first term plus, where it is minus, and the rest of the gradient stands inside what the third derivative is "
    "applied to. The expansions that follow keep the wrong sign in the preprint, and have the right one in the published version.",
    see=("hal-thm4-proof-lemma9-sum", "hal-thm4-proof-global"),
    erratum=Erratum(LOCAL_SLIP, "The expansions after it keep the sign, which Theorem 4 does not have."),
)
eq34 = judged_again(section_b6_paths.eq56, "hal-eq34", "equation (34)", DRAWN & section_b6_paths.WITHIN)


def quadratic_clients() -> LowerBound:
    """Two noiseless quadratics, a = 1, 2 with gradients 1, -1 at theta*, and H = 2: third derivatives are zero, and the bias is known."""
    curvatures, pulls = (sp.Integer(1), sp.Integer(2)), (sp.Integer(1), -sp.Integer(1))
    keep = [(1 - gamma * a) ** 2 for a in curvatures]
    bias = -sum((1 - k) / a * g for k, a, g in zip(keep, curvatures, pulls, strict=True)) / (2 - sum(keep))
    mean = sp.Rational(3, 2)
    first = gamma / (2 * 2) / mean * sum((a - mean) * g for a, g in zip(curvatures, pulls, strict=True))
    return LowerBound(
        instance={
            "f_1', f_2'": "theta + 1, 2 theta - 1",
            "constants": "N = 2, H = 2, mu = 1, L = 2, theta* = 0, no noise, all third derivatives zero",
        },
        bound=gamma / 3,
        variable=gamma,
        towards=sp.S.Zero,
        steps=(
            Step(
                "the fixed point of a round is -gamma/(6 - 5 gamma)",
                equal(bias, -gamma / (6 - 5 * gamma)),
            ),
            Step("gamma (H-1)/2 b_h = -gamma/6, so that +gamma/6 is printed", equal(first, -gamma / 6)),
            Step(
                "gamma/6 + gamma/(6 - 5 gamma) >= gamma/3",
                (
                    equal(gamma / 6 + gamma / (6 - 5 * gamma) - gamma / 3, 5 * gamma**2 / (6 * (6 - 5 * gamma))),
                    at_least(5 * gamma**2 / (6 * (6 - 5 * gamma)), 0),
                ),
                Domain((gamma <= 1,)),
            ),
        ),
    )


def with_minus(p, gamma, H):
    """The heterogeneity's part with minus, and what third derivatives add, through the round's inverse."""
    return bent_bias - theorem_1.printed(p, gamma, H)


FIRST_TEX = (
    r"-\frac{\gamma(H-1)}{2N}\nabla^2f(\theta^\star)^{-1}\sum_c(\nabla^2f_c(\theta^\star)-\nabla^2f(\theta^\star))\nabla f_c(\theta^\star)"
)
global_update = Claim(
    id="hal-thm4-proof-global",
    kind="expansion",
    says="The expansion of the bias with a minus sign before the heterogeneity's part: on quadratics, where the second term is zero, it is wrong at the first "
    "order. The published version has plus, as Theorem 4 has in both.",
    printed=Printed(
        "hal",
        f"{PLACE}, 'Expression of the Global Update'",
        r"\bar\theta_{sto}-\theta^\star="
        + FIRST_TEX
        + r"+O(\gamma^2H^2)-\frac\gamma{2N}(Id-\Gamma^{\star,H})^{-1}\sum_{c,h}\Gamma_c^{\star,H-h-1}\nabla^3f_c(\theta^\star)\int(\theta-\theta^\star)^{\otimes2}\pi"
        r"+O(\gamma^{3/2}H+\gamma^2H^2)",
    ),
    statement=Expansion(with_minus, theorem_4.REMAINDER),
    under=stated.UNDER,
    checks=(GrowthCheck(quadratic_clients, "two noiseless quadratic clients, H = 2", at=((H, 2),)),),
    see=("hal-eq33", "hal-eq35", "hal-thm1", "aistats-B6-global-update"),
    corrected="symfed-B6-global-update",
    erratum=Erratum(LOCAL_SLIP, "Theorem 4 itself has plus before this term."),
    expect=Tier.REFUTED,
)
