"""Client steps per second: symfed's kernels against the ways in which such experiments are usually programmed."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

import symfed as sf
from benchmarks.baselines import compiled_c, jax_scan, loop, vectorised
from benchmarks.cases import BURN_IN, Averages, Case, H, N, Run, cases
from benchmarks.measure import rotate

# |difference| / standard error: sixteen replicas give Student's t with 15 degrees of freedom, beyond 9 with probability 2e-7;
# at most 300 comparisons are made, so that a sound run is stopped by chance once in 17,000
_APART = 9


@dataclass(frozen=True)
class Contestant:
    """How to prepare a run, and how many (replicas, rounds) take a fraction of a second; `threads` is symfed's."""

    prepare: Callable[[Case], Run]
    replicas: int
    rounds: int


def symfed(threads: int) -> Callable[[Case], Run]:
    def prepare(case: Case) -> Run:
        def run(replicas: int, rounds: int, seed: int) -> Averages:
            found = sf.simulate(
                case.algorithm, case.problem, case.gamma, H, rounds, replicas, BURN_IN, seed, engine="compiled", threads=threads
            )
            return Averages(found.mean, found.mean_error)

        return run

    return prepare


def contestants(case: Case) -> dict[str, Contestant]:
    """Those that this machine can run."""
    out = {
        "symfed": Contestant(symfed(1), 1024, 2000),
        "symfed, two threads": Contestant(symfed(2), 1024, 2000),
        "NumPy loop": Contestant(loop.prepare, 1, 100),
        "NumPy vectorised": Contestant(vectorised.prepare, 1000, 100),
    }
    if compiled_c.COMPILER is not None:
        out["C -O3"] = Contestant(compiled_c.prepare, 64, 1200)
        if case.name.startswith("logistic") and not case.scaffold:
            out["C over lanes"] = Contestant(compiled_c.prepare_lanes, 1024, 600)
    if importlib.util.find_spec("jax") is not None:
        out["JAX"] = Contestant(jax_scan.prepare, 1000, 100)
    return out


def agree(case: Case, runs: dict[str, Run]) -> dict[str, float]:
    """Every contestant's largest distance from symfed in standard errors. Raises AssertionError beyond the limit."""
    found = {name: run(16 if name == "NumPy loop" else 1024, 150, 7) for name, run in runs.items()}
    truth, out = found["symfed"], {}
    for name, other in found.items():
        apart = np.abs(other.mean - truth.mean) / np.hypot(other.error, truth.error)
        out[name] = float(apart.max())
        if not out[name] <= _APART:
            raise AssertionError(f"{case.name}: {name} is {out[name]:.1f} standard errors from symfed's mean")
    return out


def measure(rounds: int, only: str, say: Callable[[str], None]) -> list[dict[str, Any]]:
    """One record a case: client steps per second of every contestant and the ratios to symfed."""
    records = []
    for case in cases():
        if only not in case.name:
            continue
        say(case.name)
        field = contestants(case)
        runs = {name: contestant.prepare(case) for name, contestant in field.items()}
        apart = agree(case, runs)
        sized = {name: (lambda k, run=runs[name], c=c: run(c.replicas, c.rounds, k)) for name, c in field.items()}
        for run in sized.values():
            run(0)  # compiled and warm at the size that is timed
        seconds = rotate(sized, rounds)
        rows = {}
        for name, c in field.items():
            steps = N * H * c.replicas * c.rounds
            rows[name] = {
                "client_steps": steps,
                **seconds[name],
                "steps_per_cpu_second": steps / seconds[name]["cpu_seconds"],
                "steps_per_wall_second": steps / seconds[name]["wall_seconds"],
                "standard_errors_from_symfed": apart[name],
            }
        fastest = rows["symfed"]["steps_per_cpu_second"]
        for row in rows.values():
            row["symfed_is_faster_by"] = fastest / row["steps_per_cpu_second"]
        gain = rows["symfed, two threads"]["steps_per_wall_second"] / rows["symfed"]["steps_per_wall_second"]
        records.append({"case": case.name, "two_threads_gain": gain, "contestants": rows})
        for name, row in rows.items():
            say(f"  {name:22s} {row['steps_per_cpu_second']:12.3g} client steps a CPU second   symfed x {row['symfed_is_faster_by']:.3g}")
        say(f"  two threads: x {gain:.2f} in wall time")
    return records
