"""The house style, as far as a machine can see it: what no reader should have to check by eye."""

from __future__ import annotations

import ast
import doctest
import importlib
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest
from mypy.main import process_options

from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import all_algorithms

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = sorted((ROOT / "symfed").rglob("*.py"))
CLAIMS = sorted((ROOT / "proofs_checks").rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
TEXT = {".py", ".md", ".toml", ".txt", ".cff", ".html", ".css", ".json", ".ipynb", ".yaml", ""}
ROOMS = ("symfed", "proofs_checks", "tests", "notebooks", "benchmarks", "docs", ".ci")


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def syntax(path: Path) -> list[ast.AST]:
    """The syntax of a file, all nodes of it."""
    return list(ast.walk(ast.parse(path.read_text())))


def offenders(paths: Iterable[Path], rule: Callable[[Path], object]) -> dict[str, object]:
    """What breaks a rule, by file: a rule is asked once of all files, so that ten rules are ten tests."""
    return {name(path): broken for path in paths if (broken := rule(path))}


def calls(path: Path) -> Iterator[tuple[int, str]]:
    """Line and last name of everything that is called in a file."""
    for node in syntax(path):
        if isinstance(node, ast.Call):
            target = node.func
            yield node.lineno, target.attr if isinstance(target, ast.Attribute) else getattr(target, "id", "")


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True)


def tracked_text() -> list[Path]:
    inside = [p for room in ROOMS for p in (ROOT / room).rglob("*")]
    files = [p for p in [*ROOT.iterdir(), *inside] if p.is_file() and p.suffix in TEXT and "__pycache__" not in p.parts]
    return sorted(p for p in files if ".ipynb_checkpoints" not in p.parts)


def test_lint() -> None:
    result = run("-m", "ruff", "check", ".")
    assert result.returncode == 0, result.stdout


def test_format() -> None:
    result = run("-m", "ruff", "format", "--check", ".")
    assert result.returncode == 0, result.stdout + result.stderr


def test_types() -> None:
    result = run("-m", "mypy", "symfed", "proofs_checks")
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize("room", ["core", "checks", "ledger"])
def test_types_are_strict_where_verdicts_are_made(root: Path, room: str) -> None:
    # one run of mypy judges all rooms: pyproject.toml must ask of these three whatever --strict asks
    strict, plain = (process_options([*flags, "--config-file=", "-c", ""])[1] for flags in (["--strict"], []))
    ours = process_options(["--config-file", str(root / "pyproject.toml"), "-c", ""])[1]
    before = plain.snapshot()
    asked = [flag for flag, value in strict.snapshot().items() if value != before[flag]]
    assert "disallow_untyped_defs" in asked
    here = ours.clone_for_module(f"symfed.{room}.planted")
    assert [flag for flag in asked if getattr(here, flag) != getattr(strict, flag)] == [], "pyproject.toml: the section of these rooms"


def test_files_are_short() -> None:
    long = offenders([*PACKAGE, *CLAIMS, *TESTS], lambda path: len(path.read_text().splitlines()) > 400)
    assert not long, "split the file: one unit a file"


def test_one_symbol_table() -> None:
    files = [path for path in (*PACKAGE, *CLAIMS) if name(path) != "symfed/core/symbols.py"]
    made = offenders(files, lambda path: [line for line, called in calls(path) if called in ("symbols", "Symbol")])
    assert not made, "these lines make symbols: a symbol's identity includes its assumptions; add it to symfed/core/symbols.py"


def read_by_sympy(path: Path) -> list[int]:
    """The lines on which SymPy is given what it may run as a program."""
    readers = ("sympify", "_sympify", "parse_expr", "parse_latex", "kernS", "nsimplify", "S")
    reads = [line for line, called in calls(path) if called in readers]
    rationals = [
        node.lineno
        for node in syntax(path)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "Rational"
        and [type(one) for one in node.args] not in ([ast.Constant], [ast.Starred])
        and len(node.args) == 1
    ]
    return reads + rationals


def test_sympy_reads_nothing_but_through_the_grammar() -> None:
    reads = offenders([path for path in PACKAGE if name(path) != "symfed/core/grammar.py"], read_by_sympy)
    assert not reads, (
        "SymPy runs the text in whatever it is given; "
        "use as_expression or rational_number, or expression for what comes from outside, of symfed/core/grammar.py"
    )


