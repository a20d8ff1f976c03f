"""A diagram in writing: operators that act one after another on a row of strands, from the value down to gradients and noise."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import permutations

from symfed.derive.diagrams.diagram import DERIVATIVE, INVERSE, Diagram, Node

Row = tuple[int, ...]


@dataclass(frozen=True)
class Layer:
    """One tensor acting between `left` and `right` strands that pass by; it makes `made` strands out of `taken` ones below it."""

    node: Node
    left: int
    right: int
    made: int
    taken: int


@dataclass(frozen=True)
class Crossing:
    """Two neighbouring strands that change places, with `left` and `right` strands beside them."""

    left: int
    right: int


@dataclass(frozen=True)
class Product:
    """Words side by side, each with its number of strands at the top."""

    factors: tuple[tuple[Word, int], ...]


#: Read from left to right, the value comes first; a product can only come last.
Word = tuple[Layer | Crossing | Product, ...]


def word(diagram: Diagram) -> Word:
    """The word with fewest crossings, and then fewest strands passing by, over all orders that the symmetries of the tensors allow."""
    made_of = _producers(diagram)

    @cache
    def below(edge: int) -> frozenset[int]:
        own, _, inputs = made_of[edge]
        return frozenset({own}).union(*map(below, inputs))

    def best(row: Row, crossings: int) -> tuple[int, Word] | None:
        if not row:
            return 0, ()
        groups = _groups(row, below)
        if groups is None:
            return swapped(row, crossings)
        if len(groups) > 1:
            parts = [part for group in groups if (part := best_of(group, crossings)) is not None]
            factors = tuple((part[1], len(group)) for part, group in zip(parts, groups, strict=False))
            return (sum(part[0] for part in parts), (Product(factors),)) if len(parts) == len(groups) else None
        found = [done for place in range(len(row)) for done in layers(row, place, crossings)]
        return min(found, key=lambda pair: pair[0], default=None) or swapped(row, crossings)

    best_of = cache(best)

    def layers(row: Row, place: int, crossings: int) -> list[tuple[int, Word]]:
        own, outputs, _ = made_of[row[place]]
        taken = row[place : place + len(outputs)]
        if set(taken) != set(outputs):
            return []
        node, right = diagram.nodes[own], len(row) - place - len(taken)
        inputs = [made_of[edge][2] for edge in taken] if node.kind == INVERSE else [made_of[row[place]][2]]
        orders = [tuple(edge for (edge,) in inputs)] if node.kind == INVERSE else list(permutations(inputs[0]))
        found = []
        for order in orders:
            rest = best_of(row[:place] + order + row[place + len(taken) :], crossings)
            if rest is not None:
                layer = Layer(node, place, right, len(taken), len(order))
                found.append((rest[0] + place + right, (layer, *rest[1])))
        return found

    def swapped(row: Row, crossings: int) -> tuple[int, Word] | None:
        found = []
        for place in range(len(row) - 1 if crossings else 0):
            rest = best_of((*row[:place], row[place + 1], row[place], *row[place + 2 :]), crossings - 1)
            if rest is not None:
                found.append((rest[0], (Crossing(place, len(row) - place - 2), *rest[1])))
        return min(found, key=lambda pair: pair[0], default=None)

    crossings = 0
    while True:
        for row in permutations(diagram.out):
            done = best_of(row, crossings)
            if done is not None:
                return done[1]
        crossings += 1


def _producers(diagram: Diagram) -> dict[int, tuple[int, Row, Row]]:
    """For every edge the node that makes it, seen from the value: (place of the node, all edges that it makes, edges that it takes).

    For a strand of an inverse the edges taken are that strand's lower end alone.
    """
    made: dict[int, tuple[int, Row, Row]] = {}
    users = {edge: [k for k, node in enumerate(diagram.nodes) if edge in node.legs] for node in diagram.nodes for edge in node.legs}
    upper: dict[int, list[int]] = {}
    waiting = [(edge, -1) for edge in diagram.out]
    while waiting:
        edge, above = waiting.pop()
        own = next(k for k in users[edge] if k != above)
        node = diagram.nodes[own]
        if node.kind == INVERSE:
            lower = next(v if edge == u else u for u, v in node.strands if edge in (u, v))
            upper.setdefault(own, []).append(edge)
            made[edge] = own, (), (lower,)
            waiting.append((lower, own))
        elif edge not in made:
            outputs = (edge,) if node.kind == DERIVATIVE else node.legs[: node.kind]
            inputs = tuple(x for x in node.legs if x not in outputs)
            made |= dict.fromkeys(outputs, (own, outputs, inputs))
            waiting += [(x, own) for x in inputs]
    return {edge: (own, outputs or tuple(upper[own]), inputs) for edge, (own, outputs, inputs) in made.items()}


def _groups(row: Row, below: Callable[[int], frozenset[int]]) -> list[Row] | None:
    """The row cut into pieces that share nothing below; None where such pieces interleave."""
    pieces: list[tuple[frozenset[int], list[int]]] = []
    for place, edge in enumerate(row):
        nodes, places = below(edge), [place]
        for piece in [piece for piece in pieces if piece[0] & nodes]:
            pieces.remove(piece)
            nodes, places = nodes | piece[0], piece[1] + places
        pieces.append((nodes, sorted(places)))
    if any(places != list(range(places[0], places[-1] + 1)) for _, places in pieces):
        return None
    return [tuple(row[place] for place in places) for _, places in sorted(pieces, key=lambda piece: piece[1])]
