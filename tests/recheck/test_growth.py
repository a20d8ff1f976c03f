"""Lower bounds on instances, replayed: each is accepted, and each altered is refused; so is what is trusted and may not be."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
import sympy as sp

from proofs_checks.aistats.proofs.section_b5_recursion import long_rounds
from proofs_checks.aistats.rough import at_least_one_step, heavy_tail, kinked_noise, rough_loss, symmetric_loss
from proofs_checks.aistats.rough_extrapolation import rough_extrapolation
from symfed.checks import CounterexampleCheck, GrowthCheck
from symfed.checks.growth import Counterexample, LowerBound, Step, above, at_least, equal, number
from symfed.core.errors import InvalidInput
from symfed.core.symbols import H, gamma, t, theta
from symfed.evidence.growth import growth_part, steps_part
from symfed.recheck import KINDS, MalformedPart, NotDefined, Part, parts_checked
from symfed.recheck.growth import NAMED, SHOWN, in_words
from symfed.recheck.powers import Powers

JENSEN = [{"says": "convexity", "trusts": "Jensen's inequality"}]
ROUGH: dict[str, Any] = {"bound": "4*3**(3/4)*gamma**(5/4)/(45*pi**(5/2))", "order": "H*gamma**2 + gamma**(3/2)", "at": {"H": "1"}}


def wrong(part: Part) -> str:
    """What the checker says of a part, a malformed one included."""
    try:
        return KINDS[part["kind"]](part)
    except (MalformedPart, NotDefined, KeyError) as error:
        return str(error) or type(error).__name__


def claimed(bound: str, order: str, variable: str, towards: str, **more: Any) -> Part:
    return {"kind": "growth", "steps": JENSEN, "at": {}, "bound": bound, "order": order, "variable": variable, "towards": towards, **more}


def written(make: Any, order: sp.Expr, at: tuple[Any, ...] = (), attains: bool = False) -> Part:
    check, lower = GrowthCheck(make, "test", attains, at), make()
    return {"of": "it", **growth_part(order, check, {**lower.witness(), "lower bound": sp.sstr(lower.bound)})}


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        ("(gamma/2)^(3/2)/sqrt(7*gamma^2)", "sqrt(gamma)/(2*sqrt(14))", True),
        ("sqrt(2)*sqrt(3)", "sqrt(6)", True),
        ("sqrt(2) + sqrt(3)", "sqrt(5)", False),
        ("1/(sqrt(2) - 1)", "sqrt(2) + 1", True),
        ("4^(-t)*2^t", "2^(-t)", True),
        ("log(8)/log(2)", "3", True),
        ("exp(2*theta)*exp(-theta)", "exp(theta)", True),
        ("sin(theta)^2", "1 - cos(theta)^2", True),
        ("sin(theta)^2", "1 + cos(theta)^2", False),
        ("derivative(derivative(sin(theta)^3, theta), theta)", "6*sin(theta)*cos(theta)^2 - 3*sin(theta)^3", True),
        ("derivative(log(1 + exp(theta)), theta)", "exp(theta)/(1 + exp(theta))", True),
        ("at(derivative(theta^4/(1 + theta^2), theta), theta, 1)", "3/2", True),
        ("at(derivative(theta^2, theta), theta, 0)", "0", True),
        ("derivative(theta^n, theta)", "n*theta^n/theta", False),  # a power of letters in letters is not read
    ],
)
def test_sums_of_powers_have_one_value(left: str, right: str, same: bool) -> None:
    part = {"kind": "steps", "steps": [{"says": "", "shown": [{"kind": "equal", "positive": ["gamma"], "left": left, "right": right}]}]}
    assert (wrong(part) == "") is same


@pytest.mark.parametrize("text", ["sqrt(x)", "x^(1/4)", "(1 + gamma)^(1/2)", "(-2)^(1/2)", "log(x)", "f(gamma)", "log(1 - 1)", "gamma^t"])
def test_what_may_be_negative_has_no_root(text: str) -> None:
    with pytest.raises(MalformedPart):
        Powers({"gamma"})(text)


@pytest.mark.parametrize(
    ("part", "why"),
    [
        (claimed(**ROUGH, variable="gamma", towards="0"), ""),
        (claimed(**{**ROUGH, "bound": "-gamma^(5/4)"}, variable="gamma", towards="0"), "positive"),  # another sign
        (claimed(**{**ROUGH, "bound": "gamma^(3/2)"}, variable="gamma", towards="0"), "infinity"),  # another exponent
        (claimed(**{**ROUGH, "order": "H*gamma**2 + gamma**(5/4)"}, variable="gamma", towards="0"), "infinity"),  # another order
        (claimed(**{**ROUGH, "at": {"H": "1/gamma"}}, variable="gamma", towards="0"), "infinity"),  # elsewhere
        (claimed(**ROUGH, variable="gamma", towards="oo"), "infinity"),  # another direction
        (claimed(**ROUGH, variable="gamma", towards="1"), "neither"),
        (claimed(**ROUGH, variable="H", towards="0"), "speak of one another"),
        (claimed(**ROUGH, variable="gamma", towards="0", attains=True), "positive number"),
        (claimed("gamma/4", "gamma", "gamma", "0", attains=True), ""),
        (claimed("gamma/4", "gamma", "gamma", "0"), "infinity"),
        (claimed("25*gamma**(5/4)/72 - 25*gamma**2/2", "gamma^(3/2)", "gamma", "0"), ""),
        (claimed("25*gamma**(9/4)/72 - 25*gamma**2/2", "gamma^3", "gamma", "0"), "positive"),  # the negative term leads
        (claimed("(1 - 2**(3/4)/2)*gamma", "gamma^2", "gamma", "0"), ""),
        (claimed("(1 - 2**(5/4)/2)*gamma", "gamma^2", "gamma", "0"), "positive"),
        (claimed("sqrt(2)*sqrt(3)*gamma - sqrt(6)*gamma", "gamma^2", "gamma", "0"), "positive"),  # nothing
        (claimed("log(1/x)/log(2)", "2*sqrt(log(1/x))", "x", "0"), ""),
        (claimed("log(1/x)", "x^(-1/9)", "x", "0"), "infinity"),
        (claimed("(1661/2048)^(2*t - 2)", "(7/8)^(8*t)", "t", "oo"), ""),
        (claimed("(7/8)^(8*t)", "(1661/2048)^(2*t - 2)", "t", "oo"), "infinity"),
        (claimed("2^t", "t^9*log(t)", "t", "oo"), ""),
        (claimed("exp(-t)", "(1/3)^t", "t", "oo"), ""),
        (claimed("exp(-t)", "(3/8)^t", "t", "oo"), "infinity"),
        (claimed("3*tau^2/(8*H)", "gamma^2*(H - 1)*z + 12*gamma^2*tau^2", "H", "oo", at={"gamma": "1/H", "z": "0"}), ""),
        (claimed("3*tau^2/(8*H)", "gamma^2*(H - 1)*z + 12*gamma^2*tau^2", "H", "oo", at={"gamma": "1/H", "z": "1"}), "infinity"),
        (claimed("x", "sin(x)^2", "x", "0"), ""),
        (claimed("x^2", "sin(x)", "x", "0"), "infinity"),
        (claimed("x", "sin(x)", "x", "oo"), "small power"),
        (claimed("gamma", "0*gamma", "gamma", "0"), "zero"),
        (claimed("gamma^gamma", "gamma", "gamma", "0"), "letters in the exponent"),
    ],
)
def test_orders_of_growth_are_exact(part: Part, why: str) -> None:
    found = wrong(part)
    assert why in found if why else found == ""


LIMIT = {"kind": "limit", "of": "(x + sqrt(x))/sqrt(x)", "variable": "x", "towards": "0", "value": "1"}
POWER = {"kind": "limit", "of": "(1 - 2*x)^(1/x)", "variable": "x", "towards": "0", "value": "exp(-2)"}
SERIES = {"kind": "sum", "term": "3/4/4^k", "index": "k", "first": "0", "last": "n", "partial": "1 - 4^(-n - 1)", "value": "1"}
TELESCOPE = {"kind": "sum", "term": "f(2*x/2^j) - f(x/2^j)", "index": "j", "first": "1", "last": "n", "partial": "f(x) - f(x/2^n)"}


@pytest.mark.parametrize(
    ("part", "alter"),
    [
        (LIMIT, {"value": "2"}),
        (LIMIT, {"towards": "oo"}),
        (POWER, {"value": "exp(-1)"}),
        (POWER, {"of": "(1 + 2*x)^(1/x)"}),
        (POWER, {"of": "(1 - 2*x)^(3/x)"}),
        (SERIES, {"value": "2"}),
        (SERIES, {"first": "1"}),
        (SERIES, {"term": "3/4/5^k"}),
        (SERIES, {"partial": "1 + 4^(-n - 1)"}),
        (TELESCOPE, {"first": "0"}),
        (TELESCOPE, {"partial": "f(x) - f(2*x/2^n)"}),
        ({"kind": "numbers", "says": "1 + 1/5 < pi/2"}, {"says": "1 + 3/5 < pi/2"}),
        ({"kind": "numbers", "says": "exp(-1) < 1/2"}, {"says": "exp(-1) < 1/3"}),
        ({"kind": "numbers", "says": "sqrt(2)*sqrt(3) <= sqrt(6)"}, {"says": "sqrt(2)*sqrt(3) < sqrt(6)"}),
    ],
)
def test_limits_sums_and_numbers(part: dict[str, Any], alter: dict[str, str]) -> None:
    assert SHOWN[part["kind"]](part) == ""
    assert SHOWN[part["kind"]]({**part, **alter})


WHOLE = [
    (kinked_noise, gamma**2, ((H, 1),)),
    (rough_loss, gamma ** sp.Rational(3, 2) + gamma**2 * H, ((H, 1),)),
    (heavy_tail, sp.S.One, ()),
    (long_rounds, gamma ** sp.Rational(5, 2) * H, ((gamma, 1 / H),)),
    (rough_extrapolation, gamma ** sp.Rational(3, 2), ()),
    (at_least_one_step, 1 / sp.Symbol("N", positive=True), ()),
]


@pytest.mark.parametrize(("make", "order", "at"), WHOLE)
def test_what_is_in_use_is_replayed_whole(make: Any, order: sp.Expr, at: tuple[Any, ...]) -> None:
    part = json.loads(json.dumps(written(make, order, at)))
    assert (wrong(part), in_words(part)) == ("", "")


def _altered(part: Part) -> list[Part]:
    """The part with one entry of its steps' algebra altered, one after the other."""
    found = []
    for k, step in enumerate(part["steps"]):
        for j, shown in enumerate(step.get("shown", ())):
            for key in {"right", "value", "partial", "goal"} & set(shown):
                other = copy.deepcopy(part)
                low, sign, high = shown[key].partition(" >= ")
                other["steps"][k]["shown"][j][key] = f"{low} - 10^9 {sign} {high}" if sign else f"{low} + 1"
                found.append(other)
    return found


