"""Exact runs with finitely many samples per client, every draw spelled out, and the algorithms' rules run on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import flint
import numpy as np
from hypothesis import strategies as st

from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm
from symfed.models.arrays import Array, solve
from symfed.models.problems import QuadraticProblem
from symfed.models.rounds import run_rounds
from symfed.strategies import Strategy, gershgorin, positive_matrices, rationals, text
from symfed.strategies.instance import step_shares

#: A law with finitely many atoms: point -> probability.
Law = Mapping[tuple[Any, ...], Any]


@dataclass(frozen=True)
class SampledRun:
    """Client c's sample z, all equally likely, has the gradient A_cz x - b_cz + k_cz x³ (entrywise cube); convex where k_cz >= 0.

    matrices (N, Z, d, d), vectors (N, Z, d), cubes (N, Z); draws (rounds, N, H) sample numbers; start and point (d,). All rational.
    Draws are independent; `repeating` ones are not, for each client then keeps its first state in all steps and rounds.
    """

    matrices: Array
    vectors: Array
    cubes: Array
    gamma: Any
    draws: Array
    start: Array
    point: Array
    repeating: bool = False

    @property
    def N(self) -> int:
        return len(self.vectors)

    @property
    def H(self) -> int:
        return int(self.draws.shape[2])

    @property
    def samples(self) -> range:
        """Sample numbers of a client."""
        return range(self.vectors.shape[1])

    @property
    def L(self) -> Any:
        """Smoothness of every sample loss, its cubes left aside."""
        return max(max(abs(end) for end in gershgorin(A)) for client in self.matrices for A in client)

    @property
    def mu(self) -> Any:
        """Strong convexity of every client's mean loss, cubes left aside; by Gershgorin, so 0 or less means unknown."""
        return min(gershgorin(client.sum(axis=0) / len(client))[0] for client in self.matrices)

    def gradient(self, c: int, z: int, x: Array) -> Array:
        """Gradient of F_c^z."""
        out: Array = self.matrices[c, z] @ x - self.vectors[c, z] + self.cubes[c, z] * x**3
        return out

    def loss(self, c: int, z: int, x: Array) -> Any:
        """F_c^z, zero at the origin."""
        return x @ self.matrices[c, z] @ x / 2 - self.vectors[c, z] @ x + self.cubes[c, z] * (x**4).sum() / 4

    def mean_gradient(self, c: int, x: Array) -> Array:
        """Gradient of f_c."""
        out: Array = np.stack([self.gradient(c, z, x) for z in self.samples]).sum(axis=0) / len(self.samples)
        return out

    def quadratic(self) -> QuadraticProblem:
        """The clients' mean losses, cubes left aside, as a problem that knows its optimum."""
        A, b = self.matrices.sum(axis=1) / len(self.samples), self.vectors.sum(axis=1) / len(self.samples)
        return QuadraticProblem(A, np.stack([solve(A_c, b_c) for A_c, b_c in zip(A, b, strict=True)]))

    def states(self, rounds: int = 1) -> list[Array]:
        """All equally likely draws of that many rounds, each of shape (rounds, N, H)."""
        shape = (rounds, self.N, self.H)
        if self.repeating:
            return [np.broadcast_to(np.array(kept)[:, None], shape) for kept in product(self.samples, repeat=self.N)]
        return [np.array(numbers).reshape(shape) for numbers in product(self.samples, repeat=rounds * self.N * self.H)]

    def parameters(self) -> dict[str, Any]:
        """The numbers that a Domain speaks about."""
        return {"gamma": self.gamma, "H": self.H, "N": self.N, "mu": self.mu, "L": self.L}

    def describe(self) -> dict[str, str]:
        """Text from which the run can be written down again."""
        names = ("matrices", "vectors", "cubes", "gamma", "draws", "start", "point")
        return {name: text(getattr(self, name)) for name in (*names, *(("repeating",) if self.repeating else ()))}


def repeating(run: Any) -> Any:
    """The run with draws that are not independent; None of what is no such run."""
    return replace(run, repeating=True) if isinstance(run, SampledRun) else None


def by_rule(algorithm: str | Algorithm, run: SampledRun) -> Array:
    """Where the algorithm's rule ends after the run's rounds, shape (d,)."""
    rule = get_algorithm(algorithm)

    def followed(local: Array, t: int, h: int) -> Array:
        if rule.exact_gradient:
            return np.stack([run.mean_gradient(c, y) for c, y in enumerate(local)])
        return np.stack([run.gradient(c, run.draws[t, c, h], y) for c, y in enumerate(local)])

    return run_rounds(rule, followed, run.start, run.gamma, run.H, run.N, rounds=len(run.draws))[-1][0]


def law_by_rule(algorithm: str | Algorithm, run: SampledRun) -> Array:
    """The law after the run's rounds, by running every sequence of draws; rows as in `rows`."""
    ends = [by_rule(algorithm, replace(run, draws=draws)) for draws in run.states(len(run.draws))]
    return rows(image(ends))


def image(points: Iterable[Array]) -> Law:
    """The law of a uniformly chosen one of the points."""
    points = list(points)
    law: dict[tuple[Any, ...], Any] = {}
    for point in points:
        law[tuple(point)] = law.get(tuple(point), flint.fmpq(0)) + flint.fmpq(1, len(points))
    return law


def mixture(law: Law, kernel: Callable[[Array], Law]) -> Law:
    """The law of a draw from kernel(x) with x drawn from `law`."""
    out: dict[tuple[Any, ...], Any] = {}
    for x, weight in law.items():
        for y, share in kernel(np.array(x, dtype=object)).items():
            out[y] = out.get(y, flint.fmpq(0)) + weight * share
    return out


def rows(law: Law) -> Array:
    """A law as rows (probability, point), sorted by point: equal laws have equal rows."""
    return np.array([[weight, *point] for point, weight in sorted(law.items())], dtype=object)


@st.composite
def sampled_runs(
    draw: Any, d: int, N: int, rounds: int = 1, steps: tuple[int, int] = (1, 3), cubic: bool = True, indefinite: bool = False
) -> SampledRun:
    """Runs with two samples per client and gamma = f/L, f in (0, 1].

    `indefinite` spreads the two samples' matrices so widely about a positive definite mean that one of them need not be positive.
    """

    def array(shape: tuple[int, ...], entries: Strategy) -> Array:
        return np.array([draw(entries) for _ in range(int(np.prod(shape)))], dtype=object).reshape(shape)

    if indefinite:
        mean, spread = [[draw(positive_matrices(d)) for _ in range(N)] for _ in range(2)]
        matrices = np.stack([np.stack([m + 2 * s, m - 2 * s]) for m, s in zip(mean, spread, strict=True)])
    else:
        matrices = np.stack([np.stack([draw(positive_matrices(d)) for _ in range(2)]) for _ in range(N)])
    whole = rationals(0, 1, (1,)) if cubic else st.just(flint.fmpq(0))
    run = SampledRun(
        matrices=matrices,
        vectors=array((N, 2, d), rationals(-2, 2, (1,))),
        cubes=array((N, 2), whole),
        gamma=flint.fmpq(1),
        draws=array((rounds, N, draw(st.integers(*steps))), st.integers(0, 1)),
        start=array((d,), rationals(-2, 2, (1, 2))),
        point=array((d,), rationals(-2, 2, (1, 2))),
    )
    return replace(run, gamma=draw(step_shares(1, 2, 3, 4)) / run.L)
