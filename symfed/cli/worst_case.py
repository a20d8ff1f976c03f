"""The command that computes the worst case of a round over a class of functions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

import symfed
from symfed.cli.group import FILE, as_json, main, print_json, writable_file
from symfed.core.files import write_whole
from symfed.report.completion import algorithm_names, completion_of


@main.command(
    "worst-case",
    short_help="What a round does at worst over a class of functions.",
    epilog="symfed worst-case {algorithm} --gamma 1 --H 2 --mu 1/2 --L 3/4",
)
@click.argument("algorithm", shell_complete=completion_of(algorithm_names))
@click.option("--gamma", required=True, metavar="X", help="The step size.")
@click.option("--H", "H", required=True, type=click.IntRange(min=1), help="The number of local steps.")
@click.option("--mu", required=True, metavar="X", help="The least curvature of a client.")
@click.option("--L", "L", required=True, metavar="X", help="The largest curvature of a client.")
@click.option("--to", "target", type=FILE, callback=writable_file, help="Also write the certificate, which `symfed recheck FILE` reads.")
@as_json
def worst_case(algorithm: str, target: Path | None, as_json: bool, **asked: Any) -> None:
    """The worst case of a round of ALGORITHM with full gradients, over all smooth, strongly convex clients (extra pep).

    With control variates: the factor of V for any number of clients, the multipliers of the interpolation inequalities that prove it, and a
    proof in rationals. Without: the factor of the squared distance between two runs. Numbers are exact: 1/10, 0.1.
    """
    from symfed.models.algorithms import get_algorithm

    memory = get_algorithm(algorithm).keeps_memory
    if target is not None and not memory:
        raise click.UsageError(f"--to: only rules with control variates have a certificate, and {algorithm} has none")
    room = symfed.reference
    found: Any = room.worst_client(algorithm, **asked) if memory else room.worst_round(algorithm, **asked)
    proof: Any = found.certificate() if memory else None
    if target is not None:
        write_whole(target, proof.to_json())
    positive = [[i, j, value] for (i, j), value in found.multipliers[0].items() if value > found.error]
    if as_json:
        told = {name: getattr(found, name) for name in ("value", "error", "status", "dimension")}
        print_json(
            {"algorithm": algorithm, **asked, **told, "ey": getattr(found, "ey", None), "multipliers": positive}
            | {"bound": proof and proof.bound["ee"], "proved": proof and proof.says()}
        )
        return
    what = "V" if memory else "the squared distance of two runs"
    click.echo(f"A round multiplies {what} by {found.value:.10g} at worst, to within {found.error:.1g} (the solver says {found.status}).")
    click.echo(f"The worst functions found have dimension {found.dimension}.")
    for i, j, value in positive if memory else ():
        click.echo(f"  f_{i} over f_{j}: {value:.10g}")
    if memory:
        click.echo(f"Proved: {proof.says()}.")
