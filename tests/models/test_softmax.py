"""Softmax regression against differences of its gradients, and against logistic regression for two classes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import symfed as sf
from symfed.core.errors import InvalidInput
from symfed.models.rings import BALLS, FLOATS

RANDOM = np.random.default_rng(3)
N, n, K, d = 3, 8, 3, 2
ROWS = [RANDOM.normal(size=(n, d)) for _ in range(N)]
LABELS = [RANDOM.integers(0, K, n) for _ in range(N)]
PROBLEM = sf.SoftmaxProblem(ROWS, LABELS, K, l2=0.1)


def gradients(x: Any) -> Any:
    return PROBLEM.mean_gradients(np.tile(x, (1, N, 1)))[0]


def differences(function: Any, at: Any, directions: Any, h: float) -> Any:
    return np.stack([(function(at + h * v) - function(at - h * v)) / (2 * h) for v in directions], axis=-1)


def loss(c: int, x: Any) -> float:
    scores = ROWS[c] @ x.reshape(K, d).T
    return float(np.mean(np.log(np.exp(scores).sum(axis=1)) - scores[np.arange(n), LABELS[c]]) + 0.05 * x @ x)


def test_gradients_are_those_of_the_loss() -> None:
    x = RANDOM.normal(size=K * d)
    found = np.stack([differences(lambda point, c=c: np.array(loss(c, point)), x, np.eye(K * d), 1e-5) for c in range(N)])
    np.testing.assert_allclose(gradients(x), found, atol=1e-9)  # h² times a third derivative, and 1e-16/h
    every = np.stack([PROBLEM.sample_gradients(np.tile(x, (1, N, 1)), np.full((1, N), z))[0] for z in range(n)])
    np.testing.assert_allclose(every.mean(axis=0), gradients(x), atol=1e-14)
    np.testing.assert_allclose(PROBLEM.sample_gradient(2, 5, list(x), FLOATS), every[5, 2], atol=1e-14)


def test_jets_are_differences_of_gradients() -> None:
    x = PROBLEM.optimum
    assert np.abs(gradients(x).mean(axis=0)).max() < 1e-15
    np.testing.assert_allclose(PROBLEM.gradients, gradients(x), atol=1e-15)
    np.testing.assert_allclose(PROBLEM.hessians, differences(gradients, x, np.eye(K * d), 1e-5), atol=1e-9)
    every = np.stack([PROBLEM.sample_gradients(np.tile(x, (1, N, 1)), np.full((1, N), z))[0] for z in range(n)])
    np.testing.assert_allclose(PROBLEM.noise_covariance, [np.cov(every[:, c].T, bias=True) for c in range(N)], atol=1e-15)
    root = RANDOM.normal(size=(K * d, K * d))
    root /= np.linalg.norm(root, axis=0)
    second = sum((gradients(x + 1e-3 * v) - 2 * gradients(x) + gradients(x - 1e-3 * v)) / 1e-6 for v in root.T)
    np.testing.assert_allclose(PROBLEM.third_derivative_contracted(root @ root.T), second.mean(axis=0), atol=1e-5)  # h² a fifth derivative
    values = np.linalg.eigvalsh(PROBLEM.hessians)
    assert PROBLEM.mu <= values.min() + 1e-15
    assert values.max() <= PROBLEM.L


def test_the_bias_is_what_a_simulation_finds() -> None:
    gamma, H = 0.02, 4
    run = sf.simulate("fedavg", PROBLEM, gamma, H, 1400, replicas=64, burn_in="auto", seed=2)
    next_order = gamma  # of the first order, by how much the second can differ: gamma H L is 0.1
    predicted = sf.formulas.fedavg_bias(PROBLEM, gamma, H)
    assert np.all(np.abs(run.bias - predicted) < 4.5 * run.bias_error + next_order * np.abs(predicted).max())  # 6 entries: 5e-5


def test_two_classes_are_logistic_regression_on_the_difference() -> None:
    labels = [y % 2 for y in LABELS]
    two, one = sf.SoftmaxProblem(ROWS, labels, l2=0.1), sf.LogisticProblem(ROWS, [2 * y - 1 for y in labels], 0.05)
    # x_1 - x_0 = u and x_0 = -x_1 by symmetry: l2 |x|²/2 = l2 |u|²/4
    first, second = two.optimum.reshape(2, d)
    np.testing.assert_allclose(second - first, one.optimum, atol=1e-12)
    np.testing.assert_allclose([float(v) for v in two.optimum_to(20)], two.optimum, atol=1e-14)
    assert two.sample_gradient(0, 0, [BALLS(0)] * 4, BALLS)[0].contains(ROWS[0][0, 0] * (0.5 - (labels[0][0] == 0)))


def test_what_is_not_known_is_refused() -> None:
    with pytest.raises(InvalidInput, match=r"contract it: problem.third_derivative_contracted\(S\)"):
        _ = PROBLEM.third_derivatives
    with pytest.raises(InvalidInput, match="order = 2: is too high for a SoftmaxProblem, whose jets reach to first order"):
        sf.formulas.fedavg_bias(PROBLEM, 0.01, 2, order=2)
    with pytest.raises(InvalidInput, match=r"S = \(2, 2\): must have shape \(d, d\) = \(6, 6\)"):
        PROBLEM.third_derivative_contracted(np.eye(2))
    wide = sf.SoftmaxProblem([np.ones((1, 3000))], [[4]], l2=1)
    with pytest.raises(InvalidInput, match=r"has K d = 15000 parameters: a Hessian of 2.25e.08 numbers"):
        _ = wide.optimum


@pytest.mark.parametrize(
    ("labels", "options", "message"),
    [
        ([[0, -1]], {}, r"labels\[0\]\[1\] = -1.0: must be a class number"),
        ([[0, 0.5]], {}, r"labels\[0\]\[1\] = 0.5: must be a class number"),
        ([["a", "b"]], {}, r"labels\[0\] = .*must be class numbers"),
        ([[0]], {}, r"labels\[0\] = \(1,\): must have shape \(n_c,\) = \(2,\)"),
        ([[0, 3]], {"num_classes": 3}, "num_classes = 3: must be at least 4, as labels go from 0 to 3"),
        ([[0, 0]], {}, "num_classes = 1: must be at least 2"),
        ([[0, 1]], {"l2": 0}, "l2 = 0: must be positive"),
    ],
)
def test_bad_arguments_are_named(labels: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        sf.SoftmaxProblem([[[1.0], [2.0]]], labels, **{"l2": 1, **options})
