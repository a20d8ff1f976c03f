"""Data flows one way, the reference never meets the derivation; and the law that says so is able to fail."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOMS = (
    "certificates",
    "core",
    "models",
    "decide",
    "derive",
    "kernel",
    "numeric",
    "formulas",
    "prove",
    "recheck",
    "reference",
    "strategies",
    "tactics",
    "tensors",
    "worst_case",
    "checks",
    "ledger",
    "report",
    "cli",
    "workers",
    "generated",
)


def obeyed(folder: Path) -> subprocess.CompletedProcess[str]:
    """The law applied to the package `symfed` in `folder`."""
    linter = Path(sys.executable).with_name("lint-imports")
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    return subprocess.run([str(linter), "--no-cache"], cwd=folder, env=environment, capture_output=True, text=True)


def test_the_law_holds(root: Path) -> None:
    result = obeyed(root)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.fixture
def empty_house(root: Path, tmp_path: Path) -> Path:
    """A package with the same rooms, all empty, under the same law."""
    shutil.copy(root / ".importlinter", tmp_path)
    for package in ("symfed", "proofs_checks", *[f"symfed/{room}" for room in ROOMS]):
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").touch()
    return tmp_path


def test_an_empty_house_is_lawful(empty_house: Path) -> None:
    assert obeyed(empty_house).returncode == 0


@pytest.mark.parametrize(
    ("room", "planted"),
    [
        ("core", "symfed.models"),
        ("models", "symfed.checks"),
        ("models", "symfed.strategies"),
        ("models", "symfed.workers"),
        ("models", "symfed.generated"),
        ("formulas", "symfed.reference"),
        ("reference", "symfed.derive"),
        ("worst_case", "symfed.derive"),
        ("derive", "symfed.tensors"),
        ("reference", "symfed.numeric"),
        ("reference", "symfed.formulas"),
        ("checks", "symfed.cli"),
        ("kernel", "sympy"),
        ("kernel", "symfed.core"),
        ("prove", "symfed.checks"),
        ("ledger", "proofs_checks"),
        ("core", "numpy"),
        ("certificates", "symfed.models"),
        ("certificates", "sympy"),
        ("recheck", "sympy"),
        ("recheck", "symfed.derive"),
    ],
)
def test_a_planted_import_breaks_it(empty_house: Path, room: str, planted: str) -> None:
    (empty_house / "symfed" / room / "planted.py").write_text(f"import {planted}\n")
    result = obeyed(empty_house)
    assert result.returncode == 1, result.stdout + result.stderr
    assert f"symfed.{room}" in result.stdout
    assert planted in result.stdout


def test_a_room_outside_the_law_breaks_it(empty_house: Path) -> None:
    (empty_house / "symfed" / "cellar.py").touch()
    assert obeyed(empty_house).returncode == 1


def test_core_stands_on_sympy_and_the_standard_library(root: Path) -> None:
    allowed = {"sympy", "symfed", "__future__", *sys.stdlib_module_names}
    for path in (root / "symfed/core").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module:
                names = [node.module]
            assert {n.split(".")[0] for n in names} <= allowed, f"{path.name} imports {names}"
