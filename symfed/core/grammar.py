"""Expressions from strings, by a small grammar: nothing that a user types is ever evaluated as Python."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.core.symbols import users_own

#: What a string may call.
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
_DEEPEST = 500  # levels, a term of a sum being one: Python's own limit is 1000, unless somebody has changed it
_BITS = 100_000  # of a power's numbers: 9**9**9 would fill the memory


def _grammar(functions: Iterable[str]) -> str:
    """What to write, for the refusals."""
    return f"numbers, names, + - * / **, parentheses and {', '.join(functions)}"


class _Refused(Exception):
    """Raised inside the walk; `parse` adds the text."""


def number(text: str) -> Fraction | None:
    """The rational that a string spells, "1/20" or "0.05" or "5e-2", exactly; None where it spells none.

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
    """A string as an expression. Decimals are the rationals that they spell; nothing is evaluated as Python.

    names: the letters that it may use; None lets every other name be a plain symbol. functions: what it may call, by name. longest: of
    how many characters at most. Raises InvalidInput for what is not of the grammar.

    >>> parse("0.5*theta**2 + exp(-theta)")
    theta**2/2 + exp(-theta)
    """
    grammar = _grammar(functions)
    try:
        if len(text) > longest:
            raise _Refused(f"is longer than {longest} characters")
        source = text.strip()
        tree = ast.parse(source, mode="eval").body
        if _depth(tree) > _DEEPEST:
            raise _Refused(f"is nested deeper than {_DEEPEST} levels")
        found = _read(tree, source, names, functions)
        if found.has(sp.zoo, sp.nan, sp.oo):
            raise _Refused("divides by zero")
    except _Refused as refused:
        raise InvalidInput(argument, text, str(refused), f"write {grammar}") from None
    except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError):  # all that Python's parser says of bad text
        why = "is LaTeX, which is not read" if "\\" in text else "is no expression; between factors stands a *"
        raise InvalidInput(argument, text, why, f"write {grammar}") from None
    return found


def _depth(tree: ast.expr) -> int:
    """How many levels an expression has; counted level by level, as what is too deep could not be walked by recursion."""
    levels, nodes = 0, [tree]
    while nodes:
        levels, nodes = levels + 1, [child for node in nodes for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)]
    return levels


def expression(value: Any, names: Mapping[str, sp.Expr] | None = None, argument: str = "expression") -> Any:
    """What SymPy makes of a number or an expression; a string goes through `parse`, since SymPy would run it as code.

    Raises InvalidInput for what SymPy cannot read, and for a list, tuple or array that holds strings.
    """
    if isinstance(value, str):
        return parse(value, names, argument)
    try:
        if _holds_text(value):
            raise sp.SympifyError(value)
        return sp.sympify(value)
    except sp.SympifyError:
        raise InvalidInput(
            argument, value, "must be a number, a SymPy expression or a string", f"in a string write {_grammar(FUNCTIONS)}"
        ) from None


def _holds_text(value: Any) -> bool:
    """Whether SymPy, asked to read it entry by entry, would meet a string."""
    if isinstance(value, str | bytes):
        return True
    if isinstance(value, Mapping):
        return any(map(_holds_text, (*value, *value.values())))
    entries = value if isinstance(value, list | tuple | set | frozenset) else getattr(value, "flat", ())
    return not isinstance(value, sp.Basic | sp.MatrixBase) and any(map(_holds_text, entries))


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
            return _letter(name, names)
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


def _letter(name: str, names: Mapping[str, sp.Expr] | None) -> sp.Expr:
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
        if max(abs(int(exponent.p)), int(exponent.q)) * max(sizes, default=1) > _BITS:
            raise _Refused("holds a power too large to write out")
    elif base.is_number and exponent.is_number and not exponent.is_Rational:
        return sp.Pow(base, exponent, evaluate=False)
    return base**exponent
