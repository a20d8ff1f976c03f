"""Lemma 8's proof in the preprint, its first lines: what differs from the published one."""

import sympy as sp

from proofs_checks.aistats.proofs.lemma_6_step import A3
from proofs_checks.aistats.proofs.lemma_7_step import Read, row
from proofs_checks.aistats.proofs.lemma_8_terms import EQUAL, PLACE
from proofs_checks.hal.proofs.lemma_7 import A1
from symfed.checks import SignCheck
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.erratum import LOCAL_SLIP, TYPO, Erratum
from symfed.core.source import Printed
from symfed.core.symbols import L, gamma, mu
from symfed.core.verdict import Tier
from symfed.theorems.vocabulary import FRESH

SMALL = sp.Le(25 * gamma * L, 1)
CLASSES = Domain((), (A1, A3, FRESH), {str(A1): "Lemma 8 (A1)", str(A3): "Lemma 8", str(FRESH): "Algorithm 1"})
STEP = Domain((SMALL,), lines={str(SMALL): "Lemma 8"}) & CLASSES


def recursion(i):
    """|V_(h+1) - theta*|^2 and |T_h - theta* - gamma (grad F(T_h) - grad f_c(theta*))|^2 after one step, for both samples."""
    r = Read(i)
    from_T = (i.point - i.quadratic().optimum)[0]
    return row(*[(after**2, (from_T - i.gamma * whole) ** 2) for after, whole in zip(r.after, r.whole, strict=True)])


first_line = Claim(
    id="hal-lemma8-first-line",
    kind="identity",
    says="The local path itself stands on the right, where the recentred one is meant: false after the first step of any client that is pulled. The "
    "next line has V, and the published version leaves this one out.",
    printed=Printed(
        "hal",
        f"{PLACE}, first display",
        r"\|\tilde V_c^{(\gamma,h+1)}-\theta^\star\|^2=\|\tilde T_c^{(\gamma,h)}-\theta^\star-\gamma(\nabla F_c^{Z_c^{h+1}}(\tilde T_c^{(\gamma,h)})"
        r"-\nabla f_c(\theta^\star))\|^2",
    ),
    under=STEP,
    statement=recursion,
    checks=(EQUAL,),
    corrected="symfed-lem7-recentred",
    see=("aistats-eq37-expansion", "hal-eq25"),
    differs={"aistats-eq37-expansion": "the line with the local path on the right is left out there"},
    erratum=Erratum(TYPO, "the next line, and the same recursion in Lemma 7's proof, have V on the right"),
    expect=Tier.REFUTED,
)

CUBE = (1 + gamma * mu / 6) ** 3
FLATTER = sp.Le(mu, L)
SHALLOW = Domain((SMALL, FLATTER), lines={str(SMALL): "Lemma 8", str(FLATTER): "Lemma 8 (A1)"})
SLOPE = sp.Rational(67951, 135000)


def tangent(slope):
    """The cube and a line through 1."""
    return CUBE, 1 + slope * gamma * mu


one_plus_x = Claim(
    id="hal-lemma8-one-plus-x",
    kind="inequality",
    says="False for every gamma mu > 0, by gamma^2 mu^2/12 + gamma^3 mu^3/216: the cube lies above its tangent. The published version leaves it out.",
    printed=Printed("hal", f"{PLACE}, after the definition of c", r"(1+\gamma\mu/6)^3\le(1+\gamma\mu/2)"),
    under=SHALLOW,
    statement=tangent(sp.Rational(1, 2)),
    checks=(SignCheck("gamma mu up to 1/25"),),
    corrected="symfed-lem8-one-plus-x",
    see=("aistats-lem8-drift-b",),
    erratum=Erratum(LOCAL_SLIP, "with 0.5034 for 1/2 it holds where gamma <= 1/(25L), and nothing of the proof needs it sharper"),
    expect=Tier.REFUTED,
)
one_plus_x_corrected = Claim(
    id="symfed-lem8-one-plus-x",
    kind="inequality",
    says="The cube of 1 + gamma mu/6 for gamma mu up to 1/25, where the two are equal: no smaller constant serves.",
    printed=Printed(
        "symfed", "Lemma 8's proof, the cube of a slope", r"(1+\gamma\mu/6)^3\le1+\frac{67951}{135000}\gamma\mu,\ \gamma\le1/(25L)"
    ),
    under=SHALLOW,
    statement=tangent(SLOPE),
    checks=(SignCheck("gamma mu up to 1/25"),),
    wrong={"as printed": tangent(sp.Rational(1, 2)), "a little less": tangent(SLOPE - sp.Rational(1, 10**4))},
    expect=Tier.PROVED,
)
