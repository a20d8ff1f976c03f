"""Linear algebra in balls: norms, and bounds of eigenvalues that are claimed and then tested by elimination."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from flint import arb, arb_mat

from symfed.certificates.balls import bound, is_positive
from symfed.certificates.certificate import NotProved

ZERO, ONE = arb(0), arb(1)


def identity(d: int) -> arb_mat:
    return arb_mat(d, d, [int(i == j) for i in range(d) for j in range(d)])


def norm(matrix: arb_mat) -> arb:
    """An exact bound of the Frobenius norm."""
    return root(sum((bound(entry) ** 2 for entry in matrix.entries()), ZERO))


def root(value: arb, k: int = 2) -> arb:
    """An exact bound of the k-th root of a number that is not negative, whatever its ball says."""
    most_it_is = bound(value)
    return most_it_is.root(k).abs_upper() if most_it_is > 0 else ZERO


def largest_absolute(values: Iterable[arb]) -> arb:
    """An exact bound of all absolute values."""
    largest = ZERO
    for value in values:
        size = bound(value)
        largest = size if size > largest else largest
    return largest


def smallest_bound(*values: arb) -> arb:
    """The smallest of upper bounds, which are exact."""
    smallest = values[0]
    for value in values[1:]:
        smallest = value if value < smallest else smallest
    return smallest


def partial_sums(values: list[arb]) -> list[arb]:
    """The sums over the entries before the first, the second, .., and over all."""
    sums = [ZERO]
    for value in values:
        sums.append(bound(sums[-1] + value))
    return sums


def moments_after(step: arb_mat, g: arb_mat, noise: arb_mat, gamma: arb, m: arb_mat, S: arb_mat) -> tuple[arb_mat, arb_mat]:
    """Mean and second moment of step d - gamma (g + nu), where d has these and nu, of mean zero, this covariance."""
    ahead = step * m
    crossed = ahead * g.transpose()
    spread = step * S * step.transpose() + (g * g.transpose() + noise) * gamma**2
    return ahead - g * gamma, spread - (crossed + crossed.transpose()) * gamma


def mean(parts: list[Any]) -> Any:
    return sum(parts[1:], parts[0]) * (ONE / len(parts))


def stays_below(name: str, matrix: arb_mat, most_allowed: arb) -> None:
    """Raise NotProved unless all eigenvalues of a symmetric matrix are at most this."""
    if not is_positive(identity(matrix.nrows()) * most_allowed - matrix):
        raise NotProved(f"{name}: some eigenvalue is not seen to be at most {most_allowed.str(10)}")


def stays_above(name: str, matrix: arb_mat, least_allowed: arb) -> None:
    """Raise NotProved unless all eigenvalues of a symmetric matrix are at least this."""
    if not is_positive(matrix - identity(matrix.nrows()) * least_allowed):
        raise NotProved(f"{name}: some eigenvalue is not seen to be at least {least_allowed.str(10)}")


def largest_ratio(kernel: arb_mat) -> arb:
    """A bound of the largest eigenvalue of a matrix without negative entries: max (M x)_i / x_i for any x > 0 (Collatz and Wielandt)."""
    n = kernel.nrows()
    x = arb_mat(n, 1, [1] * n)
    for _ in range(60):
        x = kernel * x
        top = largest_absolute(x.entries())
        if not top > 0:
            return ZERO
        x = arb_mat(n, 1, [(entry / top).mid() + arb(10) ** -20 for entry in x.entries()]).mid()
    image = kernel * x
    return largest_absolute(image[i, 0] / x[i, 0] for i in range(n))
