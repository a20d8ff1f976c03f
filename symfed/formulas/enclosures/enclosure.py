"""Enclosures of FedAvg's stationary bias and second moment: what a user asks for and gets."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from symfed.core.errors import InvalidInput, OutsideDomain
from symfed.formulas.enclosures.constants import constants
from symfed.formulas.enclosures.first_order import enclosed, times
from symfed.formulas.enclosures.moments import MOST_STEPS
from symfed.models.arrays import Array, exact_or_float
from symfed.models.problems import LeastSquaresProblem, LinearProblem
from symfed.models.problems.problem import Problem, check_problem
from symfed.numeric.ball_arrays import BallArray, eigenvalue_range, solve, up

if TYPE_CHECKING:
    from symfed.certificates import EnclosureCertificate


@dataclass(frozen=True)
class Enclosure:
    """A set that provably holds a vector (d,) or a matrix (d, d).

    center: float64. radius: bounds of the distance to the true value entry by entry, the same shape. norm: a bound of its Euclidean
    (Frobenius) distance from the center; for a vector often much less than the radii of all entries together. asked: problem,
    gamma, H and order.
    """

    center: Array
    radius: Array
    norm: float
    quantity: str = field(default="bias", kw_only=True)
    asked: tuple[Problem, Any, int, int] | None = field(default=None, kw_only=True, repr=False, compare=False)

    def certificate(self) -> EnclosureCertificate:
        """What proves the norm, as plain data that `symfed.certificates` checks by itself: see there.

        Raises InvalidInput for an enclosure that was not had by a formula's `enclose`, or of a kind that has no certificate.
        """
        from symfed.formulas.enclosures.certified import certificate

        return certificate(self)

    def contains(self, value: ArrayLike) -> bool:
        """Whether a value lies in the set, entry by entry and in norm. Raises InvalidInput for another shape."""
        point = np.asarray(value)
        if point.shape != self.center.shape:
            raise InvalidInput("value", point.shape, f"must have shape {self.center.shape}")
        distance = BallArray.of(point) - self.center
        # the value may be a rounded one: its own half unit in the last place is on its side
        closest = np.maximum(np.abs(distance.mid) - distance.rad, 0.0)
        return bool((closest <= self.radius).all() and np.sqrt((closest**2).sum()) <= self.norm)

    def distance(self, value: ArrayLike) -> float:
        """A bound of the Euclidean (Frobenius) distance of a value from the true one: how far a formula's answer is off at most.

        Raises InvalidInput for another shape.
        """
        point = np.asarray(value)
        if point.shape != self.center.shape:
            raise InvalidInput("value", point.shape, f"must have shape {self.center.shape}")
        return float(up(self.norm + (BallArray.of(point) - self.center).norm_bound(point.ndim)))

    def __repr__(self) -> str:
        size = float(np.sqrt((self.center**2).sum()))
        return f"Enclosure({self.quantity}, center of norm {size:.4g}, within {self.norm:.3g})"


def enclose(problem: Problem, gamma: Any, H: Any, quantity: str, order: int = 1) -> Enclosure:
    """A set that provably holds the stationary "bias" or "second_moment" (about theta*) of FedAvg with H local steps.

    For a QuadraticProblem, LeastSquaresProblem or LogisticProblem of any dimension, and the bias of a LinearProblem; the data count as the
    numbers that they are. Order 1: the linear part of the rounds is exact, and the radius is O(gamma²) at fixed H; it is rounding alone for
    the bias of linear gradients and for additive noise. Raises InvalidInput for other problems, orders and arguments, OutsideDomain where
    the bounds say nothing at this gamma and H.
    """
    check_problem(problem)
    step = exact_or_float("gamma", gamma)
    if not step > 0:
        raise InvalidInput("gamma", gamma, "must be positive")
    if isinstance(H, bool) or not isinstance(H, int | np.integer) or not 1 <= H <= MOST_STEPS:
        raise InvalidInput("H", H, f"must be a positive integer, here at most {MOST_STEPS}")
    if order != 1 or isinstance(order, bool):
        raise InvalidInput("order", order, "enclosures are known to order 1 only", "write order=1")
    size = BallArray.of(np.array(step, dtype=object if not isinstance(step, float) else float))
    if isinstance(problem, LinearProblem) and not isinstance(problem, LeastSquaresProblem):
        if quantity != "bias":
            raise InvalidInput("problem", problem, "only the bias of a LinearProblem is enclosed", 'use stationary(..., method="exact")')
        return _as_enclosure(_linear_bias(problem, size, int(H)), 0.0, quantity)
    found = enclosed(constants(problem), size, int(H), quantity == "second_moment")
    if quantity == "bias":
        return _as_enclosure(found.mean, found.mean_radius, quantity)
    return _as_enclosure(found.second, found.second_radius, quantity)


def _as_enclosure(center: BallArray, radius: float, quantity: str) -> Enclosure:
    norm = float(up(radius + np.sqrt((center.rad**2).sum()), center.mid.size + 8))
    return Enclosure(center.mid, np.asarray(up(radius + center.rad)), norm, quantity=quantity)


def _linear_bias(problem: LinearProblem, gamma: BallArray, H: int) -> BallArray:
    """The stationary mean of e solves (1 - mean_c P_c^H) m = -gamma mean_c K_{c,H} g_c, exactly: samples are independent of the iterate.

    A stationary law with a finite second moment exists and is unique as E|(1 - gamma A) u|² < |u|² for every client, which is checked.
    """
    d = problem.dim
    weights = [BallArray.of(w) for w in problem.weights]
    tables = [(BallArray.of(A), BallArray.of(b)) for A, b in zip(problem.matrices, problem.vectors, strict=True)]
    A, b = ([(w.reshape(1, -1) @ t[i].reshape(len(w.mid), -1)) for w, t in zip(weights, tables, strict=True)] for i in (0, 1))
    means = BallArray(np.stack([a.mid for a in A]), np.stack([a.rad for a in A])).reshape(-1, d, d)
    vectors = BallArray(np.stack([v.mid for v in b]), np.stack([v.rad for v in b])).reshape(-1, d)
    for c, (w, (samples, _)) in enumerate(zip(weights, tables, strict=True)):
        squares = ((samples.T @ samples) * w.reshape(-1, 1, 1)).sum(0)
        if not eigenvalue_range(means[c] + means[c].T - squares * gamma)[0] > 0:
            rule = f"a step of client {c} must shrink every vector in mean square: E[A + A' - gamma A'A] positive definite"
            raise OutsideDomain("gamma", float(gamma.mid), rule, "take a smaller step size")
    theta = solve(means.mean(0), vectors.mean(0))
    gradients = (means @ theta.reshape(-1, 1))[..., 0] - vectors
    step = np.eye(d) - means * gamma
    power, drift = BallArray(np.broadcast_to(np.eye(d), means.shape)), BallArray(np.zeros(gradients.shape))
    for _ in range(H):
        power, drift = step @ power, times(step, drift) + gradients
    return solve(np.eye(d) - power.mean(0), -gamma * drift.mean(0))
