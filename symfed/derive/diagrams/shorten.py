"""Where the mean Hessian meets its inverse Kronecker sum: A_1 + ... + A_k on the strands of a bar leaves nothing of either."""

from __future__ import annotations

from collections.abc import Iterator

from symfed.derive.diagrams.algebra import Sum, add
from symfed.derive.diagrams.diagram import DERIVATIVE, INVERSE, Diagram, Node


def shortened(terms: Sum) -> Sum:
    """The same sum with fewer terms, or smaller ones, as far as single relations lead there.

    A relation says that a mean Hessian next to a bar, moved to each strand of the bar in turn, adds up to the diagram without both.
    """
    while True:
        shorter = min(_rewritings(terms), key=_length, default=terms)
        if _length(shorter) >= _length(terms):
            return terms
        terms = shorter


def _rewritings(terms: Sum) -> Iterator[Sum]:
    """The sum with one of its terms replaced by means of one relation."""
    for power, diagram in sorted(terms):
        for relation in _relations(power, diagram):
            for pivot in sorted(relation.keys() & terms.keys()):
                other = dict(terms)
                for (at, part), factor in relation.items():
                    add(other, at, part, -terms[pivot] * factor / relation[pivot])
                yield other


def _length(terms: Sum) -> tuple[int, int]:
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
        add(out, power, diagram._replace(nodes=nodes), 1)
    straight = diagram._replace(nodes=rest).renamed({ends[half + k]: ends[k] for k in range(half)})
    add(out, power, straight, -1)
    return out
