"""Exact moments on quadratics, against rounds walked step by step in fractions."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from symfed.core.symbols import C1, C2, K3, C, H, a, b, g, gamma, q, r, rho, scaling
from symfed.decide.points import Point
from symfed.decide.signs import decide_zero
from symfed.derive.expansion import expansion_terms
from symfed.derive.powers import series_coefficients
from symfed.derive.quadratic import stationary_mean, stationary_second_moment
from symfed.models.algorithms import all_algorithms, get_algorithm
from tests.derive.helpers import populations

MEMORYLESS = sorted(name for name, algorithm in all_algorithms().items() if not algorithm.keeps_memory)


def _walk(point: Point, step: Fraction, steps: int, pull: Fraction, noisy: bool = True) -> tuple[Fraction, Fraction]:
    """Stationary mean and second moment: the round is e -> B e + D + noise of variance V, its numbers collected in a loop."""
    slope = shift = variance = Fraction(0)
    for client in point.clients:
        own_a, own_g, own_C = (Fraction(int(client[s].p), int(client[s].q)) for s in (a, g, C))
        along, aside, spread = Fraction(1), Fraction(0), Fraction(0)  # e = along * start + aside, Var = spread
        for _ in range(steps):
            along, aside = along - step * (own_a * along + pull * (along - 1)), aside - step * (own_a * aside + own_g + pull * aside)
            spread = (1 - step * (own_a + pull)) ** 2 * spread + (step**2 * own_C if noisy else 0)
        slope, shift, variance = slope + along, shift + aside, variance + spread
    n = len(point.clients)
    slope, shift, variance = slope / n, shift / n, variance / n**2
    mean = shift / (1 - slope)
    return mean, mean**2 + variance / (1 - slope**2)


@settings(max_examples=10)
@given(populations(), st.fractions(Fraction(1, 50), Fraction(1, 5), max_denominator=50), st.integers(1, 5), st.sampled_from([0, 1]))
def test_closed_forms_equal_the_walk(point: Point, step: Fraction, steps: int, pull: int) -> None:
    values = {gamma: sp.Rational(str(step)), H: steps, rho: pull}
    for name in ("fedprox",) if pull else ("fedavg", "fedavg_deterministic"):
        mean, second = _walk(point, step, steps, Fraction(pull), noisy=name != "fedavg_deterministic")
        assert point.evaluate(stationary_mean(name).subs(values)) == sp.Rational(str(mean))
        assert point.evaluate(stationary_second_moment(name).subs(values)) == sp.Rational(str(second))


@pytest.mark.parametrize("name", MEMORYLESS)
def test_closed_forms_scale_as_they_must(name: str) -> None:
    mean, second = stationary_mean(name), stationary_second_moment(name)
    # powers such as (1 - gamma a)^H have no unit: scaling() follows them once H is a number
    assert mean == 0 or scaling(mean.subs(H, 3)) == (0, 1)
    assert second == 0 or scaling(second.subs(H, 3)) == (0, 2)


@settings(max_examples=8)
@given(populations(2), st.integers(1, 4), st.sampled_from(MEMORYLESS))
def test_expansion_is_the_taylor_series_of_the_closed_form(point: Point, steps: int, name: str) -> None:
    """Without curvature of the gradient and of the noise, the two derivations must meet."""
    smooth = {s: sp.Integer(0) for s in (b, q, r, C1, C2, K3)}
    quadratic = Point(point.values, tuple({**client, **smooth} for client in point.clients))
    for quantity, exact in (("bias", stationary_mean(name)), ("second_moment", stationary_second_moment(name))):
        along = sp.cancel(quadratic.evaluate(exact.subs({H: steps, rho: sp.Rational(1, 3)})))
        terms = [quadratic.evaluate(term.subs({H: steps, rho: sp.Rational(1, 3)})) for term in expansion_terms(name, quantity, 2)]
        assert series_coefficients(along, gamma, 2) == [0, *terms]


def test_no_pull_is_plain_averaging_and_one_step_has_no_bias() -> None:
    for moment in (stationary_mean, stationary_second_moment):
        assert decide_zero(moment("fedprox").subs(rho, 0) - moment("fedavg")).kind == "zero"
        assert decide_zero(moment(get_algorithm("fedprox").bind(rho=0)) - moment("fedavg")).kind == "zero"
        assert decide_zero(moment("fedavg").subs(H, 1) - moment("sgd")).kind == "zero"
    assert stationary_mean("sgd") == 0
