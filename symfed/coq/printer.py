"""SymPy's expressions and relations as terms of Coq, over the reals."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from symfed.coq.reals.means import EACH, ONE, WrittenMean, evaluated
from symfed.core.errors import InvalidInput
from symfed.core.grammar import as_expression
from symfed.core.symbols import is_count

RELATIONS = {sp.Le: "<=", sp.Ge: ">=", sp.Lt: "<", sp.Gt: ">", sp.Eq: "=", sp.Ne: "<>"}
_FUNCTIONS = {sp.exp: "exp", sp.log: "ln", sp.Abs: "Rabs", sp.Min: "Rmin", sp.Max: "Rmax"}
#: Words of the language, and names of the library of reals that a reader would take for what they are there.
_TAKEN = {"at", "cofix", "else", "end", "exists", "exists2", "fix", "forall", "fun", "if", "in", "let", "match", "return", "then", "using"}
_TAKEN |= {"exp", "INR", "ln", "PI", "point", "pow", "printed", "Prop", "R", "Rabs", "Rmax", "Rmin", "Set", "sin", "cos", "sqrt"}
_TAKEN |= {"Type", "up", "where", "with"}
#: Names that the statements bind: a client, and sums and means over clients.
_TAKEN |= {"c", "c0", "mean", "total"}
#: Precedence of Coq's operators: a smaller number binds more tightly.
_ATOM, _POWER, _SIGN, _PRODUCT, _SUM = 0, 30, 35, 40, 50


def name(text: str) -> str:
    """An identifier of Coq that looks like a name: a lemma's, a symbol's.

    >>> name("lambda"), name("cos"), name("H (r - 1) <= -1"), name("an-id")
    ('lambda', 'cos_', 'H_r_minus_1_at_most_minus_1', 'an_id')
    """
    text = re.sub(r"\b[^\W\d_]\w*(?:-\w+)+", lambda word: word[0].replace("-", "_"), text)
    for sign, word in (("<=", " at most "), (">=", " at least "), ("-", " minus "), ("^", " to the "), ("/", " over "), ("+", " plus ")):
        text = text.replace(sign, word)
    plain = re.sub(r"\W+", "_", text, flags=re.ASCII).strip("_")
    plain = plain if plain[:1].isalpha() else f"the_{plain}"
    return f"{plain}_" if plain in _TAKEN else plain


def symbols_of(*expressions: sp.Basic) -> tuple[sp.Symbol, ...]:
    """The symbols of some expressions, by name. Raises InvalidInput where two have one name."""
    found = set().union(*(expression.free_symbols for expression in expressions)) - {EACH, ONE}
    ordered = sorted(found, key=lambda symbol: name(symbol.name))
    for one, other in pairwise(ordered):
        if name(one.name) == name(other.name):
            raise InvalidInput("statement", one.name, "two of its symbols have this name")
    return tuple(ordered)


def term(expression: sp.Expr) -> str:
    """An expression as a real of Coq. Raises InvalidInput for what has more than rationals, symbols, client means,
    + * /, whole and half powers, and functions of Coq's library of reals (a logarithm or root of what is negative is some number there).

    >>> from symfed.core.symbols import gamma, H, mu, is_count
    >>> term((1 - gamma * mu) ** H / (2 * H))
    '(1 - gamma * mu) ^ H / (2 * INR H)'
    """
    return _print_term(as_expression(expression))[0]


def relation(statement: Relational) -> str:
    """A relation between reals, as it stands. Raises InvalidInput for any other and as `term` does."""
    sign = RELATIONS.get(type(statement))
    if sign is None:
        raise InvalidInput("statement", statement, "is no relation between two numbers")
    return f"{term(statement.lhs)} {sign} {term(statement.rhs)}"


def _bracketed(expression: sp.Expr, loosest: int) -> str:
    text, binding = _print_term(expression)
    return text if binding <= loosest else f"({text})"


def _print_term(x: sp.Expr) -> tuple[str, int]:
    """The text, and how tightly its outermost operator binds."""
    if isinstance(x, sp.Symbol):
        return (f"INR {name(x.name)}", _POWER - 1) if is_count(x) else (name(x.name), _ATOM)
    if isinstance(x, WrittenMean):
        owned = x.args[0]
        alone = isinstance(owned, AppliedUndef) and owned.args == (EACH,)
        return f"mean N {name(str(owned.func)) if alone else f'(fun c => {term(owned)})'}", _POWER - 1
    if isinstance(x, AppliedUndef):
        return f"{name(str(x.func))} {x.args[0].name}", _POWER - 1
    if isinstance(x, sp.Add):
        return _print_sum(x)
    if isinstance(x, sp.Rational | sp.Mul) or (isinstance(x, sp.Pow) and x.exp.could_extract_minus_sign()):
        return _print_product(x)
    if x == sp.pi:
        return "PI", _ATOM
    if (applied := _real_function(x)) is not None:
        return f"{applied[0]} {' '.join(_bracketed(argument, _ATOM) for argument in applied[1])}", _POWER - 1
    if isinstance(x, sp.Pow) and x.exp.is_Rational and x.exp.q == 2:
        return f"{_bracketed(sp.sqrt(x.base), _ATOM)} ^ {x.exp.p}", _POWER
    if isinstance(x, sp.Pow):
        # `INR H ^ 2` would read as it should; brackets say so
        return f"{_bracketed(x.base, _ATOM)} ^ {exponent(evaluated(x.exp))}", _POWER
    raise InvalidInput("statement", x, "is no sum, product, power, root, exponential, logarithm, min, max or absolute value of numbers")


def _real_function(x: sp.Expr) -> tuple[str, tuple[sp.Expr, ...]] | None:
    """A function of Coq's library of reals with its arguments; None for what is none of these."""
    if isinstance(x, sp.Min | sp.Max):
        first, *others = sorted(x.args, key=sp.default_sort_key)
        return _FUNCTIONS[x.func], (first, x.func(*others))
    if x == sp.E:
        return "exp", (sp.S.One,)
    if isinstance(x, sp.Pow) and x.exp == sp.Rational(1, 2):
        return "sqrt", (x.base,)
    return (_FUNCTIONS[x.func], x.args) if x.func in _FUNCTIONS else None


