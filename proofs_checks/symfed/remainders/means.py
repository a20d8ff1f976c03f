"""Means along a local path from the stationary law: noise has none, and the start is no farther from theta* than gamma H and gamma are."""

import sympy as sp

from proofs_checks.aistats.fixed_point_remainder import M
from proofs_checks.aistats.quantities import theta_star, x
from proofs_checks.aistats.stochastic_round import SINGLE, theta_w
from proofs_checks.symfed.remainders.setting import at, le
from proofs_checks.symfed.remainders.sums import BENT, A, A_c, F, F_mean, G, Q, Q_mean, S, e
from symfed.core.symbols import H, L, gamma, h, lam, mu
from symfed.theorems import Apply, Arithmetic
from symfed.theorems.moments import hoelder, minkowski_sum, norm_of_expectation, same_mean
from symfed.theorems.norms import jensen, mean_of, triangle
from symfed.theorems.operators import coercive, mean_curvature, spectral
from symfed.theorems.randomness import expectation_of, fresh_mean
from symfed.theorems.sequences import equal_by_induction, instance, linear_combination
from symfed.theorems.vocabulary import E, Mean, Norm

T_w = SINGLE.T_w
WAY = S - theta_w


def departure(pull, s):
    """How far a mean gradient along the path is from its linear part at the start."""
    return L * gamma * h * (pull + L * s) + M / 2 * s**2


def far_of(pull, s):
    """How far the stationary mean is from theta*, at most: of the orders gamma H and gamma."""
    return at(H, departure(pull, s)) / mu


def means(pull, s, s0):
    """E Q = 0, |E F - h A_c E e| <= h times the departure, and |E e| <= far, as the mean of all E F is zero."""
    step = departure(pull, s)
    total, term = E(F) - h * A_c * E(e), A_c * E(WAY) + E(BENT)
    return (
        Apply(same_mean, "same mean", by=("start squared",), mapping=T_w, law=theta_w, about=theta_star, bound=s0**2),
        Apply(fresh_mean, "new sample", x=S, step=h),
        Apply(expectation_of, "more noise in the mean", relation="there: more noise"),
        linear_combination("mean noise stays", E(at(h + 1, Q)), E(Q), ("more noise in the mean", "new sample")),
        Apply(expectation_of, "no noise in the mean", relation="there: no noise"),
        Apply(equal_by_induction, "no mean noise", u=E(Q), v=sp.S.Zero, index=h, factor=sp.S.One),
        Apply(expectation_of, "way on the mean", relation="way/1"),
        Apply(expectation_of, "no gradients, mean", relation="there: no gradients"),
        Apply(expectation_of, "gradients in the mean", relation="there: one gradient more"),
        Apply(hoelder, "bent, once", vectors=(BENT,), sizes=(M / 2 * s**2,), power=2),
        Apply(norm_of_expectation, "bent mean", v=BENT),
        Apply(hoelder, "sum of gradients, once", vectors=(F,), sizes=(h * L * s,), power=2),
        Apply(norm_of_expectation, "its mean", v=F),
        # the mean way from the start
        linear_combination("mean way", E(WAY), -gamma * (h * G + E(F)), {"way on the mean": 1, "no mean noise": -gamma}),
        Apply(triangle, "mean way in two parts", u=h * G, v=E(F)),
        Arithmetic(
            "mean way is short",
            le(Norm(E(WAY)), gamma * h * (pull + L * s)),
            {"mean way/2": 1, "mean way in two parts": gamma, "pulled": gamma, "its mean": gamma, "sum of gradients, once": gamma},
        ),
        Apply(spectral, "mean way, turned", by=("curvature/1", "curvature/2"), matrix=A_c, function=lam, bound=L, v=E(WAY)),
        Apply(triangle, "departure in two parts", u=sp.expand(A_c * E(WAY)), v=E(BENT)),
        Arithmetic(
            "departure",
            le(E(Norm(term)), step),
            {"departure in two parts": 1, "mean way, turned": 1, "mean way is short": L, "bent mean": 1, "bent, once": 1},
        ),
        Arithmetic("departure rises", le(step, at(h + 1, step)), {"product rises": gamma * L**2, "square rises": M / 2}),
        linear_combination("no departure", at(0, total), 0 * x, ("no gradients, mean",)),
        linear_combination("more departures", at(h + 1, total), total + term, ("gradients in the mean",)),
        Apply(minkowski_sum, "departures", by=("departure rises",), total=total, term=term, size=step, power=1),
        # a round in the mean
        *[Apply(instance, f"{name} at H", relation=name, at={h: H}) for name in ("path", "no mean noise", "departures")],
        Apply(mean_of, "path in the mean", relation="path at H"),
        linear_combination(
            "round", T_w(theta_w) - theta_w, -gamma * (F_mean + Q_mean), {"there: round": 1, "path in the mean": 1, "optimum": -gamma * H}
        ),
        Apply(mean_of, "no mean noise of all", relation="no mean noise at H"),
        Apply(expectation_of, "round on the mean", relation="round/1"),
        linear_combination(
            "no mean gradient",
            Mean(E(at(H, F))),
            sp.S.Zero,
            {"round on the mean": 1 / gamma, "same mean": -1 / gamma, "no mean noise of all": -1},
        ),
        linear_combination("start, turned", H * A * E(e), -Mean(at(H, total)), ("no mean gradient/1",)),
        Apply(jensen, "convexity of departures", v=at(H, total)),
        Apply(mean_of, "departures of all", relation="departures at H"),
        Apply(mean_curvature, "mean curvature", matrix=A_c),
        Apply(coercive, "mean start", by=("mean curvature/1",), matrix=A, low=mu, v=E(e)),
        Arithmetic(
            "far",
            le(Norm(E(e)), far_of(pull, s)),
            {
                "mean start": 1 / mu,
                "start, turned/2": 1 / (mu * H),
                "convexity of departures": 1 / (mu * H),
                "departures of all": 1 / (mu * H),
            },
        ),
    )
