"""Lemma 5 of the preprint: printed as in the published version, but for (21), which has zeta_{*,1} in it and twice the noise."""

from dataclasses import replace

import sympy as sp

from proofs_checks.aistats.proofs import lemma_5, lemma_5_step
from proofs_checks.aistats.proofs.lemma_5 import (
    AFTER_ROUNDS,
    FAR,
    FLOOR,
    GEOMETRIC,
    IN_THE_END,
    INSTANCES,
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
from proofs_checks.hal import judged_again, under
from proofs_checks.hal.theorem_1 import REGULAR
from proofs_checks.symfed.remainders.setting import LAW, part
from symfed.core.claim import Claim
from symfed.core.source import Printed
from symfed.core.symbols import H, gamma, tau, zeta1
from symfed.core.verdict import Tier
from symfed.theorems import Arithmetic
from symfed.theorems.vocabulary import FRESH

CLASSES = under("Lemma 5 (A1)", REGULAR) & under("Lemma 5 (A3)", A3) & under("Lemma 5", NO_PULL) & under("Algorithm 1", FRESH)
UNDER = under("Lemma 5", SMALL) & CLASSES
ROUNDS = under("Lemma 5", SMALL, SHORT) & CLASSES


def once(*steps):
    """Steps in order, those of one name once: they are the same."""
    return tuple({step.name: step for step in steps}.values())


#: (20), which the preprint prints alike, under its own A1.
HERE = ("first", "second")
WALK = once(*STEP, *paths(GEOMETRIC, HERE), *rounds(at_steps(GEOMETRIC, H)))

lemma5 = Claim(
    id="hal-lemma5",
    kind="inequality",
    says="Lemma 5 as published, and with the same constant, which the proof does not reach: (20) summed geometrically over local steps gives it.",
    printed=Printed("hal", "Lemma 5", (MOMENT_TEX % r"\gamma").replace("_0-", "-") + r",\quad " + lemma_5.orders.printed.tex),
    under=ROUNDS,
    statement=sp.And(IN_THE_END, *ORDERS, evaluate=False),
    lemmas=(INSTANCES,),
    follows=(*LAW, *WALK, *AFTER_ROUNDS, *STATIONARY, *PATHS),
    see=("hal-a3-particular", "aistats-lem5-moment2", "aistats-lem5-stationary-order"),
    expect=Tier.PROVED_GIVEN,
    differs={"aistats-lem5-moment2": "", "aistats-lem5-stationary-order": ""},
)

expansion = judged_again(lemma_5_step.expansion, "hal-lemma5-proof-expansion", "proof of Lemma 5, second display", CLASSES)

WITH_ZETA = SLOW**H * FAR + 4 * gamma**2 * H * (tau**2 + zeta1**2)
eq21 = Claim(
    id="hal-lemma5-eq21",
    kind="inequality",
    says="Twice the published (21), with zeta_{*,1}, which is zero in this lemma: true, but unrolled it ends above the next display for H > 1.",
    printed=Printed("hal", "Equation (21)", ROUND_TEX % r"4\gamma^2H(\tau^2+\zeta_{\star,1}^2)"),
    under=UNDER,
    statement=le(mean_square(ROUND), WITH_ZETA),
    lemmas=(INSTANCES,),
    follows=(
        *once(*STEP, *paths(LINEAR, HERE), *rounds(at_steps(LINEAR, H))),
        Arithmetic("twice", le(mean_square(ROUND), WITH_ZETA), ("a round shrinks",), (1,)),
    ),
    see=("hal-a3-particular", "aistats-eq21-round"),
    expect=Tier.PROVED,
    differs={"aistats-eq21-round": "2 gamma^2 H tau^2 for 4 gamma^2 H (tau^2 + zeta_{*,1}^2)"},
)

constant = replace(
    lemma_5.proof_final,
    id="hal-lemma5-proof-constant",
    says="The proof ends with twice the constant of the lemma. It holds, as the lemma does, but does not come from (21), whose noise here is twice "
    "that of the published one, which does not give it either.",
    printed=Printed("hal", "proof of Lemma 5, display after (21)", MOMENT_TEX.replace("_0-", "-") % r"2\gamma"),
    under=ROUNDS,
    follows=(
        Arithmetic("floor", le(0, FLOOR)),
        Arithmetic("twice", TWICE, (part(lemma5, IN_THE_END), "floor"), (1, 1)),
    ),
    uses=("hal-lemma5",),
    see=("hal-a3-particular", "aistats-lem5-proof-final", "hal-lemma5-eq21"),
    differs={"aistats-lem5-proof-final": ""},
)
unrolled = replace(
    lemma_5.unrolled,
    id="hal-lemma5-unroll-t",
    says="The inference: rounds by (21), r <- q^H r + 4 gamma^2 H tau^2, q the rate of a step (zeta_{*,1} is zero here), end at "
    "4 gamma^2 H tau^2/(1 - q^H), which is more than is printed for H > 1. So do rounds by the published (21), with half of the noise, for H = 8.",
    printed=Printed("hal", "proof of Lemma 5, the words after (21)", r"\text{using (21) recursively, we obtain }" + constant.printed.tex),
    under=ROUNDS,
    statement=lambda i: lemma_5.from_a_round(i, noise=4),
    corrected=constant.id,
    see=("hal-lemma5-eq21",),
)
