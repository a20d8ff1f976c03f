"""The modified gradient against rounds that are worked out without trees."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sympy as sp

from symfed.core.symbols import H, rho
from symfed.derive.trees import DOT, INNER, OUTER, Terms, Tree, attach, modified_gradient, on_arrays
from symfed.models.algorithm import Algorithm
from tests.derive.trees.helpers import GAMMA, PolynomialLosses, cut, first_difference, flow_end, round_end

START = (Fraction(1, 3), Fraction(-1, 2))
INNER_PAIR, OUTER_PAIR = attach(DOT, DOT, INNER), attach(DOT, DOT, OUTER)
CHAIN, CHERRY = attach(DOT, OUTER_PAIR, OUTER), attach(OUTER_PAIR, DOT, OUTER)
STRENGTH = sp.Rational(2, 3)

SHRUNK = Algorithm("shrunk", local_step=lambda x, g, gamma: x - gamma * g / (1 + gamma))  # every power of gamma in one step
SPREAD = Algorithm("spread", local_step=lambda x, g, gamma, H: x - gamma * g / H)  # the rule reads H
HALFWAY = Algorithm(
    "halfway", local_step=lambda x, g, gamma: x - gamma * g, server_step=lambda x_mean, x_start: (x_mean + x_start) / 2
)  # a server of its own


def field_of(terms: Sequence[Terms], losses: PolynomialLosses, steps: int) -> Callable[[Sequence[Any]], list[Any]]:
    def field(x: Sequence[Any]) -> list[Any]:
        # powers that nobody looks at are left out before they are multiplied
        derivatives = [np.vectorize(cut, otypes=[object])(table, len(terms) + 1) for table in losses.derivatives(x, len(terms))]
        total = [0 * x[0], 0 * x[1]]
        for power, part in enumerate(terms):
            for tree, coefficient in part.items():
                number = sp.QQ.from_sympy(sp.sympify(coefficient).subs({H: steps, rho: STRENGTH}))
                total = [t + GAMMA**power * number * v for t, v in zip(total, on_arrays(tree, derivatives), strict=True)]
        return total

    return field


def agreement(algorithm: str | Algorithm, terms: Sequence[Terms], clients: int, steps: int, seed: int = 0) -> int | None:
    """The first power of gamma at which a round and the flow for time gamma H differ; the powers up to len(terms) + 1 are looked at."""
    losses, looked_at = PolynomialLosses(seed, clients), len(terms) + 1
    s = sp.QQ.from_sympy(STRENGTH)
    moves: dict[str, Callable[[Any, Any, Any], Any]] = {
        "fedprox": lambda x, g, start: x - GAMMA * (g + s * (x - start)),
        "shrunk": lambda x, g, start: x - sum((-1) ** k * GAMMA ** (k + 1) for k in range(looked_at)) * g,
        "spread": lambda x, g, start: x - GAMMA * g / steps,
    }
    name = algorithm if isinstance(algorithm, str) else algorithm.name
    end = round_end(losses, START, steps, looked_at, moves.get(name))
    if name == "halfway":
        end = [(v + sp.QQ(x.numerator, x.denominator)) / 2 for v, x in zip(end, START, strict=True)]
    return first_difference(end, flow_end(field_of(terms, losses, steps), START, steps, looked_at))


@pytest.mark.parametrize("clients", [1, 3])
@pytest.mark.parametrize("steps", [1, 2, 5])
def test_a_round_of_fedavg_is_the_flow_up_to_the_next_power(clients: int, steps: int) -> None:
    for order in (1, 2, 3):
        assert agreement("fedavg", modified_gradient("fedavg", order), clients, steps, seed=steps) == order + 1


@pytest.mark.parametrize(
    "algorithm", ["sgd", "fedprox", "fedavg_deterministic", SHRUNK, SPREAD, HALFWAY], ids=lambda a: getattr(a, "name", a)
)
def test_a_round_of_other_rules_is_the_flow_up_to_the_next_power(algorithm: str | Algorithm) -> None:
    steps = 1 if algorithm == "sgd" else 3
    assert agreement(algorithm, modified_gradient(algorithm, 3), 2, steps) == 4


def joined(tree: Tree) -> Tree:
    """All nodes in one block: one client used where two averages belong."""
    return tuple(sorted(joined(child) for children in tree for child in children)), ()


WRONG: dict[str, Callable[[Tree, Any], tuple[Tree, Any]]] = {
    "sign": lambda tree, c: (tree, -c if tree in (OUTER_PAIR, CHERRY) else c),
    "H for H - 1": lambda tree, c: (tree, sp.sympify(c).subs(H, H + 1) if tree == INNER_PAIR else c),
    "factor two": lambda tree, c: (tree, 2 * c if tree in (INNER_PAIR, CHERRY) else c),
    "blocks not separated": lambda tree, c: (joined(tree), c),
    "a client's own pair for two averages": lambda tree, c: (OUTER_PAIR if tree == INNER_PAIR else tree, c),
    "no cherries": lambda tree, c: (CHAIN if tree == CHERRY else tree, c),
}


@pytest.mark.parametrize("name", WRONG)
def test_the_comparison_rejects_wrong_fields(name: str) -> None:
    wrong = []
    for terms in modified_gradient("fedavg", 3):
        changed: Terms = {}
        for tree, coefficient in terms.items():
            new, value = WRONG[name](tree, coefficient)
            changed[new] = changed.get(new, 0) + value
        wrong.append(changed)
    seen = agreement("fedavg", wrong, 2, 3)
    assert seen is not None
    assert seen <= 3
