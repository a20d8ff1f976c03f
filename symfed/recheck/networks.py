"""TensorFactor networks as text and as graphs: what a factor is, where its legs lie, and in which ways one network is another one.

Law 1 of tensors lies here: the names of edges and of averages mean nothing, a derivative is symmetric in all legs, a cumulant in its noise
legs and in its directions, and a function of a symmetric matrix in both ends.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from symfed.recheck.expressions import MalformedPart

_FACTOR = re.compile(r"(?:(A|Ac|P):([1-9]\d*)|(D)([13-9])|(C)([2-9])('*)|(b)|(I))")
#: Functions of the mean Hessian, of a client's Hessian, of the mean of all (1 - gamma A_c)^H.
STRANDS = ("A", "Ac", "P")
#: One client and another one; every other name of a client is that of an average.
MARKS = ("own", "other")


class TensorFactor(NamedTuple):
    """One factor: what it is, the edges of its legs, its client (nothing: everybody's), which symbols a strand has.

    An open leg is a tensor, too, whose kind is its number.
    """

    kind: str
    legs: tuple[int, ...]
    client: str = ""
    letter: int = -1

    @property
    def is_strand(self) -> bool:
        return self.kind in STRANDS

    @property
    def is_loop(self) -> bool:
        """True for a matrix whose trace is taken."""
        return len(self.legs) == 2 and self.legs[0] == self.legs[1] and (self.is_strand or self.kind == "I")

    def takes_vector(self, leg: int) -> bool:
        """Return whether a vector enters at this leg: a matrix' column, a direction of a cumulant."""
        if self.kind.startswith("C"):
            return leg >= int(self.kind[1])
        return leg == 1 and self.is_strand


TensorFactors = tuple[TensorFactor, ...]
#: An edge's two ends, each a place among the tensors and a leg.
Ends = dict[int, list[tuple[int, int]]]


def factor(text: str) -> tuple[str, int, list[str], str]:
    """Kind, strand number (or zero), legs and client of a factor. Raises MalformedPart for what is no factor.

    >>> factor("C2' a b c @1")
    ("C2'", 0, ['a', 'b', 'c'], '1')
    """
    name, *legs = text.split() if isinstance(text, str) and text.strip() else [""]
    client = legs.pop()[1:] if legs and legs[-1].startswith("@") else ""
    match = _FACTOR.fullmatch(name)
    if match is None:
        raise MalformedPart(f"{text!r:.40} is no tensor")
    strand, number, derivative, order, cumulant, noise_legs, primes, vector, _ = match.groups()
    wanted = int(order) if derivative else int(noise_legs) + len(primes) if cumulant else 1 if vector else 2
    if len(legs) != wanted:
        raise MalformedPart(f"{text!r:.40} has {len(legs)} legs")
    if bool(client) != (strand == "Ac" or bool(derivative or cumulant or vector)):
        raise MalformedPart(f"{text!r:.40} {'is everybody’s' if client else 'is of no client'}")
    return strand or name, int(number or 0), legs, client


def ends_of(tensors: Sequence[TensorFactor]) -> Ends:
    """The ends of every edge. Raises MalformedPart for an edge that has not two."""
    found: Ends = {}
    for place, tensor in enumerate(tensors):
        for leg, edge in enumerate(tensor.legs):
            found.setdefault(edge, []).append((place, leg))
    if any(len(ends) != 2 for ends in found.values()):
        raise MalformedPart("has an edge that has not two ends")
    return found


def without(tensors: Sequence[TensorFactor], place: int) -> TensorFactors:
    """The network without a matrix that is the identity. Raises MalformedPart for a loop: its value is the dimension."""
    if tensors[place].is_loop:
        raise MalformedPart("has the trace of the identity")
    keep, gone = tensors[place].legs
    rest = (*tensors[:place], *tensors[place + 1 :])
    return tuple(t._replace(legs=tuple(keep if edge == gone else edge for edge in t.legs)) if gone in t.legs else t for t in rest)


def enters_at(tensors: Sequence[TensorFactor], one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Return whether vectors enter at this end of an edge: at an open leg if none enters at the other; of two open legs at the first."""
    a, b = tensors[one[0]], tensors[other[0]]
    if not a.kind.isdecimal():
        return a.takes_vector(one[1])
    return int(a.kind) < int(b.kind) if b.kind.isdecimal() else not b.takes_vector(other[1])


class NetworkGraph:
    """A network as a graph: a vertex for each tensor and for each client, links that say which kinds of legs meet."""

    def __init__(self, tensors: Sequence[TensorFactor], symmetric: bool) -> None:
        clients = sorted({tensor.client for tensor in tensors} - {""})
        self.tensors = tensors
        self.labels: list[tuple[str, int]] = [(tensor.kind, len(tensor.legs)) for tensor in tensors]
        self.labels += [(f"client {client if client in MARKS else ''}", 0) for client in clients]
        self.links: list[dict[int, tuple[tuple[int, int], ...]]] = [{} for _ in self.labels]
        for a, b in ends_of(tensors).values():
            roles = [int(tensors[place].takes_vector(leg) and not (symmetric and len(tensors[place].legs) == 2)) for place, leg in (a, b)]
            self._add_link(a[0], b[0], roles[0], roles[1])
        for place, tensor in enumerate(tensors):
            if tensor.client:
                self._add_link(place, len(tensors) + clients.index(tensor.client), 2, 2)
        #: What is alike in networks that are alike.
        self.look = tuple(sorted((label, self._neighbourhood(v)) for v, label in enumerate(self.labels)))
        self._order = self._search_order()

    def _add_link(self, a: int, b: int, role: int, other: int) -> None:
        pairs = [(a, b, (role, other)), (b, a, (other, role))]
        for u, v, roles in pairs[:1] if a == b and role == other else pairs:
            self.links[u][v] = tuple(sorted((*self.links[u].get(v, ()), roles)))

    def _neighbourhood(self, vertex: int) -> tuple[Any, ...]:
        return tuple(sorted((self.labels[v], roles) for v, roles in self.links[vertex].items()))

    def _search_order(self) -> list[int]:
        """The vertices in an order in which each is linked to earlier ones if possible, rare ones first."""
        left, order = set(range(len(self.labels))), list[int]()
        rare = {v: (sum(label == self.labels[v] for label in self.labels), self.labels[v], v) for v in left}
        while left:
            near = {v for u in order for v in self.links[u]} & left
            order.append(min(near or left, key=lambda v: rare[v]))
            left.remove(order[-1])
        return order

    def onto(self, other: NetworkGraph) -> Iterator[dict[int, int]]:
        """All ways in which this network is the other one, each by the symbols of its strands and those that they have there."""
        if self.look == other.look:
            yield from self._isomorphisms(other, {})

    def _isomorphisms(self, other: NetworkGraph, found: dict[int, int]) -> Iterator[dict[int, int]]:
        if len(found) == len(self.labels):
            yield {t.letter: other.tensors[found[k]].letter for k, t in enumerate(self.tensors) if t.is_strand}
            return
        vertex, taken = self._order[len(found)], set(found.values())
        for image in range(len(other.labels)):
            if image in taken or self.labels[vertex] != other.labels[image]:
                continue
            here = found | {vertex: image}
            if all(self.links[vertex].get(u) == other.links[image].get(v) for u, v in here.items()):
                yield from self._isomorphisms(other, here)
