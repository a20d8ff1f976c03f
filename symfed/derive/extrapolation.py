"""Extrapolation rules: runs at several step sizes and numbers of local steps, weighted so that chosen terms of the bias cancel.

The variance of such a sum is exact on scalar quadratics with additive noise, `spread`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.core.grammar import expression
from symfed.core.supposed import draws
from symfed.core.symbols import C, ClientMean, H, N, a, gamma
from symfed.derive.expansion import expansion_terms
from symfed.derive.lift import local_map, server_map
from symfed.derive.quadratic import server_round
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm


@dataclass(frozen=True)
class Run:
    """One run of an algorithm inside a rule: at `step`*gamma with `local`*H local steps, its iterates multiplied by `weight`.

    step and local are positive rationals; a weight is a rational or an expression in H.
    """

    step: sp.Expr
    local: sp.Expr
    weight: sp.Expr

    def at(self, expression: sp.Expr) -> sp.Expr:
        """An expression in gamma and H at this run's step size and number of local steps."""
        return expression.subs({gamma: self.step * gamma, H: self.local * H}, simultaneous=True)


@dataclass(frozen=True)
class Extrapolation:
    """A weighted sum of runs. `total`, the sum of the weights, is one unless theta* is to be moved.

    >>> two_point().total
    1
    """

    runs: tuple[Run, ...]

    @property
    def total(self) -> sp.Expr:
        return sp.cancel(sp.Add(*[run.weight for run in self.runs]))

    def of(self, expression: sp.Expr) -> sp.Expr:
        """The rule's weighted sum of a quantity whose value in a run at (gamma, H) is the expression.

        >>> two_point().of(gamma**2 * H)
        -2*H*gamma**2
        """
        return sp.Add(*[run.weight * run.at(expression) for run in self.runs])

    def with_local_steps(self, steps: int) -> Extrapolation:
        """The rule with the weights that it has at H = steps. Raises InvalidInput where a weight has a pole or H*local is not whole."""
        for run in self.runs:
            if not (run.local * steps).is_integer:
                raise InvalidInput("H", steps, f"a run takes {run.local}*H local steps, which must be a whole number")
        found = [Run(run.step, run.local, run.weight.subs(H, steps)) for run in self.runs]
        if not all(run.weight.is_finite for run in found):
            raise InvalidInput("H", steps, "the weights of this rule are not defined there")
        return Extrapolation(tuple(found))


def extrapolation(points: Iterable[tuple[Any, Any]], removed: Iterable[sp.Expr]) -> Extrapolation:
    """The rule on runs at `points` (multiples of gamma and of H) with weights that sum to one and cancel every term of `removed`.

    A removed term is an expression in gamma and H, such as gamma*H or gamma*(H - 1): its coefficient in the bias becomes zero. Solved
    exactly, with H symbolic. Raises InvalidInput where no weights do that, or more than one choice does.

    >>> [run.weight for run in extrapolation([(1, 1), (2, 1), (4, 1)], [gamma, gamma**2]).runs]
    [8/3, -2, 1/3]
    """
    places = [(expression(step, {}, "points"), expression(local, {}, "points")) for step, local in points]
    for step, local in places:
        if not (step.is_Rational and step > 0 and local.is_Rational and local > 0):
            raise InvalidInput("points", (step, local), "must be positive rational multiples of gamma and of H")
    unweighted = [Run(step, local, sp.S.One) for step, local in places]
    removed = [expression(term, {"gamma": gamma, "H": H}, "removed") for term in removed]
    weights = [sp.Dummy("weight") for _ in places]
    conditions = [sp.Add(*weights) - 1]
    conditions += [sp.Add(*[w * sp.cancel(run.at(term) / term) for w, run in zip(weights, unweighted, strict=True)]) for term in removed]
    solutions = sp.linsolve(conditions, weights)
    if not solutions:
        raise InvalidInput("removed", removed, f"cannot all be cancelled by {len(places)} runs at {places}", "add runs")
    (values,) = solutions
    if any(value.has(*weights) for value in values):
        raise InvalidInput("points", places, "leave a choice of weights", "remove more terms, or give fewer runs")
    return Extrapolation(tuple(Run(run.step, run.local, sp.cancel(value)) for run, value in zip(unweighted, values, strict=True)))


@cache
def plain() -> Extrapolation:
    """The algorithm itself: one run."""
    return extrapolation([(1, 1)], [])


