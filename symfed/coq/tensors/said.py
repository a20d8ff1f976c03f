"""Parts shared by the theorems on tensors: the statement's term, its symbols and conditions, and how their scripts begin."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from symfed.checks.expansion import Expansion
from symfed.coq.printer import name
from symfed.coq.tensors.terms import PrintedJets, TensorTerm
from symfed.coq.theorem import CoqTheorem, introduced
from symfed.core import symbols
from symfed.core.errors import InvalidInput
from symfed.core.grammar import as_expression

#: The symbols' types.
TYPES = {"g": "client -> vector index", "A": "client -> matrix index", "T": "client -> cubic index", "C": "client -> matrix index"}
TYPES["b"] = TYPES["g"]
_SPACES = ("index client : Type", "dimension : Finite index", "clients : Finite client")


@dataclass(frozen=True)
class CoqQuestion:
    """A statement that has run on printed jets, and what its theorem is called."""

    title: str
    says: str
    said: TensorTerm
    p: PrintedJets

    def theorem(
        self,
        letters: Iterable[str],
        conclusion: str,
        script: Iterable[str],
        given: Iterable[str] = (),
        variables: Iterable[str] = (),
        library: str = "Rounds",
    ) -> CoqTheorem:
        """The theorem about clients with these symbols, in this order; what else is given stands before what makes inverses inverses."""
        numbers = ("N H : nat", "gamma : R")
        letters = (f"{letter} : {'matrix index' if self.p.shared and letter == 'A' else TYPES[letter]}" for letter in letters)
        conditions = ("number client = N", "(1 <= H)%nat", "0 < gamma", *given, *self.p.conditions())
        variables = (*_SPACES, *numbers, *letters, *variables, *self.p.variables())
        return CoqTheorem(
            name(self.title),
            self.says or self.title,
            variables,
            conditions,
            f"({conclusion})%T",
            (f"intros {introduced(variables, conditions)}. known.", *script),
            requires=(library,),
        )


def question_of(title: str, statement: object, says: str, p: PrintedJets, *before: object) -> CoqQuestion:
    """Run a transcription on printed jets. Raises InvalidInput for one that is no tensor, or that the jets cannot express."""
    terms = statement.terms if isinstance(statement, Expansion) else statement
    if not callable(terms):
        raise InvalidInput("statement", statement, "is no function of the jets")
    said = terms(*before, p, symbols.gamma, symbols.H)
    if not isinstance(said, TensorTerm):
        raise InvalidInput("statement", as_expression(said), "is no tensor")
    return CoqQuestion(title, says, said, p)
