"""Exported code is a function of the right arguments that computes the right number."""

from __future__ import annotations

import math
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
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


def test_numpy_code_takes_arrays() -> None:
    scope: dict[str, Any] = {}
    largest = sp.Max(EXPRESSION, sp.sqrt(gamma))
    exec(source_code("f", largest, NAMES, "NumPy"), scope)  # the text is our own
    point = (np.array([0.1, 0.2]), 3, 0.7, 1.3)
    expected = compile_expression(largest, tuple(NAMES.values()))(*point)
    assert np.allclose(scope["f"](*point), expected, rtol=1e-14, atol=0)


def test_c_code_compiles_by_itself(tmp_path: Path) -> None:
    compiler = shutil.which("cc")
    text = source_code("f", EXPRESSION, NAMES, "c", ["a note"])
    assert "#include <math.h>" in text
    if compiler is not None:  # where there is none, the text is all that can be looked at
        (tmp_path / "f.c").write_text(text)
        command = [compiler, "-Wall", "-Werror", "-c", "f.c"]
        assert subprocess.run(command, cwd=tmp_path, capture_output=True).returncode == 0


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
