"""Attempts to have the kernel prove what is false, or not defined somewhere: each is to be refused for its own reason."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from symfed.kernel.facts import Fact, Kernel
from symfed.kernel.page import kernel
from symfed.kernel.script import replay
from symfed.kernel.terms import KernelRefusal, free, normal
from symfed.kernel.text import read, read_sort

#: How each rule's arguments are said: t a term, T several, b the parts of a certificate, . anything else.
_ARGUMENTS: Final = {
    "assume": "t", "sentence": ".", "at": ".T", "by": "..", "general": ".T", "discharge": ".T", "reflexive": "t", "rewrite": "..t",
    "arithmetic": "tb", "induction": "t..", "define": ".Tt", "recursion": ".Ttt", "choose": "..",
}  # fmt: skip


@dataclass(frozen=True)
class Attempt:
    """A false statement, why it is false, its proof, and what the refusal is to say."""

    name: str
    statement: str
    why: str
    refusal: str
    proof: Sequence[Sequence[Any]] | Callable[[], Fact | None]
    letters: Mapping[str, str] = field(default_factory=dict)
    variables: Mapping[str, str] = field(default_factory=dict)
    given: Sequence[str] = ()

    def run(self) -> Fact | None:
        """The fact that the attempt makes, which is a hole. Raises KernelRefusal."""
        if callable(self.proof):
            return self.proof()
        return proved(kernel(dict(self.letters)), as_data(self.proof, self.variables), self.statement, self.variables, self.given)


def as_data(lines: Sequence[Sequence[Any]], variables: Mapping[str, str]) -> dict[str, Any]:
    """Lines with their terms as texts, each text once, as `replay` reads them."""
    places: dict[str, int] = {}

    def place(text: str | None) -> int | None:
        return None if text is None else places.setdefault(text, len(places))

    def part(
        coefficient: str, facts: Sequence[int], squares: Sequence[str] = (), left: str | None = None, right: str | None = None
    ) -> list[Any]:
        return [coefficient, list(facts), [place(t) for t in squares], place(left), place(right)]

    def said(kind: str, argument: Any) -> Any:
        if kind == "t":
            return place(argument)
        if kind == "T":
            return [place(text) for text in argument]
        return [part(*one) for one in argument] if kind == "b" else argument

    made = [[rule, *(said(kind, one) for kind, one in zip(_ARGUMENTS[rule], arguments, strict=True))] for rule, *arguments in lines]
    return {"variables": dict(variables), "terms": list(places), "lines": made}


def proved(at: Kernel, data: dict[str, Any], statement: str, variables: Mapping[str, str], given: Sequence[str]) -> Fact:
    """The fact that a proof as data makes, if it is the statement under no other conditions. Raises KernelRefusal."""
    fact = replay(at, json.loads(json.dumps(data)))
    spoken = {name: free(name, read_sort(sort)) for name, sort in variables.items()}
    wanted, *conditions = (normal(read(text, {**spoken, **at.names})) for text in (statement, *given))
    if fact.prop is not wanted:
        raise KernelRefusal(f"another statement was proved: {fact.prop}")
    if left := set(fact.hypotheses) - set(conditions):
        raise KernelRefusal(f"a condition is left: {', '.join(map(str, left))}")
    return fact
