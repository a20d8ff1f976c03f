"""A record of a kernel of sentences, in order: each rule with its arguments and the fact that it made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from symfed.kernel.arithmetic import CertificatePart
from symfed.kernel.facts import Fact, Kernel
from symfed.kernel.page import constants, sentences
from symfed.kernel.script import replay
from symfed.kernel.terms import Term

#: The rules that give a name, which is their first argument.
DEFINING = ("define", "recursion", "choose")


@dataclass(frozen=True, eq=False)
class RuleApplied:
    """A rule, its arguments (terms, facts, names, in sequences or alone), and the facts that it made: two by a recursion."""

    rule: str
    said: tuple[Any, ...]
    made: tuple[Fact, ...]

    def each(self, kind: type) -> Iterator[Any]:
        """The arguments of a kind, those in sequences too."""
        ahead: list[Any] = [*self.said]
        while ahead:
            one = ahead.pop()
            if isinstance(one, kind):
                yield one
            elif isinstance(one, CertificatePart):
                ahead += [*one.squares, one.left, one.right]
            elif isinstance(one, (tuple, list)):
                ahead += one


class RecordingKernel(Kernel):
    """A kernel that records, beside each fact, the rule that made it; facts are made by the kernel's own rules alone."""

    def __init__(self, letters: Mapping[str, Term]) -> None:
        super().__init__(constants(), sentences(), letters)
        self.applied: list[RuleApplied] = []
        self._inside = 0  # a rule that uses another one is one rule

    def _kept(self, rule: str, *said: Any) -> Any:
        self._inside += 1
        try:
            made = getattr(Kernel, rule)(self, *said)
        finally:
            self._inside -= 1
        if not self._inside and all(made is not one for one in said):
            self.applied.append(RuleApplied(rule, said, made if isinstance(made, tuple) else (made,)))
        return made


def _recording(rule: str) -> Callable[..., Any]:
    """A rule of the kernel that is recorded, too."""

    def call(self: RecordingKernel, *said: Any) -> Any:
        return self._kept(rule, *said)

    return call


for _rule in ("assume", "sentence", "at", "by", "general", "discharge", "reflexive", "rewrite", "arithmetic", "induction", *DEFINING):
    setattr(RecordingKernel, _rule, _recording(_rule))


def recorded(letters: Mapping[str, Term], proof: Mapping[str, Any]) -> tuple[Fact, list[RuleApplied]]:
    """The fact that a proof as data makes, and the rules that led to it, in order. Raises KernelRefusal."""
    kernel = RecordingKernel(letters)
    last = replay(kernel, proof)
    return last, pruned(last, kernel.applied)


def pruned(last: Fact, applied: Sequence[RuleApplied]) -> list[RuleApplied]:
    """The rules that a fact depends on, in order: those that made the facts it is made of, or a name that occurs in it."""
    makers = {id(fact): one for one in applied for fact in one.made}
    definers = {one.said[0]: one for one in applied if one.rule in DEFINING}
    needed: set[int] = set()
    ahead = [makers[id(last)]]
    while ahead:
        one = ahead.pop()
        if id(one) in needed:
            continue
        needed.add(id(one))
        ahead += [makers[id(fact)] for fact in one.each(Fact)]
        terms = [*one.each(Term), *(fact.prop for fact in one.made), *(h for fact in one.made for h in fact.hypotheses)]
        named = {leaf.one for term in terms for leaf in term.leaves if leaf.kind == "const"}
        ahead += [definers[name] for name in named & definers.keys()]
    return [one for one in applied if id(one) in needed]
