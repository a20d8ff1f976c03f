"""CPU nanoseconds a client step of federated TD learning: symfed's kernels against NumPy; laws are compared first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

import symfed as sf
from benchmarks.baselines import td_numpy
from benchmarks.cases import Averages
from benchmarks.measure import rotate
from benchmarks.td_cases import Run, TDCase, td_cases
from symfed.reference.simulation.plan import burn_in_rounds

# |difference| / standard error: sixteen replicas give Student's t with 15 degrees of freedom, beyond 9 with probability 2e-7;
# 8 cases compare 16 numbers with 3 others each: a sound run is stopped by chance once in 13,000
_APART = 9
_COMPARED_STEPS = 10_000  # client steps a replica, in four rounds at least
_LONG_STEPS = 2e8  # client steps of the comparison with the exact law


def symfed(case: TDCase, burn_in: int = 0) -> Run:
    def run(replicas: int, rounds: int, seed: int) -> Averages:
        found = sf.simulate(case.algorithm, case.problem, case.gamma, case.H, rounds, replicas, burn_in, seed, engine="compiled", threads=1)
        squares, errors = np.diag(found.second_moment), np.diag(found.second_moment_error)
        return Averages(np.concatenate([found.mean - case.problem.optimum, squares]), np.concatenate([found.mean_error, errors]))

    return run


def contestants(case: TDCase) -> dict[str, tuple[Run, int, int]]:
    """How to run each, and with how many (replicas, rounds) it takes a fraction of a second."""
    at_once = td_numpy.vectorised(case)
    many = 10_000 // case.problem.num_clients
    return {
        "symfed": (symfed(case), 1024, max(2, 50_000 // case.round_steps)),
        "NumPy loop": (td_numpy.loop(case), 1, max(2, 20_000 // case.round_steps)),
        "NumPy over clients": (at_once, 1, max(2, 2000 // case.H)),
        "NumPy over clients and replicas": (at_once, many, max(2, 200 // case.H)),
    }


def agree(case: TDCase, runs: Mapping[str, Run]) -> dict[str, float]:
    """Every contestant's largest distance from symfed in standard errors. Raises AssertionError beyond the limit."""
    rounds = max(4, _COMPARED_STEPS // case.round_steps)
    truth = runs["symfed"](1024, rounds, 7)
    return {name: _distance(case, name, run(16, rounds, 8), truth) for name, run in runs.items() if name != "symfed"}


def agree_with_exact(case: TDCase) -> float:
    """The stationary law that symfed simulates against the exact one, in the same unit."""
    known = sf.reference.stationary(case.algorithm, case.problem, case.gamma, case.H, method="exact")
    burn_in = burn_in_rounds(case.gamma, case.problem.mu, case.H)
    replicas = max(64, int(_LONG_STEPS / (3 * burn_in * case.round_steps)) // 64 * 64)
    found = symfed(case, burn_in)(replicas, 3 * burn_in, 9)
    exact = np.concatenate([known.mean - case.problem.optimum, np.diag(known.second_moment)])
    return _distance(case, "symfed", found, Averages(exact, np.zeros_like(exact)))


def _distance(case: TDCase, name: str, found: Averages, truth: Averages) -> float:
    apart = float((np.abs(found.mean - truth.mean) / np.hypot(found.error, truth.error)).max())
    if not apart <= _APART:
        raise AssertionError(f"{case.name}: {name} is {apart:.1f} standard errors from the truth")
    return apart


def measure(rounds: int, only: str, say: Callable[[str], None]) -> list[dict[str, Any]]:
    """One record a case: every contestant's CPU nanoseconds a client step, and how many times as fast symfed is."""
    records = []
    for case in td_cases():
        if only not in case.name:
            continue
        say(case.name)
        field = contestants(case)
        apart = agree(case, {name: run for name, (run, _, _) in field.items() if name != "NumPy over clients"})
        apart["exact"] = agree_with_exact(case)
        sized = {name: (lambda k, run=run, r=r, t=t: run(r, t, k)) for name, (run, r, t) in field.items()}
        for warm in sized.values():
            warm(0)
        rows: dict[str, dict[str, float]] = {}
        for name, seconds in rotate(sized, rounds).items():
            _, replicas, length = field[name]
            steps = case.round_steps * replicas * length
            rows[name] = {"client_steps": steps, **seconds, "cpu_nanoseconds_a_step": 1e9 * seconds["cpu_seconds"] / steps}
        own = rows["symfed"]["cpu_nanoseconds_a_step"]
        for name, row in rows.items():
            row["symfed_is_faster_by"] = row["cpu_nanoseconds_a_step"] / own
            say(f"  {name:32s} {row['cpu_nanoseconds_a_step']:8.3g} ns a client step   symfed x {row['symfed_is_faster_by']:.3g}")
        records.append({"case": case.name, "standard_errors_from_symfed": apart, "contestants": rows})
    return records
