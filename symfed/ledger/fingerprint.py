"""A hash that changes with the content of a claim, and with nothing else: not with the process, the machine or its Python, not with
comments, docstrings and layout."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib.util
import inspect
import itertools
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np
import sympy as sp

from symfed.core.claim import Claim
from symfed.core.supposed import remembered
from symfed.ledger.texts import bound_piece, function_piece, nested_codes
from symfed.models.algorithm import Algorithm

#: The rooms of the library whose functions are part of what a claim says; of others the function itself, and not what it calls.
ROOMS = ("symfed.strategies", "symfed.checks.classes")
#: Libraries: their functions are known by name. What is neither of these nor of the standard library is a package of claims.
_TOOLS = ("numpy", "scipy", "sympy", "flint", "mpmath", "hypothesis", "numba", "jax", "sklearn", "z3", "cvc5", "pytest")
LIBRARIES = ("symfed", "", *_TOOLS)
#: What of a claim is no content: its name, its sentence, where it stands and what is said of that, and the forms from which the lemmas and
#: steps are made.
_ASIDE = ("id", "says", "printed", "see", "restates", "erratum", "differs", "formulas", "checks", "wrong", "lemmas", "follows")


def fingerprint(claim: Claim) -> str:
    """Changes with the printed text, the statement, its conditions and range, lemmas, checks, variants, steps, premises, the expected tier.

    Checks count with all their fields. Functions count by the syntax of their source, with closures and defaults by value and with what
    they name in claim files and in `symfed.strategies`, to any depth; of the rest of symfed a function named counts by its own syntax, if
    it is a field of a check, or by its name; one of another library always by its name. A function typed at a prompt has no source that
    can be read, and counts by its byte code, which is another in every version of Python: claims to be compared later stand in files.
    Raises TypeError for a value that can only be told by where it lies in memory.
    """
    reader = _Reader()
    content = {f.name: getattr(claim, f.name) for f in fields(claim) if f.name not in _ASIDE}
    text = reader.text({**content, "printed": claim.printed.tex, "proof": claim.proof, "steps": claim.follows})
    named = sorted(f"{module}.{name}: {own}" for (module, name), own in _reached_texts(reader.named).items())
    return hashlib.sha256("\n".join([text, *named]).encode()).hexdigest()[:16]


def is_followed(module: str) -> bool:
    """Return whether the names that functions of a module use count too: claim files and the instances they are tried on."""
    package = module.split(".")[0]
    return module.startswith(ROOMS) or (package not in LIBRARIES and package not in sys.stdlib_module_names)


class _Reader:
    """Writes values out, and gathers the names that the functions among them read."""

    def __init__(self) -> None:
        self.named: set[tuple[str, str]] = set()
        self.functions: dict[FunctionType, int] = {}
        self.inside: list[int] = []

    def text(self, value: Any) -> str:
        """A value by its content."""
        for kinds, write in _BY_KIND:
            if isinstance(value, kinds):
                return write(self, value)
        if id(value) in self.inside:
            return f"the {type(value).__name__} around it"
        self.inside.append(id(value))
        try:
            return self._object_text(value)
        finally:
            self.inside.pop()

    def function(self, function: FunctionType) -> str:
        if function in self.functions:
            return f"function {self.functions[function]}"
        self.functions[function] = len(self.functions)
        if _known_by_name(_package(function)):
            return f"made of {', '.join(map(self.function, written))}" if (written := _wrapped(function)) else _full_name(function)
        piece = function_piece(function)
        own = _code(function.__code__) if piece is None else piece.text
        if is_followed(function.__module__ or ""):
            read = {name for code in nested_codes(function.__code__) for name in code.co_names} if piece is None else piece.names
            self.named |= {(function.__module__, name) for name in read if name in function.__globals__}
            self.named |= set(_of_modules(read, function.__globals__))
        cells = []
        for name, cell in sorted(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True), key=lambda pair: pair[0]):
            try:
                cells.append(f"{name}={self.text(cell.cell_contents)}")
            except ValueError:  # not bound yet
                cells.append(f"{name} unbound")
        given = [self.text(function.__defaults__ or ()), self.text(function.__kwdefaults__ or {})]
        return f"{_full_name(function)}({'; '.join([own, *cells, *given])})"

    def _object_text(self, value: Any) -> str:
        kind = _full_name(type(value))
        self.named |= {(type(value).__module__, type(value).__qualname__)} if is_followed(type(value).__module__) else set()
        if is_dataclass(value):
            held = {f.name: getattr(value, f.name) for f in fields(value) if not f.name.startswith("_")}
        elif hasattr(value, "__dict__") and not isinstance(value, np.generic):
            remembered = {name for name, member in vars(type(value)).items() if isinstance(member, functools.cached_property)}
            held = {name: part for name, part in sorted(vars(value).items()) if not name.startswith("_") and name not in remembered}
        else:
            shown = repr(value)
            if " at 0x" in shown:
                raise TypeError(f"a fingerprint cannot tell {shown} from another: hold it in a dataclass or a function")
            return f"{kind}:{shown}"
        return f"{kind}({', '.join(f'{name}={self.text(part)}' for name, part in held.items())})"


@functools.lru_cache(maxsize=None, typed=True)
def _expression_text(value: Any) -> str:
    """An expression symbol for symbol; sums and products in the order of their texts, since SymPy's own differs from run to run."""
    if isinstance(value, sp.Symbol):
        return f"{value.name}{sorted(name for name, true in value.assumptions0.items() if true)}"
    if not value.args:
        return str(sp.srepr(value))
    parts = [_expression_text(part) if isinstance(part, sp.Basic) else repr(part) for part in value.args]
    if value.is_Add or (value.is_Mul and value.is_commutative):
        parts.sort()
    return f"{type(value).__name__}({', '.join(parts)})"


