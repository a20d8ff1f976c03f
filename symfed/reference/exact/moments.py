"""What a round does to mean and covariance, and the mean and covariance that it leaves alone."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from symfed.core.errors import UnstableStep
from symfed.models.arrays import Array, identity, is_positive_definite, solve, to_float
from symfed.reference.exact.matrices import lift, solve_half

EPS = float(np.finfo(float).eps)


class NoContraction(ArithmeticError):
    """The moments do not settle; the message says what a round does instead."""


@dataclass(frozen=True)
class Moments:
    """Mean (d,) and covariance (d, d), each with the estimated error of its entries: zero for rationals."""

    mean: Array
    covariance: Array
    mean_error: float = 0.0
    covariance_error: float = 0.0


@dataclass(frozen=True)
class AffineRound(ABC):
    """E[theta_next | theta] = matrix @ theta + shift; Cov[theta_next | theta] is quadratic in theta. Exact or float64."""

    matrix: Array
    shift: Array

    @abstractmethod
    def conditional_covariance(self, mean: Array, covariance: Array) -> Array:
        """E Cov[theta_next | theta] for theta with this mean (d,) and covariance (d, d)."""

    @cached_property
    @abstractmethod
    def moments(self) -> Moments:
        """Of the stationary law. Raises NoContraction where it has none."""

    def advance(self, mean: Array, covariance: Array) -> tuple[Array, Array]:
        """Mean and covariance after a round."""
        spread = self.matrix @ covariance @ self.matrix.T
        return self.matrix @ mean + self.shift, spread + self.conditional_covariance(mean, covariance)

    def stationary_moments(self, gamma: Any, H: int) -> Moments:
        """`moments`; raises UnstableStep, naming gamma, where there are none. Stability is decided exactly on rationals."""
        try:
            return self.moments
        except NoContraction as unstable:
            raise UnstableStep("gamma", gamma, f"a round of H = {H} steps {unstable}") from None


def solve_moments(law: AffineRound, operator: Array) -> tuple[Array, Array, Array]:
    """The stationary mean b, the covariance X = operator(X) + Q(b), and Y = operator(Y) + 1, by linear systems.

    `operator` acts on half-vectorised covariances and maps positive semi-definite matrices to such. Then its powers tend to zero if
    and only if Y exists and is positive definite, which is decided exactly on rationals; and |E| <= |R| |Y| in spectral norms for
    E = operator(E) + R. Raises NoContraction, which says whether the mean contracts.

    Source: Stein's theorem, for positive operators.
    """
    M, d = law.matrix, len(law.shift)
    eye = identity(d, M)
    try:
        mean = solve(eye - M, law.shift)
        X, Y = solve_half(operator, law.conditional_covariance(mean, 0 * M), eye)
    except (np.linalg.LinAlgError, ZeroDivisionError):  # singular; `solve` divides in dimension one
        raise NoContraction(_refusal(M, operator)) from None
    if not is_positive_definite(Y):
        raise NoContraction(_refusal(M, operator))
    return mean, X, Y


def _refusal(M: Array, operator: Array) -> str:
    radius = spectral_radius(M)
    try:
        mean_contracts = is_positive_definite(solve_half(lift(M), identity(len(M), M))[0])
    except (np.linalg.LinAlgError, ZeroDivisionError):
        mean_contracts = False
    if not mean_contracts:
        return f"does not contract: spectral radius {radius:.6g}, must be < 1"
    return (
        f"contracts in the mean (spectral radius {radius:.6g}) but has no second moment: "
        f"its map of covariances has spectral radius {spectral_radius(operator):.6g}, must be < 1"
    )


def spectral_radius(M: Array) -> float:
    """The largest modulus of an eigenvalue, for messages: nothing is decided by it."""
    return float(np.abs(np.linalg.eigvals(to_float(M))).max())
