"""The first page: it stays one page, names every command and every extra, and the package says who and what it is."""

from __future__ import annotations

import importlib.metadata
import re
import sys
import tomllib
from pathlib import Path

import pytest

from symfed.cli import main

LONGEST = 140  # lines: what is longer is a wall, and belongs on a page of its own


def readme(root: Path) -> str:
    return (root / "README.md").read_text()


def test_it_is_one_page_whose_first_result_is_on_the_first_screen(root: Path) -> None:
    lines = readme(root).splitlines()
    assert len(lines) <= LONGEST
    assert next(k for k, line in enumerate(lines) if "symfed show" in line) < 25


def test_every_command_is_named(root: Path) -> None:
    table = readme(root).split("## Command line")[1].split("\n## ")[0]
    assert [name for name in main.commands if f"`symfed {name}" not in table and f"`{name}`" not in table] == []


def test_every_extra_and_every_package_is_there_with_its_reason(root: Path) -> None:
    page = readme(root).split("## Dependencies")[1]
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    assert [extra for extra in project["optional-dependencies"] if f"`{extra}`" not in page] == []
    wanted = [*project["dependencies"], *(one for extra in project["optional-dependencies"].values() for one in extra)]
    names = {re.split(r"[\[<>=~! ]", one)[0] for one in wanted}
    assert [name for name in sorted(names) if not re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", page)] == []


def test_what_notebooks_import_is_an_extra_of_their_own(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    held = {re.split(r"[\[<>=]", one)[0] for one in [*project["dependencies"], *project["optional-dependencies"]["notebooks"]]}
    held = {{"scikit-learn": "sklearn", "python-flint": "flint", "ipykernel": "IPython"}.get(name, name) for name in held}
    imported = set()
    for path in (root / "notebooks").glob("*.py"):
        imported |= set(re.findall(r"^(?:from|import) (\w+)", path.read_text(), flags=re.MULTILINE))
    assert imported - held - set(sys.stdlib_module_names) - {"symfed", "proofs_checks", "nbformat"} == set()  # nbclient brings nbformat


@pytest.mark.parametrize(
    "key", ["Name", "Version", "Summary", "Author", "License-Expression", "Requires-Python", "Keywords", "Description"]
)
def test_the_package_says_what_it_is(key: str) -> None:
    assert importlib.metadata.metadata("symfed")[key]


def test_it_is_filed_under_something_and_names_its_licence() -> None:
    data = importlib.metadata.metadata("symfed")
    assert data["License-Expression"] == "BSD-3-Clause"
    assert data.get_all("License-File") == ["LICENSE"]
    assert {"Typing :: Typed", "Intended Audience :: Science/Research"} <= set(data.get_all("Classifier") or [])