def _named_text(reader: _Reader, value: Any) -> str:
    if is_followed(value.__module__ or ""):
        reader.named.add((value.__module__, value.__qualname__))
    return _full_name(value)


_BY_KIND: tuple[tuple[Any, Callable[[_Reader, Any], str]], ...] = (
    ((str, bytes, int, float, complex, type(None), type(...)), lambda reader, value: f"{type(value).__name__}:{value!a}"),
    (slice, lambda reader, value: f"slice{reader.text((value.start, value.stop, value.step))}"),
    (Enum, lambda reader, value: str(value)),
    (Algorithm, lambda reader, value: f"algorithm {value.name} {value.fingerprint}"),
    (Claim, lambda reader, value: f"claim {value.id}"),
    (sp.MatrixBase, lambda reader, value: f"matrix{value.shape}[{', '.join(map(reader.text, value))}]"),
    (sp.Basic, lambda reader, value: _expression_text(value)),
    ((tuple, list), lambda reader, value: f"{type(value).__name__}[{', '.join(map(reader.text, value))}]"),
    (Set, lambda reader, value: f"set[{', '.join(sorted(map(reader.text, value)))}]"),
    (Mapping, lambda reader, value: f"map[{', '.join(f'{reader.text(k)}: {reader.text(v)}' for k, v in value.items())}]"),
    (np.ndarray, lambda reader, value: f"array{value.shape}[{', '.join(map(reader.text, value.ravel().tolist()))}]"),
    (FunctionType, _Reader.function),
    (MethodType, lambda reader, value: f"{reader.text(value.__func__)} of {reader.text(value.__self__)}"),
    (functools.partial, lambda reader, value: f"partial{reader.text((value.func, value.args, value.keywords))}"),
    ((functools._lru_cache_wrapper, remembered, staticmethod, classmethod), lambda reader, value: reader.text(value.__wrapped__)),
    ((type, BuiltinFunctionType), _named_text),
    (ModuleType, lambda reader, value: f"module {value.__name__}"),
)  # fmt: skip


