"""Polynomials of total degree < n in a few variables on balls: Chebyshev products, monomials, values on a grid, mixtures of points."""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import reduce
from typing import Any

import flint
import mpmath
import numpy as np

from symfed.core.errors import NotConverged
from symfed.models.arrays import Array
from symfed.models.rings import BALLS, Ring


@contextmanager
def bits(precision: int) -> Iterator[None]:
    """Set the working precision of balls and mpmath numbers to this many bits; data must be built inside the context too."""
    with flint.ctx.workprec(precision), mpmath.workprec(precision):
        yield


def midpoint(ball: flint.arb) -> flint.arb:
    """The ball without its radius. Raises NotConverged for a ball that is not finite: every comparison with it would hold."""
    if not ball.is_finite():
        raise NotConverged("ball arithmetic lost all digits; ask for fewer digits or a smaller problem")
    return ball.mid()


def to_mpf(ball: flint.arb) -> Any:
    """The midpoint as an mpmath number, rounded to mpmath's current precision."""
    mantissa, exponent = midpoint(ball).man_exp()
    return mpmath.mpf((int(mantissa), int(exponent)))


#: Balls entry by entry on NumPy object arrays: a problem's gradients at all grid points in one call.
BALL_ARRAYS = Ring("arrays of balls", flint.arb, {name: np.frompyfunc(function, 1, 1) for name, function in BALLS.functions.items()})
_midpoints = np.frompyfunc(midpoint, 1, 1)


def midpoints(array: Array) -> Array:
    """`midpoint` of every entry."""
    return np.asarray(_midpoints(array), dtype=object)


def balls(array: Any) -> Array:
    """Exact balls from floats or integers, same shape."""
    out: Array = np.frompyfunc(flint.arb, 1, 1)(np.asarray(array).astype(object))
    return out


def to_matrix(array: Array) -> flint.arb_mat:
    """A two-dimensional object array as a flint matrix without radii."""
    rows, columns = array.shape
    return flint.arb_mat(rows, columns, array.ravel().tolist()).mid()


def to_array(matrix: flint.arb_mat) -> Array:
    """The inverse of `to_matrix`."""
    return np.array(matrix.tolist(), dtype=object)


Ball = flint.arb


