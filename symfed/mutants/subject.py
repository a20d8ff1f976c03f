"""The subject of a mutation test, and its judges."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from symfed.core.check import Check
from symfed.core.domain import Domain
from symfed.mutants.variant import Variant


@dataclass(frozen=True)
class Judge:
    """A check, and which variants can be put to it at all."""

    check: Check
    sees: Callable[[Variant], bool] = lambda variant: True


@dataclass(frozen=True)
class Subject:
    """A sound statement on which checks are tried.

    `variants()` are its wrong variants, each different from the others at an exact point. `same(variant)` is the reason why a variant
    says the same as the statement, or "". `clean(index)` is a check on a random instance of its own, which the statement must pass.
    """

    name: str
    statement: Any
    variants: Callable[[], tuple[Variant, ...]]
    judges: Callable[[], tuple[Judge, ...]]
    under: Domain
    same: Callable[[Variant], str]
