"""Exact runs of linear stochastic approximation, every draw spelled out: matrices without symmetry, which follow no gradient."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

import flint
import numpy as np
from hypothesis import strategies as st

from symfed.models.arrays import Array, identity, matrix_power
from symfed.models.problems import LinearProblem
from symfed.reference.exact import stationary_exact
from symfed.strategies import Strategy, gershgorin, rationals, text
from symfed.strategies.instance import step_shares
from symfed.strategies.sampled import SampledRun


@dataclass(frozen=True)
class LinearRun(SampledRun):
    """A sampled run without cubes whose matrices need not be symmetric: `gradient` is A_c(z) x - b_c(z), of no loss.

    `claimed` is what is said of the rate as a multiple of what is known of it: above one only to see what a rate that is none does.
    """

    claimed: Any = 1

    @cached_property
    def problem(self) -> LinearProblem:
        """The run's clients, all samples of a client equally likely."""
        return LinearProblem(list(self.matrices), list(self.vectors))

    @property
    def factors(self) -> Array:
        """1 - gamma A_c(z), shape (N, 2, d, d)."""
        out: Array = identity(self.matrices.shape[-1], self.matrices) - self.gamma * self.matrices
        return out

    @cached_property
    def rate(self) -> Any:
        """Some a with E|(1 - gamma A_c(Z)) u|² <= (1 - gamma a)|u|² for all c and u: the largest in dimension one, else by Gershgorin."""
        squares = (self.factors.transpose(0, 1, 3, 2) @ self.factors).sum(axis=1) / len(self.samples)
        return self.claimed * (1 - max(gershgorin(square)[1] for square in squares)) / self.gamma

    @cached_property
    def squared_length(self) -> Any:
        """Some Lambda² with |Abar_c u|² <= Lambda²|u|² for all c and u, as sharp as `rate`."""
        return max(gershgorin(A.T @ A)[1] for A in self.problem.mean_matrices)

    @cached_property
    def limit(self) -> Array:
        """The stationary mean of FedLSA, by the exact reference; of repeating draws, each round's own, a round is a step of other samples."""
        if not self.repeating:
            return stationary_exact("fedlsa", self.problem, self.gamma, self.H).mean
        one = identity(self.matrices.shape[-1], self.matrices)
        rounds, pulls = [], []
        for A, b in zip(self.matrices.reshape(-1, *one.shape), self.vectors.reshape(-1, len(one)), strict=True):
            powers = [matrix_power(one - self.gamma * A, h) for h in range(self.H + 1)]
            rounds.append((one - powers[-1]) / self.gamma)
            pulls.append(sum(powers[:-1]) @ b)
        whole = LinearProblem(list(np.reshape(rounds, self.matrices.shape)), list(np.reshape(pulls, self.vectors.shape)))
        return stationary_exact("fedlsa", whole, self.gamma, 1).mean

    def noise(self, c: int, z: int, x: Array, b: int = -1) -> Array:
        """(A_c(z) - Abar_c) x - (b_c(z) - bbar_c), of mean zero; b = 1 adds the second term."""
        shift: Array = self.vectors[c, z] - self.problem.mean_vectors[c]
        out: Array = (self.matrices[c, z] - self.problem.mean_matrices[c]) @ x + b * shift
        return out

    def variance(self, c: int, x: Array, b: int = -1) -> Any:
        """E|noise|² of client c at x."""
        return sum((self.noise(c, z, x, b) ** 2).sum() for z in self.samples) / len(self.samples)

    def starting(self, start: Array) -> LinearRun:
        """The run with its draws from another start."""
        return replace(self, start=start)

    def without_vectors(self) -> LinearRun:
        """The run with b = 0: what Gamma_{1:T} does to the start."""
        return replace(self, vectors=0 * self.vectors)

    def cut(self, rounds: int) -> LinearRun:
        """The first rounds alone."""
        return replace(self, draws=self.draws[:rounds])

    def expected(self, value: Callable[[LinearRun], Any]) -> Any:
        """The mean of `value` over all draws of the run."""
        states = self.states(len(self.draws))
        return sum(value(replace(self, draws=draws)) for draws in states) / len(states)

    def parameters(self) -> dict[str, Any]:
        """The numbers that a Domain speaks about."""
        return {"gamma": self.gamma, "H": self.H, "N": self.N, "decay": self.rate}

    def describe(self) -> dict[str, str]:
        """Text from which the run can be written down again."""
        names = (
            "matrices",
            "vectors",
            "gamma",
            "draws",
            "start",
            "point",
            *(("claimed",) if self.claimed != 1 else ()),
            *(("repeating",) if self.repeating else ()),
        )
        return {name: text(getattr(self, name)) for name in names}


