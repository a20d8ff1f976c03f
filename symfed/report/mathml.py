"""Convert LaTeX to MathML, so that a page needs no network; TeX that cannot be converted is shown as source."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain

from latex2mathml.converter import convert
from markupsafe import Markup, escape

from symfed.report.pieces import Block, statement, text_segments

_NAMESPACE = "http://www.w3.org/1998/Math/MathML"
_TAGS = re.compile(
    "math|mrow|mi|mo|mn|mtext|mspace|mfrac|msqrt|mroot|msub|msup|msubsup|munder|mover|munderover|mmultiscripts|mprescripts|none"
    "|mtable|mtr|mtd|mlabeledtr|mpadded|mphantom|mstyle|menclose|mfenced"
)
_ATTRIBUTES = re.compile(
    "display|stretchy|fence|form|separator|minsize|maxsize|lspace|rspace|symmetric|largeop|movablelimits|accent|accentunder|width|height"
    "|depth|voffset|mathvariant|linethickness|columnalign|rowspacing|columnspacing|columnlines|rowlines|rowspan|columnspan"
    "|displaystyle|scriptlevel|notation|linebreak"
)
# Commands that the converter passes through unread, replaced by ones that it knows.
_SPELLINGS = (
    (re.compile(r"\\operatorname\*"), r"\\operatorname"),
    (re.compile(r"\\arg(?![A-Za-z])"), r"\\operatorname{arg}"),
    (re.compile(r"\\(begin|end)\{(?:aligned|split|gathered)\}"), r"\\\1{align*}"),
    (re.compile(r"\\(math(?:bb|bf|cal))\s*([A-Za-z])(?![A-Za-z])"), r"\\\1{\2}"),  # an attribute, without braces, that browsers do not read
    (re.compile(r"(\\text\{[^{}$]*)\$([^$]*)\$"), r"\1}\2\\text{"),  # a formula within words
    (re.compile(r"\\n(?![A-Za-z])"), " "),  # an escaped line end that text extraction leaves inside formulas
)
# A large delimiter is one character to the converter, so that commands are replaced by characters; braces, which it would read as a
# group, are restored afterwards.
_LARGE = re.compile(r"(\\(?:[bB]igg?)[lrm]?)\s*\\([{}|]|(?:[lr](?:angle|ceil|floor|brace)|[vV]ert)(?![A-Za-z]))")
_CHARACTER = {"{": "\ue000", "}": "\ue001", "lbrace": "\ue000", "rbrace": "\ue001", "|": "‖", "Vert": "‖", "vert": "|"} | {
    name: character for name, character in zip(("langle", "rangle", "lceil", "rceil", "lfloor", "rfloor"), "⟨⟩⌈⌉⌊⌋", strict=True)
}
_BRACES = str.maketrans("\ue000\ue001", "{}")
_ALIGNMENT = re.compile(r"(?<!\\)&")
_INLINE = re.compile(r"\$\$(.+?)\$\$|\$(.+?)\$", re.DOTALL)


class NotConvertible(ValueError):
    """The converter cannot read this TeX, or its output is not plain MathML."""


def to_mathml(tex: str, display: str = "inline") -> str:
    """MathML text of a formula, checked element by element; raises NotConvertible.

    The converter escapes nothing and lets unknown commands through, so its output is used only after it was parsed as XML
    and found to contain only MathML elements and harmless attributes.
    """
    for pattern, spelling in _SPELLINGS:
        tex = pattern.sub(spelling, tex)
    try:
        answer = convert(_LARGE.sub(lambda found: found[1] + _CHARACTER[found[2]], tex), display=display).translate(_BRACES)
        root = ET.fromstring(answer)
    except Exception as problem:  # the converter has no common error class of its own
        raise NotConvertible(f"{tex!r}: {type(problem).__name__} {problem}") from problem
    for element in root.iter():
        name = element.tag.removeprefix(f"{{{_NAMESPACE}}}")
        if not _TAGS.fullmatch(name):
            raise NotConvertible(f"{tex!r}: element {name!r}")
        if name != "mtext" and "\\" in (element.text or ""):
            raise NotConvertible(f"{tex!r}: the command {element.text} is not known")
        element.tag = name
        element.attrib = {key: value for key, value in element.attrib.items() if _ATTRIBUTES.fullmatch(key)}
    root.set("xmlns", _NAMESPACE)
    return ET.tostring(root, encoding="unicode")


@lru_cache(maxsize=20_000)
def formula(tex: str, display: str) -> Markup:
    """MathML of a formula, `display` "inline" or "block", or its TeX in a `<code>` element if the converter cannot read it."""
    try:
        return Markup(to_mathml(tex, display))
    except NotConvertible:
        return Markup('<code class="tex">{}</code>').format(tex)


def text(said: str) -> Markup:
    """HTML of a text with formulas between dollar signs."""
    return Markup("").join(formula(part, "inline") if math else escape(part) for part, math in text_segments(said))


def _prose(said: str) -> Markup:
    return Markup('<code class="tex">{}</code>').format(said) if "\\" in said else escape(said)


def _balanced(tex: str) -> str:
    """The text with its displays balanced: a statement cut out of a document often begins or ends inside one."""
    if tex.count("$$") % 2 == 0:
        return tex
    before = _INLINE.sub("", tex.split("$$")[0])
    return f"$${tex}" if "\\" in before else f"{tex}$$"


def _lines(tex: str) -> list[str]:
    """The lines of a display: one for an environment, else split where the source breaks them."""
    if r"\begin" in tex:
        return [tex]
    if _ALIGNMENT.search(tex):
        return [rf"\begin{{align*}}{tex}\end{{align*}}"]
    return [line for line in re.split(r"\\\\(?:\[[^]]*\])?", tex) if line.strip()]


def _broken(line: str) -> Iterable[Block]:
    """The pieces of a line, which break where it has words and between its displays."""
    return [Block("display", line)] if r"\begin" in line else statement(line)


def shown(block: Block) -> Markup:
    """A line of a printed statement, a display or a sentence."""
    kind, said = (" prose", text(block.text)) if block.kind == "quoted" else ("", formula(block.text, "block"))
    return Markup('<div class="formula{}" tabindex="0">{}</div>').format(kind, said)


def render(tex: str) -> Markup:
    """HTML of a printed statement: a formula, or prose with formulas between dollar signs.

    Formulas that cannot be converted appear as their TeX source in a `<code>` element. Everything else is escaped.
    """
    if not tex.strip():
        return Markup("")
    if "$" not in tex:
        return Markup("").join(map(shown, chain.from_iterable(map(_broken, _lines(tex)))))
    parts: list[Markup] = []
    end = 0
    for match in _INLINE.finditer(tex := _balanced(tex)):
        parts.append(_prose(tex[end : match.start()]))
        if match[1] is not None and match[1].strip():
            parts += [Markup('<span class="formula" tabindex="0">{}</span>').format(formula(line, "block")) for line in _lines(match[1])]
        elif match[2]:
            parts.append(formula(match[2], "inline"))
        end = match.end()
    parts.append(_prose(tex[end:]))
    return Markup('<div class="formula prose" tabindex="0">{}</div>').format(Markup("").join(parts))
