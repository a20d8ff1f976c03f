"""What a derivation or a reading is of, and supposes beyond its letters: it says so while it runs, and whoever asked for it hears."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, update_wrapper
from typing import Any, Generic, ParamSpec, TypeAlias, TypeVar

from symfed.core.domain import Class

P = ParamSpec("P")
T = TypeVar("T")

DRAWN_ANEW = Class("every step draws its sample anew")
CLIENTS_INDEPENDENT = Class("clients draw independently of each other")
QUADRATIC = Class("quadratic clients")
EQUAL_CLIENTS = Class("equal clients")
EQUAL_HESSIANS = Class("clients that share the Hessian")


@dataclass(frozen=True)
class Derivation:
    """What was derived from a rule: a quantity's terms up to gamma^order."""

    algorithm: str
    quantity: str
    order: int


@dataclass(frozen=True)
class OneDimension:
    """That a statement was read off the jets of dimension one, and was seen nowhere else."""


Said: TypeAlias = Class | Derivation | OneDimension
_LISTENING: ContextVar[tuple[set[Said], ...]] = ContextVar("listening", default=())


def suppose(*said: Said) -> None:
    """Says that what is derived or read now holds of members of these classes only, or is this derivation, or this reading."""
    for heard in _LISTENING.get():
        heard.update(said)


@contextmanager
def listening() -> Iterator[set[Said]]:
    """Gathers what is said inside."""
    heard = set[Said]()
    before = _LISTENING.set((*_LISTENING.get(), heard))
    try:
        yield heard
    finally:
        _LISTENING.reset(before)


def draws(rule: Any, together: bool = True) -> None:
    """Supposes what moments of a rule that draws samples need; `together`: of several clients' noise, and not of one client's or of means.

    With draws that clients share the noise of their mean is not 1/N times that of one; with samples that are drawn once and used again
    the mean of a product is not the product of the means.
    """
    if not rule.exact_gradient:
        suppose(DRAWN_ANEW, *([CLIENTS_INDEPENDENT] if together else []))


def derived(rule: Any, quantity: str | int, order: int, together: bool = True) -> None:
    """Says what is derived from a rule, and what its draws suppose."""
    draws(rule, together)
    suppose(Derivation(rule.name, str(quantity), order))


class remembered(Generic[P, T]):  # it is written as a decorator
    """`functools.cache` for what supposes classes: from memory, too, an answer says what was supposed when it was found."""

    __wrapped__: Callable[P, T]

    def __init__(self, function: Callable[P, T]) -> None:
        def found(*arguments: P.args, **named: P.kwargs) -> tuple[T, frozenset[Said]]:
            with listening() as heard:
                return function(*arguments, **named), frozenset(heard)

        self._found: Any = cache(found)
        update_wrapper(self, function)

    def __call__(self, *arguments: P.args, **named: P.kwargs) -> T:
        value: T
        value, heard = self._found(*arguments, **named)
        suppose(*heard)
        return value

    def cache_clear(self) -> None:
        """Forgets all answers."""
        self._found.cache_clear()
