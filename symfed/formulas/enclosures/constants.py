"""Constants of a problem for enclosures, computed from its data with rounding enclosed: balls at theta*, and bounds everywhere.

For client c write grad f_c(theta* + d) = g_c + A_c d + n_c(d), T_c and Q_c for the third and fourth derivative at theta*, and
nu_c(d) for the gradient noise of one sample. Norms of tensors are Frobenius norms; |T|_op is that of X -> T[X] from matrices with the
Frobenius norm to vectors. The logistic loss log(1 + e^s) has |phi'''| <= 1/(6 sqrt 3), |phi''''| <= 1/8 and |phi'''''| <= 0.128 everywhere:
with t = tanh(s/2) they are t(1 - t²)/4 at t² = 1/3, the larger of -1/8 at t = 0 and 1/24, and t (1 - t²)(3 t² - 2)/4 at
t² = (15 - sqrt 105)/30, where the derivative 2 - 15 t² + 15 t⁴ vanishes. With v = phi'' in [0, 1/4] the sixth derivative is
v (1 - 30 v + 120 v²), at most 1/4, its value at v = 1/4, and the square of the seventh is v² (1 - 4 v)(1 - 60 v + 360 v²)², at most
0.4084² at v = 0.227.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array, to_float
from symfed.models.problems import LeastSquaresProblem, LogisticProblem, QuadraticProblem
from symfed.models.problems.samples import padded
from symfed.numeric.ball_arrays import BallArray, eigenvalue_range, entrywise, solve, up

#: Exponents of the moments that enclosures use.
EXPONENTS = (2, 4, 6, 8, 10, 12)
#: The exponents for order two, whose radius contains higher powers.
MORE_EXPONENTS = (*EXPONENTS, 14, 16, 18, 20)
_THIRD, _FOURTH, _FIFTH, _SIXTH, _SEVENTH = 0.0962251, 0.125, 0.128, 0.25, 0.4084
_NONE = BallArray(np.zeros(0))
_CHUNK = 10**6  # numbers of a table of products in memory at a time
_LARGEST_MEAN = 2500  # samples of all clients, likewise
_LARGEST_KERNEL = 600  # samples of a client up to which the matrix of their products is formed


@dataclass(frozen=True)
class Constants:
    """Bounds hold for every d; arrays of bounds have shape (N,) and are upper bounds, `mu` is a lower one.

    gradients g (N, d), hessians A (N, d, d), covariances C (N, d, d) of nu_c(0): balls. `mu`: E[d_{c,h} | d_{c,0}] is a contraction with
    factor (1 - gamma mu)^h. `L`: sample gradients are L-Lipschitz, convex. rows (N, n, d) with weights `bend` (N, n), `bend4`:
    T_c = sum_z bend_z a_z a_z a_z, Q_c likewise.
    lowest: a lower bound of the eigenvalues of the mean of A_c. reach: an upper bound of every |a_z|.
    third, fourth: |T_c|_op, |Q_c|_op. third_mean, fourth_mean: |mean of T_c|_op, of Q_c.
    tau: |n_c(d)| <= tau |d|²/2. kappa: |n_c(d) - T_c[d,d]/2| <=
    kappa |d|³/6. kappa5: |n_c(d) - T_c[d,d]/2 - Q_c[d,d,d]/6| <= kappa5 |d|⁴/24.
    sigma[k]: |nu_c(0)| in L^k. ell[k]: |nu_c(d) - nu_c(0)| <= ell[k] |d| in L^2 for k = 2, twice that in L^k for the others.
    cap[k]: the random part of a sample's gradient is at most this in L^k at every point; infinite if it grows with |d|.
    top: square roots of the largest eigenvalue of C_c. bending: |Hessian of f_c - A_c| everywhere.
    ell_bent: |nu_c(d) - nu_c(0) - linear in d| <= ell_bent |d|² in L^2.
    To second order: kappa6, kappa7: the remainder of n_c(d) after its terms up to d⁴, d⁵ is at most kappa6 |d|⁵/120, kappa7 |d|⁶/720;
    slopes3, slopes4: the third, fourth derivative of d -> nu_c(d) along a unit vector, in L^2 everywhere. share (N, n), weights of the
    samples; jets: phi', .., phi^(6) of the samples at theta*, (N, n) each: bend is share times the third; none of them for
    linear gradients. lengths: |a_z| at most, (N,); fourth_power: mean (a'u)⁴ at most, u a unit vector, (N,).
    """

    mu: float
    L: float
    gradients: BallArray
    hessians: BallArray
    covariances: BallArray
    sigma: dict[int, Array]
    ell: dict[int, Array]
    cap: dict[int, Array]
    ell_bent: Array
    top: Array
    bending: Array
    tau: Array
    kappa: Array
    kappa5: Array
    third: Array
    fourth: Array
    third_mean: float
    fourth_mean: float
    lowest: float = 0.0
    reach: float = 0.0
    rows: BallArray = _NONE
    bend: BallArray = _NONE
    optimum: BallArray = _NONE
    share: BallArray = _NONE
    jets: tuple[BallArray, ...] = ()
    lengths: Array = field(default_factory=lambda: _NONE.mid)
    fourth_power: Array = field(default_factory=lambda: _NONE.mid)
    kappa6: Array = field(default_factory=lambda: _NONE.mid)
    kappa7: Array = field(default_factory=lambda: _NONE.mid)
    slopes3: Array = field(default_factory=lambda: _NONE.mid)
    slopes4: Array = field(default_factory=lambda: _NONE.mid)

    @property
    def num_clients(self) -> int:
        return self.gradients.shape[0]

    @property
    def dim(self) -> int:
        return self.gradients.shape[1]

    @property
    def linear(self) -> bool:
        """True if all gradients are affine in theta."""
        return not self.jets

    @cached_property
    def stiff(self) -> Array:
        """|A_c|, (N,)."""
        return np.maximum(eigenvalue_range(self.hessians)[1], 0)

    def bent(self, X: BallArray) -> BallArray:
        """T_c[X_c] for symmetric X (N, d, d) or (d, d): shape (N, d). Zero for linear gradients."""
        if self.linear:
            return BallArray(np.zeros(self.gradients.shape))
        scores = ((self.rows @ X) * self.rows).sum(axis=-1)
        return ((self.bend * scores).reshape(*scores.shape, 1) * self.rows).sum(axis=1)


def constants(problem: Any) -> Constants:
    """The constants of a quadratic, least-squares or logistic problem. Raises InvalidInput for another kind."""
    if isinstance(problem, QuadraticProblem):
        return _quadratic_constants(problem)
    if isinstance(problem, LeastSquaresProblem):
        return _least_squares_constants(problem)
    if isinstance(problem, LogisticProblem):
        return _logistic_constants(problem)
    raise InvalidInput("problem", problem, "must be a quadratic, least-squares, linear, logistic or scalar problem to be enclosed")


def _quadratic_constants(problem: QuadraticProblem) -> Constants:
    A, covariances, theta, gradients = quadratic_parts(problem)
    low, high = eigenvalue_range(A)
    nothing = np.zeros(problem.num_clients)
    return Constants(
        float(low.min()), float(high.max()), gradients, A, covariances, {}, {2: nothing}, {}, nothing, nothing, nothing,
        nothing, nothing, nothing, nothing, nothing, 0.0, 0.0, optimum=theta,
    )  # fmt: skip


def _least_squares_constants(problem: LeastSquaresProblem) -> Constants:
    rows, squares, share, _, A, theta, gradients, residuals = least_squares_parts(problem)
    covariances, sigma = noise(rows, residuals, share)
    nothing = np.zeros(problem.num_clients)
    low, _ = eigenvalue_range(A)
    L = float(squares.size_bound().max()) + float(up(problem.l2))
    return Constants(
        float(low.min()), float(up(L)), gradients, A, covariances, sigma, _slope_of_noise(rows, squares, share, 1.0),
        dict.fromkeys(MORE_EXPONENTS, np.full(problem.num_clients, np.inf)), nothing,
        _root_of_top(covariances), nothing, nothing, nothing, nothing, nothing, nothing, 0.0, 0.0, optimum=theta,
    )  # fmt: skip


def _logistic_constants(problem: LogisticProblem) -> Constants:
    tables = [-y[:, None] * (f if f.dtype == object else to_float(f)) for f, y in zip(problem.features, problem.labels, strict=True)]
    rows, counts = padded_tables(tables)
    share, l2, N, d = sample_shares(counts), BallArray.of(problem.l2), problem.num_clients, problem.dim
    theta = _logistic_optimum(rows, share, l2, to_float(problem.optimum))
    scores = rows @ theta.reshape(-1, 1)
    p = entrywise(lambda s: 1 / (1 + (-s).exp()), scores)
    q = entrywise(lambda s: 1 / (1 + s.exp()), scores)
    v = p * q
    A = rows.T @ (rows * (v * share)) + l2 * BallArray(np.eye(d))
    gradients = ((rows * (p * share)).sum(axis=1)) + l2 * theta
    covariances, sigma = noise(rows, p, share)
    u = q - p
    jets = tuple(jet[..., 0] for jet in (p, v, v * u, v * (1.0 - v * 6.0), v * u * (1.0 - v * 12.0), v * (1.0 - v * 30.0 + v * v * 120.0)))
    bend, bend4 = jets[2] * share[..., 0], jets[3] * share[..., 0]
    squares = (rows * rows).sum(axis=-1).reshape(*rows.shape[:2], 1)
    longest = up(np.sqrt(squares.size_bound()[..., 0].max(axis=1)))
    spread = eigenvalue_range(rows.T @ (rows * share))[1]
    fourth_power = _fourth_power(rows, share, up(longest**2 * spread))
    products = rows @ rows.T
    fourth = operator_norm(rows, bend4, products * products * products)
    return Constants(
        mu=float(np.nextafter((l2.mid - l2.rad) * (1 - 1e-15), 0)),
        L=float(up(longest.max() ** 2 / 4 + l2.size_bound())),
        gradients=gradients, hessians=A, covariances=covariances, sigma=sigma,
        ell=_slope_of_noise(rows, squares, share, 0.25),
        cap={k: _mean_power(squares, share, k / 2, 1 / k) for k in MORE_EXPONENTS},  # |a phi'| <= |a|
        ell_bent=up(_THIRD / 2 * longest * np.sqrt(fourth_power)),
        top=_root_of_top(covariances),
        bending=up(np.maximum(spread / 4, eigenvalue_range(A)[1])),  # both Hessians lie between l2 and l2 + spread/4
        tau=up(_THIRD * np.sqrt(spread * fourth_power)),
        kappa=up(_FOURTH * fourth_power),
        kappa5=up(_FIFTH * fourth_power * longest),
        third=operator_norm(rows, bend, products * products),
        fourth=fourth,
        third_mean=_mean_of_cubes(rows, bend),
        fourth_mean=min(float(up(fourth.mean(), N)), _mean_of_fourths(rows, bend4)),
        lowest=max(0.0, float(eigenvalue_range(A.mean(0))[0])), reach=float(longest.max()), rows=rows, bend=bend, optimum=theta,
        share=share[..., 0], jets=jets, lengths=longest, fourth_power=fourth_power,
        kappa6=up(_SIXTH * fourth_power * longest**2), kappa7=up(_SEVENTH * fourth_power * longest**3),
        slopes3=up(_FOURTH * longest**2 * np.sqrt(fourth_power)), slopes4=up(_FIFTH * longest**3 * np.sqrt(fourth_power)),
    )  # fmt: skip


def matrix_times(matrices: BallArray, vectors: BallArray) -> BallArray:
    """Matrix by vector over leading axes: (..., d, d), (..., d) to (..., d)."""
    return (matrices @ vectors.reshape(*vectors.shape, 1))[..., 0]


def outer(a: BallArray, b: BallArray) -> BallArray:
    """a b' over leading axes."""
    return a.reshape(*a.shape, 1) * b.reshape(*b.shape[:-1], 1, b.shape[-1])


def repeated(ball: BallArray, N: int) -> BallArray:
    """A vector or matrix of balls for every client."""
    return BallArray(*(np.broadcast_to(part, (N, *part.shape)).copy() for part in (ball.mid, ball.rad)))


def moments_on_the_way(c: Constants, gamma: BallArray, mean: BallArray, second: BallArray) -> Iterator[tuple[BallArray, BallArray]]:
    """m_{c,h} (N, d) and S_{c,h} (N, d, d) of `first_order` for h = 0, 1, ..., with the noise that is at theta*."""
    N, step = c.num_clients, np.eye(c.dim) - c.hessians * gamma
    m, S, source = repeated(mean, N), repeated(second, N), (outer(c.gradients, c.gradients) + c.covariances) * (gamma * gamma)
    while True:
        yield m, S
        moved = matrix_times(step, m)
        m, S = moved - c.gradients * gamma, step @ S @ step - outer(moved, c.gradients).symmetric() * gamma + source


def sum_of_cubes(scaled: BallArray, rows: BallArray) -> BallArray:
    """The sum over z of s_z a_z a_z for rows s, a (M, d), as a matrix (d, d²): not all products are in memory at a time."""
    d = rows.shape[1]
    total, chunk = BallArray(np.zeros((d, d * d))), max(1, _CHUNK // d**2)
    for first in range(0, rows.shape[0], chunk):
        a = rows[first : first + chunk]
        total = total + scaled[first : first + chunk].T @ outer(a, a).reshape(-1, d * d)
    return total


def quadratic_parts(problem: QuadraticProblem) -> tuple[BallArray, BallArray, BallArray, BallArray]:
    """A (N, d, d), the noise's covariances, theta* and the gradients there."""
    A, centres = BallArray.of(problem.hessian_matrices), BallArray.of(problem.optima)
    own = matrix_times(A, centres)
    theta = solve(A.mean(0), own.mean(0))
    return A, BallArray.of(problem.noise), theta, matrix_times(A, repeated(theta, len(A.mid))) - own


def least_squares_parts(problem: LeastSquaresProblem) -> tuple[BallArray, ...]:
    """Rows (N, n, d), their squares and shares (N, n, 1), means of aa' and A_c (N, d, d), and at theta*: theta*, gradients, residuals."""
    rows, counts = padded_tables(problem.features)
    targets, _ = padded_tables([y[:, None] for y in problem.targets])
    share = sample_shares(counts)
    gram, vectors = rows.T @ (rows * share), (rows.T @ (targets * share))[..., 0]
    means = gram + BallArray.of(problem.l2) * BallArray(np.eye(problem.dim))
    theta = solve(means.mean(0), vectors.mean(0))
    gradients = matrix_times(means, repeated(theta, len(counts))) - vectors
    squares = (rows * rows).sum(axis=-1).reshape(*share.shape)
    return rows, squares, share, gram, means, theta, gradients, rows @ theta.reshape(-1, 1) - targets


def padded_tables(tables: list[Array]) -> tuple[BallArray, Array]:
    """Tables (n_c, d) as one array (N, n, d), padded with rows of zeros, and the n_c."""
    balls = [BallArray.of(table) for table in tables]
    (mid, counts), (rad, _) = padded([ball.mid for ball in balls]), padded([ball.rad for ball in balls])
    return BallArray(mid, rad), counts


def sample_shares(counts: Array) -> BallArray:
    """1/n_c for every sample, zero for padding, shape (N, n, 1)."""
    inverse = np.where(np.arange(counts.max()) < counts[:, None], 1.0 / counts[:, None], 0.0)
    return BallArray(inverse, up(2.0**-53 * inverse)).reshape(*inverse.shape, 1)


def noise(rows: BallArray, slopes: BallArray, share: BallArray) -> tuple[BallArray, dict[int, Array]]:
    """Covariance (N, d, d) of slope_z a_z, and bounds of the L^k norms of slope_z a_z minus its mean."""
    samples = rows * slopes
    means = (samples * share).sum(axis=1)
    covariances = samples.T @ (samples * share) - means.reshape(*means.shape, 1) * means.reshape(means.shape[0], 1, -1)
    distances = (samples - means.reshape(means.shape[0], 1, -1)).norm_bound()
    n = rows.shape[1]
    weights = share.size_bound()[:, :, 0]
    sigma = {}
    for k in MORE_EXPONENTS:
        sigma[k] = up(((distances**k) * weights).sum(axis=1) ** (1 / k), n + 16)
    return covariances, sigma


def _root_of_top(covariances: BallArray) -> Array:
    """Bounds of the square root of the largest eigenvalue, (N,)."""
    return np.asarray(up(np.sqrt(np.maximum(eigenvalue_range(covariances)[1], 0))))


def _slope_of_noise(rows: BallArray, squares: BallArray, share: BallArray, curvature: float) -> dict[int, Array]:
    """ell for sample gradients a phi'(a'x) with |phi''| <= curvature: |a (phi'(a'x) - phi'(a'y))| <= ell |x - y| in L^k."""
    weighted = rows.T @ (rows * (squares * share))
    ell = {2: up(curvature * np.sqrt(eigenvalue_range(weighted)[1]))}
    for k in MORE_EXPONENTS[1:]:
        ell[k] = up(curvature * _mean_power(squares, share, k, 1 / k))
    return ell


def _mean_power(squares: BallArray, share: BallArray, power: float, root: float) -> Array:
    """Bounds of (mean over z of (|a_z|²)^power)^root, (N,); rows of zeros add nothing."""
    sizes = squares.size_bound()[..., 0]
    return np.asarray(up(((sizes**power) * (sizes > 1e-250) * share.size_bound()[:, :, 0]).sum(axis=1) ** root, sizes.shape[1] + 16))


def _logistic_optimum(rows: BallArray, share: BallArray, l2: BallArray, near: Array) -> BallArray:
    """A ball around theta*: f is l2-strongly convex, hence |x - theta*| <= |grad f(x)| / l2."""
    p = entrywise(lambda s: 1 / (1 + (-s).exp()), rows @ near[:, None])
    gradient = (rows * (p * share)).sum(axis=1).mean(0) + l2 * near
    return BallArray(near, up(gradient.norm_bound() / (l2.mid - l2.rad)))


def _fourth_power(rows: BallArray, share: BallArray, simple: Array) -> Array:
    """Bounds of sup over unit u of mean (a'u)⁴, (N,).

    (a'u)² is the Frobenius product of aa' and uu', so the supremum is at most the largest eigenvalue of the matrix of (a_z'a_y)²/n,
    which has no negative entry: at most max (M x)_i / x_i for any positive x (Collatz and Wielandt). `simple` is max |a|² times the
    largest eigenvalue of mean aa'.
    """
    if rows.shape[1] > _LARGEST_KERNEL:
        return simple
    n = rows.shape[1]
    kernel = up((rows @ rows.T).size_bound() ** 2 * share.size_bound())
    x = np.ones((*kernel.shape[:2], 1))
    for _ in range(30):
        x = kernel @ x
        x = x / x.max(axis=1, keepdims=True) + 1e-6
    bound = up((kernel @ x / x).max(axis=(1, 2)), n + 16)
    return np.minimum(bound, simple)


def operator_norm(rows: BallArray, weights: BallArray, kernel: BallArray) -> Array:
    """Bounds (N,) of the norm of X -> sum_z w_z a_z <a_z^(k), X> for the kernel (N, n, n) of the powers <a_z, a_y>^k.

    The operator times its transpose is sum over z, y of w_z w_y a_z a_y' kernel_zy, a (d, d) matrix: no tensor is stored.
    """
    weighted = rows * weights.reshape(*weights.shape, 1)
    high = eigenvalue_range(weighted.T @ (kernel @ weighted))[1]
    return up(np.sqrt(np.maximum(high, 0)))


def _mean_of_cubes(rows: BallArray, weights: BallArray) -> float:
    """A bound of the norm of X -> T[X] for T = mean over clients of sum_z w_z a_z a_z a_z: one tensor of d³ numbers is stored."""
    N, n, d = rows.shape
    total = sum_of_cubes((rows * weights.reshape(N, n, 1)).reshape(N * n, d), rows.reshape(N * n, d)) * BallArray(1.0 / N, 2.0**-52 / N)
    return float(up(np.sqrt(max(0.0, float(eigenvalue_range(total @ total.T)[1])))))


def _mean_of_fourths(rows: BallArray, weights: BallArray) -> float:
    """A bound of the norm of X -> Q[X] for Q the mean of sum_z w_z a_z a_z a_z a_z; infinite if there are too many samples."""
    N, n, d = rows.shape
    if N * n > _LARGEST_MEAN:
        return float("inf")
    every = rows.reshape(1, N * n, d)
    products = every @ every.T
    norm = operator_norm(every, weights.reshape(1, N * n) * BallArray(1.0 / N, 2.0**-52 / N), products * products * products)
    return float(norm[0])
