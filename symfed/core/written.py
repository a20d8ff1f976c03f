"""A printer for the terminal: one term per line, and <x> for the mean over clients."""

from __future__ import annotations

from functools import cache
from itertools import islice

import sympy as sp
from sympy.printing.str import StrPrinter

from symfed.core.symbols import ClientMean

_SHORT = 100  # characters: an expression that fits on a line is not split
_NODES = 200  # in an expression that may be so short: SymPy takes seconds to print thousands of terms


class _Printer(StrPrinter):  # type: ignore[misc]  # SymPy is untyped
    def _print_ClientMean(self, mean: ClientMean) -> str:  # SymPy finds it by this name
        return f"<{self._print(mean.args[0])}>"


def written(expression: sp.Expr) -> str:
    """The expression as text, split into terms if it is long: a sum in brackets has a line for each of its terms.

    >>> from symfed.core.symbols import H, a, gamma
    >>> written(gamma * H * ClientMean(a))
    'H*gamma*<a>'
    """
    if len(list(islice(sp.preorder_traversal(expression), _NODES))) < _NODES:
        text = str(_Printer().doprint(expression))
        if len(text) <= _SHORT:
            return text
    lines = []
    for part in sorted(sp.Add.make_args(expression), key=lambda term: len(term.args)):
        sums = [factor for factor in sp.Mul.make_args(part) if factor.is_Add]
        if len(sums) != 1:
            lines.append(f"+ {_term(part)}")
            continue
        rest = sp.Mul(*[factor for factor in sp.Mul.make_args(part) if factor is not sums[0]])
        lines += [f"+ {_term(rest)} * (", *[f"    + {_term(term)}" for term in sums[0].args], "  )"]
    return "\n".join(line.replace("+ -", "- ", 1) for line in lines)


def _term(term: sp.Expr) -> str:
    """A product as text; each factor is printed once, however many terms contain it."""
    number, above, below = sp.S.One, [], []
    for factor in sp.Mul.make_args(term):
        base, exponent = factor.as_base_exp()
        if factor.is_Rational:
            number *= factor
        elif exponent.is_Integer and exponent < 0:
            below.append(_power(base, -exponent))
        else:
            above.append(_power(base, exponent))
    above, below = (sorted(texts, key=lambda text: (text.startswith("<"), text)) for texts in (above, below))
    if abs(number.p) != 1 or not above:
        above.insert(0, str(abs(number.p)))
    if number.q != 1:
        below.insert(0, str(number.q))
    bottom = "*".join(below) if len(below) <= 1 else f"({'*'.join(below)})"
    return ("-" if number < 0 else "") + "*".join(above) + (f"/{bottom}" if below else "")


@cache
def _power(base: sp.Expr, exponent: sp.Expr) -> str:
    text = str(_Printer().doprint(base if exponent == 1 else base**exponent))
    return f"({text})" if base.is_Add and exponent == 1 else text
