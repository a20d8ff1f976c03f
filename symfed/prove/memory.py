"""What the searches of a proof found, in the order in which they were made: a proof that is found again need not search.

Nothing is believed: a certificate that is recalled is one more guess, which the kernel checks as it checks any other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

#: Coefficients of candidates by their places, and the stage of the search that has these candidates; None where a search found nothing.
Guess = tuple[int, Mapping[int, Fraction]] | None


class Stale(Exception):
    """What is recalled is not of this proof."""


class Memory:
    """Guesses in order. Without guesses to recall, searches are made, and `found` holds what each found, as text."""

    def __init__(self, recalled: Sequence[str] | None = None) -> None:
        self._ahead: Iterator[str] | None = None if recalled is None else iter(recalled)
        self.found: list[str] = []

    @property
    def searches(self) -> bool:
        return self._ahead is None

    def note(self, guess: Guess) -> None:
        if guess is None:
            self.found.append("")
        else:
            stage, chosen = guess
            self.found.append(" ".join([str(stage), *(f"{place}:{value}" for place, value in chosen.items())]))

    def next(self) -> Guess:
        """What the next search found. Raises Stale where nothing is left, or what stands there is no guess."""
        if self._ahead is None:
            raise Stale("nothing is recalled")
        text = next(self._ahead, None)
        if text is None:
            raise Stale("more searches than were recalled")
        if not text:
            return None
        try:
            stage, *chosen = text.split(" ")
            return int(stage), {int(place): Fraction(value) for place, value in (one.split(":") for one in chosen)}
        except ValueError as wrong:
            raise Stale(f"{text!r} is no guess") from wrong
