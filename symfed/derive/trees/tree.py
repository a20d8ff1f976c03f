"""Rooted trees whose nodes are split into blocks, one client to a block.

A node is a derivative of a client's loss, fed with what hangs below it. An inner edge stays with the client; an outer edge leads to a
new block, which is averaged over clients by itself. A local trajectory has inner edges only, and grafting one averaged field onto
another adds an outer edge, so that blocks are connected and the kind of every edge says all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

#: (what hangs by inner edges, what hangs by outer edges), both sorted: equal trees are equal tuples.
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
    """The scion hung onto every node of the tree in turn: the terms of (field of tree)' (field of scion).

    >>> list(graft(DOT, DOT))
    [((), (((), ()),))]
    """
    yield attach(tree, scion, kind)
    for edge in (INNER, OUTER):
        for child in tree[edge]:
            rest = detach(tree, child, edge)
            for grown in graft(child, scion, kind):
                yield attach(rest, grown, edge)


def size(tree: Tree) -> int:
    """The number of nodes."""
    return 1 + sum(size(child) for children in tree for child in children)


def local_trees(nodes: int) -> list[Tree]:
    """Every tree of that many nodes with inner edges only, sorted.

    >>> [len(local_trees(n)) for n in range(1, 7)]
    [1, 1, 2, 4, 9, 20]
    """
    if nodes == 1:
        return [DOT]
    return sorted({grown for tree in local_trees(nodes - 1) for grown in graft(tree, DOT, INNER)})


def rootings(tree: Tree) -> Iterator[Tree]:
    """The tree hung up at each of its nodes in turn."""

    def walk(here: Tree, own: Tree) -> Iterator[Tree]:
        # only the root's own children are walked on to: the way back hangs there too
        yield here
        for kind in (INNER, OUTER):
            for child in own[kind]:
                yield from walk(attach(child, detach(here, child, kind), kind), child)

    return walk(tree, tree)


def fold(tree: Tree, derivative: Callable[[int, Sequence[Value]], Value], mean: Callable[[Value], Value], is_loss: bool = False) -> Value:
    """What a tree stands for, in any algebra.

    `derivative(m, arguments)` is one client's m-th derivative applied to m - 1 vectors, `mean` the average over clients. With `is_loss`
    the root's derivative is of order m for m vectors: a number, whose gradient is the sum over `rootings`.
    """

    def local(node: Tree, open_slots: int) -> Value:
        arguments = [local(child, 1) for child in node[INNER]] + [mean(local(child, 1)) for child in node[OUTER]]
        return derivative(len(arguments) + open_slots, arguments)

    return mean(local(tree, 0 if is_loss else 1))
