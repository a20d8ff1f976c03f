"""Lemma 5: second moments of FedAvg's iterates where no client is pulled away from theta*, after rounds and under the stationary law."""

from dataclasses import replace

import numpy as np
import sympy as sp

from proofs_checks.aistats.proofs.lemma_5_step import CLASSES, PLACE, SLOW, SMALL, UNDER, exact
from proofs_checks.aistats.proofs.lemma_6 import Q_w, START_w, X_w
from proofs_checks.aistats.proofs.lemma_6_step import AFTER, EPS, SIXTH, le, moment, read
from proofs_checks.aistats.quantities import theta_star, x
from proofs_checks.aistats.stochastic_round import A1, SINGLE, S_cw, in_the_long_run, theta_w
from proofs_checks.symfed.remainders.setting import LAW
from symfed.checks import CounterexampleSearch, inequality_search
from symfed.checks.classes import EQUAL_CLIENTS
from symfed.claims import LOCAL_SLIP, Claim, Domain, Erratum, Tier, crosscheck, printed_at
from symfed.core.symbols import H, L, gamma, h, mu, t, tau
from symfed.models.arrays import solve
from symfed.strategies import instances
from symfed.strategies.sampled import sampled_runs
from symfed.theorems import Apply, Arithmetic, Assumed, Define
from symfed.theorems.conditional import at_drawn_point, at_drawn_start
from symfed.theorems.moments import at_random_start, hoelder
from symfed.theorems.norms import jensen, mean_of
from symfed.theorems.operators import minimiser, ordered_curvatures, shared_gradient
from symfed.theorems.randomness import expectation_of, own_rounds
from symfed.theorems.sequences import bounded_by_induction, instance, linear_combination
from symfed.theorems.vocabulary import E, Mean, Norm, grad, sample_grad

SHORT = sp.Le(gamma * mu * H, 1)
ROUNDS = Domain((SMALL, SHORT), lines={str(SMALL): "Lemma 5", str(SHORT): "Lemma 5"}) & CLASSES
#: What stays of the noise in the end, and what a local step adds of it.
FLOOR, ADDED = gamma * tau**2 / (mu * (1 - gamma * L)), 2 * gamma**2 * tau**2
T_w = SINGLE.T_w
PATH, ROUND, FAR = S_cw(h, x) - theta_star, T_w(x) - theta_star, Norm(x - theta_star) ** 2
NEXT, END = PATH.xreplace({h: h + 1}), PATH.xreplace({h: H})
STEPPED = S_cw(h, x) - gamma * sample_grad(h, S_cw(h, x)) - theta_star


def mean_square(v):
    return E(Norm(v) ** 2)


def same_square(name, left, right, fact):
    """E|left|^2 = E|right|^2 of two equal vectors."""
    return (
        Arithmetic(f"{name} squared", sp.Eq(Norm(left) ** 2, Norm(right) ** 2, evaluate=False), (f"{fact}/2",)),
        Apply(expectation_of, name, relation=f"{name} squared"),
    )


ONE_STEP = ("aistats-eq20-onestep/1", "aistats-eq20-onestep/2")


def paths(bound, premise=ONE_STEP):
    """What (20), two facts by name, makes of so many local steps from any point: `bound`."""
    return (
        *SINGLE.definitions,
        Apply(ordered_curvatures, "mu <= L"),
        Assumed("sixth moment", SIXTH),
        Apply(hoelder, "noise 2", vectors=(EPS,) * 2, sizes=(tau,) * 2, power=6),
        Arithmetic(
            "(20) with tau",
            le(E(AFTER**2), SLOW * FAR + ADDED),
            (*premise, "noise 2"),
            (1, 1, 2 * gamma**2),
        ),
        Apply(at_drawn_point, "at the path", relation="(20) with tau", x=x, step=h, at=S_cw(h, x)),
        linear_combination("a step on", NEXT, STEPPED, ("local step",)),
        *same_square("a step", NEXT, STEPPED, "a step on"),
        Arithmetic("one step", le(mean_square(NEXT), SLOW * mean_square(PATH) + ADDED), {"a step": 1, "at the path": 1}),
        linear_combination("begins", PATH.xreplace({h: sp.S.Zero}), x - theta_star, ("start",)),
        *same_square("at first", PATH.xreplace({h: sp.S.Zero}), x - theta_star, "begins"),
        Arithmetic("rate", le(0, SLOW), {"mu <= L": 2 * gamma}),
        Arithmetic("at most one", le(SLOW, 1)),
        after_steps("h steps", bound),
    )


