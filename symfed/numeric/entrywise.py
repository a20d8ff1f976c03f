"""A function of plain values on arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np


def entrywise(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function on every entry of arguments that broadcast: an object array, or the plain value where no argument has an axis.

    NumPy's own `frompyfunc` stops at 63 arguments, and a third-order expansion has more averages than that.

    >>> entrywise(lambda x, y: x + y)(np.array([1, 2]), 3)
    array([4, 5], dtype=object)
    """

    def evaluate(*values: Any) -> Any:
        grids = np.broadcast_arrays(*[np.asarray(value, dtype=object) for value in values])
        out = np.empty(grids[0].shape, dtype=object)
        for where in np.ndindex(out.shape):
            out[where] = function(*[grid[where] for grid in grids])
        return out[()]

    return evaluate
