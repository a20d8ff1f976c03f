"""Membership of classes of problems, read off exact instances: a member, a non-member and one that does not tell, for each test."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import flint
import numpy as np
import pytest
import sympy as sp

from symfed.models.jets import Jets
from symfed.models.problems import QuadraticProblem
from symfed.strategies import Instance, JetCase, members
from symfed.strategies.control_variates import BentRound, outsiders
from symfed.strategies.rates import RateCase
from symfed.strategies.sampled import SampledRun, repeating

ONE, ZERO = flint.fmpq(1), flint.fmpq(0)


def instance(*curvatures: int, optima: tuple[int, ...] = (0, 1), mu: int = 1, L: int = 3) -> Instance:
    """Clients in dimension one."""
    problem = QuadraticProblem([[[a]] for a in curvatures], [[x] for x in optima[: len(curvatures)]], [[[1]]] * len(curvatures))
    return Instance(problem, ONE / L, 2, mu, L)


def run(*samples: int, cube: int = 0) -> SampledRun:
    """One client whose samples have these curvatures, and the first of them a cube, too."""
    matrices = np.array([[[[flint.fmpq(a)]] for a in samples]], dtype=object)
    cubes = np.array([[flint.fmpq(cube), *[ZERO] * (len(samples) - 1)]], dtype=object)
    point = np.array([ONE], dtype=object)
    return SampledRun(matrices, matrices[..., 0] * 0, cubes, ONE / 3, np.zeros((1, 1, 1), dtype=int), point, point)


def jets(curvature: int) -> JetCase:
    zeros = (np.full((1,) * axes, ZERO) for axes in (2, 3, 4, 3))
    gradients, hessians, third_derivatives, noise = zeros
    return JetCase(Jets.of(gradients, hessians + curvature, third_derivatives + 1, noise + 1), 2)


@dataclass(frozen=True)
class Bounded:
    """An instance that knows bounds of its curvatures, and its gradients."""

    curvatures: tuple[tuple[int, int], ...]
    rational_gradients: tuple[sp.Expr, ...] = ()

    def parameters(self) -> dict[str, Any]:
        return {"mu": 1, "L": 3}


class Numbers:
    of_any_problem = True


X = sp.Dummy("x")
CURVED = {
    "quadratics within mu and L": (instance(1, 3), True),
    "flatter than mu": (instance(1, 3, mu=2), False),
    "steeper than L": (instance(1, 4), False),
    "no lower bound known": (instance(1, 3, mu=0), None),
    "a cube grows without bound": (outsiders()[1], None),
    "samples' mean": (run(1, 3), True),
    "samples with a cube": (run(1, 3, cube=1), None),
    "jets": (jets(2), True),
    "flat jets": (jets(0), False),
    "constants": (RateCase(ONE / 9, 1, 3 * ONE, 1, 3), True),
    "bounds within": (Bounded(((1, 2), (2, 3))), True),
    "bounds beyond": (Bounded(((1, 2), (0, 3))), False),
    "numbers that any problem has": (Numbers(), True),
    "something else": (object(), None),
}


@pytest.mark.parametrize(("one", "wanted"), CURVED.values(), ids=list(CURVED))
def test_curved(one: Any, wanted: bool | None) -> None:
    assert members.curved(one) is wanted


def test_eigenvalues_are_compared_exactly_where_discs_do_not_tell() -> None:
    A = np.array([[2 * ONE, 2 * ONE], [2 * ONE, 5 * ONE]], dtype=object)  # eigenvalues 1 and 6; the discs say 0 to 7
    assert members.between(A, 1, 6)
    assert not members.between(A, ONE * 101 / 100, 6)
    assert not members.between(A, 1, ONE * 599 / 100)


def test_samples_are_convex_and_smooth_each() -> None:
    assert members.smooth_samples(run(1, 3)) is True
    assert members.smooth_samples(run(-1, 3)) is False  # their mean is convex
    assert members.smooth_samples(run(1, 3, cube=1)) is None
    assert members.regular(run(0, 3)) is True
    assert members.regular(instance(1, 3)) is True


def test_draws() -> None:
    assert members.drawn_anew(run(1, 3)) is True
    assert members.drawn_anew(repeating(run(1, 3))) is False
    assert members.drawn_anew(instance(1)) is True
    assert members.drawn_anew(object()) is None


def test_noise() -> None:
    assert members.all_moments(run(1, 3)) is True
    assert members.all_moments(object()) is None
    assert members.additive(instance(1)) is True
    assert members.additive(run(2, 2)) is True
    assert members.additive(run(1, 3)) is False
    assert members.additive(RateCase(ONE, 1, ONE, 1, 1)) is True
    assert members.additive(RateCase(ONE, 1, ONE, 1, 2)) is None


def test_clients_beside_each_other() -> None:
    assert members.one_optimum(instance(1, 3, optima=(1, 1))) is True
    assert members.one_optimum(instance(1, 3)) is False
    assert members.one_optimum(jets(1)) is None
    assert members.some_spread(instance(1, 3)) is True
    assert members.some_spread(object()) is None


def test_third_derivatives() -> None:
    assert members.lipschitz_third(Bounded((), (X / (1 + X**2),))) is True
    assert members.lipschitz_third(Bounded((), (X * sp.sqrt(X),))) is False
    assert members.lipschitz_third(outsiders()[1]) is True
    assert isinstance(outsiders()[1], BentRound)
    assert members.lipschitz_third(object()) is None


def test_all_tests_must_agree() -> None:
    yes, no, silent = (lambda i: True), (lambda i: False), (lambda i: None)
    assert members.both(yes, yes)(0) is True
    assert members.both(yes, silent)(0) is None
    assert members.both(silent, no)(0) is False


def test_the_curve_that_bends_rounds_has_the_bounds_that_it_is_said_to_have() -> None:
    """theta/(1 + theta²) and theta times it: their derivatives, by the critical points of these."""
    for power, (low, high) in {1: (sp.Rational(-1, 8), sp.Integer(1)), 2: (sp.Rational(-13, 20), sp.Rational(13, 20))}.items():
        slope = sp.diff(X**power / (1 + X**2), X)
        values = [slope.subs(X, at) for at in sp.solve(sp.together(sp.diff(slope, X)), X) if at.is_real] + [sp.limit(slope, X, sp.oo)]
        assert all(low <= sp.N(value) <= high for value in values)
