"""The expansion in averages over clients: two rings, two engines' arithmetic, what a coefficient may depend on, and what is refused."""

from __future__ import annotations

from typing import Any

import flint
import numpy as np
import pytest
import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.core.symbols import ClientMean, H, N, gamma, rho
from symfed.decide.signs import decide_zero
from symfed.derive.expansion import coefficients, expand, expansion_terms, jets_order, symbolic
from symfed.derive.expansion.hierarchy import StationaryMoment
from symfed.derive.expansion.rings import FlintRing, SympyRing
from symfed.derive.expansion.symbolic import symbolic_moments
from symfed.formulas.evaluation import on_clients
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm
from symfed.models.jets import Jets
from tests.pieces import pieces

SQUARE = Algorithm("square", local_step=lambda x, g, gamma: x - gamma * g * (1 + gamma * g))
CUBE = Algorithm("cube", local_step=lambda x, g, gamma: x - gamma * g - gamma * gamma * g * g * g)
NAMED = {name: get_algorithm(name) for name in ("fedavg", "fedprox", "sgd", "fedavg_deterministic")} | {"square": SQUARE, "cube": CUBE}


def random_jets(order: int, clients: int = 2, seed: int = 0) -> Jets:
    """Exact jets of one dimension that no problem needs to have."""
    random = np.random.default_rng(seed)

    def column(axes: int, least: int = -4) -> Any:
        out = np.empty((clients,), dtype=object)
        out[:] = [
            flint.fmpq(int(p), int(q)) for p, q in zip(random.integers(least, 5, clients), random.integers(1, 4, clients), strict=True)
        ]
        return out.reshape((clients,) + (1,) * axes)

    derivatives = [column(m, 1 if m == 2 else -4) for m in range(1, 2 * order + 2)]
    derivatives[0] = derivatives[0] - derivatives[0].sum() / clients
    return Jets(tuple(derivatives), tuple(tuple(column(k + j) for j in range(2 * order + 3 - 2 * k)) for k in range(2, order + 2)))


@pytest.mark.parametrize("name", NAMED)
def test_both_rings_give_one_expression(name: str) -> None:
    order = 2 if name == "cube" else 3
    for degree in (1, 2):
        assert symbolic_moments(NAMED[name], StationaryMoment(degree), order, FlintRing) == symbolic_moments(
            NAMED[name], StationaryMoment(degree), order, SympyRing
        )


@pytest.mark.parametrize(
    ("name", "order"), [("fedavg", 4), ("fedprox", 3), ("sgd", 4), ("fedavg_deterministic", 3), ("square", 3), ("cube", 2)]
)
@pytest.mark.parametrize("quantity", ["bias", "second_moment", 3])
def test_on_numbers_the_expression_is_the_numeric_engine(name: str, order: int, quantity: str | int) -> None:
    rule = NAMED[name]
    bound = rule.bind(rho=flint.fmpq(2, 3)) if rule.hyper else rule
    jets, steps = random_jets(jets_order(rule, order)), 1 if rule.one_step else 3
    terms = expansion_terms(rule, quantity, order)
    for term, value in zip(terms, coefficients(bound, jets, quantity, order, steps), strict=True):
        on_jets = on_clients(term.subs(rho, sp.Rational(2, 3)), jets, "exact")
        assert on_jets(flint.fmpq(1), flint.fmpq(steps)) == value.flat[0]


def test_a_higher_order_leaves_the_lower_ones_alone() -> None:
    for quantity in ("bias", "second_moment"):
        assert expansion_terms("fedavg", quantity, 4)[:2] == expansion_terms("fedavg", quantity, 2)


def test_the_power_of_gamma_bounds_the_degree_in_H() -> None:
    for quantity in ("bias", "second_moment"):
        for j, term in enumerate(expansion_terms("fedavg", quantity, 4), start=1):
            degrees = [sp.degree(summand.as_independent(ClientMean, as_Add=False)[0] * N**5, H) for summand in term.args]
            assert 1 < max(degrees) <= j or j == 1


def test_one_client_of_one_step_forgets_who_it_averages() -> None:
    # N = 1: averages of products fall apart, and FedAvg at H = 1 is SGD
    def alone(expression: sp.Expr) -> sp.Expr:
        return expression.replace(ClientMean, lambda inside: inside).subs(N, 1)

    first, second = (alone(expand(name, "bias", 3)) for name in ("fedavg", "sgd"))
    assert sp.expand(first.subs(H, 1) - second) == 0


def test_rules_that_divide_by_H_take_the_field_of_fractions() -> None:
    averaged = Algorithm("averaged", local_step=lambda x, g, gamma, H: x - gamma * g / H)
    assert decide_zero(expand(averaged, "bias", 3) - expand("fedavg", "bias", 3).subs(gamma, gamma / H)).kind == "zero"


def test_a_rule_in_fractions_of_gamma_is_its_series() -> None:
    implicit = Algorithm("implicit", local_step=lambda x, g, gamma: x - gamma * g / (1 + gamma))
    series = Algorithm("series", local_step=lambda x, g, gamma: x - gamma * g * (1 - gamma + gamma * gamma))
    assert expansion_terms(implicit, "bias", 3) == expansion_terms(series, "bias", 3)


@pytest.mark.parametrize(
    ("algorithm", "words"),
    [
        (Algorithm("still", local_step=lambda x, g, gamma: x - gamma * gamma * g), "linear in g"),
        (Algorithm("uphill", local_step=lambda x, g, gamma: x + gamma * g), "c > 0"),
        (Algorithm("ratio", local_step=lambda x, g, gamma: x - gamma * g / (1 + gamma * g * g)), ""),
        (Algorithm("pole", local_step=lambda x, g, gamma: x - gamma * g - gamma * gamma / (1 + g)), "polynomials in g"),
        (Algorithm("asleep", local_step=lambda x, g, gamma: x - gamma * g, server_step=lambda x_start: x_start), "must move"),
    ],
)
def test_rules_are_followed_as_far_as_they_are_smooth_and_settle_at_the_optimum(algorithm: Algorithm, words: str) -> None:
    if not words:  # smooth in gamma, and polynomial in g at every power of it
        assert expand(algorithm, "bias", 2) != 0
        return
    with pytest.raises(InvalidInput, match=words):
        expand(algorithm, "bias", 2)


def test_what_would_not_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InvalidInput, match=r"dimension 10.*order 2 is the highest"):
        jets_order("fedavg", 3, 10)
    with pytest.raises(InvalidInput, match="symbols reach to order 6"):
        expand("sgd", "bias", 7)

    def refused() -> None:
        for rule in ("fedavg", "fedprox", "scaffold"):
            with pytest.raises(InvalidInput, match=rf"order = 6: {rule} .*; use numbers: call the formula on a problem"):
                expand(rule, "bias", 6)

    assert pieces(refused) < 50  # it took half a minute and gigabytes to find out
    monkeypatch.setattr(symbolic, "LARGEST_MOMENT", 100)
    with pytest.raises(InvalidInput, match="needs more than 100 terms"):
        expand("fedavg", "bias", 3)


def test_order_five_is_derived_in_seconds() -> None:
    # twenty thousand terms; ten pieces in the ring and thirty for SymPy: a slip to dense exponents takes six hundred
    found: list[list[sp.Expr]] = []
    assert pieces(lambda: found.append(expansion_terms("fedavg", "bias", 5))) < 200
    assert len(found[0][4].args) > 10_000
