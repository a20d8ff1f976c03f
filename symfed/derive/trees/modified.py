"""The modified gradient and the modified loss of an algorithm's round."""

from __future__ import annotations

from collections import Counter

import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.derive.lift import local_steps
from symfed.derive.trees.notation import write
from symfed.derive.trees.round import round_displacement
from symfed.derive.trees.series import Terms, logarithm
from symfed.derive.trees.tree import Tree, rootings
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm


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
    """The losses whose gradients are the fields of `modified_gradient`, for every problem; a tree stands here for the number in which
    its root has no free index (`fold` with is_loss).

    Raises InvalidInput, naming power and trees, where some problem's modified gradient is no gradient. FedAvg and SGD have a loss to
    order 2 and none at order 3: with K the third derivative applied to the gradient and [., .] the commutator, the Jacobian of the field
    of gamma² less its transpose is (H² [grad² f, K f] - (H²-1) <[grad² f_c, K f_c]>) / 6.
    """
    algorithm = get_algorithm(algorithm)
    out = []
    for power, field in enumerate(modified_gradient(algorithm, order)):
        loss, obstructions = potential(field)
        if obstructions:
            rule = f"is too high: the modified gradient of {algorithm.name} is no gradient at gamma^{power}: {_reason(obstructions)}"
            raise InvalidInput("order", order, rule, f"use an order up to {power}, or the quantity 'modified_gradient'")
        out.append(loss)
    return out


def potential(field: Terms) -> tuple[Terms, list[tuple[Tree, Tree]]]:
    """The loss whose gradient is the field, and the pairs of trees that stand in its way.

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
        weights = {rooted: sp.cancel(sp.sympify(left.pop(rooted, 0)) / count) for rooted, count in nodes.items()}
        obstructions += [(tree, rooted) for rooted in sorted(weights) if sp.cancel(weights[rooted] - weights[tree]) != 0]
        loss[max(nodes)] = sp.factor(weights[tree])
    return loss, obstructions


def _reason(obstructions: list[tuple[Tree, Tree]]) -> str:
    pairs = [f"{write(one)} and {write(other)}" for one, other in obstructions]
    return f"the weights of {'; of '.join(pairs)} do not belong to the gradient of one function"
