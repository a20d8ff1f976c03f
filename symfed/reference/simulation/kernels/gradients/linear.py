"""Linear stochastic approximation: the gradient of sample z of a client is A(z) x - b(z)."""

from __future__ import annotations

import numpy as np

from symfed.models.arrays import to_float
from symfed.models.problems.linear import LinearProblem
from symfed.reference.simulation.generators import alias_tables
from symfed.reference.simulation.kernels.gradients.affine import linear_means
from symfed.reference.simulation.kernels.gradients.gradient import Chain, Gradient

# leaves in row[l] where the numbers of the drawn sample begin in the table;
# one loop for each kind of memory access: in a single one the choice would be a branch, guessed wrong half of the time
CHOOSE = """
for l in range(W):
    row[l] = scaled(next_word(words, l, W), count)
for l in range(W):
    z = first + (row[l] >> S32)
    row[W + l], row[2 * W + l] = limits[z], others[z]
for l in range(W):
    z = row[l] >> S32 if (row[l] & LOW) < row[W + l] else row[2 * W + l]
    row[l] = (first + z) * np.uint64(WIDTH)
"""
COPY = """
for l in range(W):
    entry = row[l]
    for i in range(WIDTH):
        a[i * W + l] = table[entry + np.uint64(i)]
"""
SCORE = """
for i in range(D):
    for l in range(W):
        {g}[i * W + l] = -a[(D * D + i) * W + l]
    for k in range(D):
        for l in range(W):
            {g}[i * W + l] += a[(D * i + k) * W + l] * {x}[k * W + l]
"""


def gradient(problem: LinearProblem, full: bool) -> Gradient:
    if full:
        return linear_means(problem)
    A, b = (np.concatenate([to_float(part) for part in parts]) for parts in (problem.matrices, problem.vectors))
    table = np.concatenate([A.reshape(len(A), -1), b], axis=1)
    width = table.shape[1]
    return Gradient(CHOOSE + COPY, (Chain(SCORE, "{g}[j]"),), table.ravel(), alias_tables(problem.weights), width, width)
