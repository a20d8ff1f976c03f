"""The mean path of a client on quadratics, from the stationary distribution, and the identity of Theorem 2 that follows from it."""

import sympy as sp

from proofs_checks.aistats.quantities import theta_star, x
from proofs_checks.aistats.shrinking import always_zero
from proofs_checks.aistats.stochastic_round import SINGLE, S_cw, theta_sto, theta_w
from symfed.core.symbols import H, gamma, h
from symfed.theorems import Apply, Define
from symfed.theorems.norms import mean_of
from symfed.theorems.operators import minimiser, own_minimiser, quadratic_gradient
from symfed.theorems.randomness import expectation_of, fresh_mean
from symfed.theorems.sequences import instance, linear_combination
from symfed.theorems.vocabulary import E, Mean, Vector, grad, hess, sequence

theta_c = Vector("theta_star_c", "a client's own minimiser")
M_c = sequence("M_c", "the mean of client c's local path from the stationary law, after so many steps")
Gamma_c = sequence("Gamma_c", "so many factors Id - gamma A_c applied to a vector")
A_c = hess(theta_star)
BIAS = theta_sto - theta_star
FROM_STAR = M_c(h) - theta_star
OWN = theta_c - theta_star
LEFT_OVER = FROM_STAR - OWN - Gamma_c(h, BIAS) + Gamma_c(h, OWN)

#: The mean path of a client that starts from the stationary law: a gradient step on its own quadratic. Its mean over clients comes back.
MEAN_PATH = (
    Apply(minimiser, "optimum", point=theta_star),
    *SINGLE.stationary,
    SINGLE.mean,
    Define("mean path", sp.Eq(M_c(h), E(S_cw(h, theta_w)))),
    Apply(instance, "start there", relation="start", at={x: theta_w}),
    Apply(expectation_of, "mean start", relation="start there"),
    Apply(instance, "local step there", relation="local step", at={x: theta_w}),
    Apply(expectation_of, "mean step", relation="local step there"),
    Apply(fresh_mean, "mean sample", x=S_cw(h, theta_w), step=h),
    Apply(quadratic_gradient, "linear", x=S_cw(h, theta_w), y=theta_star, anywhere=theta_star),
    Apply(expectation_of, "mean gradient", relation="linear/1"),
    Apply(instance, "round there", relation="round", at={x: theta_w}),
    Apply(expectation_of, "mean round", relation="round there"),
    Apply(instance, "at 0", relation="mean path", at={h: sp.S.Zero}),
    Apply(instance, "at h + 1", relation="mean path", at={h: h + 1}),
    Apply(instance, "at H", relation="mean path", at={h: H}),
    Apply(mean_of, "at H in the mean", relation="at H"),
    linear_combination("path starts", M_c(0) - theta_star, BIAS, {"at 0": 1, "mean start": 1, "stationary mean": -1}),
    linear_combination(
        "path steps",
        M_c(h + 1) - theta_star,
        FROM_STAR - gamma * (grad(theta_star) + A_c * FROM_STAR),
        {"at h + 1": 1, "mean step": 1, "mean sample": -gamma, "mean gradient": -gamma, "mean path": -1 + gamma * A_c},
    ),
    linear_combination(
        "path ends", BIAS, Mean(M_c(H)) - theta_star, {"stationary mean": 1, "stationary/2": -1, "mean round": 1, "at H in the mean": -1}
    ),
)

PRODUCTS = (
    Define("no factor", sp.Eq(Gamma_c(0, x), x)),
    Define("factor", sp.Eq(Gamma_c(h + 1, x), Gamma_c(h, x) - gamma * A_c * Gamma_c(h, x))),
    Apply(instance, "no factor of the bias", relation="no factor", at={x: BIAS}),
    Apply(instance, "factor of the bias", relation="factor", at={x: BIAS}),
    Apply(instance, "no factor of the own", relation="no factor", at={x: OWN}),
    Apply(instance, "factor of the own", relation="factor", at={x: OWN}),
)

UNROLLED = (
    Apply(own_minimiser, "own optimum", point=theta_c),
    Apply(quadratic_gradient, "own linear", x=theta_c, y=theta_star, anywhere=theta_star),
    *PRODUCTS,
    *always_zero(
        "unrolled",
        LEFT_OVER,
        A_c,
        (("path starts/1", "no factor of the bias", "no factor of the own"), (1, -1, 1)),
        (("path steps/1", "factor of the bias", "factor of the own", "own linear/1", "own optimum"), (1, -1, 1, gamma, -gamma)),
    ),
    Apply(instance, "after H steps", relation="unrolled", at={h: H}),
    Apply(mean_of, "unrolled in the mean", relation="after H steps"),
    linear_combination("identity", BIAS - Mean(Gamma_c(H, BIAS)), Mean(OWN - Gamma_c(H, OWN)), ("path ends/1", "unrolled in the mean")),
)
