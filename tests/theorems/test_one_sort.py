"""A symbol that is universally quantified is one thing in all that is said of it, and a contradiction of sorts is found each time."""

from __future__ import annotations

import pytest
import sympy as sp

from symfed.core.domain import Domain
from symfed.core.errors import InvalidInput
from symfed.kernel.symbols import implies
from symfed.kernel.terms import Map, variables
from symfed.theorems import Apply
from symfed.theorems.notation import Elaborator
from symfed.theorems.sequences import instance
from symfed.theorems.vocabulary import AnyVector, Norm, OpNorm, Vector, grad
from tests.theorems.cases import eq, le
from tests.theorems.reading import stopped

M, x = AnyVector("any_map_or_vector"), AnyVector("any_argument")
A, u = Vector("one_map_or_vector"), Vector("one_argument")
NONE = eq(M, 0)  # this alone does not tell of which sort


@pytest.mark.parametrize(
    ("condition", "conclusion"),
    [(NONE, eq(M * x, 0)), (NONE, le(OpNorm(M), 0)), (le(OpNorm(M), 0), NONE), (le(Norm(M), 1), le(OpNorm(M), 1))],
)
def test_the_sides_of_an_implication_speak_of_one_symbol(condition: sp.Basic, conclusion: sp.Basic) -> None:
    relation = sp.Implies(condition, conclusion, evaluate=False)
    notation = Elaborator([])
    said = notation.prop(relation)
    assert [v.sort for v in variables(said) if v.one.startswith(M.name)] == [Map]
    (before,), after = notation.implication(relation)
    assert implies(before, after) is said


def test_a_condition_and_a_lemma_under_it_speak_of_one_symbol() -> None:
    """Under the condition that any M is none, M x = 0; with M a vector in the condition and a map in the lemma, A x = 0 would follow."""
    step = Apply(instance, "at A", relation="none", at=((M, A),))
    said = stopped(eq(A * x, 0), step, known={"none": eq(M * x, 0)}, under=Domain((NONE,)))
    assert "has two sorts, and is restricted by a condition" in said


def test_what_contradicts_is_refused_as_often_as_it_is_said() -> None:
    """A is a vector by its equation, and a map in a product that is met when all sorts are told."""
    relations = eq(A, grad(u)), le(Norm(A * Vector("third_argument")), 1)
    notation = Elaborator(relations)
    for relation in (relations[0], relations[1], relations[1]):
        with pytest.raises(InvalidInput, match="is a vector in one place and a matrix in another"):
            notation.prop(relation)
