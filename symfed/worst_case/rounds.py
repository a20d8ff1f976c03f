"""The worst case of whole rounds of N clients: the factor of a distance, and the bias of a rule without memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from flint import fmpq

from symfed.certificates.one_client.interpolation import STAR
from symfed.core.errors import InvalidInput
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm
from symfed.models.arrays import Array
from symfed.models.rounds import State, run_rounds
from symfed.worst_case.program import WorstCase, WorstCaseProgram, run_linear_rule
from symfed.worst_case.question import as_float, exact_numbers


def worst_round(algorithm: str | Algorithm, gamma: Any, H: int, mu: Any, L: Any, N: int = 2) -> WorstCase:
    """The largest factor of a round with full gradients, over all clients with curvatures from mu to L in any dimension.

    With control variates: of V = |theta - theta*|² + (gamma H)² mean |xi_c - xi_c*|², where xi_c* keeps the client at theta* and the
    sum of xi_c - xi_c* is zero. Without: of the squared distance of two runs, whose points are 0 to H - 1 and H to 2H - 1 in `names`.
    The rule itself is run on vectors. Raises InvalidInput for a rule that is not linear or, with control variates, has no fixed point at
    theta*, and if the extra `pep` is not installed; NotConverged if the solver fails.

    >>> worst = worst_round("scaffold", gamma=1, H=2, mu="0.3", L=1, N=2)  # (1 - gamma mu)^H and 1 - (1 - (1 - gamma L)^H)/(gamma L H)
    >>> round(worst.value, 6), max(0.7**2, 1 - 1 / 2) ** 2  # are not all: two clients do more where both are nearly alike
    (0.25185, 0.25)
    """
    rule, step, H, program = _checked_program(algorithm, gamma, H, mu, L, N, memory=True)
    start = np.array([program.vector()], dtype=object)
    if not rule.keeps_memory:
        other = np.array([program.vector()], dtype=object)
        ends = [
            run_linear_rule(rule.name, _round_on_vectors(program, rule, step, H, x, None, first)) for x, first in ((start, 0), (other, H))
        ]
        return program.largest((ends[0][0][0] - ends[1][0][0]) ** 2, (start[0] - other[0]) ** 2)
    at_rest = program.see(STAR, program.column([program.nothing()] * N), program.balanced() / step) * _control_at_rest(rule, step, H)
    away = program.balanced() / (step * H)
    end, control = run_linear_rule(rule.name, _round_on_vectors(program, rule, step, H, start, at_rest + away, 0))
    unit = (step * H) ** 2 / N

    def distance(x: Array, away: Array) -> Any:
        return x[0] ** 2 + sum((unit * c**2 for (c,) in away), 0 * x[0] ** 2)

    return program.largest(distance(end, control - at_rest), distance(start, away))


def worst_fixed_point(algorithm: str | Algorithm, gamma: Any, H: int, mu: Any, L: Any, N: int = 2) -> WorstCase:
    """The largest |theta - theta*|² / ((gamma H)² mean |grad f_c(theta*)|²) at the fixed point theta of a rule without control variates.

    With full gradients, over all clients with curvatures from mu to L in any dimension. The functions found have the denominator 1.
    Raises InvalidInput for a rule that is not linear, has control variates or does not use its last gradient, and if the extra `pep` is not
    installed; NotConverged if the solver fails.

    >>> worst = worst_fixed_point("fedavg", gamma=1, H=2, mu="0.1", L=1, N=2)
    >>> round(2 * worst.value**0.5, 4)  # |theta - theta*| over gamma zeta
    1.1484
    """
    rule, step, H, program = _checked_program(algorithm, gamma, H, mu, L, N, memory=False)
    if rule.keeps_memory:
        raise InvalidInput("algorithm", rule.name, "must have no control variates: with them theta* is at rest", "ask worst_round")
    steep = program.balanced() / (step * H)
    program.see(STAR, program.column([program.nothing()] * N), steep)
    start = np.array([program.vector()], dtype=object)
    run_linear_rule(rule.name, _round_on_vectors(program, rule, step, H, start, None, 0, at_rest=True))
    given = sum(((step * H) ** 2 / N * g**2 for (g,) in steep), 0 * start[0] ** 2)
    return program.largest(start[0] ** 2, given)


def _checked_program(
    algorithm: str | Algorithm, gamma: Any, H: Any, mu: Any, L: Any, N: Any, memory: bool
) -> tuple[Algorithm, float, int, WorstCaseProgram]:
    """The rule with its constants as floats, the step size, H, and a program that has room for a round."""
    rule = get_algorithm(algorithm)
    rule.check_local_steps(H)
    step, least, largest = map(as_float, exact_numbers(gamma, mu, L))
    if isinstance(N, bool) or not isinstance(N, int) or N < 1:
        raise InvalidInput("N", N, "must be a positive integer")
    points = 2 * int(H) if memory and not rule.keeps_memory else int(H) + 1
    program = WorstCaseProgram(least, largest, step, N, points)
    return replace(rule, values={name: float(value) for name, value in rule.values.items()}), step, int(H), program


def _round_on_vectors(
    program: WorstCaseProgram, rule: Algorithm, gamma: float, H: int, x: Array, xi: Array | None, first: int, at_rest: bool = False
) -> Callable[[], State]:
    """A round on vectors, with gradients at the points `first`, first + 1, ...; `at_rest`: the last gradient returns the server to x."""
    N = len(program.clients)

    def gradients(local: Array, _: int, h: int) -> Array:
        if not at_rest or h < H - 1:
            return program.see(first + h, local)
        seen = program.column([program.vector() / gamma for _ in range(N)])
        seen[-1, 0] = program.nothing()
        start = x[None, :]
        ends = rule.step(x=local, g=seen, xi=None, x_start=start, gamma=gamma, H=gamma * 0 + H)
        moved = rule.server(ends.sum(axis=0) / N, x, gamma, H) - x
        pull = rule.step(x=0.0, g=1.0, xi=None, x_start=0.0, gamma=gamma, H=gamma * 0 + H)
        share = rule.server(pull / N, 0.0, gamma, H)
        if share == 0:
            raise InvalidInput("algorithm", rule.name, "must follow its gradient in the last local step")
        seen[-1, 0] = -moved[0] / share
        return program.see(first + h, local, seen)

    return lambda: run_rounds(rule, gradients, x, gamma, H, N, xi=xi)[-1]


def _control_at_rest(rule: Algorithm, gamma: float, H: int) -> float:
    """k for which xi_c* = k grad f_c(theta*) fixes clients and server at theta*; found and tested on two clients, in rationals."""
    step, steps = fmpq(*gamma.as_integer_ratio()), fmpq(H)
    exact = replace(rule, values={name: fmpq(*value.as_integer_ratio()) for name, value in rule.values.items()})
    follow, correct = (exact.step(x=fmpq(0), g=g, xi=1 - g, x_start=fmpq(0), gamma=step, H=steps) for g in (fmpq(1), fmpq(0)))
    moved: list[Any] = []
    if correct != 0:
        k = -follow / correct
        seen, theta = np.array([[fmpq(1)], [fmpq(-1)]]), np.array([fmpq(0)])

        def gradients(local: Array, *_: int) -> Array:
            moved.extend(local.flat)
            return seen

        end, xi = run_rounds(exact, gradients, theta, step, H, 2, xi=k * seen)[-1]
        moved.extend([*end, *(xi - k * seen).flat])
    if correct == 0 or any(entry != 0 for entry in moved):
        raise InvalidInput("algorithm", rule.name, "must rest at theta* with some control variates")
    return float(k)