@st.composite
def linear_runs(
    draw: Any, d: int, N: int, rounds: tuple[int, int] = (1, 1), steps: tuple[int, int] = (1, 3), equal: bool = False
) -> LinearRun:
    """Runs with two samples per client, mean matrices whose symmetric parts are >= 1, and steps so short that `rate` is >= 1.

    equal: all clients are the first.
    """

    def array(shape: tuple[int, ...], entries: Strategy) -> Array:
        return np.array([draw(entries) for _ in range(int(np.prod(shape)))], dtype=object).reshape(shape)

    whole, own = rationals(-2, 2, (1,)), 1 if equal else N
    matrices = array((own, 2, d, d), whole)
    for c, mean in enumerate(matrices.sum(axis=1) / 2):
        matrices[c] = matrices[c] + max(1 - gershgorin((mean + mean.T) / 2)[0], flint.fmpq(0)) * identity(d, mean)
    vectors = array((own, 2, d), whole)
    squares = (matrices.transpose(0, 1, 3, 2) @ matrices).sum(axis=1) / 2
    shape = (draw(st.integers(*rounds)), N, draw(st.integers(*steps)))
    return LinearRun(
        matrices=np.concatenate([matrices] * (N // own)),
        vectors=np.concatenate([vectors] * (N // own)),
        cubes=array((N, 2), st.just(flint.fmpq(0))),
        gamma=draw(step_shares(1, 2, 4)) / max(gershgorin(square)[1] for square in squares),
        draws=array(shape, st.integers(0, 1)),
        start=array((d,), whole),
        point=array((d,), whole),
    )


def too_long_steps(d: int, N: int) -> Strategy:
    """Runs whose steps are too long to shrink anything."""
    return linear_runs(d, N).map(lambda i: replace(i, gamma=16 * i.gamma))


def too_large_rate(d: int, N: int) -> Strategy:
    """Runs of short steps of which a larger rate is said than they have, with gamma rate <= 1."""

    def boasting(i: LinearRun, times: int) -> LinearRun:
        return replace(i, gamma=i.gamma / times, claimed=flint.fmpq(times))

    return st.builds(boasting, linear_runs(d, N, rounds=(1, 2)), st.sampled_from([2, 8, 64])).filter(lambda i: i.gamma * i.rate <= 1)


def long_steps_of_equal_agents(d: int, N: int) -> Strategy:
    """Equal agents whose steps are too long to shrink anything."""
    return equal_agents(d, N).map(lambda i: replace(i, gamma=16 * i.gamma))


def too_large_rate_alone(d: int, N: int) -> Strategy:
    """Runs of one agent of which a larger rate is said than it has; N is not used."""
    return too_large_rate(d, 1)


def quiet_at_home(p: LinearProblem) -> tuple[list[Array], list[Array]]:
    """Matrices and vectors like these without noise at any own solution, whatever the sign of b: the first client draws nothing, the others have b = 0."""
    A, b = 0 * p.matrices[0] + p.mean_matrices[0], 0 * p.vectors[0] + p.mean_vectors[0]
    return [A, *p.matrices[1:]], [b, *(0 * vectors for vectors in p.vectors[1:])]


def exact_solutions(d: int, N: int) -> Strategy:
    """Runs of clients without noise at their own solutions."""

    def settled(i: LinearRun) -> LinearRun:
        matrices, vectors = quiet_at_home(i.problem)
        return replace(i, matrices=np.stack(matrices), vectors=np.stack(vectors))

    return linear_runs(d, N).map(settled)


def equal_agents(d: int, N: int) -> Strategy:
    """All agents draw from the same law."""
    return linear_runs(d, N, equal=True)


@st.composite
def cancelling_solutions(draw: Any, d: int, N: int) -> LinearRun:
    """Three clients without noise in dimension one, unlike each other, with theta* = 0 and solutions s, s, -2 s; d and N are not used."""
    p, q, s = (flint.fmpq(draw(st.integers(1, 3))) for _ in range(3))
    A = np.array([p, p + 2 * q, p + q], dtype=object).reshape(3, 1, 1, 1)
    v = A[..., 0] * np.array([s, s, -2 * s], dtype=object).reshape(3, 1, 1)
    zeros = np.zeros((1, 3, draw(st.integers(2, 4))), dtype=int)
    return LinearRun(
        A, v, 0 * v[..., 0], draw(st.sampled_from([flint.fmpq(1, k) for k in (1, 2, 4)])) / (p + 2 * q), zeros, 0 * v[0, 0], v[0, 0]
    )


@lru_cache(maxsize=1)
def opposed_solutions() -> Sequence[LinearRun]:
    """Two clients without noise on the line, one twice as stiff as the other, theta* = 0: a large bias for FedLSA."""
    A = np.array([flint.fmpq(1), flint.fmpq(2)], dtype=object).reshape(2, 1, 1, 1)
    v = A[..., 0] * np.array([flint.fmpq(2), flint.fmpq(-1)], dtype=object).reshape(2, 1, 1)
    draws = [np.zeros((1, 2, H), dtype=int) for H in (2, 3, 5)]
    return tuple(LinearRun(A, v, 0 * v[..., 0], flint.fmpq(1, 1000), drawn, 0 * v[0, 0], v[0, 0]) for drawn in draws)


def independent_noise(d: int, N: int) -> Strategy:
    """One agent with theta* = 0 and vectors +-b drawn independently of the matrices: four samples."""

    def crossed(i: LinearRun) -> LinearRun:
        A, v = i.matrices[:, [0, 0, 1, 1]], i.vectors[:, 0]
        return replace(i, matrices=A, vectors=np.stack([v, -v, v, -v], axis=1), cubes=0 * A[..., 0, 0])

    return linear_runs(d, 1, rounds=(1, 2), steps=(1, 1)).map(crossed)


def lsa_runs(d: int, N: int) -> Strategy:
    """One agent and up to three updates, as rounds of one step; N is not used."""
    return linear_runs(d, 1, rounds=(1, 3), steps=(1, 1))
