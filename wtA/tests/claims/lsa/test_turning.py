"""Clients that turn, against the round as a matrix of floats."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp

from proofs_checks.symfed.lsa.scafflsa_turning import turning

R = sp.Rational
CASES = [(R(4, 5), R(24, 25), R(1), 2), (R(3, 5), R(4, 5), R(1), 4), (R(3), R(2), R(1, 10), 3), (R(1, 2), R(5), R(1, 20), 7)]


def q_and_r(x: sp.Rational, y: sp.Rational, step: sp.Rational, H: int) -> tuple[complex, complex]:
    powers = [(1 - float(step) * complex(x, y)) ** h for h in range(H + 1)]
    return powers[H], 1 - sum(powers[:H]) / H


@pytest.mark.parametrize("name", ["scaffold", "scafflsa"])
@pytest.mark.parametrize("case", CASES, ids=str)
def test_numbers_of_a_round(case: tuple[sp.Rational, ...], name: str) -> None:
    found, (q, r) = turning(name, *case), q_and_r(*case)
    opposite = np.array([[q.real, 1j * r.imag], [1j * q.imag, r.real]])
    near = lambda value: pytest.approx(float(value), abs=1e-12)  # noqa: E731  # a dozen products of numbers of size one
    assert abs(r) ** 2 == near(found.if_equal)
    assert np.prod(-1 - np.linalg.eigvals(opposite)).real == near(found.at_minus_one)
    assert np.linalg.det(0.9 * np.eye(2) - opposite.conj().T @ opposite).real == near(found.room(R(9, 10)))


def test_opposite_turns_are_two_real_clients() -> None:
    """The 2 x 2 complex round has the eigenvalues of the real round of both clients on e and y_1 = -y_2, each twice."""
    x, y, H = 0.8, 0.96, 2
    A = np.array([[[x, -y], [y, x]], [[x, y], [-y, x]]])
    q = [np.linalg.matrix_power(np.eye(2) - A_c, H) for A_c in A]
    r = [np.eye(2) - (np.eye(2) + np.eye(2) - A_c) / 2 for A_c in A]
    real = np.block([[(q[0] + q[1]) / 2, (r[0] - r[1]) / 2], [(q[0] - q[1]) / 2, (r[0] + r[1]) / 2]])
    value = float(turning("scafflsa", R(4, 5), R(24, 25), R(1), 2).at_minus_one)
    assert np.linalg.det(-np.eye(4) - real) == pytest.approx(value**2, abs=1e-12)
    assert np.linalg.eigvals(real).real.min() < -1


def test_the_condition_of_the_slides() -> None:
    # |I - A|^2 = 1/25 + (24/25)^2 = 601/625, |A|^2 = 976/625: gamma H L^2/a = 2 (976/625)/(24/625)
    found = turning("scafflsa", *CASES[0])
    assert (found.load, found.shrinking) == (R(244, 3), R(48, 625))
    by_hand = Fraction(1) - (Fraction(1, 5) ** 2 + Fraction(24, 25) ** 2)
    assert found.shrinking == 2 * R(by_hand.numerator, by_hand.denominator)
