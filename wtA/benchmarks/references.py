"""CPU seconds of the references that do not sample."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

import symfed as sf
from benchmarks.measure import rotate
from symfed.reference.enclosure import certify

Task = Callable[[int], Any]


def _rationals(random: np.random.Generator, *shape: int) -> np.ndarray:
    flat = [
        Fraction(int(p), int(q)) for p, q in zip(random.integers(-3, 4, np.prod(shape)), random.integers(1, 4, np.prod(shape)), strict=True)
    ]
    return np.array(flat, dtype=object).reshape(shape)


def _positive(random: np.random.Generator, count: int, d: int) -> np.ndarray:
    roots = _rationals(random, count, d, d)
    return np.stack([root @ root.T for root in roots]) + np.eye(d, dtype=int) * Fraction(1)


def _additive(seed: int, problems: int) -> None:
    random = np.random.default_rng(seed)
    for k in range(problems):
        d, n = 1 + k % 3, int(random.integers(1, 6))
        problem = sf.QuadraticProblem(_positive(random, n, d), _rationals(random, n, d), _positive(random, n, d))
        sf.reference.stationary("fedavg", problem, Fraction(1, 1 + int(problem.L)), int(random.integers(1, 11)), method="exact")


def _multiplicative(seed: int, problems: int) -> None:
    random = np.random.default_rng(seed)
    for k in range(problems):
        d, n = 1 + k % 3, int(random.integers(1, 6))
        problem = sf.LinearProblem([_positive(random, 2, d) for _ in range(n)], [_rationals(random, 2, d) for _ in range(n)])
        sf.reference.stationary("fedavg", problem, Fraction(1, 1 + int(problem.L)), int(random.integers(1, 11)), method="exact")


def _large(d: int) -> sf.QuadraticProblem:
    random = np.random.default_rng(d)
    roots = random.standard_normal((2, d, d)) / np.sqrt(d)
    hessians = roots @ roots.transpose(0, 2, 1) + np.eye(d) / 10
    return sf.QuadraticProblem(hessians, random.standard_normal((2, d)), np.eye(d))


def scalar(num_clients: int, samples: int = 5) -> sf.LogisticProblem:
    """Logistic regression in dimension one with rational data."""
    random = np.random.default_rng(num_clients)
    features = [[[Fraction(int(v), 4)] for v in random.integers(1, 9, samples)] for _ in range(num_clients)]
    labels = [random.choice([-1, 1], samples) for _ in range(num_clients)]
    return sf.LogisticProblem(features, labels, Fraction(1, 5))


def plane(num_clients: int = 10, samples: int = 100) -> sf.LogisticProblem:
    random = np.random.default_rng(5)
    features = [random.standard_normal((samples, 2)) for _ in range(num_clients)]
    return sf.LogisticProblem(features, [np.sign(f @ random.standard_normal(2) + random.logistic(size=samples)) for f in features], 0.2)


def tasks() -> dict[str, tuple[int, Task]]:
    """Name -> how many problems it solves, and how."""
    big, flat = _large(1000), plane()
    out: dict[str, tuple[int, Task]] = {
        "exact, additive noise, d <= 3": (60, lambda k: _additive(k, 60)),
        "exact, multiplicative noise, d <= 3": (60, lambda k: _multiplicative(k, 60)),
        "float, state dimension 1000": (1, lambda k: sf.reference.stationary("fedavg", big, 0.2, 10, method="exact")),
        "d = 2, N = 10, 100 samples, gamma = 0.05, H = 10": (
            1,
            lambda k: sf.reference.stationary("fedavg", flat, 0.05, 10, method="quadrature"),
        ),
    }
    for n, steps in ((1, 10), (5, 10), (20, 1), (20, 10), (20, 100), (20, 1000)):
        problem = scalar(n)
        out[f"quadrature to 30 digits, N = {n}, H = {steps}"] = (
            1,
            lambda k, problem=problem, steps=steps: sf.reference.stationary(
                "fedavg", problem, Fraction(1, 10), steps, "quadrature", digits=30
            ),
        )
    for n in (1, 2, 3, 5):
        problem = scalar(n)
        out[f"enclosure to 15 digits, N = {n}, H = 10"] = (1, lambda k, problem=problem: certify("fedavg", problem, Fraction(1, 10), 10))
    return out


def measure(rounds: int, only: str, say: Callable[[str], None]) -> list[dict[str, Any]]:
    """CPU seconds a problem, median over rounds in rotation."""
    chosen = {name: task for name, task in tasks().items() if only in name}
    for _, task in chosen.values():
        task(0)
    seconds = rotate({name: task for name, (_, task) in chosen.items()}, rounds) if chosen else {}
    records = [{"task": name, "problems": count, **seconds[name]} for name, (count, _) in chosen.items()]
    for record in records:
        say(f"{record['task']:52s} {record['cpu_seconds'] / record['problems']:.3g} CPU seconds a problem")
    return records
