"""A proof as data: letters, variables, terms as text, and lines that each name a rule and what it is applied to.

    {"variables": {"x": "Vec"}, "terms": ["gamma * L <= 1", "#0 -> mu <= L"], "lines": [["assume", 0], ["sentence", "A1"], ["at", 1, [2]]]}

A line names terms by their places, facts by the places of the lines that made them (a recursion makes two). A term may stand on earlier
ones, #k. A name that a line introduces may be read in the terms that are first used after it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from symfed.kernel.arithmetic import CertificatePart
from symfed.kernel.facts import Fact, Kernel
from symfed.kernel.terms import KernelRefusal, Term, free, limited
from symfed.kernel.text import read, read_sort

MOST_LINES: Final = 20_000
MOST_WORK: Final = 5_000_000  # of `limited`: eight times what the longest committed proof asks for, less than a minute
_FRACTION = re.compile(r"-?\d{1,2000}(?:/[1-9]\d{0,1999})?", re.ASCII)


def replay(kernel: Kernel, proof: Mapping[str, Any]) -> Fact:
    """The fact that the last line makes. Raises KernelRefusal for whatever is no proof."""
    return facts_of(kernel, proof)[-1]


def facts_of(kernel: Kernel, proof: Mapping[str, Any]) -> list[Fact]:
    """The facts that the lines make, in their order, one at least. Raises KernelRefusal for whatever is no proof."""
    try:
        with limited(MOST_WORK):
            if made := _Replay(kernel, proof).all():
                return made
        raise KernelRefusal("no proof: it has no lines")
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, RecursionError) as wrong:
        raise KernelRefusal(f"no proof: {type(wrong).__name__}: {wrong}") from None


class _Replay:
    def __init__(self, kernel: Kernel, proof: Mapping[str, Any]) -> None:
        if set(proof) != {"variables", "terms", "lines"}:
            raise KernelRefusal(f"a proof has variables, terms and lines, and not {sorted(proof)}")
        self.kernel, self.facts = kernel, list[Fact]()
        self.texts: Sequence[str] = proof["terms"]
        self.lines: Sequence[Sequence[Any]] = proof["lines"]
        self.variables = {name: free(_text(name), read_sort(_text(sort))) for name, sort in proof["variables"].items()}
        self.terms: list[Term] = []
        if len(self.lines) > MOST_LINES or len(self.texts) > MOST_LINES or len(self.variables) > MOST_LINES:
            raise KernelRefusal(f"a proof of more than {MOST_LINES} lines")

    def all(self) -> list[Fact]:
        for number, (rule, *said) in enumerate(self.lines):
            try:
                made = RULES[_text(rule)](self, *said)
            except KernelRefusal as wrong:
                raise KernelRefusal(f"line {number}, {rule}: {wrong}") from None
            self.facts += made if isinstance(made, tuple) else (made,)
        return self.facts

    def term(self, place: Any) -> Term:
        while len(self.terms) <= _place(place):
            names = {**self.variables, **self.kernel.names}
            if clash := self.variables.keys() & self.kernel.names.keys():
                raise KernelRefusal(f"{min(clash)} is a variable and a constant")
            self.terms.append(read(_text(self.texts[len(self.terms)]), names, tuple(self.terms)))
        return self.terms[place]

    def each(self, places: Any) -> list[Term]:
        return [self.term(place) for place in _listed(places)]

    def fact(self, place: Any) -> Fact:
        return self.facts[_place(place)]

    def part(self, said: Any) -> tuple[CertificatePart, list[Fact]]:
        coefficient, facts, squares, left, right = _listed(said)
        if not _FRACTION.fullmatch(_text(coefficient)):
            raise KernelRefusal(f"{coefficient!r} is no fraction")
        beside = (None if place is None else self.term(place) for place in (left, right))
        return CertificatePart(Fraction(coefficient), (), tuple(self.each(squares)), *beside), [
            self.fact(place) for place in _listed(facts)
        ]


def _text(value: Any) -> str:
    if type(value) is not str:
        raise KernelRefusal(f"{value!r} is no text")
    return value


def _place(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise KernelRefusal(f"{value!r} is no place")
    return value


def _listed(value: Any) -> Sequence[Any]:
    if type(value) is not list:
        raise KernelRefusal(f"{value!r} is no list")
    return value


RULES: Final[dict[str, Callable[..., Fact | tuple[Fact, ...]]]] = {
    "assume": lambda r, t: r.kernel.assume(r.term(t)),
    "sentence": lambda r, name: r.kernel.sentence(_text(name)),
    "at": lambda r, f, ts: r.kernel.at(r.fact(f), *r.each(ts)),
    "by": lambda r, f, others: r.kernel.by(r.fact(f), *map(r.fact, _listed(others))),
    "general": lambda r, f, ts: r.kernel.general(r.fact(f), *r.each(ts)),
    "discharge": lambda r, f, ts: r.kernel.discharge(r.fact(f), *r.each(ts)),
    "reflexive": lambda r, t: r.kernel.reflexive(r.term(t)),
    "rewrite": lambda r, f, e, t: r.kernel.rewrite(r.fact(f), r.fact(e), r.term(t)),
    "arithmetic": lambda r, t, parts: r.kernel.arithmetic(r.term(t), [r.part(p) for p in _listed(parts)]),
    "induction": lambda r, t, f, g: r.kernel.induction(r.term(t), r.fact(f), r.fact(g)),
    "define": lambda r, name, ts, t: r.kernel.define(_text(name), r.each(ts), r.term(t)),
    "recursion": lambda r, name, ts, t, u: r.kernel.recursion(_text(name), r.each(ts), r.term(t), r.term(u)),
    "choose": lambda r, name, f: r.kernel.choose(_text(name), r.fact(f)),
}
