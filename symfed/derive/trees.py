"""Backward error analysis of one round: rooted trees whose nodes are split into blocks, one client to a block.

A node is a derivative of a client's loss, applied to its subtrees. An inner edge stays with the client; an outer edge leads to a new
block, which is averaged over clients by itself. A local trajectory has inner edges only, and grafting one averaged field onto another
adds an outer edge, so that blocks are connected and the kinds of edges determine them.

A series of trees is a list; entry n holds {tree: coefficient} at the n-th power of gamma, entry 0 nothing. Coefficients are of any number
type that adds, multiplies and divides by integers. A map near the identity is the flow of a field, by the pre-Lie product: the round's
displacement comes from the update rule alone (`round_displacement`), and its logarithm is the modified gradient.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeVar

import sympy as sp

from symfed.core import symbols as table
from symfed.core.errors import InvalidInput
from symfed.core.grammar import as_expression
from symfed.core.symbols import ClientMean, point_derivative
from symfed.derive.lift import local_map, local_steps, server_map
from symfed.derive.powers import falling_binomial, series_coefficients
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm
from symfed.models.arrays import Array

#: (subtrees on inner edges, subtrees on outer edges), both sorted: equal trees are equal tuples.
Tree = tuple[tuple["Tree", ...], tuple["Tree", ...]]
INNER, OUTER = 0, 1
DOT: Tree = ((), ())

Value = TypeVar("Value")


def attach(tree: Tree, scion: Tree, kind: int) -> Tree:
    """The tree with one more child at its root."""
    inner, outer = tree
    return (tuple(sorted((*inner, scion))), outer) if kind == INNER else (inner, tuple(sorted((*outer, scion))))


def detach(tree: Tree, child: Tree, kind: int) -> Tree:
    """The tree without one child of its root."""
    children = list(tree[kind])
    children.remove(child)
    return (tuple(children), tree[OUTER]) if kind == INNER else (tree[INNER], tuple(children))


def graft(tree: Tree, scion: Tree, kind: int = OUTER) -> Iterator[Tree]:
    """The scion attached to every node of the tree in turn: the terms of (field of tree)' (field of scion).

    >>> list(graft(DOT, DOT))
    [((), (((), ()),))]
    """
    yield attach(tree, scion, kind)
    for edge in (INNER, OUTER):
        for child in tree[edge]:
            rest = detach(tree, child, edge)
            for grown in graft(child, scion, kind):
                yield attach(rest, grown, edge)


def local_trees(nodes: int) -> list[Tree]:
    """Every tree of that many nodes with inner edges only, sorted.

    >>> [len(local_trees(n)) for n in range(1, 7)]
    [1, 1, 2, 4, 9, 20]
    """
    if nodes == 1:
        return [DOT]
    return sorted({grown for tree in local_trees(nodes - 1) for grown in graft(tree, DOT, INNER)})


def rootings(tree: Tree) -> Iterator[Tree]:
    """The tree rooted at each of its nodes in turn."""

    def walk(here: Tree, own: Tree) -> Iterator[Tree]:
        # only the root's own children are visited: the tree above is among the children, too
        yield here
        for kind in (INNER, OUTER):
            for child in own[kind]:
                yield from walk(attach(child, detach(here, child, kind), kind), child)

    return walk(tree, tree)


def fold(tree: Tree, derivative: Callable[[int, Sequence[Value]], Value], mean: Callable[[Value], Value], is_loss: bool = False) -> Value:
    """Evaluate a tree in any algebra.

    `derivative(m, arguments)` is one client's m-th derivative applied to m - 1 vectors, `mean` the average over clients. With `is_loss`
    the root's derivative is of order m for m vectors: a number, whose gradient is the sum over `rootings`.
    """

    def local(node: Tree, open_slots: int) -> Value:
        arguments = [local(child, 1) for child in node[INNER]] + [mean(local(child, 1)) for child in node[OUTER]]
        return derivative(len(arguments) + open_slots, arguments)

    return mean(local(tree, 0 if is_loss else 1))


Terms = dict[Tree, Any]
Series = list[Terms]


def add_tree(terms: Terms, tree: Tree, coefficient: Any) -> None:
    """Add coefficient times tree in place."""
    terms[tree] = terms[tree] + coefficient if tree in terms else coefficient


def derivative_along(left: Series, right: Series) -> Series:
    """left' right: every tree of `right` grafted onto every node of every tree of `left`, cut at the length of `left`."""
    out: Series = [{} for _ in left]
    for i, stocks in enumerate(left):
        for j in range(len(left) - i):
            for stock, a in stocks.items():
                for scion, b in right[j].items():
                    for tree in graft(stock, scion):
                        add_tree(out[i + j], tree, a * b)
    return out


