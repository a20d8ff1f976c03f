"""Typeset the formulas in plain sentences of claims, such as "gamma <= 1/(90 L)", in the same notation as SymPy's output."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import lru_cache

from markupsafe import Markup

from symfed.report.expression_tex import ATOM, FUNCTIONS, POWER, TEMPLATES, NotSpelt, Speller, Tex, expression, is_letter
from symfed.report.mathml import render
from symfed.report.mathml import text as said_in_html

_TOKEN = re.compile(r"(?P<number>\d+(?:\.\d+)?)|(?P<name>[A-Za-z]\w*(?:(?<=_)\{[^{}]+\})?~?)|(?P<sign>\*\*|<=|>=|[-+*/^<>=(),|{}])")
_SMALL = str.maketrans({raised: f"^{number}" for raised, number in zip("²³⁴⁶", "2346", strict=True)})
#: 1e-30, in which e is no symbol, and N/A, which is no fraction.
_NO_FORMULA = re.compile(r"-?\d[\d.]*e[-+]?\d+|N/A\b")
#: What a formula does not begin in: an id, a word, a character.
_SKIPPED = re.compile(r"[a-z]{2,}(?:-\w+)+|\w+|.", re.DOTALL)
#: Signs next to which nothing is read as a formula.
_SIGNS = {"<=": r"\le", ">=": r"\ge", "->": r"\to", "+-": r"\pm"}
_SIGN = re.compile(r"(?<![<>=])(<=|>=|->|\+-)(?![<>=])")
#: Letters that are multiplied by the bracket that follows; all others are functions of it.
_FACTORS = frozenset({"gamma", "mu", "eta", "a", "H", "L", "N"})
#: Letters that are also English words: alone they are no formula.
_WORDS = frozenset("aAI")
#: Letters that stand alone for nothing but a symbol: "h for H"; not in "(d)" or "i.i.d.", and not the initial of a name.
_ALONE = re.compile(r"(?<![a-z]\.)(?!(?<=\().\))[hdtTKMVQZqmkuz](?![A-Za-z0-9_(/]|\. ?[A-Z])")


class _Reader:
    """A parser for the longest formula from a given position of a text; the result is Python code."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def formula(self, start: int) -> tuple[str, int]:
        """(the formula from `start` as Python, its end); an empty formula if none begins there."""
        self.at, self.signs, self.letters = start, 0, 0
        python = self.relation()
        said = self.letters or (self.signs and re.search(r"[A-Za-z/]|\*\*", python))  # of bare numbers a fraction or a power
        said = said or (len(python) == 1 and _ALONE.match(self.text, start))
        if python and self.text[start] == "(":  # a factor in words may precede, so that these brackets are needed
            python = f"paren{python.removeprefix('paren')}"
        return (python, self.at) if python and said else ("", start)

    def next(self, spaces: bool = True) -> tuple[str, str, int]:
        found = _TOKEN.match(self.text, re.compile(" ?" if spaces else "").match(self.text, self.at).end())  # type: ignore[union-attr]
        return (str(found.lastgroup), found[0], found.end()) if found else ("", "", self.at)

    def chain(self, part: str, signs: dict[str, str]) -> str:
        """Parts joined by signs; a sign that no part follows is not read."""
        python: str = getattr(self, part)()
        while python:
            before, (_, sign, end) = self.at, self.next()
            if sign not in signs:
                return python
            self.at = end + (self.text[end : end + 1] == " ")
            more = getattr(self, part)()
            if not more:
                self.at = before
                return python
            self.signs += 1
            python += signs[sign] + more
        return python

    def relation(self) -> str:
        return self.chain("sum", {"<=": "<=", ">=": ">=", "<": "<", ">": ">", "=": "=="})

    def sum(self) -> str:
        _, sign, end = self.next(spaces=False)
        if sign == "-":
            start, self.at = self.at, end
            if more := self.chain("product", {"+": "+", "-": "-"}):
                return f"-{more}"
            self.at = start
            return ""
        return self.chain("product", {"+": "+", "-": "-"})

    def product(self) -> str:
        python = self.chain("power", {"*": "*", "/": "/"})
        while python:  # juxtaposition is multiplication
            before, (kind, word, _) = self.at, self.next()
            last = re.search(r"[A-Za-z_]\w*$|\d$|\)$", python)
            if not last or last[0] in _WORDS or not (word == "(" or (kind == "name" and is_letter(word) and word not in _WORDS)):
                return python
            self.at += self.text[self.at : self.at + 1] == " "
            counted, more = (self.signs, self.letters), self.chain("power", {"*": "*", "/": "/"})
            if not more or (word == "(" and (self.signs, self.letters) == counted):
                self.at = before
                return python
            python += f"*{more}"
        return python

    def power(self) -> str:
        python = self.primary()
        _, sign, end = self.next(spaces=False)
        if python and sign in ("**", "^"):
            start, self.at = self.at, end
            minus = self.text[end : end + 1] == "-"
            self.at += minus
            more = self.bracketed("{", "}") if self.next(spaces=False)[1] == "{" else self.primary(calls=False)
            if more:
                self.signs += 1
                return f"({python})**{'-' * minus}{more}"
            self.at = start
        return python

    def bracketed(self, opening: str, closing: str) -> str:
        start = self.at
        self.at += len(opening)
        inner = self.relation()
        if inner and self.next(spaces=False)[1] == closing:
            self.at += 1
            return f"paren({inner})" if self.text[self.at : self.at + 1] == "(" else f"({inner})"  # the text that follows may not be read
        self.at = start
        return ""

    def primary(self, calls: bool = True) -> str:
        start, (kind, word, end) = self.at, self.next(spaces=False)
        if kind == "number":
            self.at = end
            return word
        if word == "(":
            return self.bracketed("(", ")")
        if word in ("|", "<"):
            self.at = end
            sides = [self.sum()]
            while word == "<" and sides[-1] and self.next(spaces=False)[1] == ",":
                self.at += 2
                sides.append(self.sum())
            if all(sides) and len(sides) == (1 if word == "|" else 2) and self.next(spaces=False)[1] == ("|" if word == "|" else ">"):
                self.at += 1
                self.signs += 1
                return f"{'abs' if word == '|' else 'Inner'}({', '.join(sides)})"
            self.at = start
            return ""
        opened = self.text[end : end + 1] == "("
        bare = word in FUNCTIONS and re.match(r" \d", self.text[end:])  # log 2 is one number, which is not read
        if bare or kind != "name" or not (is_letter(word.rstrip("~").partition("_{")[0]) or "_" in word or (opened and word in TEMPLATES)):
            return ""
        self.at = end
        self.letters += len(word.rstrip("0123456789")) > 1 or word in ("H", "N", "L")
        word = re.sub(r"_\{(.*)\}", r"[\1]", word.replace("~", "_tilde").replace("*", "star"))
        if self.text[end : end + 1] == "*" and not re.match(r"\*[\w(*]", self.text[end:]):  # theta* and theta_c* are names
            self.at += 1
            word = re.sub(r"(_c)?$", r"_star\1", word, count=1)
        if opened and calls and word not in _FACTORS:  # in A^c(Z) the exponent is not c(Z)
            self.at += 1
            inner = self.relation()
            arguments = [inner]
            while inner and self.next(spaces=False)[1] == ",":
                self.at = self.next(spaces=False)[2] + 1
                arguments.append(inner := self.relation())
            if inner and self.next(spaces=False)[1] == ")":
                self.at += 1
                self.signs += 1
                return f"{word}({', '.join(arguments)})"
            self.at = start if word in TEMPLATES else end
            word = "" if word in TEMPLATES else word
        return word


