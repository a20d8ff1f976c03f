"""Fewer lines of arithmetic: a relation used by other arithmetic only is inlined, its certificate in place of the fact."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from symfed.kernel.places import facts_made, renumber_places

#: [coefficient, facts, squares, left, right], as in a line.
Part = list[Any]
_MOST_PARTS = 24  # of a line, and facts of a part: more would take as much room
_MOST_USES = 8  # of a product that is inlined


def fold_arithmetic(lines: Sequence[list[Any]], of_numbers: Callable[[int], bool], product: Callable[[int, int], int]) -> list[list[Any]]:
    """Inline the lines of arithmetic that only other arithmetic uses, and return the remaining lines.

    `of_numbers`: whether a goal is about numbers; `product`: the place of the product of two terms.
    """
    uses, in_arithmetic = Counter[int](), Counter[int]()
    for line in lines:
        renumber_places(line, lambda fact: uses.update([fact]), lambda term: None)
        if line[0] == "arithmetic" and of_numbers(line[1]):
            in_arithmetic.update(fact for part in line[2] for fact in part[1])
    certificates: dict[int, list[Part]] = {}

    def joins(fact: int, alone: bool) -> bool:
        """Return whether to inline a fact: a product always, a sum if used once and alone, as products of sums would grow."""
        parts = certificates.get(fact)
        if not parts or uses[fact] > in_arithmetic[fact]:
            return False
        return uses[fact] <= _MOST_USES if len(parts) == 1 else alone and uses[fact] == 1

    def times(one: int | None, other: int | None) -> int | None:
        return product(one, other) if one is not None and other is not None else other if one is None else one

    def written_out(part: Part) -> list[Part]:
        coefficient, facts, squares, left, right = part
        place = next((k for k, fact in enumerate(facts) if joins(fact, len(facts) == 1)), None)
        if place is None:
            return [] if len(facts) == 1 and certificates.get(facts[0]) == [] else [part]
        found = list[Part]()
        for factor, others, more, before, after in certificates[facts[place]]:
            inside = [*facts[:place], *others, *facts[place + 1 :]]
            scaled = str(Fraction(coefficient) * Fraction(factor))
            found += written_out([scaled, inside, squares + more, times(left, before), times(after, right)])
        return found

    here, found = 0, list[list[Any]]()
    for line in lines:
        if line[0] == "arithmetic" and of_numbers(line[1]):
            parts = [one for part in line[2] for one in written_out(part)]
            if len(parts) > max(_MOST_PARTS, len(line[2])) or any(len(part[1]) > _MOST_PARTS for part in parts):
                parts = line[2]
            certificates[here], line = parts, [*line[:2], parts]
        found.append(line)
        here += facts_made(line)
    return found
