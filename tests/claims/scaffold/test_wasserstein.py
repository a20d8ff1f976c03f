"""The parts of the proof fit together, on numbers, and the norm is that of runs of the rule."""

from fractions import Fraction

import flint
import numpy as np
import pytest
import sympy as sp

from proofs_checks.symfed.scaffold import wasserstein as drift_norm
from proofs_checks.symfed.scaffold.two_starts import averaged_square, flat_samples
from symfed.core.symbols import H, L, gamma, gram_gg, gram_xg, gram_xx, lam, mu
from symfed.strategies import draw
from symfed.strategies.control_variates import rounds_with_memory, weighted_norm
from symfed.strategies.sampled import SampledRun


def powers(b, steps):
    """q, r and the u_h of the module's text."""
    u = [1 - sum((1 - b) ** j for j in range(steps - h)) / Fraction(steps) for h in range(steps)]
    return (1 - b) ** steps, u[0], u


@pytest.mark.parametrize("steps", [1, 2, 3, 7, 20])
@pytest.mark.parametrize("horizon", [Fraction(1), Fraction(1, 3)])
@pytest.mark.parametrize("share", [Fraction(0), Fraction(1, 10), Fraction(2, 3), Fraction(99, 100)])
def test_what_the_steps_cost_is_paid(steps, horizon, share):
    widest = horizon / steps
    b = share * widest
    q, r, u = powers(b, steps)
    cost = (widest - b) / (2 - widest - b) * sum(value**2 for value in u)
    assert cost <= q**2 - r**2
    bounds = {H: steps, gamma: 1, mu: sp.Rational(b.numerator, b.denominator)}
    assert sum(value**2 for value in u) <= drift_norm.sum_of_squares()[0].subs(bounds)
    assert 1 - r <= drift_norm.mean_power()[0].subs(bounds)
    assert 1 - r >= drift_norm.mean_to_first_order().subs(bounds)


def test_one_step_is_an_inequality_of_vectors():
    left, right = drift_norm.one_step()
    v, s = np.array([3, -1]), np.array([-2, 1])
    values = {gamma: sp.Rational(1, 4), lam: 2, mu: 1, L: 3, gram_xx: v @ v, gram_xg: v @ s, gram_gg: s @ s}
    moved = [((s + (1 - Fraction(c, 4)) * v) ** 2).sum() for c in (2, 1)]
    scale = (2 - Fraction(4, 4)) * (2 - Fraction(3, 4))
    assert left.subs(values) == sp.Rational(str(scale * moved[0]))
    assert right.subs(values) == sp.Rational(str(scale * moved[1] + Fraction(2, 4) * (2 - Fraction(3, 4)) * (s @ s)))


@pytest.mark.parametrize("steps", [2, 3, 10])
@pytest.mark.parametrize("horizon", [Fraction(1), Fraction(2, 5)])
@pytest.mark.parametrize("share", [Fraction(1, 100), Fraction(1, 2), Fraction(1)])
def test_convex_samples_cost_no_more_than_is_left(steps, horizon, share):
    """At every curvature the form A v² + 2 B s v + D s² is not negative; b stands for gamma m."""
    widest = horizon / steps
    b = share * widest / 2  # so that b (2 - b) <= widest
    left = (1 - b * steps) / (2 * (steps - 1))
    for part in range(11):
        curvature = b * (2 - b) + Fraction(part, 10) * (widest - b * (2 - b))
        more, cross = curvature * (2 - widest) - b * (2 - b), curvature - b
        assert more >= 0
        assert more * left >= cross**2
    q, r, u = powers(b, steps)
    assert left * sum(value**2 for value in u) <= q**2 - r**2


def test_with_the_least_curvature_a_round_is_q_and_r():
    """All Hessians mu: the norm after a round is q² |x|² + r² mean |y_c|²."""
    steps, one = 3, flint.fmpq(1)
    controls = np.array([[one], [-one / 2], [-one / 2]], dtype=object)
    still = np.array([[0 * one]] * 3, dtype=object)
    run = SampledRun(
        np.array([[[[one]]]] * 3, dtype=object),
        still[..., None],
        still,
        one / 4,
        np.zeros((1, 3, steps), dtype=int),
        controls[0] * 2,
        controls[0],
    )
    x, xi = rounds_with_memory("scaffold", run, controls)
    q, r, _ = powers(Fraction(1, 4), steps)
    expected = q**2 * 4 + r**2 * Fraction(9, 16) * Fraction(1, 2)  # mean |y|² = (gamma H)² (1 + 1/4 + 1/4)/3
    found = weighted_norm(x, xi, run.gamma, steps)
    assert Fraction(int(found.p), int(found.q)) == expected


def test_the_mean_over_draws_of_one_client_is_that_of_independent_steps():
    """One client, d = 1: every step multiplies the distance by 1 - gamma a or by 1, with probability 1/2 each."""
    for i in draw(flat_samples(1, 1), 10):
        shrunk = (1 - i.run.gamma * i.run.matrices[0, 1, 0, 0]) ** 2
        apart = (i.run.start - i.other[0])[0] ** 2
        assert averaged_square("scaffold", i) == ((1 + shrunk) / 2) ** i.run.H * apart
