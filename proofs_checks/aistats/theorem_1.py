"""Theorem 1: the first-order bias of FedAvg with exact gradients."""

from symfed.checks import CounterexampleSearch, RemainderOrder, SignCheck, SymbolicIdentity
from symfed.checks.instances.cases import deterministic_scalars, heterogeneous_quadratics
from symfed.checks.readings import first_order, first_order_truth, reference_bias
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import H, L, gamma, mu
from symfed.core.verdict import Tier
from symfed.derive.expansion import expand
from symfed.strategies import instances, jet_cases


def b_h(p):
    """The heterogeneity bias vector."""
    return p.solve(p.hessian, p.mean(p.apply(p.hessians - p.hessian, p.gradients)))


def printed(p, gamma, H):
    return gamma * (H - 1) / 2 * b_h(p)


SMALL_STEPS = Domain((gamma * L <= 1, gamma * mu * H <= 1))

WRONG = {
    "sign flipped": lambda p, gamma, H: -printed(p, gamma, H),
    "factor 2": lambda p, gamma, H: 2 * printed(p, gamma, H),
    "H for H-1": lambda p, gamma, H: gamma * H / 2 * b_h(p),
    "1/N twice": lambda p, gamma, H: printed(p, gamma, H) / p.N,
    "mean Hessian not inverted": lambda p, gamma, H: gamma * (H - 1) / 2 * p.mean(p.apply(p.hessians, p.gradients)),
}

thm1_bias = Claim(
    id="aistats-thm1-bias",
    kind="expansion",
    says="The fixed point of FedAvg-D misses the optimum by gamma (H-1)/2 b_h, up to terms of order gamma^2 H^2.",
    printed=Printed(
        "aistats",
        "Theorem 1",
        r"\bar\theta_{det}^{(\gamma,H)}-\theta^\star=\frac{\gamma(H-1)}2b_h+O(\gamma^2H^2),\quad "
        r"b_h=\frac1N\sum_c\nabla^2f(\theta^\star)^{-1}(\nabla^2f_c(\theta^\star)-\nabla^2f(\theta^\star))\nabla f_c(\theta^\star)",
    ),
    statement=printed,
    under=SMALL_STEPS,
    uses=("aistats-prop1-stationary",),
    checks=(
        SymbolicIdentity(lambda: expand("fedavg_deterministic", "bias", 1)),
        CounterexampleSearch(
            jet_cases, first_order_truth("fedavg_deterministic", "bias"), first_order, scope="exact jets, d <= 3", examples=20
        ),
        RemainderOrder(deterministic_scalars, reference_bias("fedavg_deterministic"), 2, scope="certified law, d = 1"),
        RemainderOrder(heterogeneous_quadratics, reference_bias("fedavg_deterministic"), 2, scope="exact rational, d <= 3"),
    ),
    controls=WRONG,
    reduction="the first order is an identity in the clients' jets; the remainder's order is measured against references",
    expect=Tier.PROVED,
)


def first_order_constant(case_or_instance, constant=1):
    """|b_h|^2 mu^2 against constant (L - mu)^2 zeta_1^2."""
    i, p = case_or_instance, case_or_instance.problem.jets
    return (b_h(p) ** 2).sum() * i.mu**2, constant * (i.L - i.mu) ** 2 * p.mean((p.gradients**2).sum(axis=1))


sharp = Claim(
    id="aistats-thm1-sharp-remark",
    kind="inequality",
    says="The bound gamma (H-1) L zeta_1/mu of Proposition 2 is sharp for small gamma H.",
    printed=Printed(
        "aistats", "remark after Proposition 2", r"\text{the convergence bound is sharp for small values of the product }\gamma H"
    ),
    statement=(L / mu, (L - mu) / (2 * mu)),
    under=Domain((mu <= L,)),
    uses=("aistats-thm1-bias", "symfed-first-order-constant"),
    checks=(SignCheck("the bound's constant against the largest that the first order can reach"),),
    corrected="symfed-first-order-constant",
    missing="in its dependence on gamma, H and zeta_1: the first order is at most (L - mu)/(2L), less than half, of the bound",
    expect=Tier.IMPRECISE,
)

constant = Claim(
    id="symfed-first-order-constant",
    kind="inequality",
    says="The first-order bias is at most gamma (H-1) (L - mu) zeta_1/(2 mu).",
    printed=Printed("symfed", "how sharp Proposition 2 is", r"\tfrac12\|b_h\|\le\frac{L-\mu}{2\mu}\zeta_{\star,1}"),
    statement=first_order_constant,
    checks=(CounterexampleSearch(instances, relation="<=", scope="random exact quadratics, both sides squared", examples=60),),
    controls={
        "a tenth of the constant": lambda i: first_order_constant(i, constant=i.mu / i.mu / 100),
        "nothing": lambda i: first_order_constant(i, constant=0),
    },
    reduction="|mean (A_c - A) g_c| <= max |A_c - A| zeta_1 and both spectra lie in [mu, L]; searched here on exact instances",
    expect=Tier.SUPPORTED,
)
