"""How far FedAvg's iterates are from the stationary mean in mean square, for general losses, from any start."""

from dataclasses import replace

import sympy as sp

from proofs_checks.aistats.assumption_3 import A3 as NOISE
from proofs_checks.aistats.assumption_4 import A4 as UNIFORM
from proofs_checks.aistats.averages import two_runs
from proofs_checks.aistats.proposition_2 import SPREAD, SPREAD_GRADIENTS
from proofs_checks.aistats.quantities import T_c, local_step, start, theta_star, x, y
from proofs_checks.aistats.shrinking import RATE
from proofs_checks.aistats.stochastic_round import SINGLE, S_cw, theta_sto, theta_w
from symfed.core.symbols import H, L, gamma, h, mu, t, tau, tau_uniform, zeta1
from symfed.theorems import Apply, Arithmetic, Assumed
from symfed.theorems.norms import jensen, mean_of, squared_triangle
from symfed.theorems.operators import minimiser
from symfed.theorems.randomness import (
    cocoercive,
    cocoercive_mean,
    expectation_of,
    fresh_sample,
    fresh_square,
    fresh_variance,
    kept_by_round,
    kept_by_rounds,
    monotone,
    nearest_mean,
    polarisation,
    sum_with,
)
from symfed.theorems.sequences import bounded_by_induction, instance, linear_combination
from symfed.theorems.vocabulary import SECOND_MOMENT, E, Inner, Mean, Norm, Stated, Vector, grad, sample_grad

A3 = Stated(
    NOISE.says,
    NOISE.contains,
    implies=(SECOND_MOMENT,),
    # at theta* the bound is tau² (1 + 0^k), and k may be zero
    relations=(sp.Le(E(Norm(sample_grad(h, theta_star) - grad(theta_star)) ** 2), 2 * tau**2, evaluate=False),),
)
A4 = Stated(
    UNIFORM.says,
    UNIFORM.contains,
    implies=(SECOND_MOMENT,),
    relations=(sp.Le(E(Norm(sample_grad(h, x) - grad(x)) ** 2), tau_uniform**2, evaluate=False),),
)

T_w = SINGLE.T_w
PATH = S_cw(h, theta_w)
SAMPLE, PULL = sample_grad(h, PATH), grad(theta_star)
LAW = {"mapping": T_w, "factor": RATE**H, "x": x, "y": y, "law": theta_w}
FROM_STAR, CHANGE = PATH - theta_star, grad(PATH) - PULL
#: From where the gradient at theta* alone would have led a client that started there.
DRIFT = gamma * h * PULL
ALONG = FROM_STAR + DRIFT
AFTER = ALONG.xreplace({h: h + 1})
GROWTH = Inner(FROM_STAR, CHANGE)
IN_PARTS = Norm(ALONG) ** 2 - 2 * gamma * GROWTH - 2 * gamma * Inner(DRIFT, CHANGE) + gamma**2 * Norm(CHANGE) ** 2
MEAN_STEP = Norm(ALONG) ** 2 - 5 * gamma / 4 * GROWTH + 4 * gamma / 3 * L * Norm(DRIFT) ** 2 + gamma**2 * Norm(CHANGE) ** 2
NOISE_AT_STAR = sample_grad(h, theta_star) - PULL
SLOW = 1 - gamma * mu / 2
SQUARE = E(Norm(theta_w - theta_star) ** 2)


def squared(v):
    return E(Norm(v) ** 2)


def squares(name, u, v):
    """From |u| = |v|, the second fact of a combination, to E|u|² = E|v|²."""
    return (
        Arithmetic(f"{name} squared", sp.Eq(Norm(u) ** 2, Norm(v) ** 2, evaluate=False), (f"{name}/2",)),
        Apply(expectation_of, f"{name} squared in the mean", relation=f"{name} squared"),
    )


def bounded(index, rest):
    """What (1 - gamma mu/2)-contractions leave after so many steps of a start SQUARE and increments `rest`."""
    return SLOW**index * SQUARE + (1 - SLOW**index) * 2 / (gamma * mu) * rest


def increment(index, pull):
    return gamma**3 * index**2 * sp.Rational(7, 3) * L * pull + 4 * gamma**2 * tau**2


