"""A theorem of Coq: its name, its text, and the files of the library that it rests on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class CoqTheorem:
    """A statement with its conditions, and its proof, in Coq.

    `conditions`: first the signs of the symbols, with Cauchy-Schwarz for Gram scalars; then the domain's relations in their order; then
    what must not be zero for the statement to mean anything and does not follow from these. `refuted`: it is the negation that is stated.
    """

    name: str
    says: str
    variables: tuple[str, ...]
    conditions: tuple[str, ...]
    conclusion: str
    script: tuple[str, ...]
    refuted: bool = False
    requires: tuple[str, ...] = ("Prelude",)

    def statement(self, between: str = " ") -> str:
        """All of it; `between` stands where a line may end."""
        quantified = [*(f"({variable})" for variable in self.variables)]
        universal = f"forall {' '.join(quantified)},{between}" if quantified else ""
        whole = universal + f" ->{between}".join((*self.conditions, self.conclusion))
        return f"~ ({whole})" if self.refuted else whole

    def __str__(self) -> str:
        proof = "\n".join(f"  {line}" for line in self.script)
        return f"{comment(self.says)}\nTheorem {self.name} :\n  {self.statement(chr(10) + '  ')}.\nProof.\n{proof}\nQed.\n"


def introduced(variables: Iterable[str], conditions: Iterable[str]) -> str:
    """The names of variables, of which one entry may declare several, and those of conditions: given_1, given_2, ..."""
    names = [word for variable in variables for word in variable.split(" : ")[0].split()]
    return " ".join([*names, *(f"given_{k}" for k, _ in enumerate(conditions, 1))])


def comment(text: str) -> str:
    """A comment of Coq: it would end at the first star with a bracket, and quotes in it must match."""
    return "(* " + text.replace("(*", "( *").replace("*)", "* )").replace('"', "'") + " *)"
