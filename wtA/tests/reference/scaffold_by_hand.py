"""Scaffold written from the slides alone, in fractions, path by path: nothing here uses symfed."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

Vector = list[Fraction]
State = tuple[Vector, list[Vector]]  # theta, and a control variate for each client


def scaffold_round(hessians, centres, gamma, H, state: State, noise: Sequence[Sequence[Vector]]) -> State:
    """One round: theta_h+1 = theta_h - gamma (A_c (theta_h - centre_c) + noise[c][h] + xi_c), then means and drifts."""
    theta, controls = state
    d, N = len(theta), len(controls)
    ends = []
    for A, centre, xi, kicks in zip(hessians, centres, controls, noise, strict=True):
        x = list(theta)
        for h in range(H):
            g = [sum(A[i][j] * (x[j] - centre[j]) for j in range(d)) + kicks[h][i] for i in range(d)]
            x = [x[i] - gamma * (g[i] + xi[i]) for i in range(d)]
        ends.append(x)
    mean = [sum(x[i] for x in ends) / N for i in range(d)]
    return mean, [[xi[i] + (x[i] - mean[i]) / (gamma * H) for i in range(d)] for xi, x in zip(controls, ends, strict=True)]


def all_kicks(spread: Sequence[Vector], H: int) -> list[list[list[Vector]]]:
    """Every equally likely noise of a round, +-spread[c] at each of H steps of each client: covariance spread[c] spread[c]'."""
    N = len(spread)
    return [
        [[[s * v for v in spread[c]] for s in signs[c * H : (c + 1) * H]] for c in range(N)]
        for signs in itertools.product((1, -1), repeat=N * H)
    ]


def flat(state: State) -> Vector:
    theta, controls = state
    return [*theta, *itertools.chain(*controls)]


def unflat(column: Sequence[Any], d: int) -> State:
    parts = [list(column[k : k + d]) for k in range(0, len(column), d)]
    return parts[0], parts[1:]


def moments_after_a_round(step: Callable[[Vector, Any], Vector], kicks: list[Any], mean: Vector, covariance: Any) -> tuple[Any, Any]:
    """Mean and second moment about zero of the next column, for any column with this mean and covariance.

    The step is affine in the column for each of the equally likely kicks: its value at the mean and its slopes are all that counts.
    """
    n, share = len(mean), Fraction(1, len(kicks))
    first = [Fraction(0)] * n
    second = [[Fraction(0)] * n for _ in range(n)]
    for kick in kicks:
        base = step(mean, kick)
        slopes = []
        for k in range(n):
            moved = list(mean)
            moved[k] += 1
            slopes.append([a - b for a, b in zip(step(moved, kick), base, strict=True)])
        for i in range(n):
            first[i] += share * base[i]
            for j in range(n):
                spread = sum(slopes[k][i] * covariance[k][m] * slopes[m][j] for k in range(n) for m in range(n))
                second[i][j] += share * (base[i] * base[j] + spread)
    return first, second
