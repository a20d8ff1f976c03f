"""Lemma 7 of the preprint: step sizes up to 1/L, where its proof ends at 1/(2L), and the lines that differ from the published ones."""

from dataclasses import replace

import sympy as sp

from proofs_checks.aistats.proofs import lemma_7, lemma_7_one_step, lemma_7_step, lemma_7_unrolled
from proofs_checks.aistats.proofs.lemma_6_step import A3
from proofs_checks.aistats.proofs.lemma_7 import SHORT
from proofs_checks.aistats.proofs.lemma_7_step import CROSS, GAP, IN_TWO, MEAN_CHANGE, TWO_PUSHES, Read, mean, row, square
from proofs_checks.hal import differing, judged_again, misprinted, under
from proofs_checks.hal.conditions import A1_OF_STEPS, ALGORITHM
from symfed.checks import inequality_search
from symfed.claims import LOCAL_SLIP, TYPO, Claim, Erratum, Tier, crosscheck, printed_at
from symfed.core.symbols import L, gamma
from symfed.strategies.sampled import sampled_runs
from symfed.theorems import Arithmetic
from symfed.theorems.vocabulary import Inner

PLACE = "Appendix B.2, proof of Lemma 7"
CLASSES = under("Lemma 7 (A1)", A1_OF_STEPS) & under("Lemma 7 (A3 with its last sentence, tau^2 for tau)", A3) & ALGORITHM
SMALL = sp.Le(gamma * L, 1)
STEP = under("Lemma 7", SMALL) & CLASSES
ROUNDS = under("Lemma 7", SMALL, SHORT) & CLASSES & lemma_7.HETEROGENEOUS


def runs(d, N):
    """Runs with gamma L at most 1."""
    return sampled_runs(d, N, cubic=False)


def longest():
    """The published version's extreme runs, with steps up to twice as long, and as they are."""
    return tuple(replace(i, gamma=i.gamma * k) for i in lemma_7_step.extremes() for k in (1, 2))


SEARCH = inequality_search(
    runs, scope="exact least squares in dimension one, all samples spelt out", sizes=((1, 2),), examples=40, extremes=longest
)

TEX_V = r"\tilde V_c^{(\gamma,H)}=\tilde T_c^{(\gamma,H)}-\gamma h\nabla f_c(\theta^\star)"
eq25 = differing(
    judged_again(lemma_7_step.eq30, "hal-eq25", "equation (25)", CLASSES),
    tex=TEX_V + r";\quad " + lemma_7_step.TEX_STEP,
    says="The sign of the published (30), wrong in both versions; here the superscripts are H beside a factor h as well.",
    see=("aistats-eq30-V-def",),
    erratum=Erratum(TYPO, "minus for plus and, in the superscripts, H for h; what follows reads it with plus and h, up to H"),
)


def of_means(i, star=0):
    """|theta_(t+1) - theta*|^2 after a round of one step, and |theta_t - star theta* - the mean of the centred gradients|^2, all draws."""
    centre, rows = i.quadratic().optimum, []
    for draws in i.states():
        mean_step = sum(i.gamma * i.gradient(c, draws[0, c, 0], i.point) for c in range(i.N)) / i.N
        rows.append((((i.point - mean_step - centre) ** 2).sum(), ((i.point - star * centre - mean_step) ** 2).sum()))
    return row(*rows)


jensen = misprinted(
    judged_again(lemma_7.eq29, "hal-lemma7-jensen", f"{PLACE}, after the first display", CLASSES),
    tex=r"\|\theta_{t+1}-\theta^\star\|^2\le\frac1N\sum_c\Big\|\theta_t-\frac\gamma N\sum_c\sum_{h=0}^{H-1}\{\nabla F_c^{Z_c^{h+1}}"
    r"(\tilde T_c^{(\gamma,h)})-\nabla f_c(\theta^\star)\}\Big\|^2",
    differs={"aistats-eq29-jensen": "the mean over clients stands outside the norm; theta* is missing still"},
    statement=of_means,
    says="Jensen's inequality, with the mean over clients left inside the norm as well and without - theta*: false, as the published (29). With "
    "theta* it would be an equation, and not what the next line rewrites; the published version takes the mean out of the norm.",
    corrected="symfed-lem7-jensen",
    see=("aistats-eq29-jensen",),
    erratum=Erratum(
        LOCAL_SLIP, "theta* is missing on the right, and the mean over clients should stand outside the norm, as the next line reads it"
    ),
)
OF_25 = Erratum(TYPO, "the sign of (25), the only definition of V that is printed; with a plus there the display holds")
recursion = differing(
    judged_again(lemma_7_step.eq32, "hal-lemma7-recursion", f"{PLACE}, after (25)", CLASSES),
    tex=lemma_7_step.eq32.printed.tex.replace(lemma_7_step.TEX_V % "-", TEX_V),
    says="The recursion of the recentred path: with V as (25) defines it, with a minus, it is false wherever a client is pulled.",
    see=("hal-eq25",),
    erratum=OF_25,
)


def in_two(i, share=1):
    """gamma <V - theta*, grad f_c(x) - grad f_c(theta*)> and its two parts."""
    r = Read(i)
    return row((i.gamma * r.gap * mean(r.whole), i.gamma * r.gap * (mean(r.change) + share * mean(r.shift))))


