"""Sums of tensor networks with numbered legs: the values of a transcription that runs on tensors of any dimension.

A network is a `Diagram` of `symfed.tensors.diagrams` whose open legs are nodes, so that they have an order. Besides derivatives and
cumulants it has strands: a strand is a function of one matrix, given by the network's coefficient in the variables
x(k) and y(k) of the k-th strand. A function of several strands is an operator: 1/(x(0) + x(1)) on two strands of the mean
Hessian is the inverse Kronecker sum. A matrix that is not symmetric has directed strands, whose first leg is the row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from symfed.core.errors import InvalidInput
from symfed.tensors.diagrams.diagram import DIRECTED, NO_BLOCK, Node
from symfed.tensors.ratio import Ratio

#: Functions of the mean Hessian, of the Hessian of the client that the block averages over, and of the mean of all (1 - gamma A_c)^H.
OF_MEAN, OF_CLIENT, OF_POWERS = -2, -3, -4
_UNDIRECTED = (OF_MEAN, OF_CLIENT, OF_POWERS)
STRANDS = (*_UNDIRECTED, *[DIRECTED + kind for kind in _UNDIRECTED])
#: Marks of a block that is no average: the tensors are those of one client; or of a second one.
OWN, OTHER = -1, -5
MARKS = (OWN, OTHER)
#: The inverse of the k-th inverted mean, of which only its symmetry is used, is a node of kind UNKNOWN - k.
UNKNOWN = -1_000
#: Monomial x^i y^j of a client's matrix as the kind of a node, without variables in the coefficient: MONOMIAL - 1000 i - j.
MONOMIAL = -1_000_000
#: The vector b_c of a client's linear system A_c x = b_c.
VECTOR = 1_000_000
#: Open leg number k is a node of kind LEG - k.
LEG = -10_000_000

Network = tuple[Node, ...]
Terms = tuple[tuple[Network, Ratio], ...]


def base_kind(kind: int) -> int:
    """The undirected kind of a strand, an inverse or a monomial."""
    return kind - DIRECTED if LEG < kind <= DIRECTED else kind


def is_monomial(kind: int) -> bool:
    return LEG < kind and base_kind(kind) < MONOMIAL // 2


def is_unknown(kind: int) -> bool:
    return LEG < kind and MONOMIAL // 2 < base_kind(kind) <= UNKNOWN


def power_of(kind: int) -> tuple[int, int]:
    """The exponents (i, j) of a monomial, which is A_c^i (1 - gamma A_c)^(j H)."""
    return divmod(MONOMIAL - base_kind(kind), 1000)


class FreeTensor:
    """A sum of networks of one rank; blocks of clients are averages, unless they have a client's mark.

    `+`, `-`, and `*` and `/` by numbers and by expressions in gamma, H and N; all else is `contracted`. Terms are not brought to normal
    form. Raises InvalidInput for sums of different ranks.
    """

    __slots__ = ("rank", "terms")
    _op_priority = 100.0

    def __init__(self, rank: int, terms: Iterable[tuple[Network, Ratio]] = ()) -> None:
        self.rank = rank
        self.terms: Terms = tuple((network, ratio) for network, ratio in terms if ratio)

    def __add__(self, other: Any) -> FreeTensor:
        if isinstance(other, int) and other == 0:
            return self
        if not isinstance(other, FreeTensor) or other.rank != self.rank:
            raise InvalidInput("summand", other, f"must be a tensor with {self.rank} legs")
        return FreeTensor(self.rank, self.terms + other.terms)

    __radd__ = __add__

    def __neg__(self) -> FreeTensor:
        return self * -1

    def __sub__(self, other: Any) -> FreeTensor:
        return self + (-other)

    def __rsub__(self, other: Any) -> FreeTensor:
        return -self + other

    def __mul__(self, scalar: Any) -> FreeTensor:
        if isinstance(scalar, FreeTensor):
            raise InvalidInput("factor", scalar, "must be a number", "write product, apply, outer or contract of the jets")
        factor = Ratio.of(scalar)
        return self.with_ratios(lambda ratio: ratio * factor)

    def with_ratios(self, change: Callable[[Ratio], Ratio]) -> FreeTensor:
        """The tensor with every coefficient changed."""
        return FreeTensor(self.rank, [(network, change(ratio)) for network, ratio in self.terms])

    __rmul__ = __mul__

    def __truediv__(self, scalar: Any) -> FreeTensor:
        return self * (1 / Ratio.of(scalar))

    def __repr__(self) -> str:
        return f"Tensor of rank {self.rank} with {len(self.terms)} terms"


def strand_nodes(network: Network) -> list[Node]:
    """The strands in the order of their variables."""
    return [node for node in network if node.kind in STRANDS]


def legs_of(network: Network) -> dict[int, int]:
    """The edge of every open leg, by number."""
    return {LEG - node.kind: node.legs[0] for node in network if node.kind <= LEG}


def with_legs(nodes: Iterable[Node], edges: Iterable[int]) -> Network:
    """The network whose open legs are these edges, in this order."""
    return (*nodes, *[Node(LEG - k, (edge,)) for k, edge in enumerate(edges)])


def identity() -> FreeTensor:
    return FreeTensor(2, [(with_legs((), (0, 0)), Ratio.of(1))])


def of_client(kind: int, rank: int, mark: int = OWN) -> FreeTensor:
    """A client's own derivative (kind 1) or noise cumulant (kind 2, 3, ...) with so many legs."""
    edges = tuple(range(rank))
    return FreeTensor(rank, [(with_legs((Node(kind, edges, 0), Node(mark, (), 0)), edges), Ratio.of(1))])


