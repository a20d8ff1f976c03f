"""Denominators of a relation between numbers, and their cancellation in an expression multiplied by all of them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import sympy as sp

from symfed.kernel.arithmetic import relation
from symfed.kernel.forms import READERS, Polynomial, Unknown, number
from symfed.kernel.terms import Num, Term, spine
from symfed.kernel.text import join
from symfed.kernel.written import written
from symfed.tactics.norms import as_polynomial, from_polynomial
from symfed.tactics.proof import ProductOfFacts, ProofLine


def _inverted_term(unknown: Unknown) -> Term | None:
    """The number b for an unknown 1/b; None for any other unknown."""
    head, of = spine(unknown.term)
    return of[1] if head.one == "/" and len(of) == 2 else None


def inverses_in(prop: Term) -> dict[Term, int]:
    """The denominators in the normal forms of both sides, with the powers in which they occur."""
    found: dict[Term, int] = {}
    for side in relation(prop)[1:]:
        for form in _coefficients(side).values():
            for unknown, power in (pair for product in form for pair in product):
                if (bottom := _inverted_term(unknown)) is not None:
                    found[bottom] = max(found.get(bottom, 0), power)
    return found


def _coefficients(term: Term) -> dict[Any, Polynomial]:
    """The coefficients in a vector's or a map's normal form, or a number's own."""
    form: Any = READERS[term.sort](term)
    return {None: form} if term.sort is Num else form


def cancel_inverses(term: Term, ones: Sequence[ProofLine]) -> tuple[Term, list[ProductOfFacts]]:
    """Cancel each b (1/b) in a number or vector by the facts `ones`; also the parts of the certificate for the difference."""
    if not ones:
        return term, []
    forms, kept, parts = _coefficients(term), dict[Any, Polynomial](), list[ProductOfFacts]()
    equations = [number(join("-", *relation(one.prop)[1:])) for one in ones]
    spoken = {u for form in (*forms.values(), *equations) for product in form for u, _ in product}
    unknowns = sorted(spoken, key=lambda u: (_inverted_term(u) is None, u.serial))
    divisors = [as_polynomial(equation, unknowns) for equation in equations]
    for image, form in forms.items():
        shares, rest = sp.reduced(as_polynomial(form, unknowns), divisors, *divisors[0].gens, order="lex", polys=True)
        kept[image] = from_polynomial(rest, unknowns)
        whole = None if image is None else written({image: {(): Fraction(1)}}, term.sort)
        parts += [
            ProductOfFacts((one,), left=written(from_polynomial(share, unknowns), Num), right=whole)
            for one, share in zip(ones, shares, strict=False)  # zero has no shares
            if not share.is_zero
        ]
    return written(kept[None] if term.sort is Num else {image: form for image, form in kept.items() if form}, term.sort), parts
