"""Rationals beside a square root, where a bound on the safe side is enough."""

from __future__ import annotations

from math import isqrt

import flint

_SCALE = 2**20


def root_below(value: flint.fmpq) -> flint.fmpq:
    """A rational at most the square root, by less than 2^-20."""
    return flint.fmpq(isqrt(int(value.p * _SCALE**2) // int(value.q)), _SCALE)


def root_above(value: flint.fmpq) -> flint.fmpq:
    """A rational above the square root, by at most 2^-20."""
    return root_below(value) + flint.fmpq(1, _SCALE)
