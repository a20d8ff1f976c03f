"""Attempts to have the kernel prove what is false, or not defined somewhere: each is to be refused for its own reason."""

from __future__ import annotations

import json
import re
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


def attempts(text: str, letters: Mapping[str, str] | None = None) -> list[Attempt]:
    """Attempts that are written as texts, one after another, each of letters that it shares with the others and of its own:

    name | why the statement is false | what the refusal says
        the statement
        letters x y: Vec; n: Index
        for a b: Num               (variables of the proof)
        given s <= t               (assumes what the statement may suppose)
        a line of the proof        (`it` is the statement; indices are those of earlier facts)

    going on where it is indented further. Raises KeyError or ValueError for a line that is none.
    """
    found: list[Attempt] = []
    for block in re.split(r"\n(?=\S)", re.sub(r"\n {8}", " ", text).strip("\n")):
        head, statement, *lines = block.split("\n    ")
        name, why, refusal = head.split(" | ")
        said = {word: [line[len(word) + 1 :] for line in lines if line.startswith(f"{word} ")] for word in ("letters", "for", "given")}
        proof = [_line(line, statement) for line in lines if line.partition(" ")[0] not in ("letters", "for")]
        own, variables = (_sorts(*said[word]) for word in ("letters", "for"))
        found.append(Attempt(name, statement, why, refusal, proof, {**(letters or {}), **own}, variables, said["given"]))
    return found


def _sorts(*texts: str) -> dict[str, str]:
    """The sorts of names: `x y: Vec; n: Index`."""
    pairs = (one.split(": ") for text in texts for one in text.split("; "))
    return {name: sort for names, sort in pairs for name in names.split()}


def _line(text: str, statement: str) -> list[Any]:
    """A line of a proof."""
    rule, _, said = text.partition(" ")
    before, _, after = said.partition(" = " if rule in ("define", "recursion") else " <- " if rule == "arithmetic" else ": ")
    facts, several = [int(k) for k in before.split() if k.isdigit()], after.split("; ") if after else []
    match rule:
        case "given" | "assume" | "reflexive" | "sentence":
            return ["assume" if rule == "given" else rule, said]
        case "at" | "general" | "discharge":
            return [rule, *facts, several]
        case "by":
            return [rule, *facts, [int(k) for k in several]]
        case "rewrite":
            return [rule, *facts, after]
        case "induction":
            return [rule, after, *facts]
        case "choose":
            name, fact = said.split()
            return [rule, name, int(fact)]
        case "arithmetic":
            return [rule, statement if before == "it" else before, [_part(part) for part in several]]
    name, _, parameters = before.removesuffix(")").partition("(")
    return [rule, name, parameters.split("; ") if parameters else [], *([after] if rule == "define" else several)]


def _part(text: str) -> list[Any]:
    """A part of a certificate: `-1/2 #0 #3 square x left y`, the coefficient, the facts that it multiplies, and terms with them."""
    found = re.fullmatch(r"(\S+)((?: #\d+)*)(?: square (.+?))?(?: left (.+?))?(?: right (.+))?", text)
    assert found, text
    coefficient, facts, square, left, right = found.groups()
    return [coefficient, [int(k) for k in facts.replace("#", "").split()], [square] if square else [], left, right]


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
