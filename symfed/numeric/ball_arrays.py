"""Arrays of float64 balls: a midpoint and a radius for every entry, and products by BLAS whose rounding is inside the radius.

Invariant of every operation: for all true values inside the operands' balls, the true result is inside the result's ball. It relies
on IEEE double precision and on the standard bound for sums in any order, with or without fused multiply-add:
|fl(x'y) - x'y| <= g |x|'|y| with g = n u / (1 - n u), u = 2^-53. Radii are sums and products of non-negative numbers, so their
rounding error is relative, and is compensated by a factor above one. Entries that underflow lose at most `TINY` each.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flint
import numpy as np

from symfed.core.errors import InvalidInput, NotConverged

U = 2.0**-53
#: Larger than any sum of underflows here, smaller than any relevant number.
TINY = 1e-280


def up(value: Any, operations: int = 8) -> Any:
    """An upper bound of a non-negative float result, allowing for the rounding of that many operations on non-negative numbers."""
    return value * (1 + 4 * operations * U) + TINY


def _nearest_float(value: Any) -> float:
    """A float within two units in the last place of a number."""
    return float(flint.arb(value).mid()) if isinstance(value, flint.fmpq | flint.fmpz) else float(value)


class BallArray:
    """Arrays `mid` and `rad` >= 0 of one shape: the entries lie in [mid - rad, mid + rad].

    >>> tenth = BallArray.of([flint.fmpq(1, 10)])
    >>> bool((tenth * 3.0 - 0.3).size_bound()[0] < 1e-15)
    True
    """

    __array_priority__ = 100.0  # NumPy leaves the operators to this class

    def __init__(self, mid: Any, rad: Any = 0.0) -> None:
        self.mid = np.asarray(mid, dtype=float)
        radii = np.asarray(rad, dtype=float)
        # a broadcast view has strides of zero, for which products do not use BLAS
        self.rad = radii if radii.shape == self.mid.shape else np.broadcast_to(radii, self.mid.shape).copy()

    @staticmethod
    def of(values: Any) -> BallArray:
        """A BallArray of given numbers: floats exactly, rationals (objects) to within half a unit in the last place."""
        if isinstance(values, BallArray):
            return values
        array = np.asarray(values)
        if array.dtype != object:
            return BallArray(array.astype(float))
        mid = np.asarray(np.frompyfunc(_nearest_float, 1, 1)(array), dtype=float)
        return BallArray(mid, up(4 * U * np.abs(mid)))

    @property
    def shape(self) -> tuple[int, ...]:
        return self.mid.shape

    @property
    def T(self) -> BallArray:
        """The transpose over the last two axes."""
        return BallArray(np.swapaxes(self.mid, -1, -2), np.swapaxes(self.rad, -1, -2))

    def __getitem__(self, key: Any) -> BallArray:
        return BallArray(self.mid[key], self.rad[key])

    def reshape(self, *shape: int) -> BallArray:
        return BallArray(self.mid.reshape(*shape), self.rad.reshape(*shape))

    def __neg__(self) -> BallArray:
        return BallArray(-self.mid, self.rad)

    def __add__(self, other: Any) -> BallArray:
        other = BallArray.of(other)
        mid = self.mid + other.mid
        return BallArray(mid, up(self.rad + other.rad + U * np.abs(mid)))

    __radd__ = __add__

    def __sub__(self, other: Any) -> BallArray:
        return self + (-BallArray.of(other))

    def __rsub__(self, other: Any) -> BallArray:
        return (-self) + other

    def __mul__(self, other: Any) -> BallArray:
        other = BallArray.of(other)
        mid = self.mid * other.mid
        return BallArray(mid, up(np.abs(self.mid) * other.rad + self.rad * (np.abs(other.mid) + other.rad) + U * np.abs(mid)))

    __rmul__ = __mul__

    def __matmul__(self, other: Any) -> BallArray:
        other = BallArray.of(other)
        n, a, b = self.shape[-1], np.abs(self.mid), np.abs(other.mid)
        rounding = (n + 2) * U
        rad = a @ (other.rad + 2 * rounding * b) + self.rad @ (b + other.rad)
        return BallArray(self.mid @ other.mid, up(rad, n + 8))

    def sum(self, axis: int) -> BallArray:
        n = self.shape[axis]
        rad = self.rad.sum(axis=axis) + 2 * n * U * np.abs(self.mid).sum(axis=axis)
        return BallArray(self.mid.sum(axis=axis), up(rad, n + 8))

    def mean(self, axis: int) -> BallArray:
        return self.sum(axis) * BallArray(1.0 / self.shape[axis], 2 * U / self.shape[axis])

    def symmetric(self) -> BallArray:
        """X + X', over the last two axes."""
        return self + self.T

    def size_bound(self) -> Any:
        """Upper bounds of the absolute values of the entries."""
        return up(np.abs(self.mid) + self.rad)

    def norm_bound(self, axes: int = 1) -> Any:
        """Upper bounds of the Euclidean norm over that many last axes (2: Frobenius)."""
        sizes = self.size_bound()
        axis = tuple(range(-axes, 0))
        return up(np.sqrt((sizes**2).sum(axis=axis)), int(np.prod(sizes.shape[-axes:])) + 8)


