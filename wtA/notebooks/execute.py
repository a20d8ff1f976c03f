"""Bring every notebook in line with its .py source, execute it and store it without traces of the machine: `make notebooks`.

The .py files (percent format) are what people edit; the .ipynb beside each is what people read.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import jupytext
import nbformat
from nbclient import NotebookClient

HERE = Path(__file__).resolve().parent


def sources() -> list[Path]:
    """The notebooks' sources: the numbered .py files."""
    return sorted(HERE.glob("[0-9]*.py"))


def execute(source: Path, timeout: int = 900) -> nbformat.NotebookNode:
    """A fresh notebook from a source, run in its folder. Raises CellExecutionError, with the traceback, where a cell fails."""
    notebook = jupytext.read(source)
    client = NotebookClient(
        notebook, timeout=timeout, kernel_name="python3", resources={"metadata": {"path": str(HERE)}}, record_timing=False
    )
    # whatever backend the caller draws with, a notebook keeps its pictures
    client.execute(env={**os.environ, "MPLBACKEND": "module://matplotlib_inline.backend_inline"})
    return notebook


def without_machine(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """The notebook without what differs from run to run: kernel version, random cell names, timings."""
    notebook.metadata = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    for number, cell in enumerate(notebook.cells):
        cell.metadata, cell.id = {}, f"cell-{number}"
    return notebook


def main(names: list[str]) -> None:
    """Execute the notebooks whose file names start with one of the names; all of them without names."""
    for source in sources():
        if not names or source.name.startswith(tuple(names)):
            nbformat.write(without_machine(execute(source)), source.with_suffix(".ipynb"))


if __name__ == "__main__":
    main(sys.argv[1:])
