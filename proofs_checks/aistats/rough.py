"""Instances at the edge of the sources' assumptions, with proofs of how badly they behave.

In dimension one with theta* = 0; N = H = 1 unless it says otherwise."""

import sympy as sp

from symfed.checks.growth import Counterexample, LowerBound, Step, above, at_least, equal, number
from symfed.core.domain import Domain
from symfed.core.symbols import N, gamma, t, theta

AN_EIGHTH, STATIONARY = Domain((8 * gamma <= 1,)), "the definition of a stationary law"


def lipschitz_third_derivative() -> LowerBound:
    """f' = theta + |sin theta|³/5 with additive noise +1 or -1: f'''(0) = 0, so b_s = 0, and the bias is of order gamma^(3/2)."""
    share, power, L = sp.Rational(1, 5), 3, sp.Rational(8, 5)
    curve = share * sp.sin(theta) ** power  # |sin| = sin on (0, pi)
    third = share * (6 * sp.sin(theta) * sp.cos(theta) ** 2 - 3 * sp.sin(theta) ** 3)
    bound = share * (2 / sp.pi) ** power * (gamma / (2 * L)) ** sp.Rational(power, 2)
    return LowerBound(
        instance={
            "stochastic gradient": "theta + |sin(theta)|^3/5 + z, z = +-1 with probability 1/2",
            "constants": "N = H = 1, mu = 2/5, L = 8/5, theta* = 0, f'''(theta*) = 0, so b_s = 0; V is the stationary E theta^2",
        },
        bound=bound,
        variable=gamma,
        towards=sp.S.Zero,
        steps=(
            Step(
                "f''' = (6 |sin| cos^2 - 3 |sin|^3)/5: zero at theta* = 0, even, with slopes of at most 27/5 on either side",
                (
                    equal(sp.Derivative(curve, (theta, 2)), third),
                    equal(sp.Subs(third, theta, 0), 0),
                    equal(sp.Derivative(third, theta), share * sp.cos(theta) * (6 - 27 * sp.sin(theta) ** 2)),
                ),
            ),
            Step(
                "f'' lies in [2/5, 8/5], because |d/dtheta |sin|^3| <= 3",
                (equal(1 - power * number(1, 5), sp.Rational(2, 5)), equal(1 + power * number(1, 5), L)),
            ),
            Step("stationarity with H = 1: E f'(theta) = 0, so |E theta| = E |sin theta|^3/5", by=STATIONARY),
            Step(
                "iterates stay in |theta| <= 1 + 1/5 < pi/2, where |sin theta| >= (2/pi) |theta|",
                above(sp.pi / 2, 1 + number(1, 5)),
            ),
            Step(
                "|theta - gamma f'(theta)| >= (1 - gamma L) |theta| gives V >= gamma^2/(1 - (1 - gamma L)^2) >= gamma/(2 L)",
                at_least(2 * L * gamma**2, gamma * (1 - (1 - gamma * L) ** 2)),
                AN_EIGHTH,
            ),
            Step("Jensen: E |theta|^3 >= V^(3/2)", by="Jensen's inequality"),
        ),
    )


