"""Lemma 5 of the preprint: printed as in the published version, but for (21), which has zeta_{*,1} in it and twice the noise."""

import sympy as sp

from proofs_checks.aistats.proofs import lemma_5, lemma_5_step
from proofs_checks.aistats.proofs.lemma_5 import (
    AFTER_ROUNDS,
    FAR,
    FLOOR,
    GEOMETRIC,
    IN_THE_END,
    LINEAR,
    MOMENT_TEX,
    ORDERS,
    PATHS,
    ROUND,
    ROUND_TEX,
    SHORT,
    STATIONARY,
    TWICE,
    at_steps,
    le,
    mean_square,
    paths,
    rounds,
)
from proofs_checks.aistats.proofs.lemma_5_step import SLOW, SMALL, STEP
from proofs_checks.aistats.proofs.lemma_6_step import A3, NO_PULL
from proofs_checks.hal import differing, judged_again, under
from proofs_checks.hal.conditions import ALGORITHM, REGULAR
from proofs_checks.symfed.remainders.setting import LAW, part
from symfed.core.symbols import H, gamma, tau, zeta1
from symfed.theorems import Arithmetic

CLASSES = (
    under("Lemma 5 (A1)", REGULAR) & under("Lemma 5 (A3 with its last sentence, tau^2 for tau)", A3) & under("Lemma 5", NO_PULL) & ALGORITHM
)
ROUNDS = under("Lemma 5", SMALL, SHORT) & CLASSES


def once(*steps):
    """Steps in order, those of one name once: they are the same."""
    return tuple({step.name: step for step in steps}.values())


#: (20), which the preprint prints alike, under its own A1.
HERE = ("first", "second")
WALK = once(*STEP, *paths(GEOMETRIC, HERE), *rounds(at_steps(GEOMETRIC, H)))

lemma5 = differing(
    judged_again(lemma_5.moment2, "hal-lemma5", "Lemma 5", ROUNDS),
    tex=(MOMENT_TEX % r"\gamma").replace("_0-", "-") + r",\quad " + lemma_5.orders.printed.tex,
    differs={"aistats-lem5-moment2": "", "aistats-lem5-stationary-order": ""},
    kind="inequality",
    says="Lemma 5 as published, and with the same constant, which the proof does not reach: (20) summed geometrically over local steps gives it. "
    "The mean over samples is read into the last integral.",
    statement=sp.And(IN_THE_END, *ORDERS, evaluate=False),
    follows=(*LAW, *WALK, *AFTER_ROUNDS, *STATIONARY, *PATHS),
    uses=(),
    see=("hal-a3-particular", "aistats-lem5-moment2", "aistats-lem5-stationary-order"),
)
expansion = judged_again(lemma_5_step.expansion, "hal-lemma5-proof-expansion", "proof of Lemma 5, second display", CLASSES)

WITH_ZETA = SLOW**H * FAR + 4 * gamma**2 * H * (tau**2 + zeta1**2)
eq21 = differing(
    judged_again(lemma_5.eq21, "hal-lemma5-eq21", "Equation (21)", under("Lemma 5", SMALL) & CLASSES),
    tex=ROUND_TEX % r"4\gamma^2H(\tau^2+\zeta_{\star,1}^2)",
    differs={"aistats-eq21-round": "2 gamma^2 H tau^2 for 4 gamma^2 H (tau^2 + zeta_{*,1}^2)"},
    says="(21) with twice the published noise, and zeta_{*,1}, which is zero in this lemma: true, but unrolled it ends above the next display for H > 1.",
    statement=le(mean_square(ROUND), WITH_ZETA),
    follows=(
        *once(*STEP, *paths(LINEAR, HERE), *rounds(at_steps(LINEAR, H))),
        Arithmetic("twice", le(mean_square(ROUND), WITH_ZETA), {"a round shrinks": 1}),
    ),
    uses=(),
    see=("hal-a3-particular", "aistats-eq21-round"),
)
constant = differing(
    judged_again(lemma_5.proof_final, "hal-lemma5-proof-constant", "proof of Lemma 5, display after (21)", ROUNDS),
    differs={"aistats-lem5-proof-final": ""},
    says="The proof ends with twice the constant of the lemma. It holds, as the lemma does, but does not come from (21), whose noise here is twice "
    "that of the published one, which does not give it either.",
    follows=(
        Arithmetic("floor", le(0, FLOOR)),
        Arithmetic("twice", TWICE, {part(lemma5, IN_THE_END): 1, "floor": 1}),
    ),
    uses=("hal-lemma5",),
    see=("hal-a3-particular", "aistats-lem5-proof-final", "hal-lemma5-eq21"),
)
unrolled = differing(
    judged_again(lemma_5.unrolled, "hal-lemma5-unroll-t", "proof of Lemma 5, the words after (21)", ROUNDS),
    says="The inference: rounds by (21), r <- q^H r + 4 gamma^2 H tau^2, q the rate of a step (zeta_{*,1} is zero here), end at "
    "4 gamma^2 H tau^2/(1 - q^H), which is more than is printed for H > 1. So do rounds by the published (21), with half of the noise, for H = 8.",
    statement=lambda i: lemma_5.from_a_round(i, noise=4),
    corrected=constant.id,
    see=("hal-lemma5-eq21",),
)
