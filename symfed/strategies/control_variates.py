"""Exact runs and rounds of rules with control variates, on clients that neither agree nor commute, by running the rule."""

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
from symfed.models.problems import QuadraticProblem
from symfed.models.rounds import State, run_rounds
from symfed.strategies import Strategy, gershgorin, matrices_between, rationals, text
from symfed.strategies.instance import step_counts, step_shares
from symfed.strategies.sampled import SampledRun, sampled_runs


@dataclass(frozen=True)
class ControlledRun:
    """A sampled run, the clients' control variates at its start, and a second start; (N, d) and a pair of (d,) and (N, d), rational."""

    run: SampledRun
    control_variates: Array
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
        starts = {"control variates": self.control_variates, "other start": self.other[0], "other control variates": self.other[1]}
        return self.run.describe() | {name: text(value) for name, value in starts.items()}


def rounds_with_memory(algorithm: str | Algorithm, run: SampledRun, variates: Array) -> State:
    """Where the rule ends after the run's rounds from run.start: theta (d,) and the control variates (N, d)."""

    def drawn(local: Array, t: int, h: int) -> Array:
        return np.stack([run.gradient(c, run.draws[t, c, h], y) for c, y in enumerate(local)])

    rule = get_algorithm(algorithm)
    return run_rounds(rule, drawn, run.start, run.gamma, run.H, run.N, xi=variates, rounds=len(run.draws))[-1]


def stacked_end(algorithm: str) -> Callable[[ControlledRun], Array]:
    """theta in the first row, then the control variates, (N + 1, d), after the rounds of a run."""

    def end(i: ControlledRun) -> Array:
        x, xi = rounds_with_memory(algorithm, i.run, i.control_variates)
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

    variates, start, others = array((N, d)), array((d,)), array((N, d))
    if balanced:
        variates, others = (xi - xi.sum(axis=0) / N for xi in (variates, others))
    return ControlledRun(run, variates, (start, others))


def balanced_runs(d: int, N: int) -> Strategy:
    """Runs from two starts whose control variates have the sum zero."""
    return controlled_runs(d, N, balanced=True)


def runs_of_any_sum(d: int, N: int) -> Strategy:
    """Balanced runs, and as many whose control variates have any sum: the conditions of a claim sort out."""
    return st.one_of(balanced_runs(d, N), controlled_runs(d, N))


#: Of a step that still contracts beyond 1/L, relative to that.
_LONG = tuple(flint.fmpq(k, 4) for k in (5, 6, 7))


@dataclass(frozen=True)
class RoundCase:
    """Clients with spectra in [mu, L], a point (d,), a control variate for each client (N, d), step size and local steps; all rational."""

    problem: QuadraticProblem
    gamma: Any
    H: int
    mu: Any
    L: Any
    start: Array
    control_variates: Array

    @property
    def N(self) -> int:
        return self.problem.num_clients

    @property
    def state(self) -> Array:
        """Point and control variates, shape (N + 1, d)."""
        return np.vstack([self.start, self.control_variates])

    @property
    def gradients(self) -> Array:
        """The clients' gradients at the optimum, shape (N, d)."""
        return self.gradient(np.stack([self.problem.optimum] * self.N))

    def gradient(self, points: Array) -> Array:
        """Each client's gradient at its own point, shape (N, d)."""
        out: Array = (self.problem.hessian_matrices @ (points - self.problem.optima)[..., None])[..., 0]
        return out

    def deviations(self, state: Array) -> tuple[Array, Array]:
        """e = theta - theta*, shape (d,), and y_c = gamma H (xi_c + grad f_c(theta*)), shape (N, d)."""
        return state[0] - self.problem.optimum, self.gamma * self.H * (state[1:] + self.gradients)

    def parameters(self) -> dict[str, Any]:
        """The numbers that a Domain speaks about."""
        return {"gamma": self.gamma, "H": self.H, "N": self.N, "mu": self.mu, "L": self.L}

    def describe(self) -> dict[str, str]:
        """Text from which the case can be written down again."""
        arrays = {
            "clients": self.problem.hessian_matrices,
            "centres": self.problem.optima,
            "start": self.start,
            "control variates": self.control_variates,
        }
        return {name: str(value) for name, value in self.parameters().items()} | {name: text(array) for name, array in arrays.items()}