#: E|theta - theta*|² under the stationary distribution, in terms of zeta_1 and tau.
ABOUT_STAR = (
    Apply(minimiser, "optimum", point=theta_star),
    *SINGLE.stationary,
    Assumed("A3", A3),
    Apply(instance, "start there", relation="start", at={x: theta_w}),
    Apply(instance, "local step there", relation="local step", at={x: theta_w}),
    Apply(instance, "round there", relation="round", at={x: theta_w}),
    linear_combination("along starts", ALONG.xreplace({h: sp.S.Zero}), theta_w - theta_star, ("start there",)),
    linear_combination("along steps", AFTER, ALONG - gamma * (SAMPLE - PULL), ("local step there",)),
    *squares("along starts", ALONG.xreplace({h: sp.S.Zero}), theta_w - theta_star),
    *squares("along steps", AFTER, ALONG - gamma * (SAMPLE - PULL)),
    # the sample is drawn anew: its variance is added
    Apply(fresh_square, "drawn anew", u=ALONG, v=PULL, x=PATH, step=h, factor=gamma),
    Apply(fresh_square, "variance", u=0 * x, v=PULL, x=PATH, step=h, factor=sp.S.One),
    Apply(squared_triangle, "noise in two", u=SAMPLE - sample_grad(h, theta_star), v=NOISE_AT_STAR),
    Apply(cocoercive, "smooth sample", x=PATH, y=theta_star, step=h),
    Arithmetic(
        "noise",
        sp.Le(Norm(SAMPLE - PULL) ** 2, 2 * L * Inner(FROM_STAR, SAMPLE - sample_grad(h, theta_star)) + 2 * Norm(NOISE_AT_STAR) ** 2),
        {"noise in two": 1, "smooth sample": 2},
    ),
    Apply(expectation_of, "noise in the mean", relation="noise"),
    Apply(fresh_sample, "a new sample there", x=PATH, y=theta_star, step=h, u=FROM_STAR),
    # and the mean step contracts, but for the drift
    Apply(polarisation, "square of a step", u=ALONG, v=CHANGE, factor=gamma),
    Apply(sum_with, "drift apart", u=FROM_STAR, v=DRIFT, w=CHANGE),
    Apply(polarisation, "drift in the step", u=DRIFT, v=CHANGE, factor=-3 / (4 * L)),
    Apply(cocoercive_mean, "smooth", x=PATH, y=theta_star),
    Arithmetic("step in parts", sp.Le(Norm(ALONG - gamma * CHANGE) ** 2, IN_PARTS), {"square of a step": 1, "drift apart": -2 * gamma}),
    Arithmetic(
        "drift's part",
        sp.Le(-2 * Inner(DRIFT, CHANGE), sp.Rational(4, 3) * L * Norm(DRIFT) ** 2 + 3 / (4 * L) * Norm(CHANGE) ** 2),
        {"drift in the step": 4 * L / 3},
    ),
    Arithmetic(
        "mean step",
        sp.Le(Norm(ALONG - gamma * CHANGE) ** 2, MEAN_STEP),
        {"step in parts": 1, "drift's part": gamma, "smooth": 3 * gamma / (4 * L)},
    ),
    Apply(expectation_of, "mean step in the mean", relation="mean step"),
    Apply(monotone, "convex", x=PATH, y=theta_star),
    Apply(squared_triangle, "from theta*", u=FROM_STAR, v=DRIFT),
    Arithmetic("pulled back", sp.Ge(GROWTH, mu / 2 * Norm(ALONG) ** 2 - mu * Norm(DRIFT) ** 2), {"convex": 1, "from theta*": mu / 2}),
    Arithmetic("not pushed", sp.Ge(GROWTH, 0), {"convex": 1}),
    Apply(expectation_of, "pulled back in the mean", relation="pulled back"),
    Apply(expectation_of, "not pushed in the mean", relation="not pushed"),
    Arithmetic(
        "with its noise",
        sp.Le(squared(AFTER), squared(ALONG - gamma * CHANGE) + gamma**2 * squared(SAMPLE - PULL) - gamma**2 * squared(CHANGE)),
        {"along steps squared in the mean": 1, "drawn anew": 1, "variance": -(gamma**2)},
    ),
    Arithmetic(
        "its noise",
        sp.Le(squared(SAMPLE - PULL), 2 * L * E(GROWTH) + 4 * tau**2),
        {"noise in the mean": 1, "a new sample there": 2 * L, "A3": 2},
    ),
    Arithmetic(
        "one step from theta*",
        sp.Le(squared(AFTER), SLOW * squared(ALONG) + increment(h, Norm(PULL) ** 2)),
        {
            "with its noise": 1,
            "its noise": gamma**2,
            "mean step in the mean": 1,
            "pulled back in the mean": gamma,
            "not pushed in the mean": gamma / 4 - 2 * gamma**2 * L,
            "mu <= L": gamma**3 * h**2 * Norm(PULL) ** 2,
        },
    ),
    bounded_by_induction(
        "steps from theta*",
        squared(ALONG),
        h,
        bounded(h, increment(h, Norm(PULL) ** 2)),
        factor=SLOW,
        increment=increment(h, Norm(PULL) ** 2),
        by=("mu <= L", "one step from theta*", "along starts squared in the mean"),
    ),
    Apply(instance, "H steps from theta*", relation="steps from theta*", at={h: H}),
    Apply(mean_of, "all of them from theta*", relation="H steps from theta*"),
    # the drifts cancel in the mean over clients, and a round leaves the distribution as it is
    linear_combination("drifts cancel", T_w(theta_w) - theta_star, Mean(ALONG.xreplace({h: H})), {"round there": 1, "optimum": -gamma * H}),
    *squares("drifts cancel", T_w(theta_w) - theta_star, Mean(ALONG.xreplace({h: H}))),
    Apply(jensen, "convexity about theta*", v=ALONG.xreplace({h: H}), power=2),
    Apply(expectation_of, "convexity about theta* in the mean", relation="convexity about theta*"),
    Apply(kept_by_round, "kept about theta*", by=("mu <= L",), about=theta_star, **LAW),
    *SPREAD_GRADIENTS,
    Arithmetic("gradients", sp.Le(Mean(SPREAD**2), zeta1**2), ("A2/1", "mean square")),
    Arithmetic("slow shrinks", sp.Lt(SLOW**H, 1, evaluate=False), ("mu <= L",)),
    Arithmetic(
        "shrunk about theta*",
        sp.Le((1 - SLOW**H) * SQUARE, (1 - SLOW**H) * 2 / (gamma * mu) * increment(H, Mean(SPREAD**2)), evaluate=False),
        {
            "kept about theta*": -1,
            "drifts cancel squared in the mean": 1,
            "convexity about theta* in the mean": 1,
            "all of them from theta*": 1,
        },
    ),
    Arithmetic(
        "divided about theta*",
        sp.Le(SQUARE, 2 / (gamma * mu) * increment(H, Mean(SPREAD**2))),
        ("shrunk about theta*", "slow shrinks", "mu <= L"),
    ),
    Arithmetic(
        "about theta*",
        sp.Le(SQUARE, 6 * H**2 * gamma**2 * L**2 * zeta1**2 / mu**2 + 8 * gamma / mu * tau**2),
        {
            "divided about theta*": 1,
            "gradients": 14 * gamma**2 * H**2 * L / (3 * mu),
            "mu <= L": 6 * H**2 * gamma**2 * L * zeta1**2 / mu**2,
        },
    ),
)

