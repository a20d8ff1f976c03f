"""Nodes for means over the unit circle of functions whose poles lie near a real segment, and the number of nodes needed."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from symfed.models.arrays import Array

_DIGITS = 37.0  # exp(-37) is below half a unit of float64


@dataclass(frozen=True)
class Nodes:
    """z = exp(i w) with cosines = cos(w / 2), sines = sin(w / 2) >= 0, and weights for the mean over the circle: the real part of the
    weighted sum over the upper half, for functions with f(conj z) = conj f(z)."""

    cosines: Array
    sines: Array
    weights: Array


def contour_nodes(low: float, high: float, count: int) -> Nodes:
    """count + 1 nodes, count even, for poles on or near the real segment where (1 - x) / (1 + x) is in [low, high], and its reflection.

    With t = tan(w / 2) the poles lie at +-i [low, high], and t = low sc(v), an elliptic function, maps the plane without them
    to a periodic strip, where the trapezoidal rule converges geometrically: by exp(-2 pi count K'/K), K about log(4 high / low) and
    K' about pi / 2. Poles off the real axis make the strip narrower. Nodes of `count` are nodes of 2 count too.

    Source: the conformal map of Hale, Higham and Trefethen, SIAM J. Numer. Anal. 46 (2008), for a circle in place of their contours.
    """
    period, complement = _periods(low, high)
    half = np.arange(count // 2 + 1)
    # sc(v) is -i times sn(i v) for the complementary modulus: its Fourier series converges fast, for v up to K / 2
    nome, scaled = np.exp(-np.pi * period / complement), np.pi * period * half / (2 * complement * count)
    odd = np.arange(1, 2 * int(np.ceil(_DIGITS * complement / period / np.pi * 2)) + 2, 2)[:, None]
    terms = np.exp(odd * (scaled - np.pi * period / (2 * complement))) * -np.expm1(-2 * odd * scaled) / 2 / (1 - nome**odd)
    t = high * 2 * np.pi / complement * terms.sum(axis=0)
    # beyond, t(K - v) = low high / t(v)
    size = np.hypot(1, t)
    mirror = np.hypot(t, low * high)[::-1]
    cosines = np.concatenate([1 / size, (t[::-1] / mirror)[1:]])
    sines = np.concatenate([t / size, (low * high / mirror)[1:]])
    weights = np.hypot(sines, low * cosines) * np.hypot(sines, high * cosines) * 2 * period / (np.pi * high * count)
    weights[[0, -1]] /= 2
    return Nodes(cosines, sines, weights)


def enough_nodes(low: float, high: float) -> int:
    """The even number of nodes that reaches rounding level if all poles are real."""
    period, complement = _periods(low, high)
    return 2 * int(np.ceil(_DIGITS * period / complement / (4 * np.pi)))


def _periods(low: float, high: float) -> tuple[float, float]:
    """The quarter periods K and K' of modulus sqrt(1 - (low / high)^2), by Gauss's means; without low < high the second is infinite."""
    other = math.sqrt((high - low) * (high + low)) / high
    return math.pi / 2 / _mean(1.0, low / high), math.pi / 2 / _mean(1.0, other) if other else math.inf


def _mean(larger: float, smaller: float) -> float:
    """The arithmetic-geometric mean of positive numbers: digits double with each step, but one for each factor e^2 between the numbers."""
    while larger - smaller > 1e-8 * larger:
        larger, smaller = (larger + smaller) / 2, math.sqrt(larger * smaller)
    return (larger + smaller) / 2


def seen_from(left: Array, cosine: Any, sine: Any) -> Array:
    """(z - x) exp(-i w / 2) with z = exp(i w) and left = 1 - x: nothing cancels near z = 1, and the phase cancels in all that follows."""
    return left * cosine + 1j * ((2 - left) * sine)


def symmetric(X: Array) -> Array:
    return (X + X.swapaxes(-1, -2)) / 2
