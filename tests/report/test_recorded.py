"""The page from the committed ledger alone says what the page of the run says, but for what only a run knows."""

from __future__ import annotations

from pathlib import Path

from symfed.core.verdict import HOLDING
from symfed.ledger import fully_verified, load
from symfed.ledger.row import Row
from symfed.report.entries import file_of
from symfed.report.errata import errata
from symfed.report.errata.markdown import markdown
from symfed.report.page import build_pages
from symfed.report.recorded import recorded
from symfed.report.snippet import snippet
from symfed.report.summary import headline, total_sentences
from symfed.report.trials import variant_table


def test_a_recorded_row_is_the_row_that_was_committed(rows: list[Row]) -> None:
    again = [recorded(row.public() | {"page": {"says": row.says, "place": row.place, "printed": row.tex}}) for row in rows]
    assert headline(again) == headline(rows)
    assert total_sentences(again) == total_sentences(rows)
    assert variant_table(again) == variant_table(rows)
    assert fully_verified(again) == fully_verified(rows)
    assert markdown(errata(again, "aistats")) == markdown(errata(rows, "aistats"))
    for one, other in zip(again, rows, strict=True):
        for name in ("methods", "witness", "false_alarm", "power", "conditions", "variants", "verdict", "tier", "uses", "restates"):
            assert getattr(one, name) == getattr(other, name), name


def test_the_pages_of_the_committed_ledger_are_all_there_and_run_no_check(committed_report: Path) -> None:
    committed, index = load(), (committed_report / "index.html").read_text(encoding="utf-8")
    assert len([*committed_report.rglob("*.*")]) > 450
    assert "no check was run for this page" in index
    for row in committed:
        assert f'id="{row["id"]}"' in index
        page = (committed_report / file_of(row["id"])).read_text(encoding="utf-8")
        assert ("To paste into Python and see it fail" in page) == bool(snippet(row))
        assert row["fingerprint"] in page
    assert len({file_of(row["id"]).lower() for row in committed}) == len(committed), "some file systems know no letter case"
    assert any(row["verdict"] in HOLDING for row in committed)


def test_the_page_of_a_run_does_not_say_that_nothing_was_run(rows: list[Row]) -> None:
    assert not any("no check was run" in page for page in build_pages(rows).values())
