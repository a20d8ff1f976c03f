"""The stationary law at one resolution: the Markov operator of a round projected on polynomials of total degree < n.

The polynomials are defined on parallelepipeds around the server's stationary law and around each client's local path.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from typing import Any

import flint
import numpy as np

from symfed.core.errors import InvalidInput, NotConverged
from symfed.models.arrays import Array, to_float
from symfed.models.problems import ScalarProblem
from symfed.models.problems.problem import FiniteProblem
from symfed.models.rings import BALLS
from symfed.reference.exact.additive_noise import additive_round
from symfed.reference.quadrature.chebyshev import BALL_ARRAYS, Ball, Basis, balls, midpoint, midpoints, to_array, to_matrix
from symfed.reference.setting import Setting, is_affine, local_coefficients, server_coefficients

_NEARLY_ALL = 0.75  # above this share of the invariant interval, the whole interval needs no more nodes
_EXTREMES = 2.0**40


@dataclass(frozen=True)
class Box:
    """The box theta = origin + scale @ u with |u_i| <= 1; origin (d,) and scale (d, d) are floats, taken as exact."""

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
        """Half the length of the diagonal."""
        return float(np.linalg.norm(self.scale))


class Surroundings:
    """The linearised law and the noiseless local paths of a setting in floats, to which boxes are fitted.

    In dimension one, also the interval that steps with gamma <= 1/L cannot leave. Raises InvalidInput, UnstableStep.
    """

    def __init__(self, setting: Setting, problem: FiniteProblem) -> None:
        self.num_clients = problem.num_clients
        self.confined = _confining_box(problem) if problem.dim == 1 else None
        self.bent = self.confined is not None and not is_affine(setting)  # then there is no linearised law, and none is needed
        if self.bent:
            return
        jets, optimum = problem.jets, to_float(problem.optimum)
        one = additive_round(setting, jets.hessians, jets.gradients, jets.noise_covariance, optimum)
        moments = one.stationary_moments(setting.gamma, setting.local_steps)
        assert one.clients is not None
        self.covariance, self.client_noise = moments.covariance, one.clients.noise
        self.paths = _noiseless_paths(setting, problem, optimum + moments.mean)
        # a mean away from theta* is known from the linearised law only: half of it is added
        self.about = optimum + np.outer((0.5, 1.5), moments.mean)

    def boxes(self, deviations: float) -> tuple[Box, list[Box]]:
        """The server's box and one for each client, so many standard deviations around all the points."""
        if self.bent and self.confined is not None:
            return self.confined, [self.confined] * self.num_clients
        covariance = deviations**2 * self.covariance
        floor = 1e-3 * (np.abs(self.paths - self.paths[0]).max() + math.sqrt(covariance.max())) + 1e-12
        out = [_bounding_box(self.about, covariance, floor)]
        for c, noise in enumerate(self.client_noise):
            out.append(_bounding_box(np.vstack([self.about, self.paths[:, c]]), covariance + deviations**2 * noise, floor))
        if self.confined is not None and max(box.size for box in out) > _NEARLY_ALL * self.confined.size:
            out = [self.confined] * len(out)
        return out[0], out[1:]

    def reach(self, server: Box, clients: list[Box]) -> float:
        """The growth factor of powers of a client's displacement, in the coordinates of the server's box."""
        return float(max(np.linalg.norm(np.linalg.solve(server.scale, b.origin - server.origin)) + b.size / server.size for b in clients))

    def rest(self, optimum: Array) -> Array:
        """The state of a method at its optimum."""
        return optimum

    def spread(self, variances: Array, server: Box) -> Array:
        """The unit of errors: the root of E|theta - theta*|², or a thousandth of the box if that is less."""
        return np.full(len(variances), max(math.sqrt(max(0.0, variances.sum())), 1e-3 * server.size))


