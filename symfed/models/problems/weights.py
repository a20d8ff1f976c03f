"""Probabilities of a client's samples."""

from __future__ import annotations

import flint
import numpy as np
from numpy.typing import ArrayLike

from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array, as_array


def probabilities(name: str, weights: ArrayLike | None, count: int) -> Array:
    """Checked positive probabilities, shape (count,), summing to one; uniform and exact when None. Raises InvalidInput."""
    if weights is None:
        uniform = np.empty(count, dtype=object)
        uniform.fill(flint.fmpq(1, count))
        return uniform
    checked = as_array(name, weights, ("n_c",))
    if checked.shape != (count,):
        raise InvalidInput(name, checked.shape, f"must have shape (n_c,) = ({count},)")
    if not all(w > 0 for w in checked):
        raise InvalidInput(name, checked.tolist(), "must be positive")
    total = checked.sum()
    # floats: `count` additions of numbers below one, each off by at most 2^-53
    if (total != 1) if checked.dtype == object else abs(total - 1) > count * 2.0**-52:
        raise InvalidInput(name, checked.tolist(), f"must sum to one, not {total}")
    return checked
