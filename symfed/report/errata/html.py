"""Errata as HTML, with formulas as MathML: the body of a page of the report, or a page that needs nothing else."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from symfed.report.entries import file_of
from symfed.report.errata.document import MEANINGS, Errata
from symfed.report.errata.pieces import Line, is_display, lines, runs
from symfed.report.errata.wording import CHANGES, COLUMNS, count_line, facts, lead, others, reads, references, short
from symfed.report.mathml import formula


def html(found: Errata) -> str:
    """A page of its own: no file beside it, no script, no network."""
    css = files("symfed.report").joinpath("report.css").read_text(encoding="utf-8")
    return _environment().get_template("errata_alone.html").render(found=found, css=Markup(css), body=body(found))


def body(found: Errata, root: str | None = None) -> Markup:
    """What a page shows between its head and its foot; every text of a row is escaped. `root`: the way to a folder with pages of claims."""
    return Markup(_environment().get_template("errata_body.html").render(found=found, root=root))


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("symfed.report", "."), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters |= {"prose": text, "statement": _statement}
    words = (count_line, facts, file_of, lead, others, reads, references, short)
    environment.globals |= {"meanings": MEANINGS, "columns": COLUMNS, "changes": CHANGES} | {word.__name__: word for word in words}
    return environment


def text(said: str) -> Markup:
    """A text with formulas between dollar signs."""
    return _line(runs(said))


def _line(line: Line) -> Markup:
    return Markup("").join(formula(run.text, "inline") if run.math else escape(run.text) for run in line)


def _statement(tex: str) -> Markup:
    shown = [formula(_aligned(line[0].text), "block") if is_display(line) else _line(line) for line in lines(tex)]
    return Markup("").join(Markup('<div class="formula" tabindex="0">{}</div>').format(one) for one in shown)


def _aligned(tex: str) -> str:
    return rf"\begin{{align*}}{tex}\end{{align*}}" if r"\\" in tex and r"\begin" not in tex else tex
