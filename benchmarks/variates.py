"""What control variates save: standard errors of the stationary mean of FedAvg and Scaffold at equal CPU time."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np

import symfed as sf
from benchmarks.cases import Case, H, logistic
from benchmarks.measure import rotate

KINDS = (None, "linear", "second")
STEPS = (0.01, 0.1)
REPLICAS, ROUNDS, BURN_IN = 512, 2000, 500


def measure(rounds: int, only: str, say: Callable[[str], None]) -> list[dict[str, Any]]:
    """Per step size: every estimator's standard error, its CPU time, and plain error * sqrt(time) over its own.

    The error is the median over rounds (a seed each) of the largest coordinate's; all estimates of a round must agree with the finest.
    """
    records: list[dict[str, Any]] = []
    for algorithm, gamma in product(("fedavg", "scaffold"), STEPS):
        case = logistic(2, algorithm)
        name = f"{case.name}, gamma = {gamma}"
        if only not in name:
            continue
        say(name)
        seen: dict[str, list[tuple[np.ndarray, np.ndarray]]] = {str(kind): [] for kind in KINDS}

        def run(seed: int, kind: str | None, case: Case = case, gamma: float = gamma, seen: dict[str, Any] = seen) -> None:
            length = (ROUNDS, REPLICAS, BURN_IN, seed)
            found = sf.simulate(case.algorithm, case.problem, gamma, H, *length, engine="compiled", threads=1, variance_reduction=kind)
            seen[str(kind)].append((found.mean, found.mean_error))

        runs = {str(kind): (lambda k, kind=kind: run(k + 1, kind)) for kind in KINDS}
        for kind in KINDS:
            run(0, kind)
        seconds = rotate(runs, rounds)
        finest = seen["second"][0][0]
        errors = {name: float(np.median([error.max() for _, error in found])) for name, found in seen.items()}
        for name, found in seen.items():
            apart = max(float((abs(mean - finest) / error).max()) for mean, error in found[1:])
            # 512 replicas: Gaussian to rounding; beyond 7 with probability 3e-12 a comparison, the finest's own error left aside
            if name != "second" and not apart <= 7:
                raise AssertionError(f"{name}: {apart:.1f} standard errors from the finest estimate")
        cost = {name: errors[name] * np.sqrt(seconds[name]["cpu_seconds"]) for name in errors}
        rows = {
            name: {"standard_error": errors[name], **seconds[name], "smaller_error_in_the_same_time": cost["None"] / cost[name]}
            for name in errors
        }
        records.append({"case": name, "gamma": gamma, "estimators": rows})
        for name, row in rows.items():
            say(f"  {name:7s} standard error {row['standard_error']:.2e}, gain at equal time {row['smaller_error_in_the_same_time']:.3g}")
    return records