def printing(path: Path) -> list[int]:
    return [n.lineno for n in syntax(path) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id == "print"]


def test_nothing_is_printed() -> None:
    assert not offenders(PACKAGE, printing), "library code is silent, the command line writes through its console"


def swallowing(path: Path) -> list[int]:
    handlers = [node for node in syntax(path) if isinstance(node, ast.ExceptHandler)]
    return [h.lineno for h in handlers if h.type is None or (len(h.body) == 1 and isinstance(h.body[0], ast.Pass))]


def test_no_error_is_swallowed() -> None:
    assert not offenders([*PACKAGE, *CLAIMS, *TESTS], swallowing), "name the error and say what follows from it"


def test_randomness_comes_from_named_streams() -> None:
    drawn = re.compile(r"^.*(?:(?:np|numpy)\.random\b(?!\.Generator\b)|^\s*import random|from random import).*$", re.M)
    files = [path for path in PACKAGE if not name(path).startswith("symfed/reference/")]
    draws = offenders(files, lambda path: drawn.findall(path.read_text()))
    assert not draws, "only reference/ draws random numbers, through its streams"


def test_no_test_is_switched_off() -> None:
    words = ("pytest.mark." + "skip", "pytest." + "skip", "x" + "fail", "importor" + "skip")
    assert not offenders(TESTS, lambda path: [w for w in words if w in path.read_text()])


def test_the_rules_are_broken_by_what_breaks_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    bad = tmp_path / "bad.py"
    bad.write_text("try:\n    print(S('1'), Rational.Rational(x))\nexcept ValueError:\n    pass\n")
    assert offenders([bad], read_by_sympy) == {"bad.py": [2, 2]}
    assert offenders([bad], printing) == {"bad.py": [2]}
    assert offenders([bad], swallowing) == {"bad.py": [3]}


def test_nothing_names_this_machine_or_a_registry() -> None:
    # written in two halves so that this file passes its own test
    words = (
        "/wo" + "rk/",
        "/ro" + "ot/",
        "/ho" + "me/",
        "/Use" + "rs/",
        "/tm" + "p/",
        "pypi" + ".org",
        "python" + "hosted",
        "index" + "-url",
    )
    found = [f"{name(p)}: {w}" for p in tracked_text() for w in words if w in p.read_text(errors="replace")]
    assert not found


def test_every_algorithm_file_is_found() -> None:
    files = {p.stem for p in (ROOT / "symfed/models/algorithms").glob("*.py")} - {"__init__"}
    modules = [importlib.import_module(f"symfed.models.algorithms.{file}") for file in files]
    held = [{name for name, value in vars(module).items() if isinstance(value, Algorithm) and value.name == name} for module in modules]
    assert all(held), "nothing else stands in this folder, and an algorithm's variable carries its name"
    assert set().union(*held) == set(all_algorithms()), "nothing is registered by hand"


@pytest.mark.parametrize("path", [path for path in [*PACKAGE, *CLAIMS] if ">>>" in path.read_text()], ids=name)
def test_doctests(path: Path) -> None:
    module = name(path).removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    failed, _ = doctest.testmod(importlib.import_module(module))
    assert failed == 0


def test_importing_symfed_is_cheap() -> None:
    heavy = "sympy flint numba matplotlib numpy scipy hypothesis rich"
    result = run("-c", f"import symfed, sys; print([m for m in '{heavy}'.split() if m in sys.modules])")
    assert result.stdout.strip() == "[]", result.stdout + result.stderr


def test_every_public_name_resolves() -> None:
    import symfed

    missing = []
    for public in symfed.__all__:
        try:
            getattr(symfed, public)
        except (AttributeError, ImportError) as error:
            missing.append(f"{public}: {error}")
    assert not missing
    assert set(symfed.__all__) <= set(dir(symfed))


def test_no_two_classes_have_one_name() -> None:
    made = [node.name for path in PACKAGE for node in syntax(path) if isinstance(node, ast.ClassDef)]
    twice = {one for one in made if made.count(one) > 1 and not one.startswith("_")}
    assert not twice, f"{sorted(twice)}: one word for one thing"


def test_what_machines_write_stays_small() -> None:
    written = [p for p in (ROOT / "proofs_checks").rglob("*") if p.is_file() and p.suffix in (".json", ".v", ".xz")]
    assert sum(p.stat().st_size for p in written) < 3_000_000
