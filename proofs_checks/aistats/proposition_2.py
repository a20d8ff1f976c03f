"""Proposition 2 and equation (3): the fixed point's distance to the optimum."""

import sympy as sp

from proofs_checks.aistats import quantities as q
from proofs_checks.aistats.proposition_1 import RATE, SMALL
from proofs_checks.aistats.quantities import A1, A2, T_c, theta_det, theta_star, x
from proofs_checks.aistats.shrinking import always_zero, bounded_by_start
from symfed.checks import CounterexampleSearch, Induction, SymbolicIdentity
from symfed.checks.readings import exact_bias, on_jets
from symfed.claims import LOCAL_SLIP, RESULT, Claim, Domain, Erratum, Tier, crosscheck, printed_at
from symfed.core.symbols import H, L, gamma, h, lam, mu, zeta1
from symfed.derive.quadratic import stationary_mean
from symfed.strategies import instances
from symfed.theorems import Apply, Arithmetic, Assumed, Define
from symfed.theorems.norms import jensen, mean_of, power_mean, triangle, zero_norm
from symfed.theorems.operators import mean_value_hessian, minimiser, ordered_curvatures, spectral
from symfed.theorems.sequences import bounded_by_induction, instance, linear_combination
from symfed.theorems.vocabulary import Mean, Norm, grad, sequence

STEPS = Domain((SMALL,), (A1, A2), {str(c): "Proposition 2" for c in (SMALL, A1, A2)})
SHORT = sp.Le(gamma * mu * H, 1)
SMALL_STEPS = Domain((SMALL, SHORT), (A1, A2), {str(c): "Proposition 2" for c in (SMALL, SHORT, A1, A2)})
TEX = (
    r"\bar\theta_{det}^{(\gamma,H)}-\theta^\star=\frac1N\sum_{c=1}^N\sum_{h=1}^H\Upsilon_c^{(\gamma,h)}\nabla f_c(\theta^\star),\quad"
    r"\Upsilon_c^{(\gamma,h)}=(Id-\digamma^\star)^{-1}\digamma_c^{\star,h+1:H}"
)


def products(p, gamma, H, first):
    """Client products over l = first .. H-1 of Id - gamma times the mean Hessian, which on quadratics is the Hessian itself."""
    return p.power(p.identity() - gamma * p.hessians, max(0, H - first))


def printed(p, gamma, H):
    """With equation (3) as printed: the product of step h runs over l = h+1 .. H-1, and the whole round's over l = 1 .. H-1."""
    total = sum(p.mean(p.apply(products(p, gamma, H, h + 1), p.gradients)) for h in range(1, H + 1))
    return p.solve(p.identity() - p.mean(products(p, gamma, H, 1)), total)


def corrected(p, gamma, H, sign=-1):
    """The round's product runs over all H steps, that of step h over l = h .. H-1, and the sum carries the factor -gamma."""
    M = p.identity() - gamma * p.hessians
    return sign * gamma * p.solve(p.identity() - p.mean(p.power(M, H)), p.mean(p.apply(p.geometric(M, H), p.gradients)))


def short_round(p, gamma, H):
    """Wrong: the round's product over H - 1 steps, as equation (3) has it."""
    M = p.identity() - gamma * p.hessians
    return -gamma * p.solve(p.identity() - p.mean(p.power(M, H - 1)), p.mean(p.apply(p.geometric(M, H), p.gradients)))


def several_steps(d, N):
    """Noiseless instances with H >= 2: equation (3) leaves nothing to invert at H = 1."""
    return instances(d, N, steps=(2, 4), noise=False)


prop2_identity = Claim(
    id="aistats-prop2-identity",
    kind="identity",
    says="The bias as a sum of client gradients at the optimum, multiplied by products of local contractions: false with those of (3), which "
    "lack a contraction, and without the factor -gamma, which the proof carries.",
    printed=printed_at("Proposition 2 with equation (3)", TEX),
    statement=printed,
    under=STEPS,
    checks=CounterexampleSearch(several_steps, exact_bias("fedavg_deterministic"), on_jets),
    see=("aistats-prop1-stationary",),
    corrected="symfed-fedavg-fixed-point-identity",
    expect=Tier.REFUTED,
    erratum=Erratum(
        RESULT,
        "the identity lacks the factor -gamma, which its proof has, and its products lack the first local step; the bound after it stands",
    ),
)

