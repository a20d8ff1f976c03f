"""Polynomials of total degree < n: coefficients, monomials, and moments of mixtures and sums."""

from __future__ import annotations

import itertools

import flint
import numpy as np
import pytest

from symfed.reference.quadrature.chebyshev import Basis, balls, bits, to_array, to_matrix

SIZES = [(1, 2), (1, 9), (2, 2), (2, 6), (3, 4)]


def close(one, other):
    """To 30 digits, with 128 bits carried."""
    return bool((abs(np.asarray(one, dtype=object) - other) < 1e-30).all())


def points(d, count=4):
    rng = np.random.default_rng(d)
    return balls(np.round(rng.uniform(-1.2, 1.2, size=(count, d)), 3))


@pytest.fixture(autouse=True)
def precision():
    with bits(128):
        yield


@pytest.mark.parametrize(("d", "n"), SIZES)
def test_fit_finds_the_coefficients_of_every_polynomial(d, n):
    basis = Basis(d, n)
    assert to_array(basis.fit).shape == (len(basis.exponents), len(basis.u))
    assert close(to_array(basis.fit * basis.chebyshev(basis.u)), np.eye(len(basis.exponents), dtype=int))


@pytest.mark.parametrize(("d", "n"), SIZES)
def test_chebyshev_products_by_their_definition(d, n):
    # on the grid, where the cosines' angles are real
    basis = Basis(d, n)
    values = to_array(basis.chebyshev(basis.u))
    for row, u in zip(values, basis.u, strict=True):
        angles = [x.acos() for x in u]
        for value, alpha in zip(row, basis.exponents, strict=True):
            expected = flint.arb(1)
            for a, angle in zip(alpha, angles, strict=True):
                expected *= (int(a) * angle).cos()
            # acos near one loses half of the digits
            assert abs(value - expected) < 1e-15


@pytest.mark.parametrize(("d", "n"), SIZES)
def test_mixture_and_convolution_are_what_sums_over_points_say(d, n):
    basis = Basis(d, n)
    x, y, weights = points(d, 3), points(d + 3, 2)[:, :d], balls([0.25, 0.25, 0.5])
    mixed = to_array(basis.mixture(np.stack([x, 2 * x]), weights))
    single = to_array(basis.monomials(x))
    assert close(mixed[0], weights @ single)
    assert close(mixed[1], weights @ to_array(basis.monomials(2 * x)))
    # x and y independent: all pairs
    pairs = [(weights[i] / 2, x[i] + y[j]) for i, j in itertools.product(range(3), range(2))]
    expected = sum(p * to_array(basis.monomials(z[None]))[0] for p, z in pairs)
    other = (to_array(basis.monomials(y)).sum(axis=0) / 2)[None]
    assert close(to_array(basis.convolve([to_matrix(mixed[:1]), to_matrix(other)]))[0], expected)


def test_a_product_of_three_series_does_not_spill_over():
    basis = Basis(2, 5)
    x = [points(d, 1)[:, :2] for d in (2, 3, 4)]
    summed = to_array(basis.convolve([basis.monomials(one) for one in x]))
    assert close(summed, to_array(basis.monomials(x[0] + x[1] + x[2])))