def exponential(field: Series) -> Series:
    """The displacement of the field's flow at time one: field + field' field / 2! + (field' field)' field / 3! + ..."""
    out: Series = [{} for _ in field]
    power = field
    for k in range(1, len(field)):
        for terms, new in zip(out, power, strict=True):
            for tree, coefficient in new.items():
                add_tree(terms, tree, coefficient / math.factorial(k))
        power = derivative_along(power, field)
    return out


def logarithm(displacement: Series) -> Series:
    """The field whose flow at time one moves every point by `displacement`.

    The flow's term of power n is the field's plus terms from its lower powers, so that the field is determined power by power.
    """
    field: Series = [{} for _ in displacement]
    for n, terms in enumerate(displacement):
        lower = exponential(field)[n]
        for tree in {**terms, **lower}:
            coefficient = terms.get(tree, 0) - lower.get(tree, 0)
            if coefficient:
                field[n][tree] = coefficient
    return field


Powers = list[Any]  # the coefficients of gamma^0, ..., gamma^order


def round_displacement(algorithm: Algorithm, order: int) -> tuple[Series, sp.Domain]:
    """(server's next point) - (round's start) up to gamma^order, with the domain that its coefficients in H and parameters belong to.

    Raises InvalidInput for a rule that is not affine, keeps a memory, or moves at gamma = 0.
    """
    step, server, H = local_map(algorithm), server_map(algorithm), local_steps(algorithm)
    pull, slope, kept = (series_coefficients(c, table.gamma, order) for c in (step.state - 1, step.gradient, server.state))
    if pull[0] != 0 or slope[0] != 0:
        rule = algorithm.text["local_step"]
        raise InvalidInput(f"{algorithm.name}.local_step", rule, "must stand still at gamma = 0, or there is nothing to expand in")
    domain = _coefficient_domain([H, *pull, *slope, *kept])
    pull, slope, kept = ([domain.from_sympy(as_expression(c)) for c in series] for series in (pull, slope, kept))
    trees = [tree for nodes in range(1, order + 1) for tree in local_trees(nodes)]
    path = _trajectory(trees, pull, slope, domain.zero)
    chosen = [domain.from_sympy(sp.expand(falling_binomial(H, k))) for k in range(order + 1)]
    out: Series = [{} for _ in range(order + 1)]
    for tree in trees:
        end = _product(kept, _newton_form([point[tree] for point in path], chosen))
        for n, coefficient in enumerate(end):
            if coefficient:
                out[n][tree] = coefficient
    return out, domain


def _coefficient_domain(coefficients: Sequence[Any]) -> sp.Domain:
    """Rationals, polynomials or rational functions, whichever the coefficients need."""
    coefficients = [as_expression(c) for c in coefficients]
    free = sorted(set().union(*[c.free_symbols for c in coefficients]), key=lambda s: s.name)
    if not free:
        return sp.QQ
    whole = all(c.is_polynomial(*free) for c in coefficients)
    return sp.QQ.poly_ring(*free) if whole else sp.QQ.frac_field(*free)


