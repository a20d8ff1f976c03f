"""The committed ledger: what a run is compared with, never a stand-in for it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from symfed.core.errors import SymfedError
from symfed.ledger.row import Row


def committed_path() -> Path:
    return Path(str(files("proofs_checks").joinpath("ledger.json")))


def load(path: Path | None = None) -> list[dict[str, Any]]:
    """The committed rows. Raises SymfedError where there are none."""
    where = path or committed_path()
    if not where.exists():
        raise SymfedError("there is no committed ledger yet: run `symfed verify --commit`")
    rows: list[dict[str, Any]] = json.loads(where.read_text(encoding="utf-8"))["rows"]
    return rows


def save(rows: Iterable[Row], path: Path | None = None) -> Path:
    """Write rows, sorted by id, without dates, hosts or times; the file appears whole or not at all."""
    where = path or committed_path()
    text = json.dumps({"rows": [row.public() for row in sorted(rows, key=lambda r: r.id)]}, indent=1, ensure_ascii=False) + "\n"
    draft = where.with_name(f".{where.name}.{os.getpid()}.draft")
    try:
        draft.write_text(text, encoding="utf-8")
        draft.replace(where)
    finally:
        draft.unlink(missing_ok=True)
    return where


@dataclass(frozen=True)
class Change:
    """A verdict that differs from the committed one; None stands for no such row."""

    id: str
    committed: str | None
    now: str | None

    def describe(self) -> str:
        if self.committed is None:
            return f"{self.id}: new, {self.now}"
        if self.now is None:
            return f"{self.id}: was {self.committed}, no longer exists"
        return f"{self.id}: was {self.committed}, now {self.now}"


def compare(rows: Sequence[Row], committed: Sequence[dict[str, Any]], partial: bool = False) -> list[Change]:
    """Every verdict or tier that changed, in either direction; with `partial`, rows that were not run are not missed.

    Another witness for the same verdict is no change: `recheck` replays the committed ones.
    """

    def shown(verdict: str, tier: str) -> str:
        return verdict if verdict == tier else f"{verdict} ({tier})"

    now = {row.id: row.public() for row in rows}
    before = {row["id"]: row for row in committed}
    changes = []
    for claim_id in sorted(now.keys() | (set() if partial else before.keys())):
        new, old = now.get(claim_id), before.get(claim_id)
        old_text = shown(old["verdict"], old["tier"]) if old else None
        new_text = shown(new["verdict"], new["tier"]) if new else None
        if old_text != new_text:
            changes.append(Change(claim_id, old_text, new_text))
    return changes
