"""Forms that are not equal are not taken for equal, and steps within a range say nothing outside of it."""

import pytest
import sympy as sp

from symfed.core.domain import Domain
from symfed.core.symbols import H, gamma, h, mu
from symfed.theorems import Apply, Arithmetic
from symfed.theorems.interpolation import quotient, same_form, telescoped
from symfed.theorems.sequences import instance
from symfed.theorems.vocabulary import Norm, Quantity
from symfed.theorems.within import Within
from tests.theorems.cases import eq, le, p, q, u
from tests.theorems.cases_of_interpolation import UNLIKE, level
from tests.theorems.reading import stopped

BEFORE = sp.Le(h, H - 2)
FALLS = Within((BEFORE,), (Arithmetic("falls", le(level(h + 1), level(h)), ("next",)),))
FACTS = {"next": le(level(h + 1), level(h) / 2)}
TWO = Domain((sp.Ge(H, 2),))


@pytest.mark.parametrize("name", UNLIKE)
def test_what_differs_is_no_same_form(name) -> None:
    left, right = UNLIKE[name]
    assert stopped(eq(left, right), Apply(same_form, "equal", left=left, right=right))


def test_powers_of_one_number_are_told_apart_and_put_together() -> None:
    left, right = q ** (H - 1) * q * Norm(u) ** 2, q**H * Norm(u) ** 2
    assert stopped(eq(left, right), Apply(same_form, "equal", left=left, right=right)) == ""


def test_what_holds_up_to_the_last_step_adds_up_to_the_last() -> None:
    last, beyond = (Apply(telescoped, "sum", by=("falls",), u=level(h), index=h, last=end) for end in (H - 1, H))
    assert stopped(le(level(H - 1), level(0)), FALLS, last, known=FACTS, under=TWO) == ""
    assert stopped(le(level(H), level(0)), FALLS, beyond, known=FACTS, under=TWO)
    assert stopped(le(level(6), level(5)), FALLS, Apply(instance, "at 5", relation="falls", at={h: sp.Integer(5)}), known=FACTS, under=TWO)


def test_inside_a_range_nothing_is_put_for_its_index() -> None:
    known = {"small": sp.Implies(BEFORE, le(level(h), 1), evaluate=False)}
    inside = Within((BEFORE,), (Apply(instance, "later", relation="small", at={h: h + 1}),), ("small",))
    assert stopped(le(level(H - 1), 1), inside, known=known, under=TWO)


def test_what_counts_as_a_condition_has_to_hold_there() -> None:
    known = {"small": sp.Implies(BEFORE, le(level(h), 1), evaluate=False)}
    steps = (Arithmetic("said", le(level(h), 2), ("small",)),)
    end = Apply(instance, "end", relation="said", at={h: H})
    assert stopped(le(level(H), 2), Within((sp.Le(h, H),), steps, ("small",)), end, known=known)
    assert "no fact is called" in stopped(le(level(H), 2), Within((BEFORE,), steps, ("unknown",)), end, known=known)
    assert "for h <= H - 2" in FALLS.describe()
    assert not FALLS.in_words
    assert stopped(le(gamma, mu), Arithmetic("no", le(gamma, mu)))


def test_a_letter_that_is_not_negative_stands_for_no_quotient_of_unknown_sign() -> None:
    share = Quantity("some_share")
    step = Apply(quotient, "ratio", by=("q", "sign"), top=p - q, bottom=q, value=share)
    positive = {"q": sp.Gt(q, 0, evaluate=False)}
    assert stopped(eq(share, (p - q) / q), step, known=positive | {"sign": sp.Ge(p, 0, evaluate=False)})
    assert stopped(eq(share, (p - q) / q), step, known=positive | {"sign": sp.Ge(p - q, 0, evaluate=False)}) == ""