cross_term = Claim(
    id="hal-lemma7-cross-term",
    kind="identity",
    says="The scalar product in two parts; the published version prints -2 gamma before each.",
    printed=printed_at(
        f"{PLACE}, before 'Then, we bound the second term'",
        r"\gamma\langle\tilde V-\theta^\star,\nabla f_c(\tilde T)-\nabla f_c(\theta^\star)\rangle=\gamma\langle\tilde V-\theta^\star,"
        r"\nabla f_c(\tilde V)-\nabla f_c(\theta^\star)\rangle+\gamma\langle\tilde V-\theta^\star,\nabla f_c(\tilde T)-\nabla f_c(\tilde V)\rangle",
    ),
    statement=sp.Eq(gamma * IN_TWO.lhs, gamma * Inner(GAP, MEAN_CHANGE) - CROSS / 2, evaluate=False),
    lemmas=crosscheck("instances", in_two, lemma_7_step.EQUAL, wrong={"half of the second": lambda i: in_two(i, i.mu / i.mu / 2)}),
    follows=(*TWO_PUSHES, Arithmetic("times gamma", sp.Eq(gamma * IN_TWO.lhs, gamma * IN_TWO.rhs, evaluate=False), ("two",))),
    see=("aistats-eq34-young",),
    expect=Tier.PROVED,
)


def key(i, power=0):
    """The two sides of the line before the step's bound, with gamma to a power before the expectation."""
    r = Read(i)
    left = r.gap**2 + 2 * i.gamma**power * square(r.change) - 2 * i.gamma * r.gap * mean(r.change)
    return row((left, (1 - i.gamma * i.mu) * r.gap**2))


key_inequality = misprinted(
    judged_again(lemma_7_step.eq35, "hal-lemma7-key-inequality", f"{PLACE}, 'Finally, we remark that'", STEP),
    tex=r"\|\tilde V-\theta^\star\|^2+2\mathbb E\|\nabla F(\tilde V)-\nabla F(\theta^\star)\|^2-2\gamma\langle\tilde V-\theta^\star,"
    r"\nabla f_c(\tilde V)-\nabla f_c(\theta^\star)\rangle\le(1-\gamma\mu)\|\tilde V-\theta^\star\|^2",
    differs={"aistats-eq35-contraction": "gamma^2 before the expectation, and gamma <= 1/(2L) for gamma <= 1/L"},
    statement=key,
    says="Printed without gamma^2 before the expectation, so that its terms are not of one unit, and under gamma <= 1/L: false. Even with gamma^2 it "
    "needs gamma <= 1/(2L), as the published (35) has it.",
    checks=SEARCH,
    see=("hal-lemma7",),
    erratum=Erratum(
        LOCAL_SLIP,
        "gamma^2 is missing before the expectation, and with it the line ends at gamma L = 1/2; Lemma 7 holds up to 1/L by another way through a step",
    ),
)
SHORTER = Erratum(
    LOCAL_SLIP, "with a plus in (25) it holds up to gamma L = 1/2, as published; Lemma 7 holds up to 1/L by another way through a step"
)
one_step = differing(
    judged_again(lemma_7_one_step.printed, "hal-lemma7-one-step", f"{PLACE}, the display after 'plug the bounds', with (25)", STEP),
    tex=f"{lemma_7_one_step.TEX_36},\\ {TEX_V}",
    says="A local step's contraction: with V as (25) defines it, with a minus, it is false wherever a client is pulled and its noise is small.",
    see=("hal-eq25", "hal-lemma7-key-inequality", "symfed-lem7-longer-step"),
    erratum=SHORTER,
)
unroll_h = differing(
    judged_again(lemma_7_unrolled.printed_H, "hal-lemma7-unroll-h", f"{PLACE}, 'unrolling the inequality', with (25)", STEP),
    tex=lemma_7_unrolled.printed_H.printed.tex.replace(lemma_7_step.TEX_V % "-", TEX_V),
    says="A local step unrolled over H of them: with V as (25) defines it, with a minus, it is false after the first step of a client that is pulled, where noise is small. "
    "(Its samples are numbered up to h + 1, for H.)",
    see=("hal-lemma7-one-step", "hal-eq25"),
    erratum=SHORTER,
)
a_round = judged_again(
    lemma_7_unrolled.printed_round,
    "hal-lemma7-round",
    f"{PLACE}, 'links two consecutive updates'",
    STEP & lemma_7.HETEROGENEOUS,
    tex=lemma_7_unrolled.printed_round.printed.tex.replace(r"\tilde T^{(\gamma,h)}", r"\tilde T_c^{(\gamma,h)}"),
    says="The bound of a round. Printed on its left is the operator of h steps, whose samples are those of H steps: before the first step the distance "
    "has not shrunk. After H steps of 1/(2L) at most it holds. (Nor is it one client's: from theta* its own first step goes "
    "gamma |grad f_c(theta*)| away.)",
    see=("hal-lemma7-unroll-h",),
    erratum=Erratum(TYPO, "h for H, and an index c: both sums have ended, and the samples beside it are those of all clients over H steps"),
)
unroll_t = differing(
    judged_again(lemma_7_unrolled.unroll_t, "hal-lemma7-unroll-t", f"{PLACE}, last display and the words before it", ROUNDS),
    tex=lemma_7_unrolled.unroll_t.printed.tex.replace("_0-", "-"),
    differs={"aistats-lem7-unroll-t": ""},
    see=("hal-lemma7", "symfed-lem7-round"),
)
