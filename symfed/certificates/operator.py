"""A client's Markov operator on Chebyshev polynomials, with proven errors.

K h(y) = sum_z w_z h(S_z(y)) is one step. Because |T_j| <= 1 on [-1, 1] and K averages, no power of K enlarges a sup norm:
errors of repeated steps add up, and never grow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flint import arb, arb_mat

from symfed.certificates.balls import bound, total
from symfed.certificates.chebyshev import power, product
from symfed.certificates.errors import NotProved
from symfed.certificates.steps import StepMap


@dataclass(frozen=True)
class Operator:
    """|Q T_j - sum_i matrix[i, j] T_i| <= errors[j] on [-1, 1], for an averaging operator Q; the matrix is exact."""

    matrix: arb_mat
    errors: list[arb]

    def after(self, first: Operator) -> Operator:
        """Q_self Q_first. Its errors: Q_s Q_f T_j - A_s A_f T_j = Q_s (Q_f - A_f) T_j + (Q_s - A_s) A_f T_j."""
        n = len(self.errors)
        sizes = arb_mat(n, n, [abs(entry) for entry in first.matrix.entries()])
        inherited = (arb_mat(1, n, self.errors) * sizes).entries()
        return settled((self.matrix * first.matrix).tolist(), [a + b for a, b in zip(first.errors, inherited, strict=True)])

    def __pow__(self, H: int) -> Operator:
        result, base = None, self
        while True:
            if H & 1:
                result = base if result is None else result.after(base)
            H >>= 1
            if not H:
                assert result is not None  # H >= 1 has a highest bit
                return result
            base = base.after(base)

    def moments(self, highest: int) -> tuple[arb_mat, list[arb]]:
        """Columns k = 0 .. highest: Q y^k in Chebyshev coefficients, and its errors, which average those of T_0 .. T_k."""
        n = len(self.errors)
        weights = [power(k) + [0] * (n - k - 1) for k in range(highest + 1)]
        basis = arb_mat(n, highest + 1, [weights[k][j] for j in range(n) for k in range(highest + 1)])
        return self.matrix * basis, [bound(e) for e in (arb_mat(1, n, self.errors) * basis).entries()]


def settled(rows: Sequence[Sequence[arb]], errors: Sequence[arb]) -> Operator:
    """An operator with exact entries: radii join the errors. A column known no better than to 1 becomes 0, since |Q T_j| <= 1."""
    columns, bounds = [], []
    for column, error in zip(zip(*rows, strict=True), errors, strict=True):
        size = bound(error + total(entry.rad() for entry in column))
        hopeless = not size < 1
        columns.append([arb(0) if hopeless else entry.mid() for entry in column])
        bounds.append(arb(1) if hopeless else size)
    n = len(columns)
    return Operator(arb_mat(n, n, [columns[j][i] for i in range(n) for j in range(n)]), bounds)


def one_step(maps: Sequence[StepMap], degree: int) -> Operator:
    """K of a client, with polynomials of at most that degree."""
    n = degree + 1
    sums, errors = [[arb(0)] * n for _ in range(n)], [arb(0)] * n
    for step in maps:
        for j, (column, error) in enumerate(_compositions(step, n)):
            errors[j] += step.weight * error
            for i, entry in enumerate(column):
                sums[j][i] += step.weight * entry
    return settled(list(zip(*sums, strict=True)), errors)


def _compositions(step: StepMap, n: int) -> list[tuple[list[arb], arb]]:
    """(coefficients, error) of T_j(S), j < n, by T_(j+1)(S) = 2 S T_j(S) - T_(j-1)(S).

    What is computed obeys the same recursion up to a residual r_j in every step: what is dropped, and 2 |S - p| |T_j~|. A residual made at
    step i reaches step j times U_(j-i)(S), at most j - i + 1 on [-1, 1]: error_j = sum_(i<=j) (j - i + 1) r_i, a sum of partial sums.
    """
    blank = [arb(0)] * n
    out = [([arb(1), *blank[1:]], arb(0)), (step.polynomial, step.error)][:n]
    residuals = error = step.error
    while len(out) < n:
        (before, _), (now, _) = out[-2:]
        if not error < 1:  # the rest is no better
            return out + [(blank, arb(1))] * (n - len(out))
        full = product(step.polynomial, now)
        following = [2 * a - b for a, b in zip(full, before, strict=False)]
        dropped = 2 * total(full[n:]) + total(entry.rad() for entry in following)
        residuals = bound(residuals + dropped + 2 * step.error * total(now))
        error = bound(error + residuals)
        if not error.is_finite():
            raise NotProved("the errors of one step overflow")
        out.append(([entry.mid() for entry in following], error))
    return out
