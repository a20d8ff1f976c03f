"""Formulas as objects: found without a list, derived on first touch, homogeneous, printable, exportable."""

from __future__ import annotations

import inspect
import subprocess
import sys
from typing import Any

import pytest
import sympy as sp

import symfed.formulas
from symfed.core.errors import InvalidInput, UnknownName
from symfed.core.formula import BOUND, EXACT, PRINTED, Formula, remainder_in_gamma
from symfed.core.symbols import ClientMean, N, a, gamma, scaling
from symfed.derive.expansion import coefficients
from symfed.derive.spectrum import contraction_domain, wasserstein_domain
from symfed.formulas import all_formulas, expand, get_formula
from symfed.formulas.expansion import ExpansionFormula
from symfed.formulas.kinds import ProblemFormula
from symfed.formulas.tensors import latex, split

FORMULAS = all_formulas()
EVERY = pytest.mark.parametrize("formula", FORMULAS.values(), ids=FORMULAS)


def test_the_formulas_of_the_issue_are_there() -> None:
    stable = {"fedavg_bias", "fedavg_bias_heterogeneity", "fedavg_bias_stochastic", "fedavg_second_moment", "fedavg_fixed_point",
              "fedavg_quadratic_second_moment", "fedavg_contraction", "fedavg_wasserstein_rate",
              "sgd_bias", "sgd_second_moment"}  # fmt: skip
    assert stable <= set(FORMULAS)


@EVERY
def test_every_formula_is_exposed_under_its_name(formula: Formula) -> None:
    assert getattr(symfed.formulas, formula.name) is formula
    assert formula.name in dir(symfed.formulas)
    assert get_formula(formula.name) is formula


@pytest.mark.parametrize("name", ["fedavg", "fedavg_quadratic", "fedlsa", "scaffold", "sgd"])
def test_a_second_moment_that_was_called_a_covariance_is_still_found(name: str) -> None:
    old, new = f"{name}_covariance", f"{name}_second_moment"
    for find in (get_formula, lambda wanted: getattr(symfed.formulas, wanted)):
        with pytest.warns(DeprecationWarning, match=f"is called {new}") as caught:
            assert find(old) is get_formula(new)
        assert caught[0].filename == __file__
    assert old not in [*dir(symfed.formulas), *FORMULAS]


def test_a_star_import_brings_all_formulas() -> None:
    scope: dict[str, Any] = {}
    exec("from symfed.formulas import *", scope)
    assert set(FORMULAS) <= set(scope)


def test_rates_are_stated_where_the_engine_derives_them() -> None:
    for name, domain in (("fedavg_contraction", contraction_domain), ("fedavg_wasserstein_rate", wasserstein_domain)):
        assert set(domain("fedavg").relations) == set(get_formula(name).domain.relations)


def test_an_unknown_formula_is_answered_with_near_ones() -> None:
    with pytest.raises(UnknownName, match="did you mean fedavg_bias"):
        get_formula("fedavg_bais")
    with pytest.raises(AttributeError, match="did you mean fedavg_bias"):
        _ = symfed.formulas.fedavg_bais


def test_nothing_is_derived_before_it_is_touched() -> None:
    program = """
import sys, symfed.formulas
assert not any(m.startswith("symfed.derive") for m in sys.modules), "on import"
dir(symfed.formulas)
from symfed.formulas import fedavg_bias
help_text = fedavg_bias.__doc__
assert not any(m.startswith("symfed.derive") for m in sys.modules), "on naming a formula"
fedavg_bias.expr
assert "symfed.derive.expansion" in sys.modules
"""
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr


def test_an_expression_is_derived_once() -> None:
    calls: list[int] = []
    formula = Formula("f", "A formula.", lambda: calls.append(1) or gamma, (gamma,))
    assert formula.expr is formula.expr
    assert len(calls) == 1