AT_START = theta_det - theta_star
FROM_STAR = T_c(h, theta_det) - theta_star
D_star = sequence("Dstar_c", "the mean Hessian between the local path from the fixed point and theta*")
P_c = sequence("P_c", "the product of Id - gamma times the mean Hessians of so many steps, applied to a vector")
R_c = sequence("R_c", "the sum over the steps so far of the product over later ones, applied to the gradient at theta*")
LEFT_OVER = FROM_STAR - P_c(h, AT_START) + gamma * R_c(h)

#: The local path from the fixed point, by the mean Hessian between it and theta*.
PATH = (
    q.start,
    q.local_step,
    q.a_round,
    Apply(ordered_curvatures, "mu <= L"),
    Apply(instance, "start here", relation="start", at={x: theta_det}),
    Apply(instance, "local step here", relation="local step", at={x: theta_det}),
    Apply(instance, "round here", relation="round", at={x: theta_det}),
    Apply(mean_value_hessian, "mean Hessian", x=T_c(h, theta_det), y=theta_star, hessian=D_star(h)),
)

UNROLLED = (
    Define("no product", sp.Eq(P_c(0, x), x)),
    Define("product", sp.Eq(P_c(h + 1, x), P_c(h, x) - gamma * D_star(h) * P_c(h, x))),
    Define("no sum", sp.Eq(R_c(0), 0)),
    Define("sum", sp.Eq(R_c(h + 1), R_c(h) - gamma * D_star(h) * R_c(h) + grad(theta_star))),
    *bounded_by_start("products", P_c(h, x), x, D_star(h), (("no product",), (1,)), (("product",), (1,))),
    Apply(instance, "H products", relation="products", at={h: H}),
    Apply(mean_of, "mean of products", relation="H products"),
    Apply(jensen, "convexity", v=P_c(H, x)),
    Arithmetic("invertible", sp.Le(Norm(Mean(P_c(H, x))), RATE**H * Norm(x)), ("mean of products", "convexity")),
    Apply(instance, "product here", relation="product", at={x: AT_START}),
    Apply(instance, "no product here", relation="no product", at={x: AT_START}),
    *always_zero(
        "unrolled",
        LEFT_OVER,
        D_star(h),
        (("start here", "no product here", "no sum"), (1, -1, gamma)),
        (("local step here", "mean Hessian/1", "product here", "sum"), (1, -gamma, -1, gamma)),
    ),
    Apply(instance, "after H steps", relation="unrolled", at={h: H}),
    Apply(mean_of, "in the mean", relation="after H steps"),
    linear_combination(
        "identity",
        AT_START - Mean(P_c(H, AT_START)),
        -gamma * Mean(R_c(H)),
        {"in the mean": 1, "round here": 1, "aistats-prop1-stationary/1": -1},
    ),
)

identity = Claim(
    id="symfed-fedavg-fixed-point-identity",
    kind="identity",
    says="Proposition 2 with the factor -gamma that its proof carries, and products over the steps that are taken, as in Theorem 1's proof, D as in "
    "symfed-mean-hessian; Id less their mean is invertible, since that is at most (1 - gamma mu)^H.",
    printed=printed_at(
        "correction of Proposition 2 and equation (3) in both versions",
        r"\bar\theta_{det}-\theta^\star=-\frac\gamma N\sum_c\sum_{h=1}^H(Id-\digamma^\star)^{-1}\digamma_c^{\star,h+1:H}\nabla f_c(\theta^\star),\quad"
        r"\digamma_c^{\star,h+1:H}=\prod_{\ell=h}^{H-1}(Id-\gamma\bar D_c^{(\gamma,\ell)}),\ "
        r"\|\digamma^\star\|\le(1-\gamma\mu)^H,\ \digamma^\star=\frac1N\sum_c\digamma_c^{\star,1:H}",
    ),
    under=Domain((SMALL,), (A1,), {str(c): "Proposition 2" for c in (SMALL, A1)}),
    statement=sp.And(
        sp.Eq(AT_START - Mean(P_c(H, AT_START)), -gamma * Mean(R_c(H))),
        sp.Le(Norm(Mean(P_c(H, x))), RATE**H * Norm(x)),
        evaluate=False,
    ),
    lemmas=crosscheck(
        "quadratics",
        corrected,
        (
            SymbolicIdentity(lambda: stationary_mean("fedavg_deterministic"), scope="d = 1 quadratics, symbolic gamma, H, N, client jets"),
            CounterexampleSearch(lambda d, N: instances(d, N, noise=False), exact_bias("fedavg_deterministic"), on_jets),
        ),
        wrong={
            "sign flipped": lambda p, gamma, H: corrected(p, gamma, H, sign=1),
            "gamma dropped": lambda p, gamma, H: corrected(p, gamma, H) / gamma,
            "round's product one factor short": short_round,
            "1/N dropped": lambda p, gamma, H: p.N * corrected(p, gamma, H),
        },
    ),
    follows=(*PATH, *UNROLLED),
    uses=("aistats-prop1-stationary",),
    expect=Tier.PROVED,
)