def kinked_noise() -> LowerBound:
    """A quadratic f whose stochastic gradients have a kink at theta*: the second moment misses gamma/2 by gamma^(3/2).

    grad F^z = theta + z (1 + |theta|/2), z = +1 or -1 with probability 1/2. Every F^z is convex and 3/2-smooth, f = theta²/2, and the
    noise variance (1 + |theta|/2)² is not differentiable at theta*.
    """
    V, m, u = (sp.Dummy(name, nonnegative=True) for name in ("V", "m", "u"))  # u stands for |theta| before the mean is taken
    V_low, m_low, Q_high = gamma / 2, sp.sqrt(gamma) / (2 * sp.sqrt(14)), 7 * gamma**2
    after_step = sp.Poly((1 - gamma) ** 2 * u**2 + gamma**2 * (1 + u / 2) ** 2, u)
    second = sum(weight * moment for weight, moment in zip(after_step.all_coeffs(), (V, m, 1), strict=True))
    return LowerBound(
        instance={
            "stochastic gradient": "theta + z*(1 + |theta|/2), z = +-1 with probability 1/2",
            "constants": "N = H = 1, mu = 1, L = 3/2, theta* = 0, A C = 1/2; V, m, Q are the stationary E theta^2, E|theta|, E theta^4",
        },
        bound=gamma * m_low / 2,
        variable=gamma,
        towards=sp.S.Zero,
        steps=(
            Step(
                "stationarity of theta^2: V (2 - gamma) = gamma (1 + m + V/4)",
                equal(second - V, -gamma * (V * (2 - gamma) - gamma * (1 + m + V / 4))),
            ),
            Step("hence V >= gamma/(2 - gamma) >= gamma/2", at_least(gamma, V_low * (2 - gamma)), AN_EIGHTH),
            Step(
                "m <= sqrt(V) <= (1 + V)/2 gives V (2 - 7 gamma/4) <= 3 gamma/2, hence V <= gamma for gamma <= 1/8",
                at_least(gamma * (2 - sp.Rational(7, 4) * gamma), sp.Rational(3, 2) * gamma),
                AN_EIGHTH,
            ),
            Step("(1 + u/2)^2 <= 2 + u^2/2", equal(2 + u**2 / 2 - (1 + u / 2) ** 2, (1 - u / 2) ** 2)),
            Step(
                "(1 + u/2)^4 <= (2 + u^2/2)^2 <= 8 + u^4/2",
                equal(8 + u**4 / 2 - (2 + u**2 / 2) ** 2, (2 - u**2 / 2) ** 2),
            ),
            Step(
                "stationarity of theta^4: Q (1 - (1-gamma)^4 - 3 gamma^2 - gamma^4/2) <= 12 gamma^2 V + 8 gamma^4, hence Q <= 7 gamma^2",
                at_least(Q_high * (1 - (1 - gamma) ** 4 - 3 * gamma**2 - gamma**4 / 2), 12 * gamma**3 + 8 * gamma**4),
                AN_EIGHTH,
            ),
            Step(
                "Hölder: m >= V^(3/2)/Q^(1/2) >= gamma^(1/2)/(2 sqrt(14))",
                equal(V_low ** sp.Rational(3, 2) / sp.sqrt(Q_high), m_low),
            ),
            Step("V - gamma/2 >= gamma (1 + m)/(2 - gamma) - gamma/2 >= gamma m/2", at_least(2, 2 - gamma)),
        ),
    )


def rough_loss() -> LowerBound:
    """A loss with a bounded third derivative that is only 1/2-Hölder: the bias is of order gamma^(5/4).

    f' = theta + |sin theta|^(5/2)/5 with additive noise +1 or -1: three times differentiable, f'''(0) = 0, so b_s = 0.
    """
    a, L = sp.Rational(1, 5), sp.Rational(3, 2)
    curve = a * sp.sin(theta) ** sp.Rational(5, 2)  # |sin| = sin on (0, pi)
    third = a * (sp.Rational(15, 4) * sp.sqrt(sp.sin(theta)) * sp.cos(theta) ** 2 - sp.Rational(5, 2) * sp.sin(theta) ** sp.Rational(5, 2))
    bound = a * (2 / sp.pi) ** sp.Rational(5, 2) * (gamma / (2 * L)) ** sp.Rational(5, 4)
    return LowerBound(
        instance={
            "stochastic gradient": "theta + |sin(theta)|^(5/2)/5 + z, z = +-1 with probability 1/2",
            "constants": "N = H = 1, mu = 1/2, L = 3/2, theta* = 0, f'''(theta*) = 0, so b_s = 0; V is the stationary E theta^2",
        },
        bound=bound,
        variable=gamma,
        towards=sp.S.Zero,
        steps=(
            Step(
                "f''' = (15/4 |sin|^(1/2) cos^2 - 5/2 |sin|^(5/2))/5: bounded by (15/4 + 5/2)/5, and zero at theta* = 0",
                (equal(sp.Derivative(curve, (theta, 2)), third), equal(sp.Limit(third, theta, 0), 0)),
            ),
            Step(
                "f'' lies in [1/2, 3/2], because |d/dtheta |sin|^(5/2)| <= 5/2",
                (equal(1 - sp.Rational(5, 2) * number(1, 5), sp.S.Half), equal(1 + sp.Rational(5, 2) * number(1, 5), L)),
            ),
            Step("stationarity with H = 1: E f'(theta) = 0, so |E theta| = E |sin theta|^(5/2)/5", by=STATIONARY),
            Step(
                "iterates stay in |theta| <= 1 + 1/5 < pi/2, where |sin theta| >= (2/pi) |theta|",
                above(sp.pi / 2, 1 + number(1, 5)),
            ),
            Step(
                "|theta - gamma f'(theta)| >= (1 - gamma L) |theta| gives V >= gamma^2/(1 - (1 - gamma L)^2) >= gamma/(2 L)",
                at_least(2 * L * gamma**2, gamma * (1 - (1 - gamma * L) ** 2)),
                AN_EIGHTH,
            ),
            Step("Jensen: E |theta|^(5/2) >= V^(5/4)", by="Jensen's inequality"),
        ),
    )


