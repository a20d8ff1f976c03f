"""Sums of diagrams with coefficients, and the one operation of the derivation: the law of total cumulance as gluing.

A sum stands for a cumulant generating function: the terms gamma^i c T whose diagrams T have k legs of the value are, times k!, the k-th
cumulant. The weight of a term is 2i plus the number of its error legs, an error being of size gamma^(1/2) in the stationary law.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, permutations
from math import factorial, prod
from typing import Any

from symfed.derive.diagrams.diagram import Diagram, Node, canonical

#: (power of gamma, canonical diagram)
Key = tuple[int, Diagram]
Sum = dict[Key, Any]
#: Terms of the law, each with the edges of the step that it is glued to and the value legs that it gives for them.
Attachment = list[tuple[Key, tuple[int, ...], tuple[int, ...]]]

#: The error, or the error at the start of the round, passed on as it is.
ERROR = Diagram(out=(0,), error=(0,))
START = Diagram(out=(0,), start=(0,))


def weight_of(key: Key) -> int:
    return 2 * key[0] + len(key[1].error) + len(key[1].start)


def add(total: Sum, power: int, diagram: Diagram, coefficient: Any) -> None:
    """Add a term in place, in canonical form; a term whose coefficient becomes zero leaves."""
    key = power, canonical(diagram)
    value = total[key] + coefficient if key in total else coefficient
    if value:
        total[key] = value
    else:
        total.pop(key, None)


def joined(diagrams: list[Diagram]) -> Diagram:
    """Diagrams side by side, their edges and blocks apart."""
    nodes: list[Node] = []
    legs: list[list[int]] = [[], [], []]
    edges = blocks = 0
    for diagram in diagrams:
        moved = diagram.shifted(edges, blocks)
        nodes += moved.nodes
        for own, more in zip(legs, moved[1:], strict=True):
            own += more
        edges, blocks = moved.edges, max([blocks, *[node.block + 1 for node in moved.nodes]])
    return Diagram(tuple(nodes), *map(tuple, legs))


def in_one_block(diagram: Diagram) -> Diagram:
    """All tensors owned by one client."""
    return Diagram(tuple(node._replace(block=min(node.block, 0)) for node in diagram.nodes), *diagram[1:])


def glued(step: Sum, law: Sum, weight: int, wanted: tuple[int, int] | None = None) -> Sum:
    """The generating function of the next error less that of the current one, up to a weight.

    `step` is that of the next error given the current one, without the term that passes the error on; `law` that of the current error. The
    law of total cumulance makes the result the sum over connected ways of gluing all error legs of one or more terms of `step` to value
    legs of terms of `law`; value legs that stay free are the result's. `wanted` = (power of gamma, number of value legs) leaves
    out all other terms.
    """
    out: Sum = {}
    for uppers in _choices(step, weight):
        upper = joined([key[1] for key in uppers])
        sizes = [len(key[1].error) for key in uppers]
        owner = dict(zip(upper.error, [k for k, size in enumerate(sizes) for _ in range(size)], strict=True))
        scale = prod([step[key] for key in uppers]) / prod(factorial(n) for n in Counter(uppers).values())
        power, budget = sum(key[0] for key in uppers), weight - sum(weight_of(key) for key in uppers) + len(upper.error)
        for attachment in _attachments(upper.error, law, budget):
            total = power + sum(key[0] for key, _, _ in attachment)
            legs = len(upper.out) + sum(len(key[1].out) - len(ends) for key, _, ends in attachment)
            if wanted in (None, (total, legs)) and _connected(len(uppers), [[owner[edge] for edge in edges] for _, edges, _ in attachment]):
                add(out, total, _attached(upper, attachment), prod([law[key] for key, _, _ in attachment], start=scale))
    return out


def _choices(step: Sum, weight: int) -> Iterator[tuple[Key, ...]]:
    """Multisets of terms of the step that can stay within the weight: what is glued to k error legs weighs k at least."""
    fitting, size = sorted(key for key in step if weight_of(key) <= weight), 1
    while fitting and size * min(map(weight_of, fitting)) <= weight:
        for chosen in combinations_with_replacement(fitting, size):
            if sum(map(weight_of, chosen)) <= weight:
                yield chosen
        size += 1


def _attachments(edges: tuple[int, ...], law: Sum, budget: int) -> Iterator[Attachment]:
    """Every way of feeding the edges from terms of the law, each term with one or more of them."""
    if not edges:
        yield []
        return
    for size in range(1, len(edges) + 1):
        for others in combinations(edges[1:], size - 1):
            rest = tuple(edge for edge in edges[1:] if edge not in others)
            for key in law:
                left = budget - weight_of(key)
                if left < len(rest) or len(key[1].out) < size:
                    continue
                for further in _attachments(rest, law, left):
                    for ends in permutations(key[1].out, size):
                        yield [(key, (edges[0], *others), ends), *further]


def _connected(count: int, groups: list[list[int]]) -> bool:
    reached, grown = {0}, True
    while grown:
        touched = [set(group) for group in groups if reached & set(group)]
        grown = not set().union(*touched) <= reached
        reached = reached.union(*touched)
    return len(reached) == count


def _attached(upper: Diagram, attachment: Attachment) -> Diagram:
    whole = joined([upper, *[key[1] for key, _, _ in attachment]])
    names: dict[int, int] = {}
    place = upper.edges
    for key, edges, ends in attachment:
        names |= {end + place: edge for end, edge in zip(ends, edges, strict=True)}
        place += key[1].edges
    free = tuple(edge for edge in whole.out if edge not in names)
    return Diagram(whole.nodes, free, (), whole.start).renamed(names)
