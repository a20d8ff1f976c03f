"""Arithmetic by certificate: a relation is a sum of products of known relations, compared in normal form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial, reduce
from typing import Any, Final

from symfed.kernel.forms import READERS, plus
from symfed.kernel.symbols import AT_MOST, LESS, numeral, sides
from symfed.kernel.terms import KernelRefusal, Num, Sort, Term, const, to
from symfed.kernel.text import join


@dataclass(frozen=True)
class CertificatePart:
    """coefficient * left * (product of the facts' differences) * (product of the squares) * right.

    The difference of l <= r, l < r is r - l, that of l = r is l - r. `left` and `right` are factors, allowed with an
    equation only.
    """

    coefficient: Fraction = Fraction(1)
    facts: tuple[Term, ...] = ()
    squares: tuple[Term, ...] = ()
    left: Term | None = None
    right: Term | None = None


def relation(prop: Term) -> tuple[str, Term, Term]:
    """The kind of a relation ("<=", "<" or "=") and its two sides. Raises KernelRefusal for any other proposition."""
    for name, head in (("<=", AT_MOST), ("<", LESS), ("=", "=")):
        if found := sides(prop, head):
            return name, *found
    raise KernelRefusal(f"no relation: {prop}")


def check_certificate(goal: Term, parts: Sequence[CertificatePart]) -> None:
    """Check that the parts add up to the goal's difference and have the signs that it needs. Raises KernelRefusal where they do not."""
    kind, left, right = relation(goal)
    if left.sort not in READERS:
        raise KernelRefusal(f"no arithmetic of {left.sort}")
    known = [(part, [relation(fact) for fact in part.facts]) for part in parts]
    for part, facts in known:
        if any(name == "=" for name, _, _ in facts):
            continue
        if kind == "=":
            raise KernelRefusal("an equation follows from equations alone")
        if part.coefficient <= 0 or part.left is not None or part.right is not None:
            raise KernelRefusal("what is only known not to be negative is multiplied with a factor that is not known to be positive")
    positive = [part for part, facts in known if part.coefficient > 0 and not part.squares and all(name == "<" for name, _, _ in facts)]
    if kind == "<" and not positive:
        raise KernelRefusal("nothing in the sum is known to be positive")
    whole = [weighted_product(part, facts, left.sort) for part, facts in known]
    difference = join("-", left, right) if kind == "=" else join("-", right, left)
    if rest := _difference_form(difference, whole):
        raise KernelRefusal(f"{goal} does not add up: {len(rest)} terms are left")


def weighted_product(part: CertificatePart, facts: list[tuple[str, Term, Term]], sort: Sort) -> tuple[Fraction, Term]:
    """The coefficient of a part, and the product of its factors as a term of this sort."""
    factors = [join("-", a, b) if name == "=" else join("-", b, a) for name, a, b in facts]
    factors += [join("*", square, square) for square in part.squares]
    factors = ([] if part.left is None else [part.left]) + factors + ([] if part.right is None else [part.right])
    if not factors and sort is not Num:
        raise KernelRefusal("a part without a fact is a number")
    made = reduce(partial(join, "*"), factors or [numeral(1)])
    if made.sort is not sort:
        raise KernelRefusal(f"{made} is a {made.sort} and no {sort}")
    return part.coefficient, made


_MINUS_ONE: Final = join("-", numeral(0), numeral(1))


def _difference_form(difference: Term, parts: list[tuple[Fraction, Term]]) -> Any:
    """The normal form of `difference` minus the multiples (coefficient, term) in `parts`."""
    read = READERS[difference.sort]
    if difference.sort is Num:
        return reduce(lambda found, part: plus(found, read(part[1]), -part[0]), parts, read(difference))
    scale = const("*", to(Num, difference.sort, difference.sort))
    whole = difference
    for coefficient, term in parts:
        factor = join("/", join("*", _MINUS_ONE, _integer_term(coefficient.numerator)), numeral(coefficient.denominator))
        whole = join("+", whole, scale(factor, term))
    return read(whole)


def _integer_term(value: int) -> Term:
    return numeral(value) if value >= 0 else join("*", _MINUS_ONE, numeral(-value))
