"""Errata: what is wrong as printed, and only that."""

from __future__ import annotations

from collections.abc import Callable

from symfed.core.verdict import Tier
from symfed.ledger.row import Row
from symfed.report.errata import errata


def test_a_refuted_statement_appears_with_witness_and_corrected_form(rows: list[Row]) -> None:
    text = errata(rows)
    assert r"\texttt{aistats-thm4} is false as printed." in text
    assert r"\item \texttt{gamma} = \texttt{1/4}" in text
    assert r"It should read (\texttt{symfed-thm4}, PROVED):" in text
    assert text.count(r"\frac{\gamma(H-1)}{2} b") == 2
    assert r"\texttt{aistats-eq1}" not in text
    assert r"\texttt{hal-A3}" not in text


def test_missing_words_are_given(row: Callable[..., Row]) -> None:
    text = errata([row("a-1", Tier.IMPRECISE, missing="for H > 1 & N > 1")])
    assert "needs words that are not printed" in text
    assert r"Missing words: for H > 1 \& N > 1." in text


def test_our_own_false_statements_are_no_errata_of_anybody(row: Callable[..., Row]) -> None:
    assert "Nothing was found" in errata([row("a-1", Tier.REFUTED, source="symfed")])
    assert errata([]).rstrip().endswith(r"\end{document}")


def test_broken_lines_are_aligned_and_prose_stays_prose(row: Callable[..., Row]) -> None:
    text = errata([row("a-1", Tier.REFUTED, tex=r"a &= b \\ &= c"), row("a-2", Tier.REFUTED, tex="Let $x = 1$.\n\nThen")])
    assert r"\begin{aligned}a &= b \\ &= c\end{aligned}" in text
    assert "Let $x = 1$.\nThen" in text
    assert "\\[\nLet" not in text
