"""Derived formulas and functions, ready to import: `from symfed.formulas import fedavg_bias`.

A file of this folder that names them in its `__all__` is found, and one line below shows it to editors and type checkers. Nothing is
derived at import. A name that ends in `_printed` is what a source prints, kept to be compared with; what holds has the name without.
"""

# ruff: noqa: F403, F405  # each file says in its `__all__` what a star brings
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

#: Names of old that said covariance of a second moment about theta*, and what they are called now.
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
    """Every public function of this folder by name, sorted: what is no single expression."""
    formulas = all_formulas()
    return {name: value for name, value in _public().items() if name not in formulas}


def get_formula(name: str) -> Formula:
    """A formula by name; a name of old warns, and says the new one. Raises UnknownName with the nearest names."""
    name = _renamed(name)
    if name in all_functions():
        raise UnknownName(f"{name} is a function and no formula: write symfed.formulas.{name}(...)")
    known = all_formulas()
    if name not in known:
        raise unknown_name("formula", name, _offered(name), see="`symfed formulas`")
    return known[name]


def _renamed(name: str) -> str:
    """What a name of old is called now, with a warning where it was asked for; any other name as it is."""
    if name not in _DEPRECATED:
        return name
    new = _DEPRECATED[name]
    warnings.warn(f"{name} is a second moment about theta*, and is called {new}", DeprecationWarning, stacklevel=3)
    return new


def _offered(name: str) -> list[str]:
    """The names that a mistyped one may have meant: what is printed and may be refuted only to who asks for it."""
    return [other for other in _public() if "printed" in name or not other.endswith("_printed")]


def __dir__() -> list[str]:
    return sorted({"all_formulas", "all_functions", "get_formula", *_public()})


if not TYPE_CHECKING:  # a checker that saw a `__getattr__` would take any name for one that exists

    def __getattr__(name):
        if name == "__all__":  # asked for by `from symfed.formulas import *`
            return __dir__()
        if name.startswith("_"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        if name in {module.name for module in pkgutil.iter_modules(__path__)}:
            return importlib.import_module(f"{__name__}.{name}")
        name = _renamed(name)
        if name not in _public():
            meant = re.sub(r"(co)?variance", "second_moment", name)  # what is about theta*, and not about the mean, is not called one
            raise no_such_name(f"formula {name!r} is not known", meant, _offered(name))
        return _public()[name]
