"""Numbers and vectors as functions of the outcome, and as sums of deterministic coefficients times random pieces."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from symfed.kernel.forms import number, vector
from symfed.kernel.symbols import numeral
from symfed.kernel.terms import Map, Num, Outcome, Term, Vec, abstract, app, const, normal, to
from symfed.kernel.written import written
from symfed.prove.named import NoProof
from symfed.theorems.notation import DRAW

#: The expectation of a number, the inner product of two vectors, and their matrix u v'.
EXPECTATION: Final = const("E", to(Outcome >> Num, Num))
INNER: Final = const("inner", to(Vec, Vec, Num))
OUTER: Final = const("outer", to(Vec, Vec, Map))


def body_of(function: Term) -> Term:
    return normal(app(function, DRAW))


def function_of(body: Term) -> Term:
    return normal(abstract(body, DRAW))


def pieces(body: Term) -> list[tuple[Term, Term]]:
    """A number or vector as a sum of deterministic coefficients times random pieces. Raises NoProof."""
    form: Any = number(body) if body.sort is Num else vector(body)
    found: dict[Term, Any] = {}
    parts = [((), product, value) for product, value in form.items()] if body.sort is Num else [
        (image, product, value) for image, coefficient in form.items() for product, value in coefficient.items()
    ]  # fmt: skip
    for image, product, value in parts:
        own = tuple(pair for pair in product if DRAW in pair[0].term.leaves)
        outside = tuple(pair for pair in product if pair not in own)
        if body.sort is Num:
            piece = written({own: Fraction(1)}, Num)
        else:
            if own:
                raise NoProof(f"a vector with the random coefficient {written({own: Fraction(1)}, Num)}")
            piece = written({image: {(): Fraction(1)}}, Vec)
        found.setdefault(piece, {})[outside] = found.get(piece, {}).get(outside, Fraction(0)) + value
    if not found:  # zero, in whatever form
        return [(numeral(1), written({}, body.sort))]
    return [
        (numeral(1), written(coefficient, Num)) if DRAW not in piece.leaves and body.sort is Num else (written(coefficient, Num), piece)
        for piece, coefficient in found.items()
    ]
