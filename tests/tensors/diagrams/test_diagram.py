"""Canonical forms: equal diagrams are equal values, unequal ones are not."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from symfed.tensors.diagrams.diagram import DERIVATIVE, INVERSE, Diagram, Node, canonical_form
from symfed.tensors.diagrams.form import RANKS, tensor_form

FORMS = {quantity: tensor_form("fedavg", quantity, 2) for quantity in RANKS}


def shuffled(diagram: Diagram, draw: Any) -> Diagram:
    """The same diagram with everything exchanged that may be: names, nodes, blocks, symmetric legs, strands and their ends."""
    edges = draw(st.permutations(range(diagram.edges)))
    blocks = draw(st.permutations(range(len(diagram.nodes))))
    nodes = []
    for kind, legs, block in draw(st.permutations(diagram.nodes)):
        if kind == INVERSE:
            half = len(legs) // 2
            strands = draw(st.permutations([draw(st.permutations((legs[k], legs[half + k]))) for k in range(half)]))
            legs = (*[pair[0] for pair in strands], *[pair[1] for pair in strands])
        else:
            noise = len(legs) if kind == DERIVATIVE else kind
            legs = (*draw(st.permutations(legs[:noise])), *draw(st.permutations(legs[noise:])))
            block = blocks[block]
        nodes.append(Node(kind, tuple(edges[x] for x in legs), block))
    return Diagram(tuple(nodes), *[tuple(edges[x] for x in draw(st.permutations(open_legs))) for open_legs in diagram[1:]])


@settings(max_examples=60, deadline=None)
@given(st.data(), st.sampled_from([term.diagram for form in FORMS.values() for term in form]))
def test_names_and_symmetries_do_not_matter(data: st.DataObject, diagram: Diagram) -> None:
    assert canonical_form(shuffled(diagram, data.draw)) == canonical_form(diagram) == diagram


def test_terms_of_a_form_are_distinct() -> None:
    for form in FORMS.values():
        assert len({(term.power, term.diagram) for term in form}) == len(form)


def test_what_matters_is_seen() -> None:
    chain = (Node(DERIVATIVE, (0, 1), 0), Node(DERIVATIVE, (1,), 0))
    apart = (chain[0], chain[1]._replace(block=1))
    assert canonical_form(Diagram(chain, out=(0,))) != canonical_form(Diagram(apart, out=(0,)))
    # the direction of a derivative of the noise covariance is no noise leg
    noise, gradient = Node(2, (0, 1, 2), 0), Node(DERIVATIVE, (2,), 1)
    other = gradient._replace(legs=(1,))
    assert canonical_form(Diagram((noise, gradient), out=(0, 1))) != canonical_form(Diagram((noise, other), out=(0, 2)))
    # an inverse on two strands is not two inverses on one
    both, matrix = Node(INVERSE, (0, 1, 2, 3)), Node(2, (2, 3), 0)
    single = (Node(INVERSE, (0, 2)), Node(INVERSE, (1, 3)))
    assert canonical_form(Diagram((both, matrix), out=(0, 1))) != canonical_form(Diagram((*single, matrix), out=(0, 1)))


def _cycle(first: int, length: int) -> list[Node]:
    names = range(first, first + length)
    return [Node(DERIVATIVE, (names[k], names[k - 1]), first + k) for k in range(length)]


@settings(max_examples=5, deadline=None)
@given(st.data())
def test_refinement_alone_does_not_decide(data: st.DataObject) -> None:
    # every node of a hexagon and of two triangles has two neighbours like itself
    mixed = Diagram((*_cycle(0, 3), *_cycle(3, 4)))
    assert canonical_form(shuffled(mixed, data.draw)) == canonical_form(mixed)
    assert canonical_form(Diagram((*_cycle(0, 3), *_cycle(3, 3)))) != canonical_form(Diagram((*_cycle(0, 6),)))
