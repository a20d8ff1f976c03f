"""Coefficients read off values at a few step sizes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flint
import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from symfed.core.errors import InvalidInput
from symfed.models.rings import BIG_FLOATS
from symfed.reference.extraction import Extracted, extract

NODES = [flint.fmpq(1, 64 * 2**k) for k in range(8)]


def read(law: Callable[[Any], Any], order: int = 3, nodes: list[flint.fmpq] = NODES, floor: Any = 0) -> Extracted:
    with mpmath.workdps(60):
        return extract(nodes, [law(BIG_FLOATS(node)) for node in nodes], [floor] * len(nodes), order)


@given(st.lists(st.fractions(-5, 5, max_denominator=7), min_size=1, max_size=6))
def test_polynomials_are_read_exactly(weights: list[Any]) -> None:
    exact = [flint.fmpq(w.numerator, w.denominator) for w in weights]
    with mpmath.workdps(60):
        values = [sum((w * node**j for j, w in enumerate(exact, start=1)), flint.fmpq(0)) for node in NODES]
        found = extract(NODES, values, [0] * 8, len(exact))
        assert all(abs(c - BIG_FLOATS(w)) <= e for c, e, w in zip(found.coefficients, found.errors, exact, strict=True))
        # eight roundings of 1e-60, times weights below the last six nodes' inverse product: 2^(6*13) = 3e23
        assert max(found.errors) < 1e-33


def test_errors_cover_what_higher_powers_do() -> None:
    found = read(lambda x: mpmath.exp(x) - 1)
    with mpmath.workdps(60):
        off = [abs(c - 1 / mpmath.factorial(j)) for j, c in enumerate(found.coefficients, start=1)]
    assert all(0 < o <= e for o, e in zip(off, found.errors, strict=True))
    # without the finest node the error is larger by 2^13 times 9, the quotient of the eighth and ninth coefficients, and a little
    assert all(o > e / (10 * 2**13) for o, e in zip(off, found.errors, strict=True))


@pytest.mark.parametrize("size", [1e-30, 1e-20])
def test_errors_cover_those_of_the_values(size: float) -> None:
    rng = [1, -1, -1, 1, 1, -1, 1, -1]  # the signs of the weights of gamma, so that all errors add up
    with mpmath.workdps(60):
        values = [BIG_FLOATS(node) + sign * mpmath.mpf(size) for node, sign in zip(NODES, rng, strict=True)]
        found = extract(NODES, values, [size] * 8, 2)
        assert all(abs(c - w) <= e for c, e, w in zip(found.coefficients, found.errors, (1, 0), strict=True))
        blind = extract(NODES, values, [0] * 8, 2)
        assert found.errors[0] > blind.errors[0] > size


@pytest.mark.parametrize(("power", "off"), [("1.5", 1e-3), ("2.5", 1e-7)])
def test_half_powers_do_not_settle(power: str, off: float) -> None:
    found = read(lambda x: x + x ** mpmath.mpf(power))
    with mpmath.workdps(60):
        # a part of gamma_8^(1/2) = 2^-6.5, or of gamma_8^(3/2) = 2^-19.5, of which the estimate sees 1 - 2^(-1/2) or more
        assert off < abs(found.coefficients[0] - 1) < 4 * found.errors[0]


def test_a_quantity_that_does_not_vanish_with_gamma_does_not_settle() -> None:
    assert read(lambda x: 1 + x).errors[0] > 1


def test_entries_are_read_one_by_one() -> None:
    found = read(lambda x: np.array([[x, 2 * x**2], [0 * x, x**3]], dtype=object))
    assert found.coefficients[1].shape == (2, 2)
    assert [[round(float(v), 9) for v in row] for row in found.coefficients[1]] == [[0, 2], [0, 0]]


def test_the_error_is_that_of_the_worst_entry() -> None:
    easy, hard = (read(lambda x, k=k: np.array([0 * x, mpmath.exp(k * x) - 1], dtype=object)).errors[1] for k in (1, 9))
    assert hard > 1000 * easy > 0


@pytest.mark.parametrize("nodes", [NODES[:4], NODES[::-1], [*NODES[:7], flint.fmpq(0)]])
def test_nodes_that_do_not_do_are_refused(nodes: list[flint.fmpq]) -> None:
    with pytest.raises(InvalidInput, match="nodes"):
        extract(nodes, [0] * len(nodes), [0] * len(nodes), 3)
