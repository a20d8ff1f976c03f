"""Facts that are known of some symbols, the signs that follow from them, and facts on powers."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from typing import Any

from symfed.recheck.expressions import MalformedPart, Tree, parsed
from symfed.recheck.ratios import LetterSigns, PolynomialRatio

#: The possible signs of a symbol, and whether it is positive then.
SIGNS = {"> 0": 1, ">= 0": 0, ">= 1": 1, "natural": 0}


class KnownFacts:
    """The facts that are known of some symbols, by name, and the signs of polynomials that follow from them."""

    def __init__(self, signs: Mapping[str, str], trees: Iterable[Tree]) -> None:
        self.letters = LetterSigns([*trees, *signs])
        self.facts: dict[str, tuple[PolynomialRatio, str]] = {}
        self.signs: dict[str, tuple[int, bool]] = {}
        self.counts = {name for name, sign in signs.items() if sign in (">= 1", "natural")}
        self.positive = {name for name, sign in signs.items() if SIGNS.get(sign, 1)}
        self.least = {name for name, sign in signs.items() if sign in (">= 1", "at least 1")}
        self._generators: dict[int, bool] = {}
        self._factors: dict[tuple[str, str], tuple[int, list[tuple[Any, int, bool]]]] = {}
        for name in signs:
            self._signed(self.letters.of[name].above, 1, name in self.positive)
        for name in self.least:
            self.learn(f"more_{name}", self.letters.of[name] - 1, ">=")

    def learn(self, name: str, fact: PolynomialRatio, kind: str) -> None:
        """Add a fact: `fact` is not negative, positive, or zero. If the signs of all its factors but one are known, that one's follows."""
        if name in self.facts:
            raise MalformedPart(f"{name} is said twice")
        self.facts[name] = fact, kind
        if kind == "=" or fact == 0:
            return
        (total, factors), open_ = self._sign_and_factors(fact), []
        for factor, times, below in factors:
            sign, strict = self._factor_sign(factor)
            if sign and (strict or kind == ">"):
                total *= sign if times % 2 else 1
                if not strict and not below:  # a product that is positive has no factor zero
                    self._signed(factor, sign, True)
            elif times % 2 or kind == ">=":  # where an even power vanishes, a fact says nothing of the other factors
                open_.append((factor, times))
        if len(open_) == 1 and open_[0][1] % 2:
            self._signed(open_[0][0], total, kind == ">")

    def _signed(self, factor: Any, sign: int, strict: bool) -> None:
        self.signs[str(factor)] = sign, strict
        (monomial,) = list(factor.to_dict()) if len(factor) == 1 else [()]
        if sum(monomial) == 1 and sign > 0:
            at = monomial.index(1)
            self._generators[at] = strict or self._generators.get(at, False)

    def defined(self, x: PolynomialRatio) -> None:
        """Record that the divisors in a claim are not zero: it is stated where it is defined."""
        for factor, _, below in self._sign_and_factors(x)[1]:
            sign, strict = self._factor_sign(factor)
            if below and sign and not strict:
                self._signed(factor, sign, True)

    def _sign_and_factors(self, x: PolynomialRatio) -> tuple[int, list[tuple[Any, int, bool]]]:
        """The sign of a quotient's constant, and its irreducible factors: (factor, multiplicity, whether it stands below)."""
        if x.key not in self._factors:
            (c, above), (d, below) = x.above.factor(), x.below.factor()
            self._factors[x.key] = 1 if c * d > 0 else -1, [(f, n, False) for f, n in above] + [(f, n, True) for f, n in below]
        return self._factors[x.key]

    def _factor_sign(self, polynomial: Any) -> tuple[int, bool]:
        """1 or -1 where an irreducible polynomial is known not to have the other sign, else 0; and whether it is known not to vanish."""
        if polynomial.is_constant():
            return (1 if polynomial.leading_coefficient() > 0 else -1), True
        if (found := self.signs.get(str(polynomial))) and found[1]:
            return found
        shown = self._by_terms(polynomial)
        if not shown[0] and (more := [k for k, name in enumerate(self.letters.context.names()) if name in self.least]):
            # what is at least one is one and what is not negative
            own = self.letters.context.gens()
            shown = self._by_terms(polynomial.compose(*(g + 1 if k in more else g for k, g in enumerate(own))), more)
        if shown[0]:
            return shown
        return found or (0, False)

    def _by_terms(self, polynomial: Any, less: Sequence[int] = ()) -> tuple[int, bool]:
        """The sign that all terms have, and whether one of them does not vanish; the symbols `less` may be zero."""
        terms = polynomial.to_dict()
        signs = {1 if c > 0 else -1 for c in terms.values()}
        if len(signs) != 1 or not all(e % 2 == 0 or k in self._generators for at in terms for k, e in enumerate(at) if e):
            return 0, False
        return signs.pop(), any(all(self._generators.get(k, False) and k not in less for k, e in enumerate(at) if e) for at in terms)

    def sign(self, x: PolynomialRatio, strict: bool = False) -> bool:
        """Return whether x >= 0, or x > 0 if `strict`, follows from the signs of its factors."""
        if x == 0:
            return not strict
        above, below = self._factor_sign(x.above), self._factor_sign(x.below)
        if above[0] * below[0] > 0 and below[1] and (above[1] or not strict):
            return True
        (total, factors), sure = self._sign_and_factors(x), True
        for factor, times, is_below in factors:
            sign, nonzero = self._factor_sign(factor)
            if times % 2:
                total *= sign
            sure = sure and (nonzero or (not strict and not is_below))
        return total > 0 and sure

    def adds_up(self, goal: PolynomialRatio, strict: bool, factor: Sequence[Any], terms: Sequence[Any]) -> str:
        """Check a certificate: return "" if factor * goal is the sum of the terms, with the required signs, else the error.

        Factor and terms are lists of (coefficient, names of facts): each is the product of these.
        """
        by, positive = self.letters.one * 0, False
        for coefficient, names in factor:
            c = self.letters(parsed(coefficient))
            kinds = [self.facts[name][1] for name in names]
            if not self.sign(c) or "=" in kinds:
                return f"a multiplier of the claim may be negative: {coefficient}"
            positive = positive or (self.sign(c, strict=True) and all(self._is_positive(name) for name in names))
            by = by + self._times_facts(c, names)
        if not positive:
            return "no multiple of the claim is taken"
        total, above = self.letters.one * 0, False
        for coefficient, names in terms:
            c = self.letters(parsed(coefficient))
            kinds = [self.facts[name][1] for name in names]
            if wrong := self.wrong_multiplier(c, coefficient, "=" in kinds):
                return wrong
            above = above or (self.sign(c, strict=True) and all(kind == ">" for kind in kinds))
            total = total + self._times_facts(c, names)
        if strict and not above:
            return "no term is positive, and the claim is strict"
        return "" if by * goal == total else "the terms do not add up to the claim"

    def _is_positive(self, name: str) -> bool:
        fact, kind = self.facts[name]
        return kind == ">" or self.sign(fact, strict=True)

    def wrong_multiplier(self, c: PolynomialRatio, text: str, equation: bool) -> str:
        """The error in a multiplier of facts: it may be negative, or undefined where one of these is an equation; "" if there is none."""
        if not equation:
            return "" if self.sign(c) else f"a multiplier may be negative: {text}"
        defined = all(self._factor_sign(factor)[1] for factor, _, below in self._sign_and_factors(c)[1] if below)
        return "" if defined else f"a multiplier may be undefined: {text}"

    def _times_facts(self, c: PolynomialRatio, names: Sequence[str]) -> PolynomialRatio:
        return reduce(operator.mul, (self.facts[name][0] for name in names), c)

    def rule(self, name: str, base: PolynomialRatio, exponent: PolynomialRatio) -> tuple[PolynomialRatio, str]:
        """The fact that a rule gives about base^exponent. Raises MalformedPart where what it asks for is not known."""
        needs, says = _RULES[name]
        power, one = self.letters.power(base, exponent), self.letters.one
        terms = exponent.above.to_dict()
        used = {name for at in terms for name, e in zip(self.letters.context.names(), at, strict=True) if e}
        natural = bool(used) and used <= self.counts and list(terms.values()) == [1]
        met = {
            "base > 0": lambda: self.sign(base, strict=True),
            "base >= 0": lambda: self.sign(base),
            "base < 1": lambda: self.sign(one - base, strict=True),
            "base <= 1": lambda: self.sign(one - base),
            "exponent >= 1": lambda: natural and used <= self.positive,
        }
        if missing := [need for need in needs if not met[need]()] or ([] if natural else ["a natural exponent"]):
            raise MalformedPart(f"{name} asks for {missing[0]}")
        return says(power, base, exponent, one)


Says = Callable[[PolynomialRatio, PolynomialRatio, PolynomialRatio, PolynomialRatio], tuple[PolynomialRatio, str]]
#: Rules on p = b^n for a natural number n: their conditions, and their conclusions.
_RULES: dict[str, tuple[tuple[str, ...], Says]] = {
    "pow_lt": (("base > 0",), lambda p, b, n, one: (p, ">")),
    "pow_le": (("base >= 0",), lambda p, b, n, one: (p, ">=")),
    "pow_below_one": (("base >= 0", "base < 1", "exponent >= 1"), lambda p, b, n, one: (one - p, ">")),
    "pow_at_most_base": (("base >= 0", "base <= 1", "exponent >= 1"), lambda p, b, n, one: (b - p, ">=")),
    "bernoulli": (("base >= 0",), lambda p, b, n, one: (p - one - n * (b - one), ">=")),
}
