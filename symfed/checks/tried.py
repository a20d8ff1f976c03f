"""A lemma that was judged whole before, by this very code: what decides it is run again, what only tried to break that is not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from symfed.core.check import Check
from symfed.core.scope import ALL, Scope
from symfed.core.verdict import Evidence, Outcome, Tier
from symfed.core.vocabulary import Fate


@dataclass(frozen=True)
class Tried:
    """A finding that was committed: its tier and reason, the methods of its checks, and the fates of the wrong variants they were shown."""

    tier: Tier
    why: str
    methods: tuple[str, ...]
    part: str
    wrong: Mapping[str, str]
    fates: Mapping[str, Fate]

    def evidence(self, *again: Evidence) -> tuple[Evidence, ...]:
        """Evidence by all of the methods: that of checks that were run, in its place, and of others that they held when committed."""
        found = {one.method: one for one in again}
        return tuple(found.get(name) or Evidence(name, Outcome.HOLDS, Tier.SUPPORTED, "") for name in self.methods)

    def settled_by(self, heard: Sequence[tuple[Check, Evidence]], checks: Sequence[Check], ranges: Scope) -> bool:
        """Return whether these checks give the finding without the others: one has its tier and reason, and the remainder is seen to."""
        holding = [(check, evidence) for check, evidence in heard if evidence.holds]
        proved = any(check.proves_remainder for check, _ in holding) or not any(check.proves_remainder for check in checks)
        seen = any(check.sees_remainder and evidence.covers.remainder == ALL for check, evidence in holding)
        if not proved or not (seen or not any(check.sees_remainder for check in checks)) or any(evidence.fails for _, evidence in heard):
            return False
        return any(self._is_of(evidence, ranges) for _, evidence in holding)

    def _is_of(self, evidence: Evidence, ranges: Scope) -> bool:
        part = evidence.covers.short_of(ranges)
        tier = Tier.SUPPORTED if part else evidence.strength
        return evidence.strength is not Tier.SUPPORTED and (part, tier) == (self.part, self.tier) and self.why.startswith(evidence.summary)


def tried(lemma: Mapping[str, Any]) -> Tried | None:
    """The finding of a committed lemma; None where it does not hold. Fates are kept by number, and by name where no check told them."""
    if lemma["tier"] is None:
        return None
    held = lemma.get("not told apart", [])
    numbers = {Fate(name): number for name, number in lemma.get("variants", {}).items()}
    fates = {f"{fate} {k}": fate for fate, number in numbers.items() if fate is not Fate.HELD for k in range(number)}
    fates |= dict.fromkeys(held, Fate.HELD)
    return Tried(Tier(lemma["tier"]), lemma["why"], tuple(lemma["methods"]), lemma.get("part", ""), lemma.get("wrong", {}), fates)
