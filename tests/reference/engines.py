"""The compiled and the NumPy engine on the same plan, and what it means that they agree."""

from __future__ import annotations

import numpy as np

from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm
from symfed.models.rings import FLOATS
from symfed.reference.setting import prepare
from symfed.reference.simulation.kernels.gradients import gradient_of
from symfed.reference.simulation.kernels.lanes import Lanes
from symfed.reference.simulation.plan import Plan

#: Both roads do the same operations up to the compiler's fused multiply-adds and its own exp, log, sine and cosine: a dozen roundings
#: of 2^-53 a step on numbers below 10, over at most 30 steps that do not stretch distances, and a division by gamma H >= 0.1.
ROUNDING = 30 * 12 * 10 / 0.1 * 2.0**-53

MINE = Algorithm(  # every name that a rule may read, and constants
    "mine",
    local_step=lambda x, g, xi, x_start, gamma, H, rho: x - gamma * (g + 3 * xi / 2) * (1 - rho * g / 10) + (x_start - x) / (7 * H),
    control_update=lambda xi, x_end, x_start, x_next, gamma, H: (xi + (x_end - x_next) / (gamma * H)) / 2 + (x_start - x_next) / 5,
    server_step=lambda x_mean, x_start, gamma, H: x_start + 2 * (x_mean - x_start) / (1 + gamma * H),
    hyper=("rho",),
).bind(rho=0.3)


def plan(algorithm, problem, replicas=65, rounds=10, burn_in=2, H=3, record=4, batches=1) -> Plan:
    setting = prepare(get_algorithm(algorithm), 0.1, H, FLOATS, memory=True)
    return Plan(setting, problem, problem.optimum.astype(float), rounds, burn_in, replicas, 1, record, batches)


def compiled(chosen: Plan, until=(10,), threads=1, lanes=None) -> Lanes:
    gradient = gradient_of(chosen.problem, chosen.setting.algorithm.exact_gradient, 1)
    assert gradient is not None
    engine = Lanes(chosen, gradient, threads, lanes)
    for stop in until:
        engine.advance(stop)
    return engine


def numbers(engine) -> list[np.ndarray]:
    controls = engine.controls()
    return [engine.states(), *engine.sums(), engine.trajectory(3), *([] if controls is None else [controls])]


def assert_close(one, two, slack=ROUNDING):
    for a, b in zip(numbers(one), numbers(two), strict=True):
        np.testing.assert_allclose(a, b, rtol=slack, atol=slack)


def same_bits(one, two) -> bool:
    return all(a.tobytes() == b.tobytes() for a, b in zip(numbers(one), numbers(two), strict=True))
