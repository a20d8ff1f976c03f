"""The end of the proof of Theorem 4 in the preprint: its second half differs from the published one in signs, and in the last factor."""

from proofs_checks.aistats import theorem_1, theorem_4
from proofs_checks.aistats.proofs import section_b6_end, section_b6_end_covariance, section_b6_end_gradients
from proofs_checks.aistats.theorem_2 import variance
from proofs_checks.hal import differing, judged_again, misprinted, printed_again, under
from proofs_checks.hal import theorem_4 as stated
from proofs_checks.hal.conditions import REGULAR
from proofs_checks.hal.proofs import theorem_4 as first_half
from proofs_checks.hal.theorem_4 import THEOREM_4
from symfed.checks import SymbolicIdentity
from symfed.checks.expansion import Expansion
from symfed.claims import LOCAL_SLIP, RESULT, Erratum
from symfed.derive.expansion import expand

PLACE = "proof of Theorem 4"
FIRST_ORDER = SymbolicIdentity(lambda: expand("fedavg", "bias", 1))

geometric = differing(
    printed_again(first_half.geometric, "hal-thm4-proof-lemma9-again", f"{PLACE}, before equation (35)"),
    says="The geometric sum with a minus sign on one side alone, as where the proof uses it first: false at one step, -gamma for gamma. The published "
    "version has minus on both sides here.",
    see=("aistats-eq55pre-geometric", "aistats-B6-geometric-again", "hal-eq35"),
)


def eq35_as_printed(p, gamma, H):
    """(35), with the first order of the second moment, gamma/N A C, for the second moment."""
    return -theorem_1.printed(p, gamma, H) - section_b6_end.bent(p, variance(p, gamma, H)) / (2 * p.N)


eq35 = misprinted(
    judged_again(section_b6_end.eq57, "hal-eq35", "equation (35)", THEOREM_4),
    tex=section_b6_end.eq57.printed.tex.replace(r"=\frac{\gamma(H-1)}", r"=-\frac{\gamma(H-1)}", 1),
    statement=Expansion(eq35_as_printed, theorem_4.REMAINDER),
    says="As (57) of the published version, whose second term is N times too small, and with a minus sign before the first term, which contradicts "
    "the theorem that is to be proved. (It is judged with gamma/N A C for the second moment.)",
    checks=FIRST_ORDER,
    corrected="symfed-eq57",
    see=("aistats-eq57-bias", "hal-thm4-bias", "hal-thm4-proof-lemma9-again"),
    erratum=Erratum(LOCAL_SLIP, "With plus before the first term and 1/2 for 1/(2N) it gives Theorem 4's bias, b_s with its minus."),
)
gradient_sum = judged_again(
    section_b6_end_gradients.expansion,
    "hal-thm4-proof-gradient-sum",
    f"{PLACE}, expansion of the variance",
    under("Theorem 4", *stated.STEPS, REGULAR),
    tex=(
        section_b6_end_gradients.EXPANSION_TEX
        + r"=\frac1N\sum_{c,h}-\gamma H\nabla^2f_c(\theta^\star)\nabla f_c(\theta^\star)+O(\gamma^2H^2),\text{ hence }O(\gamma H^2),\ "
        r"(\cdot)^{\otimes2}=O(\gamma^2H^4)"
    ),
    says="Each power H-h-1 is expanded as if it were H: the first order is -gamma H (H-1)/2 mean A_c g_c, A_c and g_c the clients' Hessians and gradients at "
    "theta*, not -gamma H^2, and at H = 1 zero. The orders that are drawn from it, gamma H^2 and gamma^2 H^4, are right.",
    see=("aistats-B6-gamma-grad-order",),
)
noise = differing(
    judged_again(section_b6_end_covariance.along, "hal-thm4-proof-c-remainder", f"{PLACE}, expansion of the variance", THEOREM_4),
    tex=section_b6_end_covariance.C_TEX,
    says="A3 bounds moments of the noise, not derivatives of its covariance: with a kink at theta* the left side is C(theta*) + E|theta| and more, of "
    "order gamma^(1/2). What is drawn from it stands, as in the published version.",
    see=("aistats-B6-covariance-along-paths", "aistats-B6-variance-recursion"),
)
second_moment = differing(
    printed_again(stated.covariance, "hal-thm4-proof-variance-final", f"{PLACE}, end of the expansion of the variance"),
    tex=r"\int(\theta-\theta^\star)^{\otimes2}\pi^{(\gamma,H)}(d\theta)=\frac\gamma N\mathbf A\mathcal C(\theta^\star)+O(\gamma^2H^2)+O(\gamma^{3/2}H)",
    see=("aistats-B6-variance-simplify",),
)


def last_display(p, gamma, H):
    return -theorem_1.printed(p, gamma, H) - section_b6_end.bent(p, variance(p, gamma, H))


final = misprinted(
    judged_again(theorem_4.thm4_bias, "hal-thm4-final", f"{PLACE}, last display", THEOREM_4),
    tex=rf"\bar\theta_{{sto}}-\theta^\star={first_half.FIRST_TEX}-\frac\gamma N\nabla^2f(\theta^\star)^{{-1}}\nabla^3f(\theta^\star)\mathbf A\mathcal C(\theta^\star)"
    r"+O(\gamma^2H^2)+O(\gamma^{3/2}H)",
    statement=Expansion(last_display, theorem_4.REMAINDER),
    says="The last display, called the result of the theorem: its first term has the opposite sign, its second term is twice the right one, which stands in "
    "the published version, and neither is what the theorem states, where the noise's part has the sign plus.",
    checks=FIRST_ORDER,
    corrected="symfed-fedavg-bias",
    see=("hal-thm4-bias", "hal-eq35", "aistats-thm4-bias"),
    erratum=Erratum(
        RESULT,
        "The proof ends with another bias than Theorem 4 states; the published version's last display has both signs, and the factor, "
        "right.",
    ),
)
