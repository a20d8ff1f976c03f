"""Stationary moments of laws in one, two or three dimensions without sampling, to any number of digits."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import mpmath
import numpy as np

from symfed.core.errors import InvalidInput, NotConverged
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm
from symfed.models.arrays import Array
from symfed.models.problems.problem import FiniteProblem
from symfed.models.rings import BALLS, FLOATS
from symfed.reference.quadrature.chebyshev import Ball, Basis, balls, bits, to_mpf
from symfed.reference.quadrature.memory import MemoryProjection, MemorySurroundings, with_control_variates, with_last
from symfed.reference.quadrature.projection import NodeLaw, Projection, Surroundings
from symfed.reference.result import Stationary
from symfed.reference.setting import prepare

SIZES = {1: (16, 160), 2: (7, 18), 3: (5, 9)}  # degrees at which a search begins and ends: the last costs some seconds
_LARGEST = {1: 240, 2: 26, 3: 13}  # the last degree for a requested number of digits: minutes
_WANTED = {1: 15, 2: 12, 3: 8}  # digits, unless a number is requested
_ACCEPTED = 4  # digits that are then still accepted: larger errors were observed to exceed their estimates
# Polynomials of degree n cover this many deviations times sqrt(n), like the nodes of Hermite's polynomials; the factor was measured.
_DEVIATIONS = 0.85
_HELD_BACK = 2.0  # digits
_EPS = 2.0**-52


def stationary_quadrature(algorithm: str | Algorithm, problem: FiniteProblem, gamma: Any, H: int, digits: int | None = None) -> Stationary:
    """Stationary mean and second moment about theta* of a rule on a problem with finitely many samples and d <= 3.

    Refines until two resolutions agree to 10^-digits of the law's spread, the root of E|theta - theta*|² (or a thousandth of the box
    around it, if the law is nearly a point), and the second moment to as many of its square; returns mpmath numbers. With digits
    None it returns floats, aims at 15, 12 and 8 digits for d = 1, 2, 3 and accepts 4. `error` is the largest difference, on that
    scale, or more if the previous resolution makes such an agreement unlikely: an estimate of the error of the coarser resolution,
    usually far too large for the finer one, which is returned; not a bound. A bias is about sqrt(gamma) spreads, so it has fewer
    digits than the mean. The rule must be affine, except in dimension one, where a local step that does not read x_start may be nonlinear.

    A rule with control variates that sum to zero has a law in N dimensions if d = 1: the above holds with N in place of d, every
    control variate has a spread of its own, and the result has `control_mean` and `controls` (see `control_gain` for which rules).
    Raises InvalidInput for other problems or gamma > 1/L, UnstableStep, and NotConverged if the resolutions do not agree.
    """
    rule = get_algorithm(algorithm)
    found, errors = _refine_resolution(rule, problem, gamma, H, digits)
    with bits(found.precision):
        values = [np.vectorize(to_mpf, otypes=[object])(array) for array in (found.rest, *found.moments, *errors)]
        rest, mean, second, error, second_error = values
        mean = rest + mean
        if rule.keeps_memory:
            mean, second = with_last(mean), with_last(with_last(second).T)
            error, second_error = abs(with_last(error)), abs(with_last(with_last(second_error).T))  # errors add up
    # the results are rounded, which the error covers: eps is twice the largest relative rounding
    if digits is None:
        mean, second, error, second_error = (array.astype(float) for array in (mean, second, error, second_error))
        error, second_error = error + _EPS * abs(mean), second_error + _EPS * abs(second)
    else:
        with mpmath.workdps(digits + 5):
            mean, second = +mean, +second
            error, second_error = error + mpmath.eps * abs(mean), second_error + mpmath.eps * abs(second)
    d = problem.dim
    answer = Stationary(mean[:d], second[:d, :d], error[:d], "quadrature", rigorous=False, second_moment_error=second_error[:d, :d])
    return with_control_variates(answer, mean, second, second_error) if rule.keeps_memory else answer


def expectation(
    algorithm: str | Algorithm, problem: FiniteProblem, gamma: Any, H: int, function: Callable[..., Ball], digits: int = 15
) -> Any:
    """E h(theta) under the stationary law, as an mpmath number; `function` takes d flint balls and returns one.

    For a rule with memory it takes theta and all control variates but the last, which is minus their sum.
    """
    found, _ = _refine_resolution(get_algorithm(algorithm), problem, gamma, H, digits)
    with bits(found.precision):
        return to_mpf(found.law.expect(lambda x: function(*x)))


@dataclass(frozen=True)
class _Resolution:
    """A law at one degree, its fixed point, moments about it, and the scale of each coordinate; all at `precision` bits.

    The state is theta or, for rules with memory, theta and all control variates but the last; the fixed point is theta* and minus the
    clients' gradients there. spread: the root of E|theta - theta*|² for all coordinates of theta, for a control variate its own.
    """

    law: NodeLaw
    rest: Array
    moments: tuple[Array, Array]
    spread: Array
    precision: int

    def errors(self, reached: float) -> tuple[Array, Array]:
        """Errors of the moments if they agree to `reached` digits of the spread; the same for all entries, as one may agree by chance."""
        with bits(self.precision):
            unit = balls(self.spread) * Ball(10) ** Ball(-reached)
            return unit, np.multiply.outer(unit, balls(self.spread))

    def agreement(self, other: _Resolution) -> float:
        """Digits of the spreads, and of their products, to which all moments agree."""
        with bits(self.precision):
            first, second = (abs(one - two).astype(float) for one, two in zip(self.moments, other.moments, strict=True))
            worst = max((first / self.spread).max(), (second / np.multiply.outer(self.spread, self.spread)).max())
        return -math.log10(max(worst, 1e-300))


def _refine_resolution(
    algorithm: Algorithm, problem: FiniteProblem, gamma: Any, H: int, digits: int | None
) -> tuple[_Resolution, tuple[Array, Array]]:
    """The finest resolution, and the estimated errors of its moments."""
    memory = algorithm.keeps_memory
    dimension = problem.num_clients if memory else getattr(problem, "dim", 0)
    if not isinstance(problem, FiniteProblem) or dimension not in SIZES:
        rule = f"must have finitely many samples and d <= {max(SIZES)}, or N <= {max(SIZES)} and d = 1 for a rule with memory"
        raise InvalidInput("problem", problem, rule, 'use method="montecarlo"')
    wanted = _WANTED[dimension] if digits is None else digits
    if isinstance(wanted, bool) or int(wanted) != wanted or not 1 <= wanted <= 200:
        raise InvalidInput("digits", digits, "must be an integer between 1 and 200")
    problem.check_step(gamma)
    surroundings = (MemorySurroundings if memory else Surroundings)(prepare(algorithm, gamma, H, FLOATS, memory=True), problem)
    optimum = problem.optimum_to(wanted + 20)

    def resolution(n: int) -> _Resolution:
        server, clients = surroundings.boxes(_DEVIATIONS * math.sqrt(n))
        # T_n has coefficients up to 2.4^n, in the moments and in their test; distant clients raise theirs to powers
        precision = int(3.33 * wanted + n * (2.6 + math.log2(1 + surroundings.reach(server, clients)))) + 64
        with bits(precision):
            setting, rest = prepare(algorithm, gamma, H, BALLS, memory=True), surroundings.rest(balls(optimum))
            law = (MemoryProjection if memory else Projection)(setting, problem, server, clients, Basis(dimension, n)).law()
            moments = law.moments(rest)
            spread = surroundings.spread(np.diagonal(moments[1]).astype(float), server)
            return _Resolution(law, rest, moments, spread, precision)

    n, largest = SIZES[dimension]
    if digits is not None:
        largest = max(_LARGEST[dimension], 4 * digits if dimension == 1 else 0)
    record: list[tuple[int, float]] = []  # degrees, and the number of digits to which the next one agreed
    law = resolution(n)
    while True:
        degree, before, n = n, law, min(largest, _next_degree(n, record, wanted))
        law = resolution(n)
        record.append((degree, law.agreement(before)))
        reached = _trusted_digits(n, record)
        no_better = 2 * n >= largest and len(record) > 2 and record[-1][1] <= record[-3][1]
        last = n >= largest or no_better
        least = _ACCEPTED if last and digits is None else wanted
        if reached >= least:
            return law, law.errors(reached)
        if last:
            found = f"degrees {degree} and {n} agree to {reached:.1f} digits of the spread"
            raise NotConverged(f"quadrature for {problem!r}: {found}, at least {least} were asked for")


def _trusted_digits(n: int, record: list[tuple[int, float]]) -> float:
    """Digits of the law of degree n that can be trusted: no more than the earlier agreement predicts for digits proportional to degrees.

    Two laws that are both wrong may agree by chance, the more so if an added degree changes little. Without an earlier agreement to
    compare with, two digits are subtracted.
    """
    *_, (_, agreed) = record
    if len(record) == 1:
        return agreed - _HELD_BACK
    degree, earlier = record[-2]
    return min(agreed, earlier * n / degree)


def _next_degree(n: int, record: list[tuple[int, float]], wanted: int) -> int:
    """The degree to try after n: the one predicted to suffice if digits are a linear function of the degree."""
    if not record:
        return n + max(2, n // 3)
    (start, had), (degree, reached) = ((0, 0.0), *record)[-2:]
    rate = max(0.1, (reached - had) / (degree - start))
    needed = degree + math.ceil(1.1 * (wanted - reached) / rate)
    enough = max(2, n // 8, math.ceil(1 / rate))  # for one more digit: otherwise the two would share their error
    return max(n + enough, min(needed, 3 * n // 2))