@pytest.mark.parametrize("make", [kinked_noise, rough_loss, heavy_tail, rough_extrapolation])
def test_each_part_of_each_step_counts(make: Any) -> None:
    altered = _altered(written(make, gamma**2 if make is not heavy_tail else sp.S.One))
    assert len(altered) > 3
    for part in altered:
        assert wrong(part)


def test_only_definitions_and_textbook_inequalities_are_trusted() -> None:
    part = claimed("1", "gamma", "gamma", "0", steps=[{"says": "clearly", "trusts": "the reader"}])
    assert "neither a definition nor a textbook inequality" in wrong(part)
    assert all(name.endswith("inequality") or name.startswith(("the definition of", "log y")) for name in NAMED)
    assert "no steps" in wrong({**part, "steps": []})


def half() -> LowerBound:
    steps = (Step("a half", equal(number(1, 4) * 2, sp.S.Half)), Step("clearly"), Step("by hand", lambda: True))
    return LowerBound({"constants": "none"}, steps, sp.S.Half, gamma, sp.S.Zero)


def test_steps_in_words_and_steps_that_are_run_leave_it_in_part() -> None:
    part = written(half, gamma)
    assert wrong(part) == ""
    assert in_words(part) == "1 of 3 steps in words, 1 of 3 steps run"
    held = {"id": "it", "fingerprint": "0", "refutes": True, "parts": [part]}
    found = parts_checked(held)
    assert (found.extent, found.ok) == ("in part", True)
    assert found.detail == "1 growth; not it: 1 of 3 steps in words, 1 of 3 steps run"


