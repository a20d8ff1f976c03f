"""Weighted squares and eigenvalues of a round on matrices known by hand."""

from __future__ import annotations

from dataclasses import replace

import flint
import numpy as np
import pytest

from proofs_checks.symfed.scaffold.eigenvalues import (
    certain_sign,
    decrease,
    eigenvalues_outside,
    spectral_parts,
)
from symfed.models.problems import QuadraticProblem
from symfed.strategies.control_variates import RoundCase

ONE, HALF = flint.fmpq(1), flint.fmpq(1, 2)


def rationals(nested: object) -> np.ndarray:
    return np.vectorize(flint.fmpq, otypes=[object])(np.array(nested))


def test_spectral_parts() -> None:
    A = rationals([[2, 1], [1, 2]])
    parts = spectral_parts(A)
    assert sorted(value for value, _ in parts) == [1, 3]
    assert (sum(value * projection for value, projection in parts) == A).all()
    assert all((projection @ projection == projection).all() for _, projection in parts)
    assert [(value, projection.tolist()) for value, projection in spectral_parts(rationals([[2, 0], [0, 2]]))] == [(2, [[1, 0], [0, 1]])]
    with pytest.raises(ValueError, match="not rational"):
        spectral_parts(rationals([[1, 1], [1, 2]]))


def test_signs_are_certain_or_nothing() -> None:
    assert [certain_sign(flint.arb(x)) for x in (-2, 0, 3)] == [-1, 0, 1]
    assert certain_sign(flint.arb(0, 1)) == certain_sign(flint.arb("nan")) == 0


def test_loss_of_equal_clients_is_what_their_factors_say() -> None:
    # A = 1, gamma = 1/2, H = 2: q = 1/4, r = 1 - (3/4)/1 = 1/4: V falls by exactly 1/16
    problem = QuadraticProblem([[[1]], [[1]]], [[0], [2]])
    case = RoundCase(problem, HALF, 2, ONE, ONE, rationals([3]), rationals([[1], [-1]]))
    assert [decrease(case, flint.fmpq(k, 160), lambda _: ONE) for k in (9, 10, 11)] == [1, 0, -1]
    assert (eigenvalues_outside(case, flint.fmpq(1, 4)), eigenvalues_outside(case, flint.fmpq(1, 5))) == (0, 2)
    # N - 1 times r = 5/12, and q = 1/8
    longer = replace(case, H=3, problem=QuadraticProblem([[[1]]] * 3, [[0], [2], [1]]))
    radii = (flint.fmpq(1, 9), flint.fmpq(1, 2), flint.fmpq(3, 5))
    assert [eigenvalues_outside(longer, radius) for radius in radii] == [3, 0, 0]
    assert eigenvalues_outside(longer, flint.fmpq(2, 5)) == 2
