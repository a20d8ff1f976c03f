"""How Sphinx builds the site: pages of Markdown, notebooks as they were run, docstrings; no page asks the network for anything.

`build.py` lays the pages out beside a copy of this file and starts Sphinx. Formulas are MathML, made by the converter that the report uses,
so that no script has to be fetched, and one that cannot be converted is a warning, which ends the build.
"""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from sphinx.util import logging

import symfed
from symfed.report.mathml import NotConvertible, to_mathml

project = "symfed"
author = "the symfed developers"
version = release = symfed.__version__
html_title = f"symfed {version}"

extensions = ["sphinx.ext.autodoc", "myst_nb", "sphinx_copybutton"]
nitpicky = False
myst_enable_extensions = ["dollarmath", "colon_fence", "attrs_block"]
myst_heading_anchors = 3
suppress_warnings = ["myst.header"]  # what is said of headings in notebooks, whose cells begin where they like
copybutton_exclude = ".linenos, .gp, .go"  # an example is copied without its prompts and answers
nb_execution_mode = "off"  # notebooks are committed as they were run, and a test holds them to it
nb_render_markdown_format = "myst"

toc_object_entries = False  # the list beside a page is of its headings
autodoc_member_order = "bysource"
autodoc_typehints = "none"
python_maximum_signature_line_length = 88

html_theme = "furo"
html_math_renderer = "mathml"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_show_search_summary = False  # they would have to be fetched, which a page opened from disk may not
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
html_theme_options: dict[str, Any] = {"top_of_page_buttons": []}
pygments_style, pygments_dark_style = "friendly", "github-dark"
highlight_language = "text"

log = logging.getLogger(__name__)

#: What a sentence of a docstring is about, where it begins with a name, perhaps a shape, and a colon.
ARGUMENT = re.compile(r"(?:^|(?<=\. ))[a-z]\w*(?=(?: \([^()]*\))?: )")


def _mathml(self: Any, node: nodes.math | nodes.math_block, display: str) -> str:
    tex = re.sub(r"^\\displaystyle\s*", "", node.astext().strip())
    try:
        return to_mathml(rf"\begin{{align*}}{tex}\end{{align*}}" if re.search(r"(?<!\\)&", tex) and r"\begin" not in tex else tex, display)
    except NotConvertible as problem:
        log.warning("a formula cannot be shown: %s", problem, location=node)
        return self.encode(node.astext())


def inline_formula(self: Any, node: nodes.math) -> None:
    """A formula within a line."""
    self.body.append(f'<span class="formula">{_mathml(self, node, "inline")}</span>')
    raise nodes.SkipNode


def displayed_formula(self: Any, node: nodes.math_block) -> None:
    """A formula on a line of its own, which scrolls by itself where it is too wide."""
    self.body.append(f'<div class="formula" tabindex="0">{_mathml(self, node, "block")}</div>')
    raise nodes.SkipNode


def _escaped(line: str, begins: bool) -> str:
    """A line of a docstring with `names` as code and the arguments that its sentences are about set off."""
    parts = re.split(r"(`+[^`]+`+)", line)
    said = [f"``{part.strip('`')}``" if k % 2 else re.sub(r"([\\*|]|_(?=\W|$))", r"\\\1", part) for k, part in enumerate(parts)]
    return ARGUMENT.sub(lambda name: f"**{name[0]}**" if name.start() or begins else name[0], "".join(said))


def as_restructured_text(app: Any, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Docstrings are plain sentences with `names`: signs that mean something to the generator and nothing to us are written out.

    What is indented below a line goes on with it, and ends a paragraph.
    """
    written: list[str] = []
    example = inside = False
    for line in lines:
        example = bool(line.strip()) and (example or line.lstrip().startswith(">>>"))
        if example:
            written.append(line)
            continue
        within = bool(written and written[-1].strip()) and (line.startswith(" "))
        written += [""] if inside and not within and line.strip() else []
        inside = within
        begins = not written or not written[-1].strip() or written[-1].endswith(".")
        written.append(_escaped(line.strip(), begins))
    lines[:] = written


def setup(app: Any) -> None:
    """Registers the rendering of formulas and the reading of docstrings."""
    app.add_html_math_renderer("mathml", (inline_formula, None), (displayed_formula, None))
    app.connect("autodoc-process-docstring", as_restructured_text)
