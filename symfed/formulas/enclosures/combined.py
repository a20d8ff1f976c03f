"""Enclosures of combinations of several runs, such as an extrapolation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from symfed.formulas.enclosures.enclosure import Enclosure
from symfed.numeric.ball_arrays import BallArray, up


def combined(parts: Sequence[tuple[Any, Enclosure]]) -> Enclosure:
    """The enclosure of a weighted sum of enclosed quantities; weights are exact, radii and norms add up by the triangle inequality."""
    weights = [BallArray.of(np.array([weight], dtype=object)) for weight, _ in parts]
    sums = [BallArray(found.center, found.radius) * w for w, (_, found) in zip(weights, parts, strict=True)]
    total = sum(sums[1:], sums[0])
    centers = [BallArray(found.center) * w for w, (_, found) in zip(weights, parts, strict=True)]
    rounding = sum(centers[1:], centers[0]).rad
    norms = [w.size_bound()[0] * found.norm for w, (_, found) in zip(weights, parts, strict=True)]
    norm = float(up(sum(norms) + np.sqrt((rounding**2).sum()), rounding.size + 8 * len(parts)))
    return Enclosure(total.mid, total.rad, norm, quantity=parts[0][1].quantity)
