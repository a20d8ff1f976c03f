"""Writing the report: whole or not at all, and nobody else's files are touched."""

from __future__ import annotations

from pathlib import Path

import pytest

from symfed.ledger.row import Row
from symfed.report import folder as module
from symfed.report.folder import write_report

FILES = [
    "claims", "claims_graph.html", "errata", "errata.html", "formulas", "formulas.html", "graph.html", "index.html", "report.css",
    "report.js", "variants.html",
]  # fmt: skip


def test_a_new_folder_gets_page_and_errata(rows: list[Row], tmp_path: Path) -> None:
    page = write_report(rows, tmp_path / "deep" / "report")
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert sorted(p.name for p in page.parent.iterdir()) == FILES
    assert {p.stem for p in (page.parent / "claims").iterdir()} == {row.id for row in rows}
    assert [p.name for p in page.parent.parent.iterdir()] == ["report"]


def test_what_else_is_in_the_folder_stays(rows: list[Row], tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    (tmp_path / "index.html").write_text("old")
    (tmp_path / "claims").mkdir()
    (tmp_path / "claims" / "mine.html").write_text("mine")
    write_report(rows, tmp_path)
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted([*FILES, "notes.txt"])
    assert (tmp_path / "claims" / "mine.html").read_text() == "mine"
    assert "old" not in (tmp_path / "index.html").read_text(encoding="utf-8").splitlines()


def test_a_failure_leaves_no_trace(rows: list[Row], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*anything: object) -> str:
        raise RuntimeError("no page")

    monkeypatch.setattr(module, "build_pages", broken)
    with pytest.raises(RuntimeError):
        write_report(rows, tmp_path / "report")
    with pytest.raises(TypeError):
        module.replace_files(tmp_path / "other", {"a": "text", "b": None})  # type: ignore[dict-item]
    assert list(tmp_path.iterdir()) == []
