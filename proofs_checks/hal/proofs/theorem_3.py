"""Proof of Theorem 3 of the preprint, Appendix B.4: where its sign goes wrong, and what it prints as the published version does."""

import flint
import sympy as sp

from proofs_checks.aistats import theorem_3 as published
from proofs_checks.aistats.proofs import (
    section_b5,
    section_b5_letters,
    section_b5_moment,
    section_b5_path,
    section_b5_recursion,
    section_b5_round,
    section_b5_variance,
)
from proofs_checks.aistats.proofs.section_b5_bias import eq52
from proofs_checks.hal import differing, judged_again, misprinted, printed_again, under
from proofs_checks.hal import theorem_3 as stated
from proofs_checks.hal.conditions import ALGORITHM, REGULAR, smoothness
from proofs_checks.hal.theorem_3 import THEOREM_3
from symfed.claims import RESULT, TYPO, Domain, Erratum
from symfed.core.symbols import H, gamma, h
from symfed.theorems.vocabulary import Norm

PLACE = "Appendix B.4, proof of Theorem 3"

letters = differing(
    judged_again(section_b5_letters.printed_gamma, "hal-thm3-gamma", "Appendix B.4, first display", THEOREM_3),
    says=section_b5_letters.printed_gamma.says.replace("A5", "A4"),
    see=("hal-a4-quadratic",),
)
restated = differing(
    printed_again(stated.bias, "hal-thm3-restated", "Theorem 3, restated in Appendix B.4"),
    says="Theorem 3 once more, with the b_s of the preprint, whose sign is plus. Its second line, the variance, is right (hal-thm3-covariance).",
    see=("hal-thm3-covariance", "hal-bs-def", "hal-thm3-proof-geometric-sum"),
)
taylor = differing(
    judged_again(section_b5_path.taylor, "hal-thm3-proof-taylor", f"{PLACE}, first display", under("Theorem 3", REGULAR)),
    says="Taylor's formula for the gradient along a path, printed with a rest of the third order. A1 asks for three derivatives and no more: the rest may be of "
    "the order 5/2. It depends neither on h nor, for equal clients, on c.",
    missing=smoothness("|theta - theta*|^(5/2)"),
    see=("hal-thm3-bias",),
)

#: (gamma L)^(1/2) <= 8^(-1/2), and (gamma h)^(1/2) <= 1 in the units of the preprint's gamma H <= 1.
ROOT, LONGEST = sp.Rational(3, 8), sp.S.One
EXTENT = Domain((h <= H,), lines={str(h <= H): "h = 0 to H, where Gamma^h is defined"})
eq29 = differing(
    judged_again(section_b5_moment.eq51, "hal-eq29", "equation (29)", THEOREM_3 & ALGORITHM & EXTENT),
    differs={"aistats-eq51-local-second-moment": ""},
    says="Equation (29), the published (51), under gamma H <= 1 and with a constant: h local steps change the second moment by at most that constant times gamma^2 h.",
    statement=section_b5.le(Norm(section_b5_moment.PATH), gamma**2 * h * section_b5_moment.of_order(ROOT, LONGEST)),
    lemmas=section_b5_moment.orders(flint.fmpq(3, 8), 1),
    follows=section_b5_moment.ordered(ROOT, LONGEST),
    uses=(section_b5_moment.local_second_moment.id,),
    see=("hal-lemma6",),
)

# ---- the sign

