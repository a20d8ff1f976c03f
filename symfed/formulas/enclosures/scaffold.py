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

import numpy as np

from symfed.core.errors import InvalidInput, OutsideDomain
from symfed.formulas.enclosures.linear import Affine, approximate_stein
from symfed.models.arrays import Array
from symfed.numeric.ball_arrays import BallArray, eigenvalue_range, up

#: Largest number of rows, N d, of the second moment of a round's state.
_LARGEST = 1200
_MOST_ROUNDS = 200


def second_moment(problem: Affine, gamma: BallArray, H: int) -> BallArray:
    """E ee', (d, d), for clients with linear gradients.

    Raises OutsideDomain if no Y of the theorem is found, as gamma is too large; InvalidInput for more than 1200 rows.
    """
    N, d = problem.gradients.shape
    if N * d > _LARGEST:
        raise InvalidInput("problem", (N, d), f"N d is {N * d}, at most {_LARGEST}: the moments of all control variates are solved for")
    M = _round_matrix(problem, gamma, H)
    B = _round_noise(problem, gamma, H, BallArray(np.zeros(M.shape)), 1.0)

    def moved(Z: Array, constant: float) -> BallArray:
        return M @ Z @ M.T + _round_noise(problem, gamma, H, BallArray(Z), constant)

    size = max(float(np.abs(B.mid).max()), 1e-200)
    with np.errstate(over="ignore", invalid="ignore"):  # for an unstable round
        Y = _fixed_point(problem, gamma, H, M, BallArray(np.eye(N * d) * size), 0.0)
    w = float(eigenvalue_range(Y - moved(Y, 0.0))[0]) if np.isfinite(Y).all() else 0.0
    if not (w > 0 and float(eigenvalue_range(BallArray(Y))[0]) > 0):
        raise OutsideDomain(
            "gamma", float(gamma.mid), f"is too large, or too near to it, for a stationary law at H = {H}", "try a smaller one"
        )
    X = _fixed_point(problem, gamma, H, M, B, 1.0)
    residual = moved(X, 1.0) - X
    t = float(up(residual.norm_bound(2) / w))
    return BallArray(X[:d, :d], up(t * float(BallArray(Y[:d, :d]).norm_bound(2))))


def _fixed_point(problem: Affine, gamma: BallArray, H: int, M: BallArray, B: BallArray, constant: float) -> Array:
    """An approximate solution Z of Z = M Z M' + N(Z) + B; with constant = 1, B is part of the noise."""
    Z, last = approximate_stein(M.mid, B.mid), np.inf
    for _ in range(_MOST_ROUNDS):
        source = _round_noise(problem, gamma, H, BallArray(Z), constant).mid + (0.0 if constant else B.mid)
        new = approximate_stein(M.mid, source)
        change, Z = float(np.abs(new - Z).max()), (new + new.T) / 2
        if not np.isfinite(change) or (change >= last / 2 and change <= 1e-11 * np.abs(Z).max()):
            break
        last = change
    return Z


def _round_matrix(problem: Affine, gamma: BallArray, H: int) -> BallArray:
    """M, (N d, N d)."""
    N, d = problem.gradients.shape
    step = np.eye(d) - problem.means * gamma
    power, total = BallArray(np.broadcast_to(np.eye(d), (N, d, d)).copy()), BallArray(np.zeros((N, d, d)))
    for _ in range(H):
        power, total = step @ power, step @ total + np.eye(d)
    P, last = power.mean(0), total[N - 1]
    inverse, fraction = BallArray(1.0 / H, 2.0**-52 / H), BallArray(1.0 / N, 2.0**-52 / N)
    mid, rad = np.zeros((2, N * d, N * d))

    def put(i: int, j: int, block: BallArray) -> None:
        at = slice(i * d, i * d + d), slice(j * d, j * d + d)
        mid[at], rad[at] = block.mid, block.rad

    # columns of zeta_j, with zeta_N = - the sum of the others; block 0 is e, block c + 1 is zeta_c
    server = [(last - total[j]) * fraction for j in range(N - 1)]
    put(0, 0, P)
    for c in range(N - 1):
        put(0, c + 1, server[c])
        put(c + 1, 0, (power[c] - P) * inverse)
        for j in range(N - 1):
            own = np.eye(d) - total[c] * inverse if j == c else BallArray(np.zeros((d, d)))
            put(c + 1, j + 1, own - server[j] * inverse)
    return BallArray(mid, rad)


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
    out_mid, out_rad = np.zeros((2, N, d, N, d))

    def put(i: int, j: int, block: BallArray) -> None:
        out_mid[i, :, j], out_rad[i, :, j] = block.mid, block.rad

    shared = U * fraction - mean
    put(0, 0, mean)
    for c in range(N - 1):
        put(0, c + 1, shared[c] * inverse)
        put(c + 1, 0, shared[c] * inverse)
        for j in range(N - 1):
            both = (U[c] if j == c else BallArray(np.zeros((d, d)))) - (U[c] + U[j]) * fraction + mean
            put(c + 1, j + 1, both * inverse * inverse)
    return BallArray(out_mid.reshape(N * d, N * d), out_rad.reshape(N * d, N * d))


def _stacked_blocks(parts: list[BallArray]) -> BallArray:
    return BallArray(np.stack([part.mid for part in parts]), np.stack([part.rad for part in parts]))
