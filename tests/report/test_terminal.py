"""What the terminal shows, and what a pipe gets."""

from __future__ import annotations

import io
from collections.abc import Callable

from rich.console import Console

from symfed.core.verdict import Tier
from symfed.ledger import Change
from symfed.ledger.row import Row
from symfed.report.progress import QUIET_SECONDS, RunProgress
from symfed.report.summary import closing_line, headline
from symfed.report.terminal import Line, print_fields, print_lines

LONG = "aistats-" + "very-long-name-" * 8 + "end"


def console(terminal: bool, width: int = 40) -> Console:
    return Console(file=io.StringIO(), force_terminal=terminal, width=width, color_system=None, legacy_windows=False)


def text(of: Console) -> str:
    assert isinstance(of.file, io.StringIO)
    return of.file.getvalue()


def test_a_pipe_gets_one_whole_line_a_claim() -> None:
    out = console(terminal=False)
    print_lines(out, [Line(LONG, "REFUTED", "CORRECTED", "Theorem 1,\nline 3"), Line("b", "PROVED", "PROVED", "[Section] 2")])
    first, second = text(out).splitlines()
    assert first.split(maxsplit=3) == [LONG, "REFUTED", "CORRECTED", "Theorem 1, line 3"]
    assert second.split(maxsplit=3) == ["b", "PROVED", "PROVED", "[Section] 2"]
    assert first.index("REFUTED") == second.index("PROVED")


def test_no_claims_print_nothing_in_a_pipe() -> None:
    out = console(terminal=False)
    print_lines(out, [])
    assert text(out) == ""


def test_a_terminal_never_cuts_an_id() -> None:
    for width in (40, 250):
        out = console(terminal=True, width=width)
        print_lines(out, [Line(LONG, "REFUTED", "CORRECTED", "[Section] 1")])
        assert LONG in text(out)
    assert "✘ refuted" in text(out)
    assert "[Section] 1" in text(out)


def test_fields_keep_their_brackets_and_leave_out_what_is_empty() -> None:
    out = console(terminal=False)
    print_fields(out, "a [b] c", [("empty", ""), ("lines", "x[0]\ny[1]"), ("witness", {"H": "2"})])
    assert text(out) == "a [b] c\nlines:\n    x[0]\n    y[1]\nwitness:\n    H = 2\n"


def test_a_terminal_without_the_symbols_reads_the_words_alone() -> None:
    ascii_only = io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors="replace", write_through=True)
    out = Console(file=ascii_only, width=200, force_terminal=True, color_system=None, legacy_windows=False)
    print_fields(out, "a", [("verdict", "✘ refuted, ✎ corrected"), ("of others", "? open")])
    print_lines(out, [Line("b", "PROVED", "PROVED", "Section 2")])
    assert isinstance(ascii_only.buffer, io.BytesIO)
    shown = ascii_only.buffer.getvalue().decode()
    assert "verdict: refuted, corrected\nof others: ? open\n" in shown
    assert "?" not in shown.split("? open")[1]


def test_progress_without_a_terminal_speaks_now_and_then_and_at_the_end(row: Callable[..., Row]) -> None:
    now = [0.0]
    out = console(terminal=False)
    with RunProgress(out, clock=lambda: now[0]) as progress:
        for done in range(1, 6):
            now[0] += QUIET_SECONDS / 2
            progress.on_row(row(f"claim-{done}"), done, 5)
    assert [line.split()[1] for line in text(out).splitlines()] == ["2", "4", "5"]


def test_progress_on_a_terminal_counts_the_verdicts(row: Callable[..., Row]) -> None:
    out = console(terminal=True, width=120)
    with RunProgress(out) as progress:
        progress.on_row(row("claim-1"), 1, 2)
        progress.on_row(row("claim-2", Tier.REFUTED), 2, 2)
        task = progress.bar.tasks[0]
        assert (task.completed, task.total) == (2, 2)
        assert task.fields["found"] == "✔ 1  ✘ 1"


def test_the_headline_counts_verdicts_on_the_printed_words(rows: list[Row], row: Callable[..., Row]) -> None:
    assert headline(rows) == "5 claims: 3 proved, 1 refuted as printed (1 with a corrected statement that holds), 1 not checked"
    assert headline([]) == "No claims"
    assert headline([row("a", Tier.REFUTED)]) == "1 claim: 1 refuted as printed (0 with a corrected statement that holds)"


def test_the_closing_sentence_says_whether_anything_changed(rows: list[Row]) -> None:
    change = Change("a", "PROVED", "REFUTED")
    assert closing_line(rows, []).endswith("; every row as committed.")
    assert closing_line(rows, [change]).endswith("; 1 verdict changed from the committed ledger.")
    other = Change("b", "PROVED", "PROVED", {"why": ("x", "y")})
    assert closing_line(rows, [change, other, other]).endswith(
        "; 1 verdict and 2 rows with the committed verdict changed from the committed ledger."
    )
    assert closing_line(rows, [change, change], committed_now=True).endswith(
        "; 2 verdicts changed from the committed ledger, now committed."
    )
