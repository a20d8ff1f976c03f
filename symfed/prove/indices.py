"""Indices of steps: an index after all draws of an expression, and the difference of two indices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from symfed.kernel.forms import count
from symfed.kernel.symbols import numeral
from symfed.kernel.terms import Index, Outcome, Term, Vec, spine, to
from symfed.kernel.text import join
from symfed.prove.named import equation_sides

if TYPE_CHECKING:
    from symfed.prove.words import Words


def latest_index(body: Term, t: Words) -> Term:
    """An index after all draws that occur in an expression."""
    found = list(_draw_indices(body, t))
    best = found[0] if found else numeral(0, Index)
    for other in found:
        if steps_ahead(best, other) is None:  # after both of two that are not compared is their sum
            best = other if steps_ahead(other, best) is not None else join("+", best, other)
    return best


def _draw_indices(body: Term, t: Words) -> set[Term]:
    """The indices right after the draws in an expression."""
    found: set[Term] = set()

    def walk(x: Term) -> None:
        head, of = spine(x)
        if head in (t.problem("G"), *(rounds.draws for rounds in t.rounds.values())):
            found.add(join("+", of[1], numeral(1, Index)))
        elif t.letters.get(head.one) is head and head.sort is to(Vec, Outcome, Vec):
            found.add(numeral(1, Index))  # the draws of a random map come first
        elif head in t.sequences:
            found.add(next(y for y in of if y.sort is Index))
        for part in of:
            walk(part)
        if head in t.values and not any(y.loose for y in of):
            walk(equation_sides(t.proof.at(t.values[head], *of).prop)[1])
        if x.kind == "lam":
            walk(x.two)

    walk(body)
    return {x for x in found if not x.loose}


def steps_ahead(at: Term, reached: Term) -> dict[Any, int] | None:
    """The difference of two indices as the normal form of a count, or None where it may be negative."""
    difference = dict(count(at))
    for product, k in count(reached).items():
        difference[product] = difference.get(product, 0) - k
    return None if any(k < 0 for k in difference.values()) else {product: k for product, k in difference.items() if k}
