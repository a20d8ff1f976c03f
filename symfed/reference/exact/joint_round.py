"""One round of an affine rule with control variates: the map of each client, and the affine map of (theta, xi_1, .., xi_N)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from symfed.core.errors import InvalidInput
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm
from symfed.models.arrays import Array, identity, zeros
from symfed.models.problems import LinearProblem, QuadraticProblem
from symfed.models.problems.problem import Problem
from symfed.reference.exact.additive_noise import ClientEnds, client_ends
from symfed.reference.exact.moments import mean_gradients
from symfed.reference.exact.multiplicative_noise import client_noise, column_moment, noise_forms
from symfed.reference.setting import AffineRule, Setting, affine_rule, natural_ring, prepare


@dataclass(frozen=True)
class JointRound(ClientEnds):
    """The clients' independent ends, followed by the server and control updates, coordinate by coordinate (`rule`).

    e = theta - theta*; `server_drift` and `control_drift` (d,) are the constants added to e and to xi. If the clients' noise depends on
    e and xi_c, `forms` are its `noise_forms`, and `noise` is zero.
    """

    rule: AffineRule
    server_drift: Array
    control_drift: Array
    forms: Array | None = None

    @property
    def size(self) -> tuple[int, int]:
        """(N, d)."""
        N, d = self.shifts.shape
        return N, d

    def push(self, columns: Array) -> Array:
        """The linear part of the noiseless round applied to columns (e, xi_1, .., xi_N), shape (N + 1, d, m)."""
        (on_mean, server_start, _), (on_own, on_end, on_start, on_next, _) = self.rule.server, self.rule.control
        e, xi = columns[0], columns[1:]
        ends = e + self.moves @ e + self.on_xi @ xi
        following = on_mean * ends.sum(axis=0) / len(xi) + server_start * e
        renewed = on_own * xi + on_end * ends + on_start * e + on_next * following
        return np.concatenate([following[None], renewed])

    @cached_property
    def matrix(self) -> Array:
        """The noiseless round on the column (e, xi_1, .., xi_N), ((N + 1) d, (N + 1) d)."""
        N, d = self.size
        n = (N + 1) * d
        out: Array = self.push(identity(n, self.moves).reshape(N + 1, d, n)).reshape(n, n)
        return out

    @cached_property
    def shift(self) -> Array:
        """The constant that a round adds to the column, ((N + 1) d,)."""
        on_mean, (_, on_end, _, on_next, _) = self.rule.server[0], self.rule.control
        server = on_mean * self.shifts.sum(axis=0) / len(self.shifts) + self.server_drift
        return np.concatenate([server, (on_end * self.shifts + on_next * server + self.control_drift).ravel()])

    @cached_property
    def shares(self) -> Array:
        """The coefficients of the noises n_c in theta and in every control variate, the same for all coordinates, (N + 1, N)."""
        N, on_mean, (_, on_end, _, on_next, _) = len(self.shifts), self.rule.server[0], self.rule.control
        out = zeros((N + 1, N), self.moves)
        out[0] = out[0] + on_mean / (self.moves.flat[0] * 0 + N)
        out[1:] = on_next * out[:1] + on_end * identity(N, self.moves)
        return out

    def spread(self, noise: Array) -> Array:
        """The covariance ((N + 1) d, (N + 1) d) of a round's random increment of the column, for clients' noise (N, d, d)."""
        N, d = self.size
        out = zeros((N + 1, d, N + 1, d), self.moves)
        for k, row in enumerate(self.shares):
            # besides its own noise, a control variate receives only the noise of the mean
            out[k] = np.tensordot(self.shares * row, noise, 1).transpose(1, 0, 2)
        joined: Array = out.reshape((N + 1) * d, (N + 1) * d)
        return joined

    def advance(self, mean: Array, covariance: Array) -> tuple[Array, Array]:
        """Mean ((N + 1) d,) and covariance ((N + 1) d, (N + 1) d) of the column after a round; time and memory proportional to N²."""
        N, d = self.size
        blocks, n = (N + 1, d, -1), len(mean)
        noise = self.noise if self.forms is None else client_noise(self.forms, self.own_moments(mean, covariance))
        half = self.push(covariance.reshape(blocks)).reshape(n, n)
        spread = self.push(half.T.reshape(blocks)).reshape(n, n) + self.spread(noise)
        return self.push(mean.reshape(blocks)).ravel() + self.shift, spread

    def own_moments(self, mean: Array, covariance: Array) -> Array:
        """E[u u'] for u = (e, xi_c, 1), shape (N, 2d + 1, 2d + 1), from those of the column, ((N + 1) d,) and its square."""
        N, d = self.size
        out = zeros((N, 2 * d + 1, 2 * d + 1), mean)
        for c in range(N):
            kept = [*range(d), *range((c + 1) * d, (c + 2) * d)]
            out[c] = column_moment(mean[kept], covariance[np.ix_(kept, kept)])
        return out


def joint_round(setting: Setting, problem: LinearProblem | QuadraticProblem, origin: Array | None = None) -> JointRound:
    """The round on a problem, about theta* unless an origin (d,) is given. Raises InvalidInput for a rule that is not affine."""
    about, rule = setting.numbers(problem.optimum) if origin is None else origin, affine_rule(setting)
    (on_mean, server_start, server_constant), (_, on_end, on_begin, on_next, control_constant) = rule.server, rule.control
    slopes, gradients = mean_gradients(problem, about)
    ends = client_ends(setting, slopes, gradients, problem.noise if isinstance(problem, QuadraticProblem) else 0 * slopes, about)
    return JointRound(
        **vars(ends),
        rule=rule,
        server_drift=server_constant + (on_mean + server_start - 1) * about,
        control_drift=control_constant + (on_end + on_begin + on_next) * about,
        forms=None if isinstance(problem, QuadraticProblem) else noise_forms(setting, problem, about),
    )


def round_matrix(algorithm: str | Algorithm, problem: Problem, gamma: Any, H: int) -> Array:
    """The lifted map of a noiseless round: the ((N + 1) d, (N + 1) d) matrix on the column (theta - theta*, xi_1, .., xi_N).

    Found by running the rule. Row and column d (c + 1) + i are coordinate i of client c's control variate (clients from 0). Rational
    if problem, gamma and hyper-parameters are, float64 otherwise. For a rule that conserves the sum of the control variates
    the matrix has the eigenvalue 1, d times and more only if a client does not move, with the left eigenvectors
    (0, v, .., v); the columns with xi_1 + .. + xi_N = 0 are invariant. If it contracts on them, it also converges from other starts,
    but to the minimiser of f(theta) + <mean of xi_c, theta>. Raises InvalidInput for another kind of problem, or a rule without
    memory or not affine.

    >>> from fractions import Fraction
    >>> round_matrix("scaffold", QuadraticProblem([[[1]]], [[0]]), Fraction(1, 2), 2)
    array([[1/4, -3/4],
           [0, 1]], dtype=object)
    """
    if not isinstance(problem, QuadraticProblem):
        raise InvalidInput("problem", problem, "must be a QuadraticProblem")
    rule = get_algorithm(algorithm)
    if (stated := getattr(problem, "stated_round", None)) is not None:  # in tracing numbers (symfed/coq)
        matrix: Array = stated(rule, gamma, H)
        return matrix
    setting = prepare(rule, gamma, H, natural_ring(rule, problem, gamma), memory=True)
    if not setting.algorithm.keeps_memory:
        raise InvalidInput("algorithm", setting.algorithm.name, "keeps no control variates")
    return joint_round(setting, problem).matrix
