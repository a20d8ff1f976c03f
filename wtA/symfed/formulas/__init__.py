"""Derived formulas, ready to import: `from symfed.formulas import fedavg_bias`.

A file of this folder that defines a Formula is all that a new one needs. Nothing is derived at import; plain names are listed for
completion.
"""

from __future__ import annotations

import difflib
import importlib
import pkgutil
from typing import TYPE_CHECKING, Any

from symfed.core.errors import UnknownName

if TYPE_CHECKING:
    from symfed.core.formula import Formula

_found: dict[str, Formula] = {}
#: What is no expression: function -> its module.
_FUNCTIONS = {
    "expand": "expansion",
    "optimal_local_steps": "scaffold",
    "rounds_saved": "scaffold",
    "scaffold_contraction_of_long_steps": "scaffold",
}


def all_formulas() -> dict[str, Formula]:
    """Every formula of this folder by name, sorted. Derives nothing."""
    from symfed.core.formula import Formula

    if not _found:
        modules = [importlib.import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__)]
        _found.update((value.name, value) for module in modules for value in vars(module).values() if isinstance(value, Formula))
    return dict(sorted(_found.items()))


def get_formula(name: str) -> Formula:
    """A formula by name. Raises UnknownName with the nearest names."""
    known = all_formulas()
    if name not in known:
        near = difflib.get_close_matches(name, known) or sorted(known)
        raise UnknownName(f"formula {name!r} is not known; did you mean {', '.join(near)}?")
    return known[name]


def __getattr__(name: str) -> Any:
    if name == "__all__":  # asked for by `from symfed.formulas import *`
        return __dir__()
    if name.startswith("_"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if name in {module.name for module in pkgutil.iter_modules(__path__)}:
        return importlib.import_module(f"{__name__}.{name}")
    if name in _FUNCTIONS:
        return getattr(importlib.import_module(f"{__name__}.{_FUNCTIONS[name]}"), name)
    try:
        return get_formula(name)
    except UnknownName as error:
        raise AttributeError(str(error)) from None


def __dir__() -> list[str]:
    return sorted({"all_formulas", "get_formula", *_FUNCTIONS, *all_formulas()})
