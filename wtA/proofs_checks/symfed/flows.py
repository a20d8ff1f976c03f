"""A round with exact gradients beside the flow that it should follow, in powers of gamma, from a point that is no optimum."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from symfed.core.symbols import point_derivative
from symfed.derive.symbolic_jets import SymbolicJets
from symfed.models.arrays import Array
from symfed.models.jets import Jets
from symfed.strategies import JetCase

#: f(p, H): what gamma multiplies, at a point where the mean gradient is not zero, unlike in statements f(p, gamma, H) about theta*
Field = Callable[[Any, Any], Any]


def away_from_the_optimum(case: JetCase) -> Jets:
    """The clients' gradients and Hessians at theta* + (1, ..., 1), by their Taylor polynomials: there the mean gradient is not zero."""
    p = case.jets
    bend = p.third_derivatives.sum(axis=-1)
    gradients = p.gradients + p.hessians.sum(axis=-1) + bend.sum(axis=-1) / 2
    return Jets.of(gradients, p.hessians + bend, p.third_derivatives, p.noise_covariance)


def round_to_second_order(case: JetCase) -> Array:
    """The coefficient of gamma^2 in where a round ends, by walking through the local steps of every client."""
    p = away_from_the_optimum(case)
    first, second = 0 * p.gradients, 0 * p.gradients
    for _ in range(case.H):
        # x - gamma f'(x), with f' to first order in gamma at x = start + gamma first + ...
        first, second = first - p.gradients, second - p.apply(p.hessians, first)
    return p.mean(second)


def flow_to_second_order(field: Field, case: JetCase) -> Array:
    """The same of the flow of theta' = -(grad f + gamma field) for time gamma H: -H field + (H²/2) grad²f grad f."""
    p = away_from_the_optimum(case)
    drift: Array = p.apply(p.hessian, p.mean(p.gradients)) * case.H**2 / 2 - case.H * np.asarray(field(p, case.H))
    return drift


def at_a_point(H: Any) -> Callable[[Field], Any]:
    """Reads a field in dimension one, in averages of the clients' derivatives at a general point."""
    jets = SymbolicJets(gradients=point_derivative(1), hessians=point_derivative(2), third_derivatives=point_derivative(3))
    return lambda field: field(jets, H)
