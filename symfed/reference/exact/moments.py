"""The mean and covariance that an affine round leaves invariant, solved for exactly or in floats, with error estimates."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import flint
import numpy as np

from symfed.core.errors import UnstableStep
from symfed.models.arrays import Array, identity, is_exact, is_positive_definite, like, solve, to_float
from symfed.models.problems import LinearProblem, QuadraticProblem


def product(A: Array, B: Array) -> Array:
    """A B for two matrices; rationals by flint, which clears denominators once instead of at every addition."""
    return np.array((_to_flint(A) * _to_flint(B)).tolist(), dtype=object) if is_exact(A, B) else A @ B


def power(A: Array, n: int) -> Array:
    """Aⁿ by repeated squaring."""
    return np.array((_to_flint(A) ** n).tolist(), dtype=object) if is_exact(A) else np.linalg.matrix_power(A, n)


def _to_flint(A: Array) -> flint.fmpq_mat:
    return flint.fmpq_mat(A.shape[0], A.shape[1], list(A.flat))


def half(X: Array) -> Array:
    """The lower triangle of a symmetric (n, n) matrix row by row: n (n + 1) / 2 entries, those of the leading block first.

    >>> half(np.array([[1, 2], [2, 3]]))
    array([1, 2, 3])
    """
    return X[np.tril_indices(len(X))]


def full(entries: Array, n: int) -> Array:
    """The symmetric (n, n) matrix with this lower triangle."""
    X = np.empty((n, n), dtype=entries.dtype)
    rows, columns = np.tril_indices(n)
    X[rows, columns] = X[columns, rows] = entries
    return X


def lift(T: Array) -> Array:
    """The matrix of X -> T X T' from half(X) to half(T X T'), for one (m, n) map or a stack of them."""
    i, j = (index[:, None] for index in np.tril_indices(T.shape[-2]))
    p, q = np.tril_indices(T.shape[-1])
    # an entry off the diagonal of X represents two
    return T[..., i, p] * T[..., j, q] + (p != q) * (T[..., i, q] * T[..., j, p])


def solve_half(operator: Array, *sources: Array) -> list[Array]:
    """For every symmetric Q (d, d) the X with half(X) = operator half(X) + half(Q). Raises LinAlgError or ZeroDivisionError if singular."""
    columns = np.stack([half(Q) for Q in sources], axis=1)
    solutions = solve(np.eye(len(columns), dtype=int) - operator, columns)
    return [full(column, len(Q)) for column, Q in zip(solutions.T, sources, strict=True)]


EPS = float(np.finfo(float).eps)


class NoContraction(ArithmeticError):
    """A round has no stationary moments; the message says what it does instead."""


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
        """Mean and covariance of the stationary law. Raises NoContraction if there is none."""

    def advance(self, mean: Array, covariance: Array) -> tuple[Array, Array]:
        """Mean and covariance after a round."""
        spread = self.matrix @ covariance @ self.matrix.T
        return self.matrix @ mean + self.shift, spread + self.conditional_covariance(mean, covariance)

    def stationary_moments(self, gamma: Any, H: int) -> Moments:
        """`moments`, but raises UnstableStep, naming gamma, if there are none. Stability is decided exactly for rationals."""
        try:
            return self.moments
        except NoContraction as unstable:
            raise UnstableStep("gamma", gamma, f"a round of H = {H} steps {unstable}") from None


def solve_moments(one: AffineRound, operator: Array) -> tuple[Array, Array, Array]:
    """The stationary mean b, the covariance X = operator(X) + Q(b), and Y = operator(Y) + 1, by linear systems.

    `operator` acts on half-vectorised covariances and preserves positive semi-definiteness. Then its powers tend to zero if
    and only if Y exists and is positive definite, which is decided exactly for rationals; and |E| <= |R| |Y| in spectral norms for
    E = operator(E) + R. Raises NoContraction, whose message says whether the mean contracts.

    Source: Stein's theorem, for positive operators.
    """
    M, d = one.matrix, len(one.shift)
    eye = identity(d, M)
    try:
        mean = solve(eye - M, one.shift)
        X, Y = solve_half(operator, one.conditional_covariance(mean, 0 * M), eye)
    except (np.linalg.LinAlgError, ZeroDivisionError):  # singular; `solve` divides in dimension one
        raise NoContraction(_instability_message(M, operator)) from None
    if not is_positive_definite(Y):
        raise NoContraction(_instability_message(M, operator))
    return mean, X, Y


def _instability_message(M: Array, operator: Array) -> str:
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
    """The largest modulus of an eigenvalue: used in messages only."""
    return float(np.abs(np.linalg.eigvals(to_float(M))).max())


_DOUBLINGS = 50  # 2^50 rounds: a spectral radius within 1e-15 of one equals one, to rounding


@dataclass(frozen=True)
class FixedPoint:
    """vector (d,) = matrix @ vector + shift, and covariance (d, d) = M covariance M' + noise.

    vector_condition bounds |(1 - M)⁻¹| and covariance_condition the norm of Q -> X (spectral norms): both are attained for symmetric M
    with non-negative eigenvalues.
    """

    vector: Array
    covariance: Array
    vector_condition: float
    covariance_condition: float


def fixed_point(M: Array, shift: Array, noise: Array) -> FixedPoint:
    """The sums of M^k shift and of M^k noise M'^k over all k >= 0, doubling the number of terms each time.

    Every term of the second sum is positive semi-definite, so nothing cancels. M (d, d), shift (d,), noise (d, d) symmetric, all
    float64. The residual is at rounding level for symmetric M, as rounds of quadratic problems have; if M is far from normal and its
    spectral radius r near one, it was observed to grow to some 0.1 / (1 - r) of that. Raises NoContraction if the powers of M do not
    tend to zero.

    Source: Smith, Matrix equation XA + BX = C, SIAM J. Appl. Math. 16 (1968); the squared form for X = M X M' + Q is standard.

    >>> float(fixed_point(np.array([[0.5]]), np.array([1.0]), np.array([[3.0]])).covariance[0, 0])
    4.0
    """
    vector, covariance, power = shift, noise, M
    vector_condition, covariance_condition = 1.0, 1.0
    with np.errstate(over="ignore", invalid="ignore"):
        for _ in range(_DOUBLINGS):
            # the Frobenius norm bounds the spectral one: the rest of both sums is below their rounding error
            left = float(np.linalg.norm(power))
            if left < EPS:
                return FixedPoint(vector, (covariance + covariance.T) / 2, vector_condition, covariance_condition)
            if not left < 1e100:  # its square would soon overflow; a contraction never gets there
                break
            norm = spectral_norm(power)
            vector_condition, covariance_condition = vector_condition * (1 + norm), covariance_condition * (1 + norm**2)
            vector = vector + power @ vector
            covariance = covariance + power @ covariance @ power.T
            power = power @ power
    raise NoContraction(f"does not contract: spectral radius {spectral_radius(M):.6g}, must be < 1")


def spectral_norm(A: Array) -> float:
    """A lower estimate of the largest singular value to a few per cent, by power iteration from the column norms: for error estimates."""
    v = np.linalg.norm(A, axis=0)
    value = 0.0
    for _ in range(8):
        size = np.linalg.norm(v)
        if not 0 < size < np.inf:
            return value
        w = A @ (v / size)
        value, v = max(value, float(np.linalg.norm(w))), A.T @ w
    return value


def moment_errors(moments: Moments, problem: LinearProblem | QuadraticProblem, theta: Array) -> tuple[Array, Array]:
    """Estimated errors of the mean (d,) and of the second moment about theta* (d, d)."""
    d = len(theta)
    if is_exact(theta):
        return np.zeros(d), np.zeros((d, d))
    moved, _ = optimum_errors(problem, theta)
    bias, mean_error = np.abs(moments.mean), moments.mean_error + moved
    from_mean = 2 * (mean_error + moved) * float(bias.max()) + EPS * np.multiply.outer(bias, bias)
    return mean_error + EPS * np.abs(theta), moments.covariance_error + from_mean


def mean_gradients(problem: LinearProblem | QuadraticProblem, origin: Array) -> tuple[Array, Array]:
    """The clients' full gradients A_c e + g_c with e relative to `origin` (d,): A (N, d, d) and g (N, d), of the origin's number type."""
    if isinstance(problem, QuadraticProblem):
        A, centres = like(problem.hessian_matrices, origin), like(problem.optima, origin)
        return A, (A @ (origin - centres)[..., None])[..., 0]
    A = like(problem.mean_matrices, origin)
    return A, A @ origin - like(problem.mean_vectors, origin)


def optimum_errors(problem: LinearProblem | QuadraticProblem, theta: Array) -> tuple[float, float]:
    """Errors of a float theta* (d,) and of the clients' gradients there, in Euclidean norm: every term of the system that theta* solves is
    rounded, and so are the gradients, whose mean drives theta."""
    slopes, constants = mean_gradients(problem, 0 * theta)
    norms = np.linalg.norm(slopes, axis=(1, 2))
    sizes = norms * np.linalg.norm(theta) + np.linalg.norm(constants, axis=1)
    rounded = EPS * np.sqrt(len(theta)) * float(sizes.max())
    moved = rounded * float(np.linalg.norm(np.linalg.inv(slopes.mean(axis=0)), 2))
    return moved, rounded + float(norms.max()) * moved


def product_errors(of_theta: tuple[Array, float], of_controls: tuple[Array, float]) -> tuple[float, float]:
    """Errors of the entries of products of means: theta's with a control variate's, and of two control variates.

    Each argument is a pair of the means about the optimum and the error of one of their entries.
    """
    (b, e), (s, f) = ((float(np.abs(to_float(means)).max()), error) for means, error in (of_theta, of_controls))
    # (b + e)(s + f) - b s, and (s + f)^2 - s^2
    return b * f + s * e + e * f, (2 * s + f) * f
