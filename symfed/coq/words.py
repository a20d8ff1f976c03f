"""Identities between products of matrices, as theorems about every algebra: what the transcription writes, product by product."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp

from symfed.checks.free_algebra import FreeIdentity
from symfed.coq.printer import name, term
from symfed.coq.reals.statements import quantified
from symfed.coq.theorem import CoqTheorem
from symfed.core.domain import Domain
from symfed.core.errors import InvalidInput
from symfed.core.grammar import as_expression

#: Precedence of the operators of Words.v: a smaller number binds more tightly.
_ATOM, _SIGN, _PRODUCT, _SUM = 0, 35, 40, 50
_WIDTH = 140


@dataclass(frozen=True, eq=False)
class Letter:
    """A matrix that records the operations on it: sums, products in their order, multiples by numbers.

    `numbers` are the factors that are numbers, as SymPy has them. Raises InvalidInput for what is no number or matrix.

    >>> A, x = Letter("A"), Letter("x")
    >>> print(2 * A * (x - 1), -(A * x) / sp.Symbol("N"))
    2 *: A * (x - 1) (1 / N) *: - (A * x)
    """

    text: str
    binding: int = _ATOM
    numbers: tuple[sp.Expr, ...] = ()

    def __str__(self) -> str:
        return self.text

    def within(self, loosest: int) -> str:
        """The text, in brackets where it binds less tightly."""
        return self.text if self.binding <= loosest else f"({self.text})"

    def __add__(self, other: Any) -> Letter:
        return _infix("+", self, _as_letter(other), _SUM)

    def __radd__(self, other: Any) -> Letter:
        return _as_letter(other) + self

    def __sub__(self, other: Any) -> Letter:
        return _infix("-", self, _as_letter(other), _SUM)

    def __rsub__(self, other: Any) -> Letter:
        return _as_letter(other) - self

    def __neg__(self) -> Letter:
        return Letter(f"- {self.within(_SIGN)}", _SIGN, self.numbers)

    def __mul__(self, other: Any) -> Letter:
        return _infix("*", self, other, _PRODUCT) if isinstance(other, Letter) else other * self

    def __rmul__(self, other: Any) -> Letter:
        number = _as_number(other)
        if abs(number) == 1:
            return self if number == 1 else -self
        text = term(number)
        factor = text if text.replace("INR ", "").isalnum() else f"({text})"
        return Letter(f"{factor} *: {self.within(_PRODUCT - 1)}", _PRODUCT, (number, *self.numbers))

    def __truediv__(self, other: Any) -> Letter:
        return (1 / _as_number(other)) * self


def _infix(sign: str, left: Letter, right: Letter, binding: int) -> Letter:
    """All operators associate to the left."""
    return Letter(f"{left.within(binding)} {sign} {right.within(binding - 1)}", binding, (*left.numbers, *right.numbers))


def _as_number(x: Any) -> sp.Expr:
    number = as_expression(x) if not isinstance(x, Letter) else None
    if number is None or not number.is_commutative:
        raise InvalidInput("factor", x, "is no number", "matrices are letters that the statement is given")
    return number


def _as_letter(x: Any) -> Letter:
    """A matrix, or a number as a multiple of the identity."""
    if isinstance(x, Letter):
        return x
    return Letter(str(x)) if x in (0, 1) else x * Letter("1")


def theorem(title: str, statement: Any, check: FreeIdentity, under: Domain, says: str = "") -> CoqTheorem:
    """Both sides as the statement writes them, for all elements of all algebras.

    Raises InvalidInput for a statement with letters of its own, for a letter that is called like a number, and as `printer.term` does.
    """
    names = [_coq_identifier(letter) for letter in check.letters.split()]
    left, right = statement(*map(Letter, names))
    if not any(isinstance(side, Letter) for side in (left, right)):
        raise InvalidInput("statement", check.scope, "has letters of its own", "let it be a function of its letters")
    left, right = _as_letter(left), _as_letter(right)
    scalars, conditions = quantified(under, *left.numbers, *right.numbers)
    if both := set(names) & {variable.split(" : ")[0] for variable in scalars}:
        raise InvalidInput("letter", min(both), "is called like a number")
    variables = ("matrices : Algebra", f"{' '.join(names)} : matrices", *scalars)
    equal = " =\n   " if len(left.text) + len(right.text) > _WIDTH - 20 else " = "
    remark = f"{says or title} ({check.scope}; a vector is a matrix of which all other columns are zero)"
    return CoqTheorem(name(title), remark, variables, conditions, f"({left}{equal}{right})%words", ("words.",), requires=("Words",))


def _coq_identifier(letter: str) -> str:
    """A name of Coq, primes included."""
    plain = letter.rstrip("'")
    return name(plain) + letter[len(plain) :]
