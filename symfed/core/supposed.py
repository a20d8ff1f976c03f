"""Records of derivations: the assumptions they make and the quantities they derive, announced while they run to whoever listens."""

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
    """A record that a quantity's terms up to gamma^order were derived from an algorithm's rule."""

    algorithm: str
    quantity: str
    order: int


@dataclass(frozen=True)
class OneDimension:
    """A record that a statement was read from the jets of dimension one only."""


Said: TypeAlias = Class | Derivation | OneDimension
_LISTENING: ContextVar[tuple[set[Said], ...]] = ContextVar("listening", default=())


def suppose(*said: Said) -> None:
    """Announce the assumed classes, derivations or one-dimensional readings of the current result to all listeners."""
    for heard in _LISTENING.get():
        heard.update(said)


@contextmanager
def listening() -> Iterator[set[Said]]:
    """Yield a set that collects everything announced inside the context."""
    heard = set[Said]()
    before = _LISTENING.set((*_LISTENING.get(), heard))
    try:
        yield heard
    finally:
        _LISTENING.reset(before)


def draws(rule: Any, together: bool = True) -> None:
    """Announce the assumptions behind moments of a rule that draws samples; `together`: moments of several clients' noise.

    If clients share draws, the noise of their mean is not 1/N times that of one; if a sample is drawn once and used again, the mean of a
    product is not the product of the means.
    """
    if not rule.exact_gradient:
        suppose(DRAWN_ANEW, *([CLIENTS_INDEPENDENT] if together else []))


def derived(rule: Any, quantity: str | int, order: int, together: bool = True) -> None:
    """Announce what is derived from a rule, and the assumptions about its samples."""
    draws(rule, together)
    suppose(Derivation(rule.name, str(quantity), order))


class remembered(Generic[P, T]):  # lower case, as a decorator
    """`functools.cache` for functions that call `suppose`: a cached result announces again what was announced when it was computed."""

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
        """Clear the cache."""
        self._found.cache_clear()
