"""Judge a conjectured bound of the variance ratio: exact re-check of what a long search found, and a short search of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import flint

from proofs_checks.symfed.scaffold.adversarial.populations import Family
from proofs_checks.symfed.scaffold.adversarial.search import Record, exact_ratio, rational_neighbour, searched, to_twelve_places
from symfed.claims import Domain, Evidence
from symfed.core.check import Check, Witness
from symfed.strategies import Instance

#: 1 - q of 1e-6, the smallest that the families hold, keeps ten digits in float64, and so does the ratio
_FLOAT = 1e-8


@dataclass(frozen=True)
class AdversarialSearch(Check):
    """The statement, a rational K, says that the variance ratio is at most K on the families of these kinds of noise.

    Every exact instance of the committed record is solved anew, and the best of a fresh search over `fresh`, (d, N) sizes, too. Only an
    exact ratio above K refutes. A float above it, in the record or in the fresh search, that no exact neighbour confirms leaves the
    statement undecided.
    """

    record: str
    kinds: tuple[str, ...]
    fresh: tuple[tuple[int, int], ...] = ((1, 2), (1, 3), (2, 2), (2, 3), (3, 2))
    count: int = 4000
    seed: int = 1

    @property
    def method(self) -> str:
        return f"adversarial search (Scaffold's variance ratio, {' and '.join(self.kinds)} noise)"

    def deepened(self) -> AdversarialSearch:
        """Ten times as many fresh instances."""
        return replace(self, count=10 * self.count)

    def examine(self, statement: Any, under: Domain) -> Evidence:
        record = _record(self.record)
        kept = [e for e in record.extremes if e.noise in self.kinds]
        ours = [Family(noise, d, N) for noise in self.kinds for d, N in self.fresh if (noise, d) != ("common", 1)]
        floats = [e.largest for e in kept] + [_fresh(family, self.count, self.seed)[0] for family in ours]
        for instance, ratio, written in self._exact(ours):
            if written and to_twelve_places(ratio) != written:
                return self.unknown(f"the record says {written}, an exact solve {ratio}")
            if ratio > statement:
                witness = instance.describe() | {"left": str(ratio), "right": str(statement)}
                return self.fails(f"the ratio is {float(ratio):.6g} on an exact instance", witness)
        largest, tried = max(floats), sum(e.instances for e in kept) + self.count * len(ours)
        if largest > float(statement) * (1 + _FLOAT):
            return self.unknown(f"a ratio of {largest:.6g} in float64 was not confirmed exactly")
        summary = f"the largest ratio is {largest:.9f} on {tried} instances in float64 ({sum(e.instances for e in kept)} on record), "
        summary += "the extremes of small families solved exactly"
        return self.holds(summary, instances=tried)

    def replay(self, statement: Any, witness: Witness, under: Domain) -> str:
        """Solves a written witness again; empty if its ratio exceeds the statement."""
        ratio = exact_ratio(Instance.written({k: v for k, v in witness.items() if k not in ("left", "right")}))
        return "" if str(ratio) == witness["left"] and ratio > statement else f"has ratio {ratio}"

    def _exact(self, ours: list[Family]) -> Iterator[tuple[Instance, Any, str]]:
        """Exact instances with their ratios, and what the record says of those that are on record."""
        for instance, ratio, written in _solved(self.record):
            if written[0] in self.kinds:
                yield instance, ratio, written[1]
        for family in ours:
            yield *_fresh(family, self.count, self.seed)[1:], ""


@lru_cache
def _record(name: str) -> Record:
    return Record.load(name)


@lru_cache
def _solved(name: str) -> tuple[tuple[Instance, Any, tuple[str, str]], ...]:
    """The exact instances of a record, solved anew once, with kind of noise and written ratio."""
    out = []
    for e in _record(name).extremes:
        if e.exact:
            instance = Instance.written(e.instance)
            out.append((instance, exact_ratio(instance), (e.noise, e.exact)))
    return tuple(out)


@lru_cache(maxsize=64)
def _fresh(family: Family, count: int, seed: int) -> tuple[float, Instance, Any]:
    """The best float of a short search, and the exact neighbour of the best with few local steps."""
    tally = searched(family, count, seed)
    instance = rational_neighbour(family, tally.best[True][1])
    return tally.best[False][0], instance, flint.fmpq(exact_ratio(instance))
