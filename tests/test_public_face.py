"""The public face can be discovered: complete and clean lists, near names, types that a checker sees, arguments by name."""

from __future__ import annotations

import ast
import inspect
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import symfed
from symfed import formulas
from symfed.core.errors import UnknownName
from symfed.core.formula import Formula


def test_the_names_are_complete_and_clean() -> None:
    rooms = {module.name for module in pkgutil.iter_modules(symfed.__path__) if module.ispkg} - {"cli"}  # nobody imports commands
    assert rooms <= set(dir(symfed))
    assert set(dir(symfed)) == {*symfed.__all__, "__version__"}
    assert [name for name in dir(formulas) if name.startswith("_")] == []
    for module in (symfed, formulas):
        assert [name for name in dir(module) if not hasattr(module, name)] == []


def test_the_stub_says_where_each_name_lives(root: Path) -> None:
    imports = [node for node in ast.parse((root / "symfed/__init__.pyi").read_text()).body if isinstance(node, ast.ImportFrom)]
    assert all(alias.asname == alias.name for node in imports for alias in node.names), "`as` makes a name of a stub public"
    shown = {alias.name: node.module for node in imports for alias in node.names}
    assert shown == {**symfed._LAZY, **dict.fromkeys(symfed._MODULES, "symfed")}


def test_every_formula_is_named_by_its_file_and_every_file_is_shown_to_checkers(root: Path) -> None:
    files = [getattr(formulas, module.name) for module in pkgutil.iter_modules(formulas.__path__)]
    made = {value.name for module in files for value in vars(module).values() if isinstance(value, Formula)}
    assert made == set(formulas.all_formulas())
    stars = re.findall(r"from symfed\.formulas\.(\w+) import \*", (root / "symfed/formulas/__init__.py").read_text())
    assert stars == sorted(module.__name__.split(".")[-1] for module in files if hasattr(module, "__all__"))


@pytest.mark.parametrize(
    ("module", "name", "said"),
    [
        ("symfed", "QuadraticProblm", "did you mean QuadraticProblem"),
        ("symfed.formulas", "fedavg_bais", "did you mean fedavg_bias"),
        ("symfed.formulas", "zzz", "is not known"),
    ],
)
def test_an_unknown_name_is_answered_with_near_ones(module: str, name: str, said: str) -> None:
    with pytest.raises(AttributeError, match=said):
        eval(f"{module}.{name}", {"symfed": symfed})  # both are written above
    with pytest.raises(ImportError, match=said):
        exec(f"from {module} import {name}")
    assert not hasattr(symfed, name)


def test_nobody_is_sent_to_what_is_printed_unless_asked_for() -> None:
    assert {name for name in dir(formulas) if name.endswith("_printed")} == {"optimal_local_steps_printed", "scaffold_contraction_printed"}
    for mistyped, meant in (("optimal_local_step", "optimal_local_steps"), ("scaffold_contractions", "scaffold_contraction")):
        with pytest.raises(UnknownName, match=f"{meant}, ") as refused:
            formulas.get_formula(mistyped)
        assert "printed" not in str(refused.value)
    with pytest.raises(UnknownName, match="did you mean optimal_local_steps_printed"):
        formulas.get_formula("optimal_local_step_printed")
    with pytest.raises(UnknownName, match=r"is a function and no formula: write symfed.formulas.optimal_local_steps\(...\)"):
        formulas.get_formula("optimal_local_steps")


def test_signatures_name_the_arguments() -> None:
    options = ["backend", "digits", "check"]
    assert list(inspect.signature(formulas.scaffold_contraction).parameters) == ["gamma", "H", "mu", "L", *options]
    assert list(inspect.signature(formulas.fedavg_bias).parameters)[:3] == ["problem", "gamma", "H"]
    calls = {
        "scaffold_contraction": "scaffold_contraction(gamma, H, mu, L)",
        "fedavg_bias": "fedavg_bias(problem, gamma, H)",
        "sgd_bias": "sgd_bias(problem, gamma)",
    }
    for name, call in calls.items():
        assert (formulas.get_formula(name).__doc__ or "").startswith(f"{call}\n")
    assert "(problem, theta, gamma, H)" in (symfed.expand("fedavg", "modified_gradient", 2).__doc__ or "")


TYPED = """
import symfed as sf
from symfed.formulas import fedavg_bias, fedavg_covariance, optimal_local_steps
from symfed.formulas import no_such_formula
reveal_type(sf.QuadraticProblem([[[1]]], [[0]]))
reveal_type(fedavg_bias)
reveal_type(sf.formulas.scaffold_contraction)
reveal_type(optimal_local_steps)
sf.no_such_name
"""


def test_a_type_checker_sees_what_is_there_and_what_is_not(root: Path, tmp_path: Path) -> None:
    snippet = tmp_path / "snippet.py"
    snippet.write_text(TYPED)
    asked = [sys.executable, "-m", "mypy", "--no-error-summary", str(snippet)]  # from the root: with its settings, and what it remembers
    told = subprocess.run(asked, cwd=root, capture_output=True, text=True).stdout
    seen = re.findall(r"snippet\.py:(\d+): (?:note: Revealed type is \"([^\"]*)|error: (.*?)  \[)", told)
    assert {(int(line), note or error) for line, note, error in seen} >= {
        (4, 'Module "symfed.formulas" has no attribute "no_such_formula"'),
        (5, "symfed.models.problems.quadratic.QuadraticProblem"),
        (6, "symfed.formulas.expansion.ExpansionFormula"),
        (7, "symfed.formulas.kinds.ScalarFormula"),
        (9, 'Module has no attribute "no_such_name"'),
    }, told
    assert [line for line, _, error in seen if error] == ["4", "9"], told
    assert "def (gamma: Any, mu: Any, L: Any, *, check: bool =)" in told
