"""What floats suggest, as exact instances, and their exact ratios."""

from __future__ import annotations

from typing import Any

import flint
import numpy as np

from proofs_checks.symfed.scaffold.adversarial.populations import Family
from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array, identity, is_positive_semidefinite
from symfed.models.problems import QuadraticProblem
from symfed.reference.exact import stationary_exact
from symfed.strategies import Instance

_GRID = 2**24  # condition numbers reach 10^4 and gamma L falls to 1/100: curvatures keep a dozen bits or more
_GUARD = flint.fmpq(1, 2**30)  # outward, relative: enclosing an eigenvalue known to 1e-13


def rational_neighbour(family: Family, point: Array) -> Instance:
    """The population at a point (size,) with Hessians and noise rounded to a grid, and valid exact constants mu and L; gamma L <= 1.

    Raises InvalidInput if rounding left a Hessian that is not positive definite.
    """
    population = family.population(point[None])
    A, C = _rounded(population.hessians[0]), _rounded(population.noise[0])
    if family.d > 1 and family.noise != "isotropic":
        C = _rank_one(population.noise[0])
    mu, L = _bounds(A)
    return Instance(
        QuadraticProblem(A, np.zeros((family.N, family.d), dtype=int), C), 1 / max(L, flint.fmpq(1)), int(population.H[0]), mu, L
    )


def exact_ratio(i: Instance) -> Any:
    """N mu (2 - gamma mu) tr Sigma / (gamma sigma^2), sigma^2 the mean of tr C_c; mu is rational, at most the smallest curvature."""
    mu, _ = _bounds(i.problem.hessian_matrices)
    covariance = stationary_exact("scaffold", i.problem, i.gamma, i.H).second_moment
    sigma2 = sum((np.trace(noise) for noise in i.problem.noise), flint.fmpq(0)) / i.N
    return i.N * mu * (2 - i.gamma * mu) * np.trace(covariance) / (i.gamma * sigma2)


def _rounded(matrices: Array) -> Array:
    """Symmetric matrices on the grid."""
    upper = np.triu(np.ones(matrices.shape[-2:], dtype=bool))
    kept = np.where(upper, matrices, np.swapaxes(matrices, -1, -2))
    return np.array([flint.fmpq(round(float(entry) * _GRID), _GRID) for entry in kept.flat], dtype=object).reshape(matrices.shape)


def _rank_one(noise: Array) -> Array:
    """v v' with rational v, for every client that has noise."""
    direction = np.linalg.eigh(noise[0]).eigenvectors[:, -1]
    v = np.array([flint.fmpq(round(float(entry) * 1024), 1024) for entry in direction], dtype=object)
    return np.stack([np.outer(v, v) * flint.fmpq(int(matrix.any())) for matrix in noise])


def _bounds(A: Array) -> tuple[Any, Any]:
    """Rational mu and L with mu I <= A_c <= L I; exactly the extremes where d = 1."""
    if A.shape[-1] == 1:
        return min(A.flat), max(A.flat)
    values = np.linalg.eigvalsh(A.astype(float))
    low = flint.fmpq(round(float(values.min()) * 2**40), 2**40) - _GUARD
    high = flint.fmpq(round(float(values.max()) * 2**40), 2**40) + _GUARD
    unit = identity(A.shape[-1], A)
    for matrix in A:
        if low <= 0 or not is_positive_semidefinite(matrix - low * unit) or not is_positive_semidefinite(high * unit - matrix):
            raise InvalidInput("point", str(values.min()), "must have Hessians that stay positive definite on the grid")
    return low, high
