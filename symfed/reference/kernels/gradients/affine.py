"""Affine gradients A_c (x - m_c) - b_c, with Gaussian noise or without: quadratics, and the client means of linear problems."""

from __future__ import annotations

import numpy as np

from symfed.models.arrays import Array, to_float
from symfed.models.problems import QuadraticProblem
from symfed.models.problems.linear import LinearProblem
from symfed.reference.generators import alias_tables, covariance_roots
from symfed.reference.kernels.gradients.gradient import Chain, Gradient

DRAW = """
for i in range(0, D, 2):
    for l in range(W):
        one = next_word(words, l, W)
        a[i * W + l], a[(i + 1) * W + l] = normal_pair(one, next_word(words, l, W))
"""
# a client's table: A, m, b and, with noise, a root of the covariance
SCORE = """
entry = np.int64(first) * WIDTH
for i in range(D):
    shift = table[entry + D * D + D + i]
    for l in range(W):
        {g}[i * W + l] = -shift
    for k in range(D):
        slope, middle = table[entry + D * i + k], table[entry + D * D + k]
        for l in range(W):
            {g}[i * W + l] += slope * ({x}[k * W + l] - middle)
"""
NOISE = """
for i in range(D):
    for k in range(D):
        root = table[entry + D * D + 2 * D + D * i + k]
        for l in range(W):
            {g}[i * W + l] += root * a[k * W + l]
"""


def quadratic(problem: QuadraticProblem, full: bool) -> Gradient:
    A, middles, noise = (to_float(part) for part in (problem.hessian_matrices, problem.optima, problem.noise))
    return _gradient(A, middles, np.zeros_like(middles), None if full or not noise.any() else covariance_roots(noise))


def linear_means(problem: LinearProblem) -> Gradient:
    A, b = to_float(problem.mean_matrices), to_float(problem.mean_vectors)
    return _gradient(A, np.zeros_like(b), b, None)


def _gradient(A: Array, middles: Array, shifts: Array, roots: Array | None) -> Gradient:
    N, d = middles.shape
    parts = [A, middles, shifts] if roots is None else [A, middles, shifts, roots]
    table = np.concatenate([part.reshape(N, -1) for part in parts], axis=1)
    one_each = alias_tables([[1.0]] * N)
    draw, score = ("", SCORE) if roots is None else (DRAW, SCORE + NOISE)
    return Gradient(draw, (Chain(score, "{g}[j]"),), table.ravel(), one_each, table.shape[1], d + d % 2)
