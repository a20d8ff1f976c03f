"""Diagrams, tensor networks of client derivatives, noise cumulants and inverse Kronecker sums, and sums of them with coefficients.

Each diagram has one canonical form. The one operation of the derivation is the law of total cumulance as gluing, `glue_cumulants`;
`shorten_sum` uses that the mean Hessian A_1 + ... + A_k on the strands of a bar cancels the bar.

A sum stands for a cumulant generating function: the terms gamma^i c T whose diagrams T have k legs of the value are, times k!, the k-th
cumulant. The weight of a term is 2i plus the number of its error legs, an error being of size gamma^(1/2) in the stationary distribution.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, permutations
from math import factorial, prod
from typing import Any, NamedTuple

#: Kinds of nodes: the inverse Kronecker sum, a derivative of a client's loss, and from 2 on a cumulant of a client's gradient noise.
INVERSE, DERIVATIVE = 0, 1
NO_BLOCK = -1
#: Nodes of this kind or below have a first leg, the row, and a second, the column, that must not be exchanged.
DIRECTED = -5_000_000


class Node(NamedTuple):
    """One tensor of a network; `legs` are the names of its edges, `block` the average over clients that it is in.

    A derivative is symmetric in all legs. A cumulant of kind k has k noise legs first, then its directions, symmetric in each group.
    An inverse on k strands has 2k legs, strand i from leg i to leg k + i; it is symmetric under exchange of strands and, the mean Hessian
    being symmetric, under exchange of the two ends of any strand.
    """

    kind: int
    legs: tuple[int, ...]
    block: int = NO_BLOCK

    @property
    def group(self) -> int:
        """The number of legs in the first group of exchangeable legs; the other legs are the second group."""
        return 1 if self.kind <= DIRECTED else self.kind if self.kind > DERIVATIVE else len(self.legs)

    @property
    def strands(self) -> list[tuple[int, int]]:
        """The two ends of every strand of an inverse."""
        half = len(self.legs) // 2
        return list(zip(self.legs[:half], self.legs[half:], strict=True))


class Diagram(NamedTuple):
    """A network with three kinds of open legs, each kind symmetrised: the value's, the current error's, and the starting error's.

    Every edge name occurs twice, at nodes or in open legs, so that an identity is a name that two open legs share. As a number the diagram
    is the network contracted with one vector per open leg, the same vector for all legs of a kind.
    """

    nodes: tuple[Node, ...] = ()
    out: tuple[int, ...] = ()
    error: tuple[int, ...] = ()
    start: tuple[int, ...] = ()

    @property
    def blocks(self) -> dict[int, list[Node]]:
        """The nodes of every average over clients."""
        members: dict[int, list[Node]] = {}
        for node in self.nodes:
            if node.block != NO_BLOCK:
                members.setdefault(node.block, []).append(node)
        return members

    def shifted(self, edges: int, blocks: int = 0) -> Diagram:
        """The diagram with every edge and block renamed by a shift."""
        nodes = [Node(n.kind, tuple(x + edges for x in n.legs), n.block if n.kind == INVERSE else n.block + blocks) for n in self.nodes]
        return Diagram(tuple(nodes), *[tuple(x + edges for x in legs) for legs in self[1:]])

    def renamed(self, names: dict[int, int]) -> Diagram:
        """Rename edges; two edges with one name are glued."""
        nodes = [Node(n.kind, tuple(names.get(x, x) for x in n.legs), n.block) for n in self.nodes]
        return Diagram(tuple(nodes), *[tuple(names.get(x, x) for x in legs) for legs in self[1:]])

    @property
    def edges(self) -> int:
        """One more than the largest edge name."""
        return 1 + max([x for node in self.nodes for x in node.legs] + [x for legs in self[1:] for x in legs], default=-1)


def canonical_form(diagram: Diagram) -> Diagram:
    """The canonical form: diagrams that differ only by names and by symmetries of nodes and open legs have the same.

    >>> one = Diagram((Node(DERIVATIVE, (3, 9), 5), Node(DERIVATIVE, (9,), 5)), out=(3,))
    >>> two = Diagram((Node(DERIVATIVE, (0,), 1), Node(DERIVATIVE, (0, 1), 1)), out=(1,))
    >>> canonical_form(one) == canonical_form(two)
    True
    """
    graph = _Graph(diagram)
    return min(graph.read(ranks) for ranks in _rankings(graph.links, graph.colours()))


def canonical_readings(diagram: Diagram) -> tuple[Diagram, list[list[int]]]:
    """The canonical form, and the ranks of the nodes in every labelling that gives it: one for each symmetry of the diagram."""
    graph = _Graph(diagram)
    found = [(graph.read(ranks), [ranks[vertex] for vertex in graph.node_vertices]) for ranks in _rankings(graph.links, graph.colours())]
    least = min(read for read, _ in found)
    return least, [ranks for read, ranks in found if read == least]


_Links = list[list[tuple[int, int]]]


class _Graph:
    """A diagram as a coloured graph: vertices for nodes, strands, blocks and open legs, links labelled by the roles of their ends."""

    def __init__(self, diagram: Diagram) -> None:
        self.diagram = diagram
        self.kinds: list[tuple[int, ...]] = []
        self.links: _Links = []
        self.ends: dict[int, list[tuple[int, int]]] = {}  # edge -> (vertex, role) twice
        self.node_vertices = [self._add_node(node) for node in diagram.nodes]
        self.block_vertices = {}
        for block in diagram.blocks:
            self.block_vertices[block] = self._add_vertex((2,))
            for vertex, node in zip(self.node_vertices, diagram.nodes, strict=True):
                if node.block == block:
                    self._add_link(vertex, self.block_vertices[block], 100)
        for place, legs in enumerate(diagram[1:]):
            for edge in legs:
                self.ends.setdefault(edge, []).append((self._add_vertex((3, place)), 0))
        for (left, left_role), (right, right_role) in self.ends.values():
            self.links[left].append((left_role * 10 + right_role, right))
            self.links[right].append((right_role * 10 + left_role, left))

    def _add_vertex(self, kind: tuple[int, ...]) -> int:
        self.kinds.append(kind)
        self.links.append([])
        return len(self.kinds) - 1

    def _add_link(self, left: int, right: int, label: int) -> None:
        self.links[left].append((label, right))
        self.links[right].append((label, left))

    def _add_node(self, node: Node) -> int:
        own = self._add_vertex((0, node.kind, len(node.legs)))
        if node.kind == INVERSE:
            for pair in node.strands:
                strand = self._add_vertex((1,))
                self._add_link(own, strand, 101)
                for edge in pair:
                    self.ends.setdefault(edge, []).append((strand, 0))
        else:
            for place, edge in enumerate(node.legs):
                self.ends.setdefault(edge, []).append((own, int(place >= node.group)))
        return own

    def colours(self) -> list[int]:
        ranks = {kind: rank for rank, kind in enumerate(sorted(set(self.kinds)))}
        return [ranks[kind] for kind in self.kinds]

    def read(self, ranks: list[int]) -> Diagram:
        """The diagram with everything named by the rank of its vertex."""
        names = sorted(self.ends, key=lambda edge: sorted((ranks[vertex], role) for vertex, role in self.ends[edge]))
        edge_names = {edge: name for name, edge in enumerate(names)}
        block_order = sorted(self.block_vertices, key=lambda block: ranks[self.block_vertices[block]])
        block_names = {block: name for name, block in enumerate(block_order)} | {NO_BLOCK: NO_BLOCK}
        nodes = []
        for place in sorted(range(len(self.node_vertices)), key=lambda k: ranks[self.node_vertices[k]]):
            node = self.diagram.nodes[place]
            nodes.append(Node(node.kind, _sorted_legs(node, edge_names), block_names[node.block]))
        return Diagram(tuple(nodes), *[tuple(sorted(edge_names[x] for x in legs)) for legs in self.diagram[1:]])


def _sorted_legs(node: Node, names: dict[int, int]) -> tuple[int, ...]:
    if node.kind == INVERSE:
        pairs = sorted(sorted((names[x], names[y])) for x, y in node.strands)
        return tuple(pair[0] for pair in pairs) + tuple(pair[1] for pair in pairs)
    legs = [names[x] for x in node.legs]
    return tuple(sorted(legs[: node.group]) + sorted(legs[node.group :]))


def _rankings(links: _Links, colours: list[int]) -> Iterator[list[int]]:
    """Rankings of the vertices that depend on the graph only: refine the colours, then individualise one vertex of a class."""
    colours = _refine_colours(links, colours)
    classes: dict[int, list[int]] = {}
    for vertex, colour in enumerate(colours):
        classes.setdefault(colour, []).append(vertex)
    tied = [classes[colour] for colour in sorted(classes) if len(classes[colour]) > 1]
    if not tied:
        yield colours
        return
    # leaves on one vertex are interchangeable: one of them suffices
    twins = all(len(links[v]) == 1 and links[v] == links[tied[0][0]] for v in tied[0])
    for chosen in tied[0][: 1 if twins else None]:
        yield from _rankings(links, [2 * colour + (vertex != chosen) for vertex, colour in enumerate(colours)])


def _refine_colours(links: _Links, colours: list[int]) -> list[int]:
    while True:
        signatures = [(own, tuple(sorted((label, colours[v]) for label, v in links[u]))) for u, own in enumerate(colours)]
        ranks = {signature: rank for rank, signature in enumerate(sorted(set(signatures)))}
        refined = [ranks[signature] for signature in signatures]
        if len(ranks) == len(set(colours)):
            return refined
        colours = refined


#: (power of gamma, canonical diagram)
Key = tuple[int, Diagram]
Sum = dict[Key, Any]
#: Terms of the current cumulants, each with the edges of the step that it is glued to and its value legs for them.
Attachment = list[tuple[Key, tuple[int, ...], tuple[int, ...]]]

#: The error, or the error at the start of the round, unchanged.
ERROR = Diagram(out=(0,), error=(0,))
START = Diagram(out=(0,), start=(0,))


def weight_of(key: Key) -> int:
    return 2 * key[0] + len(key[1].error) + len(key[1].start)


def add_term(total: Sum, power: int, diagram: Diagram, coefficient: Any) -> None:
    """Add a term in place, in canonical form; a term whose coefficient becomes zero is removed."""
    key = power, canonical_form(diagram)
    value = total[key] + coefficient if key in total else coefficient
    if value:
        total[key] = value
    else:
        total.pop(key, None)


def side_by_side(diagrams: list[Diagram]) -> Diagram:
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


def glue_cumulants(step: Sum, cumulants: Sum, weight: int, wanted: tuple[int, int] | None = None) -> Sum:
    """The generating function of the next error less that of the current one, up to a weight.

    `step` is that of the next error given the current one, without the term that passes the error on; `cumulants` that of the current
    error. The law of total cumulance makes the result the sum over connected ways of gluing all error legs of one or more terms of `step`
    to value legs of terms of `cumulants`; value legs that stay free are the result's. `wanted` = (power of gamma, number of value legs)
    leaves out all other terms.
    """
    out: Sum = {}
    for uppers in _term_choices(step, weight):
        upper = side_by_side([key[1] for key in uppers])
        sizes = [len(key[1].error) for key in uppers]
        owner = dict(zip(upper.error, [k for k, size in enumerate(sizes) for _ in range(size)], strict=True))
        scale = prod([step[key] for key in uppers]) / prod(factorial(n) for n in Counter(uppers).values())
        power, budget = sum(key[0] for key in uppers), weight - sum(weight_of(key) for key in uppers) + len(upper.error)
        for attachment in _attachments(upper.error, cumulants, budget):
            total = power + sum(key[0] for key, _, _ in attachment)
            legs = len(upper.out) + sum(len(key[1].out) - len(ends) for key, _, ends in attachment)
            if wanted in (None, (total, legs)) and _connected(len(uppers), [[owner[edge] for edge in edges] for _, edges, _ in attachment]):
                add_term(out, total, _attach_terms(upper, attachment), prod([cumulants[key] for key, _, _ in attachment], start=scale))
    return out


def _term_choices(step: Sum, weight: int) -> Iterator[tuple[Key, ...]]:
    """Multisets of terms of the step within the weight: what is glued to k error legs has weight k at least."""
    fitting, size = sorted(key for key in step if weight_of(key) <= weight), 1
    while fitting and size * min(map(weight_of, fitting)) <= weight:
        for chosen in combinations_with_replacement(fitting, size):
            if sum(map(weight_of, chosen)) <= weight:
                yield chosen
        size += 1


def _attachments(edges: tuple[int, ...], cumulants: Sum, budget: int) -> Iterator[Attachment]:
    """Every way of attaching the edges to terms of the current cumulants, each term with one or more of them."""
    if not edges:
        yield []
        return
    for size in range(1, len(edges) + 1):
        for others in combinations(edges[1:], size - 1):
            rest = tuple(edge for edge in edges[1:] if edge not in others)
            for key in cumulants:
                left = budget - weight_of(key)
                if left < len(rest) or len(key[1].out) < size:
                    continue
                for further in _attachments(rest, cumulants, left):
                    for ends in permutations(key[1].out, size):
                        yield [(key, (edges[0], *others), ends), *further]


def _connected(count: int, groups: list[list[int]]) -> bool:
    reached, grown = {0}, True
    while grown:
        touched = [set(group) for group in groups if reached & set(group)]
        grown = not set().union(*touched) <= reached
        reached = reached.union(*touched)
    return len(reached) == count


def _attach_terms(upper: Diagram, attachment: Attachment) -> Diagram:
    whole = side_by_side([upper, *[key[1] for key, _, _ in attachment]])
    names: dict[int, int] = {}
    place = upper.edges
    for key, edges, ends in attachment:
        names |= {end + place: edge for end, edge in zip(ends, edges, strict=True)}
        place += key[1].edges
    free = tuple(edge for edge in whole.out if edge not in names)
    return Diagram(whole.nodes, free, (), whole.start).renamed(names)


def shorten_sum(terms: Sum) -> Sum:
    """Shorten a sum by single relations, as long as it gets fewer or smaller terms.

    A relation: a mean Hessian next to a bar, moved to each strand of the bar in turn, sums to the diagram without both.
    """
    while True:
        shorter = min(_single_rewritings(terms), key=_sum_length, default=terms)
        if _sum_length(shorter) >= _sum_length(terms):
            return terms
        terms = shorter


def _single_rewritings(terms: Sum) -> Iterator[Sum]:
    """The sum with one of its terms replaced by means of one relation."""
    for power, diagram in sorted(terms):
        for relation in _relations(power, diagram):
            for pivot in sorted(relation.keys() & terms.keys()):
                other = dict(terms)
                for (at, part), factor in relation.items():
                    add_term(other, at, part, -terms[pivot] * factor / relation[pivot])
                yield other


def _sum_length(terms: Sum) -> tuple[int, int]:
    return len(terms), sum(len(diagram.nodes) for _, diagram in terms)


def _relations(power: int, diagram: Diagram) -> Iterator[Sum]:
    """Sums that are zero, one for every mean Hessian that touches a bar."""
    alone = {members[0] for members in diagram.blocks.values() if len(members) == 1}
    for hessian in alone:
        if hessian.kind == DERIVATIVE and len(hessian.legs) == 2:
            for bar in diagram.nodes:
                touched = [edge for edge in hessian.legs if edge in bar.legs]
                if bar.kind == INVERSE and touched:
                    yield _relation(power, diagram, hessian, bar, touched[0])


def _relation(power: int, diagram: Diagram, hessian: Node, bar: Node, edge: int) -> Sum:
    rest = tuple(node for node in diagram.nodes if node not in (hessian, bar))
    far = hessian.legs[1 - hessian.legs.index(edge)]
    ends = [far if x == edge else x for x in bar.legs]
    half, fresh = len(ends) // 2, diagram.edges
    out: Sum = {}
    for place in range(half):
        legs = [fresh if k == place else x for k, x in enumerate(ends)]
        nodes = (*rest, bar._replace(legs=tuple(legs)), hessian._replace(legs=(fresh, ends[place])))
        add_term(out, power, diagram._replace(nodes=nodes), 1)
    straight = diagram._replace(nodes=rest).renamed({ends[half + k]: ends[k] for k in range(half)})
    add_term(out, power, straight, -1)
    return out
