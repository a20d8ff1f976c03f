"""Lemmas 3 and 4 of the preprint and the steps of Proposition 3's proof, with gamma <= 1/(2L) for the published 1/L."""

from dataclasses import replace

from proofs_checks.aistats import equation_5
from proofs_checks.aistats import proposition_3 as published
from proofs_checks.aistats.proofs import lemma_3, lemma_4, proposition_3
from proofs_checks.aistats.proofs.lemma_3 import COMBINED_TEX, PRODUCT, PULL, RATE, SMOOTH_TEX, STEP_TEX, after_of, le, one_step
from proofs_checks.aistats.quantities import x, y
from proofs_checks.hal import differing, judged_again, printed_again, under
from proofs_checks.hal.conditions import HALF, REGULAR
from symfed.claims import Domain, crosscheck
from symfed.core.symbols import L, gamma
from symfed.theorems import Arithmetic
from symfed.theorems.vocabulary import FRESH, E, Norm

OF_LEMMA_3 = under("Lemma 3", REGULAR) & under("Lemma 3 (independence)", FRESH)

recursion = differing(
    printed_again(equation_5.eq5, "hal-stoch-operator-recursion", "Appendix B.1, first display"),
    tex=r"\tilde T_c^{(\gamma,0)}(\theta;Z_c^{1:h+1})=\tilde T_c^{(\gamma,h)}(\theta;Z_c^{1:h})-\gamma\nabla F_c^{Z_c^{h+1}}(\tilde T_c^{(\gamma,h)}(\theta;Z_c^{1:h}))",
    extraction="the 0 on the left is an h+1, as in Section 5, in the proof of Lemma 5, and in the samples beside it",
    says="A client's local path, defined step by step from the drawn states. The round that is made of it equals one step along the summed sample gradients: "
    "for any losses and draws.",
)
lemma3 = differing(
    judged_again(lemma_3.lem3, "hal-lemma3", "Lemma 3", under("Lemma 3", HALF, REGULAR) & under("Lemma 3 (independence)", FRESH)),
    tex=r"\mathbb E[" + STEP_TEX + r"]\le(1-\gamma\mu)\mathbb E\|\theta-\vartheta\|^2,\ \gamma\le1/(2L)",
    differs={"aistats-lem3-contraction": "gamma <= 1/L for gamma <= 1/(2L)"},
    says="The published Lemma 3 with half its range of step sizes, which the preprint's proof uses up; it holds up to 1/L as well."
    + lemma_3.KNOWN,
    lemmas=tuple(replace(lemma, assumes=Domain((HALF,))) for lemma in lemma_3.lem3.lemmas),
    see=("aistats-lem3-contraction", "hal-lemma3-proof-combined"),
)
SMOOTH = le(E(gamma**2 * Norm(PULL) ** 2), 2 * L * gamma**2 * PRODUCT)
smooth = differing(
    judged_again(lemma_3.smooth_step, "hal-lemma3-proof-cocoercivity", "proof of Lemma 3", OF_LEMMA_3),
    tex=SMOOTH_TEX % "2",
    extraction="the second theta on the left is a vartheta, as on the right and in the line before",
    differs={"aistats-lem3-cocoercivity-step": "L for 2 L"},
    says="Twice what co-coercivity gives: the published version has L for 2 L.",
    statement=SMOOTH,
    lemmas=crosscheck(
        "instances",
        lambda i: lemma_3.smooth(i, 2 * lemma_3.one(i)),
        lemma_3.search(),
        wrong={"9/10 L": lambda i: lemma_3.smooth(i, lemma_3.one(i) * 9 / 10)},
        assumes=Domain(),
    ),
    follows=(
        *one_step(x, y)[:9],
        Arithmetic("forward", le(0, PRODUCT), ("convex",)),
        Arithmetic("twice", SMOOTH, {"co-coercivity": 1, "forward": L * gamma**2}),
    ),
    see=("aistats-lem3-cocoercivity-step", "hal-a1b"),
)
COMBINED = le(after_of(x, y), RATE * Norm(x - y) ** 2 - gamma * (1 - 2 * gamma * L) * PRODUCT)
combined = differing(
    judged_again(lemma_3.combined_corrected, "hal-lemma3-proof-combined", "proof of Lemma 3, last display", OF_LEMMA_3),
    tex=COMBINED_TEX % r"\gamma(1-2L\gamma)",
    differs={"aistats-lem3-combined": "2 gamma (1 - gamma L/2) for gamma (1 - 2 gamma L)"},
    says="The lines before put together: true as the preprint prints it. The published version, changing L, counts the product twice, which is false.",
    statement=COMBINED,
    lemmas=crosscheck(
        "instances",
        lambda i: lemma_3.step(i, drop=1, bend=2),
        lemma_3.search(),
        wrong={"as published": lambda i: lemma_3.step(i, drop=2, bend=lemma_3.one(i) / 2)},
        assumes=Domain(),
    ),
    follows=(
        *one_step(x, y)[:10],
        Arithmetic("forward", le(0, PRODUCT), ("convex",)),
        Arithmetic("weaker", COMBINED, {"combined": 1, "forward": gamma**2 * L}),
    ),
    see=("aistats-lem3-combined", "symfed-lem3-combined"),
)
lemma4 = differing(
    judged_again(lemma_4.lem4, "hal-lemma4", "Lemma 4, and the last two displays of its proof", under("Lemma 4", HALF, REGULAR)),
    tex=lemma_4.LEMMA_TEX.replace(r"\le1/L", r"\le1/(2L)"),
    differs={"aistats-lem4-contraction": "gamma <= 1/L for gamma <= 1/(2L)"},
    see=("aistats-lem4-contraction", "hal-lemma3"),
)
prop3 = judged_again(
    published.prop3,
    "hal-prop3-restated",
    "Proposition 3, restated in Appendix B.1",
    under("Proposition 3 (restated)", HALF, REGULAR),
    tex=r"\text{Assume A1 and }\gamma\le1/(2L):\ " + published.ALL_TEX,
    differs={"aistats-prop3-stationary": "gamma <= 1/L for gamma <= 1/(2L)"},
    says="Proposition 3 with gamma <= 1/(2L), where the text has a strict inequality; it lacks the same moment.",
    see=("hal-prop3", "hal-lemma4"),
)
coupling = judged_again(
    proposition_3.coupling,
    "hal-prop3-proof-coupling",
    "proof of Proposition 3, before Lemma 4 is applied again",
    prop3.under,
    see=("hal-prop3-restated",),
)
cauchy = judged_again(
    proposition_3.cauchy,
    "hal-prop3-proof-cauchy",
    "proof of Proposition 3, before the limit is taken",
    prop3.under,
    see=("hal-lemma4", "hal-prop3-restated", "hal-prop3-proof-coupling"),
)
triangle = printed_again(proposition_3.triangle, "hal-prop3-proof-triangle", "proof of Proposition 3, on uniqueness and on stationarity")
