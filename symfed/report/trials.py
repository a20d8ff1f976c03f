"""Tables of the fates of wrong variants, for each source and every formula, for the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from symfed.ledger import Fate
from symfed.mutants.table import summary

if TYPE_CHECKING:
    from symfed.ledger.row import Row


def variant_table(rows: Sequence[Row]) -> dict[str, Any]:
    """The fates of the wrong variants of each source: sources down, "by hand" and fates across, numbers in the cells.

    `blurred` names, by claim and lemma, the variants that held on every instance although they differ from the statement. A row that
    restates another one is not counted again.
    """
    judged = [row for row in rows if not row.restates]
    columns = ("by hand", *map(str, Fate))
    by_source = {key: [row.variants for row in judged if row.source == key] for key in sorted({row.source for row in judged})}
    lines = [(key, [sum(found.get(c, 0) for found in variants) for c in columns]) for key, variants in by_source.items()]
    blurred = [(row.id, lemma["name"], lemma.get("not told apart")) for row in judged for lemma in row.public()["lemmas"]]
    return {"columns": columns, "lines": [line for line in lines if any(line[1])], "blurred": [entry for entry in blurred if entry[2]]}


def mutant_table(table: Mapping[str, Any]) -> dict[str, Any]:
    """The mutant matrix for the page, from the result of `symfed.mutants.load`: kinds down, checks across, (killed, shown) in the cells.

    (0, 0) if no variant of a kind was shown to a check.
    """
    columns = sorted({column for cells in table["kinds"].values() for column in cells})
    lines = [(kind, [cells.get(column, (0, 0)) for column in columns]) for kind, cells in table["kinds"].items()]
    return {**table, "headline": summary(table), "columns": columns, "lines": lines}
