"""Affine gradients A_c (x - m_c) - b_c, with Gaussian noise or without: quadratics, and the client means of linear problems.

A client's table is the matrix (R A), whose columns meet standard normal numbers and x - m, then m and b; R R' is the noise covariance.
"""

from __future__ import annotations

import numpy as np

from symfed.models.arrays import Array, to_float
from symfed.models.problems import QuadraticProblem
from symfed.models.problems.linear import LinearProblem
from symfed.reference.simulation.generators import alias_tables, covariance_roots
from symfed.reference.simulation.kernels.gradients.gradient import Chain, Gradient

DRAW = """
for i in range(0, WIDTH // D - 2 - D, 2):
    for l in range(W):
        one = next_word(words, l, W)
        a[i * W + l], a[(i + 1) * W + l] = normal_pair(one, next_word(words, l, W))
"""
# four columns at a time: a quarter of the traffic with {g}
SCORE = """
columns, entry = WIDTH // D - 2, np.int64(first) * WIDTH
for i in range(D):
    middle, shift = table[entry + columns * D + i], table[entry + columns * D + D + i]
    for l in range(W):
        a[(columns - D + i) * W + l] = {x}[i * W + l] - middle
        {g}[i * W + l] = -shift
for i in range(D):
    m = entry + columns * i
    for k in range(0, columns - columns % 4, 4):
        m0, m1, m2, m3 = table[m + k], table[m + k + 1], table[m + k + 2], table[m + k + 3]
        for l in range(W):
            r = k * W + l
            {g}[i * W + l] += m0 * a[r] + m1 * a[r + W] + m2 * a[r + 2 * W] + m3 * a[r + 3 * W]
    for k in range(columns - columns % 4, columns):
        m0 = table[m + k]
        for l in range(W):
            {g}[i * W + l] += m0 * a[k * W + l]
"""


def quadratic(problem: QuadraticProblem, full: bool) -> Gradient:
    A, middles, noise = (to_float(part) for part in (problem.hessian_matrices, problem.optima, problem.noise))
    return _gradient(A, middles, np.zeros_like(middles), None if full or not noise.any() else covariance_roots(noise))


def linear_means(problem: LinearProblem) -> Gradient:
    A, b = to_float(problem.mean_matrices), to_float(problem.mean_vectors)
    return _gradient(A, np.zeros_like(b), b, None)


def _gradient(A: Array, middles: Array, shifts: Array, roots: Array | None) -> Gradient:
    N, d = middles.shape
    # normal numbers come in pairs: for odd d one of them meets a column of zeros
    noise = np.zeros((N, d, 0)) if roots is None else np.concatenate([roots, np.zeros((N, d, d % 2))], axis=2)
    matrix = np.concatenate([noise, A], axis=2)
    table = np.concatenate([part.reshape(N, -1) for part in (matrix, middles, shifts)], axis=1)
    one_each = alias_tables([[1.0]] * N)
    return Gradient(DRAW, (Chain(SCORE, "{g}[j]"),), table.ravel(), one_each, table.shape[1], matrix.shape[2])
