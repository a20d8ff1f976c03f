"""Runs from two starts on the same draws: how far they are apart in the mean, and runs where a bound on that breaks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import flint
import numpy as np
from hypothesis import strategies as st

from symfed.models.algorithm import Algorithm
from symfed.strategies import Strategy
from symfed.strategies.control_variates import ControlledRun, controlled_runs, rounds_with_memory, weighted_norm
from symfed.strategies.sampled import SampledRun


def averaged_square(algorithm: str | Algorithm, i: ControlledRun) -> Any:
    """The mean, over all draws of a round, of the squared weighted norm of the difference of two runs on the same draws."""
    (start, variates), total, states = i.other, flint.fmpq(0), i.run.states()
    for draws in states:
        x, xi = rounds_with_memory(algorithm, replace(i.run, draws=draws), i.control_variates)
        y, eta = rounds_with_memory(algorithm, replace(i.run, draws=draws, start=start), variates)
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
    """Runs of flat samples, balanced ones and as many whose control variates have any sum."""
    return st.one_of(flat_samples(d, N), flat_samples(d, N, balanced=False))


def one_sum(i: Any) -> bool | None:
    """Whether both starts' control variates have the same sum; None where an instance has no two of them."""
    if (apart := getattr(i, "controls_apart", None)) is not None:
        return not apart.sum(axis=0).any()
    if not isinstance(i, ControlledRun):
        return None
    return bool((i.control_variates.sum(axis=0) == i.other[1].sum(axis=0)).all())


def opposite_variates(H: int, gamma: Any) -> ControlledRun:
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
    variates = np.array([[one], [-one]], dtype=object)
    return ControlledRun(run, variates, (run.start, 0 * variates))


def long_rounds_of_opposites() -> tuple[ControlledRun, ...]:
    """Up to eight steps, at gamma H L = 1 and at gamma L = 1."""
    return tuple(opposite_variates(H, gamma) for H in (2, 4, 8) for gamma in (flint.fmpq(1, H), flint.fmpq(1)))


class _Overstated(ControlledRun):
    """A run whose samples are said to be as convex as they are smooth."""

    @property
    def mu(self):
        return self.run.L


def overstated(i):
    """The run with a larger mu than its samples have; None where they have it, or of what is no such run."""
    return _Overstated(i.run, i.control_variates, i.other) if isinstance(i, ControlledRun) and i.mu != i.run.L else None
