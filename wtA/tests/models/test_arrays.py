"""Exact stays exact, one float makes all float, and the linear algebra is right on both."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import flint
import numpy as np
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from symfed.models.arrays import (
    Array,
    as_array,
    identity,
    inverse,
    is_exact,
    is_positive_definite,
    is_positive_semidefinite,
    lyapunov,
    matrix_power,
    rational,
    same_kind,
    solve,
    to_float,
)

SMALL = st.integers(-4, 4)


def matrices(rows: int, columns: int) -> st.SearchStrategy[Array]:
    return st.lists(st.lists(SMALL, min_size=columns, max_size=columns), min_size=rows, max_size=rows).map(
        lambda m: as_array("m", m, ("rows", "columns"))
    )


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (3, flint.fmpq(3)),
        (np.int64(-2), flint.fmpq(-2)),
        (Fraction(1, 3), flint.fmpq(1, 3)),
        (sp.Rational(2, 7), flint.fmpq(2, 7)),
        (flint.fmpz(5), flint.fmpq(5)),
        (flint.fmpq(1, 9), flint.fmpq(1, 9)),
        (0.5, None),
        (np.float64(2), None),
        (sp.Float(1), None),
        (sp.sqrt(2), None),
    ],
)
def test_what_is_rational(value: Any, expected: flint.fmpq | None) -> None:
    assert rational(value) == expected


def test_one_float_makes_all_float() -> None:
    exact = as_array("v", [1, Fraction(1, 3), sp.Rational(1, 7)], ("d",))
    assert exact.tolist() == [1, flint.fmpq(1, 3), flint.fmpq(1, 7)]
    assert is_exact(exact)
    floats = as_array("v", [1, Fraction(1, 4), 0.5], ("d",))
    assert floats.dtype == np.float64
    assert floats.tolist() == [1.0, 0.25, 0.5]
    assert [a.dtype for a in same_kind(exact, floats)] == [np.float64, np.float64]
    assert all(is_exact(a) for a in same_kind(exact, exact))


def test_exact_arrays_refuse_floats() -> None:
    with pytest.raises(TypeError):
        as_array("v", [1, 2], ("d",)) * 0.5


@given(matrices(3, 3), matrices(3, 2))
def test_solve_and_inverse(B: Array, right: Array) -> None:
    A = B.T @ B + identity(3, B)
    assert (A @ solve(A, right) == right).all()
    assert (A @ solve(A, right[:, 0]) == right[:, 0]).all()
    assert (A @ inverse(A) == identity(3, A)).all()


@pytest.mark.parametrize("as_kind", [lambda m: m, to_float], ids=["exact", "float"])
def test_a_singular_system_is_an_error(as_kind: Any) -> None:
    A = as_kind(as_array("A", [[1, 1], [1, 1]], ("d", "d")))
    with pytest.raises(np.linalg.LinAlgError):
        solve(A, A[0])


@given(matrices(2, 2), st.integers(0, 6))
def test_matrix_power_is_repeated_multiplication(A: Array, n: int) -> None:
    expected = identity(2, A)
    for _ in range(n):
        expected = expected @ A
    assert (matrix_power(A, n) == expected).all()


@given(matrices(3, 3), matrices(3, 3))
def test_lyapunov_solves_its_equation(B: Array, C: Array) -> None:
    A = B.T @ B + identity(3, B)
    X = lyapunov(A, C)
    assert (A @ X + X @ A == C).all()


@given(matrices(2, 3))
def test_gram_matrices_are_semidefinite_and_lose_it_by_the_least_amount(B: Array) -> None:
    # B'B has rank at most 2 in dimension 3: zero is an eigenvalue, and any amount taken away from it shows
    gram = B.T @ B
    assert is_positive_semidefinite(gram)
    assert not is_positive_definite(gram)
    least = identity(3, gram) * flint.fmpq(1, 10**40)
    assert not is_positive_semidefinite(gram - least)
    assert is_positive_definite(gram + least)


@pytest.mark.parametrize(
    ("matrix", "semidefinite", "definite"),
    [
        ([[0]], True, False),
        ([[-1]], False, False),
        ([[0, 0], [0, 0]], True, False),
        ([[0, 1], [1, 0]], False, False),  # all leading minors vanish or are negative only at the end
        ([[0, 0], [0, -1]], False, False),  # leading minors 0, 0 would pass a careless test
        ([[1, 2], [2, 4]], True, False),
        ([[2, 1], [1, 2]], True, True),
    ],
)
def test_definiteness_at_the_edge(matrix: list[list[int]], semidefinite: bool, definite: bool) -> None:
    exact = as_array("m", matrix, ("d", "d"))
    for kind in (exact, to_float(exact)):
        assert is_positive_semidefinite(kind) is semidefinite
        assert is_positive_definite(kind) is definite