def after_steps(name, bound):
    """E|T_h - theta*|^2 is at most a bound, a fact called `name`."""
    by = ("rate", "at most one", "at first")
    return bounded_by_induction(name, mean_square(PATH), h, bound, factor=SLOW, increment=ADDED, by=by)


def rounds(bound):
    """What a round from any point leaves, by paths called "h steps", and Jensen's inequality."""
    return (
        Apply(instance, "H steps", relation="h steps", at={h: H}),
        Apply(mean_of, "of all clients", relation="H steps"),
        Apply(jensen, "convexity", v=END, power=2),
        Apply(expectation_of, "convexity in the mean", relation="convexity"),
        linear_combination("ends", ROUND, Mean(END), ("round",)),
        *same_square("a round", ROUND, Mean(END), "ends"),
        Arithmetic("a round shrinks", le(mean_square(ROUND), bound), {"a round": 1, "convexity in the mean": 1, "of all clients": 1}),
    )


#: Summed step by step, the noise is a geometric series; printed in (21) is H times its first term.
LINEAR, GEOMETRIC = SLOW**h * FAR + h * ADDED, SLOW**h * FAR + (1 - SLOW**h) * FLOOR


def at_steps(bound, steps):
    return bound.xreplace({h: steps})


def a_walk(i, noise=2, rate=2):
    """E|S_2 - theta*|^2 over the four pairs of samples, and what two steps of (20) make of it with two terms of noise."""
    gap, _, _, there = read(i)
    after = [i.point]
    for _ in range(2):
        after = [point - i.gamma * i.gradient(0, z, point) for point in after for z in i.samples]
    slow = 1 - rate * i.gamma * i.mu * (1 - i.gamma * i.L)
    return moment([(point - i.point)[0] + gap for point in after], 2), slow**2 * gap**2 + 2 * noise * i.gamma**2 * moment(there, 2)


INSTANCES = exact(
    a_walk,
    {
        "a quarter of the noise": lambda i: a_walk(i, i.mu / i.mu / 4),
        "twice the rate": lambda i: a_walk(i, rate=4),
    },
)

ROUND_TEX = r"\mathbb E\|\tilde T^{(\gamma,H)}(\theta;Z_{1:N}^{1:H})-\theta^\star\|^2\le(1-2\gamma\mu(1-\gamma L))^H\,\mathbb E\|\theta-\theta^\star\|^2+%s"
eq21 = Claim(
    id="aistats-eq21-round",
    kind="inequality",
    says="(21), from any point: (20) H times, and Jensen's inequality. The noise is taken H times where a geometric series would do.",
    printed=printed_at("Equation (21)", ROUND_TEX % r"2\gamma^2H\tau^2"),
    under=UNDER,
    statement=le(mean_square(ROUND), at_steps(LINEAR, H)),
    lemmas=INSTANCES,
    follows=(*paths(LINEAR), *rounds(at_steps(LINEAR, H))),
    uses=("aistats-eq20-onestep",),
    expect=Tier.PROVED,
)

