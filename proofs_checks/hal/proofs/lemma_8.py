"""Lemma 8's proof in the preprint, its first lines: what differs from the published one."""

import sympy as sp

from proofs_checks.aistats.proofs import lemma_8_powers, lemma_8_step
from proofs_checks.aistats.proofs.lemma_6_step import A3
from proofs_checks.aistats.proofs.lemma_7_step import Read, row
from proofs_checks.aistats.proofs.lemma_8_step import TEX_37, TEX_A, TEX_B, TEX_SAMPLE, drift
from proofs_checks.aistats.proofs.lemma_8_terms import PLACE
from proofs_checks.hal import differing, judged_again, under
from proofs_checks.hal.conditions import A1_OF_STEPS, ALGORITHM
from proofs_checks.hal.proofs.lemma_7 import OF_25, TEX_V
from symfed.checks import SignCheck
from symfed.claims import LOCAL_SLIP, TYPO, Claim, Erratum, Tier, printed_at
from symfed.core.symbols import L, gamma, mu

SMALL = sp.Le(25 * gamma * L, 1)
STEP = under("Lemma 8", SMALL) & under("Lemma 8 (A1)", A1_OF_STEPS) & under("Lemma 8", A3) & ALGORITHM


def recursion(i):
    """|V_(h+1) - theta*|^2 and |T_h - theta* - gamma (grad F(T_h) - grad f_c(theta*))|^2 after one step, for both samples."""
    r = Read(i)
    from_T = (i.point - i.quadratic().optimum)[0]
    return row(*[(after**2, (from_T - i.gamma * whole) ** 2) for after, whole in zip(r.after, r.whole, strict=True)])


first_line = differing(
    judged_again(lemma_8_step.eq37, "hal-lemma8-first-line", f"{PLACE}, first display", STEP),
    tex=r"\|\tilde V_c^{(\gamma,h+1)}-\theta^\star\|^2=\|\tilde T_c^{(\gamma,h)}-\theta^\star-\gamma(\nabla F_c^{Z_c^{h+1}}(\tilde T_c^{(\gamma,h)})"
    r"-\nabla f_c(\theta^\star))\|^2",
    differs={"aistats-eq37-expansion": "the line with the local path on the right is left out there"},
    says="The local path itself stands on the right, where the recentred one is meant: false after the first step of any client that is pulled. The "
    "next line has V, and the published version leaves this one out. (V is read with a plus, hal-eq25.)",
    statement=recursion,
    corrected="symfed-lem7-recentred",
    see=("aistats-eq37-expansion", "hal-eq25"),
    erratum=Erratum(TYPO, "the next line, and the same recursion in Lemma 7's proof, have V on the right"),
)
expansion = differing(
    judged_again(lemma_8_step.eq37, "hal-lemma8-expansion", f"{PLACE}, first display, its other lines, with (25)", STEP),
    tex=f"{TEX_37},\\ {TEX_V}",
    says="What follows the first line, for V as defined in (25), to which its sentence points: with the minus there it is false wherever a client is pulled.",
    see=("hal-eq25", "hal-lemma8-first-line"),
    erratum=OF_25,
)
one_sample = judged_again(
    lemma_8_step.one_sample_printed,
    "hal-lemma8-one-sample",
    f"{PLACE}, 'the same derivations as in the proof of Lemma 7', with (25)",
    STEP,
    tex=TEX_SAMPLE + TEX_V,
    says="The bounds put into the expansion: with V as (25) defines it, with a minus, the square after a round's first step from theta* is more where a client is pulled and its noise is small.",
    see=("hal-eq25", "hal-lemma8-expansion"),
    erratum=OF_25,
)
drift_b = differing(
    judged_again(lemma_8_step.drift_b, "hal-lemma8-drift-b", f"{PLACE}, after the definition of c", STEP),
    tex=r"-\gamma b\le-\frac{\gamma\mu}2a^2" + f",\\ {TEX_A},\\ {TEX_B}",
    differs={"aistats-lem8-drift-b": "a bound in between, -gamma mu/(1 + gamma mu/6) a^2"},
    says=lemma_8_step.drift_b.says.replace("flatter than mu.", "flatter than mu/2."),
    statement=lambda i: drift(i, rate=(1 + i.gamma * i.mu / 6) / 2),
    see=("hal-eq25", "hal-lemma8-one-plus-x"),
)
power = judged_again(lemma_8_powers.Eck, "hal-lemma8-eck", f"{PLACE}, before 'Which in turn'", STEP, see=("hal-eq25", "hal-a3-particular"))
power_second = differing(
    judged_again(lemma_8_powers.Eck_second, "hal-lemma8-eck-second", f"{PLACE}, before 'Which in turn', second inequality", STEP),
    see=("hal-lemma8-eck", "hal-a3-particular"),
)

CUBE = (1 + gamma * mu / 6) ** 3
FLATTER = sp.Le(mu, L)
SHALLOW = under("Lemma 8", SMALL) & under("Lemma 8 (A1)", FLATTER)
SLOPE = sp.Rational(67951, 135000)


def tangent(slope):
    """The cube and a line through 1."""
    return CUBE, 1 + slope * gamma * mu


one_plus_x = Claim(
    id="hal-lemma8-one-plus-x",
    kind="inequality",
    says="False for every gamma mu > 0, by gamma^2 mu^2/12 + gamma^3 mu^3/216: the cube lies above its tangent. The published version leaves it out.",
    printed=printed_at(f"{PLACE}, after the definition of c", r"(1+\gamma\mu/6)^3\le(1+\gamma\mu/2)"),
    under=SHALLOW,
    statement=tangent(sp.Rational(1, 2)),
    checks=SignCheck("gamma mu up to 1/25"),
    corrected="symfed-lem8-one-plus-x",
    see=("aistats-lem8-drift-b",),
    erratum=Erratum(LOCAL_SLIP, "with 0.5034 for 1/2 it holds where gamma <= 1/(25L), and nothing of the proof needs it sharper"),
    expect=Tier.REFUTED,
)
one_plus_x_corrected = Claim(
    id="symfed-lem8-one-plus-x",
    kind="inequality",
    says="The cube of 1 + gamma mu/6 for gamma mu up to 1/25, where the two are equal: no smaller constant serves.",
    printed=printed_at("Lemma 8's proof, the cube of a slope", r"(1+\gamma\mu/6)^3\le1+\frac{67951}{135000}\gamma\mu,\ \gamma\le1/(25L)"),
    under=SHALLOW,
    statement=tangent(SLOPE),
    checks=SignCheck("gamma mu up to 1/25"),
    wrong={"as printed": tangent(sp.Rational(1, 2)), "a little less": tangent(SLOPE - sp.Rational(1, 10**4))},
    expect=Tier.PROVED,
)
