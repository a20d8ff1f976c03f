"""Proof of Theorem 3 of the preprint, Appendix B.4: where its sign goes wrong, and what it prints as the published version does."""

import flint
import sympy as sp

from proofs_checks.aistats import theorem_3 as published
from proofs_checks.aistats.proofs import (
    section_b5,
    section_b5_moment,
    section_b5_path,
    section_b5_recursion,
    section_b5_round,
    section_b5_variance,
)
from proofs_checks.aistats.proofs.section_b5_bias import eq52
from proofs_checks.hal import at, judged_again, under
from proofs_checks.hal import theorem_3 as stated
from proofs_checks.hal.theorem_1 import REGULAR, smoothness
from symfed.core.claim import Claim, again
from symfed.core.domain import Domain
from symfed.core.erratum import RESULT, Erratum
from symfed.core.source import Printed
from symfed.core.symbols import H, gamma, h
from symfed.core.verdict import Tier
from symfed.theorems.vocabulary import FRESH, Norm

PLACE = "Appendix B.4, proof of Theorem 3"


restated = again(
    stated.bias,
    "hal-thm3-restated",
    Printed("hal", "Theorem 3, restated in Appendix B.4", stated.bias.printed.tex + r",\quad" + stated.covariance.printed.tex),
    says="Theorem 3 once more, with the b_s of the preprint, whose sign is plus. Its second display, the variance, is right (hal-thm3-covariance).",
    see=("hal-thm3-covariance", "hal-bs-def", "hal-thm3-proof-geometric-sum"),
)

# ---- the sign

geometric = Claim(
    id="hal-thm3-proof-geometric-sum",
    kind="identity",
    says="The sum of the powers, printed with plus on the right: false at one step, -gamma/2 for gamma/2. Here the proof loses the minus sign, and all that "
    "follows has plus; the equation of the mean before it still has minus.",
    printed=Printed(
        "hal",
        f"{PLACE}, Lemma 9 used",
        r"-\frac\gamma2\sum_{h=0}^{H-1}\Gamma^{\star,H-h-1}=\frac12(Id-\Gamma^{\star,H})\nabla^2f(\theta^\star)^{-1}",
    ),
    statement=lambda i: section_b5.halved(i, sign=1),
    under=stated.UNDER,
    checks=(section_b5.MATRICES,),
    corrected=section_b5.lemma_9.id,
    see=("hal-thm3-proof-reorganised", "hal-bs-def"),
    erratum=Erratum(RESULT, "the sign of b_s in Theorem 3, and with it that of the bias in Theorems 3 and 4, is lost here"),
    differs={section_b5.lemma_9.id: "the right side has a minus sign there"},
    expect=Tier.REFUTED,
)
eq30 = Claim(
    id="hal-eq30",
    kind="expansion",
    says="The bias by the second moment about theta*, with plus: where that is gamma/N A C, as the proof goes on to show, the bias comes out with the wrong "
    "sign. With minus, and Lipschitz third derivatives, (30) is right.",
    printed=Printed(
        "hal",
        "equation (30)",
        eq52.printed.tex.replace(r"=-\frac12", r"=\frac12"),
    ),
    statement=stated.stochastic,
    under=stated.UNDER,
    checks=published.first_order_checks("bias"),
    corrected="symfed-B5-eq52",
    see=("hal-thm3-bias", "hal-thm3-proof-geometric-sum"),
    erratum=Erratum(RESULT, "the sign goes on into Theorem 3's b_s"),
    differs={eq52.id: "the right side has a minus sign there"},
    expect=Tier.REFUTED,
)
reorganised = again(
    eq30,
    "hal-thm3-proof-reorganised",
    Printed(
        "hal",
        f"{PLACE}, before equation (30)",
        r"(Id-\Gamma^{\star,H})(\bar\theta_{sto}-\theta^\star)=\frac12(Id-\Gamma^{\star,H})\Big\{\nabla^2f(\theta^\star)^{-1}\nabla^3f(\theta^\star)"
        r"\int(\theta-\theta^\star)^{\otimes2}\pi^{(\gamma,H)}(d\theta)+O(\gamma^2h)+O(\gamma^{3/2})\Big\}",
    ),
    says="(30) times Id - Gamma^H, with the sign of the line before. That the remainder may stand inside the braces does not follow from the equation of the "
    "mean, where it is not smaller than both sides: symfed-B5-mean-eq-of-order.",
    see=("hal-thm3-proof-geometric-sum", "symfed-B5-mean-eq-of-order"),
    differs={"aistats-B5-reorganised": "the right side has a minus sign there"},
)
final = again(
    stated.bias,
    "hal-thm3-final",
    Printed(
        "hal",
        f"{PLACE}, last display",
        r"\bar\theta_{sto}-\theta^\star=\frac\gamma{2N}\nabla^2f(\theta^\star)^{-1}\nabla^3f(\theta^\star)\mathbf A\mathcal C(\theta^\star)+O(\gamma^2H)+O(\gamma^{3/2})",
    ),
    says="What the proof ends with: Theorem 3's bias, with the sign that was lost on the way.",
    see=("hal-eq30",),
)
variance = again(
    stated.covariance,
    "hal-thm3-proof-variance-final",
    Printed(
        "hal",
        f"{PLACE}, the variance",
        r"\int(\theta-\theta^\star)^{\otimes2}\pi^{(\gamma,H)}(d\theta)=\frac\gamma N\mathbf A\mathcal C(\theta^\star)+O(\gamma^{3/2})+O(\gamma^2H)",
    ),
    see=("aistats-B5-variance-recursion",),
)