NOW = X_w(t) - theta_star
LATER, MOVED = NOW.xreplace({t: t + 1}), Q_w(t, X_w(t)) - theta_star
START = SLOW ** (H * t) * mean_square(NOW.xreplace({t: sp.S.Zero}))
IN_THE_END = le(mean_square(NOW), START + FLOOR)
FROM_A_POINT = (*paths(GEOMETRIC), *rounds(at_steps(GEOMETRIC, H)))
AFTER_ROUNDS = (
    Apply(own_rounds, "rounds", mapping=T_w, copy=Q_w, x=x),
    Define("starts", sp.Eq(X_w(0), START_w)),
    Define("steps", sp.Eq(X_w(t + 1), Q_w(t, X_w(t)))),
    Apply(at_drawn_start, "from the iterate", relation="a round shrinks", x=x, mapping=T_w, copy=Q_w, at=X_w(t)),
    linear_combination("next iterate", LATER, MOVED, ("steps",)),
    *same_square("next", LATER, MOVED, "next iterate"),
    Arithmetic(
        "next round", le(mean_square(LATER), SLOW**H * mean_square(NOW) + (1 - SLOW**H) * FLOOR), {"next": 1, "from the iterate": 1}
    ),
    Arithmetic("powers at H", le(0, SLOW**H), ("rate",)),
    bounded_by_induction(
        "rounds on",
        mean_square(NOW),
        t,
        SLOW ** (H * t) * mean_square(NOW.xreplace({t: sp.S.Zero})) + (1 - SLOW ** (H * t)) * FLOOR,
        factor=SLOW**H,
        increment=(1 - SLOW**H) * FLOOR,
        by=("powers at H",),
    ),
    Arithmetic("not negative", le(0, SLOW ** (H * t)), ("rate",)),
    Arithmetic("in the end", IN_THE_END, {"rounds on": 1, "not negative": FLOOR}),
)
MOMENT_TEX = r"\mathbb E\|\theta_t-\theta^\star\|^2\le(1-2\gamma\mu(1-\gamma L))^{Ht}\,\mathbb E\|\theta_0-\theta^\star\|^2+\frac{%s}{\mu(1-\gamma L)}\tau^2"
moment2 = Claim(
    id="aistats-lem5-moment2",
    kind="rate",
    says="Lemma 5, from any random start, with the constant that it prints and its proof does not reach: (20) is summed geometrically over local "
    "steps. gamma mu H <= 1 is idle. A3 is read with its last sentence (the display alone gives twice the noise for k = 0).",
    printed=printed_at("Lemma 5, first display", MOMENT_TEX % r"\gamma"),
    under=ROUNDS,
    statement=IN_THE_END,
    lemmas=INSTANCES,
    follows=(*FROM_A_POINT, *AFTER_ROUNDS),
    uses=("aistats-eq20-onestep",),
    see=("aistats-eq21-round", "aistats-lem5-proof-final", "symfed-noise-at-optimum"),
    expect=Tier.PROVED_GIVEN,
)

TWICE = le(mean_square(NOW), START + 2 * FLOOR)
proof_final = Claim(
    id="aistats-lem5-proof-final",
    kind="rate",
    says="The proof ends with twice the constant of the lemma. It holds, as the lemma does, but does not come from (21) used recursively, which "
    "gives 2 gamma^2 H tau^2/(1 - q^H), q the rate of a step: more than 2 gamma tau^2/(mu (1 - gamma L)) for mu = L, H = 8, gamma L = 1/8.",
    printed=printed_at(PLACE + ", display after (21)", (MOMENT_TEX % r"2\gamma").replace("_0-", "-")),
    under=ROUNDS,
    statement=TWICE,
    lemmas=INSTANCES,
    follows=(
        Arithmetic("floor", le(0, FLOOR)),
        Arithmetic("twice", TWICE, {"aistats-lem5-moment2": 1, "floor": 1}),
    ),
    uses=("aistats-lem5-moment2",),
    see=("aistats-eq21-round", "aistats-lem5-unroll-t"),
    expect=Tier.PROVED_GIVEN,
)


def from_a_round(i, noise=2):
    """Where rounds by (21) end, 2 gamma^2 H/(1 - q^H) with q the rate of a step, and the printed 2 gamma/(mu (1 - gamma L)), over tau^2."""
    q = 1 - 2 * i.gamma * i.mu * (1 - i.gamma * i.L)
    return noise * i.gamma**2 * i.H / (1 - q**i.H), 2 * i.gamma / (i.mu * (1 - i.gamma * i.L))


