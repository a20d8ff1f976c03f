"""Series of trees: a map near the identity as the flow of a field, by the pre-Lie product.

A series is a list; entry n holds {tree: coefficient} at the n-th power of gamma, entry 0 nothing. Coefficients are of any number type
that adds, multiplies and divides by integers.
"""

from __future__ import annotations

import math
from typing import Any

from symfed.derive.trees.tree import Tree, graft

Terms = dict[Tree, Any]
Series = list[Terms]


def add(terms: Terms, tree: Tree, coefficient: Any) -> None:
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
                        add(out[i + j], tree, a * b)
    return out


def exponential(field: Series) -> Series:
    """The displacement of the field's flow at time one: field + field' field / 2! + (field' field)' field / 3! + ..."""
    out: Series = [{} for _ in field]
    power = field
    for k in range(1, len(field)):
        for terms, new in zip(out, power, strict=True):
            for tree, coefficient in new.items():
                add(terms, tree, coefficient / math.factorial(k))
        power = derivative_along(power, field)
    return out


def logarithm(displacement: Series) -> Series:
    """The field whose flow at time one moves every point by `displacement`.

    The flow's term of power n is the field's plus what its lower powers make, so that the field follows power by power.
    """
    field: Series = [{} for _ in displacement]
    for n, terms in enumerate(displacement):
        lower = exponential(field)[n]
        for tree in {**terms, **lower}:
            coefficient = terms.get(tree, 0) - lower.get(tree, 0)
            if coefficient:
                field[n][tree] = coefficient
    return field
