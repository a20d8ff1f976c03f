"""Variance reduction: chains that run beside theta on the samples that theta draws, so that what they have in common cancels.

They follow a method's first and second order around theta*, and their stationary moments are known without sampling.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from symfed.core.errors import InvalidInput, UnstableStep
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm
from symfed.models.arrays import Array, solve, to_float
from symfed.models.jets import SampleJets
from symfed.models.problems import LinearProblem
from symfed.models.problems.problem import FiniteProblem, Problem
from symfed.models.rings import FLOATS
from symfed.reference.exact.laws import local_moments
from symfed.reference.setting import AffineRule, Setting, affine_rule, is_affine, local_coefficients, prepare, server_coefficients


class MemoryChain:
    """A linear problem under an affine rule that conserves the sum of its control variates, which is zero; float64.

    The state is r = (e, xi_1 .. xi_(N-1), 1) with e = theta - theta*, m = N d + 1 numbers. Client c's column (e_x, e_start, xi_c, 1)
    is enters[c] (k, m) times r when a round begins; a step multiplies it by a random matrix, with mean steps[c] (k, k) and mean
    Kronecker square squares[c] (k^2, k^2). The next state is keeps (m, m) times r, plus adds[c] (m, d) times each last iterate.
    Raises InvalidInput for other rules.
    """

    def __init__(self, setting: Setting, problem: LinearProblem) -> None:
        rule, self.d, N = affine_rule(setting), problem.dim, problem.num_clients
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


def _step(rule: AffineRule, slope: Array, gradient: Array, origin: Array) -> Array:
    """A step on the column (x, x_start, xi, 1), both x relative to the origin, where the gradient is slope x + gradient."""
    on_x, on_g, on_start, on_xi, constant = rule.local
    d, eye = len(origin), np.eye(len(origin))
    out = np.eye(3 * d + 1)
    out[:d] = np.hstack([on_x * eye + on_g * slope, on_start * eye, on_xi * eye, np.zeros((d, 1))])
    out[:d, -1] = on_g * gradient + constant + (on_x + on_start - 1) * origin
    return out


def _next_state(rule: AffineRule, N: int, origin: Array) -> tuple[Array, Array]:
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


@dataclass(frozen=True)
class ExactMeans:
    """Under the stationary law: linear (d,) = E e1, second_moment (d, d) = E e1 e1' and second (d,) = E e2; float64."""

    linear: Array
    second_moment: Array
    second: Array


def exact_means(algorithm: str | Algorithm, problem: Problem, gamma: Any, H: int) -> ExactMeans:
    """The stationary means of the chains e1 and e2 that share every drawn sample z with theta = theta* + e1 + e2 + ...

    A step of an affine rule sends e1 by the gradient g_z(theta*) + H_z e1, and e2 by the gradient H_z e2 + T_z[e1, e1]/2 and without
    the rule's constants; all derivatives at theta* and of the same sample. The first is linear stochastic approximation. In the second
    z is independent of where the chains stand, so that E e2 needs the client means of H and T, and E[e1 e1'] at every step of every
    client. A rule with control variates must conserve their sum, which is zero. Raises InvalidInput unless the rule is affine and the
    problem has `sample_jets`; UnstableStep where the linear chain has no stationary second moment.
    """
    linear = linearised(problem)
    if get_algorithm(algorithm).keeps_memory:
        return _with_memory(prepare(algorithm, gamma, H, FLOATS, memory=True), problem, linear)
    known = local_moments(algorithm, linear, gamma, H)
    setting = prepare(algorithm, gamma, H, FLOATS)
    on_x, on_g, on_start, _ = local_coefficients(setting)
    on_mean, on_server_start, _ = server_coefficients(setting)
    eye = np.eye(problem.dim)
    step = on_x * eye + on_g * problem.hessians
    # E e2 of every client as a function of where the round starts, `moved` times that plus `bent`
    moved, bent = 0 * step + eye, np.zeros((problem.num_clients, problem.dim))
    for h in range(setting.local_steps):
        bend = np.einsum("cijk,cjk->ci", problem.third_derivatives, known.local_second_moments[:, h]) / 2
        moved, bent = step @ moved + on_start * eye, (step @ bent[..., None])[..., 0] + on_g * bend
    second = solve((1 - on_server_start) * eye - on_mean * moved.mean(axis=0), on_mean * bent.mean(axis=0))
    return ExactMeans(known.mean - linear.optimum, known.second_moment, second)


def _with_memory(setting: Setting, problem: Problem, linear: LinearProblem) -> ExactMeans:
    chain, d = MemoryChain(setting, linear), problem.dim
    second = chain.second_moments()
    bend = np.einsum("cijk,chjk->chi", to_float(problem.third_derivatives), chain.local_second_moments(second)) / 2
    return ExactMeans(second[:d, -1], second[:d, :d], chain.driven_mean(chain.on_gradient * bend))


