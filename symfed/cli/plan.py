"""The command that recommends a method for a user's own clients."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

import symfed
from symfed.cli.group import FILE, as_json, main, print_json, refused_if
from symfed.core.files import unwritable_file

_KINDS = ("png", "pdf", "svg")


def unwritable_picture(target: Path) -> str:
    """The reason why no picture can be written at this path; "" if one can."""
    known = target.suffix[1:].lower() in _KINDS
    return unwritable_file(target) if known else f"{target} must end in one of .{', .'.join(_KINDS)}"


@main.command(short_help="What to run on your clients.", epilog="symfed plan clients.csv --client hospital --target outcome")
@click.argument("data", metavar="DATA")
@click.option("--client", metavar="COLUMN", help="The column that says whose row it is; not for one file a client.")
@click.option("--target", metavar="COLUMN", help="The column of targets.")
@click.option("--feature", "features", multiple=True, metavar="COLUMN", help="A column to use, once for each; default: all others.")
@click.option("--loss", metavar="LOSS", help="least_squares, logistic or softmax; told from the targets unless given.")
@click.option("--l2", type=float, metavar="X", help="The ridge; default: 1 over the number of samples.")
@click.option("--batch", type=click.IntRange(min=1), default=1, show_default=True, help="Samples that a local step averages.")
@click.option("--weights", metavar="HOW", default="uniform", show_default=True, help="How clients count: uniform, or by their examples.")
@click.option("--intercept", is_flag=True, help="Add a column of ones.")
@click.option("--rounds", type=click.IntRange(min=1), metavar="N", help="The budget of communication rounds.")
@click.option("--gradients", type=click.IntRange(min=1), metavar="N", help="The budget of single-sample gradients per client.")
@click.option("--accuracy", type=float, metavar="E", help="The error to reach in as few rounds as possible.")
@click.option("--measure", metavar="WHICH", default="distance", show_default=True, help="Of the error: distance, relative or loss.")
@click.option("--simulate", "check", is_flag=True, help="Also run what is recommended, and compare.")
@click.option("--scheduler", metavar="ADDRESS", help="Pass over the clients on the Dask cluster at this address (tcp://HOST:PORT).")
@click.option("--picture", type=FILE, callback=refused_if(unwritable_picture), help="Also draw it: .png, .pdf, .svg.")
@as_json
def plan(data: str, features: tuple[str, ...], picture: Path | None, as_json: bool, **asked: Any) -> None:
    """Recommend a method for the clients in DATA, with its step size and number of local steps, and predict the error.

    DATA is a CSV, Parquet or NPZ file, or a folder with one file a client. Without a budget or an accuracy it asks for a tenth of the
    optimum's size.
    """
    found = symfed.plan(data, features=features[0] if len(features) == 1 else list(features) or None, progress=sys.stderr.isatty(), **asked)
    if picture is not None:
        found.plot(picture)
    if as_json:
        print_json(found.as_dict())
    else:
        click.echo(found.table())
