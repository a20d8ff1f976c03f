"""One claim for the terminal: its conditions, lemmas and steps, with what the committed row says of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from symfed.ledger.transcription import transcription
from symfed.report.badges import BADGES, Tier

if TYPE_CHECKING:
    from symfed.core.claim import Claim, Lemma

RowText = Mapping[str, Any]


def block(lines: Iterable[str]) -> str:
    """Lines as one field, which stands below its name even if it is one line."""
    text = "\n".join(lines)
    return f"{text}\n" if text else ""


def conditions_of(claim: Claim, row: RowText | None) -> Iterator[str]:
    """Each condition, what becomes of the claim without it, and the line where it is printed."""
    needs = row["conditions"] if row else {}
    for name in dict.fromkeys(map(str, claim.under.conditions)):
        line = claim.under.lines.get(name, "")
        yield f"{name}: {needs.get(name, 'not weighed')}" + (f"; printed: {' '.join(line.split())}" if line else "")
    for name in needs:
        if name not in set(map(str, claim.under.conditions)):
            yield f"{name}: {needs[name]} (of a lemma)"


def lemma_lines(lemma: Lemma, row: RowText | None, alone: bool = False) -> Iterator[str]:
    """A lemma: its statement, tier, what decides it, the part covered, the wrong variants and who rejected them.

    `alone`: it is the statement of the claim, which is shown already.
    """
    found = next((part for part in row["lemmas"] if part["name"] == lemma.name), None) if row else None
    if lemma.says:
        yield lemma.says
    if not alone:
        yield from transcription(lemma.statement).splitlines()
    if lemma.given.conditions:
        yield f"given: {lemma.given}"
    if lemma.assumes is not None:
        yield f"assumes: {lemma.assumes}"
    tier = Tier(found["tier"]) if found and found["tier"] else None
    mark = "" if not lemma.crosscheck else ", a cross-check: nothing rests on it"
    if found:
        yield (f"{BADGES[tier].symbol} {BADGES[tier].word}" if tier else "does not hold") + f"{mark}: {found['why']}"
        if part := found.get("part"):
            yield f"proved for a part only: {part}"
    yield f"decided by: {', '.join(check.method for check in lemma.checks)}"
    rejected = found.get("wrong", {}) if found else {}
    for name in lemma.wrong:
        yield f"wrong variant {name!r}: " + (f"rejected by {rejected[name]}" if rejected.get(name) else "not shown" if found else "")
    if fates := (found or {}).get("variants"):
        yield "variants of its text: " + ", ".join(f"{number} {fate}" for fate, number in fates.items())
    if blurred := (found or {}).get("not told apart"):
        yield f"not told apart: {', '.join(blurred)}"


def steps_of(claim: Claim, row: RowText | None) -> Iterator[str]:
    """The steps in order: named theorems, and words, which are marked and numbered."""
    steps = [(step.describe(), step.in_words) for step in claim.follows]
    # conditions of premises that only a reader can compare count as words too
    steps += [(words, True) for words in (row["words"] if row else ()) if (words, True) not in steps]
    spoken = 0
    for number, (says, in_words) in enumerate(steps, start=1):
        spoken += in_words
        yield f"{number}. " + (f"[in words, {spoken}] " if in_words else "") + says
