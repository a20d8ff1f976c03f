"""The page of what Coq accepted, from what is committed: counts by verdict and kind of lemma, what proofs rest on, what is left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from gallery import cell, claim_link, joined, ledger

from symfed.coq.accepted import THE_PROOF, load, mark
from symfed.coq.sentences.listed import listed
from symfed.core.verdict import Tier
from symfed.prove import table as proofs
from symfed.report.badges import status_label

#: Rows with their marks, and rows with parts of what was written out of them.
Marked = list[tuple[Mapping[str, Any], str]]
Parts = list[tuple[Mapping[str, Any], Mapping[str, Any]]]


def page() -> str:
    """Figures, then every claim that is whole or refuted, by name."""
    table = load()
    rows = [row for row in ledger() if not row["restates"]]
    marked = [(row, said) for row in rows if (said := mark(row, table))]
    parts = [(row, part) for row in rows for part in table["claims"].get(row["id"], {}).get("parts", {}).values()]
    whole = [row["id"] for row, said in marked if _whole(said)]
    read, kept = listed(), proofs.load()
    rested = Counter(name for row in rows if row["id"] in read for name in kept.get(row["id"], {}).get("sentences", ()))
    return joined(
        [
            "# Accepted by Coq",
            f"What the kernel of Coq {table['coq']} accepted, counted from `proofs_checks/kernel/accepted.json`. "
            "[How to read and run it, and what remains to believe](../kernel.md).",
            "## Claims",
            "*Whole*: every lemma that bears the claim, and the proof that puts lemmas together; or the refutation. Claims that restate "
            "another one are not counted.",
            _by_verdict(rows, marked),
            "## Lemmas, by kind",
            "*All*: of every claim; *proved rows*: of those alone. A refuted claim has its refutation, by the kind of check that shows its "
            f"instance. Beside these Coq read {len(read)} proofs in steps, as sentences.",
            _by_kind([(row, part) for row, part in parts if part.get("kind") not in ("search", "premise", THE_PROOF)]),
            "## Sentences that proofs rest on",
            _counted(rested, "sentence of the [page](../sentences.md)", "proofs in steps that Coq read"),
            "## What is left out, by reason",
            _counted(Counter(part["short"] for _, part in parts if "short" in part), "reason", "lemmas and proofs"),
            "## Whole, or refuted",
            ", ".join(map(claim_link, whole)),
        ]
    )


def _whole(said: str) -> bool:
    return ": whole" in said or ": refuted" in said


def _by_verdict(rows: Iterable[Mapping[str, Any]], marked: Marked) -> str:
    of = Counter(row["verdict"] for row in rows)
    whole = Counter(row["verdict"] for row, said in marked if _whole(said))
    some = Counter(row["verdict"] for row, said in marked if not _whole(said))
    lines = [f"| {status_label(tier, tier)} | {of[tier]} | {whole[tier]} | {some[tier]} |" for tier in Tier if of[tier]]
    return "\n".join(["| verdict | claims | whole | in part |", "|---|---|---|---|", *lines])


def _by_kind(parts: Parts) -> str:
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
