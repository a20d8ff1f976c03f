"""One round of an affine rule with control variates: what each client does, and the affine map of (theta, xi_1, .., xi_N)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from symfed.core.errors import InvalidInput
from symfed.models.algorithm import Algorithm
from symfed.models.arrays import Array, identity, to_float, zeros
from symfed.models.problems import QuadraticProblem
from symfed.models.problems.problem import Problem
from symfed.reference.exact.memory_rule import MemoryRule, memory_rule
from symfed.reference.exact.moments import EPS
from symfed.reference.exact.round_map import repeat
from symfed.reference.setting import RATIONALS, Setting, natural_ring, prepare


@dataclass(frozen=True)
class MemoryRound:
    """Client c ends its H steps in e + moves[c] e + on_xi[c] xi_c + shifts[c] + n_c, with e = theta - theta*.

    moves, on_xi (N, d, d); shifts (N, d); noise (N, d, d) is the covariance of n_c, independent over clients. The server and the
    control update, coordinate by coordinate, are in `rule`; `server_drift` and `control_drift` (d,) are what they add to e and to xi.
    """

    rule: MemoryRule
    moves: Array
    on_xi: Array
    shifts: Array
    noise: Array
    server_drift: Array
    control_drift: Array
    steps: int

    @property
    def size(self) -> tuple[int, int]:
        """(N, d)."""
        N, d = self.shifts.shape
        return N, d

    @cached_property
    def matrix(self) -> Array:
        """The noiseless round on the column (e, xi_1, .., xi_N), ((N + 1) d, (N + 1) d)."""
        N, d = self.size
        eye, (on_mean, server_start, _), (on_own, on_end, on_start, on_next, _) = (
            identity(d, self.moves),
            self.rule.server,
            self.rule.control,
        )
        ends = zeros((N, d, N + 1, d), self.moves)
        for c in range(N):
            ends[c, :, 0], ends[c, :, c + 1] = eye + self.moves[c], self.on_xi[c]
        out = zeros((N + 1, d, N + 1, d), self.moves)
        out[0] = on_mean * ends.sum(axis=0) / N
        out[0, :, 0] = out[0, :, 0] + server_start * eye
        for c in range(N):
            out[c + 1] = on_end * ends[c] + on_next * out[0]
            out[c + 1, :, 0] = out[c + 1, :, 0] + on_start * eye
            out[c + 1, :, c + 1] = out[c + 1, :, c + 1] + on_own * eye
        return out.reshape((N + 1) * d, (N + 1) * d)

    @cached_property
    def shift(self) -> Array:
        """What a round adds to the column, ((N + 1) d,)."""
        on_mean, (_, on_end, _, on_next, _) = self.rule.server[0], self.rule.control
        server = on_mean * self.shifts.sum(axis=0) / len(self.shifts) + self.server_drift
        return np.concatenate([server, (on_end * self.shifts + on_next * server + self.control_drift).ravel()])

    @cached_property
    def covariance(self) -> Array:
        """Of what a round adds to the column at random, ((N + 1) d, (N + 1) d)."""
        N, d = self.size
        on_mean, (_, on_end, _, on_next, _) = self.rule.server[0], self.rule.control
        # n_c enters theta with on_mean / N, every control variate with on_next times that, and its own with on_end besides
        weights = zeros((N + 1, N), self.moves)
        weights[0] = weights[0] + on_mean / self._number(N)
        weights[1:] = on_next * weights[:1] + on_end * identity(N, self.moves)
        out = zeros((N + 1, N + 1, d, d), self.moves)
        for c in range(N):
            out = out + np.multiply.outer(np.multiply.outer(weights[:, c], weights[:, c]), self.noise[c])
        joined: Array = out.transpose(0, 2, 1, 3).reshape((N + 1) * d, (N + 1) * d)
        return joined

    def _number(self, value: int) -> Any:
        return self.moves.flat[0] * 0 + value


def memory_round(setting: Setting, hessians: Array, intercepts: Array, noise: Array, origin: Array) -> MemoryRound:
    """The round for clients with gradients A_c e + g_c plus noise, e relative to `origin` (d,); shapes (N, d, d), (N, d), (N, d, d).

    The H steps are composed by squaring, for the distance to the start of the round: what is small then is not a difference of numbers
    near one. Raises InvalidInput for a rule that is not affine.
    """
    if setting.ring is not RATIONALS:
        hessians, intercepts, noise = to_float(hessians), to_float(intercepts), to_float(noise)
    rule = memory_rule(setting)
    on_x, on_g, on_start, on_xi, constant = rule.local
    (on_mean, server_start, server_constant), (_, on_end, on_begin, on_next, control_constant) = rule.server, rule.control
    N, d = intercepts.shape
    eye = identity(d, hessians)
    away = on_x + on_start - 1
    drift = (on_g * intercepts + constant + away * origin)[..., None]
    columns = np.concatenate([away * eye + on_g * hessians, np.stack([on_xi * eye] * N), drift], axis=2)
    own_noise = 0 * noise if setting.algorithm.exact_gradient else on_g * on_g * noise
    _, columns, total_noise = repeat((on_x * eye + on_g * hessians, columns, own_noise), setting.local_steps)
    return MemoryRound(
        rule=rule,
        moves=columns[..., :d],
        on_xi=columns[..., d : 2 * d],
        shifts=columns[..., 2 * d],
        noise=total_noise,
        server_drift=server_constant + (on_mean + server_start - 1) * origin,
        control_drift=control_constant + (on_end + on_begin + on_next) * origin,
        steps=setting.local_steps,
    )


def quadratic_round(setting: Setting, problem: QuadraticProblem) -> MemoryRound:
    """`memory_round` about theta*."""
    A, centres, theta = (_kind(part, setting) for part in (problem.hessian_matrices, problem.optima, problem.optimum))
    return memory_round(setting, A, (A @ (theta - centres)[..., None])[..., 0], problem.noise, theta)


def round_matrix(algorithm: str | Algorithm, problem: Problem, gamma: Any, H: int) -> Array:
    """The lifted map of a noiseless round: the ((N + 1) d, (N + 1) d) matrix on the column (theta - theta*, xi_1, .., xi_N).

    Found by running the rule. Row and column d (c + 1) + i are coordinate i of client c's control variate (clients from 0). Rational
    where problem, gamma and hyper-parameters are, float64 otherwise. For a rule that conserves the sum of the control variates, as
    Scaffold does, the matrix has the eigenvalue 1, d times and more only if a client does not move, with the left eigenvectors
    (0, v, .., v); the columns with xi_1 + .. + xi_N = 0 are invariant, and on them Scaffold contracts. From elsewhere it converges too,
    but to the minimiser of f(theta) + <mean of xi_c, theta>. Raises InvalidInput for another kind of problem, or a rule without
    memory or not affine.

    >>> from fractions import Fraction
    >>> round_matrix("scaffold", QuadraticProblem([[[1]]], [[0]]), Fraction(1, 2), 2)
    array([[1/4, -3/4],
           [0, 1]], dtype=object)
    """
    if not isinstance(problem, QuadraticProblem):
        raise InvalidInput("problem", problem, "must be a QuadraticProblem")
    setting = prepare(algorithm, gamma, H, natural_ring(algorithm, problem, gamma), memory=True)
    if not setting.algorithm.keeps_memory:
        raise InvalidInput("algorithm", setting.algorithm.name, "keeps no control variates")
    return quadratic_round(setting, problem).matrix


def rounding(law: MemoryRound) -> float:
    """Of the float round's entries, relative: a sum of d products is off by about sqrt(d) units, some more for the rule, H times."""
    return float(law.steps * (np.sqrt(law.size[1]) + 4) * EPS)


def _kind(array: Array, setting: Setting) -> Array:
    return array if setting.ring is RATIONALS else to_float(array)
