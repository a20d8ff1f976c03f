"""A sequential Monte Carlo test whose false-alarm probability is declared and holds at every sample size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from symfed.checks.budget import FALSE_ALARM
from symfed.checks.confidence import BoundedMean
from symfed.checks.power import at_least
from symfed.core.check import Check, Witness
from symfed.core.domain import Domain
from symfed.core.errors import SymfedError
from symfed.core.verdict import Evidence
from symfed.models.arrays import Array


@dataclass(frozen=True)
class SequentialTest(Check):
    """Is |E X - statement| <= slack? X in an `interval` [low, high], drawn in independent batches by `sample(batch_number)`.

    After every batch E X lies in the running interval of `BoundedMean`, at all batches together with probability at least
    1 - false_alarm: the test may stop whenever it likes. It fails when no value within the slack of the statement is left in the
    interval, holds when the interval is shorter than twice `resolution` and still meets the slack, and is undecided when the batches
    run out. `slack` bounds what the statement itself leaves out. `reading` turns the statement into the number that E X is compared
    with. `false_alarm` is the share that a run of the ledger allots to this test; alone it has all of the default budget.
    `power` is measured in `repetitions` runs of their own.
    """

    sample: Callable[[int], Array]
    reading: Callable[[Any], float]
    interval: Callable[[], tuple[float, float]]
    slack: Callable[[], float]
    resolution: float
    batches: int = 60
    repetitions: int = 10
    scope: str = "Monte Carlo"
    false_alarm: float = FALSE_ALARM
    shares = 1

    @property
    def method(self) -> str:
        return f"sequential test ({self.scope})"

    def allotted(self, false_alarm: float) -> SequentialTest:
        """The test at this false-alarm probability."""
        return replace(self, false_alarm=false_alarm)

    def deepened(self) -> SequentialTest:
        """The test, allowed four times as many batches, its power measured in ten times as many runs."""
        return replace(self, batches=4 * self.batches, repetitions=10 * self.repetitions)

    def examine(self, statement: Any, under: Domain) -> Evidence:
        return self._decide({"": statement})[""]

    def power(self, variants: Mapping[str, Any]) -> dict[str, float]:
        """For each wrong variant a lower bound, with confidence 95%, of the probability that a run of this test rejects it.

        Every repetition draws afresh, also from the run that decides the statement, and shows its draws to all variants.
        """
        rejected: Counter[str] = Counter()
        for repetition in range(1, self.repetitions + 1):
            found = self._decide(variants, first=repetition * self.batches)
            rejected.update(name for name, evidence in found.items() if evidence.fails)
        return {name: at_least(rejected[name], self.repetitions) for name in variants}

    def replay(self, statement: Any, witness: Witness, under: Domain) -> str:
        """Draws again as the run that wrote the witness did; empty if the interval excludes the statement again, else the complaint."""
        claimed = _shown(float(self.reading(statement)))
        if witness["claimed"] != claimed:
            return f"the statement says {claimed}, written down was {witness['claimed']}"
        again = self.allotted(float(witness["false alarm"])).deepened().examine(statement, under)
        return "" if again.fails else again.summary

    def _decide(self, statements: Mapping[str, Any], first: int = 0) -> dict[str, Evidence]:
        """The outcome for each statement on the same draws, those of the batches after `first`."""
        sequence, slack = BoundedMean(*self.interval(), self.false_alarm), self.slack()
        waiting = {name: float(self.reading(statement)) for name, statement in statements.items()}
        decided: dict[str, Evidence] = {}
        for k in range(first + 1, first + self.batches + 1):
            sequence.feed(self.sample(k))
            if sequence.low > sequence.high:
                raise SymfedError(f"the batches up to number {k} have no common mean: they are not drawn alike")
            for name, claimed in list(waiting.items()):
                if evidence := self._look(sequence, claimed, slack):
                    decided[name] = evidence
                    del waiting[name]
            if not waiting:
                break
        return decided | {name: self._seen(self.unknown(f"undecided after {sequence.count} samples"), sequence) for name in waiting}

    def _look(self, sequence: BoundedMean, claimed: float, slack: float) -> Evidence | None:
        low, high = sequence.low, sequence.high
        if not low - slack <= claimed <= high + slack:  # so written, it also rejects a number that is none
            witness = {
                "claimed": _shown(claimed),
                "mean": _shown(sequence.mean),
                "interval": f"[{_shown(low)}, {_shown(high)}]",
                "slack": f"{slack:.2g}",
                "samples": str(sequence.count),
                "false alarm": repr(self.false_alarm),
            }
            return self._seen(self.doubts("the confidence interval excludes it", witness), sequence)
        if high - low <= 2 * self.resolution:
            farthest = max(high - claimed, claimed - low)
            return self._seen(self.holds(f"the mean is within {farthest:.2g} of it after {sequence.count} samples"), sequence)
        return None

    def _seen(self, evidence: Evidence, sequence: BoundedMean) -> Evidence:
        return replace(evidence, instances=sequence.count, refutes=False, false_alarm=self.false_alarm)


def _shown(value: float) -> str:
    return f"{value:.6g}"
