"""The documents whose statements are judged, and a statement exactly as one of them prints it."""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import dataclass
from functools import cache

from symfed.core.erratum import Cause
from symfed.core.errors import SymfedError

#: The package of the claims that ship with symfed, discovered like any other package of claims.
SHIPPED = "proofs_checks"


@dataclass(frozen=True)
class Source:
    """One document; claims, rows and `--source` refer to it by its key. `became` is the key of the version that replaced it.

    `causes` are the errors behind its false statements.
    """

    key: str
    title: str
    authors: str
    venue: str
    year: int
    became: str = ""
    causes: tuple[Cause, ...] = ()


@cache
def sources(package: str = SHIPPED) -> dict[str, Source]:
    """The sources that claims of a package may cite, by key: those that it declares, and those of the claims that ship with symfed.

    A source is a variable in the `__init__.py` of its own folder of claims, or of the package itself; nothing else is imported.
    Raises SymfedError for a key that two of them bear.
    """
    known = {} if package == SHIPPED else dict(sources())
    folders = pkgutil.iter_modules(importlib.import_module(package).__path__)
    for name in (package, *(f"{package}.{folder.name}" for folder in folders if folder.ispkg)):
        for value in vars(importlib.import_module(name)).values():
            if isinstance(value, Source) and known.setdefault(value.key, value) != value:
                raise SymfedError(f"source {value.key} is declared twice (second time in {name})")
    return dict(sorted(known.items()))


@dataclass(frozen=True)
class Printed:
    """A statement as printed: shown to readers, never parsed.

    `source` is the key of a Source. `extraction` says what the text extraction lost, where the document leaves no other reading.
    """

    source: str
    place: str
    tex: str
    extraction: str = ""


def printed_at(place: str, tex: str) -> Printed:
    """A statement as printed in the document that the id of its claim begins with."""
    return Printed("", place, tex)
