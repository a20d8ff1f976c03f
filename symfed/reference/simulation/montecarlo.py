"""Stationary moments by simulation, with standard errors."""

from __future__ import annotations

from typing import Any

import numpy as np

from symfed.core.errors import InvalidInput
from symfed.models.algorithm import Algorithm
from symfed.models.problems.problem import Problem
from symfed.models.rings import FLOATS
from symfed.reference.exact.moments import EPS
from symfed.reference.result import Stationary
from symfed.reference.setting import prepare
from symfed.reference.simulation.burn_in import burn_in_rounds
from symfed.reference.simulation.coupling import best_kind
from symfed.reference.simulation.progress import Progress
from symfed.reference.simulation.run import simulate

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
    the burn-in leaves of that start is a share 1e-3 of the bias, further divided by the time average. Control variates are used where
    some apply (see `coupling`); the answer's `variates` says which. The errors are one standard error and what rounding may have done.
    Raises InvalidInput.
    """
    if isinstance(budget, bool) or int(budget) != budget or budget < 1:
        raise InvalidInput("budget", budget, "must be a positive number of client steps")
    step = float(problem.check_step(gamma))
    burn_in = burn_in_rounds(step, problem.mu, int(H))
    affordable = int(budget) // (problem.num_clients * int(H) * REPLICAS)
    rounds = max(2 * burn_in, affordable)
    kind = best_kind(prepare(algorithm, gamma, H, FLOATS, memory=True), problem)
    result = simulate(
        algorithm, problem, gamma, H, rounds, replicas=REPLICAS, burn_in=burn_in, seed=seed, progress=progress, control_variate=kind
    )
    # every step rounds, and what it did is forgotten within 1/(gamma mu) steps
    rounding = EPS * float(np.abs(result.mean).max()) / min(1.0, step * problem.mu)
    spread = np.sqrt(abs(np.diag(result.second_moment)))  # of a point, relative to chains beside it, it may be rounded below zero
    return Stationary(
        result.mean,
        result.second_moment,
        result.mean_error + rounding,
        "montecarlo",
        rigorous=False,
        second_moment_error=result.second_moment_error + rounding * np.add.outer(spread, spread),
        variates=kind,
    )
