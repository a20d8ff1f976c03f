"""A formula as a person meets it: the expression, where it holds, what it leaves out and where it comes from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import cached_property
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
    """What an expansion leaves out: its order in gamma, and what is held fixed while gamma goes to zero.

    Fixed H and fixed gamma*H are different theorems, hence `held_fixed`. `order` is the lowest power of gamma left out; None means that
    nothing is left out. `relation` stands between both sides: of a bound it is no equation.

    Called, it is a number: what `bound` proves of the distance of the truth from the formula's value, where a bound is known.

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
#: Of a formula that stands as a source prints it: that it is exact, or bounds anything, is for a claim to say.
PRINTED = Remainder("none is printed")


def remainder_in_gamma(order: int) -> Remainder:
    """The remainder of an expansion at fixed H whose first neglected power of gamma is `order`."""
    return Remainder(f"O(gamma^{order})", rf"O(\gamma^{{{order}}})", order, "H and the problem")


@dataclass(frozen=True)
class DerivedExpression:
    """A derivation that is done: what a pickled formula has in place of the function that derived it."""

    expr: sp.Expr

    def __call__(self) -> sp.Expr:
        return self.expr


@dataclass(frozen=True, eq=False, repr=False)
class Formula:
    """One derived expression with everything a reader needs to use it rightly.

    `derive` computes the expression; it runs on the first touch of `expr` and never again. `left` is the TeX of what the formula is
    equal to. `variables` are the symbols a caller gives values to, in the order of the call. A formula does not know its verdict.

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
        # a formula is an object, not a class: help() and completion read its own words
        object.__setattr__(self, "__doc__", self.describe())

    def had_by(self, function: Callable[..., Formula], *arguments: Any) -> None:
        """Let the formula be pickled as what a function of a module gives, and not by what it holds."""
        object.__setattr__(self, "_again", (function, arguments))

    def call(self) -> str:
        """How the formula is written with its arguments."""
        return f"{self.name}({', '.join(symbol.name for symbol in self.variables)})"

    def usage(self) -> str:
        """What help() says of arguments and answer, "" where there is nothing to call."""
        return ""

    @property
    def proven_bound(self) -> str:
        """How a proven bound of what the formula leaves out is asked for; "" where none is known."""
        return self.call().replace("(", ".remainder(", 1) if self.remainder.bound else ""

    def _proven(self, said: str) -> str:
        return f"{said}: {self.proven_bound}\n" if self.proven_bound else ""

    def example(self) -> list[str]:
        """Lines that run as pasted, the last of them a call."""
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
        """The expression, derived on first touch."""
        expr, supposed = self._derived
        suppose(*supposed)
        return expr

    @cached_property
    def _derived(self) -> tuple[sp.Expr, frozenset[Said]]:
        with listening() as heard:
            return as_expression(self.derive()), frozenset(heard)

    def notes(self, *about: str) -> list[str]:
        """What stands above exported code."""
        return [", ".join([self.name, *about]) + f": {self.says}", f"domain: {self.domain}", f"remainder: {self.remainder}"]

    @property
    def symbols(self) -> dict[str, sp.Symbol]:
        """The symbols of `expr` by name: `sympy.Symbol("H")` is another symbol than H, which is known to be a positive integer."""
        return {symbol.name: symbol for symbol in sorted(self.expr.atoms(sp.Symbol), key=str)}

    def subs(self, **values: Any) -> sp.Expr:
        """The expression with values for some of its letters: `formula.subs(H=1, N=10)`; strings as "1/20" are exact.

        Letters inside averages over clients are bound. Raises InvalidInput for a letter that the expression does not have.
        """
        free = {symbol.name: symbol for symbol in self.expr.free_symbols}
        for name, value in values.items():
            if name not in free:
                raise InvalidInput(name, value, f"is no letter of {self.name}, whose letters are {', '.join(sorted(free))}")
        return self.expr.subs({free[name]: expression(value, free, name) for name, value in values.items()})

    def _sympy_(self) -> sp.Expr:
        return self.expr

    if not TYPE_CHECKING:  # a checker that saw it would take any attribute for one that exists

        def __getattr__(self, name):
            if hasattr(type(self), name):  # a property that failed: its own error, once more
                return object.__getattribute__(self, name)
            there = not name.startswith("_") and hasattr(sp.Expr, name)
            hint = f"; its expression has: write .expr.{name}" if there else ""
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}{hint}")

    @property
    def legend(self) -> dict[str, str]:
        """Every letter of `expr` and what it stands for; <x> where averages over clients occur."""
        return legend(self.expr)

    def latex(self, letters: str = "short") -> str:
        """The expression in TeX, without the remainder.

        letters: "short", those of the symbol table, as `legend` explains them, or "paper", as the papers write derivatives and averages.
        """
        return str(sp.latex(self.expr, symbol_names=letters_named(letters, self.expr)))

    def equation(self) -> str:
        """The whole equation in TeX: left-hand side, expression, remainder."""
        left = f"{self.left} {self.remainder.relation} " if self.left else ""
        return left + self.latex() + (f" + {self.remainder.tex}" if self.remainder.tex else "")

    def shown(self) -> str:
        """The equation as a notebook shows it, which may be shorter than `equation()`; `remark()` then says so."""
        return self.equation()

    def shown_letters(self, letters: str = "short") -> dict[str, str]:
        """The letters of `shown()`, or of `latex(letters)`, in TeX, and what they mean."""
        kept = [letter for letter in self.legend if letters == "short" or not is_of_clients(letter)]  # the papers write clients' otherwise
        known = {tex_of(letter): self.legend[letter] for letter in kept}
        return known if letters == "short" else known | legend_of_objects(self.latex(letters))

    def remark(self) -> str:
        """What a reader of `shown()` must be told, or ""."""
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
        # the functions that a formula holds are made where it is defined and are in no module: it is pickled by how it is had again
        again = vars(self).get("_again")
        if again is not None:
            return again
        held = {field.name: getattr(self, field.name) for field in fields(self)} | {"derive": DerivedExpression(self.expr)}
        for name, value in held.items():
            if "<" in getattr(value, "__qualname__", ""):  # a lambda, or made inside a function
                why = f"is made where no other process finds it, so that {self.name} cannot be pickled"
                raise InvalidInput(name, value, why, "write it with def at the top level of a module, or pickle what it is made from")
        return _rebuilt, (type(self), held)

    def __copy__(self) -> Formula:
        return self  # nothing of it ever changes

    def __deepcopy__(self, memo: Any) -> Formula:
        return self

    def __repr__(self) -> str:
        return f"<formula {self.name}: {self.says}>"

    def __str__(self) -> str:
        try:
            expression, legend = written(self.expr), self.legend
        except InvalidInput as refused:  # an order that is there in numbers only
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


def _rebuilt(kind: type[Formula], held: dict[str, Any]) -> Formula:
    """A formula from what `__reduce_ex__` wrote."""
    return kind(**held)