#: Client c's path with samples from the stationary distribution, less its path without noise from the stationary mean.
EXACT = T_c(h, theta_sto)
APART, GAP = PATH - EXACT, grad(PATH) - grad(EXACT)
APART_AFTER, APART_AT_H = (APART.xreplace({h: end}) for end in (h + 1, H))
VARIANCE = squared(theta_w - theta_sto)
LEFT = RATE**h * VARIANCE + (1 - RATE**h) * gamma / mu * tau_uniform**2

#: The variance of the stationary distribution is at most gamma tau~²/mu.
ABOUT_MEAN = (
    SINGLE.mean,
    Assumed("A4", A4),
    *[replace(definition, name=f"exact {definition.name}") for definition in (start, local_step)],
    Apply(instance, "exact start there", relation="exact start", at={x: theta_sto}),
    Apply(instance, "exact step there", relation="exact local step", at={x: theta_sto}),
    linear_combination("apart starts", APART.xreplace({h: sp.S.Zero}), theta_w - theta_sto, {"start there": 1, "exact start there": -1}),
    linear_combination("apart steps", APART_AFTER, APART - gamma * (SAMPLE - grad(EXACT)), {"local step there": 1, "exact step there": -1}),
    *squares("apart starts", APART.xreplace({h: sp.S.Zero}), theta_w - theta_sto),
    *squares("apart steps", APART_AFTER, APART - gamma * (SAMPLE - grad(EXACT))),
    Apply(fresh_square, "apart by a new sample", u=APART, v=grad(EXACT), x=PATH, step=h, factor=gamma),
    Apply(fresh_variance, "its variance", x=x, bound=tau_uniform**2, step=h, at=PATH),
    Apply(polarisation, "square apart", u=APART, v=GAP, factor=gamma),
    Apply(cocoercive_mean, "smooth apart", x=PATH, y=EXACT),
    Apply(monotone, "convex apart", x=PATH, y=EXACT),
    Arithmetic(
        "mean step apart",
        sp.Le(Norm(APART - gamma * GAP) ** 2, RATE * Norm(APART) ** 2),
        {"square apart": 1, "smooth apart": gamma**2, "convex apart": 2 * gamma - gamma**2 * L},
    ),
    Apply(expectation_of, "mean step apart in the mean", relation="mean step apart"),
    Arithmetic(
        "one step apart",
        sp.Le(squared(APART_AFTER), RATE * squared(APART) + gamma**2 * tau_uniform**2),
        {"apart steps squared in the mean": 1, "apart by a new sample": 1, "its variance": gamma**2, "mean step apart in the mean": 1},
    ),
    bounded_by_induction(
        "steps apart",
        squared(APART),
        h,
        LEFT,
        factor=RATE,
        increment=gamma**2 * tau_uniform**2,
        by=("mu <= L", "one step apart", "apart starts squared in the mean"),
    ),
    Apply(instance, "H steps apart", relation="steps apart", at={h: H}),
    Apply(mean_of, "all of them apart", relation="H steps apart"),
    linear_combination("round apart", T_w(theta_w) - Mean(EXACT.xreplace({h: H})), Mean(APART_AT_H), ("round there",)),
    *squares("round apart", T_w(theta_w) - Mean(EXACT.xreplace({h: H})), Mean(APART_AT_H)),
    Apply(jensen, "convexity apart", v=APART_AT_H, power=2),
    Apply(expectation_of, "convexity apart in the mean", relation="convexity apart"),
    linear_combination("mean after a round", theta_sto, E(T_w(theta_w)), {"stationary mean": 1, "stationary/2": -1}),
    Apply(nearest_mean, "about the mean", v=T_w(theta_w), mean=theta_sto, point=Mean(EXACT.xreplace({h: H})), by=("mean after a round/1",)),
    Apply(kept_by_round, "kept about the mean", by=("mu <= L",), about=theta_sto, **LAW),
    Arithmetic("shrinks", sp.Lt(RATE**H, 1, evaluate=False), ("mu <= L",)),
    Arithmetic(
        "shrunk about the mean",
        sp.Le((1 - RATE**H) * VARIANCE, (1 - RATE**H) * gamma / mu * tau_uniform**2, evaluate=False),
        {
            "kept about the mean": -1,
            "about the mean": 1,
            "round apart squared in the mean": 1,
            "convexity apart in the mean": 1,
            "all of them apart": 1,
        },
    ),
    Arithmetic("stationary variance", sp.Le(VARIANCE, gamma / mu * tau_uniform**2), ("shrunk about the mean", "shrinks")),
)

