"""Theorem 5 of the preprint, stated twice: convergence in mean square, and the bias of the limit."""

from dataclasses import replace

import sympy as sp

from proofs_checks.aistats import theorem_5, theorem_6
from proofs_checks.hal import differing, judged_again, printed_again
from proofs_checks.hal.conditions import SMOOTHNESS, THEOREM_5, UNITS
from symfed.checks import Certificate, HomogeneityCheck, inequality_search
from symfed.claims import LOCAL_SLIP, RESULT, TYPO, Domain, Erratum, Lemma, printed_at
from symfed.core.symbols import H, L, gamma, mu

OF_ITERATES = THEOREM_5 & theorem_6.ALGORITHM

limit = differing(
    judged_again(theorem_6.limit, "hal-thm5-l2-limit", "Theorem 5, first display", OF_ITERATES),
    tex=theorem_6.LIMIT_TEX,
    says="The average of the extrapolated iterates tends in mean square to the extrapolated stationary mean; on quadratics like 1/T. "
    "gamma H <= 1/2 is not needed.",
)
bias = differing(
    judged_again(theorem_5.bias, "hal-thm5-bias", "Theorem 5, second display", THEOREM_5),
    tex=theorem_5.BIAS_TEX,
    says="The stationary mean of the extrapolated iterates is said to miss theta* by O(gamma^2 H^2 + gamma^(3/2) H) only: third derivatives that are merely "
    "bounded, and A1 does not even bound them, leave gamma^(5/4).",
    missing=SMOOTHNESS,
)
restated = differing(
    printed_again(bias, "hal-thm5-restated", "Appendix B.6, Theorem 5 restated"),
    says="Theorem 5 again: the extrapolated stationary mean is said to miss theta* by O(gamma^2 H^2 + gamma^(3/2) H). Its first display, the limit, is right "
    "(hal-thm5-l2-limit).",
    see=("hal-thm5-l2-limit",),
    differs={"aistats-thm5-bias": ""},
)
bias_remark = judged_again(
    theorem_6.bias_remark,
    "hal-thm5-remark-bias",
    "remark after Theorem 5",
    THEOREM_5,
    says=theorem_6.bias_remark.says + " (b_s with the minus sign that it has to carry.)",
    see=("hal-bs-def", "hal-thm5-l2-limit"),
)
rate_remark = differing(
    judged_again(theorem_6.rate_remark, "hal-thm5-remark-rate", "remark after Theorem 5", OF_ITERATES),
    tex=theorem_6.rate_remark.printed.tex.replace(r"\bar\vartheta_T^{(\gamma,H)}", r"T^{-1}\sum_{t=0}^{T-1}\vartheta_t^{(\gamma,H)}"),
    says=theorem_6.rate_remark.says.replace("Theorem 6", "Theorem 5"),
    corrected=limit.id,
    see=(limit.id,),
    erratum=Erratum(TYPO, "bar theta_sto for bar vartheta_sto, which Theorem 5 has"),
)


def theorem_4_at_the_double(i):
    """Theorem 4 of the preprint asks for gamma <= 1/(25L); what its use at 2 gamma asks for."""
    return 50 * i.gamma * i.L, i.L / i.L


def small_steps(d, N):
    """gamma = 1/(25 k L)."""
    return theorem_5.small_steps(d, N).map(lambda i: replace(i, gamma=i.gamma * 9 / 5))


DOUBLE = inequality_search(small_steps, scope="Theorem 4's condition gamma <= 1/(25L) at 2 gamma", sizes=((1, 1),))

condition = differing(
    judged_again(theorem_5.step_condition, "hal-thm5-condition", "Theorem 5", THEOREM_5),
    tex=r"\gamma\le1/(25L)\wedge1/(2H)",
    differs={"aistats-thm5-step-condition": "gamma mu H <= 1 for gamma H <= 1/2, and 1/(45L) for 1/(25L)"},
    says="Theorem 5 asks for gamma <= 1/(25L) and gamma <= 1/(2H): Theorem 4's conditions at 2 gamma, of which one was not halved.",
    statement=None,
    checks=(),
    lemmas=(
        Lemma("units", (gamma, 1 / (2 * H)), HomogeneityCheck("gamma <= 1/(2H) when the losses are rescaled")),
        Lemma("at 2 gamma", theorem_4_at_the_double, DOUBLE),
    ),
    corrected="symfed-rr-step-condition-of-preprint",
    missing=UNITS + "; and gamma <= 1/(50L) for Theorem 4 at 2 gamma",
)

doubled = replace(
    theorem_5.doubled,
    id="symfed-rr-step-condition-of-preprint",
    says="gamma <= 1/(50L) and gamma mu H <= 1/2 are, with mu beside H, the conditions of the preprint's Theorem 4 at step size 2 gamma.",
    printed=printed_at("The preprint's Theorem 5 with conditions for both of its runs", r"\gamma\le1/(50L)\text{ and }2\gamma\mu H\le1"),
    under=Domain((50 * gamma * L <= 1, 2 * gamma * mu * H <= 1)),
    lemmas=(
        Lemma(
            "curvature",
            (25 * (2 * gamma) * L, 1),
            Certificate(((1, 1 - 50 * gamma * L),), scope="the condition itself"),
            wrong={"three times the step": (25 * (3 * gamma) * L, 1), "a smaller bound": (25 * (2 * gamma) * L, sp.Rational(19, 20))},
        ),
        next(lemma for lemma in theorem_5.doubled.lemmas if lemma.name == "local steps"),
    ),
)

proof = differing(
    judged_again(condition, "hal-thm5-proof", "Appendix B.6, proof of Theorem 5"),
    tex=r"\text{for }\gamma\le1/(25L)\wedge1/(2H)\ldots\text{ whose assumptions are satisfied by Lemma 6 and Proposition 3}\ldots"
    r"\text{ follows from the expansion of the bias given in Theorem 4}",
    kind="limit",
    says="The proof: Durmus et al. (2024), Lemma 6 and Proposition 3 are said to give the limit (hal-thm5-proof-lemma), and Theorem 4 the bias: it is used at "
    "gamma and at 2 gamma, where it asks for gamma <= 1/(50L).",
    statement=theorem_4_at_the_double,
    lemmas=(),
    checks=DOUBLE,
    see=("hal-thm5-l2-limit", "hal-thm5-proof-lemma"),
    corrected="symfed-rr-bias",
    missing="gamma <= 1/(50L)",
    erratum=Erratum(RESULT, "gamma <= 1/(50L) is needed for Theorem 4 at 2 gamma, by the theorem as well"),
)
cited = differing(
    judged_again(theorem_6.proof, "hal-thm5-proof-lemma", "Appendix B.6, proof of Theorem 5, the lemma that it cites", OF_ITERATES),
    corrected=limit.id,
    see=("hal-thm5-proof",),
    erratum=Erratum(
        LOCAL_SLIP, "Lemma 8 is meant, as Lemma 6 is about clients without a pull at theta*; the first display of Theorem 5 holds", power=2
    ),
)
