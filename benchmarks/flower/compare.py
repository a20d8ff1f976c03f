"""Runs the cases in Flower and in symfed's simulator, and puts what they measured beside what was predicted."""

from __future__ import annotations

import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import stats

import symfed as sf
from benchmarks.flower.cases import Case, Predicted

Array = NDArray[np.float64]
FEDERATION = Path(__file__).with_name("federation.py")
BATCHES = 20  # of consecutive rounds, whose averages are treated as independent
FALSE_ALARM = 1e-4  # that a true prediction is outside its interval, in all comparisons of one call together
REPLICAS = 20  # copies in symfed's simulator


class FlowerFailed(RuntimeError):
    """The federation ended with an error; the message is the end of what it wrote."""


@dataclass(frozen=True)
class Measured:
    """Means over rounds with standard errors: of theta (d,), and of |theta - theta*|²."""

    mean: Array
    mean_error: Array
    squared: float
    squared_error: float
    seconds: float
    rounds: int


@dataclass(frozen=True)
class Compared:
    """One case and method: predicted, in symfed's simulator, in Flower, and theta*."""

    case: Case
    method: str
    optimum: Array
    predicted: Predicted
    simulated: Measured
    flower: Measured

    def distances(self) -> Array:
        """How far Flower is from what is predicted, less what the prediction leaves open, in standard errors.

        First the root of E|theta - theta*|² and the length of the bias, by `sf.plan`; then each coordinate of the mean, where it is known.
        """
        planned, seen = self.predicted.plan, self.flower
        squared = max(planned.low**2 - seen.squared, seen.squared - planned.high**2, 0) / seen.squared_error
        length, error = self.bias(seen)
        away = [squared, max(abs(length - planned.bias) - (planned.high - planned.low) / 2, 0) / error]
        return np.array(away if self.predicted.mean is None else [*away, *self.from_mean(self.predicted.mean, self.predicted.doubt)])

    def from_mean(self, mean: Array, doubt: float = 0.0) -> Array:
        """How far each coordinate of the mean of theta in Flower is from this one, (d,), less a doubt, in standard errors."""
        return np.asarray(np.maximum(abs(self.flower.mean - mean) - doubt, 0) / self.flower.mean_error)

    def bias(self, measured: Measured) -> tuple[float, float]:
        """The length of the measured bias, without what its own error adds to it, and a standard error, too large if coordinates agree."""
        bias, error = measured.mean - self.optimum, measured.mean_error
        length = float(np.linalg.norm(bias))
        return float(np.sqrt(max(length**2 - error @ error, 0))), float(abs(bias) @ error) / length


def limit(comparisons: int) -> float:
    """The distance in standard errors beyond which a true prediction falls with probability FALSE_ALARM in all comparisons together."""
    return float(stats.t.ppf(1 - FALSE_ALARM / 2 / comparisons, BATCHES - 1))


def batch_means(values: Array, memory: float) -> tuple[Array, Array]:
    """Mean over rounds (rounds, ...) and its standard error, from BATCHES batches.

    The averages of consecutive batches of b rounds are not quite independent: a deviation that falls by q = exp(-1/memory) a round leaves
    the variance of the whole larger than what their spread shows by 1/(1 - 2 q/(b (1 - q²))), to leading order in 1/b: that is put right.
    """
    length = len(values) // BATCHES
    kept = values[len(values) - BATCHES * length :]
    means = kept.reshape(BATCHES, length, *values.shape[1:]).mean(axis=1)
    q = np.exp(-1 / memory)
    shown = 1 - 2 * q / (length * (1 - q * q))
    return kept.mean(axis=0), means.std(axis=0, ddof=1) / np.sqrt(BATCHES * shown)


def setting_of(case: Case, method: str, rounds: int, seed: int = 0) -> dict[str, Any]:
    """What `federation.py` is told."""
    shares = {f"{name}_{c}": part for c, share in enumerate(case.shares) for name, part in zip(("features", "targets"), share, strict=True)}
    numbers = {"l2": case.l2, "gamma": case.gamma, "H": case.H, "batch": case.batch, "rounds": rounds, "seed": seed}
    return {"loss": case.loss, "algorithm": method, "start": np.zeros(case.problem.dim), **numbers, **shares}


def federated(setting: dict[str, Any], python: Path) -> tuple[Array, float]:
    """The server's parameters after each round, (rounds, d), and the seconds in Flower. Raises FlowerFailed."""
    with tempfile.TemporaryDirectory() as folder:
        given, found = Path(folder) / "setting.npz", Path(folder) / "result.npz"
        np.savez(given, **setting)
        ended = subprocess.run([str(python), str(FEDERATION), str(given), str(found)], capture_output=True, text=True)
        if ended.returncode != 0:
            raise FlowerFailed(ended.stderr[-2000:])
        with np.load(found) as result:
            return result["trajectory"], float(result["seconds"])


def in_flower(case: Case, method: str, rounds: int, python: Path, seed: int = 0) -> Measured:
    """The case in Flower, from the origin, whose trace of e^-14 is left out with the first rounds. Raises FlowerFailed."""
    burn_in = int(14 * case.memory) + 1
    whole, seconds = federated(setting_of(case, method, burn_in + rounds, seed), python)
    trajectory = whole[burn_in:]
    optimum = np.asarray(case.problem.optimum, dtype=float)
    mean, error = batch_means(trajectory, case.memory)
    squared, squared_error = batch_means(((trajectory - optimum) ** 2).sum(axis=1), case.memory)
    return Measured(mean, error, float(squared), float(squared_error), seconds, burn_in + rounds)


def in_symfed(case: Case, method: str, rounds: int, seed: int = 0) -> Measured:
    """The case in symfed's simulator, so many rounds in each of REPLICAS copies from theta*."""
    began = time.perf_counter()
    burn_in = int(14 * case.memory) + 1
    run = sf.simulate(method, case.problem, case.gamma, case.H, burn_in + rounds, replicas=REPLICAS, burn_in=burn_in, seed=seed)
    squared_error = float(np.sqrt((np.diag(np.asarray(run.second_moment_error, dtype=float)) ** 2).sum()))
    return Measured(
        np.asarray(run.mean, dtype=float), np.asarray(run.mean_error, dtype=float), float(np.trace(run.second_moment)), squared_error,
        time.perf_counter() - began, burn_in + rounds,
    )  # fmt: skip


def compare(
    cases: Iterable[tuple[Case, str]], rounds: int, python: Path, jobs: int = 2, heard: Callable[[str], None] | None = None
) -> list[Compared]:
    """All cases and methods; Flower's runs are processes of their own, `jobs` at a time. `heard` is told what was done."""
    told = heard or (lambda text: None)
    wanted = list(cases)
    for case, _ in wanted:
        case.problem.optimum  # noqa: B018  found once, and not by two threads
    with ThreadPoolExecutor(jobs) as pool:
        runs = [pool.submit(in_flower, case, method, rounds, python) for case, method in wanted]
        found = []
        for (case, method), run in zip(wanted, runs, strict=True):
            optimum = np.asarray(case.problem.optimum, dtype=float)
            predicted, simulated = case.predicted(method), in_symfed(case, method, rounds // 2)
            found.append(Compared(case, method, optimum, predicted, simulated, run.result()))
            told(f"{case.name}, {method}: {found[-1].flower.rounds} rounds in Flower in {found[-1].flower.seconds:.0f} s")
    return found
