"""Diagrams: tensor networks of client derivatives, noise cumulants and inverse Kronecker sums, with one canonical form each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

#: Kinds of nodes: the inverse Kronecker sum, a derivative of a client's loss, and from 2 on a cumulant of a client's gradient noise.
INVERSE, DERIVATIVE = 0, 1
NO_BLOCK = -1


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
            if node.kind != INVERSE:
                members.setdefault(node.block, []).append(node)
        return members

    def shifted(self, edges: int, blocks: int = 0) -> Diagram:
        """The same diagram with other names."""
        nodes = [Node(n.kind, tuple(x + edges for x in n.legs), n.block if n.kind == INVERSE else n.block + blocks) for n in self.nodes]
        return Diagram(tuple(nodes), *[tuple(x + edges for x in legs) for legs in self[1:]])

    def renamed(self, names: dict[int, int]) -> Diagram:
        """Edges by another name; giving two edges one name glues them."""
        nodes = [Node(n.kind, tuple(names.get(x, x) for x in n.legs), n.block) for n in self.nodes]
        return Diagram(tuple(nodes), *[tuple(names.get(x, x) for x in legs) for legs in self[1:]])

    @property
    def edges(self) -> int:
        """One more than the largest edge name."""
        return 1 + max([x for node in self.nodes for x in node.legs] + [x for legs in self[1:] for x in legs], default=-1)


def canonical(diagram: Diagram) -> Diagram:
    """The one representative of all diagrams that differ by names and by the symmetries of nodes and open legs only.

    >>> one = Diagram((Node(DERIVATIVE, (3, 9), 5), Node(DERIVATIVE, (9,), 5)), out=(3,))
    >>> two = Diagram((Node(DERIVATIVE, (0,), 1), Node(DERIVATIVE, (0, 1), 1)), out=(1,))
    >>> canonical(one) == canonical(two)
    True
    """
    graph = _Graph(diagram)
    return min(graph.read(ranks) for ranks in _orders(graph.links, graph.colours()))


_Links = list[list[tuple[int, int]]]


class _Graph:
    """A diagram as a coloured graph: vertices for nodes, strands, blocks and open legs, links labelled by the roles of their ends."""

    def __init__(self, diagram: Diagram) -> None:
        self.diagram = diagram
        self.kinds: list[tuple[int, ...]] = []
        self.links: _Links = []
        self.ends: dict[int, list[tuple[int, int]]] = {}  # edge -> (vertex, role) twice
        self.node_vertices = [self._node(node) for node in diagram.nodes]
        self.block_vertices = {}
        for block in diagram.blocks:
            self.block_vertices[block] = self._vertex((2,))
            for vertex, node in zip(self.node_vertices, diagram.nodes, strict=True):
                if node.kind != INVERSE and node.block == block:
                    self._link(vertex, self.block_vertices[block], 100)
        for place, legs in enumerate(diagram[1:]):
            for edge in legs:
                self.ends.setdefault(edge, []).append((self._vertex((3, place)), 0))
        for (left, left_role), (right, right_role) in self.ends.values():
            self.links[left].append((left_role * 10 + right_role, right))
            self.links[right].append((right_role * 10 + left_role, left))

    def _vertex(self, kind: tuple[int, ...]) -> int:
        self.kinds.append(kind)
        self.links.append([])
        return len(self.kinds) - 1

    def _link(self, left: int, right: int, label: int) -> None:
        self.links[left].append((label, right))
        self.links[right].append((label, left))

    def _node(self, node: Node) -> int:
        own = self._vertex((0, node.kind, len(node.legs)))
        if node.kind == INVERSE:
            for pair in node.strands:
                strand = self._vertex((1,))
                self._link(own, strand, 101)
                for edge in pair:
                    self.ends.setdefault(edge, []).append((strand, 0))
        else:
            for place, edge in enumerate(node.legs):
                self.ends.setdefault(edge, []).append((own, int(place >= node.kind > DERIVATIVE)))
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
    noise = len(legs) if node.kind == DERIVATIVE else node.kind
    return tuple(sorted(legs[:noise]) + sorted(legs[noise:]))


def _orders(links: _Links, colours: list[int]) -> Iterator[list[int]]:
    """Ways of ranking the vertices that depend on nothing but the graph: refine the colours, then single out one vertex of a class."""
    colours = _refined(links, colours)
    classes: dict[int, list[int]] = {}
    for vertex, colour in enumerate(colours):
        classes.setdefault(colour, []).append(vertex)
    tied = [classes[colour] for colour in sorted(classes) if len(classes[colour]) > 1]
    if not tied:
        yield colours
        return
    # leaves on one vertex may be exchanged without anybody noticing: one of them will do
    twins = all(len(links[v]) == 1 and links[v] == links[tied[0][0]] for v in tied[0])
    for chosen in tied[0][: 1 if twins else None]:
        yield from _orders(links, [2 * colour + (vertex != chosen) for vertex, colour in enumerate(colours)])


def _refined(links: _Links, colours: list[int]) -> list[int]:
    while True:
        signatures = [(own, tuple(sorted((label, colours[v]) for label, v in links[u]))) for u, own in enumerate(colours)]
        ranks = {signature: rank for rank, signature in enumerate(sorted(set(signatures)))}
        refined = [ranks[signature] for signature in signatures]
        if len(ranks) == len(set(colours)):
            return refined
        colours = refined
