"""A rule is read when it is defined; what some number system cannot do is refused there, in words that help."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symfed.core.errors import InvalidInput, RuleError
from symfed.models.algorithm import ARGUMENTS, Algorithm, Traced, trace, traced

HALF = 0.5


def branch(x, g, gamma):
    if g > 0:
        return x - gamma * g
    return x


def forgets_to_return(x, g, gamma):
    x - gamma * g


def pair(x, g, gamma):
    return x - gamma * g, g


def undefined(x, g, gamma):
    return x - gamma * momentum  # type: ignore[name-defined]  # noqa: F821  # the fault under test


REFUSED: dict[str, tuple[Callable[..., Any], str, str]] = {
    "float constant": (lambda x, g, gamma: x - 0.5 * gamma * g, "constant 0.5", "for one half write x/2"),
    "float from outside": (lambda x, g, gamma: x - HALF * gamma * g, "constant 0.5", "must be integers"),
    "numpy constant": (lambda x, g, gamma: x - np.float64(0.5) * g, "conversion to float", "integer constants"),
    "Fraction constant": (lambda x, g, gamma: x - Fraction(1, 2) * g, "constant Fraction(1, 2)", "for one half write x/2"),
    "truth value": (lambda x, g, gamma: x - True * g, "constant True", "must be integers"),
    "abs": (lambda x, g, gamma: x - gamma * abs(g), "abs", "must be smooth"),
    "max": (lambda x, g, gamma: max(x - gamma * g, 0), "comparison or a branch", "no if, min or max"),
    "branch": (branch, "comparison or a branch", "no if, min or max"),
    "equality": (lambda x, g, gamma: x if g == 0 else g, "comparison or a branch", "one formula in + - * /"),
    "truth of a number": (lambda x, g, gamma: x if g else g, "comparison or a branch", "one formula in + - * /"),
    "math.exp": (lambda x, g, gamma: x - gamma * math.exp(g), "conversion to float", "integer constants"),
    "numpy function": (lambda x, g, gamma: x - gamma * np.exp(g), "conversion to float", "integer constants"),
    "round": (lambda x, g, gamma: round(x - gamma * g, 3), "conversion to float", "integer constants"),
    "indexing": (lambda x, g, gamma: x - gamma * g[0], "indexing", "one coordinate at a time"),
    "iteration": (lambda x, g, gamma: x - gamma * sum(g), "indexing", "sees no array"),
    "method": (lambda x, g, gamma: x - gamma * g.mean(), "attribute .mean", "integer constants"),
    "root": (lambda x, g, gamma: x - gamma * g**0.5, "power 0.5", "positive integer"),
    "inverse power": (lambda x, g, gamma: x - g * gamma**-1, "power -1", "positive integer"),
    "symbolic power": (lambda x, g, H: x - g**H, "power", "positive integer"),
    "exponential": (lambda x, g, H: x - 2**H, "operator other than", "integer powers"),
    "floor": (lambda x, g, gamma: x - gamma * g // 2, "operator other than", "integer constants"),
    "matrix product": (lambda x, g, gamma: x - gamma @ g, "operator other than", "integer constants"),
    "unknown name": (undefined, "name 'momentum' is not defined", ""),
    "unknown parameter": (lambda x, g, beta: x - beta * g, "unknown parameter 'beta'", "may name x, g, xi, x_start, gamma, H"),
    "nothing": (forgets_to_return, "returns nothing", "end it with return"),
    "pair": (pair, "constant (", "must be integers"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refusals_name_algorithm_rule_line_and_remedy(case: str) -> None:
    rule, fault, remedy = REFUSED[case]
    with pytest.raises(RuleError) as caught:
        Algorithm("mine", local_step=rule)
    message = str(caught.value)
    assert message.startswith("mine.local_step, line ")
    assert " of test_tracing.py: " in message
    assert fault in message
    assert remedy in message


def test_the_line_is_the_one_at_fault() -> None:
    with pytest.raises(RuleError) as caught:
        Algorithm("mine", local_step=branch)
    assert f"line {branch.__code__.co_firstlineno + 1} of" in str(caught.value)


def test_every_rule_of_an_algorithm_is_read() -> None:
    with pytest.raises(RuleError, match=r"mine\.server_step, line .*abs"):
        Algorithm("mine", local_step=lambda x, g: x - g, server_step=lambda x_mean: abs(x_mean))
    with pytest.raises(RuleError, match=r"mine\.control_update, line .*unknown parameter 'x'"):
        Algorithm("mine", local_step=lambda x, g: x - g, control_update=lambda xi, x: xi - x)


def test_what_is_no_plain_function_is_refused() -> None:
    with pytest.raises(RuleError, match="not a plain function"):
        Algorithm("mine", local_step=partial(lambda x, g, gamma: x - gamma * g, gamma=1))


def test_hyper_parameters_are_allowed_names() -> None:
    assert trace("mine", "local_step", lambda x, g, beta: x - beta * g, ("beta",)) == "x - beta*g"


def test_the_text_keeps_the_formula() -> None:
    assert trace("mine", "local_step", lambda x, g, gamma, H: (x - 2 * gamma * (g + x)) / (-H) ** 2) == "(x - 2*gamma*(g + x))/(-H*(-H))"


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        (lambda x, g: x - (g + x), "x - (g + x)"),
        (lambda x, g: x - g + x, "x - g + x"),
        (lambda x, g: x * (g + 1), "x*(g + 1)"),
        (lambda x, g: x / (g * x), "x/(g*x)"),
        (lambda x, g: x / g / x, "x/g/x"),
        (lambda x, g: -(x - g), "-(x - g)"),
        (lambda x, g: 2 - x * -g, "2 - x*(-g)"),
        (lambda x, g: (x + g) ** 2, "(x + g)*(x + g)"),
    ],
)
def test_brackets_stand_where_they_must(rule: Callable[..., Any], text: str) -> None:
    assert trace("mine", "local_step", rule) == text


def combine(left: Any, right: Any, operator: str) -> Any:
    return left + right if operator == "+" else left - right if operator == "-" else left * right if operator == "*" else left / right


LEAVES = st.one_of(st.sampled_from(ARGUMENTS["local_step"]), st.integers(-3, 3))
TREES = st.recursive(
    LEAVES,
    lambda below: st.one_of(
        st.tuples(below, below, st.sampled_from("+-*/")), st.tuples(below, st.just("neg")), st.tuples(below, st.integers(1, 3))
    ),
    max_leaves=8,
)


def build(tree: Any, numbers: dict[str, Any]) -> Any:
    """The expression's value; constants stay Python integers, as they do in a rule."""
    if isinstance(tree, str):
        return numbers[tree]
    if isinstance(tree, int):
        return numbers["one"] * tree if "one" in numbers else tree
    if len(tree) == 3:
        return combine(build(tree[0], numbers), build(tree[1], numbers), tree[2])
    below = build(tree[0], numbers)
    return -below if tree[1] == "neg" else below ** tree[1]


