"""Signs of real numbers: facts known by name, and certificates from them, term by term, as data that the checker reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.core.symbols import is_count, users_own
from symfed.tactics.sums_of_products import Fraction, Given, Letters, Polynomial, SumOfProducts, WeightedProduct, search, squares

Data = dict[str, Any]

#: Of facts with no more summands than this, squares of their differences are tried.
_FEW = 4


@dataclass(frozen=True)
class Proved:
    """A proved fact and its name: 0 <= value, 0 < value, or `left = right` with value = right - left. `square`: value is its square."""

    name: str
    value: sp.Expr
    strict: bool = False
    equation: bool = False
    square: sp.Expr | None = None


@dataclass
class Signs:
    """The facts known so far, and the `steps` that prove them, in the order in which they follow.

    `atoms`: symbols in place of powers, roots and other numbers; `signs`: of symbols, 1 for positive, 0 for not negative. With `shifted`,
    a count that is at least one is a symbol and one. `said`: names of the signs that were asked for; none where none is found.
    """

    shifted: bool = False
    known: list[Proved] = field(default_factory=list)
    steps: list[Data] = field(default_factory=list)
    atoms: dict[sp.Expr, sp.Symbol] = field(default_factory=dict)
    signs: dict[sp.Symbol, int] = field(default_factory=dict)
    said: dict[tuple[sp.Expr, bool], str] = field(default_factory=dict)

    def meant(self, x: sp.Expr) -> sp.Expr:
        """An expression with the expressions that symbols replace put back."""
        return x.xreplace({atom: meant for meant, atom in self.atoms.items()})

    def _add_step(self, **step: Any) -> str:
        """The name of a new step."""
        name = f"so_{len(self.steps) + 1}"
        self.steps.append({"name": name, **step})
        return name

    def atom(self, x: sp.Expr, kind: str) -> sp.Symbol:
        return self.atoms.setdefault(x, users_own(f"{kind}_{len(self.atoms) + 1}", real=True))

    def _less_one(self, count: sp.Symbol) -> sp.Symbol:
        """A count less one, as a symbol."""
        atom = self.atom(count - 1, "less")
        self.signs[atom] = 0
        return atom

    def flat(self, x: sp.Expr) -> sp.Expr:
        """A rational expression, with symbols in place of powers and roots. Raises InvalidInput for what else there is."""
        if x in self.atoms:
            return self.atoms[x]
        if self.shifted and x.is_Symbol and is_count(x) and x.is_positive:
            return 1 + self._less_one(x)
        if x.is_Rational or x.is_Symbol:
            return x
        if x.is_Add or x.is_Mul:
            return x.func(*map(self.flat, x.args))
        if x.is_Pow and x.exp.is_Integer:
            inverse = self.atoms.get(1 / x.base) if x.exp < 0 else None
            return self.flat(x.base) ** x.exp if inverse is None else inverse**-x.exp
        if x.is_Pow and x.exp.is_Rational and x.exp.q == 2:
            return self.atom(sp.sqrt(x.base), "root") ** x.exp.p
        if x.is_Pow and x.exp.free_symbols:
            parts = dict(units(x))
            counted = sp.Add(*[power.exp * times for power, times in parts.items()])
            shift = sp.expand(x.exp - counted)
            if shift.is_Integer:
                return sp.Mul(*[self.atom(power, "power") ** times for power, times in parts.items()]) * self.flat(x.base) ** shift
            raise InvalidInput("exponent", x, "is no sum of products of counts", "it is not exported")
        return self.atom(x, "number")

    def assert_sign(self, value: sp.Expr, strict: bool = False) -> str:
        """The name of a step that proves 0 <= value, or 0 < value; "" if none is found."""
        meant = self.meant(value)
        if (meant, strict) not in self.said:
            self.said[meant, strict] = ""
            found = {} if self._is_evident(value, strict) else self.certified(sp.S.Zero, value, strict, plain=True)
            if found is not None:
                name = self.said[meant, strict] = self._add_step(says=meant, strict=strict, **({"sum": found} if found else {}))
                self.known.append(Proved(name, value, strict))
        return self.said[meant, strict]

    def _is_evident(self, value: sp.Expr, strict: bool) -> bool:
        """Return whether the checker sees the sign by the shape of the expression; factors and terms of another shape are asserted."""
        if value.is_Rational:
            return bool(value > 0 or (value == 0 and not strict))
        if value.is_Symbol:
            return self.signs.get(value, -1) >= int(strict)
        if value in self.atoms:
            return self.signs.get(self.atoms[value], -1) >= int(strict)
        if value.is_Mul and not value.could_extract_minus_sign():
            return all(self._is_evident(f, strict) or bool(self.assert_sign(f, strict)) for f in value.args)
        if value.is_Pow and value.exp.is_Integer:
            below = bool(value.exp < 0)
            return self._is_evident(value.base, strict or below) or bool(self.assert_sign(value.base, strict or below))
        if value.is_Add:
            first = next((t for t in value.args if self._is_evident(t, True)), None) if strict else None
            return (first is not None or not strict) and all(t == first or self._is_evident(t, False) for t in value.args)
        return False

    def certified(self, low: sp.Expr, high: sp.Expr, strict: bool, plain: bool = False) -> Data | None:
        """A certificate of low <= high (low < high) from what is known, or None; `plain`: from what has no powers and no denominators."""
        facts = [k for k in self.known if not plain or self._usable_early(k.value, high)]
        return self.searched(self.flat(high - low), facts, strict, (), squared=not plain)

    def searched(self, gap: sp.Expr, facts: Sequence[Proved], strict: bool, told: Sequence[Proved], squared: bool = True) -> Data | None:
        """A certificate of a relation whose sides differ by `gap` and by the values of the given products."""
        goal, below = self._over(gap)
        if below is None:
            return None
        usable, tops, bottoms = [], [goal], [below]
        for fact in facts:
            top, under = self._over(self.flat(fact.value))
            if under is not None:
                usable.append(fact)
                tops.append(top)
                bottoms.append(under)
        gens = sorted(set().union(*(top.free_symbols for top in tops)), key=lambda s: s.name)
        letters = Letters(tuple(self.signs.get(s) for s in gens))
        wanted, *polynomials = (_as_polynomial(top, gens) for top in tops)
        data = [Given(p, fact.strict, fact.equation) for p, fact in zip(polynomials, usable, strict=True)]
        found = search(wanted, data, letters, strict)
        if found is None and squared:
            summands = (sp.Add.make_args(fact.value) for fact in facts)
            mixed = [one - other for parts in summands if len(parts) <= _FEW for one, other in combinations(parts, 2)]
            for roots, most in ((mixed, 2), ([_as_expression(root, gens) for root in squares(wanted, data)], 1)):
                for value in roots:
                    top, under = self._over(self.flat(value**2))
                    if under is not None:
                        usable.append(Proved("", value**2, square=value))
                        data.append(Given(_as_polynomial(top, gens)))
                        bottoms.append(under)
                found = search(wanted, data, letters, strict, most) if found is None and roots else found
        return None if found is None else self._certificate_data(found, usable, gens, bottoms, told)

    def _over(self, flat: sp.Expr) -> tuple[sp.Expr, Mapping[sp.Expr, int] | None]:
        """A rational expression times its denominator, and the factors of this; see `_factors`."""
        top, bottom = sp.fraction(sp.cancel(sp.together(flat)))
        sign, factors = self._factors(bottom)
        return sp.expand(top * sign), factors

    def _usable_early(self, value: sp.Expr, wanted: sp.Expr) -> bool:
        """Return whether a fact may be used before other facts are read: the powers in it are whole, or occur in what is wanted."""
        return all((x.is_Pow and x.exp.is_Integer) or wanted.has(x) for x in value.atoms(sp.Pow, sp.exp))

    def _factors(self, bottom: sp.Expr) -> tuple[sp.Expr, dict[sp.Expr, int] | None]:
        """The sign, and positive factors with their powers; None in place of them where one is not seen to be positive."""
        constant, factors = sp.factor_list(bottom)
        out, sign = {}, sp.S.One / constant
        for factor, power in factors:
            if self.is_positive(factor):
                out[factor] = power
            elif self.is_positive(-factor):
                out[sp.expand(-factor)], sign = power, sign * (-1) ** power
            else:
                return sign, None
        return sign, out

    def is_positive(self, factor: sp.Expr) -> bool:
        """Return whether the checker sees by its shape that a factor is positive, or it is asserted to be, wherever that can be done."""
        factor = sp.expand(factor)
        parts = [
            [self.signs.get(s) if s.is_Symbol else 1 if s.is_positive else None for s in t.free_symbols | {t.as_coeff_Mul()[0]}]
            for t in sp.Add.make_args(factor)
        ]
        if all(None not in part for part in parts) and any(0 not in part for part in parts):
            return True
        meant = self.meant(factor)
        if self.said.get((meant, True)):
            return True
        known = next((k for k in self.known if k.strict and not k.equation and self._is_positive_multiple(k.value, factor)), None)
        if known is None:
            return False
        self.said[meant, True] = self._add_step(says=meant, strict=True)
        return True

    def _is_positive_multiple(self, value: sp.Expr, factor: sp.Expr) -> bool:
        """Return whether a known number is this factor times a positive number."""
        flat = sp.expand(self.flat(value)) if not value.is_Symbol else value
        return flat.free_symbols == factor.free_symbols and bool(sp.cancel(flat / factor).is_positive)

    def _certificate_data(
        self,
        found: SumOfProducts,
        facts: Sequence[Proved],
        gens: Sequence[sp.Symbol],
        bottoms: Sequence[Mapping[sp.Expr, int]],
        told: Sequence[Proved],
    ) -> Data:
        """The certificate: factors times the goal's difference is the sum of the terms, each a number before names of facts."""
        for k in {k for factor in found.factors for k in factor.facts}:
            self.assert_sign(facts[k].value, strict=True)
        used = {k for part in (*found.terms, *found.factors) for k in part.facts}
        names = [self._square_step(fact.square) if k in used and fact.square is not None else fact.name for k, fact in enumerate(facts)]

        def coefficient(part: WeightedProduct, powers: Mapping[sp.Expr, int]) -> sp.Expr:
            number = sp.Rational(part.coefficient.numerator, part.coefficient.denominator)
            monomial = sp.Mul(*[g**e for g, e in zip(gens, part.monomial, strict=True)])
            return number * self.meant(monomial * sp.Mul(*[g**e for g, e in powers.items()]))

        terms = []
        for part in found.terms:
            below = {factor: -power for factor, power in bottoms[0].items()}
            for k in part.facts:
                for factor, power in bottoms[k + 1].items():
                    below[factor] = below.get(factor, 0) + power
            terms.append((coefficient(part, below), [names[k] for k in part.facts]))
        factors = [(coefficient(part, {}), [names[k] for k in part.facts]) for part in found.factors]
        terms += [(by, [*of, product.name]) for by, of in factors for product in told]
        return {"factor": factors, "terms": terms}

    def _square_step(self, root: sp.Expr) -> str:
        """The name of a step that a square is not negative."""
        meant = self.meant(root)
        known = next((step["name"] for step in self.steps if step.get("square") and step["says"] == meant), "")
        return known or self._add_step(says=meant, square=True)


def units(x: sp.Expr) -> Iterator[tuple[sp.Expr, int]]:
    """The powers with products of counts as exponents of which a power is made, and how often each is a factor."""
    if x.is_Pow and x.exp.free_symbols:
        for part in sp.Add.make_args(sp.expand(x.exp)):
            times, unit = part.as_coeff_Mul()
            if unit != 1 and times.is_Integer and all(s.is_Symbol and is_count(s) for s in sp.Mul.make_args(unit)):
                yield sp.Pow(x.base, unit, evaluate=False), int(times)


def _as_polynomial(x: sp.Expr, gens: Sequence[sp.Symbol]) -> Polynomial:
    if not gens:
        return {(): Fraction(int(x.p), int(x.q))} if x != 0 else {}
    return {m: Fraction(int(c.p), int(c.q)) for m, c in sp.Poly(x, *gens).terms() if c != 0}


def _as_expression(polynomial: Polynomial, gens: Sequence[sp.Symbol]) -> sp.Expr:
    terms = ((sp.Rational(c.numerator, c.denominator), m) for m, c in polynomial.items())
    return sp.Add(*[c * sp.Mul(*[g**e for g, e in zip(gens, m, strict=True)]) for c, m in terms])