def entrywise(function: Callable[[flint.arb], flint.arb], x: BallArray) -> BallArray:
    """Apply a function of one real number to every entry, by flint's ball arithmetic."""

    def one(mid: float, rad: float) -> tuple[float, float]:
        ball = function(flint.arb(mid, rad))
        centre = float(ball.mid())
        return centre, up(float((ball - centre).abs_upper()))

    out = np.array([one(m, r) for m, r in zip(x.mid.ravel(), x.rad.ravel(), strict=True)]).reshape(*x.shape, 2)
    if not np.isfinite(out).all():
        raise NotConverged("a function was asked for on a ball where it has no finite value")
    return BallArray(out[..., 0], out[..., 1])


def eigenvalue_range(M: BallArray) -> tuple[Any, Any]:
    """Bounds (low, high) of the eigenvalues of symmetric matrices, (..., d, d): two arrays of the leading shape.

    With any Q near the eigenvectors and x = Q y: x'Mx = y'(Q'MQ)y lies between Gershgorin's bounds times |y|², and |x|² is within
    a factor 1 + e of |y|² for e = |Q'Q - 1|, so the quotient is bounded; Q is invertible when e < 1. Raises NotConverged otherwise.
    """
    Q = BallArray(np.linalg.eigh((M.mid + np.swapaxes(M.mid, -1, -2)) / 2)[1])
    d = M.shape[-1]
    defect = up((Q.T @ Q - np.eye(d)).size_bound().sum(axis=-1), d + 8).max(axis=-1)
    if not (defect < 0.5).all():
        raise NotConverged("approximate eigenvectors of a matrix are not orthogonal")
    D = Q.T @ M @ Q
    sizes = D.size_bound()
    diagonal = np.diagonal(D.mid, axis1=-2, axis2=-1)
    own = np.diagonal(D.rad, axis1=-2, axis2=-1)
    others = up(sizes.sum(axis=-1) - np.diagonal(sizes, axis1=-2, axis2=-1) + 2 * d * U * sizes.sum(axis=-1) + own, d + 8)
    low, high = (diagonal - others).min(axis=-1), (diagonal + others).max(axis=-1)
    slack = 4 * U * (np.abs(low) + np.abs(high)) + 2 * defect * np.maximum(np.abs(low), np.abs(high)) + TINY
    return low - slack, high + slack


def solve(M: BallArray, b: BallArray) -> BallArray:
    """x with M x = b, shapes (d, d) and (d,), for all members of the balls.

    With R near M^-1, z = |1 - R M| in the maximum norm below one, and any X: |x - X| <= |R (b - M X)| / (1 - z).
    Raises InvalidInput for a matrix that may be singular.
    """
    try:
        R = np.linalg.inv(M.mid)
    except np.linalg.LinAlgError:
        raise InvalidInput("matrix", M.mid.tolist(), "must be invertible") from None
    X = R @ b.mid
    z = float(up((np.eye(len(R)) - BallArray(R) @ M).size_bound().sum(axis=-1), len(R) + 8).max())
    if not z < 0.5:
        raise InvalidInput("matrix", M.mid.tolist(), "is too close to a singular one for double precision")
    residual = BallArray(R) @ (b - M @ BallArray(X))
    return BallArray(X, up(residual.size_bound().max() / (1 - z)))


def solve_stein(P: BallArray, B: BallArray, gap: float) -> BallArray:
    """X = P X P + B for symmetric P with |P| <= 1 - gap and symmetric B, (d, d); the radius bounds the Frobenius norm of the error."""
    X, power = B.mid, P.mid
    for _ in range(200):
        more = power @ X @ power
        X, power = X + more, power @ power
        if np.linalg.norm(more) <= U * np.linalg.norm(X):
            break
    X = (X + X.T) / 2
    residual = (P @ BallArray(X) @ P + B - X).norm_bound(2)
    return BallArray(X, up(residual / (gap * (2 - gap))))
