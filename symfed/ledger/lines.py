"""Rows as they are committed, a line each: without what the claim itself says, what other fields tell, and what is empty.

A row that is kept has the number of its steps for their texts, and of its page only `PAGE`, which is searched and counted without claims.
`whole` is the door of all who want more: there the claim says the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from symfed.core.vocabulary import Fate
from symfed.ledger.form import LEMMA, PAGE, ROW

Public = Mapping[str, Any]
#: Defaults of fields that a line lacks; `methods` and `variants` follow from the lemmas.
_ABSENT: Public = {
    "lemmas": [], "steps": 0, "words": [], "conditions": {}, "witness": None, "corrected": None, "restates": None, "uses": [], "see": [],
    "missing": "", "false_alarm": 0.0, "power": {},
}  # fmt: skip


def kept(row: Public) -> dict[str, Any]:
    """The committed form of a public row, or of one that has this form already."""
    steps, page = row["steps"], row.get("page", {})
    return {**row, "steps": len(steps) if isinstance(steps, list) else steps, "page": {name: page[name] for name in PAGE if name in page}}


def whole(row: Public, proof: bool = True) -> dict[str, Any]:
    """A row with its page and the texts of its steps, as its claim says them today; of a claim that is elsewhere, what is kept.

    Without the `proof`, which takes longest to write out, the page has what is printed alone.
    """
    from symfed.ledger.discovery import claims_at_hand

    if isinstance(row["steps"], list):
        return dict(row)
    if (claim := claims_at_hand().get(row["id"])) is None:
        return {**row, "steps": [f"step{'s' * (row['steps'] > 1)} by named theorems: {row['steps']}"] * (row["steps"] > 0)}
    from symfed.ledger.pages import page, printed

    told = (page if proof else printed)(claim)
    return {**row, "steps": [step["step"] for step in told.get("follows", ()) if "in words" not in step], "page": told}


def changed(row: Public) -> bool:
    """Return whether a committed row is of a claim whose content has changed since."""
    from symfed.ledger.discovery import claims_at_hand
    from symfed.ledger.fingerprint import fingerprint

    claim = claims_at_hand().get(row["id"])
    return claim is not None and row["fingerprint"] != fingerprint(claim)


def packed(rows: Iterable[Public]) -> Iterator[dict[str, Any]]:
    """The line of each row; one that restates another row has what differs."""
    every = {row["id"]: kept(row) for row in rows}
    for row in every.values():
        needs: dict[str, list[str]] = {}
        for name, need in row["conditions"].items():
            needs.setdefault(need, []).append(name)
        line = {**row, "lemmas": list(_packed_lemmas(row)), "conditions": needs}
        base = every.get(row["restates"])
        meant = {**base, "restates": None} if base else {**_derived_fields(row), **_ABSENT}
        equal = {name for name in meant if name in row and row[name] == meant[name]}
        yield {name: line[name] for name in ROW if name in line and (name == "id" or name not in equal)}


def unpacked(lines: list[Any]) -> list[Any]:
    """The rows of lines; malformed parts stay as they are, for `symfed.ledger.form` to refuse."""
    found = {line["id"]: line for line in lines if isinstance(line, dict) and isinstance(line.get("id"), str)}
    return [_unpack_line(line, found) if isinstance(line, dict) else line for line in lines]


def _unpack_line(line: dict[str, Any], lines: Public) -> dict[str, Any]:
    base = lines.get(str(line.get("restates")))
    if base and "restates" not in base:
        return {**_unpack_line(base, {}), **_without_shorthand(line)}
    row = {**_ABSENT, **_without_shorthand(line)}
    return {**_derived_fields(row), **row}


def _without_shorthand(line: dict[str, Any]) -> dict[str, Any]:
    longer = dict(line)
    try:
        if "conditions" in line:
            longer["conditions"] = {name: need for need, names in line["conditions"].items() for name in names}
        if "lemmas" in line:
            longer["lemmas"] = list(_unpacked_lemmas(line))
        return longer
    except (TypeError, AttributeError, LookupError):  # the form is refused, with the reason
        return line


def _derived_fields(row: Public) -> dict[str, Any]:
    """The fields of a row that follow from others: its source, tier, methods and the numbers of its variants."""
    found: dict[str, Any] = {"source": str(row.get("id")).split("-")[0]} | ({"tier": row["verdict"]} if "verdict" in row else {})
    try:
        counts = Counter[str]()
        for lemma in row["lemmas"]:
            counts.update(lemma.get("variants", {}))
        variants = {"by hand": sum(len(lemma.get("wrong", ())) for lemma in row["lemmas"])}
        variants |= {str(fate): counts[str(fate)] for fate in Fate if counts[str(fate)]}
        return {**found, "methods": [method for lemma in row["lemmas"] for method in lemma["methods"]], "variants": variants}
    except (TypeError, AttributeError, LookupError):
        return {**found, "methods": [], "variants": {}}


def _packed_lemmas(row: Public) -> Iterator[dict[str, Any]]:
    """Lemmas without what `_lemma_defaults` says; variants have the number of their method."""
    before: Public = {"why": row["why"], "methods": []}
    for lemma in row["lemmas"]:
        methods, line, meant = lemma["methods"], dict(lemma), _lemma_defaults(lemma, row, before)
        if wrong := line.get("wrong"):
            numbers = {name: methods.index(method) if method in methods else method for name, method in wrong.items()}
            line["wrong"] = list(wrong) if set(numbers.values()) == {0} else numbers
        yield {name: line[name] for name in LEMMA if name in line and (name not in meant or line[name] != meant[name])}
        before = lemma


def _unpacked_lemmas(row: Public) -> Iterator[dict[str, Any]]:
    before: Public = {"why": row.get("why"), "methods": []}
    for line in row["lemmas"]:
        lemma = {**_lemma_defaults(line, row, before), **line}
        if wrong := lemma.get("wrong"):
            numbers = dict.fromkeys(wrong, 0) if isinstance(wrong, list) else wrong
            lemma["wrong"] = {name: lemma["methods"][found] if isinstance(found, int) else found for name, found in numbers.items()}
        yield lemma
        before = lemma


def _lemma_defaults(lemma: Public, row: Public, before: Public) -> dict[str, Any]:
    """The defaults of a lemma's line: the row's tier, the row's reason, failing that the fields of the lemma before."""
    name = lemma.get("name", "statement")
    why = str(row.get("why")).partition(f"the weakest is {name}: ")[2] or before["why"]
    return {"name": "statement", "tier": row.get("tier", row.get("verdict")), "why": why, "methods": before["methods"]}
