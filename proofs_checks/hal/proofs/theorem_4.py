"""Proof of Theorem 4 of the preprint, its first half, Appendix B.5: what is printed alike, and the expansion whose first term has another sign."""

import sympy as sp

from proofs_checks.aistats import theorem_1, theorem_4
from proofs_checks.aistats.proofs import section_b6, section_b6_global, section_b6_mean, section_b6_paths
from proofs_checks.aistats.proofs.section_b6_global import bent_bias
from proofs_checks.hal import differing, judged_again, misprinted, printed_again
from proofs_checks.hal import theorem_4 as stated
from proofs_checks.hal.conditions import ALGORITHM, smoothness
from proofs_checks.hal.theorem_4 import THEOREM_4
from symfed.checks import GrowthCheck
from symfed.checks.expansion import Expansion
from symfed.checks.growth import LowerBound, Step, at_least, equal
from symfed.claims import LOCAL_SLIP, RESULT, Domain, Erratum
from symfed.core.symbols import H, gamma

PLACE = "Appendix B.5, proof of Theorem 4"
DRAWN = THEOREM_4 & ALGORITHM

restated = differing(
    printed_again(stated.bias, "hal-thm4-restated", "Theorem 4, restated in Appendix B.5"),
    says="Theorem 4 once more, with the b_s of the preprint, whose sign is plus. Its second line, the variance, is right (hal-thm4-covariance); "
    "its proof ends with other signs than it states.",
    see=("hal-thm4-covariance", "hal-bs-def", "hal-thm4-final"),
    erratum=Erratum(RESULT, "The part of the bias that is due to noise has the sign minus, as the published version prints it."),
)
taylor = judged_again(section_b6.taylor, "hal-thm4-proof-taylor", f"{PLACE}, first display", THEOREM_4, see=("hal-thm4-proof-taylor-rest",))
taylor_rest = differing(
    judged_again(section_b6.taylor_rest, "hal-thm4-proof-taylor-rest", f"{PLACE}, after the first display", THEOREM_4),
    says="The rest of the expansion is said to be of the third order. A1 asks for three derivatives and no more: it may be of the order 5/2.",
    missing=smoothness("|theta - theta*|^(5/2)"),
    see=("hal-thm3-proof-taylor", "hal-thm4-bias"),
)
global_sum = differing(
    judged_again(section_b6.global_sum, "hal-thm4-proof-global-sum", f"{PLACE}, 'Expansion of Global Updates', first display", THEOREM_4),
    says=section_b6.global_sum.says.replace("(53)", "(31)"),
    see=("hal-eq32",),
    erratum=Erratum(LOCAL_SLIP, "Equation (32) is its expectation, in which the noise has mean zero."),
)
eq32 = differing(
    judged_again(section_b6_mean.eq54, "hal-eq32", "equation (32)", DRAWN),
    see=("hal-thm4-proof-global-sum",),
    erratum=Erratum(
        LOCAL_SLIP, "What the rest adds to the bias is of the same order where it belongs: the expansion after (34) is not touched by it."
    ),
)
geometric = differing(
    judged_again(section_b6_mean.geometric, "hal-thm4-proof-lemma9-sum", f"{PLACE}, before equation (33)", THEOREM_4),
    says="The geometric sum with a minus sign on one side alone: false at one step, -gamma for gamma. The proof prints it so both times that it uses it.",
    see=("hal-eq33", "hal-thm4-proof-lemma9-again"),
    erratum=Erratum(LOCAL_SLIP, "It gives the first terms of (33) and (35) and of the last display a sign that Theorem 4 does not have."),
)
eq33 = differing(
    judged_again(section_b6_mean.eq55, "hal-eq33", "equation (33)", DRAWN),
    says="The sign of the line before makes the first term plus, where it is minus, and the rest of the gradient stands inside what the third derivative is "
    "applied to. The expansions that follow keep the wrong sign in the preprint, and have the right one in the published version.",
    see=("hal-thm4-proof-lemma9-sum", "hal-thm4-proof-global"),
    erratum=Erratum(LOCAL_SLIP, "The expansions after it keep the sign, which Theorem 4 does not have."),
)
eq34 = judged_again(section_b6_paths.eq56, "hal-eq34", "equation (34)", DRAWN & section_b6_paths.WITHIN, see=("hal-lemma8-orders",))
rest = judged_again(
    section_b6_paths.rest_order,
    "hal-thm4-proof-rest-order",
    f"{PLACE}, 'Expression of the Global Update'",
    DRAWN & section_b6_paths.WITHIN & section_b6_paths.OF_THE_REST,
    see=("hal-lemma8-orders", "hal-thm4-proof-taylor-rest"),
)


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
global_update = misprinted(
    judged_again(section_b6_global.update, "hal-thm4-proof-global", f"{PLACE}, 'Expression of the Global Update'", THEOREM_4),
    tex=(
        r"\bar\theta_{sto}-\theta^\star="
        + FIRST_TEX
        + r"+O(\gamma^2H^2)-\frac\gamma{2N}(Id-\Gamma^{\star,H})^{-1}\sum_{c,h}\Gamma_c^{\star,H-h-1}\nabla^3f_c(\theta^\star)\int(\theta-\theta^\star)^{\otimes2}\pi"
        r"+O(\gamma^{3/2}H+\gamma^2H^2)"
    ),
    statement=Expansion(with_minus, theorem_4.REMAINDER),
    says="The expansion of the bias with a minus sign before the heterogeneity's part: on quadratics, where the second term is zero, it is wrong at the first "
    "order. The published version has plus, as Theorem 4 has in both.",
    checks=GrowthCheck(quadratic_clients, "two noiseless quadratic clients, H = 2", at=((H, 2),)),
    see=("hal-eq33", "hal-eq35", "hal-thm1", "aistats-B6-global-update"),
    corrected="symfed-B6-global-update",
    erratum=Erratum(LOCAL_SLIP, "Theorem 4 itself has plus before this term."),
)
