"""Every sample path of a round, in exact rationals: the long road to the moments of a linear problem."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

Vector = list[Fraction]
Client = list[tuple[Fraction, list[Vector], Vector]]  # (probability, A, b) for each sample


def local_paths(rule: Callable[..., Any], client: Client, theta: Vector, h: int) -> list[tuple[Fraction, Vector]]:
    """All iterates after h local steps with their probabilities; `rule(x, g, x_start)` is applied to every coordinate."""
    paths = [(Fraction(1), theta)]
    for _ in range(h):
        paths = [
            (p * w, [rule(x[i], sum((a * x_j for a, x_j in zip(A[i], x, strict=True)), -b[i]), theta[i]) for i in range(len(x))])
            for p, x in paths
            for w, A, b in client
        ]
    return paths


def round_paths(
    rule: Callable[..., Any], server: Callable[..., Any], clients: list[Client], theta: Vector, H: int
) -> list[tuple[Any, Vector]]:
    """All values of theta after a round, with their probabilities; clients draw independently."""
    ends = [local_paths(rule, client, theta, H) for client in clients]
    out = []
    for choice in itertools.product(*ends):
        probability = Fraction(1)
        for p, _ in choice:
            probability *= p
        mean = [sum(x[i] for _, x in choice) / len(clients) for i in range(len(theta))]
        out.append((probability, [server(m, t) for m, t in zip(mean, theta, strict=True)]))
    return out


def two_moments(paths: list[tuple[Any, Vector]]) -> tuple[Any, Any]:
    """Mean (d,) and second moment (d, d) about zero, as object arrays of fractions."""
    xs = [np.array(x, dtype=object) for _, x in paths]
    mean = sum((p * x for (p, _), x in zip(paths, xs, strict=True)), 0 * xs[0])
    second = sum((p * np.multiply.outer(x, x) for (p, _), x in zip(paths, xs, strict=True)), np.multiply.outer(mean, 0 * mean))
    return mean, second


def average(function: Callable[[Vector], Any], mean: Vector, covariance: Any) -> Any:
    """E function(theta) for a quadratic function and any theta with this mean and covariance: second differences are exact."""
    d = len(mean)

    def at(*directions: int) -> Any:
        return function([m + directions.count(i) for i, m in enumerate(mean)])

    base = at()
    bends = [covariance[i][j] * (at(i, j) - at(i) - at(j) + base) / 2 for i in range(d) for j in range(d)]
    return sum(bends, base)
