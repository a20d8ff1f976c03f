"""Zero is proved, nonzero has a witness, and everything else is unknown."""

from __future__ import annotations

from time import monotonic

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from symfed.core.domain import Domain
from symfed.core.errors import InvalidInput
from symfed.core.symbols import K3, C, ClientMean, H, L, N, a, b, g, gamma, mu, rho, t
from symfed.decide.points import Point, PointSearch, candidates
from symfed.decide.signs import decide_sign, decide_zero

STEPS = Domain((mu <= L, gamma * L <= 1))
CURVED = (1 - gamma * a) ** H

IDENTITIES = {
    "exp of a logarithm": sp.exp(H * sp.log(1 - gamma * mu)) - (1 - gamma * mu) ** H,
    "one more step": ClientMean(CURVED * (1 - gamma * a)) - ClientMean((1 - gamma * a) ** (H + 1)),
    "one step less": (1 - gamma * mu) ** (H - 1) * (1 - gamma * mu) - (1 - gamma * mu) ** H,
    "two rounds": (1 - gamma * mu) ** (2 * H) - ((1 - gamma * mu) ** H) ** 2,
    "rounds of rounds": (1 - gamma * mu) ** (H * (t + 1)) - (1 - gamma * mu) ** (H * t) * (1 - gamma * mu) ** H,
    "factored base": (gamma * mu - gamma * L) ** H - (gamma * (mu - L)) ** H,
    "sign taken out": (gamma * mu - 1) ** H - (-1) ** H * (1 - gamma * mu) ** H,
    "even power of a sign": (gamma - 1) ** (2 * H) - (1 - gamma) ** (2 * H),
    "numbers": 6**H - 2**H * 3**H,
    "mean of a fraction": ClientMean(a / (a + rho)) + rho * ClientMean(1 / (a + rho)) - 1,
    "geometric sum": ClientMean((1 - CURVED) / (1 - (1 - gamma * a))) - (ClientMean(1 / a) - ClientMean(CURVED / a)) / gamma,
    "not rational": sp.sin(gamma) ** 2 + sp.cos(gamma) ** 2 - 1,
}
DIFFERENCES = {
    "exp of half a logarithm": sp.exp(H * sp.log(1 - gamma) / 2) - (1 - gamma) ** H,
    "mean of a product": ClientMean(a * b) - ClientMean(a) * ClientMean(b),
    "covariance is not zero": ClientMean(a * g),
    "one step less": ClientMean(CURVED) - ClientMean((1 - gamma * a) ** (H - 1)),
    "sign": (gamma - 1) ** H - (1 - gamma) ** H,
    "1/N dropped": ClientMean(C) / N - ClientMean(C),
    "not rational": sp.sqrt(gamma + 1) - 1 - gamma / 2,
    "far": (gamma - 1) * (gamma - 2) * (gamma - sp.Rational(1, 2)) * (gamma - 3) * (H - 1) * (H - 2),
}


@pytest.mark.parametrize("name", IDENTITIES)
def test_identities_are_proved(name: str) -> None:
    assert decide_zero(IDENTITIES[name]).kind == "zero"


@pytest.mark.parametrize("name", DIFFERENCES)
def test_differences_have_a_witness(name: str) -> None:
    decision = decide_zero(DIFFERENCES[name])
    assert decision.kind == "nonzero"
    assert decision.witness
    assert decision.witness["value"] != "0"


def test_unknown_is_neither() -> None:
    # zero at every positive integer, and beyond the normal form and simplify
    opaque = sp.Abs(sp.gamma(H) - sp.gamma(H + 1) / H) ** sp.Rational(1, 3) * sp.Function("opaque")(gamma)
    assert decide_zero(opaque + sp.Function("opaque")(H)).kind == "unknown"


def test_points_without_a_decision_never_become_a_proof() -> None:
    vanishing = sp.Mul(*[gamma - value for value in candidates(gamma)])
    assert decide_zero(vanishing).kind == "unknown"
    # a solver sees beyond the list of points
    assert decide_sign(-(vanishing**2)).kind == "negative somewhere"
    assert decide_sign(vanishing**2).kind == "nonnegative"


def test_decimal_numbers_are_refused() -> None:
    for decide in (decide_zero, decide_sign):
        with pytest.raises(InvalidInput, match=r"Rational\(1, 10\)"):
            decide(gamma - 0.1)


def test_witnesses_are_small_and_lie_in_the_domain() -> None:
    decision = decide_zero(gamma * (H - 1), Domain((H >= 2, gamma * L <= sp.Rational(1, 3))))
    assert decision.witness == {"H": "2", "L": "1/2", "gamma": "1/2", "value": "1/2"}
    clients = decide_zero(ClientMean(a * g)).witness
    assert clients is not None
    assert clients["N"] == "2"
    # noise without variance would have no skewness
    skewed = decide_zero(ClientMean(K3) * ClientMean(C - 1)).witness
    assert skewed is not None
    assert "C = 0" not in skewed["clients"]


