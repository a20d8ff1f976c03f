"""Federated TD learning on Garnet environments: what is timed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from benchmarks.cases import Averages
from symfed.models.markov import garnet, random_features
from symfed.models.problems.td import TDProblem

STATES, ACTIONS, BRANCHING, DIM = 30, 2, 2, 8
DISCOUNT, HETEROGENEITY = 0.9, 0.3
GAMMA = 0.1


@dataclass(frozen=True)
class TDCase:
    name: str
    problem: TDProblem
    algorithm: str
    H: int
    gamma: float = GAMMA

    @property
    def scafflsa(self) -> bool:
        return self.algorithm == "scafflsa"

    @property
    def round_steps(self) -> int:
        """Client steps of one round of one replica."""
        return self.problem.num_clients * self.H


#: (replicas, rounds, seed) -> averages over all rounds of theta - theta* and of its squares, 2 d numbers; replicas start at theta*
Run = Callable[[int, int, int], Averages]


def td_case(N: int, H: int, algorithm: str) -> TDCase:
    random = np.random.default_rng(6)
    environments = garnet(random, STATES, ACTIONS, BRANCHING, DISCOUNT, num_environments=N, heterogeneity=HETEROGENEITY)
    return TDCase(f"TD N={N} H={H} {algorithm}", TDProblem(environments, random_features(random, STATES, DIM)), algorithm, H)


def td_cases() -> list[TDCase]:
    return [td_case(N, H, algorithm) for N in (10, 100) for H in (10, 100) for algorithm in ("fedlsa", "scafflsa")]
