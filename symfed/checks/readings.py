"""Readings of a transcription on an instance, and the references that it is compared with.

A transcription `f(p, gamma, H)` speaks about a problem's jets p; these adaptors hand it exact rationals or long decimals.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import flint
import numpy as np

from symfed.core.errors import InvalidInput
from symfed.models.algorithms import get_algorithm
from symfed.models.arrays import Array
from symfed.models.problems import LogisticProblem, Problem, ScalarProblem
from symfed.models.rings import BIG_FLOATS
from symfed.reference.enclosure import stationary_enclosed
from symfed.reference.exact import stationary_exact
from symfed.reference.quadrature import stationary_quadrature
from symfed.reference.result import Stationary
from symfed.reference.simulation import simulate
from symfed.strategies import Instance, JetCase

DIGITS = 40
CERTIFIED = 12  # proven digits of a scalar law: radii below 1e-15, where the remainders in the ledger are above 1e-9
FINE = 50  # estimated digits of a scalar law whose coefficients are read off: some tens of milliseconds each


def as_is(statement: Any, instance: Any) -> Any:
    """The transcription speaks about the instance itself."""
    return statement(instance)


def on_jets(statement: Any, instance: Instance) -> Any:
    """The transcription speaks about the jets of the instance's problem."""
    return statement(instance.problem.jets, instance.gamma, instance.H)


def first_order(statement: Any, case: JetCase) -> Any:
    """The coefficient of gamma in a transcription that is linear in gamma."""
    return statement(case.jets, flint.fmpq(1), case.H)


def on_problem(statement: Any, problem: Problem, gamma: flint.fmpq, H: int) -> Any:
    """The transcription at one step size: exactly where the problem is exact, to 40 digits on a scalar problem, else in float64."""
    if isinstance(problem, ScalarProblem):
        return statement(problem.jets_to(DIGITS), BIG_FLOATS(gamma), H)
    return statement(problem.jets, gamma if problem.exact else float(gamma), H)


def first_order_truth(algorithm: str, quantity: str) -> Callable[[JetCase], Array]:
    """What the moment engine derives from the rule as the coefficient of gamma, in any dimension."""
    from symfed.derive.expansion import coefficients

    return lambda case: coefficients(get_algorithm(algorithm), case.jets, quantity, 1, case.H)[0]


def exact_bias(algorithm: str) -> Callable[[Instance], Array]:
    """E[theta] - theta* of an instance, by exact linear algebra."""
    return lambda i: stationary_exact(algorithm, i.problem, i.gamma, i.H).mean - i.problem.optimum


def exact_second_moment(algorithm: str) -> Callable[[Instance], Array]:
    """E[(theta - theta*)(theta - theta*)'] of an instance, by exact linear algebra."""
    return lambda i: stationary_exact(algorithm, i.problem, i.gamma, i.H).second_moment


@lru_cache(maxsize=4096)
def _law(algorithm: str, problem: Problem, gamma: flint.fmpq, H: int) -> Stationary:
    """One stationary law, kept: a check looks at it once for the claim and once for every wrong variant."""
    if isinstance(problem, ScalarProblem):
        return stationary_enclosed(algorithm, problem, gamma, H, digits=CERTIFIED)
    if isinstance(problem, LogisticProblem):
        return stationary_quadrature(algorithm, problem, float(gamma), H)
    return stationary_exact(algorithm, problem, gamma, H)


@lru_cache(maxsize=4096)
def _fine_law(algorithm: str, problem: Problem, gamma: flint.fmpq, H: int) -> Stationary:
    """The law with as many digits as interpolation at small step sizes costs and leaves."""
    if isinstance(problem, ScalarProblem):
        return stationary_quadrature(algorithm, problem, gamma, H, digits=FINE)
    return stationary_exact(algorithm, problem, gamma, H)