class _Sentence(Speller):
    """A printer for sentences, in which a name such as sigma is not the symbol of the table, and F^1 is no F (but gamma^1 is gamma)."""

    def _name(self, x: ast.Name) -> Tex:
        return (r"\sigma", ATOM) if x.id == "sigma" else super()._name(x)

    def _binop(self, x: ast.BinOp) -> Tex:
        raised = isinstance(x.op, ast.Pow) and isinstance(x.right, ast.Constant) and x.right.value == 1
        if raised and not (isinstance(x.left, ast.Name) and x.left.id in _FACTORS):
            return f"{{{self.tex(x.left, ATOM)}}}^{{1}}", POWER
        return super()._binop(x)


def _text_pieces(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the words of a text, and its formulas in TeX, each with True for a formula."""
    reader, at, words = _Reader(text), 0, 0
    while at < len(text):
        applied = text[at] == "(" and at and not text[at - 1].isspace()  # these brackets contain an argument
        owned = text[at - 1 : at + 2] == "'s "  # Theorem 2's, in which s is no symbol
        begins = (text[at].isalnum() or text[at] in "(-|<") and not (applied or owned) and not _NO_FORMULA.match(text, at)
        python, end = reader.formula(at) if begins else ("", at)
        if end == at or (end < len(text) and text[end].isalnum() and text[end - 1].isalnum()):
            python = ""
        if python:
            try:
                tex = _Sentence().tex(expression(python))
            except (NotSpelt, SyntaxError):
                python = ""
        if python:
            yield text[words:at], False
            yield tex, True
            at = words = end
        else:
            at += len((_NO_FORMULA.match(text, at) or _SKIPPED.match(text, at))[0])  # type: ignore[index]  # something stands there
    yield text[words:], False


@lru_cache(maxsize=20_000)
def prose(text: str) -> Markup:
    """A sentence as HTML: formulas as MathML, what is between backticks as code; with TeX between dollar signs only that is typeset."""
    if "$" in text:
        return render(text)
    parts = enumerate(text.split("`"))
    return Markup("").join(Markup("<code>{}</code>").format(part) if n % 2 else said_in_html(with_tex_formulas(part)) for n, part in parts)


@lru_cache(maxsize=20_000)
def with_tex_formulas(text: str) -> str:
    r"""A sentence as text, its formulas as TeX between dollar signs.

    >>> with_tex_formulas("gamma <= 1/(90*L), an O(gamma^2) at theta_c*; f' >= 0")
    "$\\gamma \\le \\frac{1}{90 \\, L}$, an $O\\left({\\gamma}^{2}\\right)$ at $\\theta_{c}^{\\star}$; f' $\\ge$ 0"
    """
    found = _text_pieces(text.translate(_SMALL).replace("$", ""))  # a dollar sign in plain text would open a formula
    return "".join(f"${piece}$" if is_tex else _SIGN.sub(lambda sign: f"${_SIGNS[sign[0]]}$", piece) for piece, is_tex in found)