def linearised(problem: Problem) -> LinearProblem:
    """The problem with every sample's gradient replaced by its tangent at theta*. Raises InvalidInput where it has no `sample_jets`."""
    if not isinstance(problem, FiniteProblem) or problem.sample_jets is None:
        raise InvalidInput("problem", problem, "must offer the derivatives of single samples, as logistic and scalar problems do")
    jets, weights = problem.sample_jets, problem.weights
    slopes = [A[: len(w)] for A, w in zip(jets.hessians, weights, strict=True)]
    gradients = [g[: len(w)] for g, w in zip(jets.gradients, weights, strict=True)]
    return LinearProblem(slopes, [A @ jets.optimum - g for A, g in zip(slopes, gradients, strict=True)], weights)


KINDS = ("linear", "second")
_LARGEST_MEMORY = 30  # numbers in a state with memory; solving for their second moments takes about a second
_LARGEST = 20  # the exact means take d^6 operations: a second at d = 20, about ten at d = 30


@dataclass(frozen=True)
class Coupling:
    """One or two chains that follow theta's own rule with a gradient simplified at theta*; see `control_variates`.

    Chain 1 is theta* + e1: it takes the tangent of each drawn sample's gradient. Chain 2, for kind "second", is theta* + e1 + e2 and
    adds the bend T_z[e1, e1]/2. An affine rule maps such sums as it maps their parts, constants included. Subtracting the last chain
    from theta and the square of chain 1 from that of theta leaves terms of higher order, whose averages fluctuate that much less.
    """

    kind: str
    jets: SampleJets
    means: ExactMeans

    @property
    def chains(self) -> int:
        """How many chains run, theta's own among them."""
        return 2 + KINDS.index(self.kind)

    @property
    def mean(self) -> Array:
        """E[last chain - theta*], (d,)."""
        return self.means.linear + (self.means.second if self.kind == "second" else 0)

    @property
    def second_moment(self) -> Array:
        """E[e1 e1'], (d, d)."""
        return self.means.second_moment

    def gradients(self, x: Array, z: Array) -> list[Array]:
        """Gradients of chains 1, 2 at x (replicas, chains, N, d) for samples z (replicas, N): each (replicas, N, d)."""
        jets, clients = self.jets, np.arange(z.shape[1])
        a, slope, curvature, third = (table[clients, z] for table in (jets.directions, jets.slopes, jets.curvatures, jets.thirds))
        out, bend = [], np.zeros_like(slope)
        for chain in range(1, self.chains):
            along = (a * (x[:, chain] - jets.optimum)).sum(axis=-1)
            out.append((slope + curvature * along + bend)[..., None] * a + jets.l2 * x[:, chain])
            bend = third * along**2 / 2
        return out


def coupling(kind: str, setting: Setting, problem: Problem) -> Coupling:
    """The chains of this kind for a setting. Raises InvalidInput where there are none."""
    if kind not in KINDS:
        raise InvalidInput("variance_reduction", kind, f"must be None or one of {', '.join(KINDS)}")
    jets, obstacle = problem.sample_jets, _obstacle(setting, problem)
    if jets is None or obstacle is not None:
        raise InvalidInput("variance_reduction", kind, f"does not apply: {obstacle}", "use variance_reduction=None")
    return Coupling(kind, jets, exact_means(setting.algorithm, problem, setting.gamma, setting.local_steps))


def best_kind(setting: Setting, problem: Problem) -> str | None:
    """The strongest kind that applies and whose exact means are cheap; None where there is none."""
    return "second" if problem.dim <= _LARGEST and _obstacle(setting, problem) is None else None


def _obstacle(setting: Setting, problem: Problem) -> str | None:
    """Why no chain applies, or None."""
    algorithm = setting.algorithm
    if problem.sample_jets is None:
        return f"{type(problem).__name__} does not offer the derivatives of single samples"
    if algorithm.exact_gradient:
        return f"{algorithm.name} draws no samples, so that there is no noise to take away"
    if not is_affine(setting):
        return f"the rule of {algorithm.name} is not affine, and the means of its chains are not known"
    if algorithm.keeps_memory and not affine_rule(setting).conserves_sum:
        return f"the control variates of {algorithm.name} need not add up to zero, and the means of its chains are not known"
    if algorithm.keeps_memory and problem.num_clients * problem.dim > _LARGEST_MEMORY:
        return f"the moments of {problem.num_clients} clients' control variates in dimension {problem.dim} take too long"
    return None
