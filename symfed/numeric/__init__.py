"""Compile an expression into a callable: one file per backend, each for one number type.

A file of this folder that names its `BACKEND` and has `compile(expression, arguments, **options)` is a backend; nothing else registers it.
Heavy libraries are imported inside `compile`, so that listing the backends costs nothing.
"""

from __future__ import annotations

import difflib
import importlib
import inspect
import pkgutil
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from types import ModuleType
from typing import Any

import numpy as np
import sympy as sp

from symfed.core.errors import UnknownName
from symfed.core.grammar import expression as read


@cache
def backends() -> dict[str, ModuleType]:
    """The modules of this folder that define a backend, by backend name, sorted."""
    modules = [importlib.import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__)]
    return dict(sorted((module.BACKEND, module) for module in modules if hasattr(module, "BACKEND")))


def get_backend(name: str) -> ModuleType:
    """The module of one backend. Raises UnknownName, listing the known ones."""
    known = backends()
    if name not in known:
        near = ["float64"] if name == "numpy" else difflib.get_close_matches(str(name), known)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise UnknownName(f"backend {name!r} is not known; the backends are {', '.join(map(repr, known))}{hint}")
    return known[name]


def has_digits(backend: str) -> bool:
    """True if a backend computes with a requested number of digits. Raises UnknownName for an unknown backend."""
    return "digits" in inspect.signature(get_backend(backend).compile).parameters


def compile_expression(expression: sp.Expr, arguments: Sequence[sp.Expr], backend: str = "float64", **options: Any) -> Callable[..., Any]:
    """A function of the arguments, in their order, that evaluates the expression on one number type.

    Arguments are symbols or whole sub-expressions such as client means. Values are scalars or arrays and broadcast against each other. A
    SymPy Tuple of n expressions gives one more axis of length n, the last.
    Raises UnknownName for an unknown backend.

    >>> from symfed.core.symbols import H, gamma
    >>> float(compile_expression(gamma*(H - 1)/2, (gamma, H))(0.5, 3))
    0.5
    """
    compiled: Callable[..., Any] = _compiled(read(expression), tuple(arguments), backend, tuple(sorted(options.items())))
    return compiled


@lru_cache(maxsize=1024)
def _compiled(expression: sp.Expr, arguments: tuple[sp.Expr, ...], backend: str, options: tuple[tuple[str, Any], ...]) -> Any:
    # generating a function takes a millisecond, calling it a few microseconds
    module = get_backend(backend)
    if isinstance(expression, sp.Tuple) and not hasattr(module, "TOGETHER"):
        parts = [module.compile(entry, arguments, **dict(options)) for entry in expression]
        return lambda *values: np.stack([np.asarray(part(*values), dtype=object) for part in parts], axis=-1)
    return module.compile(expression, arguments, **dict(options))
