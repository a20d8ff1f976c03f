"""The transcription of a statement, typeset: its lines, and a legend of its symbols. What cannot be typeset is shown as Python."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import FunctionType
from typing import Any

import sympy as sp
from markupsafe import Markup

from symfed.checks.expansion import Expansion
from symfed.checks.growth import orders
from symfed.checks.homogeneity import ScaleAlike
from symfed.checks.induction import Induction
from symfed.checks.series import Derived
from symfed.core.check import Check
from symfed.core.claim import Claim
from symfed.core.symbols import TABLE
from symfed.models.algorithm import Algorithm
from symfed.report.expression_tex import NotSpelt, Speller, expression, name_tex, text
from symfed.report.mathml import formula
from symfed.report.program_tex import TexLine, TexPart, TexProgram
from symfed.report.prose import prose
from symfed.theorems.vocabulary import MEANINGS, AnyVector, Vector

_LONG = 400  # characters of TeX
_NUMBER = re.compile(r"-?\d+(/\d+)?")
_NOTES = {
    r"\mathbb{E}": (r"\mathbb{E}", "the expectation over all that is drawn by chance"),
    r"\omega": (r"\omega", "marks what is drawn by chance"),
    r"\left\langle": (r"\langle x_c \rangle", r"the average over clients; of two things their inner product"),
    r"\otimes": (r"u \otimes v", "the matrix of the products of two vectors' entries"),
}


#: The letters of a rule, which elsewhere stand for quantities at the optimum.
_RULE = {
    "x": "where a client is", "g": "the gradient that it takes there", "xi": "its control variate", "x_start": "where the round started",
    "x_end": "where the client ended", "x_mean": "the mean of where they ended", "x_next": "where the next round starts",
}  # fmt: skip


@dataclass(frozen=True)
class TypesetBlock:
    """Lines as MathML with their indentation; with a name, if they define something, and its description."""

    name: Markup
    says: Markup
    lines: tuple[tuple[int, Markup], ...]


@dataclass(frozen=True)
class TypesetReading:
    """A statement in blocks, its own first; `legend`: its symbols and their meanings; `long`: True if it takes more than half a page."""

    blocks: tuple[TypesetBlock, ...]
    legend: tuple[tuple[Markup, str], ...]
    long: bool


def readings(claim: Claim) -> dict[str, TypesetReading]:
    """The typeset statements of a claim, by the name "", and of its lemmas, by theirs; those that cannot be typeset are omitted."""
    found = {"": reading(claim.statement, claim.checks)} | {lemma.name: reading(lemma.statement, lemma.checks) for lemma in claim.lemmas}
    return {name: one for name, one in found.items() if one is not None}


def reading(statement: Any, checks: Sequence[Check] = ()) -> TypesetReading | None:
    """A typeset statement; None if it cannot be typeset. `checks` determine whether it is an equality or a bound."""
    bound = any(getattr(check, "relation", "") == "<=" for check in checks)
    for check in checks:
        if isinstance(check, Induction) and callable(statement):  # of which the statement is the right side alone
            statement = check.concludes(statement)
    try:
        spelt = _Spelt(statement, bound, orders(statement, checks))
    except (NotSpelt, SyntaxError):
        return None
    if not spelt.parts:
        return None
    blocks = [
        TypesetBlock(
            formula(part.name, "inline") if part.name else Markup(""),
            prose(part.says),
            tuple((line.depth, formula(line.tex, "block")) for line in part.lines),
        )
        for part in spelt.parts
    ]
    legend = tuple((formula(tex, "inline"), meaning) for tex, meaning in spelt.legend().items())
    return TypesetReading(tuple(blocks), legend, max(len(line.tex) for part in spelt.parts for line in (*part.lines, TexLine(""))) > _LONG)


class _Spelt:
    """The parts of a statement in TeX, and the names in them."""

    def __init__(self, statement: Any, bound: bool, order: bool = False) -> None:
        self.speller, self.bound, self.order = Speller(), bound, order
        self.meanings: dict[str, str] = {}
        self.parts = list(self.spelt(statement))

    def spelt(self, statement: Any) -> Iterator[TexPart]:
        if isinstance(statement, Expansion):
            first, *others = self.spelt(statement.terms)
            *lines, last = first.lines
            remainder = self.python(sp.sstr(statement.remainder))
            kept = f"H {text(' fixed')}" if statement.fixed else rf"\gamma H {text(' bounded')}"
            limit = TexLine(rf"{text('as ')} \gamma \to 0 {text(', with ')} {kept}")
            yield TexPart(first.name, first.says, (*lines, TexLine(rf"{last.tex} + O\left({remainder}\right)", last.depth), limit))
            yield from others
        elif isinstance(statement, Algorithm):
            rules = {name_tex(role): self.python(rule) for role, rule in statement.text.items()}
            self.meanings |= {tex: _RULE[name] for tex, name in self.speller.names.items() if name in _RULE}
            yield TexPart("", f"The rule of {statement.name}.", tuple(TexLine(rf"{role} = {rule}") for role, rule in rules.items()))
        elif isinstance(statement, (sp.Basic, int)):
            parts = sorted(statement.args, key=sp.default_sort_key) if isinstance(statement, sp.And) else [statement]
            line = r"O\left(%s\right)" if self.order else "%s"
            yield TexPart("", "", tuple(TexLine(line % self.expression(part)) for part in parts))
        elif isinstance(statement, FunctionType):
            program = TexProgram(statement)
            self.meanings |= program.meanings
            self.speller.names |= program.names
            first, *others = program.parts
            yield TexPart("", first.says, tuple(map(self.compared, first.lines)))
            yield from others
        elif isinstance(statement, tuple) and all(isinstance(part, sp.Basic) or _NUMBER.fullmatch(str(part)) for part in statement):
            pair = len(statement) == 2 and all(isinstance(part, (sp.Basic, int)) for part in statement)
            yield TexPart("", "", (TexLine((r" \le " if pair else r",\; ").join(map(self.expression, statement))),))
        elif isinstance(statement, dict):
            for name, held in statement.items():
                for part in self.spelt(held):
                    yield TexPart(part.name or rf"\text{{{re.sub(r'[^A-Za-z0-9 ,]', ' ', str(name))}}}", part.says, part.lines)
        elif isinstance(statement, str):
            yield TexPart("", statement, ())
        elif _NUMBER.fullmatch(str(statement)):
            yield TexPart("", "", (TexLine(self.python(str(statement))),))
        elif isinstance(statement, Derived):
            named = f"the {statement.quantity} of {statement.algorithm} up to order {statement.order}, as its rule gives it"
            yield TexPart("", "", (TexLine(text(named)),))
        elif isinstance(statement, ScaleAlike):
            yield TexPart("", "", (TexLine(rf"{self.expression(statement.left)} \asymp {self.expression(statement.right)}"),))
        elif statement is not None:
            raise NotSpelt(f"{type(statement).__name__}: {statement!r:.60}")

    def compared(self, line: TexLine) -> TexLine:
        """A returned pair of sides as the relation between them; any other line unchanged."""
        return TexLine((r" \le " if self.bound else " = ").join(line.sides), line.depth) if line.sides else line

    def expression(self, x: Any) -> str:
        """TeX of a SymPy object, or of another value by its text. A name of several words is one symbol."""
        if isinstance(x, sp.Basic):
            odd = {s: sp.Dummy(re.sub(r"\W+", "_", s.name).strip("_") or "s") for s in x.atoms(sp.Symbol) if not s.name.isidentifier()}
            for thing in (*x.atoms(AnyVector), *(x.atoms(Vector) - x.atoms(AnyVector))):
                self.meanings.setdefault(name_tex(thing.name), MEANINGS.get(thing.name, "any vector or matrix"))
            written = sp.sstr(x.xreplace(odd))
            for dummy in odd.values():
                written = written.replace(str(dummy), dummy.name)
            return self.python(written)
        return self.python(str(x))

    def python(self, written: str) -> str:
        return self.speller.tex(expression(written))

    def legend(self) -> dict[str, str]:
        """Every symbol with a meaning, in TeX; local names are defined by their own lines."""
        lines = " ".join([part.name + " ".join(line.tex for line in part.lines) for part in self.parts])
        found = {tex: TABLE[name].meaning if name in TABLE else MEANINGS.get(name, "") for tex, name in self.speller.names.items()}
        found |= {tex: meaning for tex, meaning in self.meanings.items() if tex in lines}
        found |= dict(note for mark, note in _NOTES.items() if mark in lines)
        return {tex: meaning for tex, meaning in found.items() if meaning}
