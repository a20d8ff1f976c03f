"""Each theorem applied rightly, with a hypothesis missing, and with a conclusion that it does not give."""

import importlib
import inspect
import pkgutil

import pytest
import sympy as sp

import symfed.theorems
from symfed.core.domain import ANYWHERE
from symfed.theorems import Apply, Theorem
from symfed.theorems.discharge import same
from symfed.theorems.vocabulary import Quantity
from tests.theorems import (
    cases_of_conditional,
    cases_of_interpolation,
    cases_of_laws,
    cases_of_moments,
    cases_of_norms,
    cases_of_outer,
    cases_of_sequences,
)
from tests.theorems.cases import p

ROOMS = [importlib.import_module(f"symfed.theorems.{found.name}") for found in pkgutil.iter_modules(symfed.theorems.__path__)]
ROOM = {v.name: v for room in ROOMS for v in vars(room).values() if isinstance(v, Theorem)}
CASES = (
    cases_of_conditional.CASES
    | cases_of_interpolation.CASES
    | cases_of_laws.CASES
    | cases_of_moments.CASES
    | cases_of_norms.CASES
    | cases_of_outer.CASES
    | cases_of_sequences.CASES
)


def applied(name, case, known, under, **changed):
    facts = dict(known)
    by = tuple(k for k in case.by if k in facts)
    problem = Apply(ROOM[name], "conclusion", by=by, **(case.arguments | changed)).follow(facts, under)
    return problem, [fact for k, fact in facts.items() if k.startswith("conclusion")]


def test_every_theorem_is_tried() -> None:
    assert set(CASES) == set(ROOM)


@pytest.mark.parametrize("name", CASES)
def test_it_concludes_what_it_says(name) -> None:
    case = CASES[name]
    problem, found = applied(name, case, case.known, case.under)
    assert problem == ""
    assert any(same(case.concludes, fact) for fact in found)


@pytest.mark.parametrize("name", CASES)
def test_it_concludes_nothing_else(name) -> None:
    case = CASES[name]
    _, found = applied(name, case, case.known, case.under)
    assert not any(same(case.wrong, fact) for fact in found)


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.lacking])
def test_a_missing_hypothesis_is_named(name) -> None:
    known, under, *changed = CASES[name].lacking
    problem, found = applied(name, CASES[name], known, under, **(changed[0] if changed else {}))
    assert not found
    assert problem


@pytest.mark.parametrize("name", ROOM)
def test_it_is_short_and_cited(name) -> None:
    theorem = ROOM[name]
    assert theorem.citation
    assert theorem.says
    assert "\n " not in theorem.says  # Python 3.13 strips the indentation of docstrings, older ones keep it
    assert len(inspect.getsource(theorem.apply).splitlines()) <= 13  # decorator, signature and sentence included


@pytest.mark.parametrize("room", ROOMS)
def test_theorems_that_need_nothing_are_few(room) -> None:
    free = [v.name for v in vars(room).values() if isinstance(v, Theorem) and CASES[v.name].lacking is None]
    assert set(free) <= {
        "triangle",
        "jensen_sum",
        "operator_norm",
        "jensen_in_expectation",
        "polarisation",
        "sum_with",
        "inner_adds",
        "norm_of_expectation",
        "outer_norm",
        "schwarz",
        "transposed",
        "triangle_sum",
    }


@pytest.mark.parametrize(
    ("name", "f", "g"), [("pole", 1 / p, 2 + 0 * p), ("jump", sp.Heaviside(p - 1), 2 * p - 1), ("root", sp.sqrt(p - sp.S.Half), 1 - p)]
)
def test_what_is_not_continuous_crosses_nothing(name, f, g) -> None:
    step = Apply(ROOM["crossing"], "meet", f=f, g=g, of=p, low=sp.S.Zero, high=sp.S.One, point=Quantity(f"no_crossing_at_a_{name}"))
    assert step.follow({}, ANYWHERE)
