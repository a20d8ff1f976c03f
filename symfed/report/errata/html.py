"""Errata as HTML, with formulas as MathML: the body of a page of the report, or a self-contained page."""

from __future__ import annotations

from importlib.resources import files

from markupsafe import Markup

from symfed.report.entries import file_of
from symfed.report.errata.document import Errata
from symfed.report.errata.page import page
from symfed.report.mathml import shown, text
from symfed.report.pieces import Block

_ALONE = """<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>{}</title><style>{}</style></head>
<body><main id="main">
{}
</main></body>
</html>
"""
_LEVELS = {"title": "h1", "part": "h2", "entry": "h3"}
_SCROLLING = (
    '<div class="scroll" tabindex="0" role="group" aria-label="{}"><table>\n<thead><tr>{}</tr></thead>\n<tbody>\n{}\n</tbody></table></div>'
)


def html(found: Errata) -> str:
    """A self-contained page: without other files, scripts or network access."""
    css = files("symfed.report").joinpath("report.css").read_text(encoding="utf-8")
    return Markup(_ALONE).format(f"Errata: {found.source.title}", Markup(css), body(found))


def body(found: Errata, root: str | None = None) -> Markup:
    """The body of a page; every text of a row is escaped. `root`: the path to the folder with pages of claims."""
    return Markup("\n").join(_block(block, root) for block in page(found))


def _block(block: Block, root: str | None) -> Markup:
    match block:
        case Block("title" | "part" | "entry" as level, said, anchor):
            named = Markup(' id="{}"').format(anchor) if anchor else ""
            return Markup("<{0}{1}>{2}</{0}>").format(_LEVELS[level], named, text(said))
        case Block("paragraph", said, label):
            return Markup("<p>{}{}</p>").format(Markup("<em>{}:</em> ").format(text(label)) if label else "", text(said))
        case Block("display" | "quoted"):
            return shown(block)
        case Block("points", items=items):
            return Markup("<ul>{}</ul>").format(_each("<li>{}</li>", items))
        case Block("table", items=heads, rows=rows):
            cells = [Markup('<tr><th scope="row">{}</th>{}</tr>').format(text(row[0]), _each("<td>{}</td>", row[1:])) for row in rows]
            return Markup(_SCROLLING).format(", ".join(heads), _each('<th scope="col">{}</th>', heads), Markup("\n").join(cells))
        case Block("code", python):
            return Markup('<pre tabindex="0"><code>{}</code></pre>').format(python)
        case _:
            link = Markup("<code>{1}</code>" if root is None else '<a class="id" href="{0}{2}">{1}</a>')
            return Markup('<p class="faint">{}</p>').format(Markup(", ").join(link.format(root, id_, file_of(id_)) for id_ in block.items))


def _each(form: str, texts: tuple[str, ...]) -> Markup:
    return Markup("").join(Markup(form).format(text(said)) for said in texts)
