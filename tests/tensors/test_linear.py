"""Linear stochastic approximation with matrices that need not be symmetric: laws, moments, and what the other engine says."""

from fractions import Fraction

import numpy as np
import pytest

from symfed.core import symbols
from symfed.core.errors import InvalidInput
from symfed.derive.expansion import coefficients
from symfed.models.jets import Jets
from symfed.tensors.instance import PLANE, in_the_plane
from symfed.tensors.jets import LINEAR
from symfed.tensors.linear import _moments, extrapolated_linear_form, linear_form
from symfed.tensors.memory import controls_form, leading_form
from symfed.tensors.normal import is_zero, normal
from tests.pieces import pieces
from tests.tensors.numbers import evaluate

P, GAMMA, STEPS, ROUNDING = LINEAR, 0.1, 4, 1e-12  # numbers near one, some hundred operations each


def multiplicative(N=3, d=2, samples=4):
    """Float jets of clients whose matrices and vectors are drawn together."""
    rng = np.random.default_rng(3)
    gradients, matrices = rng.normal(size=(N, d)), rng.normal(size=(N, d, d)) + 3 * np.eye(d)
    B, b = rng.normal(size=(N, samples, d, d)), rng.normal(size=(N, samples, d))
    B, b = B - B.mean(axis=1, keepdims=True), b - b.mean(axis=1, keepdims=True)
    along, twice = np.einsum("nsai,nsb->nabi", B, b) / samples, np.einsum("nsai,nsbj->nabij", B, B) / samples
    covariance = np.einsum("nsa,nsb->nab", b, b) / samples, along + along.swapaxes(1, 2), twice + twice.swapaxes(3, 4)
    rest = [np.zeros((N,) + (d,) * m) for m in (3, 4, 5)]
    third = np.einsum("nsa,nsb,nsc->nabc", b, b, b) / samples
    return Jets((gradients - gradients.mean(axis=0), matrices, *rest), (covariance, (third,)))


JETS = multiplicative()


def in_coordinates(algorithm, quantity, order):
    there = sum(c * GAMMA**k for k, c in enumerate(coefficients(algorithm, JETS, quantity, order, STEPS), start=1))
    return there[0] if quantity == "state_control_moment" else there


@pytest.mark.parametrize("order", [1, 2])
@pytest.mark.parametrize("quantity", ["bias", "second_moment"])
def test_moments_of_fedlsa_are_those_of_the_engine_in_coordinates(quantity, order):
    there, here = in_coordinates("fedlsa", quantity, order), evaluate(linear_form("fedlsa", quantity, order), JETS, GAMMA, STEPS)
    assert np.abs(np.squeeze(there) - here).max() < ROUNDING


@pytest.mark.parametrize("quantity", ["second_moment", "state_control_moment"])
def test_leading_moments_with_control_variates_are_those_of_the_engine_in_coordinates(quantity):
    here = evaluate(leading_form("scaffold", quantity, LINEAR), JETS, GAMMA, STEPS)
    assert np.abs(in_coordinates("scaffold", quantity, 1) - here).max() < ROUNDING


def test_the_control_variates_of_scafflsa_are_scaffold_s_with_the_other_sign():
    one, other = (controls_form(name, "state_control_moment", 1, LINEAR) for name in ("scafflsa", "scaffold"))
    assert is_zero(one + other)
    assert not is_zero(one - other)


def test_control_variates_leave_no_bias_and_extrapolation_none_to_first_order():
    assert is_zero(leading_form("scafflsa", "bias", LINEAR))
    assert is_zero(extrapolated_linear_form("fedlsa"))
    assert not is_zero(extrapolated_linear_form("fedlsa", 2))


