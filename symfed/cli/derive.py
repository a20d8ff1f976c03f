"""Commands that print formulas: named ones, and expansions derived on request."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from rich.console import Console

import symfed
from symfed.cli.group import as_json, main, print_json, progress_bar
from symfed.report.completion import algorithm_names, completion_of, formula_names
from symfed.report.terminal import print_fields

if TYPE_CHECKING:
    from symfed.report.formula_verdict import FormulaVerdict


@main.command(short_help="One formula, or one function.", epilog="symfed formula {formula} --code python")
@click.argument("name", shell_complete=completion_of(formula_names))
@click.option("--latex", is_flag=True, help="Print the expression in LaTeX.")
@click.option("--code", "language", metavar="LANG", help="Print code: c, julia, numpy or python.")
@click.option("--letters", metavar="SHORT|PAPER", help="With --latex: the letters of the table (default), or the papers'.")
@as_json
def formula(name: str, latex: bool, language: str | None, letters: str | None, as_json: bool) -> None:
    """One formula: its meaning, expression, domain, remainder and source; or a function: its arguments and what it answers."""
    from symfed.formulas import all_functions, get_formula
    from symfed.report.catalogue import function_page
    from symfed.report.formula_verdict import committed_verdict

    if name not in all_functions():
        show_formula(get_formula(name), latex, language, letters, as_json, verdict=committed_verdict(name))
    elif latex or language or letters:
        raise click.UsageError(f"{name} is a function and no single expression: --latex and --code are for formulas")
    elif as_json:
        call, _, says = function_page(name).partition("\n\n")
        print_json({"name": name, "call": call, "says": says})
    else:
        click.echo(function_page(name))


@main.command(short_help="Derive an expansion of an algorithm.", epilog="symfed expand {algorithm} bias --order 2")
@click.argument("algorithm", shell_complete=completion_of(algorithm_names))
@click.argument("quantity", shell_complete=completion_of(lambda: ["bias", "second_moment", "modified_gradient", "modified_loss"]))
@click.option("--order", type=click.IntRange(min=1), default=1, show_default=True, help="The highest power of gamma.")
@click.option("--dim", type=click.IntRange(min=1), default=1, show_default=True, help="1: averages over clients; more: tensors.")
@click.option("--latex", is_flag=True, help="Print the expression in LaTeX.")
@click.option("--code", "language", metavar="LANG", help="Print code of dimension one: c, julia, numpy or python.")
@click.option("--letters", metavar="SHORT|PAPER", help="With --latex: the letters of the table (default), or the papers'.")
@as_json
def expand(
    algorithm: str, quantity: str, order: int, dim: int, latex: bool, language: str | None, letters: str | None, as_json: bool
) -> None:
    """Derive an expansion: bias, second_moment, modified_gradient or modified_loss of an algorithm."""
    if dim > 1 and language:
        raise click.UsageError("--code is of dimension one, and --dim asks for another: leave one of them out")
    found = symfed.expand(algorithm, quantity, order, dim)
    with progress_bar(f"expanding {algorithm} to order {order}"):
        found.expr  # noqa: B018  # derived on first access
    show_formula(found, latex or (dim > 1 and not as_json), language, letters, as_json, dim)


def show_formula(
    found: Any, latex: bool, language: str | None, letters: str | None, as_json: bool, dim: int = 1, verdict: FormulaVerdict | None = None
) -> None:
    """Print a formula as LaTeX, as code, as JSON, or field by field, with the meanings of its symbols and its verdict."""
    if latex + bool(language) + as_json > 1:
        raise click.UsageError("--latex, --code and --json are different answers: ask for one")
    if letters and not latex:
        raise click.UsageError("--letters are those of LaTeX: add --latex")
    derived = found.name.removesuffix("_printed") if found.name.endswith("_printed") else None
    about = {part: str(getattr(found, part)) for part in ("domain", "remainder", "source")}
    if as_json:
        # means over clients as `symfed check` reads them; in higher dimensions there is no such text, and the tensors are in the LaTeX
        expr = str(found.expr).replace("ClientMean(", "mean(") if dim == 1 else None
        says = {"name": found.name, "call": found.call(), "says": found.says, "expr": expr, "latex": found.latex()}
        judged = {"verdict": verdict.sentence, "claims": {name: str(tier) for name, tier in verdict.claims}} if verdict else {}
        print_json(says | {"letters": found.legend} | about | {"derived": derived} | judged)
    elif latex:
        text = found.latex(letters or "short")
        click.echo(verdict.as_comment(text, "latex") if verdict else text)
        click.echo("".join(f"% {letter}: {meaning}\n" for letter, meaning in found.shown_letters(letters or "short").items()), nl=False)
    elif language:
        click.echo(verdict.as_comment(found.code(language), language) if verdict else found.code(language))
    else:
        from symfed.core.written import written

        fields = [
            ("verdict", verdict.sentence if verdict else ""),
            ("expr", written(found.expr)),
            ("letters", found.legend),
            *about.items(),
        ]
        fields += [("proven bound", found.proven_bound), ("what symfed derives", derived or "")]
        print_fields(Console(highlight=False), f"{found.name}: {found.says}", fields)
