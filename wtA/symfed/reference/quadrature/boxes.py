"""Where a method's iterates are: parallelepipeds around the server's stationary law and around each client's local path."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array, to_float
from symfed.models.problems import ScalarProblem
from symfed.models.problems.problem import FiniteProblem
from symfed.reference.exact.additive_noise import additive_round
from symfed.reference.quadrature.chebyshev import balls, midpoints, to_array, to_matrix
from symfed.reference.setting import Setting, is_affine

_NEARLY_ALL = 0.75  # from this share of an interval that nothing leaves, its whole length needs no more nodes
_EXTREMES = 2.0**40


@dataclass(frozen=True)
class Box:
    """theta = origin + scale @ u with |u_i| <= 1; origin (d,) and scale (d, d) are floats, and exact as such."""

    origin: Array
    scale: Array

    def points(self, u: Array) -> Array:
        """theta as balls, for u (..., d)."""
        return midpoints(balls(self.origin) + u @ balls(self.scale).T)

    def coordinates(self, theta: Array) -> Array:
        """u as balls, for theta (..., d)."""
        return midpoints((theta - balls(self.origin)) @ self.inverse.T)

    @property
    def inverse(self) -> Array:
        return to_array(to_matrix(balls(self.scale)).inv())

    @property
    def size(self) -> float:
        """Half the length of its diagonal."""
        return float(np.linalg.norm(self.scale))


class Surroundings:
    """The linearised law and the noiseless local paths of a setting in floats: what boxes are cut to.

    In dimension one, also the interval that steps with gamma <= 1/L cannot leave. Raises InvalidInput, UnstableStep.
    """

    def __init__(self, setting: Setting, problem: FiniteProblem) -> None:
        self.num_clients = problem.num_clients
        self.confined = _confinement(problem) if problem.dim == 1 else None
        self.bent = self.confined is not None and not is_affine(setting)  # no linearised law then, and none needed
        if self.bent:
            return
        jets, optimum = problem.jets, to_float(problem.optimum)
        law = additive_round(setting, jets.hessians, jets.gradients, jets.noise_covariance, optimum)
        moments = law.stationary_moments(setting.gamma, setting.local_steps)
        self.covariance, self.client_noise = moments.covariance, law.client_noise
        self.paths = _paths(setting, problem, optimum + moments.mean)
        # a mean away from theta* is known from the linearised law only: half of it more
        self.about = optimum + np.outer((0.5, 1.5), moments.mean)

    def boxes(self, deviations: float) -> tuple[Box, list[Box]]:
        """The server's box and one for each client, so many standard deviations around all the points."""
        if self.bent and self.confined is not None:
            return self.confined, [self.confined] * self.num_clients
        covariance = deviations**2 * self.covariance
        floor = 1e-3 * (np.abs(self.paths - self.paths[0]).max() + math.sqrt(covariance.max())) + 1e-12
        out = [_box(self.about, covariance, floor)]
        for c, noise in enumerate(self.client_noise):
            out.append(_box(np.vstack([self.about, self.paths[:, c]]), covariance + deviations**2 * noise, floor))
        if self.confined is not None and max(box.size for box in out) > _NEARLY_ALL * self.confined.size:
            out = [self.confined] * len(out)
        return out[0], out[1:]

    def reach(self, server: Box, clients: list[Box]) -> float:
        """By how much powers of a client's displacement grow, in the coordinates of the server's box."""
        return float(max(np.linalg.norm(np.linalg.solve(server.scale, b.origin - server.origin)) + b.size / server.size for b in clients))

    def rest(self, optimum: Array) -> Array:
        """The state of a method at its optimum."""
        return optimum

    def spread(self, variances: Array, server: Box) -> Array:
        """The unit of errors: the root of E|theta - theta*|², or a thousandth of the box where that is less."""
        return np.full(len(variances), max(math.sqrt(max(0.0, variances.sum())), 1e-3 * server.size))


def _box(points: Array, covariance: Array, floor: float) -> Box:
    """Around ellipsoids u' covariance^-1 u = 1 about all the points (k, d)."""
    spread = points - points.mean(axis=0)
    _, axes = np.linalg.eigh(covariance + spread.T @ spread / len(points))
    along = points @ axes
    low, high = along.min(axis=0), along.max(axis=0)
    reach = (high - low) / 2 + np.sqrt(np.maximum(np.einsum("ik,ij,jk->k", axes, covariance, axes), 0)) + floor
    return Box(axes @ ((low + high) / 2), axes * reach)


def _paths(setting: Setting, problem: FiniteProblem, start: Array) -> Array:
    """Every client's local iterates without noise: (H + 1, N, d)."""
    x = np.stack([start] * problem.num_clients)
    out = [x]
    for _ in range(setting.local_steps):
        x = setting.step(x, problem.mean_gradients(x[None])[0], start)
        out.append(x)
    return np.stack(out)


def invariant_interval(problem: FiniteProblem) -> tuple[float, float]:
    """The hull of the minimisers of all sample losses in dimension one: steps with gamma <= 1/L cannot leave it.

    Raises InvalidInput where some loss has no minimiser: the law is not confined.
    """
    if isinstance(problem, ScalarProblem):
        return problem.interval
    counts = [len(w) for w in problem.weights]
    draws = np.stack([np.arange(max(counts)) % n for n in counts], axis=1)

    def gradients(x: float) -> Array:
        return problem.sample_gradients(np.full((*draws.shape, 1), x), draws)

    return -_root(lambda x: -gradients(-x).max()), _root(lambda x: gradients(x).min())


def _confinement(problem: FiniteProblem) -> Box | None:
    try:
        low, high = invariant_interval(problem)
    except InvalidInput:  # the law is then looked for where the linearised one is
        return None
    return Box(np.array([(low + high) / 2]), np.array([[(high - low) / 2]]))


def _root(slope: Callable[[float], float]) -> float:
    """Just above the root of an increasing function."""
    high = 1.0
    while slope(high) < 0:
        high *= 2
        if high > _EXTREMES:
            raise InvalidInput("problem", high, "some sample loss has no minimiser: its stationary law is not confined")
    low = -high
    while slope(low) > 0 and low > -_EXTREMES:
        low *= 2
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (low, middle) if slope(middle) >= 0 else (middle, high)
    return high + 1e-9 * (1 + abs(high))
