"""A round with control variates by running the rule on a basis of all states: no formula is asked."""

from __future__ import annotations

from typing import Any

import numpy as np

from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm
from symfed.models.arrays import Array


def zero_sum_basis(N: int, d: int) -> tuple[Array, Array]:
    """theta - theta* (d, Nd) and every control's distance (N, d, Nd), one column a coordinate; the last control is minus the others."""
    blocks = np.eye(N * d, dtype=int).astype(object).reshape(N, d, N * d)
    controls = np.concatenate([blocks[1:], -blocks[1:].sum(axis=0, keepdims=True)]) if N > 1 else 0 * blocks
    return blocks[0], controls


def run_round(algorithm: str | Algorithm, A: Array, gamma: Any, H: int, error: Array, controls: Array) -> tuple[Array, Array]:
    """One round on quadratic clients with the Hessians A (N, d, d), seen from the optimum."""
    rule = get_algorithm(algorithm)
    ends = []
    for hessian, xi in zip(A, controls, strict=True):
        x = error
        for _ in range(H):
            x = rule.step(x=x, g=hessian @ x, xi=xi, x_start=error, gamma=gamma, H=H)
        ends.append(x)
    following = rule.server(sum(ends[1:], ends[0]) / len(ends), error, gamma, H)
    renewed = [rule.control(xi, end, error, following, gamma, H) for xi, end in zip(controls, ends, strict=True)]
    return following, np.stack(renewed)


def round_matrix(algorithm: str | Algorithm, A: Array, gamma: float, H: int) -> Array:
    """The round as a matrix (Nd, Nd) on zero-sum control variates, float64."""
    N, d, _ = A.shape
    error, controls = (part.astype(float) for part in zero_sum_basis(N, d))
    following, renewed = run_round(algorithm, A, gamma, H, error, controls)
    return np.concatenate([following[None], renewed[:-1]]).reshape(N * d, N * d)


def spectral_radius(matrix: Array) -> float:
    return float(np.abs(np.linalg.eigvals(matrix)).max())


def random_hessians(seed: int, N: int, d: int, low: float, high: float) -> Array:
    """N symmetric matrices that do not commute, with spectra in [low, high], both ends taken."""
    draw = np.random.default_rng(seed)
    bases, _ = np.linalg.qr(draw.normal(size=(N, d, d)))
    values = draw.choice([0.0, 1.0, draw.uniform()], size=(N, d)) * (high - low) + low
    return np.einsum("cik,ck,cjk->cij", bases, values, bases)