def wrong_on_average() -> LowerBound:
    """Samples that are all alike, but whose gradient is not that of f: iterates settle away from theta*, whatever the step size."""
    return LowerBound(
        instance={
            "stochastic gradient": "theta + 1 at every step, and f = theta^2/2",
            "constants": "N = H = 1, mu = L = 1, theta* = 0, zeta_1 = zeta_2 = 0, quadratic, noise 1, A C = 1/2",
        },
        bound=sp.S.Half,
        variable=gamma,
        towards=sp.S.Zero,
        steps=(
            Step("theta = theta - gamma (theta + 1) only at -1", equal(theta - gamma * (theta + 1) - theta, -gamma * (theta - (-1)))),
            Step("no bias is printed for quadratics without heterogeneity, and the bias is -1"),
            Step("of the second moment 1 about theta* no more than gamma/2 is printed", at_least(1 - gamma / 2, sp.S.Half), AN_EIGHTH),
        ),
    )


def heavy_tail() -> LowerBound:
    """Noise without a second moment satisfies A1: the stationary law then has none either.

    grad F^z = theta - z with P(z = 2^k) = P(z = -2^k) = (3/8) 4^-k, k = 0, 1, ...; f = theta²/2 and E|z| = 3/2.
    """
    k = sp.Dummy("k", integer=True, nonnegative=True)
    weight = sp.Rational(3, 4) / 4**k
    partial = sp.Rational(3, 4) * (t + 1)
    V, near, far = (sp.Dummy(name, nonnegative=True) for name in ("V", "near", "far"))  # E theta^2, E[z^2; |z| <= 2^t] and what is beyond
    return LowerBound(
        instance={
            "stochastic gradient": "theta - z, P(z = 2^k) = P(z = -2^k) = (3/8) 4^(-k), k = 0, 1, 2, ...",
            "constants": "N = H = 1, mu = L = 1, theta* = 0",
        },
        bound=gamma**2 * partial,
        variable=t,
        towards=sp.oo,
        steps=(
            Step("the probabilities sum to one", equal(sp.Sum(weight, (k, 0, sp.oo)), 1)),
            Step(
                "E|z| = 3/2 is finite, so f and its gradient are defined",
                equal(sp.Sum(sp.simplify(2**k * weight), (k, 0, sp.oo)), sp.Rational(3, 2)),
            ),
            Step(
                "E[z^2; |z| <= 2^t] = 3 (t+1)/4",
                equal(sp.Sum(sp.simplify(4**k * weight), (k, 0, t)), partial),
            ),
            Step(
                "theta' = (1 - gamma) theta + gamma z with z independent of theta: E theta'^2 >= gamma^2 E[z^2; |z| <= 2^t] for every t",
                at_least((1 - gamma) ** 2 * V + gamma**2 * (near + far), gamma**2 * near),
            ),
        ),
    )


def symmetric_loss() -> Counterexample:
    """A noisy loss that is not quadratic, on which FedAvg has no bias for any N, H and gamma."""
    plus, minus = (theta**2 / 2 + sp.log(sp.cosh(theta)) + sign * theta / 2 for sign in (1, -1))
    up, down = (loss.rewrite(sp.exp) for loss in (plus, minus))  # cosh as what it is defined to be
    slope = sp.Derivative(up, theta)
    return Counterexample(
        instance={
            "losses": f"F^+ = {plus}, F^- = {minus}, probability 1/2 each, all clients equal",
            "constants": "mu = 1, L = 2, theta* = 0",
        },
        steps=(
            Step("f is not quadratic: its fourth derivative at 0 is not 0", equal(sp.Subs(sp.Derivative(up, (theta, 4)), theta, 0), -2)),
            Step("the noise is 1/2 or -1/2, so C(theta*) = 1/4", equal(sp.Derivative(up - down, theta), 1)),
            Step(
                "reflecting theta exchanges the two losses: (F^+)'(-theta) = -(F^-)'(theta)",
                equal(sp.Subs(slope, theta, -theta), -sp.Derivative(down, theta)),
            ),
            Step("so the law of theta_t from theta_0 = 0 is symmetric for every t, its limit is, and E theta = 0 = theta*"),
        ),
    )


def at_least_one_step() -> LowerBound:
    """The number of local steps is a positive integer."""
    return LowerBound(
        instance={"H": "1, the smallest number of local steps that there is"},
        bound=sp.S.One,
        variable=N,
        towards=sp.oo,
        steps=(Step("H >= 1 because H is a positive integer (Algorithm 1)", by="the definition of a natural number"),),
    )
