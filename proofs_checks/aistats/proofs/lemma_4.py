"""Lemma 4: a round of FedAvg from two random points, the same samples in both, contracts in mean square, for a client and for the mean."""

import numpy as np
import sympy as sp

from proofs_checks.aistats.proofs.lemma_3 import RATE, SMALL, U_w, V_w, one, one_step, square, whole_step
from proofs_checks.aistats.proofs.lemma_5 import same_square
from proofs_checks.aistats.proofs.lemma_6_step import le, one_client
from proofs_checks.aistats.quantities import x
from proofs_checks.aistats.stochastic_round import A1, SINGLE, S_cw
from symfed.checks import CounterexampleCheck, inequality_search
from symfed.checks.growth import Counterexample, Step, above, equal, number
from symfed.claims import LOCAL_SLIP, Claim, Domain, Erratum, Tier, crosscheck, printed_at
from symfed.core.symbols import H, gamma, h
from symfed.strategies.sampled import sampled_runs
from symfed.theorems import Apply, Arithmetic
from symfed.theorems.norms import jensen, mean_of
from symfed.theorems.randomness import expectation_of
from symfed.theorems.sequences import bounded_by_induction, instance, linear_combination
from symfed.theorems.vocabulary import FRESH, E, Mean, Norm, sample_grad

UNDER = Domain((SMALL,), (A1,), {str(SMALL): "Lemma 4", str(A1): "Lemma 4 (A1)"})
T_w = SINGLE.T_w
GAP, START = S_cw(h, U_w) - S_cw(h, V_w), U_w - V_w
PULL = sample_grad(h, S_cw(h, U_w)) - sample_grad(h, S_cw(h, V_w))
AFTER = GAP.xreplace({h: h + 1})
AT_END = GAP.xreplace({h: H})
ROUND = T_w(U_w) - T_w(V_w)
FAR = E(Norm(START) ** 2)
OF_A_CLIENT = le(E(Norm(AT_END) ** 2), RATE**H * FAR)
OF_CLIENTS = Mean(E(Norm(AT_END) ** 2))
ONE_STEP = le(E(Norm(AFTER) ** 2), RATE * E(Norm(GAP) ** 2))
#: The chain of the proof: by Jensen's inequality, by the clients' own paths, and its ends.
OF_A_ROUND = (le(E(Norm(ROUND) ** 2), OF_CLIENTS), le(OF_CLIENTS, RATE**H * FAR), le(E(Norm(ROUND) ** 2), RATE**H * FAR))


#: The printed proof: Lemma 3 at the points of the two paths, H times, and Jensen's inequality.
STEPS = (
    *SINGLE.definitions,
    *[
        Apply(instance, f"{name} from {letter}", relation=name, at={x: point})
        for name in ("start", "local step", "round")
        for letter, point in (("u", U_w), ("v", V_w))
    ],
    linear_combination("apart", AFTER, GAP - gamma * PULL, {"local step from u": 1, "local step from v": -1}),
    *same_square("after", AFTER, GAP - gamma * PULL, "apart"),
    *one_step(S_cw(h, U_w), S_cw(h, V_w)),
    Arithmetic("Lemma 3", ONE_STEP, {"after": 1, "contracts": 1}),
    linear_combination("first", GAP.xreplace({h: sp.S.Zero}), START, {"start from u": 1, "start from v": -1}),
    *same_square("at first", GAP.xreplace({h: sp.S.Zero}), START, "first"),
    bounded_by_induction("steps", E(Norm(GAP) ** 2), h, RATE**h * FAR, factor=RATE, by=("mu <= L", "at first")),
    Apply(instance, "a client", relation="steps", at={h: H}),
    Apply(mean_of, "all clients", relation="a client"),
    Apply(jensen, "convexity", v=AT_END, power=2),
    Apply(expectation_of, "convexity in the mean", relation="convexity"),
    linear_combination("rounds", ROUND, Mean(AT_END), {"round from u": 1, "round from v": -1}),
    *same_square("a round", ROUND, Mean(AT_END), "rounds"),
    Arithmetic("Jensen", OF_A_ROUND[0], {"a round": 1, "convexity in the mean": 1}),
    Arithmetic("clients", OF_A_ROUND[1], {"all clients": 1}),
    Arithmetic("the mean", OF_A_ROUND[2], {"Jensen": 1, "clients": 1}),
)


def runs(d, N):
    return sampled_runs(d, N, cubic=False, steps=(1, 2))


def slowly():
    """x^2/2 without noise, with a step of a thousandth and one of length 1."""
    return (one_client(0, (1, 1000)), *whole_step())