def _trajectory(trees: Sequence[Tree], pull: Powers, slope: Powers, zero: Any) -> list[dict[Tree, Powers]]:
    """One client's displacement after 0, 1, ..., order local steps: e -> e + pull e + slope (gradient at start + e)."""
    nothing = [zero for _ in pull]
    path = [dict.fromkeys(trees, nothing)]
    for _ in range(len(pull) - 1):
        e = path[-1]
        after = {}
        for tree in trees:
            gradient = [zero + 1, *nothing[1:]]  # Taylor: a node with equal branches is divided by their permutations
            for branch in set(tree[INNER]):
                times = tree[INNER].count(branch)
                for _ in range(times):
                    gradient = _product(gradient, e[branch])
                gradient = [c / math.factorial(times) for c in gradient]
            after[tree] = [a + b + c for a, b, c in zip(e[tree], _product(pull, e[tree]), _product(slope, gradient), strict=True)]
        path.append(after)
    return path


def _newton_form(values: list[Powers], chosen: Sequence[Any]) -> Powers:
    """The value after H steps. The coefficient of gamma^n is a polynomial in the number of steps, of degree n at most: every step
    that moves costs a power of gamma. Newton's form sum_k binom(H, k) Delta^k then needs no more than the values at 0, ..., order.
    """
    total = [c - c for c in values[0]]
    for binomial in chosen:
        total = [a + b * binomial for a, b in zip(total, values[0], strict=True)]
        values = [[b - a for a, b in zip(here, there, strict=True)] for here, there in pairwise(values)]
    return total


def _product(left: Powers, right: Powers) -> Powers:
    """The product of two power series in gamma, cut."""
    return [sum((left[i] * right[n - i] for i in range(1, n + 1)), left[0] * right[n]) for n in range(len(left))]


def modified_gradient(algorithm: str | Algorithm, order: int) -> list[Terms]:
    """The fields of gamma^0, ..., gamma^(order-1) in f~, where a round with exact gradients is the flow of theta' = -f~ for time gamma H.

    Each is {tree: coefficient in H and the algorithm's parameters}. The flow of the cut series misses the round by O(gamma^(order+1)).

    >>> modified_gradient("sgd", 2)[1]
    {((), (((), ()),)): 1/2}
    """
    algorithm = get_algorithm(algorithm)
    displacement, domain = round_displacement(algorithm, order)
    H = local_steps(algorithm)

    def coefficient(value: object) -> sp.Expr:
        return sp.factor(sp.cancel(-domain.to_sympy(value) / H))

    return [{tree: coefficient(terms[tree]) for tree in sorted(terms)} for terms in logarithm(displacement)[1:]]


def modified_loss(algorithm: str | Algorithm, order: int) -> list[Terms]:
    """The losses whose gradients are the fields of `modified_gradient`, for every problem; a tree is here the number in which
    its root has no free index (`fold` with is_loss).

    Raises InvalidInput, naming power and trees, where some problem's modified gradient is no gradient. Gradient steps have a loss to
    order 2 and none at order 3: with K the third derivative applied to the gradient and [., .] the commutator, the Jacobian of the field
    of gamma² less its transpose is (H² [grad² f, K f] - (H²-1) <[grad² f_c, K f_c]>) / 6.
    """
    algorithm = get_algorithm(algorithm)
    out = []
    for power, field in enumerate(modified_gradient(algorithm, order)):
        loss, obstructions = potential(field)
        if obstructions:
            pairs = "; of ".join(f"{write_tree(one)} and {write_tree(other)}" for one, other in obstructions)
            reason = f"the weights of {pairs} do not belong to the gradient of one function"
            rule = f"is too high: the modified gradient of {algorithm.name} is no gradient at gamma^{power}: {reason}"
            raise InvalidInput("order", order, rule, f"use an order up to {power}, or the quantity 'modified_gradient'")
        out.append(loss)
    return out


