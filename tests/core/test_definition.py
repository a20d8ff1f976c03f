"""A function's definition is found in its file, whatever else stands in the line."""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

import pytest

from symfed.core.definition import definition


def nested(k: int) -> Any:
    return lambda a: lambda b, c=(lambda: k): a + b + c()


def decorated(function: Any) -> Any:
    return function


@decorated
def below_a_decorator() -> int:
    return 1


SIDES: list[Any] = [lambda x: x.real, lambda x: x.imag, lambda x: (x, "é"), lambda: -1, lambda: -2, lambda *, k=3: (k,)]


@pytest.mark.parametrize(
    ("function", "text"),
    [
        *zip(
            SIDES,
            ["lambda x: x.real", "lambda x: x.imag", "lambda x: (x, 'é')", "lambda: -1", "lambda: -2", "lambda *, k=3: (k,)"],
            strict=True,
        ),
        (nested(1), "lambda a: lambda b, c=lambda: k: a + b + c()"),
        (nested(1)(2), "lambda b, c=lambda: k: a + b + c()"),
        (nested(1)(2).__defaults__[0], "lambda: k"),
    ],
)
def test_a_lambda_is_found_among_others(function: FunctionType, text: str) -> None:
    node = definition(function)
    assert node is not None
    assert ast.unparse(node) == text


def test_a_function_is_found_below_its_decorators() -> None:
    node = definition(below_a_decorator)
    assert isinstance(node, ast.FunctionDef)
    assert node.name == "below_a_decorator"


def test_what_stands_in_no_file_has_no_definition() -> None:
    made_up: Any = eval("lambda x: x")  # a test's own text
    assert definition(made_up) is None