def test_a_witness_of_other_steps_is_not_written_down() -> None:
    with pytest.raises(InvalidInput, match="is not that of this instance"):
        growth_part(gamma, GrowthCheck(half, "half"), {"constants": "none"})


def test_a_counterexample_is_its_steps() -> None:
    shown = symmetric_loss()
    part = steps_part(CounterexampleCheck(symmetric_loss, "symmetric"), shown.witness())
    assert (wrong(part), in_words(part)) == ("", "1 of 4 steps in words")
    words = Counterexample({"it": "is"}, (Step("clearly"), Step("by hand", lambda: True)))
    with pytest.raises(InvalidInput, match="no step that is replayed"):
        steps_part(CounterexampleCheck(lambda: words, "words"), words.witness())


@pytest.mark.parametrize(
    ("shown", "holds"),
    [
        (equal(sp.Derivative(sp.sin(theta) ** 2, theta), 2 * sp.sin(theta) * sp.cos(theta)), True),
        (equal(sp.Derivative(sp.sin(theta) ** 2, theta), sp.sin(theta)), False),
        (equal(sp.Sum(2 * t, (t, 0, H - 1)), H * (H - 1)), True),
        (equal(sp.Sum(2 * t, (t, 0, H - 1)), H * (H + 1)), False),
        (equal(sp.Limit(sp.sin(theta) / theta, theta, 0), 1), True),
        (above(sp.pi, number(22, 7)), False),
        (at_least(number(22, 7), sp.pi), True),
        (at_least(gamma, gamma**2), False),
        ((equal(number(1) + 1, 2), equal(number(1) + 1, 3)), False),
    ],
)
def test_algebra_is_decided_as_it_stands(shown: Any, holds: bool) -> None:
    assert Step("it", shown).holds is holds
