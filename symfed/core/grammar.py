"""A parser for a small grammar of expressions: nothing that a user types is ever evaluated as Python."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.core.symbols import users_own

#: The functions that a string may call.
FUNCTIONS: Mapping[str, Callable[[Any], sp.Expr]] = {
    name: getattr(sp, name) for name in ("exp", "log", "sqrt", "sin", "cos", "tanh", "sinh", "cosh", "atan")
}
_CONSTANTS = {"pi": sp.pi, "E": sp.E}
_OPERATORS: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b,
}
_NUMBER = re.compile(r"(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?", re.ASCII)
_SIGNED = re.compile(rf"\s*[+-]?(?:{_NUMBER.pattern}|\d+\s*/\s*0*[1-9]\d*)\s*", re.ASCII)
_LONGEST = 2000  # characters: longer than any loss, shorter than what exhausts the parser
_DEEPEST = 500  # levels, each term of a sum counting as one: Python's own default limit is 1000
_DIGITS = 4300  # of an integer: Python prints and reads no longer one, and 9**9**9 would fill the memory
_BITS = 14_284  # no number of so many bits has more digits than that
_LONG_NUMBER = re.compile(rf"\d{{{_DIGITS + 1},}}")
_TOO_LONG = f"holds a number of more than {_DIGITS} digits"


def _grammar_text(functions: Iterable[str]) -> str:
    """A description of the grammar, for error messages."""
    return f"numbers, names, + - * / **, parentheses and {', '.join(functions)}"


class _Refused(Exception):
    """Raised inside the traversal; `parse` adds the text."""


def number(text: str) -> Fraction | None:
    """The exact rational that a string such as "1/20", "0.05" or "5e-2" denotes; None if it denotes none.

    >>> number("0.05"), number("gamma")
    (Fraction(1, 20), None)
    """
    return Fraction(re.sub(r"\s", "", text)) if len(text) <= _LONGEST and _SIGNED.fullmatch(text) else None


def parse(
    text: str,
    names: Mapping[str, sp.Expr] | None = None,
    argument: str = "expression",
    functions: Mapping[str, Callable[[Any], sp.Expr]] = FUNCTIONS,
    longest: int = _LONGEST,
) -> sp.Expr:
    """Parse a string into an expression. Decimals become exact rationals; nothing is evaluated as Python.

    names: the symbols that it may use; None makes every other name a plain symbol. functions: those it may call, by name. longest: the
    largest number of characters. Raises InvalidInput for a string outside the grammar.

    >>> parse("0.5*theta**2 + exp(-theta)")
    theta**2/2 + exp(-theta)
    """
    grammar = _grammar_text(functions)
    try:
        if len(text) > longest:
            raise _Refused(f"is longer than {longest} characters")
        if _LONG_NUMBER.search(text):
            raise _Refused(_TOO_LONG)
        source = text.strip()
        tree = ast.parse(source, mode="eval").body
        if _depth(tree) > _DEEPEST:
            raise _Refused(f"is nested deeper than {_DEEPEST} levels")
        found = _read(tree, source, names, functions)
        if found.has(sp.zoo, sp.nan, sp.oo):
            raise _Refused("divides by zero")
        if _has_long_number(found):
            raise _Refused(_TOO_LONG)
    except _Refused as refused:
        raise InvalidInput(argument, text, str(refused), f"write {grammar}") from None
    except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError):  # everything that Python's parser raises
        why = "is LaTeX, which is not read" if "\\" in text else "is no expression; between factors stands a *"
        raise InvalidInput(argument, text, why, f"write {grammar}") from None
    return found


def _depth(tree: ast.expr) -> int:
    """The depth of an expression, counted level by level, since one that is too deep cannot be traversed by recursion."""
    levels, nodes = 0, [tree]
    while nodes:
        levels, nodes = levels + 1, [child for node in nodes for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)]
    return levels


def expression(value: Any, names: Mapping[str, sp.Expr] | None = None, argument: str = "expression") -> Any:
    """A number, an expression or a string as a SymPy object: every value that a user passes in goes through this function.

    A string is read by `parse`, anything else by `as_expression`. Raises InvalidInput for other types, and for numbers of more than
    4300 digits.

    >>> expression("gamma/2"), expression(3)
    (gamma/2, 3)
    """
    single = _without_axes(value)
    if isinstance(single, str):
        return parse(single, names, argument)
    found = as_expression(single, argument)
    if isinstance(found, sp.Basic) and _has_long_number(found):
        raise InvalidInput(argument, value, _TOO_LONG)
    return found


def as_expression(value: Any, argument: str = "expression") -> Any:
    """A number or a SymPy object as a SymPy object: for values that are never text.

    SymPy would read a container (a list, a Series, an iterator) entry by entry, for ever if it does not end, and run strings among
    the entries as code; so containers are refused unread. Raises InvalidInput for them, for text, and for anything that is no number.
    """
    if isinstance(value, sp.Basic | sp.MatrixBase):
        return value
    single, found = _without_axes(value), None
    if not isinstance(single, type) and not has_entries(single):
        found = single._sympy_() if hasattr(single, "_sympy_") else _number_in_sympy(single)
    if not isinstance(found, sp.Basic | sp.MatrixBase):
        write = f"in a string write {_grammar_text(FUNCTIONS)}"
        raise InvalidInput(argument, value, "must be a number, a SymPy expression or a string", write)
    return found


def rational_number(value: Any, argument: str = "number") -> sp.Rational:
    """A rational, or a string that denotes one, as sympy.Rational. Raises InvalidInput for anything else, floats included.

    >>> rational_number("0.05")
    1/20
    """
    found = expression(value, {}, argument)
    if not isinstance(found, sp.Rational):
        raise InvalidInput(argument, value, "must be rational", 'write Fraction(1, 10) or "0.1" for 0.1')
    return found


def has_entries(value: Any) -> bool:
    """True if a value is text or a container of any kind: anything that Python can index or iterate over."""
    indexed = hasattr(type(value), "__getitem__") and getattr(value, "shape", None) != ()  # NumPy's scalars have __getitem__, too
    return isinstance(value, str | bytes) or indexed or any(hasattr(type(value), name) for name in ("__iter__", "__next__"))


def _without_axes(value: Any) -> Any:
    """The entry of a zero-dimensional array as a Python object; any other value unchanged."""
    return value.item() if getattr(value, "shape", None) == () and hasattr(type(value), "item") else value


def _number_in_sympy(value: Any) -> Any:
    try:
        return sp.sympify(value, strict=True)
    except (sp.SympifyError, TypeError, ValueError, OverflowError):  # raised for a value that is no number
        return None


def _has_long_number(found: sp.Basic) -> bool:
    numbers = (found,) if found.is_Atom else found.atoms(sp.Rational)
    return any(n.is_Rational and max(int(n.p).bit_length(), int(n.q).bit_length()) > _BITS for n in numbers)


def _read(
    node: ast.expr, source: str, names: Mapping[str, sp.Expr] | None, functions: Mapping[str, Callable[[Any], sp.Expr]] = FUNCTIONS
) -> Any:
    match node:
        case ast.Constant():
            literal = ast.get_source_segment(source, node) or ""
            if not _NUMBER.fullmatch(literal):
                raise _Refused(f"holds {literal}, which is no decimal number")
            value = Fraction(literal)
            return sp.Rational(value.numerator, value.denominator)
        case ast.Name(id=name):
            return _symbol_named(name, names)
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() as sign, operand=operand):
            inner = _read(operand, source, names, functions)
            return -inner if isinstance(sign, ast.USub) else inner
        case ast.BinOp(left=left, op=operator, right=right):
            base, other = _read(left, source, names, functions), _read(right, source, names, functions)
            if isinstance(operator, ast.Pow):
                return _power(base, other)
            if isinstance(operator, ast.BitXor):
                raise _Refused("holds ^, which is no power here: write **")
            if type(operator) in _OPERATORS:
                return _OPERATORS[type(operator)](base, other)
        case ast.Call(func=ast.Name(id=name), args=[ast.expr() as argument], keywords=[]) if name in functions:
            return functions[name](_read(argument, source, names, functions))
        case ast.Call(func=ast.Name(id=name)):
            raise _Refused(f"holds {ast.get_source_segment(source, node)}, and {name} is no function here; between factors stands a *")
    raise _Refused(f"holds {ast.get_source_segment(source, node)}, which is not of the grammar")


def _symbol_named(name: str, names: Mapping[str, sp.Expr] | None) -> sp.Expr:
    if names is not None and name in names:
        return names[name]
    if name in _CONSTANTS:
        return _CONSTANTS[name]
    if names is None and name not in FUNCTIONS and not name.startswith("_"):
        return users_own(name)
    known = f"; known are {', '.join(sorted(names))}" if names else ""
    raise _Refused(f"holds the unknown name {name}{known}")


def _power(base: sp.Expr, exponent: sp.Expr) -> sp.Expr:
    if exponent.is_Rational:
        sizes = [max(int(n.p).bit_length(), int(n.q).bit_length()) for n in base.atoms(sp.Rational)]
        if max(abs(int(exponent.p)), int(exponent.q)) * max(sizes, default=1) > 4 * _BITS:  # a digit may take four bits here
            raise _Refused("holds a power too large to write out")
    elif base.is_number and exponent.is_number and not exponent.is_Rational:
        return sp.Pow(base, exponent, evaluate=False)
    return base**exponent
