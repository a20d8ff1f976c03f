"""One claim as text for the terminal, from its page and its committed row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from symfed.core.source import sources
from symfed.core.vocabulary import Need
from symfed.ledger.lines import whole
from symfed.ledger.witness import texts
from symfed.report.badges import BADGES, NEEDS, Tier, status_label
from symfed.report.meanings import legend
from symfed.report.snippet import snippet

RowText = Mapping[str, Any]
Fields = list[tuple[str, str | Mapping[str, str]]]


def claim_fields(row: RowText, rows: Sequence[RowText], kernel: str = "") -> Fields:
    """The named fields of a claim, from its row, whose verdict is None before it is judged, and from the other rows.

    `kernel` says how much of it Coq accepted.
    """
    tiers = {other["id"]: other["tier"] for other in rows}
    page, correction = row["page"], next((other for other in rows if other["id"] == row["corrected"]), None)

    def with_tiers(*others: str | None) -> str:
        return ", ".join(f"{other} ({tiers.get(other, 'not in the committed ledger')})" for other in others if other)

    unjudged = f"not in the committed ledger: symfed verify {row['id']} judges it"
    return [
        ("verdict", status_label(row["verdict"], row["tier"]) if row["verdict"] else unjudged),
        ("why", row["why"] + (f" (both sides to the power {page['power']})" if "power" in page else "")),
        ("kernel", kernel),
        ("witness", texts(row["witness"] or {})),
        ("where", _legend(row)),
        ("to paste into Python", _block_field(snippet(row).splitlines())),
        ("missing words", row["missing"]),
        ("corrected statement", with_tiers(row["corrected"])),
        ("it should read", _corrected_text(correction) if correction else ""),
        ("kind", row["kind"]),
        ("source", _source(row["source"])),
        ("place", page.get("place", "")),
        ("printed", page.get("printed", "")),
        ("lost in text extraction", page.get("extraction", "")),
        ("restates", row["restates"] or ""),
        ("read as", page.get("read as", "")),
        ("ranges over", page.get("ranges", "")),
        ("conditions", _block_field(_conditions(row))),
        *((f"lemma {lemma['name']}", _block_field(_lemma(lemma, row))) for lemma in page.get("lemmas", ())),
        ("how the statement follows", _block_field(_steps(row))),
        ("wrong variants in all", {fate: str(number) for fate, number in row["variants"].items() if number} if row["verdict"] else {}),
        ("false-alarm probability", f"{row['false_alarm']:.2g}" if row["false_alarm"] else ""),
        ("rejected with probability (95% confidence)", {name: f"at least {p}" for name, p in row["power"].items()}),
        ("rests on", with_tiers(*row["uses"])),
        ("see", with_tiers(*row["see"])),
        ("used by", ", ".join(other["id"] for other in rows if row["id"] in other["uses"])),
        ("corrects", ", ".join(other["id"] for other in rows if other["corrected"] == row["id"])),
    ]


def _corrected_text(row: RowText) -> str:
    """The sentence of a statement, with its printed formula below if it has one: used to show the corrected statement."""
    page = whole(row)["page"]
    return "\n".join(text for text in (page.get("says", ""), page.get("printed", "")) if text)


def _legend(row: RowText) -> str:
    """What the names of the witness stand for, those of its clients included."""
    held = row["witness"] or {}
    clients = held.get("clients", ())
    inside = {name for part in (clients if isinstance(clients, list) else ()) if isinstance(part, dict) for name in part}
    return legend({*held, *inside}, " ".join(row["conditions"]))


def _source(key: str) -> str:
    source = sources().get(key)
    return f"{key}: {source.title} ({source.venue})" if source else key


def _block_field(lines: Iterable[str]) -> str:
    """Lines as one field, printed below its name even if it is one line."""
    text = "\n".join(lines)
    return f"{text}\n" if text else ""


def _conditions(row: RowText) -> Iterator[str]:
    """Yield each condition with its fate when dropped, if it was, and the line where it is printed."""
    needs, stated = row["conditions"], row["page"].get("conditions", {})
    for name, line in stated.items():
        # a statement that an instance refutes fails with all its conditions: there is nothing to drop
        dropped = f": {NEEDS[Need(needs[name])]}" if name in needs else ""
        yield f"{name}{dropped}" + (f"; printed: {line}" if line else "")
    for name in needs:
        if name not in stated:
            yield f"{name}: {NEEDS[Need(needs[name])]} (of a lemma)"


def _lemma(lemma: RowText, row: RowText) -> Iterator[str]:
    """Yield lines about a lemma: its statement, tier, deciding check, covered part, and wrong variants with the checks that reject them."""
    found = next((part for part in row["lemmas"] if part["name"] == lemma["name"]), None)
    if "says" in lemma:
        yield lemma["says"]
    yield from lemma.get("read as", "").splitlines()
    for hypothesis in ("given", "assumes"):
        if hypothesis in lemma:
            yield f"{hypothesis}: {lemma[hypothesis]}"
    if found:
        tier = Tier(found["tier"]) if found["tier"] else None
        mark = ", a cross-check: nothing rests on it" if found.get("crosscheck") else ""
        yield (f"{BADGES[tier].symbol} {BADGES[tier].word}" if tier else "does not hold") + f"{mark}: {found['why']}"
        if part := found.get("part"):
            yield f"proved for a part only: {part}"
    yield f"decided by: {', '.join(lemma.get('checks', ()))}"
    rejected = found.get("wrong", {}) if found else {}
    for name in lemma.get("wrong", ()):
        told = f": rejected by {rejected[name]}" if rejected.get(name) else ": not shown" if found else ""
        yield f"wrong variant {name!r}{told}"
    if fates := (found or {}).get("variants"):
        yield "wrong variants made from its text: " + ", ".join(f"{number} {fate}" for fate, number in fates.items())
    if blurred := (found or {}).get("not told apart"):
        yield f"not told apart: {'; '.join(blurred)}"


def _steps(row: RowText) -> Iterator[str]:
    """Yield the steps in order: named theorems, and steps in words, which are marked and numbered."""
    steps = [(step["step"], step.get("in words", False)) for step in row["page"].get("follows", ())]
    # conditions of premises that only a reader can compare also count as steps in words
    steps += [(words, True) for words in row["words"] if (words, True) not in steps]
    spoken = 0
    for number, (says, in_words) in enumerate(steps, start=1):
        spoken += in_words
        yield f"{number}. " + (f"[in words, {spoken}] " if in_words else "") + says
