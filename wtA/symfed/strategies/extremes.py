"""Quadratic problems on which loose constants break: many clients and one unlike the others, large condition numbers, long rounds.

Random small problems agree with almost anything; a constant that holds for three clients can fall at a hundred. All are in dimension
one and exact, so that a thousand clients cost no more than a power each.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import flint
import numpy as np

from symfed.models.problems import QuadraticProblem
from symfed.strategies.instance import Instance

#: (clients, curvature of all but one, of the one, gamma times L, local steps)
_POPULATIONS: tuple[tuple[int, int, int, flint.fmpq, int], ...] = (
    (101, 1, 100, flint.fmpq(1, 100), 50),
    (101, 100, 1, flint.fmpq(1), 2),
    (101, 100, 1, flint.fmpq(1, 4), 4),
    (1000, 1, 100, flint.fmpq(1, 10), 10),
    (1000, 100, 99, flint.fmpq(1), 100),
    (2, 1, 10000, flint.fmpq(1, 2), 100),
    (2, 1, 10000, flint.fmpq(1), 2),
    (125, 4, 1, flint.fmpq(1), 2),
    (30, 1, 2500, flint.fmpq(1), 50),
)


@lru_cache(maxsize=1)
def hard_quadratics() -> Sequence[Instance]:
    """Exact instances in dimension one: all clients but one alike, with noise of their own; and clients that are all alike.

    A start is three units from the optimum, and `t` counts up to four hundred rounds where a statement asks for them.
    """
    found = []
    for N, others, one, step, H in _POPULATIONS:
        for noisy in (1, N):  # one noisy client, or all of them
            A = np.array([[[flint.fmpq(one)]]] + [[[flint.fmpq(others)]]] * (N - 1), dtype=object)
            centres = np.array([[flint.fmpq(1)]] + [[flint.fmpq(0)]] * (N - 1), dtype=object)
            noise = np.array([[[flint.fmpq(1 if c < noisy else 0)]] for c in range(N)], dtype=object)
            found.append(_instance(QuadraticProblem(A, centres, noise), min(one, others), max(one, others), step, H))
    alike = np.array([[[flint.fmpq(1)]]] * 3, dtype=object)
    same = QuadraticProblem(alike, np.array([[flint.fmpq(1)]] * 3, dtype=object), alike)
    return tuple([*found, _instance(same, 1, 1, flint.fmpq(1, 2), 4), _instance(same, 1, 100, flint.fmpq(1, 10), 100)])


def _instance(problem: QuadraticProblem, mu: int, L: int, step: Any, H: int) -> Instance:
    # rationals grow with every step: long runs are for few clients and short rounds
    t = 3 if H > 4 or problem.num_clients > 125 else 60 if problem.num_clients > 3 else 400
    start: dict[str, Any] = {"start": problem.optimum + 3, "t": t}
    return Instance(problem, step / L, H, flint.fmpq(mu), flint.fmpq(L), start)
