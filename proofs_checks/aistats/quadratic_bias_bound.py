"""How the bound of Theorem 2 on the bias follows: what is left of the bias after a round, and how far clients come apart in it."""

import sympy as sp

from proofs_checks.aistats.proposition_1 import RATE
from proofs_checks.aistats.quadratic_mean_path import BIAS, FROM_STAR, PRODUCTS, STEP, A_c, Gamma_c
from proofs_checks.aistats.quantities import A2, theta_star, x
from symfed.core.symbols import H, gamma, h, mu, zeta1, zeta2
from symfed.theorems import Apply, Arithmetic, Assumed, Define
from symfed.theorems.norms import cauchy_schwarz, jensen, mean_of, operator_norm, triangle, zero_norm
from symfed.theorems.operators import mean_curvature, spectral
from symfed.theorems.sequences import combination, induction, instance
from symfed.theorems.vocabulary import Mean, Norm, OpNorm, grad, sequence

V_c = sequence("V_c", "client c's local path from theta*, with exact gradients, less theta*")
U_c = sequence("U_c", "the same path with the mean Hessian in place of the client's")
A = Mean(A_c)
WITHOUT = FROM_STAR - Gamma_c(h, BIAS) - V_c(h)
APART = V_c(h) - U_c(h)
PULL, TURN = Norm(grad(theta_star)), OpNorm(A_c - A)


def apart(index):
    """How far two such paths are apart."""
    return gamma * (index - 1) * (1 - RATE**index) / mu * TURN * PULL