@pytest.mark.parametrize("scale", [1, 2])
def test_populations_have_mean_gradient_zero(scale: int) -> None:
    seen = []
    search = PointSearch(ClientMean(scale * a * g), Domain())
    assert search.first(lambda point: bool(seen.append(point)), monotonic() + 60) is None
    assert len({point.values[N] for point in seen}) == 3
    assert all(sum(client[g] for client in point.clients) == 0 for point in seen)


def test_a_domain_can_make_a_difference_vanish_nowhere_found() -> None:
    assert decide_zero(H - 1, Domain((H <= 1,))).kind == "unknown"


@given(st.lists(st.integers(-4, 4), min_size=1, max_size=4), st.integers(-2, 2))
def test_a_polynomial_is_zero_exactly_when_its_coefficients_are(coefficients: list[int], shift: int) -> None:
    power = (1 - gamma * mu) ** (H + shift)
    expression = sum(c * power**k for k, c in enumerate(coefficients))
    expanded = sum(c * (1 - gamma * mu) ** (k * H) * (1 - gamma * mu) ** (k * shift) for k, c in enumerate(coefficients))
    assert decide_zero(sp.sympify(expression) - expanded).kind == "zero"
    kind = "nonzero" if any(coefficients) else "zero"
    assert decide_zero(sum((c * gamma**k for k, c in enumerate(coefficients)), sp.S.Zero)).kind == kind


NONNEGATIVE = {
    "contraction": 2 - gamma * (mu + L),
    "squared rate below the rate": (1 - gamma * mu) - (1 - gamma * mu * (2 - gamma * L)),
    "square": (mu - rho) ** 2,
    "rational": (L - mu) / (L + mu),
    "steps": (H - 1) * (2 * H - 1) / 6,
    "touches the boundary": (1 - gamma * mu) * (1 - gamma * L),
    "needs subdivision": gamma**2 - gamma + 1,
    "client means": ClientMean(C) * (H - 1) / (N * ClientMean(a)),
}


@pytest.mark.parametrize("name", NONNEGATIVE)
def test_signs_are_proved_on_the_domain(name: str) -> None:
    assert decide_sign(NONNEGATIVE[name], STEPS).kind == "nonnegative"


@pytest.mark.parametrize(
    "expression",
    [mu - L, 1 - 2 * gamma * L, 1 - gamma * mu * H, gamma**2 - 3 * gamma + 2, ClientMean(a * g), -ClientMean(C)],
    ids=str,
)
def test_a_negative_value_is_a_point_of_the_domain(expression: sp.Expr) -> None:
    decision = decide_sign(expression, STEPS)
    assert decision.kind == "negative somewhere"
    assert decision.witness
    assert sp.Rational(decision.witness["value"]) < 0
    values = {name: sp.Rational(value) for name, value in decision.witness.items() if name not in ("value", "clients")}
    assert STEPS.contains(**values)


def test_a_polynomial_that_touches_zero_inside_is_no_question() -> None:
    motzkin = gamma**4 * mu**2 + gamma**2 * mu**4 + 1 - 3 * gamma**2 * mu**2
    assert decide_sign(motzkin).kind == "nonnegative"
    assert decide_sign(motzkin - sp.Rational(1, 100)).kind == "negative somewhere"


@given(st.lists(st.integers(-3, 3), min_size=3, max_size=3), st.integers(1, 4))
def test_signs_of_quadratic_polynomials_agree_with_their_roots(c: list[int], denominator: int) -> None:
    polynomial = c[0] + c[1] * gamma + sp.Rational(c[2], denominator) * gamma**2
    decision = decide_sign(polynomial, Domain((gamma <= 1,)))
    lowest = sp.minimum(polynomial, gamma, sp.Interval.Lopen(0, 1)) if polynomial.has(gamma) else polynomial
    if decision.kind == "nonnegative":
        assert lowest >= 0
    if decision.kind == "negative somewhere":
        assert lowest < 0


def test_a_mean_inside_a_mean_is_named_once() -> None:
    """Its atoms come in no fixed order: named one after the other, an inner one first left the outer one to be looked at for ever."""
    nested = ClientMean(1 / (a - ClientMean(a))) * ClientMean(g / a) - ClientMean(g / (a**2 - a * ClientMean(a)))
    assert decide_zero(nested - nested.expand()).kind == "zero"
    assert decide_zero(nested - ClientMean(g / a)).kind in ("nonzero", "unknown")


def test_a_mean_inside_a_denominator_is_evaluated_for_all_clients() -> None:
    # the inner mean is a number that comes out of the outer one: -(1/(3/4) - 1/(3/8))/2 with <1 - gamma a> = 1/4
    nested = ClientMean(g / (a - a * ClientMean(1 - gamma * a)))
    clients = ({a: sp.S.One, g: sp.S.One}, {a: sp.S.Half, g: -sp.S.One})
    assert Point({gamma: sp.S.One}, clients).evaluate(nested) == -sp.Rational(2, 3)


def test_a_curvature_that_has_a_slope_is_no_extreme() -> None:
    one = sp.S.One
    flat, sloping = ({mu: one, L: one, a: one, b: sp.Integer(slope), gamma: one} for slope in (0, 1))
    assert next(Point(flat).in_order()).values == flat
    values = next(Point(sloping).in_order()).values
    assert values[mu] < values[a] < values[L]
