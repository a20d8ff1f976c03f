"""Weighted sums of several runs of one algorithm, with independent or shared noise: exact moments of the joint chain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from symfed.core.errors import InvalidInput, UnstableStep
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm
from symfed.models.arrays import Array, as_array, identity, like, rational, solve, zeros
from symfed.models.problems import QuadraticProblem
from symfed.models.rings import FLOATS, RATIONALS
from symfed.reference.exact.additive_noise import ConstantNoise
from symfed.reference.exact.moments import Moments, NoContraction, mean_gradients
from symfed.reference.setting import Setting, local_coefficients, natural_ring, prepare, server_coefficients


@dataclass(frozen=True)
class ErrorLaw:
    """Bias (d,) and covariance (d, d) of an estimator of theta*: exact for rationals, rounded for floats."""

    bias: Array
    covariance: Array

    @property
    def second_moment(self) -> Array:
        """E[(estimator - theta*)(estimator - theta*)'], (d, d)."""
        out: Array = self.covariance + np.multiply.outer(self.bias, self.bias)
        return out

    @property
    def mean_squared(self) -> Any:
        """E |estimator - theta*|²."""
        return np.trace(self.second_moment)


@dataclass(frozen=True)
class Combination:
    """sum_r weights[r] * theta of run r, the runs being of `algorithm` on a QuadraticProblem at runs[r] = (gamma_r, H_r).

    shared: the h-th local step of a client's round draws the same noise in every run that still steps; otherwise runs are independent.
    Rational if problem, step sizes and weights are, float64 otherwise. Raises InvalidInput for another problem or rules that are not
    affine, UnstableStep if a run has no stationary law.

    >>> from fractions import Fraction
    >>> problem = QuadraticProblem([[[1]]], [[0]], [[1]])
    >>> runs = Combination("sgd", problem, [(Fraction(1, 4), 1), (Fraction(1, 2), 1)], [2, -1], shared=True)
    >>> runs.stationary().covariance  # a third of gamma, to leading order
    array([[11/105]], dtype=object)
    """

    algorithm: str | Algorithm
    problem: QuadraticProblem
    runs: Sequence[tuple[Any, int]]
    weights: Sequence[Any]
    shared: bool

    def __post_init__(self) -> None:
        if not isinstance(self.problem, QuadraticProblem):
            raise InvalidInput("problem", self.problem, "must be a QuadraticProblem")
        if not self.runs or len(self.runs) != len(self.weights):
            raise InvalidInput("weights", list(self.weights), f"must be one for each of the {len(self.runs)} runs")

    @cached_property
    def settings(self) -> list[Setting]:
        rule = get_algorithm(self.algorithm)
        rings = [natural_ring(rule, self.problem, gamma) for gamma, _ in self.runs]
        exact = all(ring is RATIONALS for ring in rings) and all(rational(weight) is not None for weight in self.weights)
        return [prepare(rule, gamma, H, RATIONALS if exact else FLOATS) for gamma, H in self.runs]

    @cached_property
    def theta(self) -> Array:
        """theta*."""
        return self.settings[0].numbers(self.problem.optimum)

    @cached_property
    def round(self) -> ConstantNoise:
        """One round of all runs side by side, relative to theta* in each, with the effect of each step's sample added up."""
        d, R, N = self.problem.dim, len(self.runs), self.problem.num_clients
        (A, gradients), C = mean_gradients(self.problem, self.theta), like(self.problem.noise, self.theta)
        matrix, shift = np.stack([identity(R * d, A)] * N), zeros((N, R * d), A)
        noise = zeros((N, R * d, R * d), A)
        one_run = np.kron(np.eye(R, dtype=int), np.ones((d, d), dtype=int))  # without what couples two runs
        for h in range(max(setting.local_steps for setting in self.settings)):
            turn, kick = np.stack([identity(R * d, A)] * N), zeros((N, R * d), A)
            back, on_noise = zeros((R * d, R * d), A), zeros((R * d, d), A)
            for r, setting in enumerate(self.settings):
                if h < setting.local_steps:
                    own, eye = slice(r * d, (r + 1) * d), identity(d, A)
                    on_x, on_g, on_start, _, constant = local_coefficients(setting)
                    turn[:, own, own] = on_x * eye + on_g * A
                    kick[:, own] = on_g * gradients + constant + (on_x + on_start - 1) * self.theta
                    back[own, own] = on_start * eye
                    on_noise[own] = (0 if setting.algorithm.exact_gradient else 1) * on_g * eye
            matrix, shift = turn @ matrix + back, (turn @ shift[..., None])[..., 0] + kick
            drawn = on_noise @ C @ on_noise.T
            noise = turn @ noise @ turn.transpose(0, 2, 1) + (drawn if self.shared else drawn * one_run)
        matrix, shift, noise = matrix.sum(axis=0) / N, shift.sum(axis=0) / N, noise.sum(axis=0) / N**2
        coefficients = [server_coefficients(setting) for setting in self.settings]
        on_mean, on_start, constant = (np.repeat(np.array(column), d) for column in zip(*coefficients, strict=True))
        drift = constant + (on_mean + on_start - 1) * np.tile(self.theta, R)
        noise = on_mean[:, None] * noise * on_mean[None, :]
        return ConstantNoise(on_mean[:, None] * matrix + np.diag(on_start), on_mean * shift + drift, noise)

    @cached_property
    def _sum(self) -> Array:
        """The matrix (d, R d) of the weighted sum."""
        eye = identity(self.problem.dim, self.theta)
        return np.concatenate([self.settings[0].ring(weight) * eye for weight in self.weights], axis=1)

    @cached_property
    def _moments(self) -> Moments:
        try:
            return self.round.moments
        except NoContraction as unstable:
            raise UnstableStep("runs", list(self.runs), f"a round of all of them {unstable}") from None

    def _law(self, mean: Array, covariance: Array) -> ErrorLaw:
        """The moments of the weighted sum's error, from those of the runs."""
        moved = self._sum @ np.tile(self.theta, len(self.runs)) - self.theta  # zero where the weights sum to one
        return ErrorLaw(self._sum @ mean + moved, self._sum @ covariance @ self._sum.T)

    def stationary(self) -> ErrorLaw:
        """The law of the sum when all runs are stationary."""
        if (stated := getattr(self.problem, "stated_sum", None)) is not None:  # a problem whose laws are symbolic (symfed/coq)
            found: ErrorLaw = stated(get_algorithm(self.algorithm), self.runs, self.weights)
            return found
        return self._law(self._moments.mean, self._moments.covariance)

    def long_run_covariance(self) -> Array:
        """The limit of T Cov[(1/T) sum over t < T of the sum at round t], (d, d): the sum of autocovariances of all lags."""
        M, X = self.round.matrix, self._moments.covariance
        later = solve(identity(len(M), M) - M, M @ X)
        return self._law(0 * self.round.shift, X + later + later.T).covariance

    def averaged(self, rounds: int, start: ArrayLike, burn_in: int = 0) -> ErrorLaw:
        """(1/(rounds - burn_in)) times the sum over burn_in <= t < rounds of the sum at round t, all runs begun at `start` (d,)."""
        if not 0 <= burn_in < rounds:
            raise InvalidInput("burn_in", burn_in, f"must be at least 0 and less than rounds = {rounds}")
        one = self.round
        mean = np.tile(self.settings[0].numbers(as_array("start", start, ("d",))) - self.theta, len(self.runs))
        total, zero = 0 * mean, 0 * one.noise
        spread, with_total, of_total = zero, zero, zero  # Cov(e, e), Cov(e, total), Cov(total, total)
        for t in range(rounds):
            if t >= burn_in:
                total, of_total = total + mean, of_total + with_total + with_total.T + spread
                with_total = with_total + spread
            mean, spread = one.advance(mean, spread)
            with_total = one.matrix @ with_total
        averaged = rounds - burn_in
        return self._law(total / averaged, of_total / averaged**2)
