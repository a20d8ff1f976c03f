"""Rationals on either side of a square root."""

from __future__ import annotations

import flint
import pytest

from proofs_checks.symfed.lsa.roots import root_above, root_below


@pytest.mark.parametrize("value", [(0, 1), (4, 1), (2, 1), (1, 3), (10**9, 7)])
def test_enclose_the_root(value: tuple[int, int]) -> None:
    square = flint.fmpq(*value)
    low, high = root_below(square), root_above(square)
    assert low**2 <= square < high**2
    assert high - low == flint.fmpq(1, 2**20)
    assert root_below(flint.fmpq(9, 4)) == flint.fmpq(3, 2)
