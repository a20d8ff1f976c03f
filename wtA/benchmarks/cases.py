"""What is simulated: the same data for every contestant."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

import symfed as sf
from symfed.models.problems.problem import Problem

N, H, SAMPLES = 10, 10, 100
L2 = 0.1
BURN_IN = 50  # rounds; a round forgets a tenth or more of the start in every case below


@dataclass(frozen=True)
class Case:
    """A problem with its plain arrays, an algorithm and a step size.

    Logistic: rows (N, SAMPLES, d) holds -y a, so that a sample loss is log(1 + exp(row . x)) + L2 |x|²/2. Quadratic: hessians
    (N, d, d), centres (N, d), roots (N, d, d) with roots @ roots' the noise covariance.
    """

    name: str
    problem: Problem
    algorithm: str
    gamma: float
    optimum: np.ndarray
    rows: np.ndarray | None = None
    hessians: np.ndarray | None = None
    centres: np.ndarray | None = None
    roots: np.ndarray | None = None

    @property
    def scaffold(self) -> bool:
        return self.algorithm == "scaffold"

    @property
    def dim(self) -> int:
        return len(self.optimum)


@dataclass(frozen=True)
class Averages:
    """The mean of theta over replicas and time (d,), and its standard error, infinite for a single replica."""

    mean: np.ndarray
    error: np.ndarray

    @classmethod
    def of(cls, replicas: np.ndarray) -> Averages:
        count = len(replicas)
        error = replicas.std(axis=0, ddof=1) / np.sqrt(count) if count > 1 else np.full(replicas.shape[1], np.inf)
        return cls(replicas.mean(axis=0), error)


#: (replicas, rounds, seed) -> averages over the rounds after BURN_IN, every replica starting at the optimum
Run = Callable[[int, int, int], Averages]


def logistic(dim: int, algorithm: str) -> Case:
    random = np.random.default_rng(dim)
    features = random.standard_normal((N, SAMPLES, dim)) + random.standard_normal((N, 1, dim)) / 2
    directions = random.standard_normal((N, dim)) / np.sqrt(dim) + 1 / np.sqrt(dim)
    chance = 1 / (1 + np.exp(-np.einsum("czi,ci->cz", features, directions)))
    labels = np.where(random.random((N, SAMPLES)) < chance, 1, -1)
    problem = sf.LogisticProblem(list(features), list(labels), L2)
    # 1/L falls like 1/dim here
    return Case(f"logistic d={dim} {algorithm}", problem, algorithm, 0.3 / problem.L, problem.optimum, rows=-labels[:, :, None] * features)


def quadratic(dim: int, algorithm: str) -> Case:
    random = np.random.default_rng(100 + dim)
    roots = random.standard_normal((N, dim, dim)) / 2
    basis = random.standard_normal((N, dim, dim))
    hessians = basis @ basis.transpose(0, 2, 1) / dim + np.eye(dim) / 2
    centres = random.standard_normal((N, dim))
    problem = sf.QuadraticProblem(hessians, centres, roots @ roots.transpose(0, 2, 1))
    return Case(
        f"quadratic d={dim} {algorithm}",
        problem,
        algorithm,
        0.1 / problem.L,
        problem.optimum,
        hessians=hessians,
        centres=centres,
        roots=roots,
    )


def cases() -> list[Case]:
    return [make(dim, algorithm) for make, dim in ((logistic, 2), (logistic, 20), (quadratic, 2)) for algorithm in ("fedavg", "scaffold")]
