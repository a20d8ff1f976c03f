"""The command that has the kernel check proofs in steps."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING

import click

from symfed.cli.group import CHANGED, claim_or_refuse, committed_rows, main, progress_bar
from symfed.report.completion import committed_ids, completion_of
from symfed.workers import workers

if TYPE_CHECKING:
    from symfed.ledger import Claims
    from symfed.prove import table

#: Claims that a process judges at a time.
_AT_ONCE = 4
_HOLDING = ("PROVED", "PROVED_GIVEN", "DEFINED")


@main.command(short_help="Have the kernel read proofs in steps.", epilog="symfed proofs {id}")
@click.argument("ids", metavar="[ID]...", nargs=-1, shell_complete=completion_of(committed_ids))
@click.option("--jobs", type=click.IntRange(min=1), help="Number of processes; default: one per processor.")
@click.option("--anew", is_flag=True, help="Try every proof, and search for its lines.")
@click.option("--commit", is_flag=True, help="Rewrite proofs_checks/proofs.json with what was accepted (all claims only).")
@click.pass_context
def proofs(ctx: click.Context, ids: tuple[str, ...], jobs: int | None, anew: bool, commit: bool) -> None:
    """Find proofs in steps again in the kernel of sentences: of the claims named, or of all that are PROVED by steps.

    Of each claim named: the sentences of the page that its proof rests on, what it takes for granted, and the statement as the kernel
    reads it, with all that it holds under; or the first step that the kernel has no lines for. Committed lines are read, and searched for
    where they are not of the claim; what is known to stop is not tried again.
    Exits 1 where what is accepted is not what proofs_checks/proofs.json says.
    """
    from symfed.prove import table

    rows = {row["id"]: row for row in committed_rows()}
    claims = {name: claim_or_refuse(name, list(rows.values())) for name in ids}
    if commit and ids:
        raise click.BadParameter("--commit is for all claims: name none")
    chosen = [*claims] or [name for name, row in rows.items() if row["steps"] and not row["restates"] and row["tier"] in _HOLDING]
    parts = [chosen[start : start + _AT_ONCE] for start in range(0, len(chosen), _AT_ONCE)]
    found: dict[str, table.Entry] = {}
    kept = table.load()
    tried = {} if anew or commit else kept
    with progress_bar("proofs") as report, workers(min(jobs or os.cpu_count() or 1, len(parts))) as pool:
        for _, some in pool.answers(partial(_judged_entries, kept=tried, anew=anew), parts):
            found |= some
            report(len(found), len(chosen))
    for name in ids:
        click.echo(f"{name}: {_entry_line(found[name])}")
        for line in _theorem_lines(name, found[name]):
            click.echo(f"  {line}")
    changed = sorted(name for name in found if not table.alike(found[name], kept.get(name)))
    spare = [] if ids else sorted(kept.keys() - found.keys())
    if commit:
        table.save({name: entry for name, entry in found.items() if not _in_words(entry)})
    else:
        for name in changed:
            click.echo(f"changed: {name}: {'not accepted' if 'stops' in found[name] else 'accepted'}, and committed otherwise")
        for name in spare:
            click.echo(f"changed: {name}: is in proofs.json, and no claim that holds by a proof in steps")
    stepped = {name: entry for name, entry in found.items() if not _in_words(entry)}
    taken = table.taken(stepped)
    whole = sum(not entry["lent"] and not entry["open"] for entry in taken.values())
    click.echo(f"{len(taken)} of {len(stepped)} proofs in steps accepted by the kernel, {whole} of them with nothing taken for granted.")
    if not ids:
        for why, times in Counter(_reason_kind(entry["stops"]) for entry in stepped.values() if "stops" in entry).most_common(12):
            click.echo(f"  {times:4d}  {why}")
    ctx.exit(CHANGED if (changed or spare) and not commit else 0)


def _in_words(entry: table.Entry) -> bool:
    """True if a proof has a step in words, or no steps at all: the kernel does not read those."""
    return any(mark in entry.get("stops", "") for mark in ("a step of kind InWords", "no proof in steps"))


def _judged_entries(names: Sequence[str], kept: Mapping[str, table.Entry], anew: bool) -> dict[str, table.Entry]:
    """Entries of claims by id, judged in this process."""
    from symfed.ledger.fingerprint import fingerprint
    from symfed.prove.table import judged

    known = _claims()
    return {name: judged(known[name], known, kept.get(name), fingerprint(known[name]), anew) for name in names}


@cache
def _claims() -> Claims:
    from symfed.ledger import Claims

    return Claims()


def _entry_line(entry: table.Entry) -> str:
    if "stops" in entry:
        return f"not accepted: {entry['stops']}"
    granted = f"; taken for granted: {', '.join([*entry['lent'], *entry['open']])}" if entry["lent"] or entry["open"] else ""
    return f"accepted, by {len(entry['sentences'])} sentences: {', '.join(entry['sentences']) or 'none'}{granted}"


def _theorem_lines(name: str, entry: table.Entry) -> Iterator[str]:
    """Lines for the theorem that the kernel accepted: the statement, and its hypotheses; none if it stopped."""
    from symfed.prove.accepted import accepted
    from symfed.prove.kept import lines_of

    if "stops" not in entry:
        claim = _claims()[name]
        proof = accepted(claim, {other: _claims()[other] for other in claim.uses}, lines_of(name))
        yield proof.statement
        yield from (f"where {hypothesis}" for hypothesis in proof.under)


def _reason_kind(why: str) -> str:
    """A reason stripped of the details of one claim."""
    for mark in ("no lines for", "not assumed", "is no count", "for which the kernel has no word", "not exported yet", "a step of kind"):
        if mark in why:
            return why[why.index(mark) :][:60] if mark in ("no lines for", "not assumed", "a step of kind") else f"... {mark}"
    return "arithmetic that was not found" if "equations and" in why else "another reason"
