"""Theorem 2: quadratic clients."""

from proofs_checks.aistats import proposition_2, theorem_1
from symfed.checks import CounterexampleSearch, GrowthCheck, Part, RemainderOrder, SignCheck, SymbolicIdentity
from symfed.checks.identity import as_printed
from symfed.checks.instances.cases import heterogeneous_quadratics, multiplicative_quadratics
from symfed.checks.instances.rough import kinked_noise
from symfed.checks.readings import (
    exact_bias,
    first_order,
    first_order_truth,
    on_jets,
    reference_bias,
    reference_second_moment,
)
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import L, N, a, g, gamma, lam
from symfed.core.verdict import Tier
from symfed.derive.expansion import expand
from symfed.derive.quadratic import stationary_mean
from symfed.strategies import instances, jet_cases

STEPS = Domain((gamma * L <= 1,))


def printed(p, gamma, H):
    """(Id - Gamma)^-1 mean_c (Id - Gamma_c)(theta* - theta_c*), where A_c (theta* - theta_c*) is client c's gradient at theta*."""
    Gamma_c = p.power(p.identity() - gamma * p.hessians, H)
    displacements = p.solve_each(p.hessians, p.gradients)
    return p.solve(p.identity() - p.mean(Gamma_c), p.mean(p.apply(p.identity() - Gamma_c, displacements)))


def corrected(p, gamma, H):
    """The same with theta_c* - theta*."""
    return -printed(p, gamma, H)


EXACT_CHECKS = (
    CounterexampleSearch(instances, exact_bias("fedavg"), on_jets),
    SymbolicIdentity(lambda: stationary_mean("fedavg"), scope="d = 1 quadratics, symbolic gamma, H, N and client jets"),
)

thm2_exact_bias = Claim(
    id="aistats-thm2-exact-bias",
    kind="identity",
    says="On quadratics the bias of FedAvg is a mean of theta* - theta_c*, weighted by the local contractions.",
    printed=Printed(
        "aistats",
        "Theorem 2",
        r"\bar\theta_{sto}^{(\gamma,H)}-\theta^\star=\frac1N\sum_{c=1}^N(Id-\Gamma^\star)^{-1}(Id-\Gamma_c^\star)(\theta^\star-\theta_c^\star)",
    ),
    statement=printed,
    under=STEPS,
    checks=EXACT_CHECKS,
    controls={},
    corrected="symfed-fedavg-quadratic-bias",
    expect=Tier.REFUTED,
)

quadratic_bias = Claim(
    id="symfed-fedavg-quadratic-bias",
    kind="identity",
    says="Theorem 2 with the sign that makes it true: theta_c* - theta* in place of theta* - theta_c*.",
    printed=Printed(
        "symfed",
        "correction of Theorem 2 in both versions",
        r"\bar\theta_{sto}^{(\gamma,H)}-\theta^\star=\frac1N\sum_{c=1}^N(Id-\Gamma^\star)^{-1}(Id-\Gamma_c^\star)(\theta_c^\star-\theta^\star)",
    ),
    statement=corrected,
    under=STEPS,
    checks=EXACT_CHECKS,
    controls={
        "as printed (sign flipped)": printed,
        "factor 2": lambda p, gamma, H: 2 * corrected(p, gamma, H),
        "H+1 for H": lambda p, gamma, H: corrected(p, gamma, H + 1),
        "1/N dropped": lambda p, gamma, H: p.N * corrected(p, gamma, H),
    },
    expect=Tier.PROVED,
)


def squared_bound(i, constant=1, power=2):
    """|bias|^2 mu^2 against (gamma (H-1))^power zeta_1^2 zeta_2^2; zeta_2 in Frobenius norm, which equals the operator norm for d = 1."""
    p, bias = i.problem.jets, exact_bias("fedavg")(i)
    zeta1 = p.mean((p.gradients**2).sum(axis=1))
    zeta2 = p.mean(((p.hessians - p.hessian) ** 2).sum(axis=(1, 2)))
    return (bias**2).sum() * i.mu**2, constant * (i.gamma * (i.H - 1)) ** power * zeta1 * zeta2