def _full_name(value: Any) -> str:
    """Module and name of a function or class; of a library without its private modules, which change from version to version."""
    module = (value.__module__ or "").split(".")
    if _known_by_name(module[0]):
        module = [module[0], *itertools.takewhile(lambda part: not part.startswith("_"), module[1:])]
    # since Python 3.12 a qualified name no longer holds the comprehensions around it
    name = re.sub(r"<(?:list|set|dict)comp>\.(?:<locals>\.)?", "", value.__qualname__)
    return ".".join([*module, name])


def _known_by_name(package: str) -> bool:
    """Return whether a package's functions count by name alone: a library, or Python's own."""
    return package in _TOOLS or package in sys.stdlib_module_names


def _package(function: FunctionType) -> str:
    """The package in whose files a function stands; functions that Hypothesis generates name a module of their own, or another's."""
    return str(function.__globals__.get("__name__", "")).split(".")[0].split("_temporary_module_")[0]


def _wrapped(function: FunctionType) -> list[FunctionType]:
    """The functions from outside of which a library made one, as `composite` of Hypothesis does: what it put around them is its own."""
    held = list[Any]()
    for cell in function.__closure__ or ():
        with contextlib.suppress(ValueError):  # not bound yet
            held.append(cell.cell_contents)
    inner = [value for value in held if isinstance(value, FunctionType)]
    return [one for value in inner for one in (_wrapped(value) if _known_by_name(_package(value)) else [value])]


def _code(code: CodeType) -> str:
    """Of a function without a file: what it does and the constants it does it with."""
    held = [_code(c) if isinstance(c, CodeType) else repr(sorted(map(repr, c)) if isinstance(c, frozenset) else c) for c in code.co_consts]
    return f"{code.co_code.hex()} {held} {code.co_names} {code.co_varnames}"


def _of_modules(read: Set[str], space: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The names read as `module.name`: too many rather than too few, any name read with any module read."""
    for module in (space[name] for name in read if isinstance(space.get(name), ModuleType)):
        if is_followed(module.__name__):
            yield from ((module.__name__, name) for name in read if hasattr(module, name))


# names: what the text of a claim file binds them to


def _reached_texts(named: Set[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """The text behind each of these names, and behind those that these texts name, to any depth."""
    texts: dict[tuple[str, str], str] = {}
    ahead = list(named)
    while ahead:
        key = ahead.pop()
        if key not in texts:
            texts[key], further = _behind(*key)
            ahead += further
    return texts


@functools.cache
def _behind(module: str, name: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The text that binds a name in a module, and the names that it reads; of what a library binds, its name alone."""
    space = vars(sys.modules[module]) if module in sys.modules else {}
    value = space.get(name.split(".")[0])
    value = value.__wrapped__ if isinstance(value, remembered) else value
    if isinstance(value, Claim):
        return f"claim {value.id}", ()  # a premise or another statement: its own row has its fingerprint
    if isinstance(value, ModuleType):
        return f"module {value.__name__}", ()
    if value is not None and (inspect.isroutine(value) or isinstance(value, (type, functools._lru_cache_wrapper))):
        home = value.__module__ or ""
        if home != module and is_followed(home):
            return f"{home}.{value.__qualname__}", ((home, value.__qualname__),)
    if not is_followed(module):
        return f"{module}.{name}", ()
    piece = bound_piece(getattr(sys.modules.get(module), "__file__", None) or "", name.split(".")[0])
    if piece is None:
        return f"{module}.{name}", ()
    if piece.imported:
        origin = importlib.util.resolve_name(piece.imported, space["__package__"])
        return piece.text, ((origin, piece.original),) if is_followed(origin) and origin != module else ()
    return piece.text, (*((module, read) for read in piece.names if read in space), *_of_modules(piece.names, space))
