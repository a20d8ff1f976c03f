"""Theorem 1: the first-order bias of FedAvg with exact gradients."""

from symfed.checks import CounterexampleSearch, RemainderOrder, SymbolicIdentity
from symfed.checks.cases import deterministic_scalars, heterogeneous_quadratics
from symfed.checks.readings import first_order, first_order_truth, reference_bias
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import H, L, gamma, mu
from symfed.core.verdict import Tier
from symfed.derive.expansion import expand
from symfed.strategies import jet_cases


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
        CounterexampleSearch(jet_cases, first_order_truth("fedavg_deterministic", "bias"), first_order, scope="exact jets, d <= 3", examples=20),
        RemainderOrder(deterministic_scalars, reference_bias("fedavg_deterministic"), 2, scope="quadrature, d = 1"),
        RemainderOrder(heterogeneous_quadratics, reference_bias("fedavg_deterministic"), 2, scope="exact rational, d <= 3"),
    ),
    controls=WRONG,
    reduction="the first order is an identity in the clients' jets; the remainder's order is measured against references",
    expect=Tier.PROVED,
)
