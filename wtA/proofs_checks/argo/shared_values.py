"""TD problems read from their kernels, and such as have one parameter for the values of all agents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import flint
import numpy as np
from hypothesis import strategies as st

from symfed.models.arrays import Array, identity
from symfed.models.markov import MarkovRewardProcess
from symfed.models.problems import TDProblem
from symfed.strategies import Strategy, text
from symfed.strategies.markov import td_problems


def kernel_means(problem: TDProblem, client: int = 0, discount: Any = None, uniform: bool = False) -> tuple[Array, Array]:
    """Phi' D (1 - discount P) Phi and Phi' D r of one environment, D its stationary law; `discount` and `uniform` serve wrong variants."""
    environment, phi = problem.environments[client], problem.features
    P, factor = environment.transition, environment.discount if discount is None else discount
    law = np.array([flint.fmpq(1, len(P))] * len(P), dtype=object) if uniform else environment.stationary_law
    weighted = phi.T * law
    return weighted @ (identity(len(P), P) - factor * P) @ phi, weighted @ environment.rewards


def sample_means(problem: TDProblem, client: int = 0) -> tuple[Array, Array]:
    """E A(Z) and E b(Z) over the samples that a client draws."""
    weights = problem.weights[client]
    return np.tensordot(weights, problem.matrices[client], 1), weights @ problem.vectors[client]


@dataclass(frozen=True)
class SharedValues:
    """A TD problem with V^c = Phi theta for every agent."""

    problem: TDProblem

    def describe(self) -> dict[str, str]:
        """Text from which the problem can be written down again."""
        agents = {f"transition {c}": text(e.transition) for c, e in enumerate(self.problem.environments)}
        rewards = {f"rewards {c}": text(e.rewards) for c, e in enumerate(self.problem.environments)}
        return agents | rewards | {"features": text(self.problem.features), "discount": str(self.problem.discount)}


def representable(d: int, N: int) -> Strategy:
    """Unlike environments with the rewards (1 - discount P_c) Phi theta, so that all have the value function Phi theta."""

    def rewarded(problem: TDProblem, theta: list[int]) -> SharedValues:
        value = problem.features @ np.array([flint.fmpq(k) for k in theta], dtype=object)
        agents = [MarkovRewardProcess(e.transition, value - e.discount * e.transition @ value, e.discount) for e in problem.environments]
        return SharedValues(TDProblem(agents, problem.features))

    return st.builds(rewarded, td_problems(d, N), st.lists(st.integers(1, 3), min_size=d, max_size=d))
