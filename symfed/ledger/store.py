"""The committed ledger: what a run is compared with, never a stand-in for it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from symfed.core.errors import SymfedError
from symfed.core.files import read_json, write_whole
from symfed.core.repeated import in_lines, read_with_texts, shortened, with_texts
from symfed.ledger.form import complaint
from symfed.ledger.lines import Public, kept, packed, unpacked

if TYPE_CHECKING:
    from symfed.ledger.row import Row

#: What is compared when a run looked deeper than the committed one, or with another probability of a false alarm: counts of instances,
#: and with them the reasons, are then other ones.
AT_ANY_DEPTH = ("fingerprint", "uses", "missing")
#: Sums of a few probabilities, which versions of Python round differently in the last digit.
ROUNDING = 1e-12


class NoLedger(SymfedError):
    """There is no committed ledger."""


def committed_path() -> Path:
    return Path(str(files("proofs_checks").joinpath("ledger.json")))


def load(path: Path | None = None) -> list[dict[str, Any]]:
    """The committed rows, as `symfed.ledger.lines` keeps them.

    Raises NoLedger where there are none, SymfedError, naming the row, for a file that `save` cannot have written.
    """
    where = path or committed_path()
    if not where.exists():
        raise NoLedger("there is no committed ledger yet: run `symfed verify --commit`")
    held = read_with_texts(where)
    if isinstance(held, dict) and isinstance(held.get("rows"), list):
        held["rows"] = unpacked(held["rows"])
    if wrong := complaint(held):
        raise SymfedError(f"{where.name}: {wrong}")
    rows: list[dict[str, Any]] = held["rows"]
    return rows


def witnesses() -> dict[str, dict[str, Any]]:
    """The committed witnesses by id, as JSON data; the rest of the file is not checked. Empty if nothing was committed."""
    held = read_json(committed_path()) if committed_path().exists() else {"rows": []}
    lines = [[line["id"], line["witness"]] for line in held["rows"] if line.get("witness")]
    return dict(with_texts(lines, held.get("texts", {})))


def save(rows: Iterable[Row], path: Path | None = None) -> Path:
    """Write rows, a line each, sorted by id, without dates, hosts or times; the file appears whole or not at all."""
    return write_whole(path or committed_path(), as_text([row.public() for row in sorted(rows, key=lambda row: row.id)]))


def as_text(public: Iterable[Public]) -> str:
    """The file of public rows, or of such as are kept. A row's own id is written out, so that its line is found by it."""
    rows = list(packed(public))
    texts, told = shortened([{name: value for name, value in row.items() if name != "id"} for row in rows])
    return in_lines({"texts": texts, "rows": [{"id": row["id"], **rest} for row, rest in zip(rows, told, strict=True)]})


@dataclass(frozen=True)
class Change:
    """The differences between a row and the committed one; None for no such row.

    `committed` and `now` are the verdicts, the same where only other fields differ; `fields` maps these to what was committed and what was
    found, as short texts.
    """

    id: str
    committed: str | None
    now: str | None
    fields: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    @property
    def of_verdict(self) -> bool:
        return self.committed != self.now

    def describe(self) -> str:
        if self.committed is None:
            return f"{self.id}: new, {self.now}"
        if self.now is None:
            return f"{self.id}: was {self.committed}, no longer exists"
        if self.of_verdict:
            return f"{self.id}: was {self.committed}, now {self.now}"
        told = "; ".join(f"{name} was {before}, now {after}" for name, (before, after) in self.fields.items())
        return f"{self.id}: {self.now} as committed, but {told}"


def compare(rows: Sequence[Row], committed: Sequence[Mapping[str, Any]], partial: bool = False, deeper: bool = False) -> list[Change]:
    """Every row that differs from the committed one in any field; with `partial`, rows that were not run are not missed.

    With `deeper`, after a run with other budgets, only verdict, tier and what does not depend on budgets is compared: `AT_ANY_DEPTH`.
    """

    def shown(row: Mapping[str, Any]) -> str:
        return str(row["verdict"]) if row["verdict"] == row["tier"] else f"{row['verdict']} ({row['tier']})"

    now = {row.id: kept(row.public()) for row in rows}
    before = {row["id"]: kept(row) for row in committed}
    changes = []
    for claim_id in sorted(now.keys() | (set() if partial else before.keys())):
        new, old = now.get(claim_id), before.get(claim_id)
        if new is None or old is None:
            changes.append(Change(claim_id, shown(old) if old else None, shown(new) if new else None))
            continue
        looked_at = AT_ANY_DEPTH if deeper else sorted((new.keys() | old.keys()) - {"id", "verdict", "tier"})
        fields = {name: _difference(old.get(name), new.get(name)) for name in looked_at if not _equal_json(old.get(name), new.get(name))}
        if fields or shown(old) != shown(new):
            changes.append(Change(claim_id, shown(old), shown(new), fields))
    return changes


def _equal_json(one: Any, other: Any) -> bool:
    """Equal as JSON: a float may differ by rounding; True is no 1."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(_equal_json(one[name], other[name]) for name in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_equal_json, one, other))
    numbers = [value for value in (one, other) if isinstance(value, (int, float)) and not isinstance(value, bool)]
    if len(numbers) == 2 and float in map(type, numbers):
        return bool(abs(numbers[0] - numbers[1]) <= ROUNDING * max(map(abs, numbers)))
    return bool(type(one) is type(other) and one == other)


def _difference(old: Any, new: Any) -> tuple[str, str]:
    """The differences between two values, as short texts: of mappings and lists, the parts that differ."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        names = [name for name in dict.fromkeys((*old, *new)) if not _equal_json(old.get(name), new.get(name))]
        return _short_json({n: old[n] for n in names if n in old}), _short_json({n: new[n] for n in names if n in new})
    if isinstance(old, list) and isinstance(new, list):
        if len(old) == len(new) and all(isinstance(part, Mapping) for part in (*old, *new)):
            pairs = [(a, b) for a, b in zip(old, new, strict=True) if not _equal_json(a, b)]
            named = [(a.get("name", ""), *_difference(a, b)) for a, b in pairs]
            return ", ".join(f"{name} {a}" for name, a, _ in named), ", ".join(f"{name} {b}" for name, _, b in named)
        return _short_json([part for part in old if part not in new] or old), _short_json([part for part in new if part not in old] or new)
    return _short_json(old), _short_json(new)


def _short_json(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 160 else text[:157] + "..."
