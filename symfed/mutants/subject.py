"""The subject of a mutation test, its wrong variants, and its judges."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Any

from symfed.core.check import Check
from symfed.core.domain import Domain


@dataclass(frozen=True)
class Variant:
    """A statement with one thing changed. `kind` groups variants over all subjects, `where` tells those of one kind apart.

    `needs_arrays`: the change makes sense for numeric jets only (it singles out a client). `harmless` is the structural reason, if there
    is one, under which the change alters nothing; it excuses a survivor only where exact instances agree.
    """

    kind: str
    where: str
    statement: Any
    needs_arrays: bool = False
    harmless: str = ""


@dataclass(frozen=True)
class Judge:
    """A check, and which variants can be put to it at all."""

    check: Check
    sees: Callable[[Variant], bool] = lambda variant: True


@dataclass(frozen=True)
class Subject:
    """A sound statement on which checks are tried.

    `variants()` are its wrong variants, each different from the others at an exact point. `same(variant)` is the reason why a variant
    says the same as the statement, or "".
    """

    name: str
    statement: Any
    variants: Callable[[], tuple[Variant, ...]]
    judges: Callable[[], tuple[Judge, ...]]
    under: Domain
    same: Callable[[Variant], str]


def distinct(wrong: Iterable[Variant], value: Callable[[Any], Hashable], sound: Hashable) -> tuple[Variant, ...]:
    """The variants whose values at an exact point differ from each other's; all of those that have the value of the statement there."""
    found: dict[Any, Variant] = {}
    for number, variant in enumerate(wrong):
        known = value(variant.statement)
        found.setdefault((known, number if known == sound else None), variant)
    return tuple(found.values())
