"""What every command shares: the group itself, refusals, exit codes, and names looked up with the nearest ones at hand."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import symfed
from symfed.core.errors import SymfedError, UnknownName

if TYPE_CHECKING:
    from symfed.core.claim import Claim

CHANGED, BAD_USAGE, INTERRUPTED = 1, 2, 130


class Refusal(click.ClickException):
    """What symfed refuses on purpose, as one line on standard error."""

    exit_code = BAD_USAGE


class Commands(click.Group):
    """Commands whose refusals are bad usage, exit code 2, not tracebacks."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except SymfedError as refusal:
            raise Refusal(str(refusal)) from refusal


def known_or_refuse(thing: str, name: str, known: Iterable[str]) -> str:
    """The name if it is known; raises UnknownName with the nearest ones otherwise."""
    names = sorted(known)
    if name in names:
        return name
    near = difflib.get_close_matches(name, names, n=4, cutoff=0.5) or [other for other in names if name.lower() in other.lower()][:4]
    if near:
        raise UnknownName(f"{thing} {name!r} is not known; did you mean {', '.join(near)}?")
    listed = f"known are {', '.join(names)}" if len(names) <= 20 else f"there are {len(names)}, see `symfed list`"
    raise UnknownName(f"{thing} {name!r} is not known; {listed if names else 'there are none'}")


def committed_rows(rewriting: bool = False) -> list[dict[str, Any]]:
    """The committed rows; none, with a note on standard error, where nothing was committed yet.

    Raises SymfedError for a malformed file, unless it is about to be rewritten: then it has no rows either.
    """
    from symfed import ledger

    try:
        return ledger.load()
    except SymfedError as unread:
        if not rewriting and not isinstance(unread, ledger.NoLedger):
            raise
        click.echo(f"note: {unread}", err=True)
        return []


def claim_or_refuse(claim_id: str, committed: Sequence[Mapping[str, Any]]) -> Claim:
    """A claim by its id; raises UnknownName with the nearest ids, before anything is imported where no file writes such a word."""
    from symfed import ledger

    claims = ledger.Claims()
    if claim_id not in claims:
        known_or_refuse("claim", claim_id, (claims.names | {row["id"] for row in committed}) - {claim_id})
    return claims[claim_id]


def regular_file(ctx: click.Context, parameter: click.Parameter, target: Path | None) -> Path | None:
    """Refused before any check runs: a file that could not be put in place at the end."""
    if target is not None and not target.absolute().parent.is_dir():
        raise click.BadParameter(f"the folder {target.absolute().parent} does not exist")
    if target is not None and target.exists() and not target.is_file():
        raise click.BadParameter(f"{target} is not a regular file, so it cannot be replaced in one stroke")
    return target


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(symfed.__version__, prog_name="symfed")
def main() -> None:
    """Judge what papers on federated optimisation state, by derivation and by independent reference.

    Exit codes: 0 every row as committed, 1 some row changed, 2 bad usage or a malformed ledger.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without Greek letters shows ? instead of a traceback
