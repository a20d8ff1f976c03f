"""Exponentials and logarithms: by the laws that they have for every number, and in balls at a point."""

from __future__ import annotations

import pytest

from symfed.recheck import KINDS, MalformedPart
from symfed.recheck.expressions import parsed
from symfed.recheck.ratios import LetterSigns


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        ("exp(2*x + y/2)", "exp(x)^2*exp(y/2)", True),
        ("exp(1/x)*exp(-1/x)", "1", True),
        ("exp(0)", "1", True),
        ("1/(exp(x) + 1) + 1/(1 + exp(-x))", "1", True),
        ("exp(x)", "exp(y)", False),
        ("exp(x*y)", "exp(x)^2", False),
        ("exp(x/2)", "exp(x)", False),
        ("log(1 + exp(-x))", "-log(1/(1 + exp(-x)))", True),
        ("log(2)", "-log(1/2)", True),
        ("log(1)", "0", True),
        ("log(x)", "log(1/x)", False),
        ("log(x)", "log(2*x)", False),
        ("log(0)", "0", False),
    ],
)
def test_one_normal_form(left: str, right: str, same: bool) -> None:
    letters = LetterSigns([parsed(left), parsed(right)])
    assert (letters(parsed(left)) == letters(parsed(right))) is same


def at_zero(left: str, sign: str, right: str) -> str:
    return KINDS["point"]({"kind": "point", "given": {"x": "0"}, "clients": [], "inside": [], "left": left, "sign": sign, "right": right})


@pytest.mark.parametrize(
    ("left", "sign", "right", "wrong"),
    [
        ("log(exp(1 - x) + 1)", "=", "-log(1/(1 + exp(-x)))", ""),
        ("sqrt(5)", "<=", "2", ""),
        ("sqrt(3)", "<=", "2", "is not seen to be false"),
        ("log(exp(-x) + 1)", "=", "-log(1/(1 + exp(-x)))", "is not seen to be false"),
        ("log(x)", "=", "1", "has no value"),
        ("log(x - 1)", "=", "1", "has no value"),
        ("1/log(1 + x)", "=", "1", "has no value"),
        ("1/(log(2) - log(2))", "=", "1", "has no value"),
    ],
)
def test_a_point_in_balls(left: str, sign: str, right: str, wrong: str) -> None:
    said = at_zero(left, sign, right)
    assert wrong in said
    assert bool(said) is bool(wrong)


def test_what_has_no_ball_is_no_value() -> None:
    for left in ("f(x)*exp(x)", "exp(1)^x", "exp(y)"):
        with pytest.raises(MalformedPart):
            at_zero(left, "=", "2")