def potential(field: Terms) -> tuple[Terms, list[tuple[Tree, Tree]]]:
    """The loss whose gradient is the field, and the pairs of trees that are obstructions to it.

    The gradient of a free tree's number is the sum of its rootings. The Jacobian of a rooted tree's field marks a second node, and the
    transpose swaps the two marks: it is symmetric for every problem if and only if all rootings of each free tree come with one and
    the same weight per node. Pairs (tree, rooting) that break this are the obstructions.
    """
    loss: Terms = {}
    obstructions: list[tuple[Tree, Tree]] = []
    left = dict(field)
    while left:
        tree = next(iter(left))
        nodes = Counter(rootings(tree))
        weights = {rooted: sp.cancel(as_expression(left.pop(rooted, 0)) / count) for rooted, count in nodes.items()}
        obstructions += [(tree, rooted) for rooted in sorted(weights) if sp.cancel(weights[rooted] - weights[tree]) != 0]
        loss[max(nodes)] = sp.factor(weights[tree])
    return loss, obstructions


def on_arrays(tree: Tree, derivatives: Sequence[Array], is_loss: bool = False) -> Array:
    """The tree's field (d,), or its number () with `is_loss`. derivatives[m] is the clients' m-th, shape (N,) + (d,)*m, of any number type.

    Where the second derivative is not symmetric, its first axis is the gradient's.
    """

    def derivative(m: int, arguments: Sequence[Array]) -> Array:
        out = derivatives[m]
        for vector in arguments:  # (N, d), or (d,) for an average, which all clients share
            wide = vector.reshape(vector.shape[:-1] + (1,) * (out.ndim - 2) + vector.shape[-1:])
            out = (out * wide).sum(axis=-1)
        return out

    def mean(per_client: Array) -> Array:
        out: Array = per_client.sum(axis=0) / len(per_client)
        return out

    return fold(tree, derivative, mean, is_loss)


def in_client_means(tree: Tree, is_loss: bool = False) -> sp.Expr:
    """The tree in dimension one, in averages of the clients' derivatives at a general point.

    >>> in_client_means(((((), ()),), (((), ()),)))
    ClientMean(D1)*ClientMean(D1*D3)
    """
    return fold(tree, lambda m, arguments: sp.Mul(point_derivative(m), *arguments), ClientMean, is_loss)


@dataclass(frozen=True)
class Notation:
    """The marks of one medium. `nabla(m)` is the m-th derivative's operator, `client` what marks a client's own loss."""

    nabla: Callable[[int], str]
    client: str
    mean: str
    apply: str
    square: str


TEX = Notation(
    nabla=lambda m: "" if m == 0 else r"\nabla " if m == 1 else rf"\nabla^{{{m}}} ",
    client="f_c",
    mean=r"\left\langle {} \right\rangle",
    apply=r"{}\left[{}\right]",
    square=r"\left|{}\right|^2",
)
TEXT = Notation(
    nabla=lambda m: "" if m == 0 else "∇" if m == 1 else "∇" + "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(m)),
    client="f_c",
    mean="<{}>",
    apply="{}[{}]",
    square="|{}|²",
)


def write_tree(tree: Tree, notation: Notation = TEXT, is_loss: bool = False) -> str:
    """The tree's field, or with `is_loss` the number whose gradient is the sum over its rootings.

    f is the clients' mean loss. Every pair of angle brackets averages over a client c of its own.

    >>> write_tree(((((), ()),), ())), write_tree(((((), ()),), ()), is_loss=True), write_tree(((), (((), ()), ((), ()))))
    ('<∇²f_c ∇f_c>', '<|∇f_c|²>', '∇³f[∇f, ∇f]')
    """

    def block(root: Tree, open_slots: int) -> str:
        alone = not root[INNER]
        text = local(root, open_slots, "f" if alone else notation.client)
        return text if alone else notation.mean.format(text)

    def local(node: Tree, open_slots: int, loss: str) -> str:
        arguments = [local(child, 1, notation.client) for child in node[INNER]] + [block(child, 1) for child in node[OUTER]]
        order = len(arguments) + open_slots
        operator = notation.nabla(order) + loss
        if not arguments:
            return operator
        if len(arguments) > 1:
            return notation.apply.format(operator, ", ".join(arguments))
        if order == 1:
            return notation.square.format(operator) if arguments[0] == operator else f"{operator} · {arguments[0]}"
        return f"{operator} {arguments[0]}"

    return block(tree, 0 if is_loss else 1)