def _bounding_box(points: Array, covariance: Array, floor: float) -> Box:
    """A box around the ellipsoids u' covariance^-1 u = 1 centred at all the points (k, d)."""
    spread = points - points.mean(axis=0)
    _, axes = np.linalg.eigh(covariance + spread.T @ spread / len(points))
    along = points @ axes
    low, high = along.min(axis=0), along.max(axis=0)
    reach = (high - low) / 2 + np.sqrt(np.maximum(np.einsum("ik,ij,jk->k", axes, covariance, axes), 0)) + floor
    return Box(axes @ ((low + high) / 2), axes * reach)


def _noiseless_paths(setting: Setting, problem: FiniteProblem, start: Array) -> Array:
    """Every client's local iterates without noise: (H + 1, N, d)."""
    x = np.stack([start] * problem.num_clients)
    out = [x]
    for _ in range(setting.local_steps):
        x = setting.step(x, problem.mean_gradients(x[None])[0], start)
        out.append(x)
    return np.stack(out)


def invariant_interval(problem: FiniteProblem) -> tuple[float, float]:
    """The hull of the minimisers of all sample losses in dimension one: steps with gamma <= 1/L cannot leave it.

    Raises InvalidInput if some loss has no minimiser: the law is not confined.
    """
    if isinstance(problem, ScalarProblem):
        return problem.interval
    counts = [len(w) for w in problem.weights]
    draws = np.stack([np.arange(max(counts)) % n for n in counts], axis=1)

    def gradients(x: float) -> Array:
        return problem.sample_gradients(np.full((*draws.shape, 1), x), draws)

    return -_float_above_root(lambda x: -gradients(-x).max()), _float_above_root(lambda x: gradients(x).min())


def _confining_box(problem: FiniteProblem) -> Box | None:
    try:
        low, high = invariant_interval(problem)
    except InvalidInput:  # the law is then sought around the linearised one
        return None
    return Box(np.array([(low + high) / 2]), np.array([[(high - low) / 2]]))


def _float_above_root(slope: Callable[[float], float]) -> float:
    """A float just above the root of an increasing function."""
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


@dataclass(frozen=True)
class NodeLaw:
    """A quadrature rule for the stationary law: E h(theta) is about sum_j weights[j] h(points[j]); points (m, d), weights (m,)."""

    points: Array
    weights: Array

    def expect(self, function: Callable[[Array], Any]) -> Ball:
        """E h(theta) for a smooth h of d balls, at the current precision."""
        return midpoint(sum((w * function(x) for x, w in zip(self.points, self.weights, strict=True)), Ball(0)))

    def moments(self, about: Array) -> tuple[Array, Array]:
        """E[theta - about] and E[(theta - about)(theta - about)']."""
        x = self.points - about
        return midpoints(self.weights @ x), midpoints((self.weights[:, None] * x).T @ x)


class Operator(ABC):
    """One round as an operator on polynomials of total degree < n in the coordinates u of a box; `starts` are its grid points."""

    def __init__(self, setting: Setting, problem: FiniteProblem, server: Box, clients: list[Box], basis: Basis) -> None:
        self.setting, self.problem, self.basis = setting, problem, basis
        self.server, self.clients = server, clients
        self.starts = server.points(basis.u)

    @abstractmethod
    def images(self) -> flint.arb_mat:
        """Coefficients of the polynomials u -> E[u_next^alpha | u], in column alpha."""

    def law(self) -> NodeLaw:
        """The invariant functional: E[1] = 1, and every polynomial has the same mean before and after a round."""
        basis = self.basis
        equations = to_array((self.images() * basis.expand).mid()).T  # the mean of T_alpha after a round, by the means of all T_beta
        equations[np.diag_indices(len(equations))] -= 1
        equations[0] = 0
        equations[0, 0] = 1
        right = flint.arb_mat(len(equations), 1, [int(k == 0) for k in range(len(equations))])
        try:
            means = to_matrix(equations).solve(right).mid()
        except ZeroDivisionError:
            raise NotConverged(f"the stationarity equations for n = {basis.n} are singular to working precision") from None
        return NodeLaw(self.starts, midpoints(to_array(means.transpose() * basis.fit)[0]))


