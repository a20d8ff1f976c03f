"""Commands that judge: claims, and wrong variants of formulas."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console

import symfed
from symfed import ledger
from symfed.cli.group import (
    CHANGED,
    FILE,
    FOLDER,
    claim_or_refuse,
    committed_rows,
    known_or_refuse,
    main,
    refused_if,
    writable_file,
    writable_folder,
)
from symfed.core.extras import need
from symfed.core.files import unwritable_file, write_whole
from symfed.core.source import sources
from symfed.core.verdict import Tier
from symfed.ledger import tried
from symfed.ledger.store import committed_path
from symfed.report.completion import committed_ids, completion_of
from symfed.report.terminal import Line, print_lines

if TYPE_CHECKING:
    from symfed.core.claim import Claim


def where_it_runs(command: Callable[..., None]) -> Callable[..., None]:
    """Decorator that adds the options --jobs and --scheduler, which say where independent tasks run."""
    jobs = click.option("--jobs", type=click.IntRange(min=1), help="Number of processes; default: one per processor.")
    scheduler = click.option("--scheduler", metavar="ADDRESS", help="Run on the Dask cluster at this address (tcp://HOST:PORT) instead.")
    return jobs(scheduler(command))


def unwritable_ledger(commit: bool) -> str:
    """The reason why symfed's own files cannot be written, "" if they can; the mutant matrix is beside the ledger."""
    return unwritable_file(committed_path())


def chosen_claims(ids: tuple[str, ...], source: str | None, committed: Sequence[Mapping[str, Any]]) -> Mapping[str, Claim]:
    """The claims with these ids (all, if none are named) of this source. Named claims are found without importing all others."""
    if source is not None:
        known_or_refuse("source", source, sources())
    named: Mapping[str, Claim] = {claim_id: claim_or_refuse(claim_id, committed) for claim_id in ids} if ids else ledger.discover()
    chosen = {claim_id: claim for claim_id, claim in named.items() if source is None or claim.printed.source == source}
    if named and not chosen:
        raise click.UsageError(f"none of the claims named is of source {source}")
    return chosen


