"""Exact runs with control variates, every draw spelled out, and a rule with memory run on them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from hypothesis import strategies as st

from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm
from symfed.models.arrays import Array
from symfed.models.rounds import State, run_rounds
from symfed.strategies import Strategy, gershgorin, rationals, text
from symfed.strategies.reach import step_shares
from symfed.strategies.sampled import SampledRun, sampled_runs


@dataclass(frozen=True)
class ControlledRun:
    """A sampled run, the clients' control variates at its start, and a second start; (N, d) and a pair of (d,) and (N, d), rational."""

    run: SampledRun
    controls: Array
    other: State

    @property
    def mu(self) -> Any:
        """Strong convexity of every sample loss."""
        return min(gershgorin(A)[0] for client in self.run.matrices for A in client)

    def parameters(self) -> dict[str, Any]:
        """The numbers that a Domain speaks about."""
        return self.run.parameters() | {"mu": self.mu}

    def describe(self) -> dict[str, str]:
        """Text from which the run can be written down again."""
        starts = {"controls": self.controls, "other start": self.other[0], "other controls": self.other[1]}
        return self.run.describe() | {name: text(value) for name, value in starts.items()}


def rounds_with_memory(algorithm: str | Algorithm, run: SampledRun, controls: Array) -> State:
    """Where the rule ends after the run's rounds from run.start: theta (d,) and the control variates (N, d)."""

    def drawn(local: Array, t: int, h: int) -> Array:
        return np.stack([run.gradient(c, run.draws[t, c, h], y) for c, y in enumerate(local)])

    rule = get_algorithm(algorithm)
    return run_rounds(rule, drawn, run.start, run.gamma, run.H, run.N, xi=controls, rounds=len(run.draws))[-1]


def stacked_end(algorithm: str) -> Callable[[ControlledRun], Array]:
    """theta in the first row, then the control variates, (N + 1, d), after the rounds of a run."""

    def end(i: ControlledRun) -> Array:
        x, xi = rounds_with_memory(algorithm, i.run, i.controls)
        return np.vstack([x[None], xi])

    return end


def weighted_norm(x: Array, xi: Array, gamma: Any, H: int, weight: Any = 1) -> Any:
    """|x|² + weight (gamma H)² mean_c |xi_c|², for x (d,) and xi (N, d)."""
    return (x**2).sum() + weight * (gamma * H) ** 2 * (xi**2).sum() / len(xi)


@st.composite
def controlled_runs(
    draw: Any, d: int, N: int, rounds: int = 1, steps: tuple[int, int] = (1, 3), balanced: bool = False, cubic: bool = False
) -> ControlledRun:
    """Runs with two starts and gamma = f/(H L), f in (0, 1]; `balanced`: both starts' control variates have the sum zero."""
    run = draw(sampled_runs(d, N, rounds=rounds, steps=steps, cubic=cubic))
    run = replace(run, gamma=draw(step_shares(1, 2, 4)) / (run.H * run.L))

    def array(shape: tuple[int, ...]) -> Array:
        return np.array([draw(rationals(-2, 2, (1, 2))) for _ in range(int(np.prod(shape)))], dtype=object).reshape(shape)

    controls, start, others = array((N, d)), array((d,)), array((N, d))
    if balanced:
        controls, others = (xi - xi.sum(axis=0) / N for xi in (controls, others))
    return ControlledRun(run, controls, (start, others))


def balanced_runs(d: int, N: int) -> Strategy:
    """Runs from two starts whose control variates have the sum zero."""
    return controlled_runs(d, N, balanced=True)


def runs_of_any_sum(d: int, N: int) -> Strategy:
    """Balanced runs, and as many whose control variates have any sum: the conditions of a claim sort out."""
    return st.one_of(balanced_runs(d, N), controlled_runs(d, N))
