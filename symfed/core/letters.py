"""The meanings of the symbols of a formula, and the papers' notation for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.core.symbols import HIGHEST_SYMBOLIC_ORDER, TABLE, ClientMean, cumulant, derivative, point_derivative, users_own

LETTERS = ("short", "paper")
_ORDERS = {derivative(m): m for m in range(1, 2 * HIGHEST_SYMBOLIC_ORDER + 2)}
_PLACES = {symbol.name: place for place, symbol in enumerate(info.symbol for info in TABLE.values())}


def legend(expression: sp.Basic) -> dict[str, str]:
    """The meaning of every symbol of an expression, in the order of the symbol table; averages over clients last.

    >>> from symfed.core.symbols import a, gamma
    >>> legend(gamma * ClientMean(a))
    {'gamma': 'step size', 'a': 'client Hessian at theta*: derivative 2 of f_c', '<x>': 'average of x over the N clients'}
    """
    return legend_of(expression.atoms(sp.Symbol, ClientMean))


def legend_of(letters: Iterable[sp.Basic]) -> dict[str, str]:
    """The legend of the symbols and averages found in an expression, including the symbols inside the averages."""
    letters = set(letters)
    means = {mean for mean in letters if isinstance(mean, ClientMean)}
    symbols = {symbol for symbol in letters - means if symbol.is_Symbol}.union(*[mean.atoms(sp.Symbol) for mean in means])
    found = {s.name: _meaning(s) for s in sorted(symbols, key=lambda s: (_PLACES.get(s.name, -1), s.name)) if not isinstance(s, sp.Dummy)}
    return found | ({"<x>": "average of x over the N clients"} if means else {})


def _meaning(symbol: sp.Symbol) -> str:
    if symbol.name not in TABLE:
        return "a parameter of the update rule"
    said, order = TABLE[symbol.name].meaning, _ORDERS.get(symbol, 0)
    return f"{said}: derivative {order} of f_c" if 0 < order < 6 else said


def is_of_clients(letter: str) -> bool:
    """True if an entry of a legend is a symbol of one client or an average over clients."""
    return letter == "<x>" or (letter in TABLE and TABLE[letter].per_client)


def tex_of(name: str) -> str:
    """An entry of a legend in TeX."""
    return r"\langle x \rangle" if name == "<x>" else str(sp.latex(TABLE[name].symbol if name in TABLE else users_own(name)))


def signed_terms(terms: Iterable[str]) -> list[str]:
    """Terms of a sum in TeX, each with its sign, a plus being added to all but the first."""
    pieces = [f"- {term[1:].lstrip()}" if term.startswith("-") else f"+ {term}" for term in terms]
    return [pieces[0].removeprefix("+ "), *pieces[1:]] if pieces else ["0"]


def cumulant_tex(k: int) -> str:
    """A cumulant of the gradient noise in the papers' notation."""
    return r"\mathcal{C}" if k == 2 else rf"\mathcal{{K}}^{{({k})}}"


def nabla(m: int) -> str:
    """The m-th derivative in front of what is differentiated, in TeX."""
    return "" if m == 0 else r"\nabla " if m == 1 else rf"\nabla^{m} " if m < 10 else rf"\nabla^{{{m}}} "


def _client_notation(c: str) -> dict[sp.Symbol, str]:
    """TeX of a client's derivatives and cumulants in the papers' notation; `c` is the client's index, "" inside an average."""
    names = {symbol: rf"{nabla(m)}f{c}(\theta^\star)" for symbol, m in _ORDERS.items()}
    for k in range(2, HIGHEST_SYMBOLIC_ORDER + 2):
        names |= {cumulant(k, j): rf"{nabla(j)}{cumulant_tex(k)}{c}(\theta^\star)" for j in range(2 * HIGHEST_SYMBOLIC_ORDER + 3 - 2 * k)}
    return names | {point_derivative(m): rf"{nabla(m)}f{c}(\theta)" for m in range(HIGHEST_SYMBOLIC_ORDER + 1)}


_OF_A_CLIENT, _OF_THE_MEAN = _client_notation("_c"), _client_notation("")


def papers_letters(means: Iterable[ClientMean]) -> dict[sp.Expr, str]:
    """TeX of a client's symbols and of averages over clients, in the papers' notation; the `symbol_names` of `sympy.latex`.

    >>> from symfed.core.symbols import a, g
    >>> papers_letters([ClientMean(a * g)])[ClientMean(a * g)]
    '\\\\left(\\\\frac{1}{N} \\\\sum_{c=1}^{N} \\\\nabla^2 f_c(\\\\theta^\\\\star) \\\\nabla f_c(\\\\theta^\\\\star)\\\\right)'
    """
    names: dict[sp.Expr, str] = dict(_OF_A_CLIENT)
    for mean in sorted(means, key=lambda mean: len(mean.atoms(ClientMean))):  # one may stand inside another
        inside = mean.args[0]
        spelt = _OF_THE_MEAN.get(inside)
        names[mean] = spelt or rf"\left(\frac{{1}}{{N}} \sum_{{c=1}}^{{N}} {sp.latex(inside, symbol_names=names)}\right)"
    return names


def letters_named(letters: str, expression: sp.Basic) -> Mapping[sp.Expr, str]:
    """The `symbol_names` for "short" notation, that of the symbol table, or "paper" notation. Raises InvalidInput for any other."""
    if letters not in LETTERS:
        raise InvalidInput("letters", letters, f"must be {' or '.join(map(repr, LETTERS))}")
    return {} if letters == "short" else papers_letters(expression.atoms(ClientMean))


#: Objects of formulas in the papers' notation: TeX, the string by which it is found in a formula, and its meaning.
OBJECTS = (
    (r"f(\theta^\star)", r"f(\theta^\star)", r"the mean loss $\frac{1}{N} \sum_c f_c$ at its minimiser"),
    (r"f(\theta)", r"f(\theta)", r"the mean loss $\frac{1}{N} \sum_c f_c$"),
    (r"\nabla^k f_c", "nabla", "the $k$-th derivatives of client $c$'s loss, a symmetric $k$-tensor"),
    (r"\nabla^3 f \left[M\right]", r"\left[", "contracted with the last indices"),
    (r"\mathcal{C}_c", r"\mathcal{C}", r"covariance of client $c$'s gradient noise; $\mathcal{C}$ averages it over clients"),
    (
        r"\mathcal{K}^{(k)}_c",
        r"\mathcal{K}",
        r"$k$-th cumulant of client $c$'s gradient noise; $\mathcal{K}^{(k)}$ averages it over clients",
    ),
    (r"\mathbf{A}", r"\mathbf{A}", r"$(\nabla^2 f(\theta^\star) \otimes \mathrm{Id} + \mathrm{Id} \otimes \nabla^2 f(\theta^\star))^{-1}$"),
    (r"\mathbf{A}_{3}", r"\mathbf{A}_{3}", "the inverse of the sum of this kind on three indices"),
    (r"\mathrm{P}", r"\mathrm{P}", "exchanges two neighbouring indices"),
    (r"\operatorname{sym}", r"\operatorname{sym}", "the mean over the orders of the indices"),
)


def legend_of_objects(tex: str) -> dict[str, str]:
    """The meanings of the objects that occur in TeX in the papers' notation.

    >>> list(legend_of_objects(r"\\frac{\\mathcal{C}(\\theta^\\star)}{2}"))
    ['\\\\mathcal{C}_c']
    """
    return {name: meaning for name, mark, meaning in OBJECTS if mark in tex}
