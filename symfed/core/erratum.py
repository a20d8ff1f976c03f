"""Errata: the consequences of a statement that does not hold as printed, as assessed by a reader of the document."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Consequence(StrEnum):
    """The consequence of an error in the document; see docs/errata.md."""

    TYPO = "typo"  # a misprint, which the same document contradicts where it uses the intended statement
    LOCAL_SLIP = "local slip"  # a step, a display or a definition is wrong, and the results that rely on it survive
    RESULT = "result affected"  # a stated result changes
    NOT_SETTLED = "not settled"  # no reader has assessed it, and the graph of claims does not determine it


TYPO, LOCAL_SLIP, RESULT = Consequence.TYPO, Consequence.LOCAL_SLIP, Consequence.RESULT


@dataclass(frozen=True)
class Erratum:
    """A reader's assessment of a statement that is false as printed: the consequence, and a sentence about it.

    For a typo the sentence says where the document itself has it right, for a local slip what survives it, for a result what changes.
    If a witness compares powers of the printed quantity, so as to stay rational (squares of norms), `power` is their exponent.
    Raises ValueError for an empty sentence, and for the consequence NOT_SETTLED, which only the lack of an erratum has.
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
    """One error behind several false statements, in this document or another: its name, and what is wrong, in a sentence or two.

    `claims` are the ids of the statements it makes false. It also covers statements that restate one of these, those that the same
    statement corrects unless another cause names them, and all whose missing words contain `words`.
    """

    name: str
    says: str
    claims: tuple[str, ...] = ()
    words: str = ""
