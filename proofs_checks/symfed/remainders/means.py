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
from symfed.theorems.sequences import combination, equal_by_induction, instance
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
        Apply(
            combination, "mean noise stays", u=E(at(h + 1, Q)), v=E(Q), equations=("more noise in the mean", "new sample"), factors=(1, 1)
        ),
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
        Apply(
            combination,
            "mean way",
            u=E(WAY),
            v=-gamma * (h * G + E(F)),
            equations=("way on the mean", "no mean noise"),
            factors=(1, -gamma),
        ),
        Apply(triangle, "mean way in two parts", u=h * G, v=E(F)),
        Arithmetic(
            "mean way is short",
            le(Norm(E(WAY)), gamma * h * (pull + L * s)),
            ("mean way/2", "mean way in two parts", "pulled", "its mean", "sum of gradients, once"),
            (1, gamma, gamma, gamma, gamma),
        ),
        Apply(spectral, "mean way, turned", by=("curvature/1", "curvature/2"), matrix=A_c, function=lam, bound=L, v=E(WAY)),
        Apply(triangle, "departure in two parts", u=sp.expand(A_c * E(WAY)), v=E(BENT)),
        Arithmetic(
            "departure",
            le(E(Norm(term)), step),
            ("departure in two parts", "mean way, turned", "mean way is short", "bent mean", "bent, once"),
            (1, 1, L, 1, 1),
        ),
        Arithmetic("departure rises", le(step, at(h + 1, step)), ("product rises", "square rises"), (gamma * L**2, M / 2)),
        Apply(combination, "no departure", u=at(0, total), v=0 * x, equations=("no gradients, mean",), factors=(1,)),
        Apply(combination, "more departures", u=at(h + 1, total), v=total + term, equations=("gradients in the mean",), factors=(1,)),
        Apply(minkowski_sum, "departures", by=("departure rises",), total=total, term=term, size=step, power=1),
        # a round in the mean
        *[Apply(instance, f"{name} at H", relation=name, at={h: H}) for name in ("path", "no mean noise", "departures")],
        Apply(mean_of, "path in the mean", relation="path at H"),
        Apply(
            combination,
            "round",
            u=T_w(theta_w) - theta_w,
            v=-gamma * (F_mean + Q_mean),
            equations=("there: round", "path in the mean", "optimum"),
            factors=(1, 1, -gamma * H),
        ),
        Apply(mean_of, "no mean noise of all", relation="no mean noise at H"),
        Apply(expectation_of, "round on the mean", relation="round/1"),
        Apply(
            combination,
            "no mean gradient",
            u=Mean(E(at(H, F))),
            v=sp.S.Zero,
            equations=("round on the mean", "same mean", "no mean noise of all"),
            factors=(1 / gamma, -1 / gamma, -1),
        ),
        Apply(combination, "start, turned", u=H * A * E(e), v=-Mean(at(H, total)), equations=("no mean gradient/1",), factors=(1,)),
        Apply(jensen, "convexity of departures", v=at(H, total)),
        Apply(mean_of, "departures of all", relation="departures at H"),
        Apply(mean_curvature, "mean curvature", matrix=A_c),
        Apply(coercive, "mean start", by=("mean curvature/1",), matrix=A, low=mu, v=E(e)),
        Arithmetic(
            "far",
            le(Norm(E(e)), far_of(pull, s)),
            ("mean start", "start, turned/2", "convexity of departures", "departures of all"),
            (1 / mu, 1 / (mu * H), 1 / (mu * H), 1 / (mu * H)),
        ),
    )
