"""Stationary moments in small dimension without sampling: the Markov operator projected on polynomials around the optimum."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np

from symfed.core.errors import InvalidInput, NotConverged
from symfed.models.algorithm import Algorithm
from symfed.models.arrays import Array, to_float
from symfed.models.problems.problem import FiniteProblem
from symfed.models.rings import FLOATS
from symfed.reference.affine import server_coefficients
from symfed.reference.result import Stationary
from symfed.reference.round_map import round_map
from symfed.reference.setting import Setting, prepare

DEGREES = {1: 20, 2: 16, 3: 10}  # a few hundred basis functions at most
_REACH = 5.0  # standard deviations within which the polynomials are fitted


def stationary_galerkin(algorithm: str | Algorithm, problem: FiniteProblem, gamma: Any, H: int, degree: int | None = None) -> Stationary:
    """Stationary mean and second moment about theta* of an affine rule on a problem with finitely many samples and d <= 3.

    Double precision. `error` is twice the largest change over the last two degrees: an estimate, small where the law is narrow
    (gamma small) compared with the scale on which the gradients bend. Raises InvalidInput; NotConverged where the estimate exceeds
    1e-4 of the law's spread, since an error larger than that was seen to outgrow its estimate.
    """
    if not isinstance(problem, FiniteProblem) or problem.dim not in DEGREES:
        raise InvalidInput("problem", problem, f"must have finitely many samples and d <= {max(DEGREES)}", 'use method="montecarlo"')
    problem.check_step(gamma)
    setting = prepare(algorithm, gamma, H, FLOATS)
    n = degree if degree is not None else min(DEGREES[problem.dim], 12 if setting.reads_start else 99)  # one fit per start is dear
    if n < 6:
        raise InvalidInput("degree", degree, "must be at least 6")
    projections = [Projection(setting, problem, k) for k in (n - 4, n - 2, n)]
    *lower, (mean, second) = [projection.moments() for projection in projections]
    # doubled: at the largest steps convergence slows and the last change alone falls short of the error
    error = 2 * np.max([abs(mean - other) for other, _ in lower], axis=0)
    second_error = 2 * np.max([abs(second - other) for _, other in lower], axis=0)
    # a law without noise is a point: there the fitted region's size is the yardstick
    allowed = 1e-4 * math.sqrt(max(0.0, np.trace(second))) + 1e-6 * float(np.abs(projections[-1].scale).max())
    if not error.max() <= allowed:
        raise NotConverged(f"projection for {problem!r}: degrees {n - 4} to {n} differ by {error.max():.2g}, more than {allowed:.2g}")
    theta = to_float(problem.optimum)
    return Stationary(theta + mean, second, error, "quadrature", rigorous=False, second_moment_error=second_error)


class Projection:
    """The round's operator on polynomials of total degree <= n in u, where theta = theta* + scale @ u and |u_i| <= 1 holds the law.

    A step of a client is fitted by least squares on a Chebyshev grid; H steps are the power of its matrix. Moments of the mean of
    independent clients are products of exponential generating functions in several variables.
    """

    def __init__(self, setting: Setting, problem: FiniteProblem, n: int) -> None:
        self.setting, self.problem, self.n, self.d = setting, problem, n, problem.dim
        self.origin = to_float(problem.optimum)
        self.scale = self._scale()
        nodes = np.cos(np.pi * (2 * np.arange(n + 1) + 1) / (2 * n + 2))
        self.u = np.array(list(itertools.product(nodes, repeat=self.d)))
        self.exponents = sorted(
            (alpha for alpha in itertools.product(range(n + 1), repeat=self.d) if sum(alpha) <= n), key=lambda alpha: (sum(alpha), alpha)
        )
        self.index = {alpha: k for k, alpha in enumerate(self.exponents)}
        self.fit = np.linalg.pinv(self.orthogonal(self.u), rcond=1e-14)
        self.points = self.origin + self.u @ self.scale.T

    def _scale(self) -> Array:
        """Principal axes of the linearised law, long enough for the drift and noise of each client within a round."""
        jets = self.problem.jets
        law = round_map(self.setting, jets.hessians, jets.gradients, jets.noise_covariance)
        moments = law.stationary_moments(self.setting.gamma, self.setting.local_steps)
        values, axes = np.linalg.eigh(moments.covariance)
        floor = 1e-3 * (np.abs(law.client_shifts).max() + math.sqrt(max(values.max(), 0))) + 1e-12
        deviations = np.sqrt(np.maximum(values, 0)) + floor
        drift = np.abs(np.vstack([law.client_shifts, moments.mean]) @ axes)
        local = np.sqrt(np.maximum(np.einsum("ij,cik,kj->cj", axes, law.client_noise, axes), 0))
        reach = drift.max(axis=0) + _REACH * np.sqrt(deviations**2 + local.max(axis=0) ** 2)
        return axes * reach

    def orthogonal(self, u: Array) -> Array:
        """Products of Chebyshev polynomials at points u (m, d): shape (m, M). Well conditioned, for fitting."""
        tables = [np.polynomial.chebyshev.chebvander(u[:, i], self.n) for i in range(self.d)]
        return self._products(tables)

    def monomials(self, u: Array) -> Array:
        """Powers u^alpha / alpha!: shape (m, M), for products of generating functions."""
        tables = [u[:, i, None] ** np.arange(self.n + 1) / self.factorials for i in range(self.d)]
        return self._products(tables)

    def _products(self, tables: list[Array]) -> Array:
        columns = [np.prod([table[:, a] for table, a in zip(tables, alpha, strict=True)], axis=0) for alpha in self.exponents]
        return np.stack(columns, axis=1)

    @property
    def factorials(self) -> Array:
        return np.array([math.factorial(k) for k in range(self.n + 1)], dtype=float)

    def client_step(self, client: int, start: Array) -> Array:
        """P (M, M): coefficients of h -> coefficients of E h(one step), in the orthogonal basis."""
        weights = to_float(self.problem.weights[client])
        x = self.points.T
        gradients = [
            np.array(self.problem.sample_gradient(client, z, list(x), FLOATS), dtype=float).reshape(self.d, -1) for z in range(len(weights))
        ]
        if self.setting.algorithm.exact_gradient:
            gradients, weights = [sum(w * g for w, g in zip(weights, gradients, strict=True))], np.ones(1)
        values = 0.0
        for w, g in zip(weights, gradients, strict=True):
            after = self.setting.step(x, g, start[:, None])
            values = values + w * self.orthogonal(np.linalg.solve(self.scale, after - self.origin[:, None]).T)
        return self.fit @ values

    def client_moments(self, client: int) -> Array:
        """E[u^alpha] / alpha! of a client's last iterate, for every grid point as start: shape (m, M)."""
        H, to_orthogonal = self.setting.local_steps, self.fit @ self.monomials(self.u)
        basis = self.orthogonal(self.u)
        if not self.setting.reads_start:
            return basis @ np.linalg.matrix_power(self.client_step(client, self.origin), H) @ to_orthogonal
        rows = []
        for row, start in zip(basis, self.points, strict=True):
            P = self.client_step(client, start)
            for _ in range(H):
                row = row @ P
            rows.append(row @ to_orthogonal)
        return np.stack(rows)

    def product(self, p: Array, q: Array) -> Array:
        """Truncated product of series with coefficients (m, M)."""
        out = np.zeros_like(p)
        for i, alpha in enumerate(self.exponents):
            for j, beta in enumerate(self.exponents):
                if sum(alpha) + sum(beta) > self.n:
                    break  # sorted by degree
                out[:, self.index[tuple(a + b for a, b in zip(alpha, beta, strict=True))]] += p[:, i] * q[:, j]
        return out

    def moments(self) -> tuple[Array, Array]:
        """E[theta - theta*] and E[(theta - theta*)(theta - theta*)'] under the functional that a round leaves unchanged."""
        N, d = self.problem.num_clients, self.d
        degrees = np.array([sum(alpha) for alpha in self.exponents])
        on_mean, on_start, constant = server_coefficients(self.setting)
        after = self.client_moments(0) * (on_mean / N) ** degrees
        for c in range(1, N):
            after = self.product(after, self.client_moments(c) * (on_mean / N) ** degrees)
        offset = np.linalg.solve(self.scale, constant + (on_mean + on_start - 1) * self.origin)
        if on_start or offset.any():
            after = self.product(after, self.monomials(on_start * self.u + offset))
        # expected change of every u^alpha / alpha! as polynomials; the functional annihilates all of them and sends 1 to 1
        change = self.fit @ (after - self.monomials(self.u))
        change[:, 0] = np.eye(len(change))[0]
        functional = np.linalg.solve(change.T, np.eye(len(change))[0])
        to_orthogonal = functional @ (self.fit @ self.monomials(self.u))
        unit = np.eye(d, dtype=int)
        first = np.array([to_orthogonal[self.index[tuple(e)]] for e in unit])
        second = np.array(
            [[to_orthogonal[self.index[tuple(e + f)]] * (2 if i == j else 1) for j, f in enumerate(unit)] for i, e in enumerate(unit)]
        )
        return self.scale @ first, self.scale @ second @ self.scale.T
