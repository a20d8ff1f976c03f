"""Stationary moments in dimension one without sampling."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import mpmath
import numpy as np

from symfed.core.errors import InvalidInput, NotConverged
from symfed.models.algorithm import Algorithm
from symfed.models.problems import ScalarProblem
from symfed.models.problems.problem import FiniteProblem
from symfed.models.rings import BALLS, FLOATS
from symfed.reference.precision import bits, to_mpf
from symfed.reference.result import Stationary
from symfed.reference.scalar_law import Ball, Collocation, ScalarLaw
from symfed.reference.setting import Setting, prepare

_MOST_NODES = 150
_ACCEPTED = 1e-8  # what is still an answer, as a share of the interval, where no number of digits was asked for
_REACH = 2.0**40


def stationary_quadrature(algorithm: str | Algorithm, problem: FiniteProblem, gamma: Any, H: int, digits: int | None = None) -> Stationary:
    """Stationary mean and second moment about theta* of any rule on a problem with d = 1 and finitely many samples.

    Refines until two resolutions agree to `digits` digits of the interval's length, and answers mpmath numbers. With digits None it
    answers floats, aims at 15 digits and settles for 8. `error` is that difference: an estimate, not a bound; usually far too large.
    The server step must be affine.
    Raises InvalidInput for other problems or gamma > 1/L, NotConverged where the resolutions do not settle.
    """
    law, previous, theta, precision = _refine(algorithm, problem, gamma, H, digits)
    with bits(precision):
        first, second = _moments(law, theta)
        errors = [abs(now - before) for now, before in zip((first, second), _moments(previous, theta), strict=True)]
        values = [to_mpf(v) for v in (theta + first, second, *errors)]
    if digits is not None:
        with mpmath.workdps(digits + 5):
            values = [+v for v in values]
    kind: Any = float if digits is None else object
    mean, moment, mean_error, moment_error = (np.array([v], dtype=kind) for v in values)
    return Stationary(mean, moment.reshape(1, 1), mean_error, "quadrature", rigorous=False, second_moment_error=moment_error.reshape(1, 1))


def expectation(
    algorithm: str | Algorithm, problem: FiniteProblem, gamma: Any, H: int, function: Callable[[Ball], Ball], digits: int = 15
) -> Any:
    """E h(theta) under the stationary law, as an mpmath number; `function` takes and returns a flint ball."""
    law, _, _, precision = _refine(algorithm, problem, gamma, H, digits)
    with bits(precision):
        return to_mpf(law.expect(function))


def invariant_interval(problem: FiniteProblem) -> tuple[float, float]:
    """An interval that steps with gamma <= 1/L cannot leave: the hull of the sample losses' minimisers, found from their gradients."""
    if isinstance(problem, ScalarProblem):
        return problem.interval

    def gradients(x: float) -> list[float]:
        return [float(problem.sample_gradient(c, z, [x], FLOATS)[0]) for c, w in enumerate(problem.weights) for z in range(len(w))]

    return -_root(lambda x: -max(gradients(-x))), _root(lambda x: min(gradients(x)))


def _root(slope: Callable[[float], float]) -> float:
    """Just above the root of an increasing function."""
    high = 1.0
    while slope(high) < 0:
        high *= 2
        if high > _REACH:
            raise InvalidInput("problem", high, "some sample loss has no minimiser: its stationary law is not confined")
    low = -high
    while slope(low) > 0 and low > -_REACH:
        low *= 2
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (low, middle) if slope(middle) >= 0 else (middle, high)
    return high + 1e-9 * (1 + abs(high))


def _refine(
    algorithm: str | Algorithm, problem: FiniteProblem, gamma: Any, H: int, digits: int | None
) -> tuple[ScalarLaw, ScalarLaw, Ball, int]:
    """The laws at the last two resolutions, theta*, and the precision in which they were computed."""
    if not isinstance(problem, FiniteProblem) or problem.dim != 1:
        raise InvalidInput("problem", problem, "must have d = 1 and finitely many samples", 'use method="montecarlo"')
    wanted = 15 if digits is None else digits
    if isinstance(wanted, bool) or int(wanted) != wanted or not 1 <= wanted <= 200:
        raise InvalidInput("digits", digits, "must be an integer between 1 and 200")
    problem.check_step(gamma)
    interval = invariant_interval(problem)
    length = interval[1] - interval[0]
    n, previous, difference = 12 + wanted // 2, None, math.inf
    while True:
        # monomials of degree n on [-1, 1] cost a factor (1 + sqrt 2)^n = 2^(1.27 n)
        precision = int(3.33 * wanted + 1.6 * n) + 64
        finer = n + max(6, n // 4)
        with bits(precision):
            theta = _optimum(problem, wanted)
            law = Collocation(_setting(algorithm, gamma, H), problem, interval, n).law()
            if previous is not None:
                pairs = zip(_moments(law, theta), _moments(previous, theta), strict=True)
                difference = max(float(abs(now - before)) for now, before in pairs)
                last = finer > max(_MOST_NODES, 4 * wanted)
                accepted = max(_ACCEPTED, 10.0**-wanted) if last and digits is None else 10.0**-wanted
                if difference <= accepted * length:
                    return law, previous, theta, precision
                if last:
                    reached = f"{n} nodes agree to {difference / length:.2g} of the interval, {accepted:.2g} was asked for"
                    raise NotConverged(f"quadrature for {problem!r}: {reached}")
        previous, n = law, finer


def _setting(algorithm: str | Algorithm, gamma: Any, H: int) -> Setting:
    return prepare(algorithm, gamma, H, BALLS)


def _optimum(problem: FiniteProblem, digits: int) -> Ball:
    return Ball(problem.optimum_to(digits + 10)[0])


def _moments(law: ScalarLaw, theta: Ball) -> tuple[Ball, Ball]:
    """E[theta - theta*] and E[(theta - theta*)²]."""
    return law.expect(lambda x: x - theta), law.expect(lambda x: (x - theta) ** 2)
