"""In high dimension third derivatives are contracted along the data: the formulas' values are the same, and no d³ numbers are held."""

from __future__ import annotations

import pickle
import tracemalloc

import numpy as np
import pytest

import symfed as sf
from symfed.core.errors import InvalidInput
from symfed.models.jets import ContractedJets


def problem(d: int, N: int = 3, n: int = 60) -> sf.LogisticProblem:
    random = np.random.default_rng(d)
    rows = [random.normal(size=(n, d)) for _ in range(N)]
    return sf.LogisticProblem(rows, [np.where(random.random(n) < 0.5 + 0.1 * c, 1, -1) for c in range(N)], 0.2)


def test_values_are_those_of_the_stored_tensors(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = problem(10)
    stored = whole.jets
    monkeypatch.setattr("symfed.models.problems.logistic.LARGEST_STORED", 5)
    long = problem(10)
    assert isinstance(long.jets, ContractedJets)
    for one, two in (
        (long.gradients, stored.gradients),
        (long.hessians, stored.hessians),
        (long.noise_covariance, stored.noise_covariance),
    ):
        np.testing.assert_allclose(one, two, atol=1e-14)
    root = np.random.default_rng(1).normal(size=(10, 10))
    expected = np.einsum("ijk,jk->i", stored.third_derivative, root @ root.T)
    np.testing.assert_allclose(long.third_derivative_contracted(root @ root.T), expected, atol=1e-12)
    np.testing.assert_allclose(whole.third_derivative_contracted(root @ root.T), expected, atol=1e-12)
    np.testing.assert_allclose(long.third_derivatives, stored.third_derivatives, atol=1e-14)  # small enough to be held all the same
    for name in ("fedavg_bias", "fedavg_bias_stochastic", "fedavg_bias_heterogeneity", "fedavg_second_moment", "scaffold_bias"):
        formula = getattr(sf.formulas, name)
        np.testing.assert_allclose(formula(long, 0.01, 4), formula(whole, 0.01, 4), rtol=1e-10, err_msg=name)
    with pytest.raises(InvalidInput, match=r"'derivative 3': is not held in dimension 10: .* contract it"):
        sf.formulas.fedavg_fixed_point(long, 0.01, 4)


@pytest.mark.parametrize(
    "made",
    [
        problem(70),
        sf.LeastSquaresProblem([np.eye(20)], [np.arange(20.0)], 0.1),
        sf.SoftmaxProblem([np.eye(3)], [[0, 1, 2]], l2=0.1),
        sf.SoftmaxProblem([np.eye(3)], [[0, 1, 2]], l2=0.1).minibatch(2),
    ],
)
def test_problems_go_to_other_processes_with_what_they_know(made: sf.LogisticProblem) -> None:
    assert isinstance(made.jets, ContractedJets)
    again = pickle.loads(pickle.dumps(made))
    S = np.eye(made.dim)
    assert (again.third_derivative_contracted(S) == made.third_derivative_contracted(S)).all()


def test_two_hundred_dimensions_take_little_memory() -> None:
    wide = problem(200, n=300)
    tracemalloc.start()
    assert hasattr(wide, "jets")
    bias = sf.formulas.fedavg_bias(wide, 0.001, 5)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert bias.shape == (200,)
    assert peak < 20e6  # one third derivative of the mean would take 64 MB
    with pytest.raises(InvalidInput, match=r"derivative 3 alone holds 1.6e\+09 numbers"):
        _ = problem(200, N=200, n=5).third_derivatives


def test_quadratics_have_their_exact_laws_in_high_dimension_too() -> None:
    random = np.random.default_rng(4)
    roots = random.normal(size=(2, 70, 70)) / 8
    quadratic = sf.QuadraticProblem(roots @ roots.swapaxes(1, 2) + np.eye(70), random.normal(size=(2, 70)), np.eye(70))
    assert isinstance(quadratic.jets, ContractedJets)
    gamma = 0.5 / quadratic.L
    law = sf.reference.stationary("fedavg", quadratic, gamma, 5)
    np.testing.assert_allclose(sf.formulas.fedavg_fixed_point(quadratic, gamma, 5), law.bias, atol=1e-11)
    np.testing.assert_allclose(sf.formulas.fedavg_quadratic_second_moment(quadratic, gamma, 5), law.second_moment, atol=1e-11)
    assert np.isfinite(sf.formulas.fedavg_bias(quadratic, gamma, 5)).all()
