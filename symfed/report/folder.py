"""Write the report as files, each first under a temporary name and then renamed, so that no file is ever incomplete."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from symfed.coq.accepted import load as load_accepted
from symfed.ledger.discovery import Claims
from symfed.ledger.store import committed_path
from symfed.mutants.table import committed_path as mutants_path
from symfed.mutants.table import load as load_mutants
from symfed.report.edition import edition
from symfed.report.formula_texts import load as load_formulas
from symfed.report.kernel import accepted
from symfed.report.page import build_pages
from symfed.report.reading import readings as readings_of
from symfed.report.recorded import Recorded

if TYPE_CHECKING:
    from symfed.ledger.row import Row


def replace_files(folder: Path, texts: Mapping[str, str]) -> None:
    """Write text files into `folder` by their paths in it, each atomically; other files of the folder are kept."""
    folder = folder.resolve()
    folder.parent.mkdir(parents=True, exist_ok=True)
    draft = (folder if folder.exists() else folder.parent) / f".{folder.name}.{os.getpid()}.draft"
    draft.mkdir()
    try:
        for name, text in texts.items():
            (draft / name).parent.mkdir(exist_ok=True)
            (draft / name).write_text(text, encoding="utf-8")
        if not folder.exists():
            draft.rename(folder)
        else:
            for name in texts:
                (folder / name).parent.mkdir(exist_ok=True)
                os.replace(draft / name, folder / name)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def write_report(rows: Iterable[Row], folder: Path) -> Path:
    """Write the pages, with the committed mutant matrix and Coq's results if there are any; returns the path of `index.html`."""
    rows = list(rows)
    recorded = bool(rows) and all(isinstance(row, Recorded) for row in rows)
    mutants = load_mutants() if mutants_path().exists() else None
    kernel = accepted(rows, load_accepted())
    claims = Claims()
    readings = {row.id: readings_of(claim) for row in rows if (claim := claims.get(row.id))}
    pages = build_pages(rows, mutants, load_formulas(), edition(committed_path() if recorded else None), kernel, readings)
    replace_files(folder, pages)
    return folder / "index.html"