TWO = two_runs(SINGLE)
BEGINS = Vector("theta_start")
ITERATE, OTHER = TWO.X_w(t), TWO.Y_w(t)
PSI = 4 * Norm(BEGINS - theta_star) ** 2 + 24 * H**2 * gamma**2 * L**2 * zeta1**2 / mu**2 + 32 * gamma / mu * tau**2
NEAR = sp.Le(squared(ITERATE - theta_sto), RATE ** (H * t) * PSI + 4 * gamma / mu * tau_uniform**2)

#: The iterates forget their start, and a run from the stationary distribution keeps it.
NEIGHBORHOOD = (
    *ABOUT_STAR,
    *ABOUT_MEAN,
    *TWO.steps,
    Apply(kept_by_rounds, "kept by rounds", by=("mu <= L",), copy=TWO.R_w, chain=TWO.Y_w, about=theta_sto, **LAW),
    Apply(squared_triangle, "two parts", u=ITERATE - OTHER, v=OTHER - theta_sto),
    Apply(expectation_of, "two parts in the mean", relation="two parts"),
    linear_combination("at first", TWO.gap.xreplace({t: sp.S.Zero}), BEGINS - theta_w, {"X starts": 1, "Y starts": -1}),
    *squares("at first", TWO.gap.xreplace({t: sp.S.Zero}), BEGINS - theta_w),
    Apply(squared_triangle, "at first in two", u=BEGINS - theta_star, v=theta_star - theta_w),
    Apply(expectation_of, "at first in two in the mean", relation="at first in two"),
    Arithmetic(
        "forgotten start",
        sp.Le(2 * TWO.start, PSI),
        {"at first squared in the mean": 2, "at first in two in the mean": 2, "about theta*": 4},
    ),
    Arithmetic("forgotten", sp.Le(2 * squared(TWO.gap), RATE ** (H * t) * PSI), ("runs", "forgotten start", "mu <= L")),
    Arithmetic(
        "variance kept", sp.Le(squared(OTHER - theta_sto), gamma / mu * tau_uniform**2), {"kept by rounds": 1, "stationary variance": 1}
    ),
    Arithmetic("neighborhood", NEAR, {"two parts in the mean": 1, "forgotten": 1, "variance kept": 2}),
)