#: What is no equation, and its power of the unit of length: a bias, a factor, a second moment.
BOUNDS = {"fedlsa_bias_bound": 1, "scafflsa_contraction": 0, "scafflsa_error_bound": 2, "scaffold_contraction_of_the_class": 0}


@EVERY
def test_formulas_scale_as_they_must(formula: Formula) -> None:
    # (weight, length): nothing depends on the unit of time; a bias is a length, a second moment a length squared
    length = formula.rank if isinstance(formula, ProblemFormula) else BOUNDS.get(formula.name, 0)
    assert formula.expr == 0 or scaling(formula.expr) == (0, length)


@pytest.mark.parametrize("quantity", ["bias", "second_moment"])
def test_second_order_scales_too(quantity: str) -> None:
    assert scaling(expand("fedavg", quantity, 2).expr) == (0, 1 if quantity == "bias" else 2)


@EVERY
def test_formulas_print_in_notebooks(formula: Formula) -> None:
    assert formula.latex().strip()
    assert formula._repr_latex_().startswith("$")
    page = formula._repr_markdown_()
    for part in (formula.name, formula.says, formula.equation(), formula.domain.latex(), str(formula.remainder), formula.source):
        assert part in page
    assert formula.source
    assert formula.says.endswith(".")
    assert formula.says in (formula.__doc__ or "")


def test_the_printed_bias_has_both_tensors_with_derived_coefficients() -> None:
    text = symfed.formulas.fedavg_bias.latex()
    assert r"\frac{\gamma \left(H - 1\right)}{2}" in text
    assert r"- \frac{\gamma}{2 N}" in text
    assert r"\mathbf{A}\mathcal{C}" in text
    assert "langle" not in text
    assert r"\left\langle a g \right\rangle" in expand("fedavg", "bias", 1, dim=1).latex()


def test_a_term_without_a_tensor_is_an_error_that_says_where_to_add_it() -> None:
    with pytest.raises(UnknownName, match=r"has no tensor form of rank 1 in symfed\.formulas\.tensors"):
        split(gamma * ClientMean(a**2) / ClientMean(a), 1)
    assert latex(sp.S.Zero, 1) == []


def test_a_vector_is_not_evaluated_by_the_matrix_of_its_name() -> None:
    """gamma^2 (H-1) g^2 leaves <C>/<a> in the bias, which is a matrix in second moments, and the mixed term takes <g^2>/<a> away."""
    rule = symfed.Algorithm(
        "turned",
        local_step=lambda x, g, x_start, gamma, H: x - gamma * g * (1 - 2 * (x - x_start)) + gamma**2 * (H - 1) * g**2,
    )
    problem = symfed.QuadraticProblem([[[2, 1], [1, 3]], [[1, 0], [0, 5]]], [[1, 0], [-1, 2]], [[[2, 1], [1, 1]], [[1, 0], [0, 3]]])
    value = expand(rule, "bias", 1)(problem, 1, 2, backend="exact", check=False)
    assert value.tolist() == coefficients(rule, problem.jets, "bias", 1, 2)[0].tolist()
    with pytest.raises(InvalidInput, match="has no tensor form"):
        expand(rule, "bias", 1, dim=2)


def test_remainders_say_what_is_held_fixed() -> None:
    for formula in FORMULAS.values():
        exact = PRINTED if formula.name.endswith("_printed") else BOUND if formula.name in BOUNDS else EXACT
        assert formula.remainder == (remainder_in_gamma(formula.order + 1) if isinstance(formula, ExpansionFormula) else exact)
    assert expand("fedavg", "bias", 2).remainder.order == 3
    assert "H and the problem held fixed" in str(remainder_in_gamma(2))


