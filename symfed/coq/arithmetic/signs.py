"""Signs of real numbers, as lines of Coq: what is known under a name, and certificates from it, term by term."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import sympy as sp

from symfed.coq.arithmetic.certificates import Fraction, Given, Letters, Polynomial, SumOfProducts, WeightedProduct, search, squares
from symfed.coq.printer import is_count, term
from symfed.core.errors import InvalidInput
from symfed.core.symbols import users_own

#: Of facts with no more summands than this, squares of their differences are tried.
_FEW = 4


@dataclass(frozen=True)
class Proved:
    """What Coq has a proof of: 0 <= value, 0 < value, or `left = right` with value = right - left."""

    proof: str
    value: sp.Expr
    strict: bool = False
    equation: bool = False


@dataclass
class Signs:
    """What is known so far, and `lines` that prove it. `atoms`: letters in place of powers, roots and other numbers; `signs`: of letters,
    1 for positive, 0 for not negative. With `shifted`, a count that is at least one is a letter and one."""

    shifted: bool = False
    known: list[Proved] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    atoms: dict[sp.Expr, sp.Symbol] = field(default_factory=dict)
    signs: dict[sp.Symbol, int] = field(default_factory=dict)
    said: dict[tuple[str, bool], str] = field(default_factory=dict)

    def atom(self, x: sp.Expr, kind: str) -> sp.Symbol:
        return self.atoms.setdefault(x, users_own(f"{kind}_{len(self.atoms) + 1}", real=True))

    def _less(self, count: sp.Symbol) -> sp.Symbol:
        """A count less one, as a letter."""
        atom = self.atom(count - 1, "less")
        self.signs[atom] = 0
        return atom

    def flat(self, x: sp.Expr) -> sp.Expr:
        """A rational expression, with letters in place of powers and roots. Raises InvalidInput for what else there is."""
        if x in self.atoms:
            return self.atoms[x]
        if self.shifted and x.is_Symbol and is_count(x) and x.is_positive:
            return 1 + self._less(x)
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
        """The name of a proof of 0 <= value, or of 0 < value, which is written; nothing where none is found."""
        text = self._text(value)
        if (text, strict) not in self.said:
            self.said[text, strict] = ""
            how = ["positive."] if self._evident(value, strict) else self.certified(sp.S.Zero, value, strict, plain=True)
            if how:
                name = self.said[text, strict] = f"so_{len(self.lines) + 1}"
                self.lines.append(f"assert ({name} : 0 {'<' if strict else '<='} {text}). {{ {' '.join(how)} }}")
                self.known.append(Proved(name, value, strict))
        return self.said[text, strict]

    def _evident(self, value: sp.Expr, strict: bool) -> bool:
        """Whether the tactic `positive` sees it by its shape; factors and terms of another shape are asserted."""
        if value.is_Rational:
            return bool(value > 0 or (value == 0 and not strict))
        if value.is_Symbol:
            return self.signs.get(value, -1) >= int(strict)
        if value in self.atoms:
            return self.signs.get(self.atoms[value], -1) >= int(strict)
        if value.is_Mul and not value.could_extract_minus_sign():
            return all(self._evident(f, strict) or bool(self.assert_sign(f, strict)) for f in value.args)
        if value.is_Pow and value.exp.is_Integer:
            below = bool(value.exp < 0)
            return self._evident(value.base, strict or below) or bool(self.assert_sign(value.base, strict or below))
        if value.is_Add:
            first = next((t for t in value.args if self._evident(t, True)), None) if strict else None
            return (first is not None or not strict) and all(t == first or self._evident(t, False) for t in value.args)
        return False

    def certified(self, low: sp.Expr, high: sp.Expr, strict: bool, plain: bool = False) -> list[str] | None:
        """Lines that prove low <= high (low < high) from what is known, or None; `plain`: from what has no powers and no denominators."""
        facts = [k for k in self.known if not plain or self._plain(k.value, high)]
        return self.searched(self.flat(high - low), facts, strict, (), squared=not plain)

    def searched(
        self, gap: sp.Expr, facts: Sequence[Proved], strict: bool, told: Sequence[Proved], squared: bool = True
    ) -> list[str] | None:
        """Lines that prove a relation whose sides differ by `gap` and by the values of what one is told."""
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
        wanted, *polynomials = (_polynomial(top, gens) for top in tops)
        data = [Given(p, fact.strict, fact.equation) for p, fact in zip(polynomials, usable, strict=True)]
        found = search(wanted, data, letters, strict)
        if found is None and squared:
            summands = (sp.Add.make_args(fact.value) for fact in facts)
            mixed = [one - other for parts in summands if len(parts) <= _FEW for one, other in combinations(parts, 2)]
            for roots, most in ((mixed, 2), ([_expression(root, gens) for root in squares(wanted, data)], 1)):
                for value in roots:
                    top, under = self._over(self.flat(value**2))
                    if under is not None:
                        usable.append(Proved(f"(pow2_ge_0 ({self._text(value)}))", value**2))
                        data.append(Given(_polynomial(top, gens)))
                        bottoms.append(under)
                found = search(wanted, data, letters, strict, most) if found is None and roots else found
        return None if found is None else self._written(found, usable, gens, bottoms, strict, told)

    def _over(self, flat: sp.Expr) -> tuple[sp.Expr, Mapping[sp.Expr, int] | None]:
        """A rational expression times its denominator, and the factors of this; see `_factors`."""
        top, bottom = sp.fraction(sp.cancel(sp.together(flat)))
        sign, factors = self._factors(bottom)
        return sp.expand(top * sign), factors

    def _plain(self, value: sp.Expr, wanted: sp.Expr) -> bool:
        """Whether a fact may be used for what must be known before facts are read: of powers it has those alone of which one asks."""
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
        """Whether a factor has a shape of which Coq sees that it is positive, or is asserted to be, which is done where it can be."""
        factor = sp.expand(factor)
        parts = [
            [self.signs.get(s) if s.is_Symbol else 1 if s.is_positive else None for s in t.free_symbols | {t.as_coeff_Mul()[0]}]
            for t in sp.Add.make_args(factor)
        ]
        if all(None not in part for part in parts) and any(0 not in part for part in parts):
            return True
        if self.said.get((self._text(factor), True)):
            return True
        known = next((k for k in self.known if k.strict and not k.equation and self._ratio(k.value, factor)), None)
        if known is None:
            return False
        text, name = self._text(factor), f"so_{len(self.lines) + 1}"
        self.said[text, True] = name
        self.lines.append(f"assert ({name} : 0 < {text}) by (assert (same := {known.proof}); lra).")
        return True

    def _ratio(self, value: sp.Expr, factor: sp.Expr) -> bool:
        """Whether a known number is this factor, times a positive number."""
        flat = sp.expand(self.flat(value)) if not value.is_Symbol else value
        return flat.free_symbols == factor.free_symbols and bool(sp.cancel(flat / factor).is_positive)

    def _written(
        self,
        found: SumOfProducts,
        facts: Sequence[Proved],
        gens: Sequence[sp.Symbol],
        bottoms: Sequence[Mapping[sp.Expr, int]],
        strict: bool,
        told: Sequence[Proved],
    ) -> list[str]:
        """The certificate: each term's sign, their sum, and that it is the goal's difference."""
        lines: list[str] = []
        proofs: list[str] = []
        for part in found.terms:
            below = {factor: -power for factor, power in bottoms[0].items()}
            for k in part.facts:
                for factor, power in bottoms[k + 1].items():
                    below[factor] = below.get(factor, 0) + power
            value = self._product(part, gens, below)
            equation = next((facts[k] for k in part.facts if facts[k].equation), None)
            if equation is not None:
                proofs.append(f"(vanishing ({value}) _ _ {equation.proof})")
                continue
            first = strict and not proofs
            proof = f"m{len(proofs) + 1}"
            lines.append(f"assert ({proof} : 0 {'<' if first else '<='} {value}) by positive.")
            for k in part.facts:
                own = f"(Rlt_le _ _ {facts[k].proof})" if facts[k].strict and not first else facts[k].proof
                proof = f"({'Rmult_lt_0_compat' if first else 'Rmult_le_pos'} _ _ {proof} {own})"
            proofs.append(proof)
        factor = self._factor(found, facts, gens)
        if told:
            lines.append(f"assert (factor : 0 <= {factor}) by positive.")
            proofs += [f"(Rmult_le_pos _ _ factor {k.proof})" for k in told]
        whole = proofs[-1] if proofs else "(Rle_refl 0)"
        for k, proof in reversed(list(enumerate(proofs[:-1]))):
            whole = f"({'Rplus_lt_le_0_compat' if strict and k == 0 else 'Rplus_le_le_0_compat'} _ _ {proof} {whole})"
        lines.append(f"certified ({factor}) {whole}.")
        return lines

    def _factor(self, found: SumOfProducts, facts: Sequence[Proved], gens: Sequence[sp.Symbol]) -> str:
        """What the goal's difference is multiplied by, whose sign is asserted where it has facts."""
        by = []
        for factor in found.factors:
            also = [facts[k].value for k in factor.facts]
            for value in also:
                self.assert_sign(value, strict=True)
            by.append(" * ".join([f"({self._product(factor, gens, {})})", *(f"({self._text(value)})" for value in also)]))
        return " + ".join(by)

    def _text(self, x: sp.Expr) -> str:
        return term(x.xreplace({atom: meant for meant, atom in self.atoms.items()}))

    def _product(self, part: WeightedProduct, gens: Sequence[sp.Symbol], powers: Mapping[sp.Expr, int]) -> str:
        """A product as text: its factors one after the other, so that each keeps the shape of which its sign is known."""
        number = sp.Rational(part.coefficient.numerator, part.coefficient.denominator)
        above = [(g, e) for g, e in (*zip(gens, part.monomial, strict=True), *powers.items()) if e > 0]
        below = [(g, -e) for g, e in powers.items() if e < 0]

        def times(several: Sequence[tuple[sp.Expr, int]]) -> str:
            return " * ".join(f"({self._text(g)})" if e == 1 else f"({self._text(g)}) ^ {e}" for g, e in several)

        first = f"({term(number)})" if number != 1 or not above else ""
        text = " * ".join(filter(None, [first, times(above)]))
        return f"{text} / ({times(below)})" if below else text


def units(x: sp.Expr) -> Iterator[tuple[sp.Expr, int]]:
    """The powers with products of counts as exponents of which a power is made, and how often each is a factor."""
    if x.is_Pow and x.exp.free_symbols:
        for part in sp.Add.make_args(sp.expand(x.exp)):
            times, unit = part.as_coeff_Mul()
            if unit != 1 and times.is_Integer and all(s.is_Symbol and is_count(s) for s in sp.Mul.make_args(unit)):
                yield sp.Pow(x.base, unit, evaluate=False), int(times)


def _polynomial(x: sp.Expr, gens: Sequence[sp.Symbol]) -> Polynomial:
    if not gens:
        return {(): Fraction(int(x.p), int(x.q))} if x != 0 else {}
    return {m: Fraction(int(c.p), int(c.q)) for m, c in sp.Poly(x, *gens).terms() if c != 0}


def _expression(polynomial: Polynomial, gens: Sequence[sp.Symbol]) -> sp.Expr:
    terms = ((sp.Rational(c.numerator, c.denominator), m) for m, c in polynomial.items())
    return sp.Add(*[c * sp.Mul(*[g**e for g, e in zip(gens, m, strict=True)]) for c, m in terms])
