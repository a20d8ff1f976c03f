"""Commands that show committed verdicts and list what exists: no check is run."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from symfed import ledger
from symfed.cli.group import FOLDER, as_json, claim_or_refuse, committed_rows, known_or_refuse, main, print_json, writable_folder
from symfed.core.errors import UnknownName
from symfed.core.extras import need
from symfed.core.source import sources
from symfed.core.verdict import Tier
from symfed.report.completion import committed_ids, completion_of
from symfed.report.terminal import Line, in_columns, print_fields, print_lines


@main.command("list", epilog="symfed list theorem 2 --verdict REFUTED")
@click.option(
    "--verdict", metavar="V", help="Only rows with this verdict or tier, in any letter case.", shell_complete=completion_of(lambda: Tier)
)
@click.option("--source", metavar="KEY", help="Only claims of this source.", shell_complete=completion_of(sources))
@click.option("--count", is_flag=True, help="Count them by source, statement or step of a proof, and verdict.")
@as_json
@click.argument("words", metavar="[WORDS]...", nargs=-1)
def list_claims(verdict: str | None, source: str | None, count: bool, as_json: bool, words: tuple[str, ...]) -> None:
    """The committed ledger, a line a claim: id, verdict, tier, place.

    With WORDS, what stands there or says so: theorem 2, thm2, table 1, bias.
    """
    from symfed.report.rank import by_rank
    from symfed.report.search import find

    wanted = known_or_refuse("verdict", verdict.upper().replace("-", "_").replace(" ", "_"), Tier) if verdict else None
    if source is not None:
        source = known_or_refuse("source", source.lower(), sources())
    committed, claims = ledger.load(), ledger.Claims()

    def place(row: Mapping[str, Any]) -> str:
        if row["id"] not in claims.written:
            return "no longer among the claims"
        return str(row["page"]["place"] if "page" in row else claims[row["id"]].printed.place)

    rows = (row for row in committed if (wanted is None or wanted in (row["verdict"], row["tier"])) and source in (None, row["source"]))
    found = by_rank(find(rows, " ".join(words)))
    if count:
        from symfed.report.coverage import coverage, table
        from symfed.report.recorded import recorded

        parts = coverage([recorded({**row, "steps": []}) for row in found])  # from the rows alone: no claim is imported
        if as_json:
            print_json(parts)
        else:
            click.echo(table(parts))
    elif as_json:
        print_json([{key: row[key] for key in ("id", "source", "kind", "verdict", "tier")} | {"place": place(row)} for row in found])
    else:
        print_lines(Console(), [Line(row["id"], row["verdict"], row["tier"], place(row)) for row in found])
        if not found:
            click.echo("no claim answers to all of this: fewer words, or --verdict and --source alone, find more", err=True)


@main.command(short_help="One claim as it was judged.", epilog="symfed show {id}")
@click.argument("words", metavar="ID", nargs=-1, required=True, shell_complete=completion_of(committed_ids))
@as_json
def show(words: tuple[str, ...], as_json: bool) -> None:
    """One claim as it was judged: what is printed, how it was read, and its committed verdict.

    ID may also be a numbered place, such as KEY equation 9 with the key of a source, where one claim stands.
    """
    from symfed.coq.accepted import load, mark
    from symfed.report.claim import claim_fields
    from symfed.report.search import find, place_keys

    committed, claim_id = committed_rows(), " ".join(words)
    if place_keys(claim_id) and not any(row["id"] == claim_id for row in committed):
        there = [row["id"] for row in find(committed, claim_id)]
        if len(there) > 1:
            one_each = "".join(f"\n  symfed show {name}" for name in there)
            raise UnknownName(f"{claim_id!r} is {len(there)} claims, each with a verdict of its own (symfed list {claim_id}):{one_each}")
        claim_id = there[0] if there else claim_id
    row = next((row for row in committed if row["id"] == claim_id), {})
    if "page" not in row:
        claim = claim_or_refuse(claim_id, committed)  # before anything that judges is imported
        row = ledger.unjudged(claim) | row
    elif ledger.changed(row):
        click.echo(f"{claim_id} has changed since it was judged: symfed verify {claim_id}", err=True)
    row = ledger.whole(row)
    accepted = mark(row, load())
    if as_json:
        used_by = [other["id"] for other in committed if claim_id in other["uses"]]
        corrects = [other["id"] for other in committed if other["corrected"] == claim_id]
        print_json(row | {"used_by": used_by, "corrects": corrects, "kernel": accepted})
    else:
        print_fields(Console(highlight=False), f"{claim_id}: {row['page']['says']}", claim_fields(row, committed, accepted))


def listing(name: str, what: str, sentences: str) -> None:
    """Add a command that lists names, each with a sentence, one per line."""

    def listed(as_json: bool) -> None:
        from symfed.report import catalogue

        said = getattr(catalogue, sentences)()
        if as_json:
            print_json([{"name": name, "says": sentence} for name, sentence in said.items()])
        else:
            click.echo(in_columns([*said.items()]))

    main.command(name, help=what, epilog=f"symfed {name} --json")(as_json(listed))


listing("formulas", "Every formula and function, and what it is.", "formula_sentences")
listing("algorithms", "Every algorithm, and its rule.", "algorithm_sentences")
listing("sources", "Every document on trial.", "source_sentences")


@main.command(short_help="Write pages from the committed ledger.", epilog="symfed report pages")
@click.argument("folder", metavar="DIR", type=FOLDER, callback=writable_folder)
def report(folder: Path) -> None:
    """Write HTML pages, errata among them, from the committed ledger: no check is run (`symfed verify --report DIR` runs them)."""
    need("report", "report")
    from symfed.report.folder import write_report
    from symfed.report.recorded import recorded

    rows = ledger.load()
    click.echo(write_report([recorded(row) for row in rows], folder))