gamma, H = symbols.gamma, symbols.H
A, A_c, C, g = P.hessian, P.hessians, P.noise, P.gradients
ONE, T = P.identity(), P.transpose
STEP = ONE - gamma * A_c
MEAN = P.mean(P.power(STEP, H))
X, Y = P.lyapunov(A, C), P.stein(MEAN, C)
EQUAL = {
    "a transposed product": (T(P.product(A, A_c)), P.product(T(A_c), T(A))),
    "a transposed inverse": (P.apply(T(A), P.solve(T(A), g)), g),
    "constants of a transpose": (P.apply(P.product(T(A) + ONE, A), g), P.apply(P.product(T(A), A) + A, g)),
    "constants between": (P.product(A_c, P.product(T(A) + ONE, A_c)), P.product(A_c, P.product(T(A), A_c)) + P.product(A_c, A_c)),
    "Lyapunov's equation": (P.product(A, X) + P.product(X, T(A)), C),
    "its transpose": (X, T(X)),
    "Lyapunov's equation, turned": (P.product(T(A), P.lyapunov(T(A), C)) + P.product(P.lyapunov(T(A), C), A), C),
    "Stein's equation": (Y - P.product(MEAN, P.product(Y, T(MEAN))), C),
    "a geometric sum": (ONE - P.power(STEP, H), gamma * P.product(P.geometric(STEP, H), A_c)),
    "functions of one matrix": (P.product(P.power(STEP, H), A_c), P.product(A_c, P.power(STEP, H))),
    "an inverse that is none of one matrix": (P.solve(A + MEAN, g), P.solve(MEAN + A, g)),
}
DIFFERENT = {
    "a transpose": (A, T(A)),
    "a client's transpose": (A_c, T(A_c)),
    "a transposed power": (P.power(STEP, H), T(P.power(STEP, H))),
    "two matrices": (P.product(A, A_c), P.product(A_c, A)),
    "a matrix and its transpose": (P.product(A, T(A)), P.product(T(A), A)),
    "Lyapunov's equation without transpose": (P.product(A, X) + P.product(X, A), C),
    "a client's inverse": (P.mean(P.solve_each(A_c, P.apply(A_c - A, g))), P.solve(A, P.mean(P.apply(A_c - A, g)))),
    "an inverse, turned": (P.solve(T(A), g), P.solve(A, g)),
    "a turned inverse that is none of one matrix": (P.solve(T(A + MEAN), g), P.solve(A + MEAN, g)),
}


@pytest.mark.parametrize("name", EQUAL)
def test_laws_make_equal_what_is(name):
    left, right = EQUAL[name]
    assert is_zero(left - right)


@pytest.mark.parametrize("name", DIFFERENT)
def test_transposes_are_felt(name):
    left, right = DIFFERENT[name]
    assert not is_zero(left - right)


def plane_jets():
    """The instance that the plane's witnesses speak of, as float jets, with the noise that it describes."""
    matrices = np.array([[[a, b], [0, c]] for a, b, c in PLANE.triangles], dtype=float)
    zeros = [np.zeros((PLANE.N,) + (2,) * m) for m in (3, 4, 5)]

    def cumulant(k, j):
        axes = np.indices((PLANE.N,) + (2,) * (k + j))
        s, t = axes[1 : 1 + k].sum(axis=0), axes[1 + k :].sum(axis=0)
        return (k + (1 + s) * (1 + axes[0]) + t * (2 + s)).astype(float)

    return Jets((np.array(PLANE.gradients, dtype=float), matrices, *zeros), (tuple(cumulant(2, j) for j in range(3)), (cumulant(3, 0),)))


DIFFERING = {
    "second moment": (linear_form("fedlsa", "second_moment"), gamma / P.N * P.lyapunov(T(A), C)),
    "second order": (linear_form("fedlsa", "second_moment", 2), linear_form("fedlsa", "second_moment")),
    "a transpose": (P.product(A, A_c), P.product(T(A), A_c)),
    "a client's inverse": (P.mean(P.product(P.power(A_c, -1), A)), P.power(A, -1)),
    "a power": (P.power(STEP, H), T(P.power(STEP, H))),
}


@pytest.mark.parametrize("name", DIFFERING)
def test_the_witness_in_the_plane_is_the_difference_there(name):
    left, right = DIFFERING[name]
    found = in_the_plane(normal(left - right))
    said = np.zeros((2,) * left.rank)
    for key, value in found.items():
        if key.startswith("left minus right"):
            said[tuple(int(i) for i in key.partition("[")[2].rstrip("]").split(","))] = float(Fraction(value))
    there = evaluate(left - right, plane_jets(), float(PLANE.gamma), PLANE.H)
    assert np.abs(said - there).max() < ROUNDING * (1 + np.abs(there).max())
    assert np.abs(there).max() > ROUNDING


def test_orders_are_derived_while_one_waits():
    for order, most in ((1, 2), (2, 20)):
        _moments.cache_clear()
        assert pieces(lambda order=order: linear_form("fedlsa", "second_moment", order)) < most


def test_what_has_no_such_moments_is_refused():
    with pytest.raises(InvalidInput, match="keeps control variates"):
        linear_form("scafflsa", "bias")
    with pytest.raises(InvalidInput, match="must take H local steps"):
        linear_form("lsa", "second_moment")
    with pytest.raises(InvalidInput, match="must be bias or second_moment"):
        linear_form("fedlsa", "mean")
    with pytest.raises(InvalidInput, match="must not be zero"):
        P.solve(A - A + C - C, g)
