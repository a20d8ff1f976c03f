"""The command that writes errata from the committed ledger: no check is run."""

from __future__ import annotations

from pathlib import Path

import click

from symfed import ledger
from symfed.cli.group import FOLDER, as_json, known_or_refuse, main, print_json, writable_folder
from symfed.core.extras import need
from symfed.core.source import sources
from symfed.report.completion import completion_of

FORMATS = ("markdown", "latex", "html")


@main.command(short_help="What does not hold as printed, for its authors.", epilog="symfed errata --to errata")
@click.option("--source", metavar="KEY", help="The document; without it, all, to a folder.", shell_complete=completion_of(sources))
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="markdown", show_default=True, help="Of what goes to standard output."
)
@click.option(
    "--to", "folder", metavar="DIR", type=FOLDER, callback=writable_folder, help="Write KEY.md, KEY.tex and KEY.html here instead."
)
@as_json
def errata(source: str | None, form: str, folder: Path | None, as_json: bool) -> None:
    """List the statements of a document that do not hold as printed, for its authors, beside its other version if it has one."""
    need("report", "errata")
    from symfed.report.errata import FORMATS, as_data, asked, documents, write
    from symfed.report.errata import errata as found_in
    from symfed.report.folder import replace_files
    from symfed.report.recorded import recorded

    if source is None and folder is None:
        raise click.UsageError(
            f"say which document, --source KEY with one of {', '.join(documents())}, or a folder for all of them, --to DIR"
        )
    keys = documents() if source is None else (known_or_refuse("source", source.lower(), documents()),)
    kept = ledger.load()
    shown = asked(kept, keys)  # for the others the committed row is enough: their claims are not imported
    rows = [recorded(row if row["id"] in shown else {**row, "steps": []}, proof=False) for row in kept]
    found = [found_in(rows, key) for key in keys]
    if folder is not None:
        replace_files(folder, write(found))
        click.echo(folder)
    elif as_json:
        print_json(as_data(found[0]))
    else:
        click.echo(FORMATS[form][1](found[0]), nl=False)
