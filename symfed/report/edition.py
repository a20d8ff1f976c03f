"""Of what day a report is, and how a claim of it is cited: the same ledger gives the same pages on every machine."""

from __future__ import annotations

import os
import subprocess
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import symfed
from symfed.core.errors import InvalidInput
from symfed.core.verdict import Tier
from symfed.report.badges import BADGES, status_label
from symfed.report.tex import escape_tex

if TYPE_CHECKING:
    from symfed.ledger.row import Row

#: The usual variable of reproducible builds: seconds since 1970.
DATE_VARIABLE = "SOURCE_DATE_EPOCH"


@dataclass(frozen=True)
class Edition:
    """The version of symfed that wrote a report, and its date as YYYY-MM-DD (UTC)."""

    version: str
    date: str


def edition(ledger: Path | None = None) -> Edition:
    """Of a committed ledger: the day of its last commit, or of its file where there is no repository; today where none is named.

    $SOURCE_DATE_EPOCH comes before all of these. Raises InvalidInput if that is no whole number of seconds.
    """
    given = os.environ.get(DATE_VARIABLE)
    if given is not None:
        try:
            return Edition(symfed.__version__, _day(int(given)))
        except (ValueError, OverflowError, OSError) as problem:
            raise InvalidInput(DATE_VARIABLE, given, "must be a number of seconds since 1970") from problem
    return Edition(symfed.__version__, _day(time.time() if ledger is None else _committed(ledger) or ledger.stat().st_mtime))


def _day(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, tz=UTC).strftime("%Y-%m-%d")


def _committed(path: Path) -> int:
    """When a file was last committed; 0 where git does not know it."""
    asked = ["git", "-C", str(path.parent), "log", "-1", "--format=%ct", "--", path.name]
    try:
        answer = subprocess.run(asked, capture_output=True, text=True, check=False, timeout=10).stdout.strip()
    except (OSError, subprocess.TimeoutExpired):
        return 0
    return int(answer) if answer.isdigit() else 0


def bibtex(row: Row, of: Edition) -> str:
    """An entry for one claim of the ledger: what it says, its verdict, the version, the fingerprint that the verdict belongs to.

    It resolves as far as a claim does: by the command that shows it in the package of this version. No address is made up.
    """
    note = f"{row.place}: {status_label(row.verdict, row.tier).encode('ascii', 'ignore').decode().strip()}"
    said = f"{BADGES[row.verdict].word.capitalize()} as printed: " if row.verdict in (Tier.REFUTED, Tier.IMPRECISE) else ""
    told = {
        "author": "{the symfed developers}",
        "title": f"{{{escape_tex(said + row.says.rstrip('.'))}}}",
        "howpublished": f"Python package symfed, version {of.version}: \\texttt{{symfed show {escape_tex(row.id)}}}",
        "year": of.date[:4],
        "note": escape_tex(" ".join(note.split())) + (f", fingerprint {row.fingerprint}" if row.fingerprint else "") + f", {of.date}",
    }
    return "\n".join([f"@misc{{symfed:{row.id},", *(f"  {name} = {{{text}}}," for name, text in told.items()), "}"])
