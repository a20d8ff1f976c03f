"""Problems for enclosures, and whether the truth by quadrature is missed."""

from __future__ import annotations

from typing import Any

import numpy as np

import symfed as sf
from symfed.formulas.enclosures import first_order
from symfed.models.rings import FLOATS

#: What a reference by quadrature in double precision may be off by, beside its own error estimate.
ROUNDING = 1e-12


def logistic(rng: np.random.Generator, d: int, N: int, n: int, l2: float, spread: float = 1.0) -> sf.LogisticProblem:
    """Labels by a logistic model of their own for every client."""
    features = [spread * rng.normal(size=(n, d)) for _ in range(N)]
    model = rng.normal(size=d) / np.sqrt(d)
    chances = [FLOATS.functions["sigmoid"](rows @ (model + 0.3 * rng.normal(size=d) / np.sqrt(d))) for rows in features]
    return sf.LogisticProblem(features, [np.where(rng.random(n) < p, 1, -1) for p in chances], l2)


def instance(rng: np.random.Generator, d: int = 1) -> tuple[sf.LogisticProblem, float, int]:
    N, n, H = int(rng.integers(1, 6)), int(rng.integers(1, 8)), int(rng.choice([1, 2, 3, 5, 10]))
    problem = logistic(rng, d, N, n, float(np.exp(rng.uniform(-4, 1))), float(np.exp(rng.normal())))
    return problem, float(np.exp(rng.uniform(-7, -0.7))) / problem.L, H


def missed(problem: Any, gamma: float, H: int, found: first_order.Enclosed) -> bool:
    law = sf.reference.stationary("fedavg", problem, gamma, H, method="quadrature")
    bias, second = np.asarray(law.bias, dtype=float), np.asarray(law.second_moment, dtype=float)
    slack = ROUNDING + float(np.max(np.asarray(law.error, dtype=float)))
    far = np.linalg.norm(bias - found.mean.mid) > found.mean_radius + found.mean.rad.max() + slack
    return bool(far or np.linalg.norm(second - found.second.mid) > found.second_radius + found.second.rad.max() + slack)
