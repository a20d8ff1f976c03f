"""The switch of the search for certificates, which takes most of the time, and the placeholder of those not searched for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

#: The placeholder of a certificate that is not searched for.
SOUGHT = {"how": "sought"}
_searches = ContextVar("searches", default=True)


@contextmanager
def without_search() -> Iterator[None]:
    """Context in which parts state what is to be shown, with all that is given for it, and no certificate is searched for."""
    before = _searches.set(False)
    try:
        yield
    finally:
        _searches.reset(before)


def searches() -> bool:
    """Return whether certificates are searched for."""
    return _searches.get()


def is_sought(held: Any) -> bool:
    """Return whether some data hold the placeholder of a certificate."""
    inner = held.values() if isinstance(held, Mapping) else held if isinstance(held, list | tuple) else ()
    return held == SOUGHT or any(map(is_sought, inner))