mean_eq = differing(
    judged_again(section_b5_letters.mean_eq, "hal-thm3-proof-mean-eq", f"{PLACE}, the equation of the mean", THEOREM_3),
    says=section_b5_letters.mean_eq.says.replace("(52)", "(30)"),
    see=("hal-eq30", "hal-thm3-proof-reorganised"),
    erratum=Erratum(TYPO, "h for H in O(gamma^2 h); (30) has H"),
)
geometric = misprinted(
    judged_again(section_b5.lemma_9, "hal-thm3-proof-geometric-sum", f"{PLACE}, Lemma 9 used", THEOREM_3),
    tex=r"-\frac\gamma2\sum_{h=0}^{H-1}\Gamma^{\star,H-h-1}=\frac12(Id-\Gamma^{\star,H})\nabla^2f(\theta^\star)^{-1}",
    differs={"aistats-B5-lem9-use": "the right side has a minus sign there"},
    statement=lambda i: section_b5.halved(i, sign=1),
    says="The sum of the powers, printed with plus on the right: at one step the left side is -gamma/2, the right gamma/2. Here the proof loses the minus sign, "
    "and all that follows has plus; the equation of the mean before it still has minus.",
    checks=section_b5.MATRICES,
    see=("hal-thm3-proof-reorganised", "hal-bs-def"),
    erratum=Erratum(RESULT, "the sign of b_s in Theorem 3, and with it that of the bias in Theorems 3 and 4, is lost here"),
)
eq30 = misprinted(
    judged_again(eq52, "hal-eq30", "equation (30)", THEOREM_3),
    tex=eq52.printed.tex.replace(r"=-\frac12", r"=\frac12"),
    differs={"aistats-eq52-bias-vs-variance": "the right side has a minus sign there"},
    statement=stated.stochastic,
    says="The bias by the second moment about theta*, with plus: where that is gamma/N A C, as the proof goes on to show, the bias comes out with the wrong "
    "sign. With minus, and Lipschitz third derivatives, (30) is right.",
    checks=published.first_order_checks("bias"),
    corrected="symfed-B5-eq52",
    see=("hal-thm3-bias", "hal-thm3-proof-geometric-sum"),
    erratum=Erratum(RESULT, "the sign goes on into Theorem 3's b_s"),
)
reorganised = differing(
    printed_again(eq30, "hal-thm3-proof-reorganised", f"{PLACE}, before equation (30)"),
    tex=section_b5_letters.reorganised.printed.tex.replace(r"=-\frac12", r"=\frac12"),
    says="(30) times Id - Gamma^H, with the sign of the line before. That the remainder may stand inside the braces does not follow from the equation of the "
    "mean, where it is not smaller than both sides: symfed-B5-mean-eq-of-order.",
    see=("hal-thm3-proof-geometric-sum", "symfed-B5-mean-eq-of-order"),
    differs={"aistats-B5-reorganised": "the right side has a minus sign there"},
)

# ---- the variance, and what it gives

second_moment = judged_again(
    section_b5_round.printed, "hal-thm3-proof-cross-terms", f"{PLACE}, before the second moment is taken", THEOREM_3, see=("hal-eq29",)
)
recursion = differing(
    judged_again(section_b5_recursion.printed, "hal-thm3-proof-recursion", f"{PLACE}, recursion of the variance", THEOREM_3),
    see=("hal-thm3-proof-variance-final",),
)
covariance = judged_again(
    section_b5_variance.printed_noise,
    "hal-thm3-proof-covariance-along-path",
    f"{PLACE}, after the recursion of the variance",
    THEOREM_3,
    see=("hal-thm3-proof-recursion",),
)
variance = differing(
    printed_again(stated.covariance, "hal-thm3-proof-variance-final", f"{PLACE}, the variance"),
    tex=r"\int(\theta-\theta^\star)^{\otimes2}\pi^{(\gamma,H)}(d\theta)=\frac\gamma N\mathbf A\mathcal C(\theta^\star)+O(\gamma^{3/2})+O(\gamma^2H)",
    see=("aistats-B5-variance-recursion",),
)
final = differing(
    printed_again(stated.bias, "hal-thm3-final", f"{PLACE}, last display"),
    tex=r"\bar\theta_{sto}-\theta^\star=\frac\gamma{2N}\nabla^2f(\theta^\star)^{-1}\nabla^3f(\theta^\star)\mathbf A\mathcal C(\theta^\star)+O(\gamma^2H)+O(\gamma^{3/2})",
    says="What the proof ends with: Theorem 3's bias, without the minus sign, which was lost on the way.",
    see=("hal-eq30",),
)
