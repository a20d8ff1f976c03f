"""Identities of matrices, decided by letters that do not commute."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from symfed.checks.free_algebra import FreeIdentity
from symfed.core.domain import ANYWHERE
from symfed.core.verdict import Outcome, Tier

Sides = Callable[..., tuple[Any, Any]]
TRUE: list[Sides] = [
    lambda A, B: ((A + B) ** 2, A**2 + A * B + B * A + B**2),
    lambda A, B: (A**2 - B**2, A * (A - B) + (A - B) * B),
    lambda A, B: (A * B - A * B, 0),
]
FALSE: list[Sides] = [
    lambda A, B: ((A + B) ** 2, A**2 + 2 * A * B + B**2),
    lambda A, B: (A**2 - B**2, (A - B) * (A + B)),
    lambda A, B: (A * B, B * A),
]


def at_random(sides: Sides) -> bool:
    """Whether the sides agree on two random integer matrices, by NumPy's product."""
    A, B = (np.random.default_rng(seed).integers(-3, 4, (3, 3)) for seed in (1, 2))

    class Matrix:
        """Integer matrices with * for the product."""

        def __init__(self, value: Any) -> None:
            self.value = value

        def __add__(self, other: Any) -> Matrix:
            return Matrix(self.value + other.value)

        def __sub__(self, other: Any) -> Matrix:
            return Matrix(self.value - other.value)

        def __mul__(self, other: Any) -> Matrix:
            return Matrix(self.value @ other.value)

        def __rmul__(self, number: int) -> Matrix:
            return Matrix(number * self.value)

        def __pow__(self, power: int) -> Matrix:
            return Matrix(np.linalg.matrix_power(self.value, power))

    left, right = sides(Matrix(A), Matrix(B))
    return bool((left.value == getattr(right, "value", 0 * A)).all())


@pytest.mark.parametrize("sides", TRUE)
def test_what_holds_for_matrices_is_proved(sides: Sides) -> None:
    found = FreeIdentity("A B").examine(sides, ANYWHERE)
    assert (found.outcome, found.strength) == (Outcome.HOLDS, Tier.PROVED)
    assert at_random(sides)


@pytest.mark.parametrize("sides", FALSE)
def test_what_holds_for_numbers_alone_is_refuted_and_replays(sides: Sides) -> None:
    check = FreeIdentity("A B")
    found = check.examine(sides, ANYWHERE)
    assert (found.outcome, found.refutes) == (Outcome.FAILS, True)
    assert not at_random(sides)
    assert check.replay(sides, found.witness or {}, ANYWHERE) == ""
    assert check.replay(TRUE[0], found.witness or {}, ANYWHERE) != ""


def test_the_words_that_are_left_over() -> None:
    found = FreeIdentity("A B").examine(FALSE[2], ANYWHERE)
    assert found.witness == {"left minus right": "-B*A + A*B"}
