"""Derived formulas, ready to import: `from symfed.formulas import fedavg_bias`.

A file of this folder that defines a Formula is all that a new one needs. Nothing is derived at import; plain names are listed for
completion.
"""

from __future__ import annotations

import difflib
import importlib
import pkgutil
import warnings
from typing import TYPE_CHECKING, Any

from symfed.core.errors import UnknownName

if TYPE_CHECKING:
    from symfed.core.formula import Formula

_found: dict[str, Formula] = {}
#: What is no expression: function -> its module.
_FUNCTIONS = {
    "best_extrapolation": "extrapolation",
    "compare_extrapolations": "extrapolation",
    "expand": "expansion",
    "optimal_local_steps": "scaffold",
    "rounds_saved": "scaffold",
    "scaffold_contraction_of_long_steps": "scaffold",
}


#: Names of old that said covariance of a second moment about theta*, and what they are called now.
_DEPRECATED = {
    "fedavg_covariance": "fedavg_second_moment",
    "fedavg_quadratic_covariance": "fedavg_quadratic_second_moment",
    "fedlsa_covariance": "fedlsa_second_moment",
    "scaffold_covariance": "scaffold_second_moment",
    "sgd_covariance": "sgd_second_moment",
}


def all_formulas() -> dict[str, Formula]:
    """Every formula of this folder by name, sorted. Derives nothing."""
    from symfed.core.formula import Formula

    if not _found:
        modules = [importlib.import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__)]
        _found.update((value.name, value) for module in modules for value in vars(module).values() if isinstance(value, Formula))
    return dict(sorted(_found.items()))


def get_formula(name: str) -> Formula:
    """A formula by name; a name of old warns, and says the new one. Raises UnknownName with the nearest names."""
    return _formula(name, 3)


def _formula(name: str, stacklevel: int) -> Formula:
    if name in _DEPRECATED:
        new = _DEPRECATED[name]
        warnings.warn(f"{name} is a second moment about theta*, and is called {new}", DeprecationWarning, stacklevel=stacklevel)
        name = new
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
        return _formula(name, 3)
    except UnknownName as error:
        raise AttributeError(str(error)) from None


def __dir__() -> list[str]:
    return sorted({"all_formulas", "get_formula", *_FUNCTIONS, *all_formulas()})
