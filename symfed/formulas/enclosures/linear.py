"""Linear stochastic approximation and least squares: bias and second moment about theta*, exact up to rounding.

Client c draws (A(z), b(z)), theta* makes the mean of E A theta* - b vanish; for d = theta - theta* a step is
d+ = d - gamma (A_c d + g_c + nu) with the mean A_c, g_c = A_c theta* - E b, nu = Delta d + delta, Delta = A(z) - A_c and
delta = A(z) theta* - b(z) - g_c. P_c = 1 - gamma A_c.

Theorem. Let a_c > 0 with E[A + A' - gamma A'A] >= a_c for every client, rho = mean_c (1 - gamma a_c)^H. The stationary second moment S
is the fixed point of S -> P S P' - gamma [P m k']_2 + gamma² k k' + gamma² N^-2 sum_c sum_h P_c^(H-1-h) W_{c,h} P_c'^(H-1-h), where
W_{c,h} = E[Delta S_{c,h} Delta' + [Delta m_{c,h} delta']_2 + delta delta']; m_{c,h+1} = P_c m_{c,h} - gamma g_c begins at m, the
stationary mean, and S_{c,h+1} = P_c S_{c,h} P_c' - gamma [P_c m_{c,h} g_c']_2 + gamma² (g_c g_c' + W_{c,h}) at S. Of any X that this map
moves by Y the distance to S is at most sqrt(d) |Y| / (1 - rho) in the Frobenius norm.
Proof. Take the mean of e+ e+' as in `second_order`; here there is no n_c, and a sample is independent of d. The difference X of two
symmetric matrices goes by a round to E[B X B'], B the mean of the clients' products of 1 - gamma A(z): with X = X+ - X-, both positive,
its trace norm is at most |E B'B| (tr X+ + tr X-), and E|B u|² <= mean_c (1 - gamma a_c)^H |u|². So the map is a contraction in the
trace norm, which lies between the Frobenius norm and sqrt(d) times it; rounds contract in mean square, and a stationary law with a
second moment exists and is unique. []
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from symfed.core.errors import OutsideDomain
from symfed.formulas.enclosures.constants import least_squares_parts, matrix_times, outer, padded_tables, quadratic_parts, repeated
from symfed.models.arrays import Array
from symfed.models.problems import LeastSquaresProblem, LinearProblem, QuadraticProblem
from symfed.numeric.ball_arrays import BallArray, eigenvalue_range, solve, up

_MOST_ROUNDS = 400


@dataclass(frozen=True)
class Affine:
    """means A_c (N, d, d), gradients g_c (N, d), squares E[A'A] (N, d, d): balls. spread(m, S): W_c for (N, d) and (N, d, d)."""

    means: BallArray
    gradients: BallArray
    squares: BallArray
    spread: Callable[[BallArray, BallArray], BallArray]


def affine(problem: LinearProblem | QuadraticProblem) -> Affine:
    """The quantities of the theorem for a problem."""
    if isinstance(problem, QuadraticProblem):
        A, noise, _, gradients = quadratic_parts(problem)
        return Affine(A, gradients, A @ A, lambda m, S: noise)
    return _least_squares_clients(problem) if isinstance(problem, LeastSquaresProblem) else _linear_clients(problem)


def bias(problem: Affine, gamma: BallArray, H: int) -> BallArray:
    """The stationary mean m of e: (1 - mean_c P_c^H) m = -gamma mean_c K_{c,H} g_c. Raises OutsideDomain unless a_c > 0."""
    _contraction_gap(problem, gamma, H)
    power, drift = powers(problem, gamma, H)
    return solve(np.eye(drift.shape[1]) - power.mean(0), -gamma * drift.mean(0))


def second_moment(problem: Affine, gamma: BallArray, H: int) -> BallArray:
    """The theorem's S. Raises OutsideDomain unless a_c > 0."""
    less = _contraction_gap(problem, gamma, H)
    m = bias(problem, gamma, H)
    power, drift = powers(problem, gamma, H)
    P, k = power.mean(0), drift.mean(0)
    fixed = outer(k, k) * (gamma * gamma) - outer(matrix_times(P, m), k).symmetric() * gamma

    def moved(S: BallArray) -> BallArray:
        return fixed + _noise_of_a_round(problem, gamma, H, m, S) * (gamma * gamma)

    # P . P' and the noise are positive maps, and the radius of their sum is below one: so is that of this iteration
    S = fixed_point(P.mid, lambda S: moved(BallArray(S)).mid, np.zeros(P.shape), 1e-12)
    residual = (P @ S @ P.T + moved(BallArray(S)) - S).norm_bound(2)
    off = float(up(residual * np.sqrt(len(S)) / less))
    return BallArray(S, off)


def _noise_of_a_round(problem: Affine, gamma: BallArray, H: int, m: BallArray, S: BallArray) -> BallArray:
    """N^-2 sum_c sum_h P_c^(H-1-h) W_{c,h} P_c'^(H-1-h)."""
    N, d = problem.gradients.shape
    step, g = np.eye(d) - problem.means * gamma, problem.gradients
    mean, second = repeated(m, N), repeated(S, N)
    total, own = BallArray(np.zeros((N, d, d))), outer(g, g)
    for _ in range(H):
        noise = problem.spread(mean, second)
        total = step @ total @ step.T + noise
        moved = matrix_times(step, mean)
        second = step @ second @ step.T - outer(moved, g).symmetric() * gamma + (own + noise) * (gamma * gamma)
        mean = moved - g * gamma
    return total.mean(0) * BallArray(1.0 / N, 2.0**-52 / N)


def powers(problem: Affine, gamma: BallArray, H: int) -> tuple[BallArray, BallArray]:
    """P_c^H (N, d, d) and K_{c,H} g_c (N, d)."""
    N, d = problem.gradients.shape
    step = np.eye(d) - problem.means * gamma
    power, drift = repeated(BallArray(np.eye(d)), N), BallArray(np.zeros((N, d)))
    for _ in range(H):
        power, drift = step @ power, matrix_times(step, drift) + problem.gradients
    return power, drift


def _contraction_gap(problem: Affine, gamma: BallArray, H: int) -> float:
    """A positive lower bound of 1 - rho. Raises OutsideDomain if there is none."""
    rates = eigenvalue_range(problem.means.symmetric() - problem.squares * gamma)[0]
    if not (rates > 0).all():
        rule = f"a step of client {int(np.argmin(rates))} must shrink every vector in mean square: E[A + A' - gamma A'A] positive definite"
        raise OutsideDomain("gamma", float(gamma.mid), rule, "take a smaller step size")
    slow = float(gamma.mid - gamma.rad) * rates * (1 - 1e-14)
    return float((-np.expm1(H * np.log1p(-np.minimum(slow, 0.5)))).mean() * (1 - 1e-11))


def fixed_point(P: Array, source: Callable[[Array], Array], X: Array, close: float) -> Array:
    """An approximate symmetric solution of X = P X P' + source(X), iterated until only rounding is left; not finite if unstable."""
    last = np.inf
    for _ in range(_MOST_ROUNDS):
        new = approximate_stein(P, source(X))
        change, X = float(np.linalg.norm(new - X)), (new + new.T) / 2
        if not np.isfinite(change) or (change >= last / 2 and change <= close * np.linalg.norm(X)):
            break
        last = change
    return X


def approximate_stein(P: Array, B: Array) -> Array:
    """An approximate solution X of X = P X P' + B."""
    X = B
    for _ in range(100):
        more = P @ X @ P.T
        X, P = X + more, P @ P
        if not np.abs(more).max() > 1e-17 * np.abs(X).max():
            break
    return X


def _least_squares_clients(problem: LeastSquaresProblem) -> Affine:
    rows, lengths, share, A0, means, _, gradients, residuals = least_squares_parts(problem)
    l2 = BallArray.of(problem.l2)
    own = (rows.T @ (residuals * share))[..., 0]  # without the ridge, like the noise
    squares = rows.T @ (rows * (lengths * share)) + (A0 * 2.0 + l2 * BallArray(np.eye(problem.dim))) * l2

    def spread(m: BallArray, S: BallArray) -> BallArray:
        scores = ((rows @ S) * rows).sum(axis=-1).reshape(*share.shape)
        at = rows @ m.reshape(*m.shape, 1)
        samples = rows.T @ (rows * ((scores + at * residuals * 2.0 + residuals * residuals) * share))
        return samples - A0 @ S @ A0 - outer(matrix_times(A0, m), own).symmetric() - outer(own, own)

    return Affine(means, gradients, squares, spread)


def _linear_clients(problem: LinearProblem) -> Affine:
    d, counts = problem.dim, [len(w) for w in problem.weights]
    matrices, _ = padded_tables([A.reshape(len(A), d * d) for A in problem.matrices])
    vectors, _ = padded_tables(list(problem.vectors))
    weights, _ = padded_tables([w[:, None] for w in problem.weights])
    N, n = len(counts), max(counts)
    mean_matrices = (matrices * weights).sum(axis=1).reshape(N, d, d)
    mean_vectors = (vectors * weights).sum(axis=1)
    theta = solve(mean_matrices.mean(0), mean_vectors.mean(0))
    samples = matrices.reshape(N, n, d, d)
    gradients = matrix_times(mean_matrices, repeated(theta, N)) - mean_vectors
    own = (samples @ theta.reshape(d, 1))[..., 0] - vectors
    w = weights.reshape(N, n, 1, 1)
    squares = ((samples.T @ samples) * w).sum(axis=1)
    apart = samples - mean_matrices.reshape(N, 1, d, d)
    delta = own - gradients.reshape(N, 1, d)
    still = (outer(delta, delta) * w).sum(axis=1)

    def spread(m: BallArray, S: BallArray) -> BallArray:
        turned = (outer((apart @ m.reshape(N, 1, d, 1))[..., 0], delta) * w).sum(axis=1)
        return ((apart @ S.reshape(N, 1, d, d) @ apart.T) * w).sum(axis=1) + turned.symmetric() + still

    return Affine(mean_matrices, gradients, squares, spread)
