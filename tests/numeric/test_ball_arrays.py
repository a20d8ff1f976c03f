"""Balls of arrays hold the exact result of every operation, and would not without their rounding."""

from __future__ import annotations

import flint
import numpy as np
import pytest

from symfed.core.errors import InvalidInput
from symfed.numeric.ball_arrays import BallArray, eigenvalue_range, entrywise, solve, solve_stein, up

RNG = np.random.default_rng(7)


def exact(values: np.ndarray) -> np.ndarray:
    return np.vectorize(lambda v: flint.fmpq(*float(v).as_integer_ratio()), otypes=[object])(values)


def holds(ball: BallArray, true: np.ndarray) -> bool:
    gaps = np.vectorize(lambda m, t: abs(flint.fmpq(*float(m).as_integer_ratio()) - t), otypes=[object])(ball.mid, true)
    return all(g <= flint.fmpq(*float(r).as_integer_ratio()) for g, r in zip(gaps.ravel(), ball.rad.ravel(), strict=True))


def member(shape: tuple[int, ...]) -> tuple[BallArray, np.ndarray]:
    """A ball and an exact array inside it, at its edge in places; small and large entries that cancel."""
    mid = RNG.normal(size=shape) * 10.0 ** RNG.integers(-6, 6, size=shape)
    rad = np.abs(mid) * RNG.choice([0.0, 1e-9], size=shape)
    sign = RNG.choice([-1, 0, 1], size=shape)
    return BallArray(mid, rad), exact(mid) + exact(rad) * sign


OPERATIONS = {
    "sum of two": lambda a, b: a + b,
    "difference": lambda a, b: 1.0 - (a - b),
    "product": lambda a, b: a * b,
    "matrix product": lambda a, b: a @ b,
    "transposed": lambda a, b: a.T @ b,
    "sum": lambda a, b: (a * b).sum(0),
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_the_exact_result_is_inside(name: str) -> None:
    missed = 0
    for _ in range(20):
        (a, x), (b, y) = member((4, 4)), member((4, 4))
        ball = OPERATIONS[name](a, b)
        # 1.0 - objects of flint needs an exact one
        true = flint.fmpq(1) - (x - y) if name == "difference" else OPERATIONS[name](x, y)
        assert holds(ball, true)
        missed += not holds(BallArray(ball.mid, 0.0), true)
    assert missed  # the midpoint alone is not the answer


def test_entries_that_are_rational_or_long() -> None:
    assert holds(BallArray.of(np.array([flint.fmpq(1, 3), flint.fmpq(10**30 + 1)])), np.array([flint.fmpq(1, 3), flint.fmpq(10**30 + 1)]))


def test_a_function_of_every_entry() -> None:
    ball = entrywise(lambda s: 1 / (1 + (-s).exp()), BallArray([0.0, 40.0, -800.0], [0.0, 1e-3, 0.0]))
    assert abs(ball.mid[0] - 0.5) <= ball.rad[0] < 1e-15
    assert 0 < 1 - ball.mid[1] + ball.rad[1] < 1e-10
    assert ball.mid[2] >= 0
    assert ball.rad[2] < 1e-200


def test_eigenvalues_are_between_the_bounds_and_these_are_close() -> None:
    # Q diag Q' with a rational rotation: eigenvalues known exactly
    c, s = flint.fmpq(3, 5), flint.fmpq(4, 5)
    Q = np.array([[c, -s], [s, c]], dtype=object)
    M = Q @ np.diag([flint.fmpq(1, 1000), flint.fmpq(7, 3)]) @ Q.T
    low, high = eigenvalue_range(BallArray.of(M))
    assert low <= 0.001
    assert high >= 7 / 3
    assert low > 0.001 - 1e-13
    assert high < 7 / 3 + 1e-13


def test_linear_systems() -> None:
    A = exact(RNG.integers(-9, 9, size=(5, 5)) + 20 * np.eye(5))
    x = exact(RNG.integers(-9, 9, size=5)) / flint.fmpq(7)
    found = solve(BallArray.of(A), BallArray.of(A @ x))
    assert holds(found, x)
    assert found.rad.max() < 1e-13
    with pytest.raises(InvalidInput, match=r"singular|invertible"):
        solve(BallArray([[1.0, 1.0], [1.0, 1.0 + 1e-18]]), BallArray([1.0, 1.0]))


def test_stein_equations() -> None:
    P, X = np.diag([0.5, 0.75]), np.array([[1.0, 0.25], [0.25, 3.0]])
    found = solve_stein(BallArray(P), BallArray(X - P @ X @ P), 0.25)  # exact in binary
    assert (np.abs(found.mid - X) <= found.rad).all()
    assert found.rad.max() < 1e-14


def test_enlarging_covers_many_roundings() -> None:
    assert up(1.0, 1000) > 1.0 + 1000 * 2.0**-53
