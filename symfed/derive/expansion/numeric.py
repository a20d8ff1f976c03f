"""The expansion for given jets, in any dimension, on whatever numbers they hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import comb
from typing import Any

import flint
import numpy as np
import sympy as sp

from symfed.core import symbols as table
from symfed.core.errors import InvalidInput
from symfed.derive.expansion.averaging import cumulants_from_moments, displacement_of_mean
from symfed.derive.expansion.displacement import after, differences
from symfed.derive.expansion.gradients import gradient_moments
from symfed.derive.expansion.polynomials import Index, Poly
from symfed.derive.expansion.rule import read_rule
from symfed.derive.expansion.stationary import stationary_moments
from symfed.models.algorithm import Algorithm
from symfed.models.arrays import Array
from symfed.models.arrays import solve as solve_array
from symfed.models.jets import Jets

#: Products of coefficients that a run may take: some minutes.
MOST_PRODUCTS = 10**9


class NumericRounds:
    """What rounds of any number of local steps have in common, for one algorithm and jets.

    `moments(degree, H, N)` gives the coefficients of gamma^1, ..., gamma^order of E[(theta - theta*)⊗degree], arrays with `degree` axes.
    """

    def __init__(self, algorithm: Algorithm, jets: Jets, order: int) -> None:
        check_size(jets.dim, order)
        if isinstance(jets.gradients.flat[0], flint.fmpq) and any(value != 0 for value in jets.gradients.sum(axis=0)):
            raise InvalidInput("jets.gradients", jets.gradients.tolist(), "must have mean zero: jets are taken at the optimum")
        self._algorithm, self._jets, self._order, self._d = algorithm, jets, order, jets.dim
        self._rule = read_rule(algorithm, order)
        self._one = jets.gradients.flat[0] * 0 + 1
        cumulant = None if algorithm.exact_gradient else lambda k, j, at: jets.cumulant(k, j)[(slice(None), *at)]
        derivative = lambda m, at: jets.derivative(m)[(slice(None), *at)]  # noqa: E731  # the twin of the line above
        self._gradients = gradient_moments(derivative, cumulant, self._d, order, self._rule.excess)
        self._kept: Sequence[Mapping[Index, Poly]] | None = None

    def moments(self, degree: int, H: int, N: int | None = None) -> list[Array]:
        d, order, number = self._d, self._order, lambda value: self._number(value, H)
        binomials = [comb(H, n) for n in range(1, order + 2)]
        cumulants = cumulants_from_moments(after(self._differences(H), binomials), d, order + 1, 2 * order + 2)
        means = {alpha: {key: c.sum() / self._jets.N for key, c in p.items()} for alpha, p in cumulants.items()}
        inverse_N = self._one / (self._jets.N if N is None else int(N))
        displacement = displacement_of_mean(means, inverse_N, [number(c) for c in self._rule.server], d, order)
        known = stationary_moments(displacement, d, order, self._solve, self._one)
        zero = self._one * 0
        out = []
        for j in range(1, order + 1):
            array = np.empty((d,) * degree, dtype=self._jets.gradients.dtype)
            for at in np.ndindex(*array.shape):
                array[at] = known.get((tuple(at.count(i) for i in range(d)), j), zero)
            out.append(array)
        return out

    def _differences(self, H: int) -> Sequence[Mapping[Index, Poly]]:
        """Independent of H, and kept, unless the rule reads it."""
        if self._kept is None or any(c.has(table.H) for c in self._rule.step.values()):
            rule = {key: self._number(c, H) for key, c in self._rule.step.items()}
            self._kept = differences(rule, self._gradients, self._d, self._order)
        return self._kept

    def _number(self, value: sp.Expr, H: int) -> Any:
        value = sp.sympify(value).subs(table.H, H)
        if not value.is_Rational:
            raise InvalidInput("algorithm", value, "holds a parameter without a value", f"use {self._algorithm.name}.bind(...)")
        return self._one * int(value.p) / int(value.q)

    def _solve(self, matrix: Sequence[Sequence[Any]], rest: Sequence[Any]) -> Sequence[Any]:
        kind = self._jets.gradients.dtype
        return list(solve_array(np.array(matrix, dtype=kind), np.array(rest, dtype=kind)))


def check_size(d: int, order: int, times: int = 1) -> None:
    """Raise InvalidInput for a run that would take many minutes; `times` is its cost in runs without memory."""
    work = times * products(d, order)
    if work > MOST_PRODUCTS:
        highest = max((k for k in range(1, order) if times * products(d, k) <= MOST_PRODUCTS), default=0)
        rule = f"needs some {work:.0e} products of coefficients in dimension {d}"
        raise InvalidInput("order", order, rule, f"order {highest} is the highest within reach")


def products(d: int, order: int) -> int:
    """About how many products of coefficients a run takes: fitted to runs of dimensions 1 to 20, which took 3e-7 seconds for each."""
    return comb(2 * d + order + 1, 2 * d) * comb(d + 2 * order, d) * (order + 1) ** 2
