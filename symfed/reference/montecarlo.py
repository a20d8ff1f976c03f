"""Stationary moments by simulation, with standard errors."""

from __future__ import annotations

from typing import Any

from symfed.core.errors import InvalidInput
from symfed.models.algorithm import Algorithm
from symfed.models.problems.problem import Problem
from symfed.reference.burn_in import burn_in_rounds
from symfed.reference.progress import Progress
from symfed.reference.result import Stationary
from symfed.reference.simulation import simulate

REPLICAS = 256  # enough that a standard error is itself known to 5 %: 1/sqrt(2 * 256)


def stationary_montecarlo(
    algorithm: str | Algorithm,
    problem: Problem,
    gamma: Any,
    H: int,
    seed: int = 0,
    budget: int = 4_000_000,
    progress: Progress | None = None,
) -> Stationary:
    """Stationary mean and second moment about theta*, averaged over independent replicas and over time within each.

    `budget` counts client steps; at least as many rounds are kept as are burnt, whatever the budget. Replicas start at theta*: what
    the burn-in leaves of that start is a share 1e-3 of the bias, further divided by the time average. Raises InvalidInput.
    """
    if isinstance(budget, bool) or int(budget) != budget or budget < 1:
        raise InvalidInput("budget", budget, "must be a positive number of client steps")
    step = float(problem.check_step(gamma))
    burn_in = burn_in_rounds(step, problem.mu, int(H))
    affordable = int(budget) // (problem.num_clients * int(H) * REPLICAS)
    rounds = max(2 * burn_in, affordable)
    result = simulate(algorithm, problem, gamma, H, rounds, replicas=REPLICAS, burn_in=burn_in, seed=seed, progress=progress)
    return Stationary(
        result.mean, result.second_moment, result.mean_error, "montecarlo", rigorous=False, second_moment_error=result.second_moment_error
    )
