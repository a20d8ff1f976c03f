"""Formula: an expression with its domain, its remainder and its source."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import sympy as sp

from symfed.core.domain import ANYWHERE, Domain
from symfed.core.errors import InvalidInput
from symfed.core.grammar import as_expression, expression
from symfed.core.letters import is_of_clients, legend, legend_of_objects, letters_named, tex_of
from symfed.core.supposed import Said, listening, suppose
from symfed.core.written import written


@dataclass(frozen=True)
class Remainder:
    """The remainder of an expansion: its order in gamma, and the quantities held fixed while gamma goes to zero.

    Fixed H and fixed gamma*H are different theorems, hence `held_fixed`. `order` is the lowest power of gamma left out; None means that
    nothing is left out. `relation` is written between both sides: "=", or an inequality for a bound.

    Called, it returns a proven bound of the distance between the truth and the formula's value, if `bound` is known.

    >>> str(Remainder("O(gamma^2)", r"O(\\gamma^2)", 2, "H and the problem"))
    'O(gamma^2) as gamma -> 0 with H and the problem held fixed'
    """

    text: str = "none"
    tex: str = ""
    order: int | None = None
    held_fixed: str = ""
    relation: str = "="
    bound: Callable[..., float] | None = field(default=None, repr=False, compare=False)

    def __call__(self, *arguments: Any, **options: Any) -> float:
        """A proven bound of |truth - formula|, Euclidean or Frobenius norm. Raises InvalidInput for a formula of which none is known."""
        if self.bound is None:
            why = "nothing is left out but rounding" if self.order is None else "no bound of it with constants is known"
            raise InvalidInput("remainder", str(self), why)
        return self.bound(*arguments, **options)

    def __str__(self) -> str:
        if self.order is None:
            kind = "exact" if self.relation == "=" else "a bound"
            return f"{self.text}: the formula is {kind}" if self.text == "none" else self.text
        return f"{self.text} as gamma -> 0 with {self.held_fixed} held fixed"


EXACT = Remainder()
BOUND = Remainder(relation=r"\le")
#: For a formula as a source prints it: whether it is exact, or bounds anything, is for a claim to decide.
PRINTED = Remainder("none is printed")


def remainder_in_gamma(order: int) -> Remainder:
    """The remainder of an expansion at fixed H whose first neglected power of gamma is `order`."""
    return Remainder(f"O(gamma^{order})", rf"O(\gamma^{{{order}}})", order, "H and the problem")


@dataclass(frozen=True, eq=False, repr=False)
class Formula:
    """One derived expression with everything a reader needs to use it rightly.

    `derive` computes the expression; it runs on the first access to `expr` and never again. `left` is the TeX of the left-hand side.
    `variables` are the symbols a caller gives values to, in the order of the call. A formula does not know its verdict.

    >>> from symfed.core.symbols import gamma, mu
    >>> rate = Formula("rate", "The rate of one step.", lambda: 1 - gamma*mu, (gamma, mu))
    >>> rate.expr
    -gamma*mu + 1
    """

    name: str
    says: str
    derive: Callable[[], sp.Expr]
    variables: tuple[sp.Symbol, ...]
    domain: Domain = ANYWHERE
    remainder: Remainder = EXACT
    source: str = ""
    left: str = ""

    def __post_init__(self) -> None:
        # a formula is an object, not a class: help() and completion read the docstring of the instance
        object.__setattr__(self, "__doc__", self.describe())

    def had_by(self, function: Callable[..., Formula], *arguments: Any) -> None:
        """Make the formula pickle as a call of a module-level function, and not by its fields."""
        object.__setattr__(self, "_again", (function, arguments))

    def call(self) -> str:
        """The formula's call with its arguments, as text."""
        return f"{self.name}({', '.join(symbol.name for symbol in self.variables)})"

    def usage(self) -> str:
        """The description of arguments and result in help(); "" if there is nothing to call."""
        return ""

    @property
    def proven_bound(self) -> str:
        """The call that gives a proven bound of the remainder, as text; "" if none is known."""
        return self.call().replace("(", ".remainder(", 1) if self.remainder.bound else ""

    def _proven(self, said: str) -> str:
        return f"{said}: {self.proven_bound}\n" if self.proven_bound else ""

    def example(self) -> list[str]:
        """Lines of code that run as pasted; the last one is a call."""
        return []

    def describe(self) -> str:
        """The plain text shown by help(): call, meaning, arguments, domain, remainder, source, an example. Derives nothing."""
        parts = [
            self.call(),
            self.says,
            self.usage(),
            f"Domain: {self.domain}\nRemainder: {self.remainder}\n{self._proven('Proven bound')}Source: {self.source or 'none'}",
            "\n".join(f">>> {line}" for line in self.example()),
        ]
        return "\n\n".join(part for part in parts if part)

    @property
    def expr(self) -> sp.Expr:
        """The expression, derived on first access."""
        expr, supposed = self._derived
        suppose(*supposed)
        return expr

    @cached_property
    def _derived(self) -> tuple[sp.Expr, frozenset[Said]]:
        with listening() as heard:
            return as_expression(self.derive()), frozenset(heard)

    def notes(self, *about: str) -> list[str]:
        """The comment lines above exported code."""
        return [", ".join([self.name, *about]) + f": {self.says}", f"domain: {self.domain}", f"remainder: {self.remainder}"]

    @property
    def symbols(self) -> dict[str, sp.Symbol]:
        """The symbols of `expr` by name: `sympy.Symbol("H")` differs from H, which is assumed to be a positive integer."""
        return {symbol.name: symbol for symbol in sorted(self.expr.atoms(sp.Symbol), key=str)}

    def subs(self, **values: Any) -> sp.Expr:
        """The expression with values for some of its symbols: `formula.subs(H=1, N=10)`; strings such as "1/20" are exact.

        Symbols inside averages over clients are bound. Raises InvalidInput for a symbol that the expression does not have.
        """
        free = {symbol.name: symbol for symbol in self.expr.free_symbols}
        for name, value in values.items():
            if name not in free:
                raise InvalidInput(name, value, f"is no letter of {self.name}, whose letters are {', '.join(sorted(free))}")
        return self.expr.subs({free[name]: expression(value, free, name) for name, value in values.items()})

    def _sympy_(self) -> sp.Expr:
        return self.expr

    if not TYPE_CHECKING:  # with it, a type checker would accept any attribute

        def __getattr__(self, name):
            if hasattr(type(self), name):  # a property that failed: raise its own error again
                return object.__getattribute__(self, name)
            there = not name.startswith("_") and hasattr(sp.Expr, name)
            hint = f"; its expression has: write .expr.{name}" if there else ""
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}{hint}")

    @property
    def legend(self) -> dict[str, str]:
        """The meaning of every symbol of `expr`; <x> if averages over clients occur."""
        return legend(self.expr)

    def latex(self, letters: str = "short") -> str:
        """The expression in TeX, without the remainder.

        letters: "short", the notation of the symbol table, explained by `legend`, or "paper", the notation of the papers.
        """
        return str(sp.latex(self.expr, symbol_names=letters_named(letters, self.expr)))

    def equation(self) -> str:
        """The whole equation in TeX: left-hand side, expression, remainder."""
        left = f"{self.left} {self.remainder.relation} " if self.left else ""
        return left + self.latex() + (f" + {self.remainder.tex}" if self.remainder.tex else "")

    def shown(self) -> str:
        """The equation for a notebook, which may be shorter than `equation()`; `remark()` then says so."""
        return self.equation()

    def shown_letters(self, letters: str = "short") -> dict[str, str]:
        """The symbols of `shown()`, or of `latex(letters)`, in TeX, and their meanings."""
        kept = [letter for letter in self.legend if letters == "short" or not is_of_clients(letter)]  # the papers write these otherwise
        known = {tex_of(letter): self.legend[letter] for letter in kept}
        return known if letters == "short" else known | legend_of_objects(self.latex(letters))

    def remark(self) -> str:
        """A remark for the reader of `shown()`, or ""."""
        return ""

    def _repr_latex_(self) -> str:
        return rf"$\displaystyle {self.shown()}$"

    def _repr_markdown_(self) -> str:
        return "\n\n".join(
            (
                f"**{self.name}**: {self.says}",
                f"$$\n{self.shown()}\n$$",
                *([self.remark()] if self.remark() else []),
                "*Letters*: " + "; ".join(f"${letter}$ {meaning}" for letter, meaning in self.shown_letters().items()),
                f"*Domain*: ${self.domain.latex()}$" + (f" ({self.domain.words})" if self.domain.words else ""),
                f"*Remainder*: {self.remainder}" + (f"; a proven bound: `{self.proven_bound}`" if self.proven_bound else ""),
                f"*Source*: {self.source or 'none'}",
                *([f"*Verdict*: as printed, not as derived; `symfed formula {self.name}` says what holds"] * (self.remainder == PRINTED)),
            )
        )

    def __reduce_ex__(self, protocol: Any) -> Any:
        # a formula's functions are local to its definition and in no module: it is pickled by the call that makes it again
        again = vars(self).get("_again")
        if again is not None:
            return again
        held = {field.name: getattr(self, field.name) for field in fields(self)} | {"derive": partial(as_expression, self.expr)}
        for name, value in held.items():
            if "<" in getattr(value, "__qualname__", ""):  # a lambda, or made inside a function
                why = f"is made where no other process finds it, so that {self.name} cannot be pickled"
                raise InvalidInput(name, value, why, "write it with def at the top level of a module, or pickle what it is made from")
        return partial(type(self), **held), ()

    def __copy__(self) -> Formula:
        return self  # immutable

    def __deepcopy__(self, memo: Any) -> Formula:
        return self

    def __repr__(self) -> str:
        return f"<formula {self.name}: {self.says}>"

    def __str__(self) -> str:
        try:
            expression, legend = written(self.expr), self.legend
        except InvalidInput as refused:  # an order that is available in numbers only
            expression, legend = f"not written out: {refused}", {}
        letters = "".join(f"\n    {letter} = {meaning}" for letter, meaning in legend.items())
        return "\n".join(
            (
                f"{self.name}: {self.says}",
                "expr:" + (" " if "\n" not in expression else "\n    ") + expression.replace("\n", "\n    "),
                f"letters:{letters}",
                f"domain: {self.domain}",
                f"remainder: {self.remainder}",
                *([f"proven bound: {self.proven_bound}"] if self.proven_bound else []),
                f"source: {self.source or 'none'}",
            )
        )
