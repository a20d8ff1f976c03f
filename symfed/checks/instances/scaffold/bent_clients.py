"""Two and three clients whose gradients bend, and Scaffold's law on them to as many digits as its second and third order need."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

import flint
import sympy as sp

from symfed.checks.readings import LawReading
from symfed.core.symbols import theta
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


@cache
def three_clients() -> tuple[ScalarProblem, ...]:
    """With skewed noise, and so that no term of a second-order expansion is close to zero. Two clients would have <b g^2> = <b><g^2>."""

    def loss(curvature: str, slope: int, times: int, inside: sp.Expr) -> sp.Expr:
        return sp.Rational(curvature) * theta**2 + sp.Rational(slope, 2) * theta + times * sp.log(1 + sp.exp(inside))

    one = [loss("1/4", 3, 3, theta - 2), loss("1/4", 1, 3, 1 - 3 * theta / 2)]
    two = [loss("1/8", 2, 2, 2 - theta), loss("1/4", 1, 2, 3 * theta / 2 - 2)]
    three = [loss("1/3", -1, 1, theta - 1)]
    return (ScalarProblem([one, two, three], [[sp.Rational(1, 4), sp.Rational(3, 4)], [sp.Rational(2, 5), sp.Rational(3, 5)], [1]]),)


@cache
def two_clients() -> tuple[ScalarProblem, ...]:
    """The first two: there products average to products in Scaffold's second order, whose coefficient 1 - 2/N vanishes."""
    (all_of_them,) = three_clients()
    return (ScalarProblem(all_of_them.samples[:2], all_of_them.weights[:2]),)
