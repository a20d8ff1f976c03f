"""Arrays of balls with three indices, for the third moments of order two."""

from __future__ import annotations

import numpy as np

from symfed.models.arrays import Array
from symfed.numeric.ball_arrays import BallArray, up


def along_last(X: BallArray, M: BallArray, axis: int = 2) -> BallArray:
    """M on the last index of X (d, d, d), or on the one before."""
    d = len(M.mid)
    if axis == 1:
        return M @ X
    return (X.reshape(d * d, d) @ M.T).reshape(d, d, d)


def sum_over_places(X: BallArray) -> BallArray:
    """The sum of X (d, d, d), symmetric in two indices, over the three positions of the other one: X, its cyclic shift, and the square."""
    turns = ((0, 1, 2), (1, 2, 0), (2, 0, 1))
    mid, rad = (sum(np.transpose(part, t) for t in turns) for part in (X.mid, X.rad))
    return BallArray(mid, up(rad + 2.0**-51 * sum(np.transpose(np.abs(X.mid), t) for t in turns)))


def solve_cubes(P: BallArray, B: BallArray, gap: float) -> BallArray:
    """X = (P P P) X + B for symmetric P with |P| <= 1 - gap, (d, d, d); the radius bounds the Frobenius norm of the error."""

    def applied(M: Array, X: Array) -> Array:
        d = len(M)
        for _ in range(3):  # each time on the first index, then a cyclic shift
            X = np.moveaxis((M @ X.reshape(d, d * d)).reshape(d, d, d), 0, 2)
        return X

    X: Array = B.mid
    power = P.mid
    for _ in range(200):
        more = applied(power, X)
        X, power = X + more, power @ power
        if np.linalg.norm(more) <= 2.0**-53 * np.linalg.norm(X):
            break
    X = (X + np.transpose(X, (1, 2, 0)) + np.transpose(X, (2, 0, 1))) / 3
    ball, d = BallArray(X), len(X)
    for _ in range(3):
        turned = (P @ ball.reshape(d, d * d)).reshape(d, d, d)
        ball = BallArray(np.moveaxis(turned.mid, 0, 2).copy(), np.moveaxis(turned.rad, 0, 2).copy())
    residual = (ball + B - X).norm_bound(3)
    return BallArray(X, up(residual / (gap * (3 - 3 * gap + gap**2))))
