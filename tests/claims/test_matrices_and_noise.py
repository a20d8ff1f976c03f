"""Matrix cases, Kronecker matrices and two-point noise."""

import flint
import numpy as np
import pytest
import sympy as sp

from proofs_checks.aistats.assumption_3 import TwoPointNoise
from proofs_checks.aistats.matrices import determinant, matrix_of

Q = flint.fmpq


def test_matrix_of_left_multiplication_is_a_kronecker_product():
    A = np.array([[1, 2], [3, 4]], dtype=object)
    assert (matrix_of(lambda M: A @ M, 2) == np.kron(A, np.eye(2, dtype=int))).all()
    assert (matrix_of(lambda M: M @ A, 2) == np.kron(np.eye(2, dtype=int), A.T)).all()


def test_determinants_of_numbers_and_of_symbols():
    x = sp.Dummy("x")
    assert determinant(np.array([[Q(1, 2), Q(1)], [Q(1), Q(4)]], dtype=object)) == 1
    assert determinant(np.array([[x, 0], [0, 2]], dtype=object)) == 2 * x


CASES = [(1, Q(3, 4), 0, True), (1, Q(3, 4), 1, False), (1, Q(1), 1, True), (2, Q(1), 0, False)]


@pytest.mark.parametrize(("v", "tau", "k", "allowed"), CASES)
def test_noise_is_allowed_at_its_worst_point(v, tau, k, allowed):
    assert TwoPointNoise(np.array([Q(v)], dtype=object), tau, k).allowed is allowed
