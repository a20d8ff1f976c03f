"""`symfed errata`: one document to standard output, all of them to a folder, and clear refusals."""

from __future__ import annotations

from pathlib import Path

from tests.cli.made_ledger import FakeLedger, Invoke


def test_errata_of_one_document_and_of_all(invoke: Invoke, fake: FakeLedger, tmp_path: Path) -> None:
    markdown = invoke("errata", "--source", "AISTATS")
    assert (markdown.exit_code, markdown.stdout.splitlines()[0][:10]) == (0, "# Errata: ")
    assert invoke("errata", "--source", "aistats", "--format", "latex").stdout.startswith(r"\documentclass")
    assert invoke("errata", "--to", str(tmp_path / "out")).exit_code == 0
    assert (tmp_path / "out" / "aistats.md").read_text(encoding="utf-8") == markdown.stdout
    assert fake.asked == {}, "no check is run"
    unknown, none = invoke("errata", "--source", "aistat"), invoke("errata")
    assert (unknown.exit_code, none.exit_code) == (2, 2)
    assert "did you mean aistats?" in unknown.stderr
    assert "--to DIR" in none.stderr