def rounds(i, rate=1):
    """E|gap after H steps|^2 and (1 - rate gamma mu)^H |gap|^2 for every client, all draws spelt out; and so for the round's means."""
    left, states = [], i.states()
    ends = [np.stack([[walk(i, c, begin, state[0, c]) for c in range(i.N)] for begin in (i.point, i.start)]) for state in states]
    gaps = [end[0] - end[1] for end in ends]
    for c in range(i.N):
        left.append(sum(square(gap[c]) for gap in gaps) / len(gaps))
    left.append(sum(square(gap.sum(axis=0) / i.N) for gap in gaps) / len(gaps))
    return np.array(left, dtype=object), np.array(
        [(1 - rate * i.gamma * i.mu) ** i.H * square(i.point - i.start)] * (i.N + 1), dtype=object
    )


def walk(i, c, begin, numbers):
    """Where a client's local steps with these samples lead from a point."""
    at = begin
    for z in numbers:
        at = at - i.gamma * i.gradient(c, z, at)
    return at


APART_TEX = r"\mathbb E\|\tilde T%s^{(\gamma,%s)}(\theta;Z_%s)-\tilde T%s^{(\gamma,%s)}(\vartheta;Z_%s)\|^2"
SHRUNK_TEX = r"\le(1-\gamma\mu)^H\mathbb E\|\theta-\vartheta\|^2"
LEMMA_TEX = (
    APART_TEX % (("_c", "H", "{1:N}^{1:H}") * 2)
    + SHRUNK_TEX
    + r",\ \gamma\le1/L;\ \text{and in the proof }"
    + APART_TEX % (("_c", "h+1", "c^{1:h+1}") * 2)
    + r"\le(1-\gamma\mu)\,"
    + APART_TEX % (("_c", "h", "c^{1:h}") * 2)
    + r",\quad "
    + APART_TEX % (("", "H", "{1:N}^{1:H}") * 2)
    + r"\le\frac1N\sum_{c=1}^N"
    + APART_TEX % (("_c", "H", "c^{1:H}") * 2)
    + SHRUNK_TEX
)


def start_that_knows_the_sample() -> Counterexample:
    """One client of curvature 1/2, whose sample losses are 0 and theta^2/2; F is what the sample generates, and gamma = 1/(2L)."""
    half, whole, zero = number(1, 2), number(1), number(0)
    return Counterexample(
        instance={
            "losses": "F^0 = 0 and F^1 = theta^2/2, each with probability 1/2",
            "constants": "d = N = H = 1, mu = 1/2, L = 1, gamma = 1/2",
            "start": "theta = 1 - Z, vartheta = 0, F = sigma(Z)",
        },
        steps=(
            Step("before the step E|theta - vartheta|^2 = (1^2 + 0^2)/2 = 1/2", equal((whole**2 + zero**2) / 2, sp.S.Half)),
            Step(
                "the flat sample moves nothing, the other is drawn where both points are at 0: 1/2 after the step, too",
                equal((whole**2 + (half * zero) ** 2) / 2, sp.S.Half),
            ),
            Step("1/2 is more than (1 - gamma mu) 1/2 = 3/8", above(sp.S.Half, (1 - half * half) / 2)),
        ),
    )


lem4 = Claim(
    id="aistats-lem4-contraction",
    kind="inequality",
    says="Lemma 3, H times. It prints that theta and vartheta are F-measurable, and not what Lemma 3 has: that the samples are independent of F. A start "
    "that knows the sample need not contract.",
    printed=printed_at("Lemma 4, and the last two displays of its proof", LEMMA_TEX),
    under=UNDER,
    statement="from any two F-measurable points a client's round contracts in mean square by (1 - gamma mu)^H",
    checks=CounterexampleCheck(start_that_knows_the_sample, "a start that depends on the sample"),
    corrected="symfed-lem4-contraction",
    missing="samples that are independent of F, as in Lemma 3",
    see=("aistats-lem3-contraction",),
    erratum=Erratum(LOCAL_SLIP, "independence of F, which Lemma 3 prints, is left out; Lemma 4 is used only where it is so"),
    expect=Tier.IMPRECISE,
)
lem4_corrected = Claim(
    id="symfed-lem4-contraction",
    kind="inequality",
    says="Lemma 3, H times: a client's local path contracts in mean square, and so does the mean over clients. The lemma's name and its proof speak of the "
    "global update, its display of the local one: both are proved. (The proof numbers the samples by h, where the recursion has h + 1.)",
    printed=printed_at("Lemma 4, samples independent of F", LEMMA_TEX),
    under=UNDER & Domain((), (FRESH,)),
    statement=sp.And(OF_A_CLIENT, ONE_STEP, *OF_A_ROUND, evaluate=False),
    lemmas=crosscheck(
        "instances",
        rounds,
        inequality_search(
            runs, scope="exact least squares, every draw of a round from two points", sizes=((1, 1), (1, 2)), examples=10, extremes=slowly
        ),
        wrong={"the rate three times": lambda i: rounds(i, one(i) * 3)},
        assumes=Domain((SMALL,)),
    ),
    follows=STEPS,
    expect=Tier.PROVED_GIVEN,
)
