"""The algorithms, discovered by importing the files of this folder: a new one needs only a file that defines an Algorithm."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from symfed.core.errors import InvalidInput, unknown_name
from symfed.models.algorithm import Algorithm


def all_algorithms() -> dict[str, Algorithm]:
    """Every algorithm of this folder by name, sorted."""
    return dict(_discovered_algorithms())


@cache
def _discovered_algorithms() -> dict[str, Algorithm]:
    """The algorithms of the folder by name, sorted; cached, since names are resolved at every reference value."""
    found: dict[str, Algorithm] = {}
    for module in pkgutil.iter_modules(__path__):
        for value in vars(importlib.import_module(f"{__name__}.{module.name}")).values():
            if isinstance(value, Algorithm):
                found[value.name] = value
    return dict(sorted(found.items()))


def get_algorithm(algorithm: str | Algorithm) -> Algorithm:
    """An algorithm by name, or the given object itself. Raises UnknownName, or InvalidInput for anything else."""
    if isinstance(algorithm, Algorithm):
        return algorithm
    if not isinstance(algorithm, str):
        raise InvalidInput("algorithm", algorithm, "must be a name or an Algorithm", "where a problem is wanted too, it comes second")
    known = _discovered_algorithms()
    if algorithm not in known:
        raise unknown_name("algorithm", algorithm, known)
    return known[algorithm]
