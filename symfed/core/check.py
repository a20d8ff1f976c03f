"""The abstract base class of checks: everything that the ledger asks of one."""

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
    """The outcome of comparing a variant with a statement that holds."""

    HOLDS = "holds"
    FAILS = "fails"
    UNKNOWN = "unknown"
    SAME = "same"  # it cannot differ from the statement as far as this check looks


class Check(ABC):
    """A method of deciding a statement. A subclass defines `method` and `examine`; the other defaults are right for any check.

    A statement is whatever the check reads: a transcription (a function), an expression, a pair (left, right), an `Expansion`. `examine`
    must be deterministic and must be able to fail. `strength` is the tier of a statement that holds: PROVED only where all of it has been
    decided exactly. `method` names the method, with anything particular to one claim in brackets.
    """

    strength: ClassVar[Tier] = Tier.SUPPORTED
    #: True if it examines the remainder of an expansion; other checks see the terms alone.
    sees_remainder: ClassVar[bool] = False
    #: True if it proves the remainder of an expansion; where it does not decide, samples are no substitute for it.
    proves_remainder: ClassVar[bool] = False
    #: The number of statistical tests it counts as when the false-alarm probability is divided among tests.
    shares: ClassVar[int] = 0

    @property
    @abstractmethod
    def method(self) -> str: ...

    @abstractmethod
    def examine(self, statement: Any, under: Domain) -> Evidence:
        """The evidence for or against the statement under these conditions."""

    def rejects(self, statement: Any, under: Domain) -> bool:
        """True if a wrong variant fails; override this if there is a quicker way than a full examination."""
        return self.examine(statement, under).fails

    def compare(self, variant: Any, statement: Any, under: Domain) -> Comparison:
        """Compare a variant with a statement that holds."""
        return Comparison(self.examine(variant, under).outcome)

    def beyond(self, statement: Any, condition: Condition, wider: Domain) -> Witness | None:
        """An instance against the statement that lies outside one condition and inside all others; None where it looks for none."""
        return None

    def looked_beyond(self, condition: Condition, wider: Domain) -> bool:
        """True if `beyond` had an instance to try, so that its None means that the statement does not need the condition there."""
        return False

    def replay(self, statement: Any, witness: Witness, under: Domain) -> str:
        """Summary of the evidence found when a recorded witness is tried first; "" if the same witness is found again."""
        again = self.recalling(witness).examine(statement, under)
        return "" if again.witness == dict(witness) else again.summary

    def recalling(self, witness: Witness) -> Self:
        """A copy of the check that first tries a recorded counterexample, if it can rebuild the instance."""
        return self

    def deepened(self) -> Self:
        """A copy of the check that searches deeper, if it searches at all."""
        return self

    def allotted(self, false_alarm: float) -> Self:
        """A copy of the check with this false-alarm probability, if it is a statistical test."""
        return self

    def power(self, variants: Mapping[str, Any]) -> dict[str, float]:
        """For each wrong variant a lower bound of the probability that this test rejects it; empty if the check is no statistical test."""
        return {}

    def concludes(self, statement: Any) -> Any:
        """The conclusion that other lemmas may use once the statement holds."""
        return statement

    @property
    def rests_on(self) -> tuple[str, ...]:
        """Ids of the claims that its evidence relies on: a claim decided by this check must have them as premises."""
        return ()

    @property
    def rests_on_words(self) -> bool:
        """True if its evidence relies on a step in words of the claim that it decides."""
        return False

    def unmet(self, premises: Mapping[str, Any]) -> str:
        """The reason why the claims it relies on, by id, do not state what it takes from them; "" if they do."""
        return ""

    # evidence

    def holds(self, summary: str, *, instances: int = 0, covers: Scope = EVERYTHING, needed: tuple[str, ...] = ()) -> Evidence:
        """Evidence that the statement holds, with the strength of this check."""
        return Evidence(self.method, Outcome.HOLDS, self.strength, summary, instances=instances, covers=covers, needed=needed)

    def fails(self, summary: str, witness: Witness, *, instances: int = 0) -> Evidence:
        """Evidence that the statement fails, with an exact counterexample."""
        return Evidence(self.method, Outcome.FAILS, self.strength, summary, witness, instances=instances)

    def doubts(self, summary: str, witness: Witness, *, instances: int = 0) -> Evidence:
        """Evidence that the check does not accept the statement, without an exact counterexample."""
        return Evidence(self.method, Outcome.FAILS, self.strength, summary, witness, instances=instances, refutes=False)

    def unknown(self, summary: str) -> Evidence:
        """Evidence that nothing is decided."""
        return Evidence(self.method, Outcome.UNKNOWN, self.strength, summary)
