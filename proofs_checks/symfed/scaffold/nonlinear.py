"""Scaffold's linear speed-up for clients that are not quadratic: what is proved to first order, and what is false."""

import sympy as sp

from symfed.checks import GrowthCheck, SymbolicIdentity
from symfed.checks.identity import as_printed
from symfed.checks.instances.scaffold.skewed_clients import skewed_clients
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import C, ClientMean, H, N, a, gamma
from symfed.core.verdict import Tier
from symfed.derive.expansion import expand

FIRST = gamma * ClientMean(C) / (2 * N * ClientMean(a))


def variance_to_first_order():
    """E (theta - theta*)^2 less the squared bias: the bias is of order gamma, its square adds nothing."""
    bias = expand("scaffold", "bias", 1)
    return sp.expand(expand("scaffold", "second_moment", 1) - bias**2).coeff(gamma, 1) * gamma


first_order = Claim(
    id="symfed-scaffold-first-order-variance",
    kind="expansion",
    says="Strongly convex clients, any heterogeneity and H: to first order in gamma Scaffold's variance is gamma <C>/(2 N <a>).",
    printed=Printed(
        "symfed",
        "variance of Scaffold, first order",
        r"\mathrm{Var}(\theta)=\frac\gamma{2N}\frac{\langle C\rangle}{\langle a\rangle}+O(\gamma^2),\ d=1",
    ),
    statement=FIRST,
    under=Domain((), "fixed H, N and clients as gamma tends to 0; smooth losses and noise"),
    checks=(SymbolicIdentity(variance_to_first_order, as_printed, scope="d = 1: the derived expansion, symbolic H, N"),),
    controls={
        "1/N dropped": FIRST * N,
        "times H": FIRST * H,
        "factor 2": 2 * FIRST,
        "mean of quotients": gamma * ClientMean(C / a) / (2 * N),
    },
    expect=Tier.PROVED,
)

second_moment = Claim(
    id="symfed-scaffold-nonlinear-second-moment",
    kind="rate",
    says="E|theta - theta*|^2 falls like 1/N at fixed gamma and H = 2 for equal strongly convex clients. It has a floor: the bias does not fall.",
    printed=Printed(
        "symfed",
        "strengthening that fails",
        r"\mathbb E|\theta-\theta_*|^2\le K\frac{\gamma\sigma^2}{\mu N}\text{ for equal strongly convex clients, any }N",
    ),
    statement=1 / N,
    under=Domain((), "fixed gamma and H = 2, equal clients, N tending to infinity"),
    checks=(GrowthCheck(skewed_clients, "equal clients with f''' > 0, two local steps"),),
    corrected="symfed-scaffold-first-order-variance",
    expect=Tier.REFUTED,
)
