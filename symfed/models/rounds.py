"""Run rounds of an algorithm's rule on numbers of any type."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from symfed.models.algorithm import Algorithm
from symfed.models.arrays import Array

#: The server's point (..., d) and the clients' control variates (..., N, d), None for a rule without them.
State = tuple[Array, Any]


def run_rounds(
    algorithm: Algorithm,
    gradients: Callable[[Array, int, int], Array],
    x: Array,
    gamma: Any,
    H: int,
    clients: int,
    *,
    xi: Array | None = None,
    rounds: int = 1,
    counts: Sequence[Any] | None = None,
) -> list[State]:
    """The states at the start and after every round, rounds + 1 of them: clients take H local steps, then the server its own.

    `gradients(local, t, h)` returns the clients' gradients at their iterates (..., N, d) in step h of round t, both counted from zero:
    full or stochastic. x (..., d) is the server's starting point, xi (..., N, d) are the control variates at the start, zero unless
    given. The entries and gamma are of one number type, to which H is converted for the rule. counts (N,): the multiplicity of each
    client in the mean, one unless given.

    >>> from fractions import Fraction
    >>> from symfed.models.algorithms import get_algorithm
    >>> run_rounds(get_algorithm("fedavg"), lambda x, t, h: x - [[0], [1]], np.array([Fraction(1)]), Fraction(1, 2), 2, clients=2)[-1][0]
    array([Fraction(5, 8)], dtype=object)
    """
    steps, H = range(H), gamma * 0 + H
    if xi is None and algorithm.keeps_memory:
        xi = 0 * np.repeat(x[..., None, :], clients, axis=-2)
    states: list[State] = [(x, xi)]
    for t in range(rounds):
        start = x[..., None, :]
        local = np.repeat(start, clients, axis=-2)
        for h in steps:
            local = algorithm.step(x=local, g=gradients(local, t, h), xi=xi, x_start=start, gamma=gamma, H=H)
        mean = local.sum(axis=-2) / clients if counts is None else np.tensordot(counts, local, (0, -2)) / sum(counts)
        x = algorithm.server(mean, x, gamma, H)
        xi = algorithm.control(xi, local, start, x[..., None, :], gamma, H)
        states.append((x, xi))
    return states
