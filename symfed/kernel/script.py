"""A proof as data: variables, terms as text, and lines, each a rule with its arguments.

    {"variables": {"x": "Vec"}, "terms": ["gamma * L <= 1", "#0 -> mu <= L"], "lines": [["assume", 0], ["sentence", "A1"], ["at", 1, [2]]]}

A line refers to terms by number, and to facts by number in the order in which lines make them (a recursion makes two). A term may
contain earlier ones as #k. A name that a line introduces may occur in terms that are first used after it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, TypeVar

from symfed.kernel.arithmetic import CertificatePart
from symfed.kernel.facts import Fact, Kernel
from symfed.kernel.places import PLACES
from symfed.kernel.terms import KernelRefusal, Term, free, limited_work
from symfed.kernel.text import read, read_sort

MOST_LINES: Final = 20_000
MOST_WORK: Final = 5_000_000  # of `limited_work`: eight times what the longest committed proof asks for, less than a minute
#: The values of which a line is made, by the types that they must have: not by types derived from these.
_NAMED: Final[dict[type, str]] = {str: "text", int: "place", list: "list"}
Kind = TypeVar("Kind")
_FRACTION = re.compile(r"-?\d{1,2000}(?:/[1-9]\d{0,1999})?", re.ASCII)


def replay(kernel: Kernel, proof: Mapping[str, Any]) -> Fact:
    """Run a proof and return the fact of its last line. Raises KernelRefusal for anything that is not a proof."""
    return facts_of(kernel, proof)[-1]


def facts_of(kernel: Kernel, proof: Mapping[str, Any]) -> list[Fact]:
    """Run a proof and return the facts of its lines in order, one at least. Raises KernelRefusal for anything that is not a proof."""
    try:
        with limited_work(MOST_WORK):
            if made := _Replay(kernel, proof).run_lines():
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
        self.variables = {name: free(_checked(str, name), read_sort(_checked(str, sort))) for name, sort in proof["variables"].items()}
        self.terms: list[Term] = []
        if len(self.lines) > MOST_LINES or len(self.texts) > MOST_LINES or len(self.variables) > MOST_LINES:
            raise KernelRefusal(f"a proof of more than {MOST_LINES} lines")

    def run_lines(self) -> list[Fact]:
        for number, (rule, *said) in enumerate(self.lines):
            try:
                made = self.apply_rule(_checked(str, rule), said)
            except KernelRefusal as wrong:
                raise KernelRefusal(f"line {number}, {rule}: {wrong}") from None
            self.facts += made if isinstance(made, tuple) else (made,)
        return self.facts

    def apply_rule(self, rule: str, said: Sequence[Any]) -> Fact | tuple[Fact, Fact]:
        places = PLACES[rule]
        if len(said) != len(places):
            raise KernelRefusal(f"{rule} takes {len(places)} argument{'s' * (len(places) > 1)} and not {len(said)}")
        arguments = [self.argument(place, one) for place, one in zip(places, said, strict=True)]
        several = arguments.pop() if places[-1] in "FT" else ()  # a list at the end is what a rule takes any number of
        made: Fact | tuple[Fact, Fact] = getattr(self.kernel, rule)(*arguments, *several)
        return made

    def argument(self, place: str, said: Any) -> Any:
        """An argument of a rule, read as its place asks for."""
        if place in "FT":
            return [self.argument(place.lower(), one) for one in _checked(list, said)]
        if place == "P":
            return [self.certificate_part(part) for part in _checked(list, said)]
        return self.fact_at(said) if place == "f" else self.term_at(said) if place == "t" else _checked(str, said)

    def term_at(self, place: Any) -> Term:
        if len(self.terms) <= _checked(int, place):
            names = {**self.variables, **self.kernel.names}
            if clash := self.variables.keys() & self.kernel.names.keys():
                raise KernelRefusal(f"{min(clash)} is a variable and a constant")
        while len(self.terms) <= place:
            self.terms.append(read(_checked(str, self.texts[len(self.terms)]), names, self.terms))
        return self.terms[place]

    def fact_at(self, place: Any) -> Fact:
        return self.facts[_checked(int, place)]

    def certificate_part(self, said: Any) -> tuple[CertificatePart, list[Fact]]:
        coefficient, facts, squares, left, right = _checked(list, said)
        if not _FRACTION.fullmatch(_checked(str, coefficient)):
            raise KernelRefusal(f"{coefficient!r} is no fraction")
        beside = (None if place is None else self.term_at(place) for place in (left, right))
        return CertificatePart(Fraction(coefficient), (), tuple(self.argument("T", squares)), *beside), self.argument("F", facts)


def _checked(kind: type[Kind], value: Any) -> Kind:
    if type(value) is not kind or (isinstance(value, int) and value < 0):
        raise KernelRefusal(f"{value!r} is no {_NAMED[kind]}")
    return value
