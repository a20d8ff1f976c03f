"""Scaffold's linear speed-up for clients that are not quadratic: what is proved to first order, and what is false."""

from dataclasses import dataclass

import sympy as sp

from proofs_checks.symfed.scaffold.skewed_clients import skewed_clients
from symfed.checks import GrowthCheck, RemainderOrder, SymbolicIdentity
from symfed.checks.control_readings import quadrature_moment
from symfed.checks.expansion import Expansion
from symfed.checks.identity import as_printed
from symfed.checks.instances.classes import EQUAL_CLIENTS
from symfed.checks.readings import LawReading
from symfed.checks.series import typed
from symfed.core.claim import Claim
from symfed.core.domain import Class, Domain
from symfed.core.scope import ONE_DIMENSION
from symfed.core.source import Printed
from symfed.core.symbols import C, ClientMean, H, N, a, gamma
from symfed.core.verdict import Tier
from symfed.derive.expansion import expand
from symfed.strategies.standard import heterogeneous_scalars

FIRST = gamma * ClientMean(C) / (2 * N * ClientMean(a))


def variance_to_first_order():
    """E (theta - theta*)^2 less the squared bias: the bias is of order gamma, its square adds nothing."""
    bias = expand("scaffold", "bias", 1)
    return sp.expand(expand("scaffold", "second_moment", 1) - bias**2).coeff(gamma, 1) * gamma


@dataclass(frozen=True)
class Variance:
    """E (theta - theta*)^2 less the squared bias, by quadrature in dimension one, and the errors of both."""

    second: LawReading
    first: LawReading

    def __call__(self, problem, gamma, H):
        return self.second(problem, gamma, H).ravel() - self.first(problem, gamma, H).ravel() ** 2

    def floor(self, problem, gamma, H):
        """The bias is below one, so that its square is off by at most twice its error."""
        return self.second.floor(problem, gamma, H) + 2 * self.first.floor(problem, gamma, H)


VARIANCE = Variance(quadrature_moment("scaffold", "second_moment"), quadrature_moment("scaffold", "bias"))


def two_clients():
    return heterogeneous_scalars()[:1]


def to_first_order(terms):
    """A first order, and what it leaves out at a fixed number of local steps."""
    return Expansion(terms, gamma**2, fixed=(H,))


first_order = Claim(
    id="symfed-scaffold-first-order-variance",
    kind="expansion",
    says="Strongly convex clients, any heterogeneity: to first order in gamma, H, N and clients fixed, Scaffold's variance is gamma <C>/(2 N <a>).",
    printed=Printed(
        "symfed",
        "variance of Scaffold, first order",
        r"\mathrm{Var}(\theta)=\frac\gamma{2N}\frac{\langle C\rangle}{\langle a\rangle}+O(\gamma^2),\ d=1",
    ),
    under=Domain((), (Class("smooth losses and noise"),)),
    statement=to_first_order(FIRST),
    ranges=ONE_DIMENSION,
    checks=(
        SymbolicIdentity(variance_to_first_order, as_printed, scope="d = 1: the derived expansion, symbolic H, N"),
        RemainderOrder(two_clients, VARIANCE, reading=typed, steps=(1, 2, 4), scope="quadrature, d = 1, two clients"),
    ),
    wrong={
        "1/N dropped": to_first_order(FIRST * N),
        "times H": to_first_order(FIRST * H),
        "mean of quotients": to_first_order(gamma * ClientMean(C / a) / (2 * N)),
    },
    expect=Tier.SUPPORTED,
)

second_moment = Claim(
    id="symfed-scaffold-nonlinear-second-moment",
    kind="rate",
    says="E|theta - theta*|^2 falls like 1/N at fixed gamma and H for equal strongly convex clients. At H = 2 it has a floor: the bias does not fall.",
    printed=Printed(
        "symfed",
        "strengthening that fails",
        r"\mathbb E|\theta-\theta_*|^2\le K\frac{\gamma\sigma^2}{\mu N}\text{ for equal strongly convex clients, any }N",
    ),
    under=Domain((), (EQUAL_CLIENTS,)),
    statement=1 / N,
    checks=(GrowthCheck(skewed_clients, "equal clients with f''' > 0, two local steps"),),
    corrected="symfed-scaffold-first-order-variance",
    expect=Tier.REFUTED,
)
