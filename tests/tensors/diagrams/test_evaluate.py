"""The tensor form on random rational jets against the numeric engine, and wrong forms that dimension one cannot see."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import permutations

import flint
import numpy as np
import pytest
import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.core.symbols import ClientMean
from symfed.derive.expansion import coefficients
from symfed.models.algorithms import get_algorithm
from symfed.models.arrays import Array
from symfed.models.jets import Jets
from symfed.tensors.diagrams import evaluate as evaluation
from symfed.tensors.diagrams.diagram import DERIVATIVE, INVERSE, NO_BLOCK, Diagram, Node, canonical_form
from symfed.tensors.diagrams.evaluate import evaluate, tensor
from symfed.tensors.diagrams.form import RANKS, DiagramTerm, TensorForm, tensor_form
from symfed.tensors.diagrams.latex import is_symmetric
from tests.formulas.helpers import random_jets

QUANTITIES = tuple(RANKS)
Wrong = Iterator[tuple[Diagram, sp.Expr]]
form_of = cache(tensor_form)
jets_of = cache(random_jets)


def equal(left: list[Array], right: list[Array]) -> bool:
    return all((x == y).all() for x, y in zip(left, right, strict=True))


@pytest.mark.parametrize(("d", "clients"), [(1, 3), (2, 1), (2, 3), (3, 2)])
@pytest.mark.parametrize("quantity", QUANTITIES)
def test_fedavg_equals_the_engine_exactly(d: int, clients: int, quantity: str) -> None:
    jets, form = jets_of(d, clients, seed=d), form_of("fedavg", quantity, 2)
    for H, N in ((1, None), (2, 9), (3, None), (5, 4)):
        assert equal(evaluate(form, jets, H, N), coefficients("fedavg", jets, quantity, 2, H, N))


@pytest.mark.parametrize("quantity", QUANTITIES)
def test_other_rules_equal_the_engine_exactly(quantity: str) -> None:
    jets, bound = jets_of(2, 3, seed=5), get_algorithm("fedprox").bind(rho=sp.Rational(2, 3))
    for algorithm, H in (("sgd", 1), ("fedavg_deterministic", 4), (bound, 3)):
        assert equal(evaluate(tensor_form(algorithm, quantity, 2), jets, H), coefficients(algorithm, jets, quantity, 2, H))
    with pytest.raises(InvalidInput, match="bind"):
        evaluate(form_of("fedprox", quantity, 2), jets, 3)


@pytest.mark.parametrize("quantity", QUANTITIES)
def test_floats_give_the_rational_value(quantity: str) -> None:
    exact = jets_of(3, 2, seed=3)
    floats = Jets(tuple(x.astype(float) for x in exact.derivatives), tuple(tuple(x.astype(float) for x in p) for p in exact.cumulants))
    form = form_of("fedavg", quantity, 2)
    for right, found in zip(evaluate(form, exact, 3), evaluate(form, floats, 3), strict=True):
        # eigenvectors and a few hundred products of numbers of size 1 to 100, at 1e-16 each
        assert np.abs(found - right.astype(float)).max() < 1e-11 * np.abs(right.astype(float)).max()


@pytest.mark.parametrize("quantity", QUANTITIES)
def test_no_two_diagrams_can_stand_for_each_other(quantity: str) -> None:
    """The tensors of second order are linearly independent, so that the coefficients are the only ones."""
    diagrams = [term.diagram for term in form_of("fedavg", quantity, 2).at_power(2)]
    columns = []
    for seed in range(len(diagrams) // 2 + 2):
        jets = jets_of(2, 2, seed=seed)
        columns.append([list(np.asarray(tensor(diagram, jets)).flat) for diagram in diagrams])
    rows = [[x for column in columns for x in column[k]] for k in range(len(diagrams))]
    assert flint.fmpq_mat(rows).rank() == len(diagrams)


# Wrong forms: those that exchange tensors, directions or inverses of one degree keep the value in dimension one.


def exchanged(form: TensorForm) -> Iterator[TensorForm]:
    """One diagram in place of another that is the same product in dimension one, where a tensor or a matrix stands elsewhere."""

    def product(term: DiagramTerm) -> tuple[int, sp.Expr]:
        return term.power, (term.in_dimension_one / term.coefficient).as_independent(ClientMean, as_Add=False)[1]

    for k, one in enumerate(form.terms):
        for other in form.terms[k + 1 :]:
            if product(one) == product(other):
                ratio = one._replace(coefficient=sp.S.One).in_dimension_one / other._replace(coefficient=sp.S.One).in_dimension_one
                swap = {one: one.coefficient + other.coefficient / ratio, other: sp.S.Zero}
                yield replace(form, terms=tuple(t._replace(coefficient=swap.get(t, t.coefficient)) for t in form))


def changed(form: TensorForm, change: Callable[[Diagram], Wrong]) -> Iterator[TensorForm]:
    """One term at a time replaced by another diagram, times a number."""
    for place, term in enumerate(form.terms):
        for diagram, factor in change(term.diagram):
            if canonical_form(diagram) != term.diagram:
                wrong = term._replace(diagram=diagram, coefficient=term.coefficient * factor)
                yield replace(form, terms=(*form.terms[:place], wrong, *form.terms[place + 1 :]))


def with_node(diagram: Diagram, place: int, *nodes: Node) -> Diagram:
    return diagram._replace(nodes=(*diagram.nodes[:place], *nodes, *diagram.nodes[place + 1 :]))


def direction_for_noise(diagram: Diagram) -> Wrong:
    for place, node in enumerate(diagram.nodes):
        if len(node.legs) > node.kind > DERIVATIVE:
            yield with_node(diagram, place, node._replace(legs=node.legs[1:] + node.legs[:1])), sp.S.One


def blocks_merged(diagram: Diagram) -> Wrong:
    if len(diagram.blocks) > 1:
        yield diagram._replace(nodes=tuple(n._replace(block=0) if n.block == 1 else n for n in diagram.nodes)), sp.S.One


def blocks_split(diagram: Diagram) -> Wrong:
    for members in diagram.blocks.values():
        if len(members) > 1:
            place = diagram.nodes.index(members[0])
            yield with_node(diagram, place, members[0]._replace(block=len(diagram.nodes))), sp.S.One


def inverse_on_one_leg(diagram: Diagram) -> Wrong:
    for place, node in enumerate(diagram.nodes):
        if node.kind == INVERSE and len(node.strands) > 1:
            one, *others = node.strands
            alone = with_node(diagram, place, Node(INVERSE, one, NO_BLOCK))
            yield alone.renamed({lower: upper for upper, lower in others}), sp.Rational(1, len(node.strands))


def strands_apart(diagram: Diagram) -> Wrong:
    """The inverse of A ⊗ A in place of that of A ⊗ Id + Id ⊗ A."""
    for place, node in enumerate(diagram.nodes):
        if node.kind == INVERSE and len(node.strands) > 1:
            yield with_node(diagram, place, *[Node(INVERSE, pair) for pair in node.strands]), sp.S.One


CHANGES = (direction_for_noise, blocks_merged, blocks_split, inverse_on_one_leg, strands_apart)


@pytest.mark.parametrize("quantity", QUANTITIES)
def test_wrong_forms_are_rejected(quantity: str) -> None:
    form, jets = form_of("fedavg", quantity, 2), jets_of(2, 3, seed=2)
    right = coefficients("fedavg", jets, quantity, 2, 3)
    assert equal(evaluate(form, jets, 3), right)
    found = {change.__name__: list(changed(form, change)) for change in CHANGES} | {"exchanged": list(exchanged(form))}
    for name, wrong in found.items():
        assert len(wrong) >= (1 if quantity == "second_moment" else 3), name
        assert not any(equal(evaluate(mutant, jets, 3), right) for mutant in wrong), name


def test_exchanges_are_invisible_in_dimension_one() -> None:
    form = form_of("fedavg", "bias", 2)
    for wrong in exchanged(form):
        assert sp.expand(wrong.in_dimension_one - form.in_dimension_one) == 0


def test_the_second_moment_must_be_symmetrised(monkeypatch: pytest.MonkeyPatch) -> None:
    jets, form = jets_of(2, 3, seed=2), form_of("fedavg", "second_moment", 2)
    right = coefficients("fedavg", jets, "second_moment", 2, 3)
    symmetric = [tensor(term.diagram, jets) for term in form]
    monkeypatch.setattr(evaluation, "permutations", lambda places: [next(permutations(places))] * len(places))
    assert not equal(evaluate(form, jets, 3), right)
    # TeX says sym where it makes a difference, and there alone
    assert [is_symmetric(t.diagram) for t in form] == [(tensor(t.diagram, jets) == x).all() for t, x in zip(form, symmetric, strict=True)]