def client_gradients(setting: Setting, problem: FiniteProblem, client: int, x: Array) -> tuple[Array, Array]:
    """The gradients (m, Z, d) that a client may draw at points x (m, d), and their probabilities (Z,)."""
    columns = [x[:, i] for i in range(problem.dim)]
    weights = np.array([BALLS(w) for w in problem.weights[client]], dtype=object)
    gradients = np.empty((len(x), len(weights), problem.dim), dtype=object)
    for z in range(len(weights)):
        for i, g in enumerate(problem.sample_gradient(client, z, columns, BALL_ARRAYS)):
            gradients[:, z, i] = g
    if setting.algorithm.exact_gradient:
        return (gradients * weights[:, None]).sum(axis=1)[:, None], np.array([Ball(1)], dtype=object)
    return gradients, weights


def client_images(setting: Setting, box: Box, basis: Basis, drawn: tuple[Array, Array], xi: Any = None) -> flint.arb_mat:
    """Coefficients of the polynomials u -> E[u_next^alpha] of a local step in a client's box, in column alpha.

    The round starts in the middle of the box, and xi is the client's control variate; `drawn` are the gradients on the grid.
    """
    gradients, weights = drawn
    after = setting.step(box.points(basis.u)[:, None, :], gradients, balls(box.origin), xi)
    return (basis.fit * basis.mixture(box.coordinates(after), weights)).mid()


class Projection(Operator):
    """One round of a rule as an operator on polynomials of total degree < n, at the current precision.

    A client's functions are represented by Chebyshev coefficients on the client's own box: a step is a matrix P, H steps are P^H. The
    moments of its last iterate are computed in the server's coordinates, for a start at every point of the server's grid; those of the
    mean of independent clients follow from theirs. Total degree, not degree in each variable: the images of the box extend beyond it,
    where polynomials must grow no faster than a power of the distance.
    """

    def client_moments(self, client: int) -> flint.arb_mat:
        """E[u^alpha] of a client's last iterate in the server's coordinates: a row for every start on the server's grid."""
        box, basis = self.clients[client], self.basis
        drawn = client_gradients(self.setting, self.problem, client, box.points(basis.u))
        images = client_images(self.setting, box, basis, drawn)
        rows = basis.chebyshev(box.coordinates(self.starts))
        to_server = (basis.fit * basis.monomials(self.server.coordinates(box.points(basis.u)))).mid()
        if self.setting.reads_start:
            # an affine rule: another start shifts every image
            on_start = local_coefficients(self.setting)[2]
            shifts = basis.monomials(midpoints(on_start * box.coordinates(self.starts)))
            for _ in range(self.setting.local_steps):
                rows = (basis.convolve([(rows * images).mid(), shifts]) * basis.expand).mid()
            return (rows * to_server).mid()
        # there are more starts than polynomials: multiply the small matrices first
        return (rows * (power((images * basis.expand).mid(), self.setting.local_steps) * to_server).mid()).mid()

    def images(self) -> flint.arb_mat:
        basis, N = self.basis, self.problem.num_clients
        on_mean, on_start, constant = server_coefficients(self.setting)
        shares = np.array([(on_mean / N) ** int(k) for k in basis.degrees], dtype=object)
        parts = [to_matrix(to_array(self.client_moments(c)) * shares) for c in range(N)]
        offset = self.server.inverse @ (constant + (on_mean + on_start - 1) * balls(self.server.origin))
        if on_start != 0 or any(value != 0 for value in offset):
            parts.append(basis.monomials(midpoints(on_start * basis.u + offset)))
        return (basis.fit * basis.convolve(parts)).mid()


def power(P: flint.arb_mat, H: int) -> flint.arb_mat:
    """P^H by midpoints: radii would only grow."""
    return reduce(lambda done, bit: (done * done * P if bit == "1" else done * done).mid(), bin(H)[3:], P)