def one_step(d, N):
    """Instances with a single local step."""
    return instances(d, N, steps=(1, 1), noise=False)


eq3 = Claim(
    id="aistats-eq3-products",
    kind="definition",
    says="The matrix products of a round, whose mean is subtracted from the identity and inverted. As printed they lack the factor of a step.",
    printed=printed_at(
        "equation (3)",
        r"\digamma_c^{\star,h+1:H}=\prod_{\ell=h+1}^{H-1}(Id-\gamma\bar D_c^{(\gamma,\ell)}),\ "
        r"\digamma^\star=\frac1N\sum_c\digamma_c^\star,\ \digamma_c^\star=\digamma_c^{\star,1:H}",
    ),
    statement=printed,
    under=STEPS,
    checks=CounterexampleSearch(one_step, exact_bias("fedavg_deterministic"), on_jets, scope="H = 1, exact quadratics"),
    corrected="symfed-fedavg-fixed-point-identity",
    expect=Tier.REFUTED,
    erratum=Erratum(
        LOCAL_SLIP,
        "the products lack the first local step: they have to run over l = h .. H-1, as in the proof of Theorem 1; the bound of Proposition 2 and Theorem 1 stand",
    ),
)


power_bound = Claim(
    id="symfed-power-bound",
    kind="inequality",
    says="For 0 <= gamma mu <= 1 and all H: (1 - gamma mu)^H <= 1 - H gamma mu + H (H-1)/2 (gamma mu)^2.",
    printed=printed_at(
        "the step from 1 - (1 - gamma mu)^H to gamma mu H / 2 in the proof of Proposition 2",
        r"(1-\gamma\mu)^H\le1-H\gamma\mu+\tfrac{H(H-1)}2(\gamma\mu)^2",
    ),
    statement=lambda H: 1 - H * gamma * mu + H * (H - 1) / 2 * (gamma * mu) ** 2,
    under=Domain((gamma * mu <= 1,), (), {str(gamma * mu <= 1): "the inequality itself"}),
    checks=Induction(lambda H: (1 - gamma * mu) ** H, 1 - gamma * mu),
    wrong={
        "no second-order term": lambda H: 1 - H * gamma * mu,
        "half the second-order term": lambda H: 1 - H * gamma * mu + H * (H - 1) / 4 * (gamma * mu) ** 2,
        "sign of the second-order term": lambda H: 1 - H * gamma * mu - H * (H - 1) / 2 * (gamma * mu) ** 2,
    },
    expect=Tier.PROVED,
)


OPTIMUM = Apply(minimiser, "optimum", point=theta_star)
ALONG = FROM_STAR + gamma * h * grad(theta_star)
SPREAD = Norm(grad(theta_star))
DRIFT = gamma**2 * h * L * SPREAD
C_1 = L * zeta1 / mu


def farther(index):
    """Where a path has come to less what the gradient at theta* alone would do: |theta_det - theta*| shrinks, and the drift comes in."""
    return RATE**index * Norm(AT_START) + gamma * L * SPREAD * (index - 1) * (1 - RATE**index) / mu


#: The gradients at theta*, whose mean is zero, have the mean square that A2 bounds.
SPREAD_GRADIENTS = (
    Assumed("A2", A2),
    linear_combination("deviation", grad(theta_star) - Mean(grad(theta_star)), grad(theta_star), {"optimum": -1}),
    Arithmetic("squared", sp.Eq(Norm(grad(theta_star) - Mean(grad(theta_star))) ** 2, SPREAD**2, evaluate=False), ("deviation/2",)),
    Apply(mean_of, "mean square", relation="squared"),
)
#: A2 bounds their mean norm.
DEVIATION = (
    *SPREAD_GRADIENTS,
    Apply(power_mean, "mean norm", x=SPREAD),
    Arithmetic("heterogeneity", sp.Le(Mean(SPREAD), zeta1), ("A2/1", "mean square", "mean norm")),
)