@cache
def two_point() -> Extrapolation:
    """2 theta^(gamma,H) - theta^(2 gamma,H), which has no bias of first order.

    Source: aistats and hal, section 6 and Theorem 5.
    """
    return extrapolation([(1, 1), (2, 1)], [gamma])


@cache
def in_local_steps() -> Extrapolation:
    """((2H-1) theta^(gamma,H) - (H-1) theta^(gamma,2H))/H, which has no heterogeneity bias of first order.

    The first-order bias by noise does not depend on H and stays as it is, for the weights sum to one.

    Source: the idea is aistats and hal, Remark 1, whose weights (2H-1)/(H-1) and -1 sum to H/(H-1) and would move theta* itself.

    >>> [run.weight for run in in_local_steps().runs]
    [(2*H - 1)/H, (1 - H)/H]
    """
    return extrapolation([(1, 1), (1, 2)], [gamma * (H - 1)])


@cache
def three_point(*steps: int) -> Extrapolation:
    """No bias of first or second order, from runs at multiples of gamma (default 1, 2, 4).

    >>> [run.weight for run in three_point(1, 2, 3).runs]
    [3, -3, 1]
    """
    return extrapolation([(step, 1) for step in steps or (1, 2, 4)], powers_up_to(2))


def powers_up_to(order: int) -> list[sp.Expr]:
    """gamma^j H^k for 1 <= j <= order and 0 <= k <= j: all that a bias can hold up to that order when a rule does not read H."""
    return [gamma**j * H**k for j in range(1, order + 1) for k in range(j + 1)]


def extrapolated_terms(rule: Extrapolation, algorithm: str | Algorithm, order: int) -> list[sp.Expr]:
    """The coefficients of gamma^1, ..., gamma^order in the rule's bias, d = 1, in H, N and client means.

    >>> extrapolated_terms(two_point(), "fedavg", 1)
    [0]
    """
    terms = expansion_terms(algorithm, "bias", order)
    if {run.local for run in rule.runs} == {1}:  # a number times the term, which stays as short as it was
        return [sp.Add(*[run.weight * run.step**j for run in rule.runs]) * term for j, term in enumerate(terms, start=1)]
    return [sp.expand(rule.of(term * gamma**j) / gamma**j) for j, term in enumerate(terms, start=1)]


def round_covariance(algorithm: str | Algorithm, one: Run, other: Run) -> sp.Expr:
    """The increment per round of the covariance of two runs whose h-th local steps share their noise, while both make steps.

    >>> from symfed.derive.extrapolation import plain
    >>> round_covariance("sgd", *plain().runs * 2)
    gamma**2*ClientMean(C)/N
    """
    algorithm = get_algorithm(algorithm)
    if algorithm.exact_gradient:
        return sp.S.Zero
    draws(algorithm)
    step, server = local_map(algorithm), server_map(algorithm)
    ratio = step.state + step.gradient * a
    both = sp.Min(one.local, other.local)
    # reduced before the average, which multiplies out: the quotient has a factor gamma in common
    quotient = sp.cancel(one.at(step.gradient) * other.at(step.gradient) / (1 - one.at(ratio) * other.at(ratio)))
    if algorithm.one_step:
        spread = sp.cancel(quotient * (1 - one.at(ratio) * other.at(ratio)))
    else:
        alone = [run.at(ratio) ** ((run.local - both) * H) for run in (one, other)]
        together = [run.at(ratio) ** (both * H) for run in (one, other)]
        spread = quotient * sp.Mul(*alone) * (1 - sp.Mul(*together))
    return one.at(server.state) * other.at(server.state) * ClientMean(spread * C) / N


def spread(algorithm: str | Algorithm, rule: Extrapolation, shared: bool, averaged: bool) -> sp.Expr:
    """The stationary variance of the rule's iterates; averaged: the limit of T times the variance of the mean of T iterates.

    shared: the runs share their noise, step by step; otherwise they are independent.

    >>> from symfed.core.symbols import gamma
    >>> from symfed.derive.extrapolation import two_point
    >>> sp.factor(spread("sgd", two_point(), shared=True, averaged=True))
    ClientMean(C)/(N*ClientMean(a)**2)
    """
    slope, terms = server_round(algorithm).slope, []
    for i, one in enumerate(rule.runs):
        for other in rule.runs[i:] if shared else (one,):
            left, right = one.at(slope), other.at(slope)
            kept = (1 - left) * (1 - right) if averaged else 1 - left * right
            twice = 1 if other is one else 2
            terms.append(twice * one.weight * other.weight * round_covariance(algorithm, one, other) / kept)
    return sp.Add(*terms)
