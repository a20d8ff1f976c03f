"""Derivatives of single sample losses at the optimum against the sample gradients themselves."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import numpy as np
import pytest
import sympy as sp

import symfed as sf
from symfed.core.symbols import theta
from symfed.models.rings import BIG_FLOATS

LOGISTIC = sf.LogisticProblem([[[1, 2], [0, -1], [3, 1]], [[-1, 1]]], [[1, -1, 1], [-1]], Fraction(1, 4))
SCALAR = sf.ScalarProblem([[theta**2 / 2 + sp.exp(theta), theta**2 - theta], [theta**2 / 3 + sp.cosh(theta) / 5]], [[0.25, 0.75], [1.0]])


@pytest.mark.parametrize("problem", [LOGISTIC, SCALAR], ids=["logistic", "scalar"])
def test_along_a_line_a_sample_gradient_has_these_derivatives(problem):
    jets = problem.sample_jets
    along = [mpmath.mpf(3), mpmath.mpf(-2)][: problem.dim]
    for c, weights in enumerate(problem.weights):
        for z in range(len(weights)):

            def gradient(t, c=c, z=z):
                x = [mpmath.mpf(float(o)) + t * u for o, u in zip(problem.optimum, along, strict=True)]
                return np.array(problem.sample_gradient(c, z, x, BIG_FLOATS))

            with mpmath.workdps(50):
                step = mpmath.mpf(10) ** -12  # central differences are off by about step² = 1e-24
                before, at, after = (gradient(k * step) for k in (-1, 0, 1))
                first, second = (after - before) / (2 * step), (after - 2 * at + before) / step**2
            u, a = np.array(along, dtype=float), jets.directions[c, z]
            expected = (at, jets.gradients[c, z]), (first, jets.hessians[c, z] @ u), (second, jets.thirds[c, z] * (a @ u) ** 2 * a)
            for exact, stored in expected:
                np.testing.assert_allclose(stored, exact.astype(float), rtol=1e-13, atol=1e-13)  # float64 tables of numbers below ten


def test_a_problem_whose_samples_bend_otherwise_has_none():
    assert sf.LinearProblem([[[[1]], [[3]]]], [[[0], [4]]]).sample_jets is None