@st.composite
def round_cases(
    draw: Any, d: int, N: int, homogeneous: bool = False, zero_sum: bool = True, steps: tuple[int, int] = (1, 4), long: bool = False
) -> RoundCase:
    """Cases with gamma L <= 1, or in (1, 2) if `long`; control variates that sum to zero unless told otherwise."""

    def array(shape: tuple[int, ...]) -> Array:
        return np.array([draw(rationals(-2, 2, (1,))) for _ in range(int(np.prod(shape)))], dtype=object).reshape(shape)

    mu, L = flint.fmpq(1), flint.fmpq(draw(st.sampled_from((1, 2, 4, 9, 25))))
    client = matrices_between(d, mu, L)
    hessians = [draw(client)] * N if homogeneous else [draw(client) for _ in range(N)]
    variates = array((N, d))
    return RoundCase(
        problem=QuadraticProblem(np.stack(hessians), array((N, d))),
        gamma=draw(st.sampled_from(_LONG) if long else step_shares(1, 2, 4)) / L,
        H=draw(step_counts(*steps)),
        mu=mu,
        L=L,
        start=array((d,)),
        control_variates=variates - variates.sum(axis=0) / N if zero_sum else variates,
    )


def rounds_of_any_sum(d: int, N: int, homogeneous: bool = False) -> Strategy:
    """Cases whose control variates sum to zero, and as many whose do not: the conditions of a claim sort out."""
    return st.one_of(round_cases(d, N, homogeneous), round_cases(d, N, homogeneous, zero_sum=False))


@dataclass(frozen=True)
class BentRound(RoundCase):
    """A case whose gradients have a cube of their own besides, centred at each client's own optimum: no quadratic clients."""

    cubes: Any = 1

    def gradient(self, points: Array) -> Array:
        out: Array = super().gradient(points) + self.cubes * (points - self.problem.optima) ** 3
        return out

    def describe(self) -> dict[str, str]:
        return super().describe() | {"cubes": str(self.cubes)}


def bent_rounds(d: int, N: int) -> Strategy:
    """Cases that are no longer quadratic."""

    def bent(case: RoundCase) -> BentRound:
        return BentRound(case.problem, case.gamma, case.H, case.mu, case.L, case.start, case.control_variates)

    return round_cases(d, N).map(bent)


def outsiders() -> tuple[RoundCase, RoundCase]:
    """One client each, with the curvature 1: it rests away from theta*, its control variate being one; and it is bent, and runs away."""
    one, zero = flint.fmpq(1), flint.fmpq(0)
    problem = QuadraticProblem([[[1]]], [[0]])

    def at(value: Any) -> Array:
        return np.array([value], dtype=object)

    resting = RoundCase(problem, one / 2, 1, one, one, at(-one), at(one)[None])
    return resting, BentRound(problem, one, 1, one, one, at(2 * one), at(zero)[None])


def by_rule(algorithm: str | Algorithm, case: RoundCase, rounds: int = 1) -> Array:
    """Point and control variates after the algorithm's rounds, shape (N + 1, d)."""
    return np.vstack(rounds_of(algorithm, case, lambda local, t, h: case.gradient(local), rounds))


def rounds_of(algorithm: str | Algorithm, case: RoundCase, gradients: Callable[[Array, int, int], Array], rounds: int) -> State:
    """Point (d,) and control variates (N, d) after rounds whose clients follow `gradients` (see `run_rounds`) from the case's start."""
    return run_rounds(get_algorithm(algorithm), gradients, case.start, case.gamma, case.H, case.N, xi=case.control_variates, rounds=rounds)[
        -1
    ]
