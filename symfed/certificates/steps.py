"""One local step of a client as polynomials with proven errors.

In the variable y = (theta - centre)/half a step on sample z is a map S_z of [-1, 1]. Everything is proven on pieces [c - w, c + w] by
Taylor's theorem: S_z(c + t) = sum_(k<q) s_k t^k + s_q(xi) t^q, where power series arithmetic on the point c gives s_0 .. s_(q-1), and on
the whole piece a ball that holds s_q(xi) for every xi in it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flint import arb, arb_poly, arb_series, fmpq

from symfed.certificates.balls import UNIT, bound, taylor
from symfed.certificates.chebyshev import interpolant, node
from symfed.certificates.errors import NotProved
from symfed.certificates.statement import Sample, Statement

Step = Callable[[Any], Any]


@dataclass(frozen=True)
class StepMap:
    """|S_z - p| <= error on [-1, 1], p by its exact Chebyshev coefficients; `weight` is the sample's probability."""

    weight: fmpq
    polynomial: list[arb]
    error: arb


@dataclass(frozen=True)
class LocalSteps:
    """A client's step maps; `slope` bounds the mean of |S_z'| over its samples."""

    maps: list[StepMap]
    slope: arb


def local_steps(statement: Statement, client: list[Sample]) -> LocalSteps:
    """Raises NotProved unless every step is seen to keep the interval."""
    pieces = statement.pieces
    slopes = [arb(0)] * pieces
    maps = []
    for weight, step in _steps(statement, client):
        ends = [step(_theta(statement, fmpq(2 * k, pieces) - 1)) for k in range(pieces + 1)]
        polynomial = _interpolate(statement, step)
        powers = monomial_balls(polynomial)
        errors = []
        for k in range(pieces):
            point, piece = (expand(statement, step, k, whole) for whole in (False, True))
            _check_confined(statement, point[0], piece[1], ends[k : k + 2])
            errors.append(distance(statement, point, piece[-1], powers(arb_poly([middle(statement, k), 1]))))
            slopes[k] += weight * abs(piece[1]) / statement.half
        maps.append(StepMap(weight, polynomial, max(errors)))
    return LocalSteps(maps, max(bound(slope) for slope in slopes))


def expand(statement: Statement, function: Step, k: int, whole: bool) -> list[arb]:
    """Taylor coefficients in t of function(theta), theta = centre + half (c_k + t), at c_k or enclosed over the whole piece."""
    c = arb(middle(statement, k)) + (UNIT / statement.pieces if whole else 0)
    return taylor(function(arb_series([_theta(statement, c), statement.half], statement.order + 1)), statement.order)


def middle(statement: Statement, k: int) -> fmpq:
    """The centre of the k-th piece of [-1, 1]."""
    return fmpq(2 * k + 1, statement.pieces) - 1


def _theta(statement: Statement, y: Any) -> arb:
    return arb(statement.centre + statement.half * y)


def _steps(statement: Statement, client: list[Sample]) -> list[tuple[fmpq, Step]]:
    """What a client does with which probability."""

    def along(gradient: Step) -> Step:
        return lambda x: statement.local_step(x, gradient(x))

    if statement.exact_gradient:
        return [(fmpq(1), along(lambda x: sum((s.weight * s.gradient(x) for s in client), fmpq(0))))]
    return [(s.weight, along(s.gradient)) for s in client]


def _interpolate(statement: Statement, step: Step) -> list[arb]:
    count = statement.degree + 1
    images = [arb(step(_theta(statement, node(k, count)))) for k in range(count)]
    return interpolant([(image - statement.centre) / statement.half for image in images])


def monomial_balls(chebyshev: list[arb]) -> arb_poly:
    """Clenshaw's recursion on polynomials."""
    y, after, now = arb_poly([0, 1]), arb_poly([]), arb_poly([])
    for coefficient in chebyshev[:0:-1]:
        after, now = now, 2 * y * now - after + coefficient
    return y * now - after + chebyshev[0]


def _check_confined(statement: Statement, value: arb, slope: arb, ends: list[Any]) -> None:
    """A piece is mapped into the interval if the step is monotone there and both ends stay, or by the mean value theorem."""
    low, high = statement.interval
    images = ends if slope >= 0 or slope <= 0 else [value + slope * UNIT / statement.pieces]
    # ball comparisons hold only where they are certain, and never for a NaN
    if not all(image >= low and image <= high for image in images):
        raise NotProved(f"a local step is not seen to keep the interval [{low}, {high}]")


def distance(statement: Statement, point: list[arb], remainder: arb, polynomial: arb_poly) -> arb:
    """A bound of |S - p| on a piece. The polynomial has no remainder: all of its terms count."""
    order, width = statement.order, arb(1) / statement.pieces
    wanted = polynomial.coeffs()
    wanted += [arb(0)] * (order - len(wanted))
    given = [(c - (statement.centre if k == 0 else 0)) / statement.half for k, c in enumerate(point[:order])]
    differences = [a - b for a, b in zip(given, wanted[:order], strict=True)] + [bound(remainder / statement.half)]
    tail = [arb(0)] * order + wanted[order:]
    return bound(_at(differences, width) + _at(tail, width))


def _at(coefficients: list[arb], width: arb) -> arb:
    """sum |c_k| width^k."""
    return arb_poly([bound(c) for c in coefficients])(width) if coefficients else arb(0)
