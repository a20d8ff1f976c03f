"""Where a modified loss exists, what it is, and an exact problem where none does."""

from __future__ import annotations

import numpy as np
import pytest
import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.core.symbols import H, rho
from symfed.derive.trees import (
    DOT,
    INNER,
    OUTER,
    Terms,
    add_tree,
    attach,
    fold,
    modified_gradient,
    modified_loss,
    on_arrays,
    potential,
    rootings,
)
from symfed.models.arrays import Array
from tests.derive.trees.helpers import GAMMA, RING, TIME, PolynomialLosses

INNER_PAIR, OUTER_PAIR = attach(DOT, DOT, INNER), attach(DOT, DOT, OUTER)
QUARTER = sp.Rational(1, 4)


def test_implicit_gradient_regularisation() -> None:
    """Gradient descent descends f + (gamma/4)|grad f|². Source: Barrett, Dherin, "Implicit gradient regularization" (ICLR 2021)."""
    assert modified_loss("sgd", 2) == [{DOT: 1}, {OUTER_PAIR: QUARTER}]
    at_one = {tree: c.subs(H, 1) for tree, c in modified_loss("fedavg", 2)[1].items()}
    assert at_one == {OUTER_PAIR: QUARTER, INNER_PAIR: 0}


def test_fedavg_rewards_gradients_that_differ() -> None:
    """The term of gamma is |grad f|²/4 minus (H-1)/4 times the clients' variance of the gradient, <|grad f_c|²> - |grad f|².

    Hence FedAvg drives the clients' gradients apart, as Lim, Kim, Moon, "Convergence analysis of federated learning methods using
    backward error analysis" (2025, arXiv 2503.03139) report of its first-order term.
    """
    loss = modified_loss("fedavg", 2)[1]
    assert sp.expand(loss[OUTER_PAIR] - QUARTER - (H - 1) / 4) == 0
    assert sp.expand(loss[INNER_PAIR] + (H - 1) / 4) == 0


def test_fedprox_only_slows_down_at_first_order() -> None:
    """The proximal pull leaves FedAvg's regularisers as they are and multiplies f by 1 - gamma rho (H-1)/2."""
    fedavg, fedprox = modified_loss("fedavg", 2)[1], modified_loss("fedprox", 2)[1]
    assert sp.expand(fedprox.pop(DOT) + rho * (H - 1) / 2) == 0
    assert fedprox == fedavg


@pytest.mark.parametrize("algorithm", ["sgd", "fedavg", "fedprox"])
def test_the_gradient_of_the_loss_is_the_modified_gradient(algorithm: str) -> None:
    for loss, field in zip(modified_loss(algorithm, 2), modified_gradient(algorithm, 2), strict=True):
        gradient: Terms = {}
        for tree, coefficient in loss.items():
            for rooted in rootings(tree):
                add_tree(gradient, rooted, coefficient)
        assert {t: sp.factor(c) for t, c in gradient.items()} == field


def slopes(values: list[object]) -> Array:
    """The Jacobian of what was evaluated at (x + GAMMA, y + TIME)."""
    return np.array([[RING(v).coeff(GAMMA), RING(v).coeff(TIME)] for v in values], dtype=object)


@pytest.mark.parametrize("tree", [tree for n in (1, 2, 3) for tree in modified_gradient("fedavg", 3)[n - 1]], ids=str)
def test_a_trees_number_has_its_rootings_as_gradient(tree: object) -> None:
    losses, x = PolynomialLosses(5, 2), (sp.QQ(1, 3) + GAMMA, sp.QQ(2) + TIME)
    derivatives = losses.derivatives(x, 4)
    number = on_arrays(tree, derivatives, is_loss=True)
    expected = sum(on_arrays(rooted, derivatives) for rooted in rootings(tree))
    assert list(slopes([number])[0]) == [RING(v).coeff(1) for v in expected]


@pytest.mark.parametrize("algorithm", ["sgd", "fedavg", "fedprox"])
def test_no_modified_loss_at_order_three(algorithm: str) -> None:
    with pytest.raises(InvalidInput, match="no gradient at gamma\\^2"):
        modified_loss(algorithm, 3)


def test_a_problem_without_modified_loss_by_hand() -> None:
    """f = x²/2 + y² + x y²/2: the field f'f'f/3 + f''(f,f)/12 of gradient descent has curl -1/4 at (0, 1). No trees in here."""
    x, y = sp.symbols("x y")
    f = x**2 / 2 + y**2 + x * y**2 / 2
    g = sp.Matrix([f.diff(x), f.diff(y)])
    bend = sp.Matrix([(sp.hessian(f.diff(v), (x, y)) * g).dot(g) for v in (x, y)])
    field = sp.hessian(f, (x, y)) ** 2 * g / 3 + bend / 12
    assert (field[0].diff(y) - field[1].diff(x)).subs({x: 0, y: 1}) == -QUARTER


@pytest.mark.parametrize(("clients", "steps"), [(1, 1), (3, 1), (3, 4), (1, 4)])
def test_the_curl_at_order_three(clients: int, steps: int) -> None:
    """Jacobian minus transpose at gamma²: with [., .] the commutator and K = grad³ applied to the gradient, all exact,
    (H² [grad² f, K f] - (H²-1) <[grad² f_c, K f_c]>) / 6. It does not vanish, so that no problem-free loss can exist."""
    losses, x = PolynomialLosses(11, clients), (sp.QQ(1, 2) + GAMMA, sp.QQ(-1) + TIME)
    derivatives = losses.derivatives(x, 3)
    field = sum(sp.QQ.from_sympy(c.subs(H, steps)) * on_arrays(tree, derivatives) for tree, c in modified_gradient("fedavg", 3)[2].items())
    jacobian = slopes(list(field))
    there = [np.vectorize(lambda v: RING(v).coeff(1), otypes=[object])(d) for d in derivatives]

    def commutator(g: Array, A: Array, T: Array) -> Array:
        K = T @ g
        return A @ K - K @ A

    own = sum(commutator(*(d[c] for d in there[1:])) for c in range(clients)) / clients
    of_mean = commutator(*(d.sum(axis=0) / clients for d in there[1:]))
    expected = (steps**2 * of_mean - (steps**2 - 1) * own) / 6
    assert (jacobian - jacobian.T == expected).all()
    assert expected[0, 1] != 0


def test_potential_sees_an_uneven_rooting() -> None:
    even = {tree: sp.Integer(3) for tree in set(rootings(attach(OUTER_PAIR, DOT, INNER)))}
    assert potential(even)[1] == []
    tree = sorted(even)[0]
    assert potential({**even, tree: sp.Integer(4)})[1] != []
    assert potential({t: c for t, c in even.items() if t != tree})[1] != []


def test_fold_counts_the_nodes_of_every_client() -> None:
    assert fold(attach(INNER_PAIR, DOT, OUTER), lambda m, below: 1 + sum(below), lambda v: v) == 3
