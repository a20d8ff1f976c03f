"""The command that checks a user's own formula."""

from __future__ import annotations

from typing import Any

import click
from rich.console import Console

import symfed
from symfed.cli.group import CHANGED, as_json, main, print_json
from symfed.report.completion import algorithm_names, completion_of
from symfed.report.terminal import print_fields

_QUANTITIES = ("bias", "second_moment")
_CLASSES = ("quadratic", "noiseless", "homogeneous")


@main.command(
    short_help="Whether a formula of your own is right.",
    epilog="symfed check 'gamma*(H - 1)/2 * mean(a*g)/mean(a)' {algorithm} bias",
    # a formula may begin with a minus sign, which must not be parsed as an option
    context_settings={"ignore_unknown_options": True, "help_option_names": ["--help"]},
)
@click.argument("formula")
@click.argument("algorithm", shell_complete=completion_of(algorithm_names))
@click.argument("quantity", shell_complete=completion_of(lambda: _QUANTITIES))
@click.option("--order", type=click.IntRange(min=1), help="Compare up to this power of gamma; default: the formula's highest.")
@click.option("--problems", multiple=True, metavar="CLASS", help="Meant for these alone: quadratic, noiseless, homogeneous; repeatable.",
              shell_complete=completion_of(lambda: _CLASSES))  # fmt: skip
@click.option("--local-steps", "H", type=click.IntRange(min=1), metavar="H", help="Meant for this number of local steps alone.")
@as_json
@click.pass_context
def check(ctx: click.Context, formula: str, problems: tuple[str, ...], as_json: bool, **asked: Any) -> None:
    """Is a formula of your own right? FORMULA in gamma, H, N and averages such as mean(a*g), QUANTITY (bias, second_moment) of ALGORITHM.

    The letters are those in which `symfed expand` prints: of a client's loss at theta* the derivatives g, a, b, q, r, of its gradient
    noise the covariance C, its derivatives C1, C2, the cumulants K3, ... . Exits 0 if it is right, 1 if it is wrong or nothing was decided.
    """
    found = symfed.check(formula, **asked, problems=problems or "all")
    if as_json:
        print_json(found.as_dict())
    else:
        title, *fields = found.fields()
        if found.witness is not None:
            fields.append(("in Python", found.witness.python))
        print_fields(Console(highlight=False), f"{title[0]}: {title[1]}", fields)
    ctx.exit(0 if found.holds else CHANGED)
