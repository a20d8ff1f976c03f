"""The page of what Coq accepted, from accepted.json: counts by verdict and kind of lemma, what is taken for granted, what is left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from gallery import cell, claim_link, joined, ledger

from symfed.coq.accepted import load, mark
from symfed.core.verdict import Tier
from symfed.report.badges import status_label

#: A row with what was accepted of it; nothing is accepted of a row whose statement is another one by now.
Pairs = list[tuple[Mapping[str, Any], Mapping[str, Any]]]


def page() -> str:
    """Figures, then every claim that is whole or refuted, by name."""
    table = load()
    rows = [row for row in ledger() if not row["restates"]]
    marked = [(row, table["claims"][row["id"]]) for row in rows if mark(row, table)]
    parts = [(row, part) for row in rows for part in table["claims"].get(row["id"], {}).get("parts", {}).values()]
    whole = [row["id"] for row, held in marked if held["whole"]]
    given = Counter(name for _, held in marked for part in held["parts"].values() for name in part.get("given", ()))
    return joined(
        [
            "# Accepted by Coq",
            f"What the kernel of Coq {table['coq']} accepted, counted from `proofs_checks/kernel/accepted.json`. "
            "[How to read and run it, and what remains to believe](../kernel.md).",
            "## Claims",
            "*Whole*: every lemma that bears the claim, and the proof that puts lemmas together; or the refutation. Claims that restate "
            "another one are not counted.",
            _by_verdict(rows, marked),
            "## Lemmas and proofs, by kind",
            "*All*: of every claim; *proved rows*: of those alone. A refuted claim has its refutation, by the kind of check that shows its "
            "instance.",
            _by_kind([(row, part) for row, part in parts if part.get("kind") not in ("search", "premise")]),
            "## Named theorems that remain hypotheses",
            _counted(given, "theorem", "claims that have it as a hypothesis") if given else "None: no proof by named theorems is exported.",
            "## What is left out, by reason",
            _counted(Counter(part["short"] for _, part in parts if "short" in part), "reason", "lemmas and proofs"),
            "## Whole, or refuted",
            ", ".join(map(claim_link, whole)),
        ]
    )


def _by_verdict(rows: Iterable[Mapping[str, Any]], marked: Pairs) -> str:
    of = Counter(row["verdict"] for row in rows)
    whole = Counter(row["verdict"] for row, held in marked if held["whole"])
    some = Counter(row["verdict"] for row, held in marked if not held["whole"])
    lines = [f"| {status_label(tier, tier)} | {of[tier]} | {whole[tier]} | {some[tier]} |" for tier in Tier if of[tier]]
    return "\n".join(["| verdict | claims | whole | in part |", "|---|---|---|---|", *lines])


def _by_kind(parts: Pairs) -> str:
    def count(counts: Callable[[Mapping[str, Any], Mapping[str, Any]], bool]) -> Counter[str]:
        return Counter(part.get("kind", "") for row, part in parts if counts(row, part))

    proved = count(lambda row, part: row["verdict"] == Tier.PROVED)
    proved_there = count(lambda row, part: row["verdict"] == Tier.PROVED and _full(part))
    everything, there = count(lambda row, part: True), count(lambda row, part: _full(part))
    lines = [
        f"| {cell(kind)} | {there[kind]} of {everything[kind]} | {proved_there[kind]} of {proved[kind]} |"
        for kind in sorted(everything, key=lambda kind: (-everything[kind], kind))
    ]
    total = f"| all | {there.total()} of {everything.total()} | {proved_there.total()} of {proved.total()} |"
    return "\n".join(["| kind | all | proved rows |", "|---|---|---|", *lines, total])


def _full(part: Mapping[str, Any]) -> bool:
    return "theorems" in part and "short" not in part


def _counted(counts: Mapping[str, int], what: str, of: str) -> str:
    ordered = sorted(counts.items(), key=lambda found: (-found[1], found[0]))
    return "\n".join([f"| {what} | {of} |", "|---|---|", *(f"| {cell(name)} | {number} |" for name, number in ordered)])