ROUND_TO_ROUND = inequality_search(
    lambda d, N: instances(d, N, (8, 8), noise=False), scope="exact step sizes and curvatures", sizes=((1, 1),), examples=60
)
unrolled = Claim(
    id="aistats-lem5-unroll-t",
    kind="inequality",
    says="The inference: rounds by (21), r <- q^H r + 2 gamma^2 H tau^2, q the rate of a step, end at 2 gamma^2 H tau^2/(1 - q^H), which is more than is "
    "printed at mu = L = 1, gamma = 1/8 and H = 8, where gamma mu H = 1. Local steps summed by (20) give half of what is printed.",
    printed=printed_at(PLACE + ", the words after (21)", r"\text{using (21) recursively, we obtain }" + proof_final.printed.tex),
    under=ROUNDS,
    statement=from_a_round,
    checks=ROUND_TO_ROUND,
    corrected=proof_final.id,
    see=("aistats-eq21-round",),
    erratum=Erratum(LOCAL_SLIP, "rounds by (21) end above the printed constant; local steps by (20) do not, and Lemma 5 holds"),
    expect=Tier.REFUTED,
)

FAR_w, PATH_w = theta_w - theta_star, S_cw(h, theta_w) - theta_star
FRESH_PART = 1 - SLOW**H
STATIONARY = (
    Arithmetic("rate below one", sp.Lt(SLOW, 1, evaluate=False), ("mu <= L",)),
    Arithmetic("something is fresh", sp.Gt(FRESH_PART, 0, evaluate=False), ("rate", "rate below one")),
    Arithmetic("falls", le(mean_square(ROUND), FAR - FRESH_PART * FAR + FRESH_PART * FLOOR), {"a round shrinks": 1}),
    in_the_long_run(FAR, FRESH_PART, FLOOR, ("something is fresh",)),
    Arithmetic("stationary second", le(mean_square(FAR_w), FLOOR), ("in the long run", "something is fresh")),
)
PATHS = (
    Arithmetic("powers at h", sp.Ge(SLOW**h, 0, evaluate=False), ("rate",)),
    Arithmetic(
        "in between",
        le(SLOW**h * mean_square(FAR_w) + (1 - SLOW**h) * FLOOR, FLOOR),
        ("stationary second", "powers at h"),
    ),
    Apply(at_random_start, "path", by=("in between",), relation="h steps", x=x, start=theta_w, bound=FLOOR),
)
ORDERS = (le(mean_square(FAR_w), FLOOR), le(mean_square(PATH_w), FLOOR))
orders = Claim(
    id="aistats-lem5-stationary-order",
    kind="expansion",
    says="With the constant: at most gamma tau^2/(mu (1 - gamma L)), so at most 2 gamma tau^2/mu, for the iterates and for local paths of any length. "
    "The mean over samples, which the second integral does not print, is read in: the sentence says how they are drawn.",
    printed=printed_at(
        "Lemma 5, second display",
        r"\int\|\theta-\theta^\star\|^2\pi^{(\gamma,H)}(d\theta)=O(\gamma),\ \int\|\tilde T_c^{(\gamma,h)}-\theta^\star\|^2\pi^{(\gamma,H)}(d\theta)=O(\gamma)",
    ),
    under=ROUNDS,
    statement=sp.And(*ORDERS, evaluate=False),
    lemmas=INSTANCES,
    follows=(*LAW, *FROM_A_POINT, *STATIONARY, *PATHS),
    uses=("aistats-eq20-onestep",),
    see=("aistats-lem5-moment2",),
    expect=Tier.PROVED,
)

