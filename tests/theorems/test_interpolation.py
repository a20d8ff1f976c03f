"""Forms that are not equal are not taken for equal, and steps within a range say nothing outside of it."""

import pytest
import sympy as sp

from symfed.core.domain import ANYWHERE, Domain
from symfed.core.symbols import H, gamma, h, mu
from symfed.theorems import Apply, Arithmetic
from symfed.theorems.interpolation import quotient, same_form, telescoped
from symfed.theorems.sequences import instance
from symfed.theorems.vocabulary import Norm, Quantity
from symfed.theorems.within import Within
from tests.theorems.cases import le, p, q, u
from tests.theorems.cases_of_interpolation import UNLIKE, level

BEFORE = sp.Le(h, H - 2)
FALLS = Within((BEFORE,), (Arithmetic("falls", le(level(h + 1), level(h)), ("positive", "next")),), known=("positive",))
FACTS = {
    "positive": sp.Implies(BEFORE, sp.Gt(level(h), 0, evaluate=False), evaluate=False),
    "next": le(level(h + 1), level(h) / 2),
}


@pytest.mark.parametrize("name", UNLIKE)
def test_what_differs_is_no_same_form(name) -> None:
    left, right = UNLIKE[name]
    assert Apply(same_form, "equal", left=left, right=right).follow({}, ANYWHERE)


def test_powers_of_one_number_are_told_apart_and_put_together() -> None:
    left, right = q ** (H - 1) * q * Norm(u) ** 2, q**H * Norm(u) ** 2
    assert Apply(same_form, "equal", left=left, right=right).follow({}, ANYWHERE) == ""


def test_what_holds_up_to_the_last_step_adds_up_to_the_last() -> None:
    facts, under = dict(FACTS), Domain((sp.Ge(H, 2),))
    assert FALLS.follow(facts, under) == ""
    assert facts["falls"] == sp.Implies(BEFORE, le(level(h + 1), level(h)), evaluate=False)
    assert Apply(telescoped, "sum", by=("falls",), u=level(h), index=h, last=H - 1).follow(dict(facts), under) == ""
    assert Apply(telescoped, "sum", by=("falls",), u=level(h), index=h, last=H).follow(dict(facts), under)
    assert "further conditions" in Apply(instance, "at 5", relation="falls", at={h: sp.Integer(5)}).follow(dict(facts), under)


def test_inside_a_range_nothing_is_put_for_its_index() -> None:
    facts = dict(FACTS) | {"all": le(level(h), 1)}
    inside = Within((BEFORE,), (Apply(instance, "later", relation="all", at={h: h + 1}),))
    assert "restricted" in inside.follow(facts, ANYWHERE)
    assert "later" not in facts


def test_what_counts_as_a_condition_has_to_hold_there() -> None:
    beyond = Within((sp.Le(h, H),), FALLS.steps, FALLS.known)
    assert "does not hold" in beyond.follow(dict(FACTS), ANYWHERE)
    assert "no fact is called" in Within((BEFORE,), FALLS.steps, ("unknown",)).follow(dict(FACTS), ANYWHERE)
    assert "for h <= H - 2" in FALLS.describe()
    assert not FALLS.in_words
    assert Arithmetic("no", sp.Le(gamma, mu)).follow({}, ANYWHERE)


def test_a_letter_that_is_not_negative_stands_for_no_quotient_of_unknown_sign() -> None:
    step = Apply(quotient, "ratio", by=("q", "sign"), top=p - q, bottom=q, value=Quantity("some_share"))
    positive = {"q": sp.Gt(q, 0, evaluate=False)}
    assert step.follow(positive | {"sign": sp.Ge(p, 0, evaluate=False)}, ANYWHERE)
    assert step.follow(positive | {"sign": sp.Ge(p - q, 0, evaluate=False)}, ANYWHERE) == ""
