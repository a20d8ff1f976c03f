"""Theorem 3: homogeneous clients."""

from fractions import Fraction

from symfed.checks import CounterexampleSearch, RemainderOrder, SymbolicIdentity
from symfed.checks.cases import homogeneous_scalars
from symfed.checks.identity import on_equal_clients
from symfed.checks.readings import first_order, first_order_truth, reference_bias
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import H, L, gamma, mu
from symfed.core.verdict import Tier
from symfed.derive.expansion import expand
from symfed.derive.symbolic_jets import equal_clients
from symfed.strategies import jet_cases


def b_s(p):
    """The stochasticity bias vector, with the published sign."""
    return -p.solve(p.hessian, p.contract(p.third_derivative, p.lyapunov(p.hessian, p.noise)))


def printed(p, gamma, H):
    return gamma / (2 * p.N) * b_s(p)


def wrong_contraction(p, gamma, H):
    return -gamma / (2 * p.N) * p.solve(p.hessian, p.contract_wrong(p.third_derivative, p.lyapunov(p.hessian, p.noise)))


STEPS = Domain((9 * gamma * L <= 1, gamma * mu * H <= 1))

WRONG = {
    "sign flipped (the preprint's)": lambda p, gamma, H: -printed(p, gamma, H),
    "factor 2": lambda p, gamma, H: 2 * printed(p, gamma, H),
    "1/N dropped": lambda p, gamma, H: p.N * printed(p, gamma, H),
    "extra factor H": lambda p, gamma, H: H * printed(p, gamma, H),
    "noise covariance without the Lyapunov inverse": lambda p, gamma, H: (
        -gamma / (2 * p.N) * p.solve(p.hessian, p.contract(p.third_derivative, p.noise))
    ),
    "transposed third-derivative contraction": wrong_contraction,
}


def one_population(d, N):
    """Jet cases in which all clients are equal."""
    return jet_cases(d, N, homogeneous=True)


CHECKS = (
    SymbolicIdentity(
        lambda: equal_clients(expand("fedavg", "bias", 1)), on_equal_clients, scope="d = 1, symbolic gamma, H, N, equal clients"
    ),
    CounterexampleSearch(one_population, first_order_truth("fedavg", "bias"), first_order, scope="exact jets of equal clients, d <= 3", examples=20),
    RemainderOrder(homogeneous_scalars, reference_bias("fedavg"), Fraction(3, 2), scope="quadrature, d = 1"),
)

smooth_bias = Claim(
    id="symfed-fedavg-homogeneous-bias",
    kind="expansion",
    says="Theorem 3's bias for sample losses with Lipschitz third derivatives.",
    printed=Printed(
        "symfed",
        "Theorem 3 with its missing condition",
        r"\bar\theta_{sto}-\theta^\star=\frac\gamma{2N}b_s+O(\gamma^2H+\gamma^{3/2}),\quad b_s=-\nabla^2f^{-1}\nabla^3f\,\mathbf A\mathcal C",
    ),
    statement=printed,
    under=STEPS,
    checks=CHECKS,
    controls=WRONG,
    expect=Tier.PROVED,
)
