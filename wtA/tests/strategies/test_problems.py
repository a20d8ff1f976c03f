"""Problems are valid and stay within what was asked of them, in both kinds of numbers; shrinking ends at zeros and ones."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import flint
import numpy as np
import pytest
import sympy as sp
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

from symfed.core.errors import InvalidInput
from symfed.core.symbols import theta
from symfed.models.arrays import Array, is_exact
from symfed.models.problems import LinearProblem, LogisticProblem, QuadraticProblem, ScalarProblem
from symfed.strategies import Strategy, any_size, linear_problems, logistic_problems, matrices_between, quadratic_problems, scalar_problems

FEW = settings(max_examples=6, suppress_health_check=list(HealthCheck))
QUIET = settings(max_examples=30, derandomize=True, database=None, phases=[Phase.generate, Phase.shrink])
SEARCH = settings(QUIET, phases=[Phase.generate])
SIZES = [(1, 1), (2, 3), (3, 2)]
HALF = Fraction(1, 2)
EPS = 2.0**-52


def reached(strategy: Strategy, wanted: Any) -> bool:
    try:
        find(strategy, wanted, settings=SEARCH)
    except NoSuchExample:
        return False
    return True


def simplest(strategy: Strategy) -> Any:
    return find(strategy, lambda value: True, settings=QUIET)


def largest(array: Array) -> float:
    return max(abs(float(entry)) for entry in array.flat)


@pytest.mark.parametrize("d", [1, 2, 3])
@given(data=st.data())
@FEW
def test_a_spectrum_is_kept(d: int, data: st.DataObject) -> None:
    A = data.draw(matrices_between(d, HALF, 10))
    assert is_exact(A)
    assert (A == A.T).all()
    for end, sign in ((flint.fmpq(1, 2), 1), (flint.fmpq(10), -1)):  # both differences positive semi-definite, exactly
        shifted = flint.fmpq_mat(d, d, [sign * (entry - end * int(k % (d + 1) == 0)) for k, entry in enumerate(A.flat)])
        assert all((-1) ** (d - k) * coefficient >= 0 for k, coefficient in enumerate(shifted.charpoly()))


def test_a_spectrum_reaches_both_ends_and_matrices_are_full() -> None:
    plane = matrices_between(2, 1, 10)
    assert reached(plane, lambda A: A[0, 0] == 10 and A[1, 1] == 1)
    assert reached(plane, lambda A: A[0, 1] != 0)
    assert (simplest(plane) == np.eye(2, dtype=int)).all()


@pytest.mark.parametrize("exact", [True, False])
@given(data=st.data())
@FEW
def test_quadratic_problems_obey(exact: bool, data: st.DataObject) -> None:
    wanted: dict[str, Any] = {"spectrum": (1, 4), "heterogeneity": HALF, "noise_size": 1, "shared": "hessians", "exact": exact}
    problem: QuadraticProblem = data.draw(any_size(lambda d, N: quadratic_problems(d, N, **wanted)))
    assert problem.exact == exact
    assert 1 - 64 * EPS <= problem.mu <= problem.L <= 4 + 64 * EPS  # float64 eigenvalues: a few units of rounding times the norm 4
    assert largest(problem.optima) <= 0.5
    assert largest(problem.noise) <= problem.dim  # B B' with entries of B at most 1
    assert (problem.hessian_matrices == problem.hessian_matrices[0]).all()


@given(quadratic_problems(2, 3, heterogeneity=0, shared="noise"))
@FEW
def test_no_heterogeneity_is_one_optimum(problem: QuadraticProblem) -> None:
    assert not any(problem.optima.flat)
    assert (problem.noise == problem.noise[0]).all()


@pytest.mark.parametrize(("d", "N"), SIZES)
@pytest.mark.parametrize("exact", [True, False])
@given(data=st.data())
@FEW
def test_logistic_problems_obey(d: int, N: int, exact: bool, data: st.DataObject) -> None:
    problem: LogisticProblem = data.draw(logistic_problems(d, N, (2, 3), HALF, spread=2, exact=exact))
    assert (problem.dim, problem.num_clients, problem.mu) == (d, N, 0.5)
    assert all(is_exact(f) == exact for f in problem.features)
    assert all(2 <= len(f) <= 3 and largest(f) <= 2 for f in problem.features)
    assert 0.5 + d * 4 / 4 >= problem.L


@given(linear=linear_problems(2, 3, 2, heterogeneity=HALF, symmetric=True), logistic=logistic_problems(2, 3, 2, heterogeneity=HALF))
@FEW
def test_heterogeneity_bounds_how_far_clients_differ(linear: LinearProblem, logistic: LogisticProblem) -> None:
    for table in (linear.vectors, logistic.features):
        assert all(largest(other - table[0]) <= 0.5 for other in table[1:])
    for A in linear.matrices[1:]:
        assert largest((A - linear.matrices[0])[:, 0, 1]) <= 0.5
    assert all((y == logistic.labels[0]).all() for y in logistic.labels)


@pytest.mark.parametrize(
    "strategy",
    [logistic_problems(2, 3, heterogeneity=0), linear_problems(2, 3, heterogeneity=0), scalar_problems(3, homogeneous=True)],
    ids=["logistic", "linear", "scalar"],
)
@given(data=st.data())
@FEW
def test_clients_without_heterogeneity_are_equal(strategy: Strategy, data: st.DataObject) -> None:
    problem = data.draw(strategy)
    holdings = {
        LogisticProblem: lambda c: (problem.features[c].tolist(), problem.labels[c].tolist()),
        LinearProblem: lambda c: (problem.matrices[c].tolist(), problem.vectors[c].tolist()),
        ScalarProblem: lambda c: problem.samples[c],
    }[type(problem)]
    for c, other in pairwise(range(3)):
        assert holdings(c) == holdings(other)
        assert problem.weights[c].tolist() == problem.weights[other].tolist()


@pytest.mark.parametrize(("d", "N"), SIZES)
@pytest.mark.parametrize("exact", [True, False])
@given(data=st.data())
@FEW
def test_stable_linear_problems_contract(d: int, N: int, exact: bool, data: st.DataObject) -> None:
    problem: LinearProblem = data.draw(linear_problems(d, N, exact=exact))
    assert problem.exact == exact
    assert 1 - 64 * EPS <= problem.mu <= problem.L < float("inf")
    assert problem.check_step(1 / problem.L)


def test_linear_problems_are_of_every_kind() -> None:
    def symmetric(problem: LinearProblem) -> bool:
        return all((A == A.transpose(0, 2, 1)).all() for A in problem.matrices)

    def a_sample_points_the_wrong_way(problem: LinearProblem) -> bool:
        return any(np.linalg.eigvalsh((A + A.transpose(0, 2, 1)).astype(float)).min() < -0.1 for A in problem.matrices)

    wide = linear_problems(2, 1, 2, spread=3)
    assert reached(wide, lambda p: not symmetric(p))
    assert not reached(linear_problems(2, 2, symmetric=True), lambda p: not symmetric(p))
    assert reached(wide, a_sample_points_the_wrong_way)
    assert reached(linear_problems(1, 1, stable=False, spread=3), lambda p: p.mu < 0)
    assert reached(wide, lambda p: p.weights[0][0] != p.weights[0][1])


@given(scalar_problems(2, (1, 2), bends=2, spread=HALF, heterogeneity=1))
@FEW
def test_scalar_problems_are_strongly_convex(problem: ScalarProblem) -> None:
    assert problem.mu >= 1 - 1e-9  # the curvature is certified to a relative 1e-9
    assert problem.L <= 3 + 2 * 2 * 4 * (1 + 1e-9)  # a <= 3, two bends of weight 2 and scale 2: k s² <= 8 each
    for loss in [loss for client in problem.samples for loss in client]:
        assert loss.free_symbols == {theta}
        assert all(number.is_Rational for number in loss.atoms(sp.Number))


@given(scalar_problems(2, 2, bends=0, spread=HALF, heterogeneity=1))
@FEW
def test_scalar_problems_without_bends_are_quadratic_and_near_their_client(problem: ScalarProblem) -> None:
    for client in problem.samples:
        minimisers = [sp.solve(loss.diff(theta), theta)[0] for loss in client]
        assert all(sp.diff(loss, theta, 3) == 0 for loss in client)
        assert max(minimisers) - min(minimisers) <= 1  # each at most 1/2 from the client's
        assert all(abs(m) <= sp.Rational(3, 2) for m in minimisers)


def test_scalar_problems_have_bends_and_clients_differ() -> None:
    def root(loss: sp.Expr) -> bool:
        return any(power.exp == sp.Rational(1, 2) for power in loss.atoms(sp.Pow))

    for bend in (lambda loss: loss.has(sp.cosh), lambda loss: loss.has(sp.exp), root):
        assert reached(scalar_problems(1), lambda p, bend=bend: any(map(bend, p.samples[0])))
    assert reached(scalar_problems(2), lambda p: p.samples[0] != p.samples[1])


def test_one_sample_leaves_no_noise() -> None:
    for strategy in (logistic_problems(2, 2, 1), linear_problems(2, 2, 1), scalar_problems(1, 1, bends=0)):
        assert not reached(strategy, lambda p: np.any(p.noise_covariance != 0))


def test_shrinking_ends_at_zeros_and_ones() -> None:
    logistic: LogisticProblem = simplest(any_size(logistic_problems))
    assert [f.tolist() for f in logistic.features] == [[[0]]]
    assert ([y.tolist() for y in logistic.labels], logistic.l2) == ([[1]], 1)
    linear: LinearProblem = simplest(any_size(linear_problems))
    assert ([A.tolist() for A in linear.matrices], [b.tolist() for b in linear.vectors]) == ([[[[1]]]], [[[0]]])
    assert [w.tolist() for w in linear.weights] == [[1]]
    free: LinearProblem = simplest(linear_problems(2, 1, stable=False))
    assert (free.matrices[0][0] == np.eye(2, dtype=int)).all()
    scalar: ScalarProblem = simplest(scalar_problems(1))
    assert scalar.samples == [[theta**2 / 2]]
    quadratic: QuadraticProblem = simplest(any_size(lambda d, N: quadratic_problems(d, N, spectrum=(1, 100))))
    assert (quadratic.hessian_matrices.tolist(), quadratic.optima.tolist(), quadratic.noise.tolist()) == ([[[1]]], [[0]], [[[0]]])


def test_shrinking_keeps_what_matters() -> None:
    noisy: LinearProblem = find(linear_problems(1, 1), lambda p: p.noise_covariance.item() != 0, settings=QUIET)
    assert sorted(noisy.vectors[0].flat) in ([0, 1], [-1, 0])
    assert (noisy.matrices[0] == 1).all()
    bent: ScalarProblem = find(scalar_problems(1), lambda p: p.samples[0][0].has(sp.exp, sp.cosh, sp.sqrt(1 + theta**2)), settings=QUIET)
    assert bent.samples == [[theta**2 / 2 + sp.log(sp.cosh(theta))]]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: quadratic_problems(1, 1, shared="optimum"), "shared = 'optimum': must be one of hessians, optima, noise"),
        (lambda: quadratic_problems(1, 1, spectrum=(0, 1)), "low = 0: must be positive"),
        (lambda: quadratic_problems(1, 1, spectrum=(2, 1)), "at most high = 1"),
        (lambda: quadratic_problems(1, 1, heterogeneity=-1), "bound = -1: must not be negative"),
        (lambda: logistic_problems(1, 1, samples=0), "samples = 0: must be a positive integer or a range"),
        (lambda: logistic_problems(1, 1, samples=(3, 2)), r"samples = \(3, 2\)"),
        (
            lambda: linear_problems(1, 2, heterogeneity=0.1),
            r"heterogeneity = 0.1: must be an integer or a fraction; write Fraction\(1, 10\)",
        ),
    ],
)
def test_bad_wishes_are_refused_by_name(make: Any, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        simplest(make())
