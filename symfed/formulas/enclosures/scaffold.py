"""Scaffold on linear gradients: its stationary second moment, exact up to rounding; its bias is zero.

With e = theta - theta* and zeta_c = gamma (xi_c + g_c), g_c the client's mean gradient at theta*, a step is d+ = P_c d - zeta_c - gamma nu
from d = e, and of a round e+ = mean_c d_{c,H}, zeta_c+ = zeta_c + (d_{c,H} - e+)/H. The zeta_c sum to zero, as the xi_c and the g_c do, so
z = (e, zeta_1 .. zeta_{N-1}) goes to M z + noise: d_{c,H} = P_c^H e - K_{c,H} zeta_c - u_c, u_c = gamma sum_h P_c^(H-1-h) nu_{c,h}, K_{c,H}
as in `first_order`. nu = Delta d + delta as in `linear`, with mean zero whatever z is; u_c of different clients are uncorrelated.

Theorem. Let Phi(Z) = M Z M' + N(Z) be the linear part of what a round makes of E zz', so that E z+ z+' = Phi(E zz') + B. If some
positive definite Y has Y - Phi(Y) >= w > 0, there is one stationary law with a second moment. Its mean is zero, and its E zz' is within
t Y of any symmetric X with |Phi(X) + B - X| <= t w in the spectral norm: for E = E zz' - X, -t Y <= E <= t Y, and the block of e is off
by at most t |Y_ee| in the Frobenius norm.
Proof. Phi maps positive matrices to such, and Y - Phi(Y) >= w says w (1 + Phi(1) + Phi²(1) + ..) <= Y: powers of Phi tend to zero, and
rounds with the same samples contract in mean square. E = sum_j Phi^j(R) for the residual R, and -t w <= R <= t w. The mean goes to M
times it, and powers of M tend to zero, as M Z M' <= Phi(Z). The block: for E = Y^(1/2) F Y^(1/2), |F| <= t,
|E|² = tr(F Y F Y) <= |F Y|² <= t² |Y|², and so for the blocks of e, which are compressions. []
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from symfed.core.errors import InvalidInput, OutsideDomain
from symfed.formulas.enclosures.constants import repeated
from symfed.formulas.enclosures.linear import Affine, approximate_stein, fixed_point
from symfed.models.arrays import Array
from symfed.numeric.ball_arrays import BallArray, eigenvalue_range, up

#: Largest number of rows, N d, of the second moment of a round's state.
_LARGEST = 1200


def second_moment(problem: Affine, gamma: BallArray, H: int) -> BallArray:
    """E ee', (d, d), for clients with linear gradients.

    Raises OutsideDomain if no Y of the theorem is found, as gamma is too large; InvalidInput for more than 1200 rows.
    """
    N, d = problem.gradients.shape
    if N * d > _LARGEST:
        raise InvalidInput("problem", (N, d), f"N d is {N * d}, at most {_LARGEST}: the moments of all control variates are solved for")
    M = _round_matrix(problem, gamma, H)

    def noise(Z: Array, constant: float) -> BallArray:
        return _round_noise(problem, gamma, H, BallArray(Z), constant)

    def moved(Z: Array, constant: float) -> BallArray:
        return M @ Z @ M.T + noise(Z, constant)

    B, more = noise(np.zeros(M.shape), 1.0).mid, np.eye(N * d)
    more *= max(float(np.abs(B).max()), 1e-200)
    with np.errstate(over="ignore", invalid="ignore"):  # for an unstable round
        Y = fixed_point(M.mid, lambda Z: noise(Z, 0.0).mid + more, approximate_stein(M.mid, more), 1e-11)
    w = float(eigenvalue_range(Y - moved(Y, 0.0))[0]) if np.isfinite(Y).all() else 0.0
    if not (w > 0 and float(eigenvalue_range(BallArray(Y))[0]) > 0):
        raise OutsideDomain(
            "gamma", float(gamma.mid), f"is too large, or too near to it, for a stationary law at H = {H}", "try a smaller one"
        )
    X = fixed_point(M.mid, lambda Z: noise(Z, 1.0).mid, approximate_stein(M.mid, B), 1e-11)
    residual = moved(X, 1.0) - X
    t = float(up(residual.norm_bound(2) / w))
    return BallArray(X[:d, :d], up(t * float(BallArray(Y[:d, :d]).norm_bound(2))))


def _assembled(N: int, block: Callable[[int, int], BallArray]) -> BallArray:
    """The matrix (N d, N d) of blocks (d, d); block 0 is that of e, block c + 1 that of zeta_c."""
    blocks = [[block(i, j) for j in range(N)] for i in range(N)]
    return BallArray(*(np.block([[getattr(one, part) for one in row] for row in blocks]) for part in ("mid", "rad")))


def _round_matrix(problem: Affine, gamma: BallArray, H: int) -> BallArray:
    """M, (N d, N d)."""
    N, d = problem.gradients.shape
    step = np.eye(d) - problem.means * gamma
    power, total = repeated(BallArray(np.eye(d)), N), BallArray(np.zeros((N, d, d)))
    for _ in range(H):
        power, total = step @ power, step @ total + np.eye(d)
    P, last = power.mean(0), total[N - 1]
    inverse, fraction = BallArray(1.0 / H, 2.0**-52 / H), BallArray(1.0 / N, 2.0**-52 / N)
    # columns of zeta_j, with zeta_N = - the sum of the others
    server = [P, *((last - total[j]) * fraction for j in range(N - 1))]

    def block(i: int, j: int) -> BallArray:
        if i == 0:
            return server[j]
        if j == 0:
            return (power[i - 1] - P) * inverse
        own = np.eye(d) - total[i - 1] * inverse if j == i else BallArray(np.zeros((d, d)))
        return own - server[j] * inverse

    return _assembled(N, block)


def _round_noise(problem: Affine, gamma: BallArray, H: int, Z: BallArray, constant: float) -> BallArray:
    """The covariance of the noise of a round for E zz' = Z; with constant = 0 its linear part alone."""
    N, d = problem.gradients.shape
    step, zero = np.eye(d) - problem.means * gamma, BallArray(np.zeros((N, d)))
    blocks = Z.reshape(N, d, N, d)
    mid, rad = (np.moveaxis(part, 2, 1) for part in (blocks.mid, blocks.rad))  # [i, j] is a block
    last_row = -BallArray(mid[1:], rad[1:]).sum(axis=0) if N > 1 else BallArray(np.zeros((1, d, d)))
    of_last = -last_row[1:].sum(axis=0) if N > 1 else BallArray(np.zeros((d, d)))
    own = [BallArray(mid[c, c], rad[c, c]) for c in range(1, N)] + [of_last]
    mixed = [BallArray(mid[0, c], rad[0, c]) for c in range(1, N)] + [last_row[0].T]
    S, X, Q = _stacked_blocks([BallArray(mid[0, 0], rad[0, 0])] * N), _stacked_blocks(mixed), _stacked_blocks(own)
    U, g2 = BallArray(np.zeros((N, d, d))), gamma * gamma
    still = problem.spread(zero, BallArray(np.zeros((N, d, d)))) * (1.0 - constant)
    for _ in range(H):
        W = (problem.spread(zero, S) - still) * g2
        moved = step @ X
        U = step @ U @ step.T + W
        S = step @ S @ step.T - moved - moved.T + Q + W
        X = moved - Q
    mean = U.mean(0) * BallArray(1.0 / N, 2.0**-52 / N)
    inverse, fraction = BallArray(1.0 / H, 2.0**-52 / H), BallArray(1.0 / N, 2.0**-52 / N)
    shared = U * fraction - mean

    def block(i: int, j: int) -> BallArray:
        if i == 0 or j == 0:
            return mean if i == j else shared[max(i, j) - 1] * inverse
        both = (U[i - 1] if j == i else BallArray(np.zeros((d, d)))) - (U[i - 1] + U[j - 1]) * fraction + mean
        return both * inverse * inverse

    return _assembled(N, block)


def _stacked_blocks(parts: list[BallArray]) -> BallArray:
    return BallArray(np.stack([part.mid for part in parts]), np.stack([part.rad for part in parts]))
