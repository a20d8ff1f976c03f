"""Worst cases beyond the first regime, steps of 1/L and exact gradients: what attains them, and certificates for the same numbers."""

from fractions import Fraction

import flint
import numpy as np
import pytest

from proofs_checks.symfed.scaffold.contraction import q, r
from proofs_checks.symfed.scaffold.whole_class import kinks, linear_systems, long_steps, samples, second_regime
from symfed.core.errors import NotConverged
from symfed.worst_case.bounds import certify_round, certify_smallest


def fraction(value):
    return Fraction(int(value.p), int(value.q))


@pytest.mark.parametrize("point", second_regime.POINTS[:2])
def test_a_tight_population_attains_the_factor(point):
    population = second_regime.tight(*point)
    after, most = second_regime.loses(population)
    assert after == most
    assert second_regime.ADD_UP.contains(population)


@pytest.mark.parametrize("point", second_regime.POINTS)
def test_two_steps_have_the_least_factor_that_is_certified(point):
    s, t = map(fraction, point)
    slack = 1e-6
    least = certify_smallest("scaffold", gamma=1, H=2, mu=1 - s, L=1 - t, slack=slack)
    assert least.check().proved
    assert 0 <= Fraction(least.bound["ee"]) - second_regime.factor(s, t) <= slack


def test_kinks_are_the_worst_of_three_steps_where_the_least_factor_is_certified():
    mu, L, H, slack = Fraction(1, 2), Fraction(3, 4), 3, 1e-6
    s, t = 1 - mu, 1 - L
    rho = kinks.factor(r(1, H, L), s * t ** (H - 1), t**H)
    assert r(1, H, L) ** 2 < rho
    least = certify_smallest("scaffold", gamma=1, H=H, mu=mu, L=L, slack=slack)
    assert 0 <= Fraction(least.bound["ee"]) - rho <= slack


@pytest.mark.parametrize("L", [Fraction(11, 10), Fraction(14, 10)])
def test_two_long_steps_are_certified_too(L):
    found = certify_round("scaffold", gamma=1, H=2, mu=L / 10, L=L)
    assert found.check().proved
    assert Fraction(found.bound["ee"]) == q(1, 2, L / 10) ** 2


def test_quadratics_break_the_first_regime_of_two_long_steps_where_its_condition_fails():
    mu, L = flint.fmpq(1, 60), flint.fmpq(5, 3)  # kappa = 100, a little below the limit; then a little beyond
    assert holds(mu, L)
    mu, L = flint.fmpq(7, 400), flint.fmpq(7, 4)
    assert not holds(mu, L)
    with pytest.raises(NotConverged):
        certify_round("scaffold", gamma=1, H=2, mu=fraction(mu), L=fraction(L))


def holds(mu, L):
    at = long_steps.numbers(flint.fmpq(1), 2, mu, L)
    return (at[0] * at[1] - at[2] * at[3]) ** 2 <= (at[0] ** 2 - at[3] ** 2) * (at[0] ** 2 - at[2] ** 2)


@pytest.mark.parametrize(("which", "least"), [(0, flint.fmpq(7, 5)), (1, flint.fmpq(1))])
def test_a_sample_a_step_can_make_the_distance_grow(which, least):
    grown = samples.growing()[which]
    after, before = grown.distances()
    assert after > least * before
    for H in grown.hessians.reshape(-1, 2, 2):  # curvatures mu and 1: the trace and the determinant say it
        assert H[0, 0] + H[1, 1] == 1 + grown.mu
        assert H[0, 0] * H[1, 1] - H[0, 1] * H[1, 0] == grown.mu


@pytest.mark.parametrize("angle", [Fraction(0), Fraction(1, 3), Fraction(7, 10)])
@pytest.mark.parametrize("often", [Fraction(1, 10), Fraction(1, 2), Fraction(9, 10)])
def test_quadratic_samples_obey_the_bound_of_ten_steps_in_mean_square(angle, often):
    """By the recursion of second moments of u and delta in the plane: two samples, one of them turned, exactly."""
    H, mu = 10, Fraction(1, 100)
    along = np.array([1 - angle**2, 2 * angle]) / (1 + angle**2)
    eye = np.array([[Fraction(1), Fraction(0)], [Fraction(0), Fraction(1)]])
    hessians = [mu * eye + (1 - mu) * np.outer(v, v) for v in (along, np.array([Fraction(0), Fraction(1)]))]
    e, y = np.array([Fraction(2), Fraction(0)]), np.array([Fraction(0), Fraction(1)])
    mean, square = e, np.outer(e, e)
    for _ in range(H):
        steps = [(weight, eye - A) for weight, A in zip((often, 1 - often), hessians, strict=True)]
        moved = sum(weight * (B @ mean) for weight, B in steps)
        square = (
            sum(weight * (B @ square @ B.T) for weight, B in steps) - (np.outer(moved, y) + np.outer(y, moved)) / H + np.outer(y, y) / H**2
        )
        mean = moved - y / H
    after, rest = np.trace(square) + 2 * mean @ y + y @ y, q(1, H, mu) * e + r(1, H, mu) * y
    assert after <= rest @ rest + (1 - Fraction(1, H)) ** 2 * (y @ y)


def test_turning_clients_attain_what_a_step_leaves():
    turned = next(i for i in linear_systems.turning() if i.H == 1 and any(i.start))
    assert (turned.mu, turned.L) == (1, 10)
    after = linear_systems.after_a_round("scafflsa", turned)
    assert after == (1 - turned.gamma * turned.mu * (2 - turned.gamma * turned.L)) * (turned.start @ turned.start)
