"""The matrix as a table of counts, as it is kept in proofs_checks/mutants.json and shown to readers."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from symfed.core.errors import SymfedError
from symfed.core.files import write_whole
from symfed.core.repeated import in_lines, shortened, with_texts

if TYPE_CHECKING:
    from symfed.mutants.matrix import Result

Table = dict[str, Any]


def committed_path() -> Path:
    return Path(str(files("proofs_checks").joinpath("mutants.json")))


def tabulate(results: Sequence[Result]) -> Table:
    """Counts of kills by subject, kind and check, without times, hosts or dates.

    variants, killed, false_alarms (statements or equivalents that a check contradicts), crashes (of any check, on anything);
    kinds: kind -> check -> [killed, shown]; subjects: name -> {variants, killed, checks: method -> [killed, shown]};
    survivors: variants that nobody kills, with their fates; equivalents: [subject, kind, where, reason].
    """
    # here, so that who reads a committed table needs nothing that judges
    from symfed.mutants.judges import family
    from symfed.mutants.matrix import SOUND, Ending, variants_of

    real = list(variants_of(results))
    kinds: dict[str, dict[str, Counter[str]]] = {}
    subjects: dict[str, Table] = {}
    for result in real:
        own = subjects.setdefault(result.subject, {"variants": 0, "killed": 0, "checks": {}})
        own["variants"] += 1
        own["killed"] += result.killed
        for method, fate in result.fates.items():
            for cells, column in ((own["checks"], method), (kinds.setdefault(result.kind, {}), family(method))):
                cells.setdefault(column, Counter())["shown"] += 1
                cells[column]["killed"] += fate is Ending.KILLED
    return {
        "variants": len(real),
        "killed": sum(result.killed for result in real),
        "false_alarms": sum(result.killed for result in results if result.same or result.kind == SOUND),
        "crashes": sum(fate is Ending.CRASHED for result in results for fate in result.fates.values()),
        "kinds": {kind: _count_pairs(cells) for kind, cells in sorted(kinds.items())},
        "subjects": {name: own | {"checks": _count_pairs(own["checks"])} for name, own in sorted(subjects.items())},
        "survivors": [
            {"subject": r.subject, "kind": r.kind, "where": r.where, "fates": {m: str(f) for m, f in r.fates.items()}}
            for r in real
            if not r.killed
        ],
        "equivalents": [[r.subject, r.kind, r.where, r.same] for r in results if r.same],
    }


def _count_pairs(cells: dict[str, Counter[str]]) -> dict[str, list[int]]:
    return {column: [count["killed"], count["shown"]] for column, count in sorted(cells.items())}


def sound(table: Table) -> bool:
    """Return whether every variant is killed by a judgement and nothing that is true is contradicted."""
    contradicted = table["false_alarms"] + table.get("clean", {}).get("alarms", 0)
    return bool(table["killed"] == table["variants"] and not contradicted and not table["crashes"])


def summary(table: Mapping[str, Any]) -> str:
    """The matrix in one sentence.

    >>> summary({"variants": 2, "killed": 2, "subjects": {"a": {}}, "equivalents": [], "crashes": 0, "false_alarms": 0})
    '2 wrong variants of 1 statements: 2 killed, 0 survive; 0 more mean the same; 0 crashes, 0 false alarms.'
    """
    clean = table.get("clean")
    more = f" {clean['runs']} clean runs: {clean['alarms']} false alarms, {clean['undecided']} undecided." if clean else ""
    return (
        f"{table['variants']} wrong variants of {len(table['subjects'])} statements: {table['killed']} killed, "
        f"{table['variants'] - table['killed']} survive; {len(table['equivalents'])} more mean the same; "
        f"{table['crashes']} crashes, {table['false_alarms']} false alarms.{more}"
    )


def load(path: Path | None = None) -> Table:
    """The committed table. Raises SymfedError where there is none."""
    where = path or committed_path()
    if not where.exists():
        raise SymfedError("there is no committed mutant matrix yet: run `symfed mutants --commit`")
    held = json.loads(where.read_text(encoding="utf-8"))
    table: Table = with_texts(held, held.pop("texts", {}))
    return table


def save(table: Table, path: Path | None = None) -> Path:
    """Write the table, a line each; the file appears whole or not at all."""
    texts, short = shortened(table)
    return write_whole(path or committed_path(), in_lines({"texts": texts, **short}))
