"""Coq's results for a claim's page: the mark, the theorems by name, and the parts left out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from symfed.coq.accepted import left, mark, theorems

if TYPE_CHECKING:
    from symfed.ledger.row import Row


@dataclass(frozen=True)
class Accepted:
    """`mark`: Coq's version and how much it accepted. `of`: the claim whose file it read. `left`: the missing parts, by lemma, and why."""

    mark: str
    whole: bool
    of: str
    theorems: Sequence[str]
    left: Mapping[str, str]


def accepted(rows: Iterable[Row], table: Mapping[str, Any]) -> dict[str, Accepted]:
    """Coq's results by id, for the rows whose statement is the accepted one."""
    found = {}
    for row in rows:
        if said := mark({"id": row.id, "fingerprint": row.fingerprint, "verdict": str(row.verdict)}, table):
            held = table["claims"][of := row.restates or row.id]
            whole = held["whole"] or ": whole" in said
            found[row.id] = Accepted(said, whole, of, theorems(held), {} if whole else left(held))
    return found


def sentence(found: Mapping[str, Accepted], rows: int) -> str:
    """A sentence on the number of rows with the mark; "" if there are none.

    >>> sentence({}, 3)
    ''
    """
    if not found:
        return ""
    whole = sum(one.whole for one in found.values())
    return f"Coq's kernel accepted theorems of {len(found)} of {rows} rows, of {whole} all that there is to prove or to refute"
