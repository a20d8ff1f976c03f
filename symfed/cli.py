"""The command line. Thin: it chooses claims, hands them to the ledger and prints: results to stdout, progress to stderr."""

from __future__ import annotations

import difflib
import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console

import symfed
from symfed.core.errors import SymfedError, UnknownName
from symfed.core.source import sources
from symfed.core.verdict import Tier
from symfed.report.completion import algorithm_names, committed_ids, completed, formula_names
from symfed.report.terminal import Line, print_fields, print_lines

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


def choose(ids: tuple[str, ...], source: str | None, committed: Sequence[Mapping[str, Any]]) -> Mapping[str, Claim]:
    """The claims with these ids (all, if none are named) that are of this source. Named ones are found without importing all others."""
    from symfed import ledger

    if source is not None:
        known_or_refuse("source", source, sources())
    named: Mapping[str, Claim] = {claim_id: claim_or_refuse(claim_id, committed) for claim_id in ids} if ids else ledger.discover()
    return {claim_id: claim for claim_id, claim in named.items() if source is None or claim.printed.source == source}


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


def where_it_runs(command: Callable[..., None]) -> Callable[..., None]:
    """The options that say where independent pieces of work run."""
    jobs = click.option("--jobs", type=click.IntRange(min=1), help="Number of processes; default: one per processor.")
    scheduler = click.option("--scheduler", metavar="ADDRESS", help="Run on the Dask cluster at this address (tcp://HOST:PORT) instead.")
    return jobs(scheduler(command))


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(symfed.__version__, prog_name="symfed")
def main() -> None:
    """Judge what papers on federated optimisation state, by derivation and by independent reference.

    Exit codes: 0 every row as committed, 1 some row changed, 2 bad usage or a malformed ledger.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without Greek letters shows ? instead of a traceback


@main.command()
@click.argument("ids", metavar="[ID]...", nargs=-1, shell_complete=completed(committed_ids))
@click.option("--source", metavar="KEY", help="Only claims of this source.", shell_complete=completed(sources))
@click.option("--full", is_flag=True, help="Run the slower, stronger tier of every check.")
@click.option("--false-alarm", type=float, metavar="P", help="Chance of contradicting a true statement, in all; default: 1e-9.")
@where_it_runs
@click.option(
    "--json", "json_file", type=click.Path(dir_okay=False, path_type=Path), callback=regular_file, help="Also write the rows here."
)
@click.option("--report", "folder", type=click.Path(file_okay=False, path_type=Path), help="Also write index.html, errata.tex here.")
@click.option("--profile", is_flag=True, help="Also show where the time went.")
@click.option("--commit", is_flag=True, help="Rewrite proofs_checks/ledger.json with what was found (a whole run only).")
@click.pass_context
def verify(
    ctx: click.Context,
    ids: tuple[str, ...],
    source: str | None,
    full: bool,
    false_alarm: float | None,
    jobs: int | None,
    scheduler: str | None,
    json_file: Path | None,
    folder: Path | None,
    profile: bool,
    commit: bool,
) -> None:
    """Run the checks of all claims, or of those named, and compare with the committed ledger.

    The statements that correct a chosen claim are run with it; premises that are not run have their committed tiers. Exits 0 when every
    field of every row is as committed, 1 when one changed. With --full or --false-alarm counts and reasons are other ones, and verdict,
    tier, fingerprint, premises and missing words are compared. A malformed ledger is refused before any work.
    """
    from symfed import ledger
    from symfed.report.progress import RunProgress
    from symfed.report.summary import closing, totals

    partial = bool(ids or source)
    if commit and partial:
        raise click.UsageError("--commit rewrites the whole ledger: run it without claim ids and without --source")
    committed = committed_rows(rewriting=commit)
    chosen = choose(ids, source, committed)
    deeper = full or false_alarm is not None
    processes = min(jobs or os.cpu_count() or 1, max(len(chosen), 1))
    asked = {
        "full": full or None,
        "false_alarm": false_alarm,
        "scheduler": scheduler,
        "profile": profile or None,
        "committed": committed if partial else None,
    }
    given: dict[str, Any] = {name: value for name, value in asked.items() if value is not None}
    try:
        with RunProgress(Console(stderr=True)) as progress:
            rows = ledger.run(chosen, jobs=processes, on_row=progress.on_row, **given)
    except KeyboardInterrupt:
        click.echo("interrupted; nothing was written", err=True)
        ctx.exit(INTERRUPTED)
    changes = ledger.compare(rows, committed, partial=partial, deeper=deeper)
    console = Console()
    print_lines(console, [Line(row.id, row.verdict, row.tier, row.place) for row in rows])
    for row in rows:
        if row.verdict is Tier.ERROR:
            click.echo(f"error: {row.id}: {' '.join(row.why.split())}")
    for change in changes:
        click.echo(f"changed: {change.describe()}")
    for sentence in totals(rows):
        click.echo(sentence)
    click.echo(closing(rows, changes, committed_now=commit, deeper=deeper))
    if profile:
        from symfed.report.profile import print_profile

        print_profile(rows)
    if json_file is not None:
        ledger.save(rows, json_file)
    if folder is not None:
        from symfed.report.folder import write_report

        click.echo(f"report: {write_report(rows, folder)}", err=True)
    if commit:
        click.echo(f"committed: {ledger.save(rows)}", err=True)
    ctx.exit(CHANGED if changes and not commit else 0)


@main.command()
@where_it_runs
@click.option(
    "--json", "json_file", type=click.Path(dir_okay=False, path_type=Path), callback=regular_file, help="Also write the table here."
)
@click.option("--clean", type=click.IntRange(min=0), default=0, help="Also run the checks this often on what is true.")
@click.option("--commit", is_flag=True, help="Rewrite proofs_checks/mutants.json with what was found.")
@click.pass_context
def mutants(ctx: click.Context, jobs: int | None, scheduler: str | None, json_file: Path | None, clean: int, commit: bool) -> None:
    """Show systematic wrong variants of every formula to every check that judges it.

    Exits 1 if a variant survives that is not the same statement in other words, if a check crashes, or if one contradicts what is true.
    """
    if commit and not clean:
        raise click.UsageError("--commit needs --clean N: the committed matrix says how often true statements were contradicted")
    from symfed import mutants

    def progress(name: str, done: int, total: int) -> None:
        click.echo(f"{done} of {total}: {name}", err=True)

    processes = jobs or os.cpu_count() or 1
    try:
        table = mutants.tabulate(mutants.judge_all(jobs=processes, on_subject=progress, scheduler=scheduler))
        if clean:
            table["clean"] = mutants.clean_runs(clean, processes, scheduler=scheduler)
    except KeyboardInterrupt:
        click.echo("interrupted; nothing was written", err=True)
        ctx.exit(INTERRUPTED)
    for kind, cells in table["kinds"].items():
        click.echo(f"{kind}: " + ", ".join(f"{column} {killed}/{shown}" for column, (killed, shown) in cells.items()))
    for survivor in table["survivors"]:
        click.echo(f"survives: {survivor['subject']}: {survivor['kind']}, {survivor['where']}")
    click.echo(mutants.summary(table))
    for target in ([json_file] if json_file else []) + ([None] if commit else []):
        click.echo(f"written: {mutants.save(table, target)}", err=True)
    ctx.exit(0 if mutants.sound(table) else CHANGED)


@main.command("list")
@click.option(
    "--verdict", metavar="V", help="Only rows with this verdict or tier, in any letter case.", shell_complete=completed(lambda: Tier)
)
@click.option("--source", metavar="KEY", help="Only claims of this source.", shell_complete=completed(sources))
@click.argument("words", metavar="[WORDS]...", nargs=-1)
def list_claims(verdict: str | None, source: str | None, words: tuple[str, ...]) -> None:
    """The committed ledger: id, verdict, tier, place. With WORDS, what stands there or says so: theorem 2, thm2, table 1, bias."""
    from symfed import ledger
    from symfed.report.search import find

    wanted = known_or_refuse("verdict", verdict.upper().replace("-", "_").replace(" ", "_"), Tier) if verdict else None
    if source is not None:
        known_or_refuse("source", source, sources())
    committed, claims = ledger.load(), ledger.Claims()

    def place(row: Mapping[str, Any]) -> str:
        if row["id"] not in claims.written:
            return "no longer among the claims"
        return str(row["page"]["place"] if "page" in row else claims[row["id"]].printed.place)

    rows = (row for row in committed if (wanted is None or wanted in (row["verdict"], row["tier"])) and source in (None, row["source"]))
    print_lines(Console(), [Line(row["id"], row["verdict"], row["tier"], place(row)) for row in find(rows, " ".join(words))])


@main.command()
@click.argument("claim_id", metavar="ID", shell_complete=completed(committed_ids))
def show(claim_id: str) -> None:
    """One claim as it was judged: what is printed, how it was read, and its committed verdict.

    ID may also be a numbered place, such as "KEY equation 9" with the key of a source, where one claim stands.
    """
    from symfed import ledger
    from symfed.report.claim import fields
    from symfed.report.search import find, place_keys

    committed = committed_rows()
    if place_keys(claim_id) and not any(row["id"] == claim_id for row in committed):
        there = [row["id"] for row in find(committed, claim_id)]
        if len(there) > 1:
            raise UnknownName(f"{len(there)} claims stand at {claim_id!r}; did you mean {', '.join(there)}?")
        claim_id = there[0] if there else claim_id
    row = next((row for row in committed if row["id"] == claim_id), {})
    if "page" not in row:
        claim = claim_or_refuse(claim_id, committed)  # refused before anything that judges is imported
        row = ledger.unjudged(claim) | row
    print_fields(Console(highlight=False), f"{claim_id}: {row['page']['says']}", fields(row, committed))


def listing(name: str, what: str, sentences: str) -> None:
    """A command that lists what there is, a name and a sentence a line."""

    def listed() -> None:
        from symfed.report import catalogue

        click.echo(catalogue.columns(getattr(catalogue, sentences)()))

    main.command(name, help=what)(listed)


listing("formulas", "Every formula and function, and what it is.", "formula_sentences")
listing("algorithms", "Every algorithm, and its rule.", "algorithm_sentences")
listing("sources", "Every document on trial.", "source_sentences")


@main.command()
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
def report(folder: Path) -> None:
    """Write index.html and errata.tex from the committed ledger: no check is run (`symfed verify --report DIR` runs them)."""
    from symfed import ledger
    from symfed.report.folder import write_report
    from symfed.report.recorded import recorded

    rows = ledger.load()
    try:
        click.echo(write_report([recorded(row) for row in rows], folder))
    except OSError as refused:
        raise click.UsageError(f"{folder} cannot be written: {refused.strerror}") from refused


@main.command()
@click.argument("name", shell_complete=completed(formula_names))
@click.option("--latex", is_flag=True, help="Print the expression in LaTeX.")
@click.option("--code", "language", metavar="LANG", help="Print code: c, python or julia.")
def formula(name: str, latex: bool, language: str | None) -> None:
    """One formula: its meaning, expression, domain, remainder and source; or a function: its arguments and what it answers."""
    from symfed.formulas import all_functions, get_formula
    from symfed.report.catalogue import function_page

    if name not in all_functions():
        show_formula(get_formula(name), latex, language)
    elif latex or language:
        raise click.UsageError(f"{name} is a function and no single expression: --latex and --code are for formulas")
    else:
        click.echo(function_page(name))


@main.command()
@click.argument("algorithm", shell_complete=completed(algorithm_names))
@click.argument("quantity", shell_complete=completed(lambda: ["bias", "second_moment", "modified_gradient", "modified_loss"]))
@click.option("--order", type=click.IntRange(min=1), default=1, show_default=True, help="The highest power of gamma.")
@click.option("--dim", type=click.IntRange(min=1), default=1, show_default=True, help="1: averages over clients; more: tensors.")
@click.option("--latex", is_flag=True, help="Print the expression in LaTeX.")
@click.option("--code", "language", metavar="LANG", help="Print code of dimension one: c, python or julia.")
def expand(algorithm: str, quantity: str, order: int, dim: int, latex: bool, language: str | None) -> None:
    """Derive an expansion: bias, second_moment, modified_gradient or modified_loss of an algorithm."""
    show_formula(symfed.expand(algorithm, quantity, order, dim), latex or (dim > 1 and not language), language)


def show_formula(found: Any, latex: bool, language: str | None) -> None:
    """A formula as LaTeX, as code, or field by field."""
    if latex and language:
        raise click.UsageError("--latex and --code are two different answers: ask for one")
    if latex:
        click.echo(found.latex())
    elif language:
        click.echo(found.code(language))
    else:
        from symfed.report.written import written

        fields = [("expr", written(found.expr)), *[(part, str(getattr(found, part))) for part in ("domain", "remainder", "source")]]
        if (derived := found.name.removesuffix("_printed")) != found.name:
            fields.append(("what symfed derives", derived))
        print_fields(Console(highlight=False), f"{found.name}: {found.says}", fields)


@main.command()
@click.argument("ids", metavar="[ID]...", nargs=-1, shell_complete=completed(committed_ids))
@click.option("--json", "as_json", is_flag=True, help="Print JSON: a list of id, ok and detail.")
@click.pass_context
def recheck(ctx: click.Context, ids: tuple[str, ...], as_json: bool) -> None:
    """Replay the committed witnesses, or those of the claims named. Exits 1 if one no longer refutes its statement."""
    from symfed import ledger

    if ids:
        witnesses = {row["id"]: row["witness"] for row in ledger.load()}
        for claim_id in ids:
            if not witnesses[known_or_refuse("claim", claim_id, witnesses)]:
                raise click.UsageError(f"{claim_id} has no witness: nothing was found that its statement fails on")
    replayed = ledger.recheck(ids=ids)
    failed = sum(not item.ok for item in replayed)
    if as_json:
        click.echo(json.dumps([{"id": item.id, "ok": item.ok, "detail": item.detail} for item in replayed], indent=1, ensure_ascii=False))
        ctx.exit(CHANGED if failed else 0)
    width = max((len(item.id) for item in replayed), default=0)
    for item in replayed:
        click.echo(f"{item.id:<{width}}  {'ok' if item.ok else 'FAILED':<6}  {item.detail}".rstrip())
    click.echo(f"{len(replayed)} witnesses replayed: {len(replayed) - failed} still refute, {failed} failed.")
    ctx.exit(CHANGED if failed else 0)


if __name__ == "__main__":  # `python -m symfed.cli` would otherwise do nothing, and say nothing
    main(prog_name="symfed")
