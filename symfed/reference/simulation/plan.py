"""What is to be simulated, checked: both engines run the same plan."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np

from symfed.models.arrays import Array, to_float
from symfed.models.problems.problem import Problem
from symfed.reference.setting import Setting
from symfed.reference.simulation.coupling import Coupling
from symfed.reference.simulation.generators import Words, initial_words


@dataclass(frozen=True)
class Plan:
    """`replicas` copies of a setting from `start` for `rounds` rounds, averaged after `burn_in` in `batches` consecutive parts.

    record: every how many rounds the states are kept, 0 for never. coupling: chains that run beside theta, None for none; a state
    then has one row a chain, theta's own first.
    """

    setting: Setting
    problem: Problem
    start: Array
    rounds: int
    burn_in: int
    replicas: int
    seed: int
    record: int
    batches: int
    coupling: Coupling | None = None

    @property
    def chains(self) -> int:
        return 1 if self.coupling is None else self.coupling.chains

    @property
    def client_steps(self) -> int:
        return self.problem.num_clients * self.setting.local_steps * self.rounds * self.replicas

    @cached_property
    def edges(self) -> list[int]:
        """The rounds at which the batches end."""
        kept = self.rounds - self.burn_in
        return [self.burn_in + kept * (k + 1) // self.batches for k in range(self.batches)]

    def batch(self, done: int) -> int:
        """The batch to which the round after `done` rounds belongs."""
        return min(bisect_right(self.edges, done), self.batches - 1)

    @cached_property
    def origin(self) -> Array:
        return to_float(self.problem.optimum)

    @property
    def kept_states(self) -> int:
        return self.rounds // self.record + 1 if self.record else 0

    def words(self) -> Words:
        return initial_words(self.seed, f"simulation of {self.setting.algorithm.name}", self.replicas, self.problem.num_clients)


class Engine(Protocol):
    """Something that runs a plan; `advance` may not cross an edge between batches."""

    def advance(self, until: int) -> None:
        """Run up to that round."""

    def states(self) -> Array:
        """(replicas, chains, d)."""

    def sums(self) -> tuple[Array, Array]:
        """Sums over each batch of state - theta* and of its outer square: (batches, replicas, chains, d) and (..., chains, d, d)."""

    def controls(self) -> Array | None:
        """Sums over replicas and kept rounds of the clients' control variates, (N, d); None without memory."""

    def trajectory(self, count: int) -> Array:
        """The first `count` recorded states of theta, (count, replicas, d)."""


def empty_sums(plan: Plan) -> tuple[Array, Array]:
    d = plan.problem.dim
    shape = (plan.batches, plan.replicas, plan.chains)
    return np.zeros((*shape, d)), np.zeros((*shape, d, d))
