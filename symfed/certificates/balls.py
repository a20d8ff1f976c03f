"""Bounds that cannot be taken from a ball that has lost its value, and polynomials on [-1, 1] by their Chebyshev coefficients."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from math import comb
from typing import Any

from flint import arb, arb_mat, arb_poly, arb_series, ctx, fmpq, fmpq_poly, fmpz_poly
from flint.utils.flint_exceptions import DomainError

from symfed.certificates.certificate import Malformed, NotProved

#: [-1, 1]; flint rounds a radius outwards
UNIT = arb(0, 1)


@contextmanager
def working(bits: int, order: int) -> Iterator[None]:
    """Balls made inside carry this many bits, power series this many terms beyond the constant one.

    Where flint refuses to divide by what may be zero, NotProved is raised.
    """
    length = ctx.cap
    with ctx.workprec(bits):
        ctx.cap = order + 1  # flint cuts longer series without a word
        try:
            yield
        except Malformed:
            raise
        except (ZeroDivisionError, DomainError, ValueError) as error:
            raise NotProved(f"a formula cannot be evaluated on the whole interval: {error}") from None
        finally:
            ctx.cap = length


def bound(ball: arb) -> arb:
    """An exact number that |ball| does not exceed. Raises NotProved for a ball that is not finite, which would pass every maximum."""
    if not ball.is_finite():
        raise NotProved("ball arithmetic lost all digits: a function is not defined there, or the effort is too small")
    return ball.abs_upper()


def total(balls: Iterable[arb]) -> arb:
    """A bound of the sum of absolute values."""
    return bound(sum((abs(ball) for ball in balls), arb(0)))


def is_positive(matrix: Any, strictly: bool = True) -> bool:
    """Return whether a symmetric matrix is seen to be positive definite, or else semidefinite: by elimination.

    Of rationals exactly; each pivot of balls is positive for all of their members.
    """
    table = [list(row) for row in matrix.table()]
    for k, row in enumerate(table):
        if not (row[k] > 0 or (not strictly and row[k] == 0 and not any(row[k + 1 :]))):
            return False
        for i in range(k + 1, len(table)) if row[k] > 0 else ():
            factor = row[i] / row[k]  # symmetric, so that the row serves for the column
            for j in range(i, len(table)):
                table[i][j] -= factor * row[j]
    return True


def taylor(value: Any, order: int) -> list[arb]:
    """The order + 1 coefficients of a series; a number is a constant one. Raises NotProved where the series was cut."""
    if isinstance(value, (fmpq, arb)):
        value = arb_series([value], order + 1)
    if value.prec <= order:
        raise NotProved(f"a power series kept {value.prec} terms of {order + 1}")
    found: list[arb] = value.coeffs()
    return found[: order + 1] + [arb(0)] * (order + 1 - len(found))


def product(p: list[arb], q: list[arb]) -> list[arb]:
    """Coefficients of the product, from T_i T_j = (T_(i+j) + T_|i-j|)/2."""
    plus, minus = arb_poly(p) * arb_poly(q), arb_poly(p) * arb_poly(q[::-1])
    zero = len(q) - 1  # where `minus` holds the terms with i = j
    out = []
    for k in range(len(p) + len(q) - 1):
        mirrored = minus[zero + k] + (minus[zero - k] if 0 < k <= zero else 0)
        out.append((plus[k] + mirrored) / 2)
    return out


def node(k: int, count: int) -> arb:
    """The k-th of `count` Chebyshev nodes of the first kind."""
    return arb.cos_pi_fmpq(fmpq(2 * k + 1, 2 * count))


def node_values(degree: int, count: int) -> arb_mat:
    """T_i at the nodes: row k for node k, column i for i = 0 .. degree."""
    cosines = [arb.cos_pi_fmpq(fmpq(j, 2 * count)) for j in range(4 * count)]
    return arb_mat(count, degree + 1, [cosines[(2 * k + 1) * i % (4 * count)] for k in range(count) for i in range(degree + 1)])


def interpolant(values: list[arb]) -> list[arb]:
    """Coefficients of the polynomial with these values at the nodes, rounded to exact numbers."""
    n = len(values)
    sums = node_values(n - 1, n).transpose() * arb_mat(n, 1, values)
    return [(sums[i, 0] * (2 if i else 1) / n).mid() for i in range(n)]


def monomials(coefficients: list[fmpq]) -> fmpq_poly:
    """A polynomial by its Chebyshev coefficients, in powers of y.

    >>> monomials([fmpq(0), fmpq(0), fmpq(1, 2)])
    x^2 + (-1/2)
    """
    terms = (c * fmpq_poly(fmpz_poly.chebyshev_t(i)) for i, c in enumerate(coefficients))
    return sum(terms, fmpq_poly([]))


def power(k: int) -> list[fmpq]:
    """y^k in Chebyshev polynomials: k + 1 weights, none negative, that sum to one.

    >>> power(3)
    [0, 3/4, 0, 1/4]
    """
    out = [fmpq(0)] * (k + 1)
    for j in range(k // 2 + 1):
        i = k - 2 * j  # cos(t)^k = 2^-k (e^it + e^-it)^k; the middle term has no mirror image
        out[i] = fmpq(comb(k, j) * (2 if i else 1), 2**k)
    return out
