"""Search for an exact instance on which a statement is false, and shrink it to the smallest."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

import flint
import mpmath
import numpy as np
import sympy as sp

from symfed.checks.readings import as_is
from symfed.checks.written_instance import built
from symfed.core.check import Check, Comparison, Witness
from symfed.core.domain import Class, Condition, Domain
from symfed.core.errors import UnstableStep
from symfed.core.supposed import Said, listening, suppose
from symfed.core.verdict import Evidence
from symfed.strategies import Strategy, draw, text
from symfed.strategies.instance import asked, beyond
from symfed.strategies.search import smallest

#: The entries of a witness beside the instance: both sides of the statement.
SIDES = ("printed", "true", "left", "right")
#: Errors of a statement that is undefined at an instance: it inverts a singular matrix, or there is no stationary law.
UNDEFINED = (ZeroDivisionError, np.linalg.LinAlgError, UnstableStep)
_INEXACT = (float, complex, np.inexact, mpmath.mpf, flint.arb, sp.Float)


def holds(left: Any, right: Any, relation: str) -> bool:
    """Return whether two exact values of one kind satisfy the relation entry by entry; raises TypeError for floats and different kinds."""
    left, right = np.asarray(left, dtype=object), np.asarray(right, dtype=object)
    if any(isinstance(v, _INEXACT) for v in (*left.flat, *right.flat)):
        raise TypeError("a counterexample search compares exact values only, got a float")
    if left.ndim != right.ndim:
        raise TypeError(f"a transcription is compared with a truth of another kind: {left.ndim} axes against {right.ndim}")
    return left.shape == right.shape and all(map(operator.eq if relation == "==" else operator.le, left.flat, right.flat))


#: Different instances that must say something: a twelfth of those drawn, but never fewer, nor more, than this.
_FEWEST, _ENOUGH = 3, 30


class Pool:
    """Instances drawn once, each kept with what truths said of it, and shown to a statement and to all its variants.

    reaches: whether what drew them draws others where it may reach beyond the usual steps.
    """

    def __init__(self, instances: Sequence[Any], reaches: bool = False) -> None:
        self.instances, self.reaches = tuple(instances), reaches
        self._truths: dict[Any, dict[int, tuple[Any, frozenset[Said]]]] = {}
        self._inside: dict[Domain, tuple[int, ...]] = {}
        self._members: dict[Any, frozenset[int]] = {}
        self._spelt: dict[int, str] = {}

    def spelt(self, k: int) -> str:
        """Instance k as one text, which another has if it is the same."""
        if k not in self._spelt:
            self._spelt[k] = repr(sorted(_instance_texts(self.instances[k]).items()))
        return self._spelt[k]

    def inside(self, under: Domain) -> tuple[int, ...]:
        """Numbers of the instances that a domain admits, found once for the statement and all its variants."""
        if under not in self._inside:
            self._inside[under] = tuple(k for k, instance in enumerate(self.instances) if under.admits(instance))
        return self._inside[under]

    def members(self, member: Class, on_purpose: bool) -> frozenset[int]:
        """Numbers of the instances that belong to a class: of those drawn to lie outside of it, which the class says to be members."""
        key = member.says, member.contains, on_purpose
        if key not in self._members:
            says = [None if member.contains is None else member.contains(instance) for instance in self.instances]
            belong = (True,) if on_purpose else (True, None)
            self._members[key] = frozenset(k for k, answer in enumerate(says) if answer in belong)
        return self._members[key]

    def truth(self, truth: Callable[[Any], Any], k: int) -> Any:
        """truth(instance k), computed once, and what it supposes."""
        known = self._truths.setdefault(truth, {})
        if k not in known:
            with listening() as heard:
                known[k] = truth(self.instances[k]), frozenset(heard)
        found, supposed = known[k]
        suppose(*supposed)
        return found


@lru_cache(maxsize=1024)
def _pool(strategy: Callable[[int, int], Strategy], d: int, N: int, examples: int, far: bool = False) -> Pool:
    """Instances of one size; `far`: drawn beyond the usual steps, or the same pool if the strategy does not reach there."""
    if not far:
        with asked() as heard:
            return Pool(draw(strategy(d, N), examples), bool(heard))
    if not (near := _pool(strategy, d, N, examples)).reaches:
        return near
    with beyond():
        return Pool(draw(strategy(d, N), examples), reaches=True)


@lru_cache(maxsize=64)
def _extreme_pool(extremes: Callable[[], Sequence[Any]]) -> Pool:
    return Pool(extremes())


@lru_cache(maxsize=1024)
def _spoiled_pool(pool: Pool, spoil: Callable[[Any], Any]) -> Pool:
    """Instances without one assumption, where it is known how to break it."""
    return Pool([spoiled for instance in pool.instances if (spoiled := spoil(instance)) is not None])


def _instance_texts(instance: Any) -> dict[str, str]:
    """An instance as text."""
    told = instance.describe() if hasattr(instance, "describe") else {"instance": instance}
    return {name: str(value) for name, value in told.items()}


def _vanishes(side: Any) -> bool:
    return all(value == 0 for value in np.asarray(side, dtype=object).flat)


@dataclass(frozen=True)
class CounterexampleSearch(Check):
    """Draw exact instances inside the domain; a violated one refutes and is shrunk, none supports.

    `strategy(d, N)` draws instances of one size, and reaches beyond the conditions of the claim, which sort out. Sizes (dimension, clients)
    are tried smallest first, so that a refutation is found in the smallest size that has one; Hypothesis then shrinks the entries.
    `extremes()` gives further instances where bounds break: many clients, one of them different, large condition numbers, long rounds.

    With `truth`, compares the statement, read on the instance, with `truth(instance)`; without, the statement returns its two sides.
    `relation` is "==" or "<=" (entrywise). A statement that cannot be evaluated on an instance (a singular matrix where it prints an
    inverse, no stationary law where it speaks of one) is refuted there, because it is ill-defined. Instances are derandomised: the same
    run finds the same witness. `recalled`, the pairs of a witness that was found before, is tried first. What counts are different
    instances on which not both sides vanish.
    """

    strategy: Callable[[int, int], Strategy]
    truth: Callable[[Any], Any] | None = None
    reading: Callable[[Any, Any], Any] = as_is
    relation: str = "=="
    scope: str = "random exact quadratics"
    sizes: tuple[tuple[int, int], ...] = ((1, 1), (1, 2), (2, 1), (1, 3), (2, 2), (2, 3), (3, 2))
    examples: int = 30
    extremes: Callable[[], Sequence[Any]] | None = None
    recalled: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        if self.relation not in ("==", "<="):
            raise ValueError(f'relation is {self.relation!r}; it must be "==" or "<="')

    @property
    def method(self) -> str:
        return f"exact counterexample search ({self.scope})"

    def examine(self, statement: Any, under: Domain) -> Evidence:
        known = built(self, {name: value for name, value in self.recalled if name not in SIDES}) if self.recalled else None
        if not type(known).__module__.startswith("symfed."):
            known = None  # a claim file's own kind may be drawn from a committed search, which is to be read each time
        if known is not None and under.admits(known) and self._violates(statement, known):
            return self._refutation(statement, under, known, 0)
        counted: set[str] = set()
        inside = 0
        for pool, k in self._inside(under):
            inside += 1
            sides = self._sides_in(pool, k, statement)
            if sides is None or not holds(*sides, self.relation):
                return self._refutation(statement, under, self._shrunk_instance(statement, under) or pool.instances[k], len(counted))
            if not (_vanishes(sides[0]) and _vanishes(sides[1])):
                counted.add(pool.spelt(k))
        if len(counted) < max(_FEWEST, min(_ENOUGH, len(self.sizes) * self.examples // 12)):
            return self.unknown(f"only {len(counted)} different instances of the domain say anything ({inside} lie inside)")
        return self.holds(f"held on {len(counted)} different exact instances", instances=len(counted))

    def rejects(self, statement: Any, under: Domain) -> bool:
        """Return whether an instance contradicts the statement; nothing is shrunk."""
        return any(self._is_broken(self._sides_in(pool, k, statement)) for pool, k in self._inside(under))

    def compare(self, variant: Any, statement: Any, under: Domain) -> Comparison:
        """Compare a variant with the statement on the instances: it fails on one, agrees on all, or holds."""
        same = True
        for pool, k in self._inside(under):
            sides = self._sides_in(pool, k, variant)
            if self._is_broken(sides):
                return Comparison.FAILS
            same = same and _equal_sides(sides, self._sides_in(pool, k, statement))
        return Comparison.SAME if same else Comparison.HOLDS

    def beyond(self, statement: Any, condition: Condition, wider: Domain) -> Witness | None:
        """An instance, as text, that lies outside one condition and inside all others, and refutes there; None where none does."""
        for pool, k in self._instances_outside(condition, wider):
            if self._is_broken(self._sides_in(pool, k, statement)):
                return _instance_texts(pool.instances[k])
        return None

    def looked_beyond(self, condition: Condition, wider: Domain) -> bool:
        """Return whether there is an instance outside one condition and inside all others."""
        return next(self._instances_outside(condition, wider), None) is not None

    def _instances_outside(self, condition: Condition, wider: Domain) -> Iterator[tuple[Pool, int]]:
        """All that lie outside one condition and inside all others; what was drawn to lie outside does unless a class says otherwise."""
        named = isinstance(condition, Class)
        for pool, on_purpose in self._pools_around(condition):
            inside = pool.members(condition, on_purpose) if named else pool.inside(Domain((condition,)))
            yield from ((pool, k) for k in pool.inside(wider) if k not in inside)

    def _pools_around(self, condition: Condition) -> Iterator[tuple[Pool, bool]]:
        """Instances some of which lie outside a condition: drawn or spoiled on purpose, or such as its own strategy reaches."""
        named = isinstance(condition, Class)
        if named and condition.spoil is not None:
            yield from ((_spoiled_pool(_pool(self.strategy, d, N, self.examples), condition.spoil), True) for d, N in self.sizes)
            if self.extremes:
                yield _spoiled_pool(_extreme_pool(self.extremes), condition.spoil), True
        if named and condition.outside is None and condition.contains is None:
            return
        outside = condition.outside if named else None
        strategy = outside or self.strategy
        yield from ((_pool(strategy, d, N, self.examples, not named), outside is not None) for d, N in self.sizes)

    def recalling(self, witness: Witness) -> CounterexampleSearch:
        return replace(self, recalled=tuple(witness.items()))

    def deepened(self) -> CounterexampleSearch:
        """The search with ten times as many instances."""
        return replace(self, examples=10 * self.examples)

    def _inside(self, under: Domain) -> Iterator[tuple[Pool, int]]:
        """All instances of the domain, smallest sizes first; drawn when they are asked for, which a refutation in a small size spares."""
        for far in (False, True):
            for d, N in self.sizes:
                pool = _pool(self.strategy, d, N, self.examples, far)
                if far and not pool.reaches:
                    continue  # these have been tried
                yield from ((pool, k) for k in pool.inside(under))
        if self.extremes:
            pool = _extreme_pool(self.extremes)
            yield from ((pool, k) for k in pool.inside(under))

    def _sides_in(self, pool: Pool, k: int, statement: Any) -> tuple[Any, Any] | None:
        """Both sides on one instance of a pool; None where the statement is undefined."""
        try:
            return self._sides(pool, k, statement)
        except UNDEFINED:
            return None

    def _sides(self, pool: Pool, k: int, statement: Any) -> tuple[Any, Any]:
        """(left, right): the statement and the truth, or the two sides that the statement itself returns."""
        read = self.reading(statement, pool.instances[k])
        left, right = read if self.truth is None else (read, pool.truth(self.truth, k))
        return left, right

    def _is_broken(self, sides: tuple[Any, Any] | None) -> bool:
        return sides is None or not holds(*sides, self.relation)

    def _violates(self, statement: Any, instance: Any) -> bool:
        return self._is_broken(self._sides_in(Pool([instance]), 0, statement))

    def _shrunk_instance(self, statement: Any, under: Domain) -> Any:
        """The smallest violating instance that Hypothesis shrinks to, or None."""

        def violated(instance: Any) -> bool:
            return under.admits(instance) and self._violates(statement, instance)

        for d, N in self.sizes:
            if (found := smallest(self.strategy(d, N), violated, self.examples)) is not None:
                return found
        return None

    def _refutation(self, statement: Any, under: Domain, worst: Any, tried: int) -> Evidence:
        """An instance against the statement refutes it where every class says that it is a member."""
        witness = _instance_texts(worst)
        try:
            left, right = self._sides(Pool([worst]), 0, statement)
            names = ("printed", "true") if self.truth else ("left", "right")
            witness |= {names[0]: text(np.asarray(left, dtype=object)), names[1]: text(np.asarray(right, dtype=object))}
            summary = f"false at an exact instance: {names[0]} {witness[names[0]]}, {names[1]} {witness[names[1]]}"
        except UNDEFINED as undefined:
            unstable = isinstance(undefined, UnstableStep)
            witness["printed"] = "undefined: " + ("there is no stationary law" if unstable else "division by zero or a singular matrix")
            summary = "ill-defined at an exact instance: " + (
                "there is no stationary law" if unstable else "what is to be inverted is singular"
            )
        if unsaid := under.unsaid(worst):
            summary += f"; nothing says that the instance is a member of: {'; '.join(map(str, unsaid))}"
            return self.doubts(summary, witness, instances=tried)
        return self.fails(summary, witness, instances=tried)


#: A search for instances on which the left side is above the right one.
inequality_search = partial(CounterexampleSearch, relation="<=")


def _equal_sides(one: tuple[Any, Any] | None, other: tuple[Any, Any] | None) -> bool:
    if one is None or other is None:
        return one is other
    return all(holds(a, b, "==") for a, b in zip(one, other, strict=True))