@EVERY
def test_python_export_computes_the_expression(formula: Any) -> None:
    scope: dict[str, Any] = {}
    exec(formula.code("python"), scope)  # the text is our own
    arguments = formula.arguments() if isinstance(formula, ProblemFormula) else {v.name: v for v in formula.variables}
    point = {name: sp.Rational(k + 2, 101) for k, name in enumerate(arguments)}  # nothing is 1, or 1 - <...> could vanish
    swap = {value: point[name] for name, value in arguments.items()}
    # one rounding per operation of a short expression
    assert scope[formula.name](**{k: float(v) for k, v in point.items()}) == pytest.approx(float(formula.expr.xreplace(swap)), rel=1e-12)


@EVERY
@pytest.mark.parametrize("language", ["c", "julia"])
def test_export_to_other_languages_names_the_formula(formula: Any, language: str) -> None:
    text = formula.code(language)
    assert f" {formula.name}(" in text
    assert str(formula.domain) in text


def test_the_number_of_clients_is_an_argument_where_it_matters() -> None:
    assert N in symfed.formulas.fedavg_second_moment.arguments().values()
    assert N not in symfed.formulas.fedavg_bias_heterogeneity.arguments().values()


@EVERY
def test_help_says_what_goes_in_and_what_comes_out_and_its_example_runs(formula: Any) -> None:
    page = formula.__doc__ or ""
    assert page.startswith(f"{formula.call()}\n\n{formula.says}\n")
    for symbol in formula.variables:
        assert f"\n{symbol.name}: " in page
    assert max(map(len, formula.usage().splitlines())) <= 140
    assert ("shape broadcast(gamma, H) + (d" in page) == isinstance(formula, ProblemFormula)
    *before, last = [line.removeprefix(">>> ") for line in page.splitlines() if line.startswith(">>> ")]
    scope: dict[str, Any] = {}
    exec("\n".join(before), scope)  # the text is our own
    assert eval(last, scope) is not None


def test_every_public_function_says_its_source_and_shows_a_call() -> None:
    for name, function in symfed.formulas.all_functions().items():
        assert "\nSource: " in (inspect.getdoc(function) or ""), name
        assert ">>> " in (inspect.getdoc(function) or ""), name


@EVERY
def test_a_printed_formula_is_what_the_command_line_says(formula: Formula) -> None:
    fields = str(formula).splitlines()
    assert fields[0] == f"{formula.name}: {formula.says}"
    assert f"domain: {formula.domain}" in fields
    assert all(f"    {letter} = {meaning}" in fields for letter, meaning in formula.legend.items())


def test_letters_are_given_values_by_name() -> None:
    formula = expand("fedavg", "bias")
    assert formula.subs(H=1) == formula.expr.subs(formula.symbols["H"], 1) != formula.expr
    assert formula.subs(gamma="1/20", H=3) == formula.expr.subs({formula.symbols["gamma"]: sp.Rational(1, 20), formula.symbols["H"]: 3})
    for name in ("h", "a"):  # a stands inside averages
        with pytest.raises(InvalidInput, match=f"{name} = 1: is no letter of fedavg_bias_order_1, whose letters are H, N, gamma"):
            formula.subs(**{name: 1})
    assert sp.sympify(formula) == formula.expr
    with pytest.raises(AttributeError, match=r"write \.expr\.simplify"):
        formula.simplify()  # type: ignore[union-attr]  # what is tried
    assert not hasattr(formula, "no_such_thing")
    broken = Formula("f", "A formula.", lambda: [].nothing, ())  # type: ignore[attr-defined]  # the error must come through
    with pytest.raises(AttributeError, match="'list' object has no attribute 'nothing'"):
        _ = broken.expr


def test_what_people_call_other_names_is_named() -> None:
    with pytest.raises(UnknownName, match=r"did you mean 'second_moment', which is about theta\*"):
        expand("scaffold", "covariance")
    with pytest.raises(AttributeError, match="did you mean fedavg_second_moment"):
        _ = symfed.formulas.fedavg_variance  # type: ignore[attr-defined]  # what is tried
    with pytest.raises(UnknownName, match="did you mean 'float64'"):
        symfed.formulas.fedavg_bias.compile("numpy")
