"""Working precision of flint's balls for a block of code, and arrays of balls."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import flint
import mpmath
import numpy as np

from symfed.core.errors import NotConverged
from symfed.models.arrays import Array
from symfed.models.rings import BALLS, Ring


@contextmanager
def bits(precision: int) -> Iterator[None]:
    """Balls and mpmath numbers made inside carry this many bits; build the data inside too, or it stays short."""
    with flint.ctx.workprec(precision), mpmath.workprec(precision):
        yield


def midpoint(ball: flint.arb) -> flint.arb:
    """The ball without its radius. Raises NotConverged for a ball that is not finite: it would agree with everything."""
    if not ball.is_finite():
        raise NotConverged("ball arithmetic lost all digits; ask for fewer digits or a smaller problem")
    return ball.mid()


def to_mpf(ball: flint.arb) -> Any:
    """The midpoint as an mpmath number, rounded to mpmath's current precision."""
    mantissa, exponent = midpoint(ball).man_exp()
    return mpmath.mpf((int(mantissa), int(exponent)))


#: Balls entry by entry on NumPy object arrays: a problem's gradients at all grid points in one call.
BALL_ARRAYS = Ring("arrays of balls", flint.arb, {name: np.frompyfunc(function, 1, 1) for name, function in BALLS.functions.items()})
_midpoints = np.frompyfunc(midpoint, 1, 1)


def midpoints(array: Array) -> Array:
    """`midpoint` of every entry."""
    return np.asarray(_midpoints(array), dtype=object)


def balls(array: Any) -> Array:
    """Exact balls from floats or integers, same shape."""
    out: Array = np.frompyfunc(flint.arb, 1, 1)(np.asarray(array).astype(object))
    return out


def to_matrix(array: Array) -> flint.arb_mat:
    """A two-dimensional object array as a flint matrix without radii."""
    rows, columns = array.shape
    return flint.arb_mat(rows, columns, array.ravel().tolist()).mid()


def to_array(matrix: flint.arb_mat) -> Array:
    """The inverse of `to_matrix`."""
    out = np.empty(matrix.nrows() * matrix.ncols(), dtype=object)
    out[:] = matrix.entries()
    return out.reshape(matrix.nrows(), matrix.ncols())