# ---- what both versions print alike, here under the preprint's conditions

taylor = judged_again(
    section_b5_path.taylor,
    "hal-thm3-proof-taylor",
    f"{PLACE}, first display",
    under("Theorem 3", REGULAR),
    says="Taylor's formula for the gradient along a path, printed with a rest of the third order. A1 asks for three derivatives and no more: the rest may be of "
    "the order 5/2. It depends neither on h nor, for equal clients, on c.",
    missing=smoothness("|theta - theta*|^(5/2)"),
    see=("hal-thm3-bias",),
)
second_moment = judged_again(
    section_b5_round.printed, "hal-thm3-proof-cross-terms", f"{PLACE}, before the second moment is taken", stated.UNDER, see=("hal-eq29",)
)
recursion = judged_again(
    section_b5_recursion.printed,
    "hal-thm3-proof-recursion",
    f"{PLACE}, recursion of the variance",
    stated.UNDER,
    see=("hal-thm3-proof-variance-final",),
)
covariance = judged_again(
    section_b5_variance.printed_noise,
    "hal-thm3-proof-covariance-along-path",
    f"{PLACE}, after the recursion of the variance",
    stated.UNDER,
    see=("hal-thm3-proof-recursion",),
)

# ---- (29), under gamma <= 1/(8L) and gamma H <= 1

#: (gamma L)^(1/2) <= 8^(-1/2), and (gamma h)^(1/2) <= 1 in the units of the preprint's gamma H <= 1.
ROOT, LONGEST = sp.Rational(3, 8), sp.S.One
EXTENT = Domain((h <= H,), lines={str(h <= H): "h = 0 to H, where Gamma^h is defined"})
eq29 = Claim(
    id="hal-eq29",
    kind="expansion",
    says="Equation (29), the published (51), under gamma H <= 1 and with a constant: local steps change the second moment by no more than gamma^2 h.",
    printed=at("equation (29)", section_b5_moment.eq51),
    statement=section_b5.le(Norm(section_b5_moment.PATH), gamma**2 * h * section_b5_moment.of_order(ROOT, LONGEST)),
    under=stated.UNDER & Domain((), (FRESH,), {str(FRESH): published.WHERE_DRAWS[str(FRESH)]}) & EXTENT,
    lemmas=(section_b5_moment.orders(flint.fmpq(3, 8), 1),),
    follows=section_b5_moment.ordered(ROOT, LONGEST),
    uses=(section_b5_moment.local_second_moment.id,),
    see=("hal-lemma6",),
    differs={section_b5_moment.eq51.id: ""},
    expect=Tier.PROVED_GIVEN,
)
