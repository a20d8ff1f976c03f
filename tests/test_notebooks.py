"""The notebooks run, and what is committed beside each source is what running it gives."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

import jupytext
import nbformat
import pytest

FOLDER = Path(__file__).resolve().parents[1] / "notebooks"
TOOLS = runpy.run_path(str(FOLDER / "execute.py"))
SOURCES: list[Path] = TOOLS["sources"]()
AGAIN = "write `make notebooks` to bring it up to date"


def name(path: Path) -> str:
    return path.stem


def committed(source: Path) -> nbformat.NotebookNode:
    return nbformat.read(source.with_suffix(".ipynb"), as_version=4)


def words(notebook: nbformat.NotebookNode) -> list[list[Any]]:
    """What every cell shows, without pictures and without the plain text behind a formula."""
    shown = []
    for cell in notebook.cells:
        outputs = cell.get("outputs", [])
        texts = [o["text"] for o in outputs if o.output_type == "stream"]
        rich = [o["data"] for o in outputs if "data" in o]
        shown.append(texts + [data.get("text/markdown", data.get("text/latex")) for data in rich])
    return shown


def test_every_notebook_has_a_source_and_every_source_a_notebook() -> None:
    assert SOURCES
    assert {p.stem for p in SOURCES} == {p.stem for p in FOLDER.glob("*.ipynb")}


@pytest.mark.parametrize("source", SOURCES, ids=name)
def test_notebook_and_source_hold_the_same_cells(source: Path) -> None:
    here, there = jupytext.read(source), committed(source)
    assert [(c.cell_type, c.source) for c in here.cells] == [(c.cell_type, c.source) for c in there.cells], AGAIN


@pytest.mark.parametrize("source", SOURCES, ids=name)
def test_committed_notebook_was_run_whole_and_names_no_machine(source: Path) -> None:
    notebook = committed(source)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1)), AGAIN
    outputs = [output for cell in code for output in cell.outputs]
    assert any("image/png" in output.get("data", {}) for output in outputs)
    assert not [output for output in outputs if output.output_type == "error" or output.get("name") == "stderr"]
    assert notebook == TOOLS["without_machine"](committed(source))
    texts = [str(shown) for cell in words(notebook) for shown in cell]
    assert not [text for text in texts if re.search(r"(?<![\w$\\^}])/[a-z]+/[a-z]|[A-Z]:\\\\|ipykernel|0x[0-9a-f]{6}", text)]


def test_first_notebook_runs_and_says_what_is_committed() -> None:
    source = FOLDER / "01_from_algorithm_to_bias.py"
    assert words(TOOLS["execute"](source)) == words(committed(source)), AGAIN


def test_a_failing_cell_stops_a_notebook(tmp_path: Path) -> None:
    broken = tmp_path / "00_broken.py"
    broken.write_text("# %%\nassert 1 == 2\n")
    with pytest.raises(Exception, match="AssertionError"):
        TOOLS["execute"](broken)