thm2_bound = Claim(
    id="aistats-thm2-bound",
    kind="inequality",
    says="On quadratics the bias is at most gamma (H-1) zeta_2 zeta_1 / mu.",
    printed=Printed(
        "aistats",
        "Theorem 2, second display",
        r"\|\bar\theta_{sto}^{(\gamma,H)}-\theta^\star\|\le\gamma(H-1)\zeta_{\star,2}\zeta_{\star,1}/\mu\quad(\gamma\mu H\le1)",
    ),
    statement={"scalars": proposition_2.scalar_bound(), "bias": squared_bound},
    under=theorem_1.SMALL_STEPS,
    uses=("symfed-fedavg-quadratic-bias", "symfed-power-bound"),
    checks=(
        Part("scalars", SignCheck("all gamma, mu, H with gamma mu H <= 1")),
        Part("bias", CounterexampleSearch(instances, relation="<=", scope="random exact quadratics, both sides squared", examples=40)),
    ),
    controls={
        "a small constant": {
            "scalars": proposition_2.prop2_bound.controls["a small constant"]["scalars"],
            "bias": lambda i: squared_bound(i, constant=i.mu / i.mu / 256),
        },
        "a smaller right side": {
            "scalars": proposition_2.prop2_bound.controls["a smaller right side"]["scalars"],
            "bias": lambda i: squared_bound(i, power=4),
        },
    },
    reduction=(
        "on quadratics the products of k contractions of client c and of the mean Hessian differ by at most gamma k |A_c - A|; then "
        "Cauchy-Schwarz, and the scalar inequality of Proposition 2 with zeta_2 in place of L"
    ),
    expect=Tier.PROVED,
)

thm2_bias_expansion = Claim(
    id="aistats-thm2-bias-expansion",
    kind="expansion",
    says="On quadratics the bias is gamma (H-1)/2 b_h up to O(gamma^2 H^2): noise does not enter.",
    printed=Printed("aistats", "Theorem 2, third display", r"\bar\theta_{sto}-\theta^\star=\frac{\gamma(H-1)}2b_h+O(\gamma^2H^2)"),
    statement=theorem_1.printed,
    under=theorem_1.SMALL_STEPS,
    uses=("aistats-thm1-bias",),
    checks=(
        SymbolicIdentity(lambda: stationary_mean("fedavg").series(gamma, 0, 2).removeO(), scope="d = 1 quadratics, symbolic H, N"),
        RemainderOrder(heterogeneous_quadratics, reference_bias("fedavg"), 2, scope="exact rational, d <= 3"),
    ),
    controls=theorem_1.WRONG,
    expect=Tier.PROVED,
)


def variance(p, gamma, H):
    return gamma / p.N * p.lyapunov(p.hessian, p.noise)


VARIANCE_WRONG = {
    "sign flipped": lambda p, gamma, H: -variance(p, gamma, H),
    "factor 2": lambda p, gamma, H: 2 * variance(p, gamma, H),
    "1/N dropped": lambda p, gamma, H: p.N * variance(p, gamma, H),
    "extra factor H": lambda p, gamma, H: H * variance(p, gamma, H),
}

thm2_variance = Claim(
    id="symfed-fedavg-quadratic-variance",
    kind="expansion",
    says="On quadratics with smooth noise covariance the second moment about theta* is gamma/N A C up to O(gamma^2).",
    printed=Printed(
        "symfed",
        "Theorem 2, last display, with its missing condition",
        r"\bar\Sigma_{sto}=\frac\gamma N\mathbf A\mathcal C(\theta^\star)+O(\gamma^2H^2+\gamma^2H)",
    ),
    statement=variance,
    under=STEPS,
    checks=(
        SymbolicIdentity(lambda: expand("fedavg", "second_moment", 1)),
        CounterexampleSearch(jet_cases, first_order_truth("fedavg", "second_moment"), first_order, scope="exact jets, d <= 3", examples=20),
        RemainderOrder(heterogeneous_quadratics, reference_second_moment("fedavg"), 2, scope="exact rational, d <= 3"),
        RemainderOrder(multiplicative_quadratics, reference_second_moment("fedavg"), 2, scope="multiplicative noise, certified law, d = 1"),
    ),
    controls=VARIANCE_WRONG,
    expect=Tier.PROVED,
)