def _print_sum(x: sp.Add) -> tuple[str, int]:
    # SymPy has no order for terms that only differ in how they are written: it would be another one in every process
    terms = x.as_ordered_terms() if _is_evaluated(x) else x.args
    first, *others = sorted(terms, key=_is_subtracted)
    parts = [_bracketed(first, _PRODUCT)]
    for other in others:
        parts.append(f"- {_bracketed(-other, _PRODUCT)}" if _is_subtracted(other) else f"+ {_bracketed(other, _PRODUCT)}")
    return " ".join(parts), _SUM


def _is_subtracted(part: sp.Expr) -> bool:
    return not isinstance(part, sp.Add) and bool(part.could_extract_minus_sign())


@lru_cache(maxsize=4096)
def _is_evaluated(x: sp.Basic) -> bool:
    """Return whether an expression and all its parts are evaluated."""
    return not x.args or (all(map(_is_evaluated, x.args)) and bool(x.func(*x.args) == x))


def _print_product(x: sp.Expr) -> tuple[str, int]:
    coefficient, rest = x.as_coeff_Mul()
    factors = [] if rest == 1 else sp.Mul.make_args(rest)
    above = [f for f in factors if not (isinstance(f, sp.Pow) and f.exp.could_extract_minus_sign())]
    below = [f.base**-f.exp for f in factors if f not in above]
    above = ([sp.Integer(abs(coefficient.p))] if abs(coefficient.p) != 1 or not above else []) + above
    below = ([sp.Integer(coefficient.q)] if coefficient.q != 1 else []) + below
    text = _print_factors(above)
    binding = _ATOM if len(above) == 1 and above[0].is_Integer else _SIGN if len(above) == 1 else _PRODUCT
    if coefficient < 0:
        text, binding = f"- {text}", max(binding, _SIGN)
    if below:
        text, binding = f"{text} / {_print_factors(below) if len(below) == 1 else f'({_print_factors(below)})'}", _PRODUCT
    return text, binding


def _print_factors(factors: Iterable[sp.Expr]) -> str:
    return " * ".join(str(f) if f.is_Integer and f >= 0 else _bracketed(f, _POWER) for f in factors)


def exponent(x: sp.Expr) -> str:
    """A natural number: a sum of products of counts, or less a whole number that is never the larger. Raises InvalidInput for any other."""
    shift, counted = x.as_coeff_Add()
    parts = [] if counted == 0 else [_print_count(part) for part in counted.as_ordered_terms()]
    least = counted.subs({count: 1 if count.is_positive else 0 for count in counted.free_symbols}) + shift
    if not (shift.is_Integer and least.is_Integer and least >= 0):
        raise InvalidInput("exponent", x, "is not known to be a natural number", "write a sum of counts")
    sum_of = " + ".join([*parts, *([str(shift)] if shift > 0 or not parts else [])])
    text = f"{sum_of} - {-shift}" if shift < 0 else sum_of
    return text if text.isalnum() else f"({text})"


def _print_count(part: sp.Expr) -> str:
    times, counts = part.as_coeff_Mul()
    factors = sp.Mul.make_args(counts)
    if not (times.is_Integer and times > 0 and all(isinstance(count, sp.Symbol) and is_count(count) for count in factors)):
        raise InvalidInput("exponent", part, "is not a natural number that Coq can count with", "write a sum of counts")
    return " * ".join([*(name(count.name) for count in factors), *([str(times)] if times != 1 else [])])
