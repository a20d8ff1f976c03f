"""Lemma 6's proof in the preprint: 6 for 12 in a cube, what is carried on from it, and lines that both versions print."""

import sympy as sp

from proofs_checks.aistats.proofs import lemma_6_numbers, lemma_6_step
from proofs_checks.aistats.proofs.lemma_6_numbers import (
    AT_MOST,
    CONSTANT_TEX,
    CUBE,
    CUBIC_TEX,
    IDENTITY_TEX,
    SQUARE,
    bounded,
    expanded,
    falling,
    weights,
)
from proofs_checks.aistats.proofs.lemma_6_step import A3, NO_PULL, SIXTH
from proofs_checks.hal import judged_again, under
from proofs_checks.hal.theorem_1 import REGULAR
from symfed.checks import SignCheck
from symfed.core.claim import Claim, Lemma
from symfed.core.domain import Domain
from symfed.core.erratum import LOCAL_SLIP, Erratum
from symfed.core.source import Printed
from symfed.core.symbols import L, gamma
from symfed.core.verdict import Tier
from symfed.theorems import Arithmetic
from symfed.theorems.vocabulary import FRESH

PLACE = "Appendix B.2, proof of Lemma 6"
SMALL = sp.Le(8 * gamma * L, 1)
CLASSES = under("Lemma 6 (A1)", REGULAR) & under("Lemma 6", SIXTH, NO_PULL) & under("Algorithm 1", FRESH)
#: For runs, of which A3 with what the lemma assumes beside it says who is a member.
OF_RUNS = under("Lemma 6 (A1)", REGULAR) & under("Lemma 6", A3, NO_PULL) & under("Algorithm 1", FRESH)

cube = Claim(
    id="hal-lemma6-cube",
    kind="identity",
    says="The cube with 6 for 12 before gamma^3 a^2 b c^2; the published version has 12.",
    printed=Printed("hal", PLACE, IDENTITY_TEX % 6),
    statement=expanded(6),
    checks=(CUBE,),
    corrected="aistats-lem6-cube-identity",
    expect=Tier.REFUTED,
    erratum=Erratum(LOCAL_SLIP, "6 for 12 in the cube; Lemma 6 stands"),
    differs={"aistats-lem6-cube-identity": "12 for 6 at gamma^3 a^2 b c^2"},
)

eq22 = Claim(
    id="hal-eq22",
    kind="inequality",
    says="(22) with the cube's 6 for 12, hence 14 for 20: false, as at b = -a c the left side is (a + gamma c)^6, where 20 is exact. The "
    "published version has 20. What the lemma needs of it holds all the same, up to 1/(8L) (hal-lemma6-sum-prefactor).",
    printed=Printed("hal", "Equation (22)", CUBIC_TEX % (6, 14)),
    under=AT_MOST,
    statement=(sp.expand(SQUARE**3), sp.expand(bounded(6, collected=True))),
    checks=(SignCheck("all real numbers"),),
    see=("hal-lemma6-cube", "hal-lemma6-sum-prefactor"),
    corrected="aistats-eq22-cubic",
    expect=Tier.REFUTED,
    erratum=Erratum(LOCAL_SLIP, "14 for 20, from 6 for 12 in the cube; what the lemma draws from it holds up to 1/(8L) all the same"),
    differs={"aistats-eq22-cubic": "20 for 14"},
)

split = judged_again(lemma_6_step.ck_split, "hal-lemma6-split", PLACE + ", after (22)", OF_RUNS)
eq23 = judged_again(lemma_6_step.eq23, "hal-lemma6-eq23", "Equation (23)", OF_RUNS)

CONDITION = (sp.expand(gamma * weights(14)), 5 * gamma)
constant = Claim(
    id="hal-lemma6-constant",
    kind="inequality",
    says="What the preprint's condition gamma <= 1/(8L) is for: true as printed, up to gamma L = 0.12729..., but for the wrong 14 in (22). "
    "With 20 the inequality ends at 0.12036..., before 1/8: the published version asks for 1/(9L).",
    printed=Printed("hal", PLACE, CONSTANT_TEX % (14, "1/8")),
    under=Domain((SMALL,), lines={str(SMALL): "Lemma 6"}),
    statement=CONDITION,
    lemmas=(
        Lemma(
            "inequality",
            CONDITION,
            (falling(14, sp.Rational(1, 8)),),
            wrong={"20 for 14": (sp.expand(gamma * weights(20)), 5 * gamma)},
        ),
        Lemma(
            "where it ends",
            (weights(14, sp.Rational(127, 1000)), sp.S(5)),
            (SignCheck("gamma L = 127/1000"),),
            wrong={"at 16/125": (weights(14, sp.Rational(16, 125)), sp.S(5))},
            assumes=Domain(),
            crosscheck=True,
        ),
    ),
    follows=(Arithmetic("as it is", sp.Le(*CONDITION, evaluate=False), ("inequality",)),),
    see=("hal-eq22", lemma_6_numbers.constant.id),
    expect=Tier.PROVED,
    differs={"aistats-lem6-const-9L": "20 for 14, and gamma L <= 1/9 for 1/8"},
)
