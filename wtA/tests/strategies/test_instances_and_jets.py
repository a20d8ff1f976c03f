"""What is drawn is exact and valid, can be written down again, and shrinks to what a person would write."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import flint
import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st

from symfed.models.arrays import Array, is_positive_definite, is_positive_semidefinite
from symfed.models.jets import Jets
from symfed.models.problems import QuadraticProblem
from symfed.strategies import (
    Instance,
    JetCase,
    Strategy,
    any_size,
    covariances,
    exact_array,
    gershgorin,
    instances,
    jet_cases,
    jets,
    positive_matrices,
    quadratic_problems,
    rationals,
    symmetric_tensors,
    text,
)

FEW = settings(max_examples=10, suppress_health_check=list(HealthCheck))
QUIET = settings(max_examples=10, derandomize=True, database=None, phases=[Phase.generate, Phase.shrink])
SIZES = [(1, 1), (1, 3), (2, 2), (3, 1)]


def exact(*arrays: Array) -> bool:
    return all(type(entry) is flint.fmpq for array in arrays for entry in np.asarray(array, dtype=object).flat)


def simplest(strategy: Strategy) -> Any:
    """Where shrinking ends."""
    return find(strategy, lambda value: True, settings=QUIET)


@given(st.integers(-4, 0), st.integers(1, 4), st.lists(st.integers(1, 6), min_size=1, max_size=3), st.data())
@FEW
def test_rationals_stay_between_their_ends(low: int, high: int, denominators: list[int], data: st.DataObject) -> None:
    value = data.draw(rationals(low, high, tuple(denominators)))
    assert exact(np.array([value]))
    assert low <= value <= high
    assert any(denominator % int(value.q) == 0 for denominator in denominators)


@pytest.mark.parametrize("d", [1, 2, 3])
@given(st.data())
@FEW
def test_matrices_are_positive_definite_with_a_margin(d: int, data: st.DataObject) -> None:
    A = data.draw(positive_matrices(d))
    low, high = gershgorin(A)
    spectrum = np.linalg.eigvalsh(A.astype(float))
    assert exact(A)
    assert (A == A.T).all()
    assert is_positive_definite(A)
    assert low >= 1
    # float64 eigenvalues of a small matrix are good to d eps |A| < 1e-13
    assert float(low) - 1e-13 <= spectrum[0] <= spectrum[-1] <= float(high) + 1e-13


@pytest.mark.parametrize("d", [1, 3])
@given(st.data())
@FEW
def test_covariances_and_tensors_are_what_they_are_called(d: int, data: st.DataObject) -> None:
    C, T = data.draw(covariances(d)), data.draw(symmetric_tensors(d))
    assert exact(C, T)
    assert (C == C.T).all()
    assert is_positive_semidefinite(C)
    assert (data.draw(covariances(d, nonzero=False)) == 0).all()
    assert T.shape == (d, d, d)
    assert all((T == T.transpose(axes)).all() for axes in permutations(range(3)))


@pytest.mark.parametrize(("d", "N"), SIZES)
@given(st.data())
@FEW
def test_instances_are_exact_valid_and_stable(d: int, N: int, data: st.DataObject) -> None:
    case: Instance = data.draw(instances(d, N, start=True))
    p = case.problem
    assert (p.dim, p.num_clients, case.N) == (d, N, N)
    assert exact(p.hessian_matrices, p.optima, p.noise, case.gamma, case.mu, case.L, case.extra["start"])
    assert 0 < case.gamma * case.L <= 1
    assert 0 < case.mu <= case.L
    assert 1 <= case.H <= 4
    for A in p.hessian_matrices:
        low, high = gershgorin(A)
        assert case.mu <= low <= high <= case.L
    assert all(is_positive_semidefinite(C) for C in p.noise)
    assert (p.jets.gradients.sum(axis=0) == 0).all()


@given(instances(2, 3, homogeneous=True), instances(2, 3, noise=False, shared="hessians"), instances(2, 3, shared="optima"))
@FEW
def test_what_is_shared_is_shared(equal: Instance, hessians: Instance, optima: Instance) -> None:
    for array in (equal.problem.hessian_matrices, equal.problem.optima, equal.problem.noise, hessians.problem.hessian_matrices):
        assert all((entry == array[0]).all() for entry in array)
    assert (optima.problem.optima == optima.problem.optima[0]).all()
    assert (hessians.problem.noise == 0).all()


@pytest.mark.parametrize(("d", "N"), SIZES)
@given(st.data())
@FEW
def test_jets_are_those_of_smooth_strongly_convex_clients(d: int, N: int, data: st.DataObject) -> None:
    p: Jets = data.draw(jets(d, N))
    parts = (p.gradients, p.hessians, p.third_derivatives, p.noise_covariance)
    assert exact(*parts)
    assert [part.shape for part in parts] == [(N, d), (N, d, d), (N, d, d, d), (N, d, d)]
    assert (p.gradients.sum(axis=0) == 0).all()
    assert all(is_positive_definite(A) for A in p.hessians)
    assert all((T == T.transpose(axes)).all() for T in p.third_derivatives for axes in permutations(range(3)))
    assert all(is_positive_semidefinite(C) for C in p.noise_covariance)


@given(jets(2, 3, homogeneous=True))
@FEW
def test_jets_of_equal_clients_are_equal_and_have_no_gradients(p: Jets) -> None:
    assert (p.gradients == 0).all()
    assert all((part == part[0]).all() for part in (p.hessians, p.third_derivatives, p.noise_covariance))


def same_problem(one: QuadraticProblem, two: QuadraticProblem) -> bool:
    names = ("hessian_matrices", "optima", "noise")
    return all((getattr(one, name) == getattr(two, name)).all() for name in names)


WEIGHTS = np.array([flint.fmpq(1, 3), flint.fmpq(-2)], dtype=object)
EXTRA = {"t": st.integers(0, 5), "share": rationals(0, 1), "weights": st.just(WEIGHTS)}


@pytest.mark.parametrize("noise", [True, False])
@given(st.data())
@FEW
def test_an_instance_can_be_written_down_and_read_again(noise: bool, data: st.DataObject) -> None:
    case: Instance = data.draw(any_size(lambda d, N: instances(d, N, noise=noise, start=True, extra=EXTRA)))
    again = Instance.written(case.describe())
    assert same_problem(again.problem, case.problem)
    assert (again.gamma, again.H, again.mu, again.L) == (case.gamma, case.H, case.mu, case.L)
    assert (again.extra["start"] == case.extra["start"]).all()
    assert (again.extra["weights"] == WEIGHTS).all()
    assert (again.extra["t"], again.extra["share"]) == (case.extra["t"], case.extra["share"])
    assert isinstance(again.extra["t"], int)
    assert again.describe() == case.describe()
    assert again.parameters() == case.parameters()


@given(any_size(jet_cases))
@FEW
def test_a_jet_case_can_be_written_down_and_read_again(case: JetCase) -> None:
    again = JetCase.written(case.describe())
    names = ("gradients", "hessians", "third_derivatives", "noise_covariance")
    assert all((getattr(again.jets, name) == getattr(case.jets, name)).all() for name in names)
    assert again.H == case.H


@given(st.lists(st.lists(rationals(-9, 9, (1, 7)), min_size=2, max_size=2), min_size=1, max_size=3))
@FEW
def test_text_of_exact_arrays_is_read_back(rows: list[list[Any]]) -> None:
    array = np.array(rows, dtype=object)
    again = exact_array(text(array))
    assert exact(again)
    assert (again == array).all()


@pytest.mark.parametrize("shape", [(1, 1), (2, 1)])
def test_shrinking_ends_at_what_a_person_would_write(shape: tuple[int, int]) -> None:
    d, N = shape
    eye = np.array([[flint.fmpq(int(i == j)) for j in range(d)] for i in range(d)], dtype=object)
    case, jet = simplest(instances(d, N)), simplest(jet_cases(d, N))
    assert (case.gamma, case.H) == (1, 1)
    assert (case.problem.hessian_matrices == eye).all()
    assert not any(entry != 0 for array in (case.problem.optima, case.problem.noise) for entry in array.flat)
    assert jet.H == 1
    assert (jet.jets.hessians == eye).all()
    parts = (jet.jets.gradients, jet.jets.third_derivatives, jet.jets.noise_covariance)
    assert not any(entry != 0 for array in parts for entry in array.flat)


def test_shrinking_keeps_what_matters_and_nothing_else() -> None:

    def differ(i: Instance) -> bool:
        first, second = i.problem.hessian_matrices.flat
        return bool(first != second)

    case: Instance = find(instances(1, 2), differ, settings=QUIET)
    assert sorted(case.problem.hessian_matrices.flat) == [1, 2]
    assert not any(case.problem.optima.flat)


@given(st.data())
@FEW
def test_any_size_draws_sizes_from_its_ranges(data: st.DataObject) -> None:
    problem: QuadraticProblem = data.draw(any_size(quadratic_problems, dims=(2, 3), clients=(1, 2)))
    assert 2 <= problem.dim <= 3
    assert 1 <= problem.num_clients <= 2


def test_any_size_reaches_every_size_and_prefers_the_smallest() -> None:
    seen = {(d, N) for d in (1, 2) for N in (1, 2) if find(any_size(lambda d, N: st.just((d, N)), (1, 2), (1, 2)), (d, N).__eq__)}
    assert seen == {(1, 1), (1, 2), (2, 1), (2, 2)}
    assert simplest(any_size(lambda d, N: st.just((d, N)))) == (1, 1)