@settings(max_examples=200)
@given(TREES, st.tuples(*[st.fractions(-3, 3, max_denominator=5) for _ in ARGUMENTS["local_step"]]))
def test_the_text_means_what_the_rule_means(tree: Any, values: tuple[Fraction, ...]) -> None:
    # the simulation kernel is generated from the text: brackets must never be lost
    numbers = dict(zip(ARGUMENTS["local_step"], values, strict=True))
    text = traced(build(tree, {name: Traced(name) for name in numbers} | {"one": Traced("one")})).text
    scope = {**numbers, "one": Fraction(1)}
    try:
        expected = build(tree, scope)
    except ZeroDivisionError:
        with pytest.raises(ZeroDivisionError):
            eval(text, scope)
        return
    assert eval(text, scope) == expected


def test_names_of_own_constants_come_in_any_sequence_and_are_no_name_that_is_given() -> None:
    def step(x, g, gamma, beta):  # type: ignore[no-untyped-def]  # rules are written without types
        return x - gamma * beta * g

    for names in ("beta", ["beta"], ("beta",)):
        assert Algorithm("mine", local_step=step, hyper=names).bind(beta="1/2").hyper == ("beta",)
    bound = Algorithm("mine", local_step=step, hyper="beta").bind(beta="1/2")
    assert repr(bound) == "Algorithm('mine': local_step = x - gamma*beta*g; beta=1/2)"
    for name in ("gamma", "x_start", "two words", 3):
        with pytest.raises(InvalidInput, match="hyper"):
            Algorithm("mine", local_step=step, hyper=("beta", name))  # type: ignore[arg-type]  # the fault under test