def matrix_function(family: int, function: Ratio, mark: int = OWN) -> FreeTensor:
    """f(x(0)) of the matrix of a family of strands."""
    own = (Node(mark, (), 0),) if base_kind(family) == OF_CLIENT else ()
    block = 0 if own else NO_BLOCK
    return FreeTensor(2, [(with_legs((Node(family, (0, 1), block), *own), (0, 1)), function)])


def averaged(tensor: FreeTensor) -> FreeTensor:
    """The mean over clients of a tensor of one client; terms without the mark are unchanged."""
    return FreeTensor(tensor.rank, [(tuple(node for node in network if node.kind != OWN), ratio) for network, ratio in tensor.terms])


def marked(tensor: FreeTensor, old: int, new: int) -> FreeTensor:
    """The tensor with one client's mark replaced by another's; where a term has both, the two clients become one."""
    out = []
    for network, ratio in tensor.terms:
        block = {node.kind: node.block for node in network if node.kind in MARKS}
        if old in block and new in block:
            kept = [node for node in network if node.kind != old]
            moved = [node._replace(block=block[new]) if node.block == block[old] else node for node in kept]
        else:
            moved = [node._replace(kind=new) if node.kind == old else node for node in network]
        out.append((tuple(moved), ratio))
    return FreeTensor(tensor.rank, out)


def contracted(pattern: str, *tensors: FreeTensor) -> FreeTensor:
    """Einstein summation over indices that occur twice, as in "ijk,jk->i"; legs on the right are numbered in their order there.

    Tensors of one client remain in one block. Raises InvalidInput where ranks do not fit, or where an identity would be closed to a loop,
    whose value is the dimension.
    """
    inputs, out = pattern.split("->")
    names = inputs.split(",")
    if [len(word) for word in names] != [tensor.rank for tensor in tensors]:
        raise InvalidInput("pattern", pattern, f"must fit the ranks {[tensor.rank for tensor in tensors]}")
    whole: list[tuple[Network, Ratio]] = [((), Ratio.of(1))]
    for word, tensor in zip(names, tensors, strict=True):
        whole = [_side_by_side(left, right, word) for left in whole for right in tensor.terms]
    return FreeTensor(len(out), [(_join_legs(network, out), ratio) for network, ratio in whole])


def _side_by_side(left: tuple[Network, Ratio], right: tuple[Network, Ratio], word: str) -> tuple[Network, Ratio]:
    """Both networks side by side, the right one's open legs marked by their indices; tensors of one client share a block."""
    edges = 1 + max([x for node in left[0] for x in node.legs], default=-1)
    blocks = 1 + max([node.block for node in left[0]], default=-1)
    marked = {node.kind: node.block for node in left[0] if node.kind in MARKS}
    names = {node.block: marked[node.kind] for node in right[0] if node.kind in marked}
    moved = []
    for node in right[0]:
        if node.kind in marked:
            continue
        kind = node.kind if node.kind > LEG else LEG - 1000 - ord(word[LEG - node.kind])
        block = node.block if node.block == NO_BLOCK else names.get(node.block, node.block + blocks)
        moved.append(Node(kind, tuple(x + edges for x in node.legs), block))
    return left[0] + tuple(moved), left[1] * right[1].shifted(len(strand_nodes(left[0])))


def _join_legs(network: Network, out: str) -> Network:
    """Join legs with one index, and number the indices of `out`."""
    ends: dict[str, list[int]] = {}
    for node in network:
        if node.kind < LEG - 999:
            ends.setdefault(chr(LEG - 1000 - node.kind), []).append(node.legs[0])
    nodes = [node for node in network if node.kind > LEG]
    names: dict[int, int] = {}

    def now(edge: int) -> int:
        while edge in names:
            edge = names[edge]
        return edge

    for letter, edges in ends.items():
        if letter in out:
            continue
        one, two = map(now, edges)
        if one == two:
            raise InvalidInput("pattern", letter, "must not close an identity to a loop: its trace is the dimension")
        names[two] = one
    renamed = [node._replace(legs=tuple(now(x) for x in node.legs)) for node in nodes]
    return with_legs(renamed, [now(ends[letter][0]) for letter in out])
