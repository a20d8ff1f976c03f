"""What a round does to squares that are weighted by curvatures, and how large its eigenvalues are: exactly, by running the rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flint
import numpy as np

from symfed.models.algorithm import Algorithm
from symfed.models.arrays import Array
from symfed.reference.exact.joint_round import round_matrix
from symfed.strategies import text
from symfed.strategies.control_variates import RoundCase, by_rule

_BITS = 256  # values that touch zero stay undecided at any precision; all others met so far need less than half of it


def spectral_parts(A: Array) -> list[tuple[Any, Array]]:
    """Eigenvalues of a symmetric matrix with the projections onto their eigenspaces, for a rational spectrum."""
    d = len(A)
    _, factors = flint.fmpq_mat(d, d, list(A.flat)).charpoly().factor()
    if any(factor.degree() > 1 for factor, _ in factors):
        raise ValueError(f"the spectrum of {text(A)} is not rational")
    roots = [-factor[0] / factor[1] for factor, _ in factors]
    identity = np.array([[flint.fmpq(int(i == j)) for j in range(d)] for i in range(d)], dtype=object)
    parts = []
    for root in roots:
        projection = identity
        for other in roots:
            if other != root:
                projection = projection @ (A - other * identity) / (root - other)
        parts.append((root, projection))
    return parts


def eigenvalues(case: RoundCase) -> list[Any]:
    """The eigenvalues of all clients' Hessians."""
    return [root for A in case.problem.hessian_matrices for root, _ in spectral_parts(A)]


def weighted_square(case: RoundCase, state: Array, weight: Callable[[Any], Any]) -> Any:
    """mean_c <x_c, p(A_c) x_c> with x_c = e + y_c and p the weight of a curvature: a ball, or a rational for rational weights."""
    e, y = case.deviations(state)
    total = flint.fmpq(0)
    for A, x in zip(case.problem.hessian_matrices, e + y, strict=True):
        for curvature, projection in spectral_parts(A):
            total = weight(curvature) * (x @ projection @ x) + total
    return total / case.N


def certain_sign(value: Any) -> int:
    """-1 or 1 where a ball keeps away from zero, else 0."""
    return int(value > 0) - int(value < 0)


def decrease(case: RoundCase, factor: Any, weight: Callable[[Any], Any], algorithm: str | Algorithm = "scaffold") -> int:
    """The certain sign of V after a round less factor times V before, V the weighted square."""
    with flint.ctx.workprec(_BITS):
        before, after = (weighted_square(case, state, weight) for state in (case.state, by_rule(algorithm, case)))
        return certain_sign(after - factor * before)


def eigenvalues_outside(case: RoundCase, radius: Any, algorithm: str | Algorithm = "scaffold") -> int:
    """How many eigenvalues of a round on control variates of sum zero, a sum that it must conserve, certainly exceed the radius."""
    N, d = case.problem.optima.shape
    whole = round_matrix(algorithm, case.problem, case.gamma, case.H)
    # the last control variate is minus the sum of the others
    kept = whole[:-d, :-d] - np.hstack([np.zeros((N * d, d), dtype=int), np.tile(whole[:-d, -d:], (1, N - 1))])
    with flint.ctx.workprec(_BITS):
        roots: Any = flint.fmpq_mat(N * d, N * d, list(kept.flat)).charpoly().complex_roots()
        return sum(count for z, count in roots if abs(z) > radius)


def root(value: Any) -> Any:
    """The square root of a non-negative rational, as a ball."""
    with flint.ctx.workprec(_BITS):
        return flint.arb(value).sqrt()
