"""Numbers as people have them: every formula takes decimals and fractions in strings, and gives the digits that were asked for."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import mpmath
import numpy as np
import pytest

from symfed import formulas
from symfed.core.errors import InvalidInput
from symfed.core.formula import Formula
from symfed.formulas.kinds import ProblemFormula, ScalarFormula
from symfed.models.problems import QuadraticProblem

FORMULAS = formulas.all_formulas()
EXACT = QuadraticProblem([[[1]], [[3]]], [[0], [4]], noise=[[1]])
VALUES = {"gamma": Fraction(1, 300), "H": 3, "mu": 1, "decay": 1, "L": 3, "N": 2}


def arguments(formula: Formula) -> dict[str, Any]:
    names = [symbol.name for symbol in formula.variables]
    return {name: VALUES.get(name, 1) for name in names}


def call(formula: Any, values: dict[str, Any], **options: Any) -> Any:
    return formula(EXACT, **values, **options) if isinstance(formula, ProblemFormula) else formula(**values, **options)


@pytest.mark.parametrize("name", FORMULAS)
def test_numbers_in_whatever_dress(name: str) -> None:
    formula = FORMULAS[name]
    values = arguments(formula)
    expected = call(formula, {key: float(value) for key, value in values.items()})
    spelt = {key: str(value) for key, value in values.items()}
    counted = {key: np.int64(value) if key == "H" else value for key, value in values.items()}
    for dressed in (spelt, counted, {**counted, "gamma": np.array(["1/300"])}):
        # the double nearest to 1/300 is what the floats were given; a formula of a few dozen operations keeps all but some digits
        assert np.allclose(np.asarray(call(formula, dressed), dtype=float), expected, rtol=1e-11, atol=0)


@pytest.mark.parametrize("name", [name for name, f in FORMULAS.items() if "H" in {v.name for v in f.variables}])
def test_thirty_digits_are_thirty(name: str) -> None:
    formula = FORMULAS[name]
    values = {**arguments(formula), "gamma": "1/300"}
    ball = np.ravel(call(formula, values, backend="ball", digits=45))[0]
    many = np.ravel(call(formula, values, backend="mpmath", digits=30))[0]
    with mpmath.workdps(60):
        truth = mpmath.mpf(ball.mid().str(50, radius=False))
        assert abs(many - truth) <= mpmath.mpf(10) ** -30 * abs(truth)


@pytest.mark.parametrize("text", ["x", "1/0", "nan", "__import__('os')"])
def test_text_that_spells_no_number_is_refused(text: str) -> None:
    for formula in (formulas.fedavg_bias, formulas.fedavg_contraction):
        for name in ("gamma", "H"):
            with pytest.raises(InvalidInput, match=f"^{name} = "):
                call(formula, {**arguments(formula), name: text})


def test_an_exact_answer_goes_with_floats() -> None:
    bias = formulas.fedavg_bias(EXACT, "1/20", 5, backend="exact")
    assert isinstance(formulas.fedavg_contraction, ScalarFormula)
    rate = formulas.fedavg_contraction("1/20", 5, 1, 10, backend="exact")
    assert (bias - 0.25).dtype == float
    assert isinstance(bias[0] - 0.25, float)
    assert isinstance(rate - 0.25, float)
