"""Derived formulas and functions, ready to import: `from symfed.formulas import fedavg_bias`.

Files of this folder are discovered by their `__all__`; one line below makes each visible to editors and type checkers. Nothing is
derived at import. A name that ends in `_printed` is a formula as a source prints it, for comparison; the correct one has no suffix.
"""

# ruff: noqa: F403, F405  # a star import is limited by `__all__`
from __future__ import annotations

import importlib
import pkgutil
import re
import warnings
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from symfed.core.errors import UnknownName, no_such_name, unknown_name

if TYPE_CHECKING:
    from symfed.core.formula import Formula
    from symfed.formulas.expansion import *
    from symfed.formulas.extrapolation import *
    from symfed.formulas.fedavg import *
    from symfed.formulas.kinds import ProblemFormula
    from symfed.formulas.lsa import *
    from symfed.formulas.scaffold import *

    fedavg_covariance: ProblemFormula
    fedavg_quadratic_covariance: ProblemFormula
    fedlsa_covariance: ProblemFormula
    scaffold_covariance: ProblemFormula
    sgd_covariance: ProblemFormula

#: Deprecated names, which called a second moment about theta* a covariance, and their replacements.
_DEPRECATED = {
    "fedavg_covariance": "fedavg_second_moment",
    "fedavg_quadratic_covariance": "fedavg_quadratic_second_moment",
    "fedlsa_covariance": "fedlsa_second_moment",
    "scaffold_covariance": "scaffold_second_moment",
    "sgd_covariance": "sgd_second_moment",
}


@cache
def _public() -> dict[str, Any]:
    """Every public formula and function of this folder by name, sorted."""
    modules = [importlib.import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__)]
    found = dict(sorted((name, getattr(module, name)) for module in modules for name in getattr(module, "__all__", ())))
    for name, value in found.items():
        if hasattr(value, "had_by"):  # a formula
            value.had_by(get_formula, name)
    return found


def all_formulas() -> dict[str, Formula]:
    """Every formula of this folder by name, sorted. Derives nothing."""
    from symfed.core.formula import Formula

    return {name: value for name, value in _public().items() if isinstance(value, Formula)}


def all_functions() -> dict[str, Callable[..., Any]]:
    """Every public function of this folder by name, sorted: those that are not one expression."""
    formulas = all_formulas()
    return {name: value for name, value in _public().items() if name not in formulas}


def get_formula(name: str) -> Formula:
    """A formula by name; a deprecated name warns with its replacement. Raises UnknownName with the nearest names."""
    name = _current_name(name)
    if name in all_functions():
        raise UnknownName(f"{name} is a function and no formula: write symfed.formulas.{name}(...)")
    known = all_formulas()
    if name not in known:
        raise unknown_name("formula", name, _suggested_names(name), see="`symfed formulas`")
    return known[name]


def _current_name(name: str) -> str:
    """The replacement of a deprecated name, with a warning; any other name unchanged."""
    if name not in _DEPRECATED:
        return name
    new = _DEPRECATED[name]
    warnings.warn(f"{name} is a second moment about theta*, and is called {new}", DeprecationWarning, stacklevel=3)
    return new


def _suggested_names(name: str) -> list[str]:
    """Names to suggest for a mistyped one: printed formulas, which may be refuted, only if it contains "printed"."""
    return [other for other in _public() if "printed" in name or not other.endswith("_printed")]


def __dir__() -> list[str]:
    return sorted({"all_formulas", "all_functions", "get_formula", *_public()})


if not TYPE_CHECKING:  # with `__getattr__`, a type checker would accept any name

    def __getattr__(name):
        if name == "__all__":  # requested by `from symfed.formulas import *`
            return __dir__()
        if name.startswith("_"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        if name in {module.name for module in pkgutil.iter_modules(__path__)}:
            return importlib.import_module(f"{__name__}.{name}")
        name = _current_name(name)
        if name not in _public():
            meant = re.sub(r"(co)?variance", "second_moment", name)  # a moment about theta*, and not about the mean, is no covariance
            raise no_such_name(f"formula {name!r} is not known", meant, _suggested_names(name))
        return _public()[name]