class Basis:
    """The M polynomials T_alpha(u) = prod_i T_(alpha_i)(u_i) with |alpha| < n, sorted by degree, and a grid of m points in [-1, 1]^d.

    u (m, d): the grid; the Chebyshev nodes for d = 1, the Padua points for d = 2 (both m = M), n^d products of nodes above.
    fit (M, m): values on the grid -> coefficients, of the interpolating polynomial for d <= 2 and of a least squares fit above.
    expand (M, M): column alpha is T_alpha in monomials. Built at the current precision, at which it must also be used.
    Raises InvalidInput unless n >= 2.

    Source: for the Padua points and weights, Caliari, De Marchi and Vianello, Algorithm 886.
    """

    def __init__(self, d: int, n: int) -> None:
        self.d, self.n = d, n
        powers = [alpha for alpha in itertools.product(range(n), repeat=d) if sum(alpha) < n]
        self.exponents = np.array(sorted(powers, key=lambda alpha: (sum(alpha), alpha)))
        self.degrees = self.exponents.sum(axis=1)
        self.index = {tuple(map(int, alpha)): k for k, alpha in enumerate(self.exponents)}
        self.u, self.fit = self._padua() if d == 2 else self._nodes()
        self.expand = to_matrix(self._products(_chebyshev_in_monomials(n), self.exponents, self.exponents))
        factorials = balls([math.factorial(k) for k in range(n)])
        self.factorials = self._products(factorials[:, None], self.exponents, np.zeros((1, d), dtype=int))[:, 0]
        self._inverse_factorials = 1 / self.factorials
        # the position of alpha + beta, for every beta with |alpha| + |beta| < n: these come first
        self._shifted = [
            [self.index[tuple((alpha + beta).tolist())] for beta in self.exponents[: self._size(n - int(alpha.sum()))]]
            for alpha in self.exponents
        ]
        self._left, self._right = self._halves()

    def _nodes(self) -> tuple[Array, flint.arb_mat]:
        d, n = self.d, self.n
        grid = np.array(list(itertools.product(range(n), repeat=d)))
        line = _cosines(n, [flint.fmpq(2 * j + 1, 2 * n) for j in range(n)])
        # discrete orthogonality of the cosines
        line_fit = np.array([(2 if k else 1) * line[:, k] / n for k in range(n)], dtype=object)
        return midpoints(line[:, 1][grid]), to_matrix(self._products(line_fit, self.exponents, grid))

    def _padua(self) -> tuple[Array, flint.arb_mat]:
        p, n = self.n - 1, self.n
        grid = np.array([(j, k) for j in range(p + 1) for k in range(p + 2) if (j + k) % 2 == 0])
        first, second = _cosines(n, [flint.fmpq(j, p) for j in range(p + 1)]), _cosines(n, [flint.fmpq(k, p + 1) for k in range(p + 2)])
        sides = np.isin(grid, (0, p + 1))[:, 1].astype(int) + np.isin(grid, (0, p))[:, 0]
        weights = np.array([flint.fmpq(2, p * (p + 1)) / 2 ** int(k) for k in sides], dtype=object)
        doubled = 2 ** (self.exponents > 0).sum(axis=1).astype(object)
        doubled[self.index[p, 0]] = 1
        x, y = first[np.ix_(grid[:, 0], self.exponents[:, 0])], second[np.ix_(grid[:, 1], self.exponents[:, 1])]
        u = np.stack([first[grid[:, 0], 1], second[grid[:, 1], 1]], axis=1)
        return midpoints(u), to_matrix((x * y * weights[:, None] * doubled).T)

    @staticmethod
    def _products(table: Array, rows: Array, columns: Array) -> Array:
        """prod_i table[rows[., i], columns[., i]], shape (rows, columns)."""
        out: Array = math.prod(table[np.ix_(rows[:, i], columns[:, i])] for i in range(rows.shape[1]))
        return out

    def _size(self, degree: int) -> int:
        """The number of polynomials of total degree < `degree`; they come first."""
        return int((self.degrees < degree).sum())

    def powers(self, u: Array) -> list[list[Array]]:
        """For every variable, u_i^0 .. u_i^(n-1); u (..., d)."""
        one: Array = np.full(u.shape[:-1], Ball(1), dtype=object)
        return [list(itertools.accumulate([u[..., i]] * (self.n - 1), operator.mul, initial=one)) for i in range(self.d)]

    def chebyshev(self, u: Array) -> flint.arb_mat:
        """T_alpha at points u (k, d): shape (k, M)."""
        return (self.monomials(u) * self.expand).mid()

    def monomials(self, u: Array) -> flint.arb_mat:
        """u^alpha at points u (k, d): shape (k, M)."""
        tables = self.powers(u)
        return to_matrix(np.stack([_monomial(tables, alpha) for alpha in self.exponents], axis=1))

    def mixture(self, u: Array, weights: Array) -> flint.arb_mat:
        """sum_z weights[z] u[j, z]^alpha for every j: u (k, Z, d) to shape (k, M).

        Every monomial is a left factor times a right factor, each from a short list: one matrix product for each j.
        """
        tables = self.powers(u)
        left = np.stack([weights * _monomial(tables, alpha) for alpha in self._left], axis=1)
        right = np.stack([_monomial(tables, alpha) for alpha in self._right], axis=2)
        entries: list[Any] = []
        for one, other in zip(left, right, strict=True):
            products = (to_matrix(one) * to_matrix(other)).mid().entries()
            entries += [products[k] for k in self._where]
        return flint.arb_mat(len(u), len(self.exponents), entries)

    def _halves(self) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
        n, d = self.n, self.d
        left: list[tuple[int, ...]]
        right: list[tuple[int, ...]]
        if d == 1:
            width = math.isqrt(n - 1) + 1
            left, right = [(a,) for a in range(width)], [(width * b,) for b in range(-(-n // width))]
            self._where = [int(a) % width * len(right) + int(a) // width for (a,) in self.exponents]
        else:
            left = [(*alpha, 0) for alpha in itertools.product(range(n), repeat=d - 1) if sum(alpha) < n]
            right = [(0,) * (d - 1) + (b,) for b in range(n)]
            row = {alpha: k for k, alpha in enumerate(left)}
            self._where = [row[(*map(int, alpha[:-1]), 0)] * n + int(alpha[-1]) for alpha in self.exponents]
        return left, right

    def convolve(self, moments: list[flint.arb_mat]) -> flint.arb_mat:
        """E[(X + Y + ..)^alpha] of independent vectors from their moments, all (k, M), row by row.

        The moments over alpha! are the coefficients of a generating function, and those of a sum multiply.
        """
        parts = [to_array(matrix) * self._inverse_factorials for matrix in moments]
        return to_matrix(reduce(self._multiply, parts) * self.factorials)

    def _multiply(self, p: Array, q: Array) -> Array:
        """Truncated products of series in several variables, row by row."""
        if self.d == 1:
            n = self.n
            products = [(flint.arb_poly(one) * flint.arb_poly(other)).coeffs() for one, other in zip(p.tolist(), q.tolist(), strict=True)]
            return np.array([(row + [Ball(0)] * n)[:n] for row in products], dtype=object)
        out = np.full(p.shape, Ball(0), dtype=object)
        for alpha, targets in enumerate(self._shifted):
            out[:, targets] += p[:, alpha, None] * q[:, : len(targets)]
        return out


def _monomial(tables: list[list[Array]], alpha: Sequence[int]) -> Array:
    """u^alpha from the powers of each variable; factors of one are skipped."""
    factors = [tables[i][a] for i, a in enumerate(alpha) if a]
    return reduce(operator.mul, factors) if factors else tables[0][0]


def _cosines(n: int, angles: list[flint.fmpq]) -> Array:
    """T_k at the cosines of the angles (in units of pi): a row for each angle, a column for each k < n."""
    return np.array([[Ball.cos_pi_fmpq(k * angle) for k in range(n)] for angle in angles], dtype=object)


def _chebyshev_in_monomials(n: int) -> Array:
    """Column k: the coefficients of T_k."""
    table = np.zeros((n, n), dtype=object)
    for k in range(n):
        table[: k + 1, k] = flint.fmpz_poly.chebyshev_t(k).coeffs()
    return balls(table)