thm2_variance_printed = Claim(
    id="aistats-thm2-variance-expansion",
    kind="expansion",
    says="On quadratics the second moment about theta* is gamma/N A C up to O(gamma^2 H^2 + gamma^2 H).",
    printed=Printed(
        "aistats", "Theorem 2, last display", r"\bar\Sigma_{sto}=\frac\gamma N\mathbf A\mathcal C(\theta^\star)+O(\gamma^2H^2+\gamma^2H)"
    ),
    statement=gamma**2,
    under=STEPS,
    checks=(GrowthCheck(kinked_noise, "quadratic f, noise with a kink at theta*; N = H = 1, where the printed order is gamma^2"),),
    corrected="symfed-fedavg-quadratic-variance",
    missing="a noise covariance that is twice differentiable at theta* (A1 and A3 allow a kink there, which leaves gamma^(3/2))",
    expect=Tier.IMPRECISE,
)


def same_hessians(d, N):
    """Clients that differ in their optima only."""
    return instances(d, N, shared="hessians")


def same_optima(d, N):
    """Clients that differ in their Hessians only."""
    return instances(d, N, shared="optima")


def bias_plus(value, instance):
    """The exact bias and a constant that should be zero."""
    return exact_bias("fedavg")(instance) + value


def no_bias(i):
    return 0 * i.problem.optimum


thm2_no_bias = Claim(
    id="aistats-thm2-no-het-no-bias",
    kind="identity",
    says="On quadratics there is no bias when all client Hessians, or all client gradients at the optimum, agree.",
    printed=Printed(
        "aistats", "remark after Theorem 2", r"\zeta_{\star,1}=0\ \text{or}\ \zeta_{\star,2}=0\ \Rightarrow\ \bar\theta_{sto}=\theta^\star"
    ),
    statement=0,
    under=STEPS,
    uses=("symfed-fedavg-quadratic-bias",),
    checks=(
        SymbolicIdentity(lambda: stationary_mean("fedavg").subs(a, lam), as_printed, scope="d = 1, equal Hessians, symbolic gamma, H, N"),
        SymbolicIdentity(lambda: stationary_mean("fedavg").subs(g, 0), as_printed, scope="d = 1, equal optima, symbolic gamma, H, N"),
        CounterexampleSearch(same_hessians, no_bias, bias_plus, scope="exact quadratics with equal Hessians"),
        CounterexampleSearch(same_optima, no_bias, bias_plus, scope="exact quadratics with equal optima"),
    ),
    controls={"a bias of gamma": gamma, "a bias of one": 1},
    expect=Tier.PROVED,
)

thm2_refines = Claim(
    id="aistats-thm2-bound-refines",
    kind="inequality",
    says="The bias on quadratics is bounded by the product of the two heterogeneities.",
    printed=Printed(
        "aistats", "remark after Theorem 2", r"\|\bar\theta_{sto}-\theta^\star\|\le\gamma(H-1)\zeta_{\star,2}\zeta_{\star,1}/\mu"
    ),
    statement=thm2_bound.statement,
    under=theorem_1.SMALL_STEPS,
    uses=("aistats-thm2-bound",),
    checks=thm2_bound.checks,
    controls=thm2_bound.controls,
    reduction="that earlier bounds are refined is a statement about other papers and is not checked",
    expect=Tier.PROVED,
)

thm2_speedup = Claim(
    id="aistats-thm2-speedup-remark",
    kind="rate",
    says="The leading term of the stationary variance is proportional to 1/N.",
    printed=Printed(
        "aistats", "remark after Theorem 2", r"\bar\Sigma_{sto}\ \text{scales with}\ \tfrac1N\ \text{up to higher order terms}"
    ),
    statement=lambda p, gamma, H: gamma * p.lyapunov(p.hessian, p.noise),
    under=STEPS,
    uses=("symfed-fedavg-quadratic-variance",),
    checks=(
        SymbolicIdentity(lambda: N * expand("fedavg", "second_moment", 1), scope="d = 1: N times the first order is free of N"),
        CounterexampleSearch(
            jet_cases,
            lambda case: case.jets.N * first_order_truth("fedavg", "second_moment")(case),
            first_order,
            scope="exact jets, N times the first order, d <= 3",
            examples=20,
        ),
    ),
    controls={
        "1/N^2": lambda p, gamma, H: gamma * p.lyapunov(p.hessian, p.noise) / p.N,
        "no speed-up": lambda p, gamma, H: gamma * p.lyapunov(p.hessian, p.noise) * p.N,
    },
    reduction="the terms of order gamma^2 H^2 do not shrink with N",
    expect=Tier.PROVED,
)
