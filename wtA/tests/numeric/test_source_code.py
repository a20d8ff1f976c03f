"""Exported code is a function of the right arguments that computes the right number."""

from __future__ import annotations

import math

import pytest
import sympy as sp

from symfed.core.errors import UnknownName
from symfed.core.symbols import ClientMean, H, a, g, gamma, mu
from symfed.numeric import compile_expression
from symfed.numeric.source_code import LANGUAGES, source_code

NAMES = {"gamma": gamma, "H": H, "mu": mu, "mean_ag": ClientMean(a * g)}
EXPRESSION = gamma * (H - 1) * ClientMean(a * g) / 3 + sp.exp(-gamma * mu) * (1 - gamma * mu) ** H + (1 - gamma * mu) ** (2 * H)


def test_python_code_runs_and_agrees_with_float64() -> None:
    scope: dict[str, object] = {}
    exec(source_code("f", EXPRESSION, NAMES, "python", ["a note"]), scope)  # the text is our own
    point = (0.1, 3, 0.7, 1.3)
    expected = float(compile_expression(EXPRESSION, tuple(NAMES.values()))(*point))
    assert scope["f"](*point) == pytest.approx(expected, rel=1e-14)  # type: ignore[operator]  # a function made by exec
    assert scope["math"] is math


@pytest.mark.parametrize(("language", "head"), [("c", "double f(double gamma, double H"), ("julia", "function f(gamma, H")])
def test_code_names_its_arguments_and_carries_its_notes(language: str, head: str) -> None:
    text = source_code("f", EXPRESSION, NAMES, language, ["domain: L*gamma <= 1"])
    assert head in text
    assert text.splitlines()[0].endswith("domain: L*gamma <= 1")
    assert "Dummy" not in text
    assert "step_0" in text, "the repeated 1 - gamma*mu is computed once"


def test_c_divides_as_doubles() -> None:
    assert "1.0/3.0" in source_code("f", EXPRESSION, NAMES, "c")


def test_an_unknown_language_is_answered_with_the_known_ones() -> None:
    with pytest.raises(UnknownName, match=", ".join(map(repr, LANGUAGES))):
        source_code("f", EXPRESSION, NAMES, "fortran")