LOCAL = le(mean_square(PATH_w), mean_square(FAR_w) + h * ADDED)
OF_ORDER = le(mean_square(FAR_w) + H * ADDED, 4 * gamma * tau**2 / mu)
local = Claim(
    id="aistats-lem5-local-h",
    kind="inequality",
    says="Local paths from the stationary law, for every h; up to h = H the right side is at most 4 gamma tau^2/mu, by gamma mu H <= 1.",
    printed=printed_at(
        PLACE + ", last display",
        r"\mathbb E\|\tilde T_c^{(\gamma,h)}-\theta^\star\|^2\le\mathbb E\|\theta-\theta^\star\|^2+2\gamma^2h\tau^2=O(\gamma+\gamma^2h)=O(\gamma),\ \gamma h=O(1)",
    ),
    under=ROUNDS,
    statement=sp.And(LOCAL, OF_ORDER, evaluate=False),
    lemmas=INSTANCES,
    follows=(
        *LAW,
        *FROM_A_POINT,
        *STATIONARY,
        after_steps("noise added up", LINEAR),
        Arithmetic("powers at h", sp.And(sp.Ge(SLOW**h, 0, evaluate=False), le(SLOW**h, 1)), ("rate", "at most one")),
        Apply(
            at_random_start,
            "path",
            by=("powers at h/2",),
            relation="noise added up",
            x=x,
            start=theta_w,
            bound=mean_square(FAR_w) + h * ADDED,
        ),
        Arithmetic("at most twice", le(FLOOR, 2 * gamma * tau**2 / mu)),
        Arithmetic("short", le(H * ADDED, 2 * gamma * tau**2 / mu)),
        Arithmetic("of order gamma", OF_ORDER, {"stationary second": 1, "at most twice": 1, "short": 1}),
    ),
    uses=("aistats-eq20-onestep",),
    see=("aistats-lem5-stationary-order",),
    expect=Tier.PROVED,
)


def copies(d, N):
    """Runs of clients that are one and the same."""
    run = sampled_runs(d, 1, cubic=False)
    return run.map(lambda i: replace(i, **{name: getattr(i, name).repeat(N, axis=0) for name in ("matrices", "vectors", "cubes")}))


def own_minimisers(i, scale=1):
    """Each client's own, so many times."""
    return np.stack([scale * solve(i.matrices[c].sum(axis=0), i.vectors[c].sum(axis=0)) for c in range(i.N)])


NONE_PULLS = le(Norm(grad(theta_star)), 0)
scope = Claim(
    id="aistats-rem2-lemma5-scope",
    kind="inequality",
    says="The gradients of equal clients are zero at theta*. That every client's is zero there is all that the proof of Lemma 5 uses of A2, "
    "beside A1 and A3; what the lemma states holds for clients that differ otherwise.",
    printed=printed_at(
        "Remark 2",
        r"\text{Lemma 5 only assumes }\nabla f_c(\theta^\star)=0\text{ for all }c.\text{ This notably holds under A6, but is in fact a stronger result}",
    ),
    under=Domain((), (A1, EQUAL_CLIENTS), {str(A1): "Lemma 5 (A1)", str(EQUAL_CLIENTS): "Remark 2 (A6)"}),
    statement=NONE_PULLS,
    lemmas=crosscheck(
        "theta* is every client's own",
        own_minimisers,
        CounterexampleSearch(
            copies,
            lambda i: np.stack([i.quadratic().optimum] * i.N),
            scope="exact least squares, clients that are one and the same",
            sizes=((1, 2), (2, 2)),
            examples=8,
        ),
        wrong={"twice it": lambda i: own_minimisers(i, 2)},
        assumes=Domain(),
    ),
    follows=(
        Apply(minimiser, "optimum", point=theta_star),
        Apply(shared_gradient, "alike", point=theta_star),
        linear_combination("none pulls", grad(theta_star), 0 * x, ("alike", "optimum")),
        Arithmetic("no pull", NONE_PULLS, ("none pulls/2",)),
    ),
    see=("aistats-lem5-moment2", "aistats-A6-homogeneity"),
    expect=Tier.PROVED,
)