@dataclass(frozen=True)
class LawReading:
    """A moment of an algorithm's stationary law without any formula, and the error that the law's own method states for it.

    quantity "bias": E[theta] - theta*; "second_moment": E[(theta - theta*)(theta - theta*)']. `law(algorithm, problem, gamma, H)` solves:
    exactly on quadratics, to proven digits in dimension one, by quadrature otherwise.
    """

    algorithm: str
    quantity: str
    law: Callable[[str, Problem, flint.fmpq, int], Stationary] = _law

    def __call__(self, problem: Problem, gamma: flint.fmpq, H: int) -> Array:
        law = self.law(self.algorithm, problem, gamma, H)
        if self.quantity == "second_moment":
            return law.second_moment
        centre = np.array(problem.optimum_to(FINE + DIGITS), dtype=object) if isinstance(problem, ScalarProblem) else problem.optimum
        bias: Array = np.asarray(law.mean, dtype=object) - centre
        return bias

    def error(self, problem: Problem, gamma: flint.fmpq, H: int) -> float:
        """Below this, differences from it are its own error: zero for exact solves, a proven bound or an estimate otherwise."""
        law = self.law(self.algorithm, problem, gamma, H)
        errors = law.error if self.quantity == "bias" else law.second_moment_error
        assert errors is not None  # every method that is asked here states both
        return float(max(errors.ravel()))


def reference_bias(algorithm: str) -> LawReading:
    return LawReading(algorithm, "bias")


def reference_second_moment(algorithm: str) -> LawReading:
    return LawReading(algorithm, "second_moment")


def fine_bias(algorithm: str) -> LawReading:
    """The bias to fifty digits in dimension one, exactly on quadratics."""
    return LawReading(algorithm, "bias", _fine_law)


def fine_second_moment(algorithm: str) -> LawReading:
    """The second moment to fifty digits in dimension one, exactly on quadratics."""
    return LawReading(algorithm, "second_moment", _fine_law)


@lru_cache(maxsize=256)
def _late_averages(run: SimulatedRun, batch: int) -> Array:
    """One batch, kept: a test looks at it once for the claim and once for every wrong variant."""
    gone = simulate(run.algorithm, run.problem(), run.gamma, run.H, run.rounds, replicas=run.replicas, record=1, seed=batch)
    assert gone.trajectory is not None
    averages: Array = gone.trajectory[-run.averaged :, :, 0].mean(axis=0)
    return averages


@dataclass(frozen=True)
class SimulatedRun:
    """One setting in which a first-order bias is simulated: what a sequential test asks of it. Nothing is built before it is asked.

    `third` is a stated constant: third gamma^3 bounds all that the bias holds beyond its terms in gamma and gamma^2, at this H and up to
    this gamma. It is not fitted to the simulation; whoever states it shows by a reference that it holds.
    For rules that step by x - gamma g, whose contraction says how much of the start is left.
    """

    algorithm: str
    problem: Callable[[], ScalarProblem]
    gamma: Fraction
    H: int
    rounds: int
    averaged: int
    replicas: int
    third: Fraction

    def late_averages(self, batch: int) -> Array:
        """Independent copies (replicas,) of theta averaged over the last `averaged` rounds, from theta*; the batch number seeds them."""
        return _late_averages(self, batch)

    def mean(self, statement: Any) -> float:
        """The mean of theta that a transcription of the bias predicts."""
        problem = self.problem()
        return float(problem.optimum[0] + statement(problem.jets, float(self.gamma), self.H)[0])

    def interval(self) -> tuple[float, float]:
        """Where every iterate lies."""
        return self.problem().interval

    def slack(self) -> float:
        """By how much the mean of `late_averages` may differ from what the true first-order bias predicts.

        What the expansion leaves out, |second coefficient| gamma^2 + third gamma^3, and what is left of the start: driven by the same
        samples, two copies of the chain come closer by 1 - gamma mu at every step, one from theta* and one from the stationary law.
        Raises InvalidInput for a rule other than x - gamma*g.
        """
        from symfed.derive.expansion import coefficients

        rule, problem, gamma = get_algorithm(self.algorithm), self.problem(), float(self.gamma)
        if dict(rule.text) != {"local_step": "x - gamma*g"}:
            raise InvalidInput("algorithm", self.algorithm, "must step by x - gamma*g and take the mean")
        second = coefficients(rule, problem.jets, "bias", 2, self.H)[1][0]
        low, high = problem.interval
        first_averaged = self.rounds - self.averaged + 1
        start = (1 - gamma * problem.mu) ** (self.H * first_averaged) * (high - low)
        return abs(float(second)) * gamma**2 + float(self.third) * gamma**3 + start
