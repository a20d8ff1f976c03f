"""One change of something that symfed judges with or has committed, and what its reader says of it."""

from __future__ import annotations

import gc
import os
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from functools import _lru_cache_wrapper, cache
from typing import Any

from symfed import ledger
from symfed.core.claim import Claim


@dataclass(frozen=True)
class Change:
    """kind: of what. where: the claim or file, and what is put there. reader: the command that has to notice. reason: part of what it says.

    said: makes the change, asks the reader, takes it back, and answers what the reader says; nothing where it passes what it read.
    """

    kind: str
    where: str
    reader: str
    reason: str
    said: Callable[[], str]

    def __str__(self) -> str:
        return f"{self.kind}: {self.where}"


@cache
def claims() -> ledger.Claims:
    return ledger.Claims()


@cache
def committed() -> dict[str, dict[str, Any]]:
    """The committed rows by id."""
    return {row["id"]: row for row in ledger.load()}


def verified(*chosen: Claim | str, rows: dict[str, dict[str, Any]] | None = None) -> str:
    """What `symfed verify` says is changed of claims, which are given where they are not those that are written."""
    rows = committed() if rows is None else rows
    named = {one.id: one for one in (claims()[one] if isinstance(one, str) else one for one in chosen)}
    found = ledger.run(named, committed=rows.values())
    errors = [f"{row.id}: {row.why}" for row in found if str(row.verdict) == "ERROR"]
    changes = ledger.compare(found, list(rows.values()), partial=True)
    return "\n".join([*(change.describe() for change in changes), *errors]) if changes else ""


def elsewhere(work: Callable[[], str]) -> str:
    """What some work answers in a copy of this process: rules and functions that it changes, and what it remembers of them, end there."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        try:
            for remembered in gc.get_objects():  # what another test asked of the rules as they stand is no answer here
                if isinstance(remembered, _lru_cache_wrapper) and not str(remembered.__module__).startswith("sympy."):
                    remembered.cache_clear()
            said = work()
        except BaseException:
            said = f"raised: {traceback.format_exc()}"
        with os.fdopen(write, "w", encoding="utf-8") as answer:
            answer.write(said)
        os._exit(0)
    os.close(write)
    with os.fdopen(read, encoding="utf-8") as answer:
        said = answer.read()
    os.waitpid(child, 0)
    return said
