"""How the bound of Theorem 2 on the bias follows: what is left of the bias after a round, and how far clients come apart in it."""

import sympy as sp

from proofs_checks.aistats.proposition_1 import RATE
from proofs_checks.aistats.proposition_2 import SPREAD, SPREAD_GRADIENTS
from proofs_checks.aistats.quadratic_mean_path import BIAS, FROM_STAR, PRODUCTS, A_c, Gamma_c
from proofs_checks.aistats.quantities import theta_star, x
from proofs_checks.aistats.shrinking import always_zero, bounded_by_start
from symfed.core.symbols import H, gamma, h, lam, mu, zeta1, zeta2
from symfed.theorems import Apply, Arithmetic, Define
from symfed.theorems.norms import cauchy_schwarz, jensen, mean_of, operator_norm, triangle
from symfed.theorems.operators import mean_curvature, spectral
from symfed.theorems.sequences import bounded_by_induction, instance, linear_combination
from symfed.theorems.vocabulary import Mean, Norm, OpNorm, grad, sequence

V_c = sequence("V_c", "client c's local path from theta*, with exact gradients, less theta*")
U_c = sequence("U_c", "the same path with the mean Hessian in place of the client's")
A = Mean(A_c)
WITHOUT = FROM_STAR - Gamma_c(h, BIAS) - V_c(h)
APART = V_c(h) - U_c(h)
TURN = OpNorm(A_c - A)


def apart(index):
    """How far two such paths are apart."""
    return gamma * (index - 1) * (1 - RATE**index) / mu * TURN * SPREAD


