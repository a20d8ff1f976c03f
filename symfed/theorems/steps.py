"""Steps from lemmas to a statement: a definition, an assumption, a named theorem, arithmetic. The kernel of sentences reads them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from symfed.core.claim import ProofStep
from symfed.core.errors import InvalidInput
from symfed.theorems.theorem import Theorem
from symfed.theorems.vocabulary import INDICES, AnyVector, Quantity, Stated, Vector, drawn, introduce, owned, variables


@dataclass(frozen=True)
class Define:
    """The definition of a name by an equation whose left side is the name alone. It is the same in every claim.

    A sequence is defined by f(0, x) = ... and f(n + 1, x) = ..., which may use f(n, ...); an equation with the name on both sides is no
    definition, since existence would have to be proved. Raises InvalidInput for anything else, or a second definition of the name.
    """

    name: str
    equation: sp.Eq
    says: str = ""
    in_words: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        left, right = self.equation.args
        head = left.func if isinstance(left, AppliedUndef) else left
        of = left.args if isinstance(left, AppliedUndef) else ()
        index = next((s for s in INDICES if of and of[0] == s + 1), None)
        how = "step" if index is not None else "start" if of and of[0] == 0 else "value"
        rest = of if how == "value" else of[1:]
        earlier = [a for a in right.atoms(AppliedUndef) if a.func == head]
        loose = variables(right) - variables(left)
        wrong = ""
        if not (isinstance(left, AppliedUndef) or type(left) in (Vector, Quantity)):
            wrong = "has no name alone on its left"
        elif not all(isinstance(x, AnyVector) or x in INDICES for x in rest) or len(set(rest)) < len(rest):
            wrong = "is said of other things than letters that stand for everything, each once"
        elif loose:
            wrong = f"leaves {', '.join(sorted(map(str, loose)))} free on its right side alone"
        elif head in right.free_symbols or any(how != "step" or a.args[0] != index for a in earlier):
            wrong = "speaks of itself, or of other values than the one before"
        elif how == "step" and any(a.args[0] != index for a in drawn(right)):
            wrong = "depends on other draws than those before"
        elif (
            how != "step" and of and of[0] in (0, *INDICES) and owned(right, "w") and any(owned(a, "w") for a in right.atoms(AppliedUndef))
        ):
            wrong = "depends on draws that its index does not show"
        elif type(left) is Vector and owned(left, "w"):
            wrong = "gives a vector that no draw of a round may tell anything about by draws"
        if wrong:
            raise InvalidInput("equation", self.equation, wrong, "a definition is f(x) = ..., or f(0, x) = ... and f(n + 1, x) = ...")
        introduce(str(head), how, str(self.equation), {"start": ("step",), "step": ("start",), "value": ()}[how])

    def describe(self) -> str:
        return f"definition: {self.equation}" + (f" ({self.says})" if self.says else "")


@dataclass(frozen=True)
class Assumed:
    """The relations between quantities that an assumption of the claim states."""

    name: str
    condition: Stated
    in_words: bool = field(default=False, init=False)

    def describe(self) -> str:
        return f"{self.name}: {self.condition.says}, that is {', '.join(map(str, self.condition.relations))}"


@dataclass(frozen=True, init=False)
class Apply:
    """A named theorem at these arguments. An argument that is a string names a fact. `by`: facts that discharge hypotheses."""

    theorem: Theorem
    name: str
    by: tuple[str, ...]
    arguments: tuple[tuple[str, Any], ...]
    in_words: bool = False

    def __init__(self, theorem: Theorem, name: str, by: tuple[str, ...] = (), **arguments: Any) -> None:
        for key, value in (("theorem", theorem), ("name", name), ("by", by), ("arguments", tuple(arguments.items())), ("in_words", False)):
            object.__setattr__(self, key, value)
        if theorem.introduces:
            new = arguments[theorem.introduces]
            introduce(str(new.func if isinstance(new, AppliedUndef) else new), str(theorem), f"{theorem}, {self.arguments}")

    def describe(self) -> str:
        said = ", ".join(f"{key} = {value}" for key, value in self.arguments)
        return f"{self.name}: {re.split(r'(?<![.]{2})[.] ', self.theorem.says)[0].rstrip('.')} ({self.theorem.citation}), with {said}"


@dataclass(frozen=True, init=False)
class Arithmetic:
    """A conclusion that follows by real arithmetic from the named facts and the conditions of the claim.

    The hypotheses of a lemma must follow from the conditions and from the other facts that are named.

    `multipliers`, one for each fact, are nonnegative, but for an equation's: right - left of the conclusion less the sum of their
    products with right - left of the facts must be nonnegative on the domain. Without them, solvers look for a proof. `by` may be a
    table: the multiplier of each fact by its name.
    """

    name: str
    conclusion: sp.Basic
    by: tuple[str, ...]
    multipliers: tuple[Any, ...]
    in_words: bool = field(default=False, init=False)

    def __init__(
        self, name: str, conclusion: sp.Basic, by: Mapping[str, Any] | tuple[str, ...] = (), multipliers: tuple[Any, ...] = ()
    ) -> None:
        if isinstance(by, Mapping):
            multipliers, by = tuple(by.values()), tuple(by)
        for key, value in (("name", name), ("conclusion", conclusion), ("by", by), ("multipliers", multipliers)):
            object.__setattr__(self, key, value)

    def describe(self) -> str:
        return f"{self.name}: {self.conclusion}" + (f", by {', '.join(self.by)}" if self.by else "")


def resting_on(steps: Sequence[ProofStep], names: Mapping[str, str]) -> tuple[ProofStep, ...]:
    """The steps with other premises that state the same: every id of a premise is replaced, wherever a step names it."""

    def renamed_value(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(map(renamed_value, value))
        head, slash, part = value.partition("/") if isinstance(value, str) else (value, "", "")
        return names[head] + slash + part if isinstance(head, str) and head in names else value

    def renamed_step(step: Any) -> Any:
        if isinstance(step, Apply):
            return Apply(step.theorem, step.name, renamed_value(step.by), **{key: renamed_value(value) for key, value in step.arguments})
        return replace(step, by=renamed_value(step.by)) if isinstance(step, Arithmetic) else step

    return tuple(map(renamed_step, steps))
