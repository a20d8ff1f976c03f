"""The variance of extrapolated runs on quadratics, solved exactly: what a statement about it is compared with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from symfed.checks.readings import on_problem
from symfed.models.problems import QuadraticProblem
from symfed.reference.exact.combination import Combination


def joint(problem: QuadraticProblem, gamma: Any, H: int, shared: bool) -> Combination:
    """2 theta^(gamma,H) - theta^(2 gamma,H) of FedAvg, with noise of their own or in common."""
    return Combination("fedavg", problem, [(gamma, H), (2 * gamma, H)], [2, -1], shared)


def total(statement: Any, problem: QuadraticProblem, gamma: Any, H: int) -> Any:
    """The transcription's matrix at one step size, its trace taken."""
    return np.trace(on_problem(statement, problem, gamma, H))


@dataclass(frozen=True)
class JointVariance:
    """Total variance (a trace): of an iterate in the stationary law, or, `averaged`, T times that of a mean of T iterates as T grows."""

    shared: bool
    averaged: bool

    def __call__(self, problem: QuadraticProblem, gamma: Any, H: int) -> Any:
        runs = joint(problem, gamma, H, self.shared)
        return np.trace(runs.long_run_covariance() if self.averaged else runs.stationary().covariance)

    def floor(self, problem: QuadraticProblem, gamma: Any, H: int) -> float:
        """Exact solves have no error."""
        return 0.0
