"""The gradient field that a round of FedAvg with exact gradients follows."""

from collections.abc import Callable
from typing import Any

import numpy as np
import sympy as sp

from symfed.checks import CounterexampleSearch, SymbolicIdentity
from symfed.core.claim import Claim
from symfed.core.domain import Class, Domain
from symfed.core.source import Printed
from symfed.core.symbols import H, point_derivative
from symfed.core.verdict import Tier
from symfed.derive.symbolic_jets import SymbolicJets
from symfed.derive.trees import in_client_means, modified_gradient
from symfed.models.arrays import Array
from symfed.models.jets import Jets
from symfed.strategies import JetCase, jet_cases

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
    """The coefficient of gamma^2 in the flow of theta' = -(grad f + gamma field) for time gamma H: -H field + (H²/2) grad²f grad f."""
    p = away_from_the_optimum(case)
    drift: Array = p.apply(p.hessian, p.mean(p.gradients)) * case.H**2 / 2 - case.H * np.asarray(field(p, case.H))
    return drift


def at_a_point(H: Any) -> Callable[[Field], Any]:
    """Reads a field in dimension one, in averages of the clients' derivatives at a general point."""
    jets = SymbolicJets(gradients=point_derivative(1), hessians=point_derivative(2), third_derivatives=point_derivative(3))
    return lambda field: field(jets, H)


def regularisers(whole, own):
    """Half of whole(H) grad²f grad f - own(H) <grad²f_c grad f_c>, the gradient of (whole/4) |grad f|² - (own/4) <|grad f_c|²>."""

    def field(p, H):
        together, apart = p.apply(p.hessian, p.mean(p.gradients)), p.mean(p.apply(p.hessians, p.gradients))
        return (whole(H) * together - own(H) * apart) / 2

    return field


def derived():
    """The field of gamma^1, read off the trees."""
    return sp.Add(*[coefficient * in_client_means(tree) for tree, coefficient in modified_gradient("fedavg", 2)[1].items()])


modified_loss = Claim(
    id="symfed-fedavg-modified-loss",
    kind="expansion",
    says="A round of FedAvg with exact gradients is, to second order, the flow for time gamma H of -grad of a loss with two regularisers.",
    printed=Printed(
        "symfed",
        "modified loss of second order",
        r"\tilde f=f+\frac{\gamma H}4|\nabla f|^2-\frac{\gamma(H-1)}4\,\frac1N\sum_{c=1}^N|\nabla f_c|^2,\qquad "
        r"\theta_{t+1}=\theta(\gamma H)+O(\gamma^3),\quad \theta'=-\nabla\tilde f(\theta),\ \theta(0)=\theta_t",
    ),
    statement=regularisers(lambda H: H, lambda H: H - 1),
    under=Domain((), (Class("every client three times continuously differentiable"),)),
    checks=(
        SymbolicIdentity(derived, at_a_point(H), scope="d = 1: the field of gamma, at any point, symbolic H"),
        CounterexampleSearch(jet_cases, round_to_second_order, flow_to_second_order, scope="a round's local steps one by one, d <= 3"),
    ),
    wrong={
        "no regulariser": regularisers(lambda H: 0, lambda H: 0),
        "gradient descent's alone": regularisers(lambda H: 1, lambda H: 0),
        "clients' alone": regularisers(lambda H: 0, lambda H: H - 1),
        "H for H - 1": regularisers(lambda H: H, lambda H: H),
        "H - 1 for H": regularisers(lambda H: H - 1, lambda H: H - 1),
        "sign of the clients' part": regularisers(lambda H: H, lambda H: 1 - H),
        "factor 2": regularisers(lambda H: 2 * H, lambda H: 2 * (H - 1)),
    },
    expect=Tier.SUPPORTED,
)
