"""Logistic regression: rows a_z = -y_z times the features, gradient sigmoid(a_z' x) a_z + l2 x."""

from __future__ import annotations

import numpy as np

from symfed.models.arrays import to_float
from symfed.models.problems import LogisticProblem
from symfed.reference.simulation.generators import alias_tables
from symfed.reference.simulation.kernels.gradients.gradient import Chain, Gradient

# the rows are copied lane by lane first: what follows then reads memory in order, and runs as vectors
DRAW = """
for l in range(W):
    row[l] = (first + (scaled(next_word(words, l, W), count) >> S32)) * np.uint64(WIDTH)
for l in range(W):
    entry = row[l]
    for i in range(WIDTH):
        a[i * W + l] = table[entry + np.uint64(i)]
"""
SCORE = """
for l in range(W):
    {p}[l] = 0.0
for i in range(D):
    for l in range(W):
        {p}[l] += a[i * W + l] * {x}[i * W + l]
for l in range(W):
    {p}[l] = sigmoid({p}[l])
"""
FULL_SCORE = """
for j in range(D * W):
    {g}[j] = 0.0
for z in range(np.int64(count)):
    entry = (np.int64(first) + z) * WIDTH
    for l in range(W):
        {p}[l] = 0.0
    for i in range(D):
        coefficient = table[entry + i]
        for l in range(W):
            {p}[l] += coefficient * {x}[i * W + l]
    for l in range(W):
        {p}[l] = sigmoid({p}[l])
    for i in range(D):
        coefficient = table[entry + i]
        for l in range(W):
            {g}[i * W + l] += coefficient * {p}[l]
share = 1.0 / np.float64(count)
"""


def gradient(problem: LogisticProblem, full: bool) -> Gradient:
    rows = [-y[:, None] * to_float(f) for f, y in zip(problem.features, problem.labels, strict=True)]
    if full:
        draw, chain = "", Chain(FULL_SCORE, "share * {g}[j] + c_l2 * {x}[j]")
    else:
        draw, chain = DRAW, Chain(SCORE, "{p}[l] * a[j] + c_l2 * {x}[j]")
    d = problem.dim
    return Gradient(draw, (chain,), np.concatenate(rows).ravel(), alias_tables(problem.weights), d, d, {"l2": float(problem.l2)})
