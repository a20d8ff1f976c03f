"""The gradient field that a round of FedAvg with exact gradients follows."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import sympy as sp

from symfed.checks import CounterexampleSearch, SymbolicIdentity
from symfed.checks.expansion import Expansion
from symfed.checks.proven_remainder import InQuantities
from symfed.claims import Claim, Class, Domain, Evidence, InWords, Lemma, Tier, printed_at
from symfed.core.check import Check
from symfed.core.symbols import H, gamma, point_derivative
from symfed.derive.symbolic_jets import SymbolicJets
from symfed.derive.trees import fold, in_client_means, modified_gradient
from symfed.models.arrays import Array
from symfed.models.jets import Jets
from symfed.strategies import JetCase, jet_cases
from symfed.theorems.vocabulary import Mean, Vector, grad, hess

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


POINT = Vector("theta_any", "any point")


@cache
def in_quantities():
    """The field of gamma^1, its trees folded in gradients and Hessians at any point, in any dimension."""

    def derivative(order, arguments):
        return (grad, hess)[order - 1](POINT) * sp.Mul(*arguments)

    return sp.expand(sum(c * fold(tree, derivative, Mean) for tree, c in modified_gradient("fedavg", 2)[1].items()))


@dataclass(frozen=True)
class AtAnyPoint(Check):
    """The field is the derived one at any point, in any dimension; by Taylor's formula a round and its flow then agree up to O(gamma^3)."""

    strength = Tier.PROVED
    sees_remainder = True
    method = "sums of products of gradients and Hessians at any point, in any dimension"

    def examine(self, statement: Any, under: Domain) -> Evidence:
        left = sp.expand(statement(InQuantities(POINT), H) - in_quantities())
        if left != 0:
            return self.doubts("the field is not the derived one", {"left over": str(left)})
        if not isinstance(statement, Expansion) or not statement.fixed or statement.order(None) > 3:
            return self.unknown("no remainder O(gamma^3) at fixed H is stated")
        needed = tuple(str(c) for c in under.classes if c == THRICE_CONTINUOUSLY)
        return self.holds("no product is left over", needed=needed) if needed else self.unknown(f"nothing says: {THRICE_CONTINUOUSLY}")


def to_third(field: Field) -> Expansion:
    """A field, and how far a round is from its flow."""
    return Expansion(field, gamma**3, fixed=(H,))


THRICE_CONTINUOUSLY = Class("every client three times continuously differentiable")
MODIFIED = to_third(regularisers(lambda H: H, lambda H: H - 1))

modified_loss = Claim(
    id="symfed-fedavg-modified-loss",
    kind="expansion",
    says="A round of FedAvg with exact gradients is, to second order, the flow for time gamma H of -grad of a loss with two regularisers.",
    printed=printed_at(
        "modified loss of second order",
        r"\tilde f=f+\frac{\gamma H}4|\nabla f|^2-\frac{\gamma(H-1)}4\,\frac1N\sum_{c=1}^N|\nabla f_c|^2,\qquad "
        r"\theta_{t+1}=\theta(\gamma H)+O(\gamma^3),\quad \theta'=-\nabla\tilde f(\theta),\ \theta(0)=\theta_t",
    ),
    statement=MODIFIED,
    under=Domain((), (THRICE_CONTINUOUSLY,)),
    lemmas=Lemma(
        "field",
        MODIFIED,
        (
            AtAnyPoint(),
            SymbolicIdentity(derived, at_a_point(H), scope="d = 1: the field of gamma, at any point, symbolic H"),
            CounterexampleSearch(jet_cases, round_to_second_order, flow_to_second_order, scope="a round's local steps one by one, d <= 3"),
        ),
        {
            name: to_third(regularisers(whole, own))
            for name, whole, own in (
                ("no regulariser", lambda H: 0, lambda H: 0),
                ("gradient descent's alone", lambda H: 1, lambda H: 0),
                ("clients' alone", lambda H: 0, lambda H: H - 1),
                ("H for H - 1", lambda H: H, lambda H: H),
                ("H - 1 for H", lambda H: H - 1, lambda H: H - 1),
                ("sign of the clients' part", lambda H: H, lambda H: 1 - H),
                ("factor 2", lambda H: 2 * H, lambda H: 2 * (H - 1)),
            )
        },
    ),
    follows=InWords(
        "a round and the flow have, by Taylor's formula, the terms of gamma and gamma^2 that the derivation equates, and a rest of O(gamma^3): the local "
        "steps as their third derivatives are bounded near the point, the flow as grad²f grad f has a continuous derivative"
    ),
    expect=Tier.PROVED_GIVEN,
)
