"""Entries of tables, checked where they are read, so that an error names the file, the row and the column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import scipy.sparse as sparse

from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array


@dataclass(frozen=True)
class Place:
    """The origin of rows, for messages: rows of files are counted from one without the header, rows of arrays from zero."""

    said: str
    first: int = 0
    rows: Array | None = None
    columns: Sequence[object] | None = None
    target: object = "target"

    def at(self, row: int, column: int | object = None) -> str:
        """Text for `row`, counted from zero in the rows in memory, and for the column, as a user counts or names them."""
        number = self.first + int(row if self.rows is None else self.rows[row])
        name = self.columns[column] if self.columns is not None and isinstance(column, int) else column
        return ", ".join([*([self.said] if self.said else []), f"row {number}", *([] if name is None else [f"column {name}"])])

    def part(self, rows: slice | Array) -> Place:
        """The place of some of the rows: a slice with a start, or their numbers."""
        return replace(self, first=self.first + rows.start) if isinstance(rows, slice) else replace(self, rows=rows)


def matrix(values: Any, place: Place) -> Any:
    """Checked features, (n, d) float64 or CSR. Raises InvalidInput naming row and column of an entry that is no finite number."""
    if sparse.issparse(values):
        out = sparse.csr_array(values, dtype=float)
        bad = np.flatnonzero(~np.isfinite(out.data))
        if bad.size:
            row = int(np.searchsorted(out.indptr, bad[0], side="right")) - 1
            raise InvalidInput(place.at(row, int(out.indices[bad[0]])), float(out.data[bad[0]]), "must be finite")
    else:
        out = numbers(np.asarray(values), place)
    if out.ndim != 2 or out.shape[1] == 0:
        raise InvalidInput(place.said or "features", out.shape, "features must have shape (n_c, d)")
    return out


def targets(values: Any, place: Place) -> Array:
    """Checked targets (n,): float64 if all are numbers, otherwise an object array of numbers and words."""
    raw = np.asarray(values)
    if raw.ndim == 2 and raw.shape[1] == 1:
        raw = raw[:, 0]
    if raw.ndim != 1:
        raise InvalidInput(place.said or "targets", raw.shape, "targets must have shape (n_c,)")
    if raw.dtype.kind not in "OUST":
        return numbers(raw, place, place.target)
    out = np.empty(len(raw), dtype=object)
    for row, entry in enumerate(raw):
        out[row] = _as_label(entry)
        if out[row] != out[row] or out[row] in ("", np.inf, -np.inf):
            raise InvalidInput(place.at(row, place.target), entry, "is missing or not finite")
    return out.astype(float) if all(isinstance(x, float) for x in out) else out


def _as_label(entry: Any) -> float | str:
    """A number, also from text that denotes one, else a word; NaN for a missing entry."""
    try:
        return float(entry)
    except (TypeError, ValueError):
        return entry if isinstance(entry, str) else float("nan")


def numbers(raw: Array, place: Place, column: Any = None) -> Array:
    """The array as float64, without a copy if possible. Raises InvalidInput naming the first entry that is no finite number."""
    if raw.dtype.kind in "biufOUST":
        out: Array | None
        try:
            out = raw.astype(float, copy=False)
        except (TypeError, ValueError):
            out = None  # some entry is a word, which is named below
        if out is not None:
            # a finite sum avoids an array of truth values; one that is not finite may still be an overflow
            with np.errstate(over="ignore", invalid="ignore"):
                total = out.sum()
            if np.isfinite(total) or np.isfinite(out).all():
                return out
    for where, entry in np.ndenumerate(raw):
        value = _as_label(entry)
        if isinstance(value, str) or not np.isfinite(value):
            rule = "must be a finite number" if isinstance(value, str) or value == value else "is missing or not a number"
            shown = entry.item() if isinstance(entry, np.generic) else entry
            remedy = "write words as numbers, or leave the column out by `features`" if isinstance(value, str) and len(where) > 1 else ""
            raise InvalidInput(place.at(where[0], where[1] if len(where) > 1 else column), shown, rule, remedy)
    raise InvalidInput(place.said or "data", str(raw.dtype), "must hold real numbers")
