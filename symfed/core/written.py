"""An expression for people at a terminal: one term a line, and <x> for the mean over clients."""

from __future__ import annotations

import sympy as sp
from sympy.printing.str import StrPrinter

from symfed.core.symbols import ClientMean

_SHORT = 100  # what fits on a line stays there


class _Printer(StrPrinter):  # type: ignore[misc]  # SymPy is untyped
    def _print_ClientMean(self, mean: ClientMean) -> str:  # SymPy finds it by this name
        return f"<{self._print(mean.args[0])}>"


def written(expression: sp.Expr) -> str:
    """The expression, by its terms where it is long: a sum in brackets has a line for each of its terms.

    >>> from symfed.core.symbols import H, a, gamma
    >>> written(gamma * H * ClientMean(a))
    'H*gamma*<a>'
    """
    text = str(_Printer().doprint(expression))
    if len(text) <= _SHORT:
        return text
    lines = []
    for part in sorted(sp.Add.make_args(expression), key=lambda term: len(str(term))):
        sums = [factor for factor in sp.Mul.make_args(part) if factor.is_Add]
        if len(sums) != 1:
            lines.append(f"+ {_Printer().doprint(part)}")
            continue
        rest = sp.Mul(*[factor for factor in sp.Mul.make_args(part) if factor is not sums[0]])
        lines += [f"+ {_Printer().doprint(rest)} * (", *[f"    + {_Printer().doprint(term)}" for term in sums[0].args], "  )"]
    return "\n".join(line.replace("+ -", "- ", 1) for line in lines)