BOUNDED = (
    *PRODUCTS[:4],
    Define("at theta*", sp.Eq(V_c(0), 0)),
    Define("from theta*", sp.Eq(V_c(h + 1), V_c(h) - gamma * A_c * V_c(h) - gamma * grad(theta_star))),
    Define("at theta* too", sp.Eq(U_c(0), 0)),
    Define("by the mean", sp.Eq(U_c(h + 1), U_c(h) - gamma * A * U_c(h) - gamma * grad(theta_star))),
    # the path is a contraction of the bias and the path from theta*
    *always_zero(
        "split",
        WITHOUT,
        A_c,
        (("path starts/1", "no factor of the bias", "at theta*"), (1, -1, -1)),
        (("path steps/1", "factor of the bias", "from theta*"), (1, -1, -1)),
    ),
    Apply(instance, "split at H", relation="split", at={h: H}),
    Apply(mean_of, "split in the mean", relation="split at H"),
    # the bias shrinks along its own path
    *bounded_by_start("factors", Gamma_c(h, BIAS), BIAS, A_c, (("no factor of the bias",), (1,)), (("factor of the bias",), (1,))),
    Apply(instance, "H factors", relation="factors", at={h: H}),
    Apply(mean_of, "mean factors", relation="H factors"),
    Apply(jensen, "convexity of factors", v=Gamma_c(H, BIAS)),
    # with one Hessian for all, the clients' paths from theta* cancel
    Apply(mean_curvature, "mean curvature", matrix=A_c),
    Apply(mean_of, "mean by the mean", relation="by the mean"),
    Apply(mean_of, "mean at theta*", relation="at theta* too"),
    *always_zero("no mean", Mean(U_c(h)), A, (("mean at theta*",), (1,)), (("mean by the mean", "optimum"), (1, -gamma))),
    Apply(instance, "no mean at H", relation="no mean", at={h: H}),
    # such a path does not go far
    Apply(spectral, "it turns back", by=("mu <= L",), matrix=A, function=1 - gamma * lam, bound=RATE, v=U_c(h)),
    Apply(triangle, "and is pulled", u=U_c(h) - gamma * A * U_c(h), v=-gamma * grad(theta_star)),
    linear_combination("one pull", U_c(h + 1), U_c(h) - gamma * A * U_c(h) - gamma * grad(theta_star), ("by the mean",)),
    linear_combination("not pulled", U_c(0), 0 * x, ("at theta* too",)),
    Arithmetic(
        "a pull", sp.Le(Norm(U_c(h + 1)), RATE * Norm(U_c(h)) + gamma * SPREAD), {"it turns back": 1, "and is pulled": 1, "one pull/2": 1}
    ),
    bounded_by_induction(
        "pulls",
        Norm(U_c(h)),
        h,
        (1 - RATE**h) / mu * SPREAD,
        factor=RATE,
        increment=gamma * SPREAD,
        by=("mu <= L", "a pull", "not pulled/2"),
    ),
    # nor do the two paths come far apart
    Apply(spectral, "apart shrinks", by=("mu <= L",), matrix=A_c, function=1 - gamma * lam, bound=RATE, v=APART),
    Apply(operator_norm, "turned", matrix=A_c - A, v=U_c(h)),
    Apply(triangle, "apart in two", u=APART - gamma * A_c * APART, v=-gamma * (A_c - A) * U_c(h)),
    linear_combination(
        "apart steps",
        APART.xreplace({h: h + 1}),
        APART - gamma * A_c * APART - gamma * (A_c - A) * U_c(h),
        {"from theta*": 1, "by the mean": -1},
    ),
    linear_combination("together", V_c(0) - U_c(0), 0 * x, {"at theta*": 1, "at theta* too": -1}),
    Arithmetic("turned a little", sp.Le(Norm((A_c - A) * U_c(h)), (1 - RATE**h) / mu * TURN * SPREAD), {"turned": 1, "pulls": TURN}),
    Arithmetic(
        "apart a little",
        sp.Le(Norm(APART.xreplace({h: h + 1})), RATE * Norm(APART) + gamma * (1 - RATE**h) / mu * TURN * SPREAD),
        {"apart shrinks": 1, "apart in two": 1, "apart steps/2": 1, "turned a little": gamma},
    ),
    bounded_by_induction(
        "apart",
        Norm(APART),
        h,
        apart(h),
        factor=RATE,
        increment=gamma * (1 - RATE**h) / mu * TURN * SPREAD,
        by=("mu <= L", "apart a little", "together/2"),
    ),
    Apply(instance, "apart at H", relation="apart", at={h: H}),
    Apply(mean_of, "apart in the mean", relation="apart at H"),
    Apply(jensen, "convexity of the rest", v=APART.xreplace({h: H})),
    # Cauchy-Schwarz and A2
    *SPREAD_GRADIENTS,
    Apply(cauchy_schwarz, "together in the mean", x=TURN, y=SPREAD),
    Arithmetic("gradients", sp.Le(Mean(SPREAD**2), zeta1**2), ("A2/1", "mean square")),
    Arithmetic("product", sp.Le(Mean(TURN * SPREAD) ** 2, zeta1**2 * zeta2**2), ("A2/2", "gradients", "together in the mean")),
    Arithmetic("heterogeneity", sp.Le(Mean(TURN * SPREAD), zeta1 * zeta2), ("product",)),
    # all of it
    linear_combination(
        "the bias", BIAS, Mean(Gamma_c(H, BIAS)) + Mean(APART.xreplace({h: H})), ("path ends/1", "split in the mean", "no mean at H")
    ),
    Apply(triangle, "two parts", u=Mean(Gamma_c(H, BIAS)), v=Mean(APART.xreplace({h: H}))),
    Arithmetic(
        "shrunk",
        sp.Le((1 - RATE**H) * Norm(BIAS), (1 - RATE**H) * gamma * (H - 1) / mu * Mean(TURN * SPREAD), evaluate=False),
        {"the bias/2": 1, "two parts": 1, "mean factors": 1, "convexity of factors": 1, "apart in the mean": 1, "convexity of the rest": 1},
    ),
    Arithmetic("shrinks", sp.Lt(RATE**H, 1, evaluate=False), ("mu <= L",)),
    Arithmetic("divided", sp.Le(Norm(BIAS), gamma * (H - 1) / mu * Mean(TURN * SPREAD)), ("shrunk", "shrinks")),
)
