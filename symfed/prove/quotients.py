"""Denominators of a relation between numbers: which there are, and what is left of an expression that was multiplied with all of them."""

from __future__ import annotations

from fractions import Fraction

from symfed.kernel.arithmetic import relation
from symfed.kernel.forms import Polynomial, Unknown, number, plus
from symfed.kernel.symbols import numeral
from symfed.kernel.terms import Num, Term, spine
from symfed.kernel.written import written


def _bottom(unknown: Unknown) -> Term | None:
    """What an unknown is the inverse of."""
    head, of = spine(unknown.term)
    return of[1] if head.one == "/" and len(of) == 2 else None


def inverses(prop: Term) -> dict[Term, int]:
    """The denominators in the normal forms of both sides, with the powers in which they occur."""
    found: dict[Term, int] = {}
    for side in relation(prop)[1:]:
        for product in number(side):
            for unknown, power in product:
                if (bottom := _bottom(unknown)) is not None:
                    found[bottom] = max(found.get(bottom, 0), power)
    return found


def without_inverses(term: Term, bottoms: dict[Term, int]) -> Term:
    """The normal form of a number in which every b (1/b) is written as one, for denominators that are single unknowns."""
    found: Polynomial = {}
    for product, coefficient in number(term).items():
        powers = dict(product)
        by_bottom = {b: u for u in powers if (b := _bottom(u)) in bottoms}
        for bottom, inverse in by_bottom.items():
            form = number(bottom)
            if len(form) != 1:
                continue
            ((own, value),) = form.items()
            while powers[inverse] and all(powers.get(u, 0) >= k for u, k in own):
                powers[inverse] -= 1
                for u, k in own:
                    powers[u] -= k
                coefficient = coefficient / value
        kept = tuple(sorted(((u, k) for u, k in powers.items() if k), key=lambda pair: pair[0].serial))
        found = plus(found, {kept: Fraction(coefficient)})
    return written(found, Num) if found else numeral(0)
