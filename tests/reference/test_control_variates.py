"""The chains whose means are known exactly, and what subtracting them buys."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import numpy as np
import pytest
import sympy as sp

import symfed as sf
from symfed.core.symbols import theta
from symfed.models.algorithms import get_algorithm
from symfed.reference.control_variates import exact_means
from tests.reference.helpers import label
from tests.reference.orders import round_by_enumeration

PLANE = sf.LogisticProblem([[[1.0, 2.0], [0.5, -1.0]], [[-1.0, 1.5], [2.0, 0.3]]], [[1, -1], [1, 1]], 0.25)
CURVE = sf.ScalarProblem(
    [[theta**2 / 2 + sp.log(1 + sp.exp(theta)), theta**2 - theta], [theta**2 / 3 + sp.cosh(theta) / 5]],
    [[Fraction(1, 4), Fraction(3, 4)], [1]],
)
FEDPROX = get_algorithm("fedprox").bind(rho=Fraction(1, 2))
LEAKY = sf.Algorithm(
    "leaky",
    local_step=lambda x, g, x_start, gamma, H: x - gamma * g - gamma * x / 8 + x_start / (5 * H) - x / (4 * H) + gamma / 3,
    server_step=lambda x_mean, x_start, H: x_start + 2 * (x_mean - x_start) / 3 - x_start / (7 * H) + 1 / (10 * H),
)
CASES = [("fedavg", 2), ("fedavg", 1), ("sgd", 1), (FEDPROX, 2), ("fedavg_deterministic", 2), (LEAKY, 2)]


@pytest.mark.parametrize(("algorithm", "H"), CASES, ids=label)
@pytest.mark.parametrize("problem", [PLANE, CURVE], ids=["plane", "curve"])
def test_a_round_leaves_the_exact_means_as_they_are(algorithm, H, problem):
    gamma, d = Fraction(1, 5), problem.dim
    known = exact_means(algorithm, problem, gamma, H)
    # any law of e1 with these two moments will do, and e2 enters by its mean only
    variances, axes = np.linalg.eigh(known.second_moment - np.outer(known.linear, known.linear))
    spread = axes * np.sqrt(np.maximum(variances, 0))  # rounding may leave -1e-17 where there is no noise
    first, moment, second = 0, 0, 0
    with mpmath.workdps(40):
        scale = mpmath.mpf(10) ** -12
        for axis in range(d):
            for side in (-1, 1):
                e1 = np.array([mpmath.mpf(v) for v in known.linear + side * np.sqrt(d) * spread[:, axis]])
                e2 = np.array([mpmath.mpf(v) for v in known.second])
                for p, f1, f2 in round_by_enumeration(get_algorithm(algorithm), problem, gamma, H, e1, e2, scale):
                    share = p / (2 * d)
                    first, moment, second = first + share * f1, moment + share * np.multiply.outer(f1, f1), second + share * f2
    # float64 solutions of linear systems whose condition is below a hundred
    tolerance = 1e-13
    np.testing.assert_allclose(known.linear, first.astype(float), rtol=0, atol=tolerance)
    np.testing.assert_allclose(known.second_moment, moment.astype(float), rtol=0, atol=tolerance)
    np.testing.assert_allclose(known.second, second.astype(float), rtol=0, atol=tolerance)
