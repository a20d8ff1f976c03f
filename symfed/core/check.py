"""A method of deciding: all that the ledger asks of a check."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar, Self

from symfed.core.domain import Condition, Domain
from symfed.core.scope import EVERYTHING, Scope
from symfed.core.verdict import Evidence, Outcome, Tier

#: An instance, as text.
Witness = Mapping[str, str]


class Comparison(StrEnum):
    """What becomes of a variant beside the statement."""

    HOLDS = "holds"
    FAILS = "fails"
    UNKNOWN = "unknown"
    SAME = "same"  # it cannot differ from the statement as far as this check looks


class Check(ABC):
    """A method of deciding a statement. A new one gives `method` and `examine`; all else has an answer that is right for any check.

    A statement is whatever the check reads: a transcription (a function), an expression, a pair (left, right), an `Expansion`. `examine`
    must be deterministic and must be able to fail. `strength` is what a statement that holds earns: PROVED only where all of it has been
    decided exactly. `method` names the road, and in brackets what is particular to one claim.
    """

    strength: ClassVar[Tier] = Tier.SUPPORTED
    #: Whether it looks at the remainder of an expansion; others see the terms alone.
    sees_remainder: ClassVar[bool] = False
    #: Whether it proves what an expansion leaves out; where it does not decide, samples do not stand in for it.
    proves_remainder: ClassVar[bool] = False
    #: How many statistical tests this is, when the probability of a false alarm is shared out.
    shares: ClassVar[int] = 0

    @property
    @abstractmethod
    def method(self) -> str: ...

    @abstractmethod
    def examine(self, statement: Any, under: Domain) -> Evidence:
        """What it finds about the statement under these conditions."""

    def rejects(self, statement: Any, under: Domain) -> bool:
        """Whether it fails a wrong variant; to be overridden where a quicker look is enough."""
        return self.examine(statement, under).fails

    def compare(self, variant: Any, statement: Any, under: Domain) -> Comparison:
        """What becomes of a variant of a statement that holds."""
        return Comparison(self.examine(variant, under).outcome)

    def beyond(self, statement: Any, condition: Condition, wider: Domain) -> Witness | None:
        """An instance against the statement that lies outside one condition and inside all others; None where it looks for none."""
        return None

    def looked_beyond(self, condition: Condition, wider: Domain) -> bool:
        """Whether `beyond` had an instance to look at, so that None says that the statement does not need the condition there."""
        return False

    def replay(self, statement: Any, witness: Witness, under: Domain) -> str:
        """What is found in place of a written witness, which is tried first; nothing where it is that."""
        again = self.recalling(witness).examine(statement, under)
        return "" if again.witness == dict(witness) else again.summary

    def recalling(self, witness: Witness) -> Self:
        """The check that first tries an instance which was once found against the statement, where it can rebuild one."""
        return self

    def deepened(self) -> Self:
        """The check that searches deeper, where there is something to search."""
        return self

    def allotted(self, false_alarm: float) -> Self:
        """The check at this false-alarm probability, if it makes statistical tests."""
        return self

    def power(self, variants: Mapping[str, Any]) -> dict[str, float]:
        """For each wrong variant a lower bound of the probability that this test rejects it; of what is no test, nothing."""
        return {}

    def concludes(self, statement: Any) -> Any:
        """What a statement that holds lets other lemmas use."""
        return statement

    @property
    def rests_on(self) -> tuple[str, ...]:
        """The claims, by id, without which what it finds is nothing: a claim that is decided by it must use them as premises."""
        return ()

    @property
    def rests_on_words(self) -> bool:
        """Whether what it finds rests on a step in words of the claim that it decides."""
        return False

    def unmet(self, premises: Mapping[str, Any]) -> str:
        """Why the claims that it rests on, by id, do not say what it takes from them; nothing where they do."""
        return ""

    # evidence

    def holds(self, summary: str, *, instances: int = 0, covers: Scope = EVERYTHING, needed: tuple[str, ...] = ()) -> Evidence:
        """The statement holds, as strongly as this check can tell."""
        return Evidence(self.method, Outcome.HOLDS, self.strength, summary, instances=instances, covers=covers, needed=needed)

    def fails(self, summary: str, witness: Witness, *, instances: int = 0) -> Evidence:
        """An exact instance is against it."""
        return Evidence(self.method, Outcome.FAILS, self.strength, summary, witness, instances=instances)

    def doubts(self, summary: str, witness: Witness, *, instances: int = 0) -> Evidence:
        """The check does not accept it, and has no exact instance against it."""
        return Evidence(self.method, Outcome.FAILS, self.strength, summary, witness, instances=instances, refutes=False)

    def unknown(self, summary: str) -> Evidence:
        """Nothing is decided."""
        return Evidence(self.method, Outcome.UNKNOWN, self.strength, summary)
