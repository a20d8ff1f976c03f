"""The plan of a simulation, with checked arguments, and averages from the sums of a run: both engines run the same plan."""

from __future__ import annotations

import math
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array, to_float
from symfed.models.problems.problem import Problem
from symfed.reference.setting import Setting
from symfed.reference.simulation.generators import Bits, initial_states
from symfed.reference.simulation.variance_reduction import Coupling

_FORGOTTEN = 1e-3  # share of the starting distance that is left after the burn-in


def burn_in_rounds(gamma: float, mu: float, H: int) -> int:
    """Rounds after which (1 - gamma mu)^(H rounds) <= 1e-3. Raises InvalidInput for mu <= 0, which gives no rate."""
    if mu <= 0:
        raise InvalidInput("burn_in", "auto", f"no rate is known: a client's mu is {mu:.4g}", "give a number of rounds")
    if gamma * mu >= 1:
        return 1
    return max(1, math.ceil(math.log(_FORGOTTEN) / (H * math.log1p(-gamma * mu))))


@dataclass(frozen=True)
class Plan:
    """`replicas` copies of a setting from `start` for `rounds` rounds, averaged after `burn_in` in `batches` consecutive parts.

    record: the interval in rounds at which states are stored, 0 for never. coupling: chains that run beside theta, None for none; a state
    then has one row per chain, theta's own first.
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

    def generators(self) -> Bits:
        return initial_states(self.seed, f"simulation of {self.setting.algorithm.name}", self.replicas, self.problem.num_clients)


BATCHES = 32  # enough that a standard error is itself known to 13 %: 1/sqrt(2 * 31)


def mean_and_error(sums: Array, plan: Plan, done: int) -> tuple[Array, Array]:
    """Time average and standard error of sums (batches, replicas, ...) after `done` rounds.

    Several replicas are independent: the error is the spread of their own averages. A single one is cut into consecutive batches
    whose averages are treated as independent; the last, unfinished batch counts for the mean only. NaN for fewer than two.
    """
    total = sums.sum(axis=0) / (done - plan.burn_in)
    if plan.replicas > 1:
        return total.mean(axis=0), _standard_error(total)
    begins = [plan.burn_in, *plan.edges[:-1]]
    lengths = np.array([end - begin for begin, end in zip(begins, plan.edges, strict=True) if end <= done])
    batches = sums[: len(lengths), 0] / lengths.reshape(-1, *[1] * (sums.ndim - 2))
    return total[0], _standard_error(batches)


def _standard_error(samples: Array) -> Array:
    """The standard error of the mean over the first axis."""
    count = len(samples)
    if count < 2:
        return np.full(samples.shape[1:], np.nan)
    error: Array = samples.std(axis=0, ddof=1) / np.sqrt(count)
    return error
