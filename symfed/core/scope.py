"""The range of a statement, and the part of it that a check covers."""

from __future__ import annotations

from dataclasses import dataclass, fields

ALL = "all"


@dataclass(frozen=True)
class Scope:
    """Dimensions, numbers of clients and of local steps, kinds of losses, and whether a remainder is included.

    Each is "all" or describes a part in words.


    >>> Scope(d="1").covers(EVERYTHING), EVERYTHING.covers(Scope(d="1"))
    (False, True)
    >>> Scope(d="1").short_of(EVERYTHING)
    'd = 1'
    """

    d: str = ALL
    N: str = ALL
    H: str = ALL
    losses: str = ALL
    remainder: str = ALL

    def covers(self, other: Scope) -> bool:
        """True if a proof for this scope is also a proof for the other."""
        return not self._lacking(other)

    def short_of(self, other: Scope) -> str:
        """The part that is covered, if it is less than the other scope; else ""."""
        return ", ".join(f"{name} = {getattr(self, name)}" if len(name) == 1 else f"{getattr(self, name)}" for name in self._lacking(other))

    def _lacking(self, other: Scope) -> tuple[str, ...]:
        return tuple(f.name for f in fields(self) if getattr(self, f.name) not in (ALL, getattr(other, f.name)))

    def unsaid(self, text: str) -> str:
        """The restrictions of this scope that the text does not mention; "" if there are none.

        >>> Scope(d="1").unsaid("first order"), Scope(d="1").unsaid("first order, d = 1")
        ('d = 1', '')
        """
        parts = {f"{name} = {part}" if len(name) == 1 else part for name, part in vars(self).items() if part != ALL}
        return ", ".join(sorted(part for part in parts if part.replace(" ", "") not in text.replace(" ", "")))

    def __str__(self) -> str:
        return self.short_of(EVERYTHING) or "all d, N and H"


EVERYTHING = Scope()
ONE_DIMENSION = Scope(d="1")
