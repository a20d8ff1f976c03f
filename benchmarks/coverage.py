"""How often a plan's interval holds the error that runs have: federations drawn anew, and runs by the simulator of the tests.

`python -m benchmarks.coverage [--settings 360]` prints a table: for each loss, for runs that are on their way (short) or near where they
stay (long), and for each method, how often the measured error lay in the predicted interval, give or take 1.96 standard errors, with the
median width of the intervals relative to what was predicted. A prediction without error is inside 19 times in 20.
"""

from __future__ import annotations

import argparse
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

import symfed as sf
from symfed.core.errors import InvalidInput
from symfed.planning.reading import Prediction
from tests.planning.runs import Measured, Pairs, federation, measured, optimum, runs

LOSSES = ("least squares", "least squares, no noise at the optimum", "logistic", "logistic, one row a client")
LENGTHS = {"short": (0.2, 2.0), "long": (4.0, 10.0)}  # of a run, in times 1/mu
METHODS = ("fedavg", "fedavg+rr", "scaffold")
STEPS = (1, 2, 5, 10, 30, 100)
_MOST = 1500  # local steps of a run
_ERRORS = 1.96
_ALONE = 0.1  # of the mean square in one run: its standard error is not known then


@dataclass(frozen=True)
class Setting:
    """A federation and what is run on it."""

    loss: str
    length: str
    method: str
    clients: Pairs
    l2: float
    gamma: float
    H: int
    rounds: int
    last: int

    @property
    def name(self) -> str:
        """The loss as plans know it."""
        return "logistic" if self.loss.startswith("logistic") else "least_squares"


def settings(count: int, seed: int = 0) -> Iterator[tuple[Setting, Prediction]]:
    """Settings of every kind in turn, as many as are asked for, with what is predicted for each."""
    random = np.random.default_rng(seed)
    kinds = [(loss, length, method) for loss in LOSSES for length in LENGTHS for method in METHODS]
    for number in range(count):
        loss, length, method = kinds[number % len(kinds)]
        while (one := _drawn(random, loss, length, method)) is None:
            pass
        yield one


def _drawn(random: Any, loss: str, length: str, method: str) -> tuple[Setting, Prediction] | None:
    """A setting; None where its runs would be too long."""
    name, alone = ("logistic" if loss.startswith("logistic") else "least_squares"), loss.endswith("a client")
    N, d = int(random.integers(8, 40) if alone else random.integers(2, 13)), int(random.integers(1, 9))
    noise = 0.0 if "no noise" in loss else float(random.uniform(0.3, 2))
    clients = federation(random, name, N, d, noise, bool(random.integers(2)))
    if alone:
        clients = [(X[:1], y[:1]) for X, y in clients]
    if name == "logistic" and len({float(label) for _, y in clients for label in y}) < 2:
        return None
    l2 = 0.0 if noise == 0 else float(random.uniform(0.05, 0.3))
    try:
        plan = sf.plan(clients, l2=l2, loss=name, rounds=1, local_steps=[1], methods="fedavg")
    except InvalidInput:  # too few rows for one optimum
        return None
    H, top = int(random.choice(STEPS)), plan.study.largest_step / (2 if method == "fedavg+rr" else 1)
    gamma = top * float(2 ** -random.uniform(0, 4))
    rounds = max(round(random.uniform(*LENGTHS[length]) / (gamma * H * plan.summary.mu)), 1)
    if rounds * H > _MOST or not np.isfinite(plan.summary.start_distance):
        return None
    last = int(random.choice([1, max(rounds // 2, 1)]))
    one = Setting(loss, length, method, clients, l2, gamma, H, rounds, last)
    return one, plan.predict(method, gamma, H, rounds, last)


def simulated(one: Setting, replicas: int, seed: int) -> Measured:
    """What runs of a setting have."""
    found = runs(one.method, one.clients, one.name, one.l2, one.gamma, one.H, one.rounds, one.last, replicas, seed)
    return measured(found, optimum(one.clients, one.name, one.l2))


def beyond(predicted: Prediction, found: Measured) -> float:
    """How many standard errors the measured error lies outside the interval."""
    outside = max(predicted.low - found.distance, found.distance - predicted.high)
    floor = 1e-7 * predicted.error + 1e-9  # optima are found to eight digits
    return 0.0 if outside <= floor else float(outside / found.error) if found.error > 0 else float("inf")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--settings", type=int, default=360)
    parser.add_argument("--replicas", type=int, default=400)
    asked = parser.parse_args()
    warnings.simplefilter("ignore")
    rows: dict[tuple[str, str, str], list[tuple[bool, float, float, bool]]] = {}
    for number, (one, predicted) in enumerate(settings(asked.settings)):
        found = simulated(one, asked.replicas, number)
        if beyond(predicted, found) > _ERRORS:
            clients = f"{len(one.clients)} clients, d = {one.clients[0][0].shape[1]}"
            print(
                f"outside: {one.loss}, {one.length}, {clients}: {predicted}; measured {found.distance:.4g} ± {found.error:.1g}", flush=True
            )
        alone = float(found.squares.max()) > _ALONE * float(found.squares.sum())
        width = (predicted.high - predicted.low) / predicted.error if predicted.error else 0.0
        key = one.loss, one.length, one.method
        rows.setdefault(key, []).append((beyond(predicted, found) <= _ERRORS, width, abs(found.distance / predicted.error - 1), alone))
    print("| loss | runs | method | settings | inside | median width | median difference | carried by one run |")
    print("|---|---|---|---|---|---|---|---|")
    for (loss, length, method), own in rows.items():
        inside, widths, differences, alone = (np.array(each, dtype=float) for each in zip(*own, strict=True))
        cells = [loss, length, method, str(len(own)), f"{100 * inside.mean():.0f} %", f"{100 * np.median(widths):.2g} %"]
        print("| " + " | ".join([*cells, f"{100 * np.median(differences):.2g} %", str(int(alone.sum()))]) + " |")
    every = np.array([one[0] for own in rows.values() for one in own], dtype=float)
    print(f"\n{len(every)} settings, inside {100 * every.mean():.1f} %")


if __name__ == "__main__":
    main()
