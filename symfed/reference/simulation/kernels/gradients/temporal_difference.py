"""TD learning: the gradient of a client's sample is (v' x - r) u, with u a row of the left and v a row of the right factors."""

from __future__ import annotations

import numpy as np

from symfed.models.arrays import to_float
from symfed.models.problems.td import TDProblem
from symfed.reference.simulation.generators import alias_tables
from symfed.reference.simulation.kernels.gradients.affine import linear_means
from symfed.reference.simulation.kernels.gradients.gradient import Chain, Gradient
from symfed.reference.simulation.kernels.gradients.linear import CHOOSE

# rows of `a`: u, v, r. One loop for each table, or the copies of a lane wait for each other
COPY = """
for l in range(W):
    entry = row[l]
    row[l], row[W + l] = np.uint64(table[entry]), np.uint64(table[entry + np.uint64(1)])
    a[2 * D * W + l] = table[entry + np.uint64(2)]
for l in range(W):
    u = row[l]
    for i in range(D):
        a[i * W + l] = table[u + np.uint64(i)]
for l in range(W):
    v = row[W + l]
    for i in range(D):
        a[(D + i) * W + l] = table[v + np.uint64(i)]
"""
SCORE = """
for l in range(W):
    {p}[l] = -a[2 * D * W + l]
for i in range(D):
    for l in range(W):
        {p}[l] += a[(D + i) * W + l] * {x}[i * W + l]
"""


def gradient(problem: TDProblem, full: bool) -> Gradient:
    """A sample is three numbers, where its u and its v begin and r; rows that samples or clients share are stored once."""
    if full:
        return linear_means(problem)
    d = problem.dim
    left, right, r = (np.concatenate([to_float(p) for p in parts]) for parts in (problem.left, problem.right, problem.sample_rewards))
    rows, places = np.unique(np.concatenate([left, right]), axis=0, return_inverse=True)
    u, v = 3 * len(r) + d * places.reshape(2, -1)
    table = np.concatenate([np.stack([u, v, r], axis=1).ravel(), rows.ravel()])
    return Gradient(CHOOSE + COPY, (Chain(SCORE, "{p}[l] * a[j]"),), table, alias_tables(problem.weights), 3, 2 * d + 1)
