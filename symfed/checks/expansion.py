"""An expansion as a statement: its terms, and the order of its remainder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import sympy as sp

from symfed.checks.spelt import spelt, spelt_out
from symfed.core.grammar import rational_number
from symfed.core.symbols import H, gamma

#: Powers of gamma and H: where gamma tends to zero, H >= 1 and gamma H stays bounded.
Powers = tuple[Fraction, Fraction]
_STEPS = (Fraction(1), Fraction(-1), Fraction(1, 2), Fraction(-1, 2))


@dataclass(frozen=True)
class Expansion:
    """quantity = terms + O(remainder) as gamma -> 0, uniformly in all H with gamma H bounded, unless H is among the `fixed`.

    `terms` is a transcription `f(p, gamma, H)`, an expression, or what else a reading knows. `remainder` is a sum of powers of gamma and H
    whose coefficients do not matter; the constant in O(.) may depend on everything else (the problem, N), and on `fixed`. A reading that
    knows nothing of remainders sees the terms: an expansion can be called as they are and sympified as they are. What such a check shows is
    shown of the terms alone.

    >>> Expansion(gamma * H, gamma**2 * H**2).orders
    ((Fraction(2, 1), Fraction(2, 1)),)
    """

    terms: Any
    remainder: sp.Expr
    fixed: tuple[sp.Symbol, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "remainder", spelt_out(self.remainder))
        if set(self.fixed) - {H}:
            raise ValueError(f"Expansion: only H is held fixed by saying so, not {self.fixed}: on all else the constant may depend anyway")
        if self.fixed and self.remainder.has(H):
            raise ValueError(f"Expansion: a power of H in {self.remainder} says nothing at fixed H")
        if not self.orders:
            raise ValueError("Expansion: a remainder of zero is an identity: state the terms alone")

    def __call__(self, *arguments: Any) -> Any:
        return spelt(self.terms(*arguments))

    def _sympy_(self) -> sp.Expr:
        return spelt_out(self.terms)

    @property
    def orders(self) -> tuple[Powers, ...]:
        """The powers of gamma and of H of every term of the remainder. Raises ValueError for what is no sum of such powers."""
        return tuple(dict.fromkeys(_powers(term) for term in sp.Add.make_args(sp.expand(self.remainder)) if term != 0))

    def order(self, steps: int | None) -> Fraction:
        """The order of the remainder: per halving of gamma at fixed H (steps None), or per doubling of H with gamma H^steps constant."""
        return min(i if steps is None else steps * i - j for i, j in self.orders)

    def bounds(self, powers: Powers) -> bool:
        """Return whether gamma^k H^m is at most a constant times some term of the remainder; a fixed H is a constant."""
        k, m = powers
        return any(i <= k and (bool(self.fixed) or m - j <= k - i) for i, j in self.orders)

    def weaker_than(self, other: Expansion) -> bool:
        """Return whether this remainder bounds the other's, term by term, so that this statement follows from the other."""
        return all(map(self.bounds, other.orders))

    def others(self) -> Iterator[tuple[str, Expansion]]:
        """The terms with another remainder: each power of gamma or H up and down, each of several terms left out."""
        parts = sp.Add.make_args(sp.expand(self.remainder))
        for k, part in enumerate(parts):
            rest = sp.Add(*parts[:k], *parts[k + 1 :])
            changed = [(f"{sp.sstr(new)} for {sp.sstr(part)}", rest + new) for new in self._neighbours(part)]
            for name, remainder in [*changed, *([(f"without {sp.sstr(part)}", rest)] if rest != 0 else [])]:
                new = replace(self, remainder=remainder)
                kind = "the same" if self.weaker_than(new) and new.weaker_than(self) else "larger" if new.weaker_than(self) else "smaller"
                if kind != "the same":
                    yield f"{kind} remainder, {name}", new

    def _neighbours(self, part: sp.Expr) -> Iterator[sp.Expr]:
        for step in _STEPS:
            yield part * gamma ** rational_number(step)
        if not self.fixed:
            yield part * H
            yield part / H

    def describe(self) -> Mapping[str, str]:
        """The remainder for a reader."""
        held = " at fixed H" if self.fixed else ", uniformly in H where gamma H is bounded"
        return {"remainder": f"O({sp.sstr(self.remainder)}) as gamma -> 0{held}"}


def _powers(term: sp.Expr) -> Powers:
    powers = {symbol: term.as_independent(symbol, as_Add=False)[1].as_base_exp() for symbol in (gamma, H)}
    found = []
    for symbol, (base, exponent) in powers.items():
        if base == 1:
            found.append(Fraction(0))
        elif base == symbol and exponent.is_Rational:
            found.append(Fraction(int(exponent.p), int(exponent.q)))
        else:
            raise ValueError(f"Expansion: {term} is no product of powers of gamma and H")
    return found[0], found[1]
