"""The report as files: written beside their target under another name, then renamed, so that nothing is ever half there."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from symfed.mutants.table import committed_path, load
from symfed.report.errata import errata
from symfed.report.page import build_page

if TYPE_CHECKING:
    from symfed.ledger.row import Row


def replace_files(folder: Path, texts: Mapping[str, str]) -> None:
    """Write several text files into `folder`; each appears whole or not at all, and what else is in the folder stays."""
    folder = folder.resolve()
    folder.parent.mkdir(parents=True, exist_ok=True)
    draft = (folder if folder.exists() else folder.parent) / f".{folder.name}.{os.getpid()}.draft"
    draft.mkdir()
    try:
        for name, text in texts.items():
            (draft / name).write_text(text, encoding="utf-8")
        if not folder.exists():
            draft.rename(folder)
        else:
            for name in texts:
                os.replace(draft / name, folder / name)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def write_report(rows: Sequence[Row], folder: Path) -> Path:
    """Write `index.html` (the page, with the committed mutant matrix if there is one) and `errata.tex`; returns the page's path."""
    mutants = load() if committed_path().exists() else None
    replace_files(folder, {"index.html": build_page(rows, mutants), "errata.tex": errata(rows)})
    return folder / "index.html"
