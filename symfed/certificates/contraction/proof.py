"""Sums of products: a polynomial is not negative where it is a sum of products of polynomials that are not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flint import Ordering, fmpq, fmpq_mpoly_ctx

from symfed.certificates.errors import Malformed, NotProved
from symfed.certificates.expression import parse
from symfed.certificates.statement import number

_LONG = ("alpha", "beta", "gamma", "mu", "rho", "re", "im")
LETTERS = (*"EHLPQRTUWXZadehjmpqrstuvwy", *_LONG)
_RING = fmpq_mpoly_ctx.get(LETTERS, Ordering.lex)
_LETTERS = dict(zip(LETTERS, _RING.gens(), strict=True))
_SQUARE = "square "


@dataclass(frozen=True)
class Lemma:
    """Wherever no polynomial of `given` is negative and every one of `zero` vanishes, `show` is not negative; or vanishes (`exactly`)."""

    name: str
    show: str
    given: tuple[str, ...] = ()
    zero: tuple[str, ...] = ()
    exactly: bool = False

    def check(self, proof: Any, constants: dict[str, fmpq]) -> None:
        """Raises NotProved unless the proof's terms add up to `show`.

        A term is a list: a multiplier, then factors. Factors are texts of `given` and `zero`, or "square " and a polynomial; the multiplier
        is a number >= 0, or any polynomial where a factor is one of `zero`.
        """
        total = polynomial("0", constants)
        for term in _rows(self.name, proof):
            multiplier, factors = term[0], term[1:]
            vanishes = any(factor in self.zero for factor in factors)
            if self.exactly and not vanishes:
                raise NotProved(f"{self.name}: {term} does not vanish")
            if not vanishes and number(multiplier) < 0:
                raise NotProved(f"{self.name}: the multiplier {multiplier} is negative")
            product = polynomial(multiplier, constants)
            for factor in factors:
                product *= self._factor(factor, constants)
            total += product
        left = polynomial(self.show, constants) - total
        if left != 0:
            raise NotProved(f"{self.name}: the proof leaves {left!s:.200} of what is to be shown")

    def _factor(self, factor: str, constants: dict[str, fmpq]) -> Any:
        if factor.startswith(_SQUARE):
            return polynomial(factor.removeprefix(_SQUARE), constants) ** 2
        if factor not in self.given + self.zero:
            raise NotProved(f"{self.name}: {factor[:60]!r} is not among what is given")
        return polynomial(factor, constants)


def polynomial(text: str, constants: dict[str, fmpq]) -> Any:
    """A polynomial in LETTERS with rational coefficients. Raises Malformed for a text that is none."""
    run = parse(text, {*LETTERS, *constants})
    try:
        return _RING.constant(0) + run({**_LETTERS, **constants})
    except (ArithmeticError, ValueError, TypeError) as error:
        raise Malformed(f"{text[:60]!r} is not a polynomial: {error}") from None


def _rows(name: str, proof: Any) -> list[list[str]]:
    if not isinstance(proof, list) or not all(
        isinstance(term, list) and len(term) > 0 and all(isinstance(part, str) for part in term) for term in proof
    ):
        raise Malformed(f"proofs {name}: must be a list of terms, each a list of texts: a multiplier, then factors")
    return proof
