"""Enclosures of FedAvg's stationary bias and second moment: the user's entry point and result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from symfed.core.errors import InvalidInput, OutsideDomain
from symfed.formulas.enclosures import linear, scaffold
from symfed.formulas.enclosures.constants import constants
from symfed.formulas.enclosures.first_order import enclose_moments
from symfed.formulas.enclosures.moments import MOST_STEPS
from symfed.formulas.enclosures.scalar import scalar_constants
from symfed.formulas.enclosures.second_order import enclose_second_order
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm
from symfed.models.arrays import Array, positive
from symfed.models.problems import LeastSquaresProblem, LinearProblem, QuadraticProblem, ScalarProblem
from symfed.models.problems.problem import Problem, check_problem
from symfed.numeric.ball_arrays import BallArray, up

if TYPE_CHECKING:
    from symfed.certificates import EnclosureCertificate


@dataclass(frozen=True)
class Enclosure:
    """A set that provably contains a vector (d,) or a matrix (d, d).

    center: float64. radius: bounds of the distance to the true value entry by entry, the same shape. norm: a bound of its Euclidean
    (Frobenius) distance from the center; for a vector often much less than the norm of the radii. asked: problem, gamma, H and
    order.
    """

    center: Array
    radius: Array
    norm: float
    quantity: str = field(default="bias", kw_only=True)
    asked: tuple[Problem, Any, int, int] | None = field(default=None, kw_only=True, repr=False, compare=False)

    @property
    def informative(self) -> bool:
        """True if the set excludes zero: otherwise it is valid but says little."""
        return bool(self.norm < np.sqrt((self.center**2).sum()) * (1 - 1e-12))

    def certificate(self) -> EnclosureCertificate:
        """A proof of the norm, as plain data that `symfed.certificates` checks independently.

        Raises InvalidInput for an enclosure not obtained by a formula's `enclose`, or of a kind that has no certificate.
        """
        from symfed.formulas.enclosures.certified import certificate

        return certificate(self)

    def contains(self, value: ArrayLike) -> bool:
        """True if a value lies in the set, entry by entry and in norm. Raises InvalidInput for another shape."""
        distance = self._from_center(value)
        # the value may be rounded: half a unit in its last place is allowed
        closest = np.maximum(np.abs(distance.mid) - distance.rad, 0.0)
        return bool((closest <= self.radius).all() and np.sqrt((closest**2).sum()) <= self.norm)

    def distance(self, value: ArrayLike) -> float:
        """A bound of the Euclidean (Frobenius) distance of a value from the true one: of the error of a formula's value, for instance.

        Raises InvalidInput for another shape.
        """
        return float(up(self.norm + self._from_center(value).norm_bound(self.center.ndim)))

    def _from_center(self, value: ArrayLike) -> BallArray:
        point = np.asarray(value)
        if point.shape != self.center.shape:
            raise InvalidInput("value", point.shape, f"must have shape {self.center.shape}")
        return BallArray.of(point) - self.center

    def __repr__(self) -> str:
        size = float(np.sqrt((self.center**2).sum()))
        return f"Enclosure({self.quantity}, center of norm {size:.4g}, within {self.norm:.3g})"


def enclose(problem: Problem, gamma: Any, H: Any, quantity: str, order: int = 1, algorithm: str | Algorithm = "fedavg") -> Enclosure:
    """A set that provably contains the stationary "bias" or "second_moment" (about theta*) of FedAvg, or of Scaffold, with H local steps.

    For QuadraticProblem, LeastSquaresProblem, LinearProblem and LogisticProblem of any dimension, and ScalarProblem; the data are taken
    exactly. The linear part of the rounds is exact, and at fixed H the radius is O(gamma²) at order 1, O(gamma³) at order 2;
    it is rounding alone for the bias of linear gradients, for additive noise, for every second moment of a LinearProblem, and at order 2
    for that of a LeastSquaresProblem. Order 2 is never wider than order 1. Raises InvalidInput for other problems, orders and arguments,
    OutsideDomain if there are no finite bounds at this gamma and H. Scaffold: linear gradients only, exact up to rounding.
    """
    check_problem(problem)
    step = positive("gamma", gamma)
    if isinstance(H, bool) or not isinstance(H, int | np.integer) or not 1 <= H <= MOST_STEPS:
        raise InvalidInput("H", H, f"must be a positive integer, here at most {MOST_STEPS}")
    if isinstance(order, bool) or order not in (1, 2):
        raise InvalidInput("order", order, "enclosures are known to orders 1 and 2", "write order=2")
    size = BallArray.of(np.array(step, dtype=object if not isinstance(step, float) else float))
    if get_algorithm(algorithm) == get_algorithm("scaffold"):
        if not isinstance(problem, LinearProblem | QuadraticProblem):
            rule = "must be quadratic, least-squares or linear: no bound is known of what control variates do to a drift that is not linear"
            raise InvalidInput("problem", problem, rule)
        spread = scaffold.second_moment(linear.affine(problem), size, int(H))  # for the bias, too: it proves that there is a stationary law
        nothing = BallArray(np.zeros(problem.dim))
        return _as_enclosure(nothing if quantity == "bias" else spread, 0.0, quantity)
    if isinstance(problem, LinearProblem) and (order == 2 or not isinstance(problem, LeastSquaresProblem)):
        exact = linear.bias if quantity == "bias" else linear.second_moment
        return _as_enclosure(exact(linear.affine(problem), size, int(H)), 0.0, quantity)
    known = scalar_constants(problem) if isinstance(problem, ScalarProblem) else constants(problem)
    with np.errstate(over="ignore", invalid="ignore"):  # a bound that is infinite or NaN is never the smaller one
        found = enclose_moments(known, size, int(H), quantity == "second_moment", order)
        if order == 2:
            found = enclose_second_order(known, size, found)
    if quantity == "bias":
        return _as_enclosure(found.mean, found.mean_radius, quantity)
    return _as_enclosure(found.second, found.second_radius, quantity)


def combined(parts: Sequence[tuple[Any, Enclosure]]) -> Enclosure:
    """The enclosure of a weighted sum of enclosed quantities; weights are exact, radii and norms add up by the triangle inequality."""
    weights = [BallArray.of(np.array([weight], dtype=object)) for weight, _ in parts]
    sums = [BallArray(found.center, found.radius) * w for w, (_, found) in zip(weights, parts, strict=True)]
    total = sum(sums[1:], sums[0])
    centers = [BallArray(found.center) * w for w, (_, found) in zip(weights, parts, strict=True)]
    rounding = sum(centers[1:], centers[0]).rad
    norms = [w.size_bound()[0] * found.norm for w, (_, found) in zip(weights, parts, strict=True)]
    norm = float(up(sum(norms) + np.sqrt((rounding**2).sum()), rounding.size + 8 * len(parts)))
    return Enclosure(total.mid, total.rad, norm, quantity=parts[0][1].quantity)


def largest_step(problem: Problem, H: int, quantity: str = "bias", order: int = 2, algorithm: str | Algorithm = "fedavg") -> float:
    """Approximately, to 5%, the largest gamma <= 1/L whose enclosure is informative.

    Smaller steps are informative, too, except for the smallest, where rounding dominates. Raises OutsideDomain if none was found down
    to 1e-6/L, as for a bias that is zero; InvalidInput as `enclose` does.
    """

    def informative(scale: float) -> bool:
        try:
            return enclose(problem, scale / problem.L, H, quantity, order, algorithm).informative
        except OutsideDomain:
            return False

    low, high = 1e-6, 1 - 1e-9
    if informative(high):
        return high / problem.L
    scale = 0.1
    while not informative(scale):
        high, scale = scale, scale / 10
        if scale < low:
            raise OutsideDomain("gamma", low / problem.L, f"no step down to this tells the {quantity} from zero", "it may be zero")
    low = scale
    while high > 1.05 * low:
        middle = (low * high) ** 0.5
        low, high = (middle, high) if informative(middle) else (low, middle)
    return low / problem.L


def _as_enclosure(center: BallArray, radius: float, quantity: str) -> Enclosure:
    norm = float(up(radius + np.sqrt((center.rad**2).sum()), center.mid.size + 8))
    return Enclosure(center.mid, np.asarray(up(radius + center.rad)), norm, quantity=quantity)
