"""Chains beside a sampled gradient: its tangent at theta*, and tangent plus bend. See symfed.reference.simulation.coupling."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from symfed.models.arrays import Array
from symfed.models.jets import SampleJets
from symfed.reference.simulation.kernels.gradients.gradient import Chain, Gradient

# rows D .. D + 3 of `a`: slope, curvature, half the third derivative, a' theta*. The tangent leaves a' e1 in its {g} for the bend to read.
TANGENT = """
for l in range(W):
    {g}[l] = -a[(D + 3) * W + l]
for i in range(D):
    for l in range(W):
        {g}[l] += a[i * W + l] * {x}[i * W + l]
for l in range(W):
    {p}[l] = a[D * W + l] + a[(D + 1) * W + l] * {g}[l]
"""
BEND = """
for l in range(W):
    {p}[l] = -a[(D + 3) * W + l]
for i in range(D):
    for l in range(W):
        {p}[l] += a[i * W + l] * {x}[i * W + l]
for l in range(W):
    {p}[l] = a[D * W + l] + a[(D + 1) * W + l] * {p}[l] + a[(D + 2) * W + l] * g1[l] * g1[l]
"""


def with_tangents(gradient: Gradient, jets: SampleJets, counts: Sequence[int], chains: int) -> Gradient:
    """The gradient of one chain, {p} a + l2 x on rows a of D numbers, as the first of `chains` that share its draws."""
    d = len(jets.optimum)
    middles = jets.directions @ jets.optimum
    parts = [jets.directions, *(part[..., None] for part in (jets.slopes, jets.curvatures, jets.thirds / 2, middles))]
    table: Array = np.concatenate([row[:n] for row, n in zip(np.concatenate(parts, axis=2), counts, strict=True)])
    (main,) = gradient.chains
    beside = (Chain(TANGENT, main.value), Chain(BEND, main.value))
    return replace(gradient, chains=(main, *beside[: chains - 1]), table=table.ravel(), width=d + 4, rows=d + 4)
