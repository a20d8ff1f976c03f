"""Stationary moments, known without sampling, of the first two orders of a rule with control variates around theta*."""

from __future__ import annotations

import numpy as np

from symfed.core.errors import InvalidInput, UnstableStep
from symfed.models.arrays import Array, to_float
from symfed.models.problems import LinearProblem
from symfed.reference.exact.memory.rule import MemoryRule, memory_rule
from symfed.reference.setting import Setting


class MemoryChain:
    """A linear problem under an affine rule that conserves the sum of its control variates, which is zero; float64.

    The state is r = (e, xi_1 .. xi_(N-1), 1) with e = theta - theta*, m = N d + 1 numbers. Client c's column (e_x, e_start, xi_c, 1)
    is enters[c] (k, m) times r when a round begins; a step multiplies it by a random matrix, with mean steps[c] (k, k) and mean
    Kronecker square squares[c] (k^2, k^2). The next state is keeps (m, m) times r, plus adds[c] (m, d) times each last iterate.
    Raises InvalidInput for other rules.
    """

    def __init__(self, setting: Setting, problem: LinearProblem) -> None:
        rule, self.d, N = memory_rule(setting), problem.dim, problem.num_clients
        if not rule.conserves_sum:
            raise InvalidInput("algorithm", setting.algorithm.name, "must conserve the sum of its control variates")
        self.gamma, self.H, self.on_gradient, d = setting.gamma, setting.local_steps, rule.local[1], self.d
        origin = to_float(problem.optimum)
        keeps, adds = _next_state(rule, N, origin)
        kept = [*range(N * d), -1]  # all but the last control variate, which is minus the sum of the others
        whole = np.zeros(((N + 1) * d + 1, N * d + 1))
        whole[kept, range(N * d + 1)] = 1
        for c in range(1, N):
            whole[N * d : -1, c * d : (c + 1) * d] = -np.eye(d)
        self.keeps, self.adds = keeps[kept] @ whole, adds[:, kept]
        self.enters, self.steps, self.squares = [], [], []
        for c, (A, b, weights) in enumerate(zip(problem.matrices, problem.vectors, problem.weights, strict=True)):
            column = np.zeros((3 * d + 1, (N + 1) * d + 1))
            column[:d, :d] = column[d : 2 * d, :d] = column[2 * d : -1, (c + 1) * d : (c + 2) * d] = np.eye(d)
            column[-1, -1] = 1
            self.enters.append(column @ whole)
            maps = [_step(rule, slope, slope @ origin - v, origin) for slope, v in zip(to_float(A), to_float(b), strict=True)]
            self.steps.append(np.tensordot(to_float(weights), np.stack(maps), 1))
            self.squares.append(np.tensordot(to_float(weights), np.stack([np.kron(T, T) for T in maps]), 1))

    def second_moments(self) -> Array:
        """E[r r'], (m, m). Raises UnstableStep where there is none."""
        m, moves = len(self.keeps), self.keeps.copy()
        spreads = np.zeros((m * m, m * m))
        for enter, step, square, add in zip(self.enters, self.steps, self.squares, self.adds, strict=True):
            end = np.linalg.matrix_power(step, self.H)[: self.d]
            moves += add @ end @ enter
            rows = _pairs(self.d, len(step))
            noise = np.linalg.matrix_power(square, self.H)[rows] - np.kron(end, end)
            spreads += np.kron(add, add) @ noise @ np.kron(enter, enter)
        change = np.kron(moves, moves) + spreads - np.eye(m * m)
        change[-1] = 0  # the square of the constant stays one
        change[-1, -1] = 1
        found = np.linalg.solve(change, np.eye(m * m)[-1]).reshape(m, m)
        found = (found + found.T) / 2
        # a solution without a stationary law is far from positive; one with it is so up to the rounding of a well-conditioned solve
        if not np.linalg.eigvalsh(found).min() > -1e-9 * abs(found).max():
            raise UnstableStep("gamma", self.gamma, "the linearised chain has no stationary second moments")
        return found

    def local_second_moments(self, second: Array) -> Array:
        """E[e e'] of every client's iterate after h = 0 .. H - 1 steps, (N, H, d, d)."""
        out = np.empty((len(self.steps), self.H, self.d, self.d))
        for c, (enter, square) in enumerate(zip(self.enters, self.squares, strict=True)):
            pair, k = (enter @ second @ enter.T).ravel(), len(enter)
            for h in range(self.H):
                out[c, h] = pair.reshape(k, k)[: self.d, : self.d]
                pair = square @ pair
        return out

    def driven_mean(self, pushes: Array) -> Array:
        """E[e], (d,), where every mean gradient is the tangent of that one and pushes[c, h] (N, H, d) is added to each local iterate."""
        m, moves, shift = len(self.keeps) - 1, self.keeps[:-1, :-1].copy(), 0.0
        for c, (enter, step, add) in enumerate(zip(self.enters, self.steps, self.adds, strict=True)):
            linear = step[:-1, :-1]
            bent = np.zeros(len(linear))
            for push in pushes[c]:
                bent = linear @ bent
                bent[: self.d] += push
            moves += (add @ np.linalg.matrix_power(linear, self.H)[: self.d] @ enter[:-1, :-1])[:-1]
            shift = shift + (add @ bent[: self.d])[:-1]
        mean: Array = np.linalg.solve(np.eye(m) - moves, shift)[: self.d]
        return mean


def _pairs(d: int, k: int) -> Array:
    """Where the entries of the first d rows and columns are in a raveled (k, k) matrix."""
    rows: Array = (np.arange(d)[:, None] * k + np.arange(d)).ravel()
    return rows


def _step(rule: MemoryRule, slope: Array, gradient: Array, origin: Array) -> Array:
    """A step on the column (x, x_start, xi, 1), both x relative to the origin, where the gradient is slope x + gradient."""
    on_x, on_g, on_start, on_xi, constant = rule.local
    d, eye = len(origin), np.eye(len(origin))
    out = np.eye(3 * d + 1)
    out[:d] = np.hstack([on_x * eye + on_g * slope, on_start * eye, on_xi * eye, np.zeros((d, 1))])
    out[:d, -1] = on_g * gradient + constant + (on_x + on_start - 1) * origin
    return out


def _next_state(rule: MemoryRule, N: int, origin: Array) -> tuple[Array, Array]:
    """What the next (theta - origin, xi_1 .. xi_N, 1) is of the one before and, (N, ., d), of each client's last iterate."""
    on_mean, on_start, constant = rule.server
    on_xi, on_end, from_start, on_next, added = rule.control
    d, eye = len(origin), np.eye(len(origin))
    keeps, adds = np.zeros(((N + 1) * d + 1,) * 2), np.zeros((N, (N + 1) * d + 1, d))
    keeps[-1, -1] = 1
    keeps[:d, :d], keeps[:d, -1], adds[:, :d] = on_start * eye, constant + (on_mean + on_start - 1) * origin, on_mean / N * eye
    for c in range(N):
        own = slice((c + 1) * d, (c + 2) * d)
        keeps[own], adds[:, own] = on_next * keeps[:d], on_next * adds[:, :d]
        keeps[own, :d] += from_start * eye
        keeps[own, own] += on_xi * eye
        keeps[own, -1] += added + (on_end + from_start + on_next) * origin
        adds[c, own] += on_end * eye
    return keeps, adds
