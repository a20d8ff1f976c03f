"""Exact runs with control variates, every draw spelled out, and a rule with memory run on them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import flint
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


def averaged_square(algorithm: str | Algorithm, i: ControlledRun) -> Any:
    """The mean, over all draws of a round, of the squared weighted norm of the difference of two runs on the same draws."""
    (start, controls), total, states = i.other, flint.fmpq(0), i.run.states()
    for draws in states:
        x, xi = rounds_with_memory(algorithm, replace(i.run, draws=draws), i.controls)
        y, eta = rounds_with_memory(algorithm, replace(i.run, draws=draws, start=start), controls)
        total += weighted_norm(x - y, xi - eta, i.run.gamma, i.run.H)
    return total / len(states)


def flat_samples(d: int, N: int, balanced: bool = True) -> Strategy:
    """Runs of at most two steps whose clients' first samples have no curvature at all; balanced, unless told otherwise."""

    def flattened(i: ControlledRun) -> ControlledRun:
        matrices = i.run.matrices.copy()
        matrices[:, 0] = 0 * matrices[:, 0]
        return replace(i, run=replace(i.run, matrices=matrices))

    return controlled_runs(d, N, steps=(1, 2), balanced=balanced).map(flattened)


def flat_samples_of_any_sum(d: int, N: int) -> Strategy:
    """The same, and as many whose control variates have any sum."""
    return st.one_of(flat_samples(d, N), flat_samples(d, N, balanced=False))


def balanced_runs(d: int, N: int) -> Strategy:
    """Runs from two starts whose control variates have the sum zero."""
    return controlled_runs(d, N, balanced=True)


def runs_of_any_sum(d: int, N: int) -> Strategy:
    """The same, and as many whose control variates have any sum: the conditions of a claim sort out."""
    return st.one_of(balanced_runs(d, N), controlled_runs(d, N))


def one_sum(i: Any) -> bool | None:
    """Whether both starts' control variates have the same sum; None where an instance has no two of them."""
    if not isinstance(i, ControlledRun):
        return None
    return bool((i.controls.sum(axis=0) == i.other[1].sum(axis=0)).all())


def opposite_controls(H: int, gamma: Any) -> ControlledRun:
    """Two clients with the curvature 1 and the optimum 0; from the same point, control variates 1 and -1 against none."""
    one, zero = flint.fmpq(1), flint.fmpq(0)
    run = SampledRun(
        matrices=np.array([[[[one]]]] * 2, dtype=object),
        vectors=np.array([[[zero]]] * 2, dtype=object),
        cubes=np.array([[zero]] * 2, dtype=object),
        gamma=gamma,
        draws=np.zeros((1, 2, H), dtype=int),
        start=np.array([zero], dtype=object),
        point=np.array([zero], dtype=object),
    )
    controls = np.array([[one], [-one]], dtype=object)
    return ControlledRun(run, controls, (run.start, 0 * controls))


def long_rounds_of_opposites() -> tuple[ControlledRun, ...]:
    """Up to eight steps, at gamma H L = 1 and at gamma L = 1."""
    return tuple(opposite_controls(H, gamma) for H in (2, 4, 8) for gamma in (flint.fmpq(1, H), flint.fmpq(1)))