@main.command(short_help="Run checks, and compare with the ledger.", epilog="symfed verify {id} --profile")
@click.argument("ids", metavar="[ID]...", nargs=-1, shell_complete=completion_of(committed_ids))
@click.option("--source", metavar="KEY", help="Only claims of this source.", shell_complete=completion_of(sources))
@click.option("--full", is_flag=True, help="Run the slower, stronger tier of every check.")
@click.option("--anew", is_flag=True, help="Find everything again: try no committed witness and no committed certificate first.")
@click.option("--trials", is_flag=True, help="Show wrong variants, drop conditions and run second checks again, whatever is committed.")
@click.option("--false-alarm", type=float, metavar="P", help="Chance of contradicting a true statement, in all; default: 1e-9.")
@where_it_runs
@click.option("--json", "json_file", type=FILE, callback=writable_file, help="Also write the rows here.")
@click.option("--report", "folder", type=FOLDER, callback=writable_folder, help="Also write the pages here, errata among them.")
@click.option("--profile", is_flag=True, help="Also show where the time went.")
@click.option(
    "--commit",
    is_flag=True,
    callback=refused_if(unwritable_ledger),
    help="Rewrite proofs_checks/ledger.json with what was found (a whole run only).",
)
@click.pass_context
def verify(
    ctx: click.Context, ids: tuple[str, ...], source: str | None, trials: bool, jobs: int | None, json_file: Path | None,
    folder: Path | None, commit: bool, **asked: Any,
) -> None:  # fmt: skip
    """Run the checks of all claims, or of those named, and compare with the committed ledger.

    The statements that correct a chosen claim are run with it; premises that are not run have their committed tiers, unless they say
    something else today. What only tries to break a judgement (wrong variants, conditions dropped in turn, second checks) is taken from
    the ledger while the claim and all code that judges are those of its commit. Exits 0 when every field of every row is as committed, 1
    when one changed. With --full or --false-alarm counts and reasons are other ones, and verdict, tier, fingerprint, premises and missing
    words are compared. A malformed ledger is refused before any work.
    """
    from symfed.report.progress import RunProgress
    from symfed.report.summary import closing_line, total_sentences

    need("judge", "verify")
    if folder is not None:
        need("report", "--report")
    partial = bool(ids or source)
    if commit and partial:
        raise click.UsageError("--commit rewrites the whole ledger: run it without claim ids and without --source")
    committed = committed_rows(rewriting=commit)
    deeper = asked["full"] or asked["false_alarm"] is not None
    trials = bool(trials or deeper or commit or folder)
    untried = "" if trials else tried.broken()
    trials = trials or bool(untried)
    given: dict[str, Any] = {name: value for name, value in asked.items() if value is not None and value is not False}
    given |= ({"committed": committed} if partial else {}) | ({} if trials else {"trials": False})
    if untried:
        click.echo(f"note: wrong variants and dropped conditions are tried again: {untried}", err=True)
    with RunProgress(Console(stderr=True)) as progress:
        chosen = chosen_claims(ids, source, committed)  # importing all of them takes some seconds
        processes = min(jobs or os.cpu_count() or 1, max(len(chosen), 1))
        rows = ledger.run(chosen, jobs=processes, on_row=progress.on_row, **given)
    changes = ledger.compare(rows, committed, partial=partial, deeper=deeper)
    console = Console()
    print_lines(console, [Line(row.id, row.verdict, row.tier, row.place) for row in rows])
    for row in rows:
        if row.verdict is Tier.ERROR:
            click.echo(f"error: {row.id}: {' '.join(row.why.split())}")
    for change in changes:
        click.echo(f"changed: {change.describe()}")
    for sentence in total_sentences(rows, trials):
        click.echo(sentence)
    click.echo(closing_line(rows, changes, committed_now=commit, deeper=deeper))
    if asked["profile"]:
        from symfed.report.profile import print_profile

        print_profile(rows)
    if json_file is not None:
        write_whole(json_file, json.dumps({"rows": [row.public() for row in rows]}, indent=1, ensure_ascii=False) + "\n")
    if folder is not None:
        from symfed.report.folder import write_report

        click.echo(f"report: {write_report(rows, folder)}", err=True)
    if commit:
        click.echo(f"committed: {ledger.save(rows)}", err=True)
        tried.seal()
    ctx.exit(CHANGED if changes and not commit else 0)


@main.command(short_help="Show wrong variants of formulas to their checks.", epilog="symfed mutants --jobs 2 --json variants.json")
@where_it_runs
@click.option("--json", "json_file", type=FILE, callback=writable_file, help="Also write the table here.")
@click.option("--clean", type=click.IntRange(min=0), default=0, help="Also run the checks this often on what is true.")
@click.option(
    "--commit", is_flag=True, callback=refused_if(unwritable_ledger), help="Rewrite proofs_checks/mutants.json with what was found."
)
@click.pass_context
def mutants(ctx: click.Context, jobs: int | None, scheduler: str | None, json_file: Path | None, clean: int, commit: bool) -> None:
    """Show systematic wrong variants of every formula to every check that judges it.

    Exits 1 if a variant survives that is not the same statement in other words, if a check crashes, or if one contradicts what is true.
    """
    if commit and not clean:
        raise click.UsageError("--commit needs --clean N: the committed matrix says how often true statements were contradicted")
    need("judge", "mutants")

    def progress(name: str, done: int, total: int) -> None:
        click.echo(f"{done} of {total}: {name}", err=True)

    processes = jobs or os.cpu_count() or 1
    table = symfed.mutants.tabulate(symfed.mutants.judge_all(jobs=processes, on_subject=progress, scheduler=scheduler))
    if clean:
        table["clean"] = symfed.mutants.clean_runs(clean, processes, scheduler=scheduler)
    for kind, cells in table["kinds"].items():
        click.echo(f"{kind}: " + ", ".join(f"{column} {killed}/{shown}" for column, (killed, shown) in cells.items()))
    for survivor in table["survivors"]:
        click.echo(f"survives: {survivor['subject']}: {survivor['kind']}, {survivor['where']}")
    click.echo(symfed.mutants.summary(table))
    for target in ([json_file] if json_file else []) + ([None] if commit else []):
        click.echo(f"written: {symfed.mutants.save(table, target)}", err=True)
    ctx.exit(0 if symfed.mutants.sound(table) else CHANGED)
