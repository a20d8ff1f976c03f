"""The date of a report, and citations of its claims: the same ledger gives the same pages on every machine."""

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
    """The version of symfed that wrote a report, and the report's date as YYYY-MM-DD (UTC)."""

    version: str
    date: str


def edition(ledger: Path | None = None) -> Edition:
    """The edition of a committed ledger: dated by its last commit, or by its file without a repository; today if no ledger is given.

    $SOURCE_DATE_EPOCH takes precedence. Raises InvalidInput if that is no integer number of seconds.
    """
    given = os.environ.get(DATE_VARIABLE)
    if given is not None:
        try:
            return Edition(symfed.__version__, _utc_day(int(given)))
        except (ValueError, OverflowError, OSError) as problem:
            raise InvalidInput(DATE_VARIABLE, given, "must be a number of seconds since 1970") from problem
    return Edition(symfed.__version__, _utc_day(time.time() if ledger is None else _commit_time(ledger) or ledger.stat().st_mtime))


def _utc_day(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, tz=UTC).strftime("%Y-%m-%d")


def _commit_time(path: Path) -> int:
    """The time of a file's last commit in seconds since 1970; 0 if git does not know it."""
    asked = ["git", "-C", str(path.parent), "log", "-1", "--format=%ct", "--", path.name]
    try:
        answer = subprocess.run(asked, capture_output=True, text=True, check=False, timeout=10).stdout.strip()
    except (OSError, subprocess.TimeoutExpired):
        return 0
    return int(answer) if answer.isdigit() else 0


def bibtex(row: Row, of: Edition) -> str:
    """A BibTeX entry for one claim of the ledger: its sentence, its verdict, the version, and the fingerprint of the verdict.

    It has no URL: it names the command that shows the claim in the package of this version.
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
