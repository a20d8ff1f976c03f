"""Trees, grafting and the logarithm of a series, on facts that do not come from this package."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction

import pytest
import sympy as sp

from symfed.derive.trees import DOT, INNER, OUTER, Series, Tree, attach, exponential, graft, local_trees, logarithm, rootings

INNER_PAIR, OUTER_PAIR = attach(DOT, DOT, INNER), attach(DOT, DOT, OUTER)


def outer_copy(tree: Tree) -> Tree:
    """The same shape, every node a block of its own."""
    return (), tuple(sorted(outer_copy(child) for child in tree[INNER]))


def all_trees(nodes: int) -> set[Tree]:
    if nodes == 1:
        return {DOT}
    return {grown for tree in all_trees(nodes - 1) for kind in (INNER, OUTER) for grown in graft(tree, DOT, kind)}


def test_numbers_of_rooted_trees() -> None:
    # OEIS A000081 and, with edges of two kinds, A000151
    assert [len(local_trees(n)) for n in range(1, 8)] == [1, 1, 2, 4, 9, 20, 48]
    assert [len(all_trees(n)) for n in range(1, 6)] == [1, 2, 7, 26, 107]


@pytest.mark.parametrize("nodes", [2, 3, 4])
def test_grafting_is_pre_lie(nodes: int) -> None:
    """The associator of grafting is symmetric in what is grafted last: second derivatives commute."""

    def product(left: Counter[Tree], right: Tree) -> Counter[Tree]:
        return Counter(grown for tree, times in left.items() for grown in graft(tree, right) for _ in range(times))

    def associator(x: Tree, y: Tree, z: Tree) -> Counter[Tree]:
        first = product(product(Counter([x]), y), z)
        first.subtract(Counter(grown for yz in graft(y, z) for grown in graft(x, yz)))
        return first

    for x in all_trees(nodes):
        for y in all_trees(2):
            assert associator(x, y, DOT) == associator(x, DOT, y)


def size(tree: Tree) -> int:
    """The number of nodes."""
    return 1 + sum(size(child) for children in tree for child in children)


@pytest.mark.parametrize("tree", sorted(all_trees(4)))
def test_rootings_are_one_tree_hung_up_at_every_node(tree: Tree) -> None:
    turned = list(rootings(tree))
    assert len(turned) == size(tree) == 4
    assert turned[0] == tree
    assert all(Counter(rootings(other)) == Counter(turned) for other in turned)


def test_logarithm_undoes_the_exponential() -> None:
    field: Series = [{}] + [{tree: Fraction(3 * i - 7, 5 + n) for i, tree in enumerate(sorted(all_trees(n)))} for n in (1, 2, 3, 4)]
    assert logarithm(exponential(field)) == [{t: c for t, c in terms.items() if c} for terms in field]


def test_the_flow_of_a_field_is_its_b_series() -> None:
    """Exact solution of x' = f(x): a tree comes with 1/(density * symmetry), Hairer, Lubich, Wanner (2006), chapter III.1."""

    def density(tree: Tree) -> int:
        return size(tree) * math.prod(density(child) for child in tree[OUTER])

    def symmetry(tree: Tree) -> int:
        return math.prod(symmetry(child) ** k * math.factorial(k) for child, k in Counter(tree[OUTER]).items())

    flow = exponential([{}, {DOT: Fraction(1)}, {}, {}, {}, {}])
    for n in range(1, 6):
        expected = {tree: Fraction(1, density(tree) * symmetry(tree)) for tree in map(outer_copy, local_trees(n))}
        assert flow[n] == expected


def test_explicit_euler() -> None:
    """Modified equation of explicit Euler: f - h f'f/2 + h²(f'f'f/3 + f''(f,f)/12) - ..., bushes with Bernoulli numbers B_k / k!.

    Source: Hairer, Lubich, Wanner, Geometric Numerical Integration (2006), chapter IX.
    """
    euler = logarithm([{}, {DOT: Fraction(1)}, {}, {}, {}, {}])
    chain = attach(DOT, OUTER_PAIR, OUTER)
    bushes = [((), (DOT,) * k) for k in range(5)]
    assert euler[2] == {OUTER_PAIR: Fraction(-1, 2)}
    assert euler[3] == {chain: Fraction(1, 3), bushes[2]: Fraction(1, 12)}
    bernoulli = [Fraction(1), Fraction(-1, 2), Fraction(1, 6), Fraction(0), Fraction(-1, 30)]
    assert [euler[k + 1].get(bushes[k], 0) for k in range(5)] == [b / math.factorial(k) for k, b in enumerate(bernoulli)]


def test_random_reshuffling() -> None:
    """One pass over m losses in random order is, in the mean, the flow for time m gamma of the gradient of f + (gamma/4)<|grad f_c|²>.

    Source: Smith, Dherin, Barrett, De, "On the origin of implicit regularization in stochastic gradient descent" (ICLR 2021); there,
    gamma/(4m) times the sum over minibatches. The mean displacement at gamma² is the sum over ordered pairs of distinct losses, half of
    m² f'f - m <f_c' f_c>.
    """
    m = sp.Symbol("m")
    epoch = [{}, {DOT: -m}, {OUTER_PAIR: m**2 / 2, INNER_PAIR: -m / 2}]
    field = logarithm(epoch)
    assert {tree: sp.expand(-c / m) for tree, c in field[2].items() if sp.expand(c) != 0} == {INNER_PAIR: sp.Rational(1, 2)}