BOUNDED = (
    Apply(spectral, "a step contracts", by=("mu <= L",), matrix=D_star(h), function=1 - gamma * lam, bound=RATE, v=ALONG),
    Apply(spectral, "smooth", by=("mu <= L",), matrix=D_star(h), function=lam, bound=L, v=grad(theta_star)),
    linear_combination(
        "step",
        ALONG.xreplace({h: h + 1}),
        ALONG - gamma * D_star(h) * ALONG + gamma**2 * h * D_star(h) * grad(theta_star),
        {"local step here": 1, "mean Hessian/1": -gamma},
    ),
    Apply(triangle, "two parts", u=ALONG - gamma * D_star(h) * ALONG, v=gamma**2 * h * D_star(h) * grad(theta_star)),
    Arithmetic(
        "one step",
        sp.Le(Norm(ALONG.xreplace({h: h + 1})), RATE * Norm(ALONG) + DRIFT),
        ("step/2", "two parts", "a step contracts", "smooth"),
    ),
    linear_combination("at the start", T_c(0, theta_det) - theta_star, AT_START, ("start here",)),
    bounded_by_induction("steps", Norm(ALONG), h, farther(h), factor=RATE, increment=DRIFT, by=("mu <= L", "at the start/2")),
    Apply(instance, "H steps", relation="steps", at={h: H}),
    Apply(mean_of, "mean of H steps", relation="H steps"),
    Apply(jensen, "convexity of the norm", v=ALONG.xreplace({h: H})),
    linear_combination(
        "the gradients cancel",
        AT_START,
        Mean(ALONG.xreplace({h: H})),
        {"aistats-prop1-stationary/1": -1, "round here": 1, "optimum": -gamma * H},
    ),
    *DEVIATION,
    Arithmetic(
        "shrunk",
        sp.Le((1 - RATE**H) * Norm(AT_START), (1 - RATE**H) * gamma * (H - 1) * L / mu * Mean(SPREAD), evaluate=False),
        ("mean of H steps", "convexity of the norm", "the gradients cancel/2"),
    ),
    Arithmetic("shrinks", sp.Lt(RATE**H, 1, evaluate=False), ("mu <= L",)),
    Arithmetic("divided", sp.Le(Norm(AT_START), gamma * (H - 1) * L / mu * Mean(SPREAD)), ("shrunk", "shrinks")),
    Arithmetic("bound", sp.Le(Norm(AT_START), gamma * (H - 1) * C_1), ("divided", "heterogeneity")),
)
BIAS = sp.Le(Norm(theta_det - theta_star), gamma * (H - 1) * C_1)

prop2_bound = Claim(
    id="aistats-prop2-bound",
    kind="inequality",
    says="The fixed point lies within gamma (H-1) L zeta_1 / mu of the optimum. symfed-fedavg-fixed-point-distance has no gamma mu H <= 1.",
    printed=printed_at(
        "Proposition 2, second display",
        r"\|\bar\theta_{det}-\theta^\star\|\le\gamma(H-1)C_1,\ C_1=L\zeta_{\star,1}/\mu\quad(\gamma\mu H\le1)",
    ),
    statement=BIAS,
    under=SMALL_STEPS,
    lemmas=crosscheck(
        "quadratics",
        BIAS,
        q.on_quadratics(scope="exact quadratics"),
        wrong={
            "mu for L in C_1": sp.Le(Norm(theta_det - theta_star), gamma * (H - 1) * zeta1),
            "H - 2 for H - 1": sp.Le(Norm(theta_det - theta_star), gamma * (H - 2) * C_1),
        },
    ),
    follows=(OPTIMUM, *PATH, *BOUNDED),
    uses=("aistats-prop1-stationary",),
    expect=Tier.PROVED,
)

ONE_STEP = sp.Eq(H, 1)

prop2_vanish = Claim(
    id="aistats-prop2-H1-vanish",
    kind="identity",
    says="With one local step there is no bias.",
    printed=printed_at("remark after Proposition 2", r"H=1\ \Rightarrow\ \bar\theta_{det}=\theta^\star"),
    statement=sp.Eq(theta_det - theta_star, 0 * x, evaluate=False),
    under=Domain((SMALL, ONE_STEP), (A1, A2), {str(c): "Proposition 2" for c in (SMALL, A1, A2)} | {str(ONE_STEP): "the remark"}),
    lemmas=crosscheck(
        "quadratics",
        sp.Eq(theta_det, theta_star, evaluate=False),
        q.on_quadratics(scope="exact quadratics"),
        wrong={"twice as far": sp.Eq(theta_det, 2 * theta_star, evaluate=False)},
    ),
    follows=(
        Arithmetic("no distance", sp.Le(Norm(AT_START), 0, evaluate=False), ("aistats-prop2-bound",)),
        Apply(zero_norm, "no bias", v=AT_START, by=("no distance",)),
    ),
    uses=("aistats-prop2-bound",),
    expect=Tier.PROVED,
)
