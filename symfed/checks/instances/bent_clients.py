"""Two and three clients whose gradients bend, and Scaffold's law on them to as many digits as its second and third order need."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import flint

from symfed.checks.instances.cases import heterogeneous_scalars
from symfed.checks.readings import LawReading
from symfed.models.problems import Problem, ScalarProblem
from symfed.reference.quadrature import stationary_quadrature
from symfed.reference.result import Stationary


@lru_cache(maxsize=256)
def _law(digits: int, problem: Problem, gamma: flint.fmpq, H: int) -> Stationary:
    """One law, kept: checks look at it for both moments, for the claim and for every wrong variant."""
    assert isinstance(problem, ScalarProblem)
    return stationary_quadrature("scaffold", problem, gamma, H, digits=digits)


@dataclass(frozen=True)
class _Solver:
    """A law to so many digits of its spread: about a second for two clients, some seconds for three."""

    digits: int

    def __call__(self, algorithm: str, problem: Problem, gamma: flint.fmpq, H: int) -> Stationary:
        return _law(self.digits, problem, gamma, H)


def scaffold_law(quantity: str, digits: int) -> LawReading:
    """The "bias" or the "second_moment" of Scaffold, and the difference of two resolutions as its error."""
    return LawReading("scaffold", quantity, _Solver(digits))


def two_clients() -> tuple[ScalarProblem, ...]:
    return heterogeneous_scalars()[:1]


def three_clients() -> tuple[ScalarProblem, ...]:
    """With two, a product's average weighs nothing in the bias: its coefficient is 1 - 2/N."""
    return heterogeneous_scalars()[1:]
