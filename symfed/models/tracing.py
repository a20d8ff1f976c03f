"""Read an update rule once, when it is defined, and refuse what some number system cannot do."""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Callable
from typing import Any, NoReturn

from symfed.core.errors import RuleError

ARGUMENTS = {
    "local_step": ("x", "g", "xi", "x_start", "gamma", "H"),
    "control_update": ("xi", "x_end", "x_start", "x_next", "gamma", "H"),
    "server_step": ("x_mean", "x_start", "gamma", "H"),
}


class Refused(Exception):
    """Raised inside a rule while it is traced; `trace` adds the place."""


def _refuse(what: str, instead: str) -> NoReturn:
    raise Refused(f"{what}; {instead}")


class Traced:
    """A number that writes down what is done to it."""

    __slots__ = ("level", "text")

    def __init__(self, text: str, level: int = 3) -> None:
        self.text, self.level = text, level  # level: 1 sum, 2 product, 3 atom

    def at(self, level: int) -> str:
        return self.text if self.level >= level else f"({self.text})"

    def __add__(self, other: Any) -> Traced:
        return Traced(f"{self.at(1)} + {lift(other).at(1)}", 1)

    def __radd__(self, other: Any) -> Traced:
        return lift(other) + self

    def __sub__(self, other: Any) -> Traced:
        return Traced(f"{self.at(1)} - {lift(other).at(2)}", 1)

    def __rsub__(self, other: Any) -> Traced:
        return lift(other) - self

    def __mul__(self, other: Any) -> Traced:
        return Traced(f"{self.at(2)}*{lift(other).at(3)}", 2)

    def __rmul__(self, other: Any) -> Traced:
        return lift(other) * self

    def __truediv__(self, other: Any) -> Traced:
        return Traced(f"{self.at(2)}/{lift(other).at(3)}", 2)

    def __rtruediv__(self, other: Any) -> Traced:
        return lift(other) / self

    def __neg__(self) -> Traced:
        return Traced(f"-{self.at(3)}", 2)

    def __pos__(self) -> Traced:
        return self

    def __pow__(self, exponent: Any) -> Traced:
        if isinstance(exponent, bool) or not isinstance(exponent, int) or exponent < 1:
            _refuse(f"the power {exponent!r}", "powers must be positive integer constants")
        out = self
        for _ in range(exponent - 1):
            out = out * self
        return out

    def _branch(self, *_: Any) -> NoReturn:
        _refuse("a comparison or a branch on data", "a rule is one formula in + - * /; it has no if, min or max")

    __bool__ = __lt__ = __le__ = __gt__ = __ge__ = _branch
    __eq__ = __ne__ = _branch  # type: ignore[assignment]  # object's signature returns bool; here nothing returns
    __hash__ = None  # type: ignore[assignment]  # follows from refusing ==

    def __abs__(self) -> NoReturn:
        _refuse("abs", "a rule must be smooth: write it with + - * /")

    def __getitem__(self, _: Any) -> NoReturn:
        _refuse("indexing", "a rule acts on one coordinate at a time and sees no array")

    def __float__(self, *_: Any, **__: Any) -> NoReturn:
        _refuse("a conversion to float (math.exp, numpy, round ...)", "a rule is made of + - * / with integer constants")

    def _operator(self, *_: Any) -> NoReturn:
        _refuse("an operator other than + - * / and integer powers", "a rule is made of + - * / with integer constants")

    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __matmul__ = __rmatmul__ = __rpow__ = _operator
    __int__ = __index__ = __complex__ = __round__ = __array__ = __float__  # type: ignore[assignment]

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__"):
            raise AttributeError(name)
        _refuse(f"the attribute .{name}", "a rule is made of + - * / with integer constants")


def lift(value: Any) -> Traced:
    if isinstance(value, Traced):
        return value
    if isinstance(value, bool) or not isinstance(value, int):
        _refuse(f"the constant {value!r}", "constants must be integers: for one half write x/2")
    return Traced(str(value), 3 if value >= 0 else 2)


def trace(algorithm: str, role: str, rule: Callable[..., Any], hyper: tuple[str, ...] = ()) -> str:
    """The rule's formula as text. Raises RuleError where some number system could not follow it."""
    allowed = ARGUMENTS[role] + hyper
    code = getattr(rule, "__code__", None)
    if code is None:
        raise RuleError(f"{algorithm}.{role}: {rule!r} is not a plain function; write it with def or lambda")
    parameters = tuple(inspect.signature(rule).parameters)
    unknown = [p for p in parameters if p not in allowed]
    if unknown:
        place = f"{algorithm}.{role}, line {code.co_firstlineno} of {code.co_filename.rsplit('/', 1)[-1]}"
        raise RuleError(f"{place}: unknown parameter {unknown[0]!r}; a {role} may name {', '.join(allowed)}")
    try:
        result = rule(*[Traced(p) for p in parameters])
        if result is None:
            _refuse("the rule returns nothing", "end it with return and the new value")
        return lift(result).text
    except Exception as error:
        frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename == code.co_filename]
        line = frames[-1].lineno if frames else code.co_firstlineno
        place = f"{algorithm}.{role}, line {line} of {code.co_filename.rsplit('/', 1)[-1]}"
        raise RuleError(f"{place}: {error}") from (None if isinstance(error, Refused) else error)