BOUNDED = (
    *PRODUCTS[:4],
    Define("at theta*", sp.Eq(V_c(0), 0)),
    Define("from theta*", sp.Eq(V_c(h + 1), V_c(h) - gamma * A_c * V_c(h) - gamma * grad(theta_star))),
    Define("at theta* too", sp.Eq(U_c(0), 0)),
    Define("by the mean", sp.Eq(U_c(h + 1), U_c(h) - gamma * A * U_c(h) - gamma * grad(theta_star))),
    # the path is a contraction of the bias and the path from theta*
    Apply(
        combination,
        "both start",
        u=WITHOUT.xreplace({h: sp.S.Zero}),
        v=0 * x,
        equations=("path starts/1", "no factor of the bias", "at theta*"),
        factors=(1, -1, -1),
    ),
    Apply(
        combination,
        "both step",
        u=WITHOUT.xreplace({h: h + 1}),
        v=WITHOUT - gamma * A_c * WITHOUT,
        equations=("path steps/1", "factor of the bias", "from theta*"),
        factors=(1, -1, -1),
    ),
    Apply(spectral, "both shrink", by=("mu <= L",), matrix=A_c, function=STEP, bound=RATE, v=WITHOUT),
    Apply(
        induction,
        "both are all",
        by=("mu <= L", "both start/2", "both step/2", "both shrink"),
        u=Norm(WITHOUT),
        index=h,
        factor=RATE,
        bound=sp.S.Zero,
    ),
    Apply(zero_norm, "split", v=WITHOUT, by=("both are all",)),
    Apply(instance, "split at H", relation="split", at={h: H}),
    Apply(mean_of, "split in the mean", relation="split at H"),
    # the bias shrinks along its own path
    Apply(spectral, "a factor shrinks", by=("mu <= L",), matrix=A_c, function=STEP, bound=RATE, v=Gamma_c(h, BIAS)),
    Apply(
        combination,
        "one factor",
        u=Gamma_c(h + 1, BIAS),
        v=Gamma_c(h, BIAS) - gamma * A_c * Gamma_c(h, BIAS),
        equations=("factor of the bias",),
        factors=(1,),
    ),
    Apply(combination, "none yet", u=Gamma_c(0, BIAS), v=BIAS, equations=("no factor of the bias",), factors=(1,)),
    Apply(
        induction,
        "factors",
        by=("mu <= L", "a factor shrinks", "one factor/2", "none yet/2"),
        u=Norm(Gamma_c(h, BIAS)),
        index=h,
        factor=RATE,
        bound=RATE**h * Norm(BIAS),
    ),
    Apply(instance, "H factors", relation="factors", at={h: H}),
    Apply(mean_of, "mean factors", relation="H factors"),
    Apply(jensen, "convexity of factors", v=Gamma_c(H, BIAS)),
    # with one Hessian for all, the clients' paths from theta* cancel
    Apply(mean_curvature, "mean curvature", matrix=A_c),
    Apply(mean_of, "mean by the mean", relation="by the mean"),
    Apply(mean_of, "mean at theta*", relation="at theta* too"),
    Apply(combination, "cancel at first", u=Mean(U_c(0)), v=0 * x, equations=("mean at theta*",), factors=(1,)),
    Apply(
        combination,
        "cancel then",
        u=Mean(U_c(h + 1)),
        v=Mean(U_c(h)) - gamma * A * Mean(U_c(h)),
        equations=("mean by the mean", "optimum"),
        factors=(1, -gamma),
    ),
    Apply(spectral, "cancelled", by=("mu <= L",), matrix=A, function=STEP, bound=RATE, v=Mean(U_c(h))),
    Apply(
        induction,
        "cancel for ever",
        by=("mu <= L", "cancel at first/2", "cancel then/2", "cancelled"),
        u=Norm(Mean(U_c(h))),
        index=h,
        factor=RATE,
        bound=sp.S.Zero,
    ),
    Apply(zero_norm, "no mean", v=Mean(U_c(h)), by=("cancel for ever",)),
    Apply(instance, "no mean at H", relation="no mean", at={h: H}),
    # such a path does not go far
    Apply(spectral, "it turns back", by=("mu <= L",), matrix=A, function=STEP, bound=RATE, v=U_c(h)),
    Apply(triangle, "and is pulled", u=U_c(h) - gamma * A * U_c(h), v=-gamma * grad(theta_star)),
    Apply(
        combination,
        "one pull",
        u=U_c(h + 1),
        v=U_c(h) - gamma * A * U_c(h) - gamma * grad(theta_star),
        equations=("by the mean",),
        factors=(1,),
    ),
    Apply(combination, "not pulled", u=U_c(0), v=0 * x, equations=("at theta* too",), factors=(1,)),
    Arithmetic("a pull", sp.Le(Norm(U_c(h + 1)), RATE * Norm(U_c(h)) + gamma * PULL), ("it turns back", "and is pulled", "one pull/2")),
    Apply(
        induction,
        "pulls",
        by=("mu <= L", "a pull", "not pulled/2"),
        u=Norm(U_c(h)),
        index=h,
        factor=RATE,
        increment=gamma * PULL,
        bound=(1 - RATE**h) / mu * PULL,
    ),
    # nor do the two paths come far apart
    Apply(spectral, "apart shrinks", by=("mu <= L",), matrix=A_c, function=STEP, bound=RATE, v=APART),
    Apply(operator_norm, "turned", matrix=A_c - A, v=U_c(h)),
    Apply(triangle, "apart in two", u=APART - gamma * A_c * APART, v=-gamma * (A_c - A) * U_c(h)),
    Apply(
        combination,
        "apart steps",
        u=APART.xreplace({h: h + 1}),
        v=APART - gamma * A_c * APART - gamma * (A_c - A) * U_c(h),
        equations=("from theta*", "by the mean"),
        factors=(1, -1),
    ),
    Apply(combination, "together", u=V_c(0) - U_c(0), v=0 * x, equations=("at theta*", "at theta* too"), factors=(1, -1)),
    Arithmetic("turned a little", sp.Le(Norm((A_c - A) * U_c(h)), (1 - RATE**h) / mu * TURN * PULL), ("turned", "pulls")),
    Arithmetic(
        "apart a little",
        sp.Le(Norm(APART.xreplace({h: h + 1})), RATE * Norm(APART) + gamma * (1 - RATE**h) / mu * TURN * PULL),
        ("apart shrinks", "apart in two", "apart steps/2", "turned a little"),
    ),
    Apply(
        induction,
        "apart",
        by=("mu <= L", "apart a little", "together/2"),
        u=Norm(APART),
        index=h,
        factor=RATE,
        increment=gamma * (1 - RATE**h) / mu * TURN * PULL,
        bound=apart(h),
    ),
    Apply(instance, "apart at H", relation="apart", at={h: H}),
    Apply(mean_of, "apart in the mean", relation="apart at H"),
    Apply(jensen, "convexity of the rest", v=APART.xreplace({h: H})),
    # Cauchy-Schwarz and A2
    Assumed("A2", A2),
    Apply(combination, "deviation", u=grad(theta_star) - Mean(grad(theta_star)), v=grad(theta_star), equations=("optimum",), factors=(-1,)),
    Arithmetic("squared", sp.Eq(Norm(grad(theta_star) - Mean(grad(theta_star))) ** 2, PULL**2, evaluate=False), ("deviation/2",)),
    Apply(mean_of, "mean square", relation="squared"),
    Apply(cauchy_schwarz, "together in the mean", x=TURN, y=PULL),
    Arithmetic("gradients", sp.Le(Mean(PULL**2), zeta1**2), ("A2/1", "mean square")),
    Arithmetic("product", sp.Le(Mean(TURN * PULL) ** 2, zeta1**2 * zeta2**2), ("A2/2", "gradients", "together in the mean")),
    Arithmetic("heterogeneity", sp.Le(Mean(TURN * PULL), zeta1 * zeta2), ("product",)),
    # all of it
    Apply(
        combination,
        "the bias",
        u=BIAS,
        v=Mean(Gamma_c(H, BIAS)) + Mean(APART.xreplace({h: H})),
        equations=("path ends/1", "split in the mean", "no mean at H"),
        factors=(1, 1, 1),
    ),
    Apply(triangle, "two parts", u=Mean(Gamma_c(H, BIAS)), v=Mean(APART.xreplace({h: H}))),
    Arithmetic(
        "shrunk",
        sp.Le((1 - RATE**H) * Norm(BIAS), (1 - RATE**H) * gamma * (H - 1) / mu * Mean(TURN * PULL), evaluate=False),
        ("the bias/2", "two parts", "mean factors", "convexity of factors", "apart in the mean", "convexity of the rest"),
    ),
    Arithmetic("shrinks", sp.Lt(RATE**H, 1, evaluate=False), ("mu <= L",)),
    Arithmetic("divided", sp.Le(Norm(BIAS), gamma * (H - 1) / mu * Mean(TURN * PULL)), ("shrunk", "shrinks")),
    Arithmetic("bound", sp.Le(Norm(BIAS), gamma * (H - 1) * zeta2 * zeta1 / mu), ("divided", "heterogeneity")),
)
