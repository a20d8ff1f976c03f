"""Scaffold's linear speed-up for clients that are not quadratic: what is proved to first order, and what is false."""

from dataclasses import dataclass

import sympy as sp

from symfed.checks import GrowthCheck, RemainderOrder, SymbolicIdentity
from symfed.checks.classes import DRAWS, EQUAL_CLIENTS, MEAN_CURVED, ZERO_SUM, smooth_samples
from symfed.checks.control_readings import quadrature_moment
from symfed.checks.expansion import Expansion
from symfed.checks.fixed_steps import RemainderAtFixedH
from symfed.checks.growth import LowerBound, Step, above, at_least, equal, number
from symfed.checks.identity import as_printed
from symfed.checks.readings import LawReading
from symfed.checks.series import typed
from symfed.claims import ONE_DIMENSION, Claim, Domain, InWords, Lemma, Tier, printed_at
from symfed.core.symbols import C, ClientMean, H, N, a, gamma, theta
from symfed.derive.expansion import expand
from symfed.strategies.standard import heterogeneous_scalars


def skewed_clients() -> LowerBound:
    """E (theta - theta*)^2 is at least a positive constant for every number of equal clients, gamma and H = 2 being fixed.

    f' = theta + log(1 + e^theta) - log 2, so f'' lies in (1, 2) and f''' > 0; noise +1 or -1; gamma = 1/4, theta* = 0.
    """
    slope = theta + sp.log(1 + sp.exp(theta)) - sp.log(2)
    u = sp.exp(theta)
    gamma, mu, L, C = number(1, 4), number(1), number(2), number(1)
    spread, reach, hull, least = number(10, 3), number(5, 2), sp.Integer(4), number(1, 60)
    floor = least * gamma**2 * C / (4 * L)
    return LowerBound(
        instance={
            "losses": f"f' = {slope} for every client, gradients with additive noise z = +1 or -1, probability 1/2 each",
            "constants": "gamma = 1/4, H = 2, mu = 1, L = 2, theta* = 0, C = 1, any N",
        },
        steps=(
            Step(
                "f'' = 1 + u/(1+u) and f''' = u/(1+u)^2 with u = e^theta: 1 < f'' < 2, f''' > 0, f'(0) = 0",
                (
                    equal(sp.Derivative(slope, theta), 1 + u / (1 + u)),
                    equal(sp.Derivative(slope, (theta, 2)), u / (1 + u) ** 2),
                    equal(sp.Subs(slope, theta, 0), 0),
                ),
            ),
            Step(
                "xi_c+ = mean - own of (f'(theta) + f'(x_c1) + z_0 + z_1)/2, x_c1 = theta - gamma (f'(theta) + xi_c + z_0): their "
                "spread obeys D+ <= (gamma L (D + 2) + 4)/2, so |xi_c| <= D <= 10/3 from xi = 0 on",
                equal((gamma * L * (spread + 2) + 4) / 2, spread),
            ),
            Step(
                "|theta+| <= (1 - gamma mu)^2 |theta| + gamma^2 L (D + 1) + 2 gamma, so |theta| <= 5/2",
                at_least(reach, (1 - gamma * mu) ** 2 * reach + gamma**2 * L * (spread + 1) + 2 * gamma),
            ),
            Step(
                "so a stationary law exists (Krylov-Bogoliubov), and gradients are taken within |x| <= 5/2 + gamma (D + 1) < 4, where "
                "f''' >= e^4/(1+e^4)^2 >= 1/60, because e^4 <= 55",
                (above(hull, reach + gamma * (spread + 1)), at_least(55, sp.exp(4)), at_least(55 / number(56) ** 2, least)),
            ),
            Step(
                "stationarity of theta, the xi having mean zero over clients: E [f'(theta) + mean_c f'(x_c1)] = 0",
                by="the definition of a stationary law",
            ),
            Step(
                "given theta and xi, Jensen with f''' >= 1/60 over z_0, then over clients: "
                "mean_c E f'(x_c1) >= f'(theta - gamma f'(theta)) + gamma^2 C/120",
                equal(least / 2 * gamma**2 * C, gamma**2 * C / 120),
                by="Jensen's inequality",
            ),
            Step(
                "both f' are at most L |theta| in absolute value, as |theta - gamma f'(theta)| <= |theta|: 2 L E|theta| >= gamma^2 C/120",
                equal(2 * L * floor, least / 2 * gamma**2 * C),
            ),
            Step("E theta^2 >= (E|theta|)^2 >= (1/7680)^2 for every N", equal(floor, sp.Rational(1, 7680))),
        ),
        bound=floor.doit() ** 2,
        variable=N,
        towards=sp.oo,
    )


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

    def error(self, problem, gamma, H):
        """The bias is below one, so that its square is off by at most twice its error."""
        return self.second.error(problem, gamma, H) + 2 * self.first.error(problem, gamma, H)


VARIANCE = Variance(quadrature_moment("scaffold", "second_moment"), quadrature_moment("scaffold", "bias"))


def two_clients():
    return heterogeneous_scalars()[:1]


def to_first_order(terms):
    """A first order, and what it leaves out at a fixed number of local steps."""
    return Expansion(terms, gamma**2, fixed=(H,))


SPREAD, THEOREM = to_first_order(FIRST), "symfed-expansion-remainder-controls"

first_order = Claim(
    id="symfed-scaffold-first-order-variance",
    kind="expansion",
    says="Strongly convex clients, any heterogeneity: to first order in gamma, H, N and clients fixed, Scaffold's variance is gamma <C>/(2 N <a>).",
    printed=printed_at(
        "variance of Scaffold, first order",
        r"\mathrm{Var}(\theta)=\frac\gamma{2N}\frac{\langle C\rangle}{\langle a\rangle}+O(\gamma^2),\ d=1",
    ),
    under=Domain((), (MEAN_CURVED, smooth_samples("five"), *DRAWS, ZERO_SUM)),
    statement=SPREAD,
    ranges=ONE_DIMENSION,
    lemmas=Lemma(
        "second moment and variance",
        SPREAD,
        (
            RemainderAtFixedH("scaffold", "second_moment", 1, THEOREM),
            SymbolicIdentity(variance_to_first_order, as_printed, scope="d = 1: the derived expansion, symbolic H, N"),
            RemainderOrder(two_clients, VARIANCE, reading=typed, steps=(1, 2, 4), scope="quadrature, d = 1, two clients"),
        ),
        {
            "1/N dropped": to_first_order(FIRST * N),
            "times H": to_first_order(FIRST * H),
            "mean of quotients": to_first_order(gamma * ClientMean(C / a) / (2 * N)),
        },
    ),
    follows=InWords("the variance is the second moment less the square of the bias, which is O(gamma), so that its square is O(gamma^2)"),
    uses=(THEOREM,),
    expect=Tier.PROVED_GIVEN,
)

second_moment = Claim(
    id="symfed-scaffold-nonlinear-second-moment",
    kind="rate",
    says="E|theta - theta*|^2 falls like 1/N at fixed gamma and H for equal strongly convex clients. At H = 2 it has a floor: the bias does not fall.",
    printed=printed_at(
        "strengthening that fails",
        r"\mathbb E|\theta-\theta_*|^2\le K\frac{\gamma\sigma^2}{\mu N}\text{ for equal strongly convex clients, any }N",
    ),
    under=Domain((), (EQUAL_CLIENTS,)),
    statement=1 / N,
    checks=GrowthCheck(skewed_clients, "equal clients with f''' > 0, two local steps"),
    corrected="symfed-scaffold-first-order-variance",
    expect=Tier.REFUTED,
)
