"""Lemmas 3 and 4 of the preprint and the steps of Proposition 3's proof, with gamma <= 1/(2L) for the published 1/L."""

from dataclasses import replace

from proofs_checks.aistats import equation_5
from proofs_checks.aistats import proposition_3 as published
from proofs_checks.aistats.proofs import lemma_3, lemma_4, proposition_3
from proofs_checks.aistats.proofs.lemma_3 import COMBINED_TEX, RATE, SMOOTH_TEX, STEP_TEX, after_of, gap_of, le, one_step
from proofs_checks.aistats.quantities import x, y
from proofs_checks.hal import at, judged_again, under
from proofs_checks.hal.proposition_1 import SMALL
from proofs_checks.hal.theorem_1 import REGULAR
from symfed.core.claim import Claim, Lemma, again
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import L, gamma
from symfed.core.verdict import Tier
from symfed.theorems import Arithmetic
from symfed.theorems.vocabulary import FRESH, E, Norm


def for_lemma_3(*relations):
    """The conditions of Lemma 3."""
    return under("Lemma 3", *relations, REGULAR) & under("Lemma 3 (independence)", FRESH)


recursion = again(
    equation_5.eq5,
    "hal-stoch-operator-recursion",
    Printed(
        "hal",
        "Appendix B.1, first display",
        r"\tilde T_c^{(\gamma,0)}(\theta;Z_c^{1:h+1})=\tilde T_c^{(\gamma,h)}(\theta;Z_c^{1:h})-\gamma\nabla F_c^{Z_c^{h+1}}(\tilde T_c^{(\gamma,h)}(\theta;Z_c^{1:h}))",
        extraction="the 0 on the left is an h+1, as in Section 5, in the proof of Lemma 5, and in the samples beside it",
    ),
)

CONTRACTION_TEX = r"\mathbb E[" + STEP_TEX + r"]\le(1-\gamma\mu)\mathbb E\|\theta-\vartheta\|^2,\ \gamma\le1/(2L)"
lemma3 = replace(
    lemma_3.lem3,
    id="hal-lemma3",
    says="The published Lemma 3 with half its range of step sizes, which the preprint's proof uses up; it holds up to 1/L as well.",
    printed=Printed("hal", "Lemma 3", CONTRACTION_TEX),
    under=for_lemma_3(SMALL),
    lemmas=tuple(replace(lemma, assumes=Domain((SMALL,))) for lemma in lemma_3.lem3.lemmas),
    see=("aistats-lem3-contraction", "hal-lemma3-proof-combined"),
    differs={"aistats-lem3-contraction": "gamma <= 1/L for gamma <= 1/(2L)"},
)

_, PULL, PRODUCT = gap_of(x, y)
SMOOTH = le(E(gamma**2 * Norm(PULL) ** 2), 2 * L * gamma**2 * PRODUCT)
smooth = Claim(
    id="hal-lemma3-proof-cocoercivity",
    kind="inequality",
    says="Twice what co-coercivity gives: the published version has L for 2 L.",
    printed=Printed(
        "hal",
        "proof of Lemma 3",
        SMOOTH_TEX % "2",
        extraction="the second theta on the left is a vartheta, as on the right and in the line before",
    ),
    under=for_lemma_3(),
    statement=SMOOTH,
    lemmas=(
        Lemma(
            "instances",
            lambda i: lemma_3.smooth(i, 2 * lemma_3.one(i)),
            (lemma_3.search(),),
            wrong={"9/10 L": lambda i: lemma_3.smooth(i, lemma_3.one(i) * 9 / 10)},
            assumes=Domain(),
            crosscheck=True,
        ),
    ),
    follows=(
        *one_step(x, y)[:9],
        Arithmetic("forward", le(0, PRODUCT), ("convex",)),
        Arithmetic("twice", SMOOTH, ("co-coercivity", "forward"), (1, L * gamma**2)),
    ),
    see=("aistats-lem3-cocoercivity-step", "hal-a1b"),
    expect=Tier.PROVED,
    differs={"aistats-lem3-cocoercivity-step": "L for 2 L"},
)
COMBINED = le(after_of(x, y), RATE * Norm(x - y) ** 2 - gamma * (1 - 2 * gamma * L) * PRODUCT)
combined = Claim(
    id="hal-lemma3-proof-combined",
    kind="inequality",
    says="The lines before put together: true as the preprint prints it. The published version, changing L, counts the product twice, which is false.",
    printed=Printed("hal", "proof of Lemma 3, last display", COMBINED_TEX % r"\gamma(1-2L\gamma)"),
    under=for_lemma_3(),
    statement=COMBINED,
    lemmas=(
        Lemma(
            "instances",
            lambda i: lemma_3.step(i, drop=1, bend=2),
            (lemma_3.search(),),
            wrong={"as published": lambda i: lemma_3.step(i, drop=2, bend=lemma_3.one(i) / 2)},
            assumes=Domain(),
            crosscheck=True,
        ),
    ),
    follows=(
        *one_step(x, y)[:10],
        Arithmetic("forward", le(0, PRODUCT), ("convex",)),
        Arithmetic("weaker", COMBINED, ("combined", "forward"), (1, gamma**2 * L)),
    ),
    see=("aistats-lem3-combined", "symfed-lem3-combined"),
    expect=Tier.PROVED,
    differs={"aistats-lem3-combined": "2 gamma (1 - gamma L/2) for gamma (1 - 2 gamma L)"},
)

lemma4 = replace(
    lemma_4.lem4,
    id="hal-lemma4",
    printed=Printed("hal", "Lemma 4, and the last display of its proof", lemma_4.LEMMA_TEX.replace(r"\le1/L", r"\le1/(2L)")),
    under=under("Lemma 4", SMALL, REGULAR),
    see=("aistats-lem4-contraction", "hal-lemma3"),
    differs={"aistats-lem4-contraction": "gamma <= 1/L for gamma <= 1/(2L)"},
)

prop3 = replace(
    published.prop3,
    id="hal-prop3-restated",
    says="Proposition 3 with gamma <= 1/(2L), where the text has a strict inequality; it lacks the same moment.",
    printed=Printed("hal", "Proposition 3, restated in Appendix B.1", r"\text{Assume A1 and }\gamma\le1/(2L):\ " + published.ALL_TEX),
    under=under("Proposition 3 (restated)", SMALL, REGULAR),
    see=("hal-prop3", "hal-lemma4"),
    differs={"aistats-prop3-stationary": "gamma <= 1/L for gamma <= 1/(2L)"},
)

triangle = again(
    proposition_3.triangle,
    "hal-prop3-proof-triangle",
    at("proof of Proposition 3, on uniqueness and on stationarity", proposition_3.triangle),
)

coupling = judged_again(
    proposition_3.coupling,
    "hal-prop3-proof-coupling",
    "proof of Proposition 3, before Lemma 4 is applied again",
    prop3.under,
    see=("hal-prop3-restated",),
)
