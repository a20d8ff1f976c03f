"""What follows from a statement that does not hold as printed, in the words of whoever read the document."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Consequence(StrEnum):
    """How far a slip reaches; see docs/errata.md."""

    TYPO = "typo"  # a slip of writing, which the same document contradicts where it uses what is meant
    LOCAL_SLIP = "local slip"  # a step, a display or a definition is wrong, and the results that stand on it survive
    RESULT = "result affected"  # a stated result changes
    NOT_SETTLED = "not settled"  # nobody said, and the graph of claims does not tell; never a reader's word


TYPO, LOCAL_SLIP, RESULT = Consequence.TYPO, Consequence.LOCAL_SLIP, Consequence.RESULT


@dataclass(frozen=True)
class Erratum:
    """A reader's word on a statement that falls: the consequence, and a sentence for it.

    Of a typo the sentence says where the document itself has it right, of a local slip what survives it, of a result what changes. Where
    a witness compares powers of what is printed, so as to stay rational (squares of norms), `power` is their exponent.
    Raises ValueError for an empty sentence, and for a consequence that only the lack of a word has.
    """

    consequence: Consequence
    says: str
    power: int = 1

    def __post_init__(self) -> None:
        if self.consequence is Consequence.NOT_SETTLED:
            raise ValueError("an erratum says what the consequence is: leave it out where that is not settled")
        if not self.says.strip():
            raise ValueError(
                f"an erratum of the kind {self.consequence!s} says nothing: where is it right, what survives, or what changes?"
            )


@dataclass(frozen=True)
class Cause:
    """One slip behind several statements that fall, in this document or another: its name, and what is wrong, in a sentence or two.

    `claims` are the ids of those that fall by it. So do statements that restate one of these, and, where no cause names them, those that
    the same statement corrects; and all whose missing words hold `words`.
    """

    name: str
    says: str
    claims: tuple[str, ...] = ()
    words: str = ""
