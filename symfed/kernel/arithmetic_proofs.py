"""Lines of Coq that prove a relation from others over the reals: what is known of roots and powers, then a certificate term by term."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import sympy as sp
from sympy.core.relational import Relational

from symfed.core.errors import InvalidInput
from symfed.kernel import printer
from symfed.kernel.arithmetic_certificates import Fact, Fraction, Letters, Polynomial, Sum, Term, search, squares
from symfed.kernel.printer import is_count, term

#: Of facts with no more summands than this, squares of their differences are tried.
_FEW = 4


@dataclass(frozen=True)
class _Known:
    """What Coq has a proof of: 0 <= value, 0 < value, or `left = right` with value = right - left."""

    proof: str
    value: sp.Expr
    strict: bool = False
    equation: bool = False


@dataclass
class Proof:
    """The proof that `goal` follows from `given`, whose hypotheses have the names `names`, as have the signs of letters.

    `lines` come first, and prove what is known of roots, powers and denominators; `closing` returns the others. With `further`,
    comparisons of powers with their bases and Bernoulli's inequality are among the facts. With `shifted`, counts are one more than letters.
    """

    further: bool = False
    shifted: bool = False
    known: list[_Known] = field(default_factory=list)
    told: list[_Known] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    atoms: dict[sp.Expr, sp.Symbol] = field(default_factory=dict)
    signs: dict[sp.Symbol, int] = field(default_factory=dict)
    said: dict[tuple[str, bool], str] = field(default_factory=dict)

    # what is given

    def lay_out(self, goal: Relational, given: Mapping[str, Relational], multipliers: Mapping[str, sp.Expr]) -> Relational:
        """Notes what is given, and what follows for roots, powers and denominators; the goal, in the letters that are left."""
        self.signs = {s: 1 if s.is_positive else 0 for f in (goal, *given.values()) for s in f.free_symbols if s.is_nonnegative}
        stated = {"": goal, **given}
        named = {name: sp.Eq(m, 0, evaluate=False) for name, m in multipliers.items()}
        stated, named = self._without_roots(stated, named)
        stated, named = self._without_equations(stated, named)
        goal = stated.pop("")
        for name, fact in stated.items():
            self._note(name, fact)
        for s in sorted(self.signs, key=lambda s: s.name):
            if is_count(s) and s.is_positive:
                self.known.append(_Known(f"more_{printer.name(s.name)}", s - 1))
        everything = [side for fact in (goal, *stated.values(), *named.values()) for side in fact.args]
        self._powers(everything)
        self._divisions(everything)
        for name, multiplier in named.items():
            self._multiplied(name, multiplier.lhs, stated.get(name))
        return goal

    def _note(self, name: str, fact: Relational) -> None:
        if isinstance(fact, sp.Eq):
            self.known.append(_Known(name, fact.rhs - fact.lhs, equation=True))
        elif not isinstance(fact, sp.Ne):
            strict = isinstance(fact, sp.Lt | sp.Gt)
            turned = f"({'Rgt_lt' if strict else 'Rge_le'} _ _ {name})" if isinstance(fact, sp.Ge | sp.Gt) else name
            self.lines.append(f"assert (slack_{name} := slack{'_strict' * strict} _ _ {turned}).")
            self.known.append(_Known(f"slack_{name}", fact.gts - fact.lts, strict))

    def _multiplied(self, name: str, multiplier: sp.Expr, fact: Relational | None) -> None:
        """A product of which one is told that the goal's difference has it as a term."""
        if fact is None or isinstance(fact, sp.Ne):
            return
        if isinstance(fact, sp.Eq):
            self.told.append(_Known(f"(vanishing ({term(multiplier)}) _ _ {name})", multiplier * (fact.rhs - fact.lhs)))
        elif sign := self.assert_sign(multiplier):
            own = f"(Rlt_le _ _ slack_{name})" if isinstance(fact, sp.Lt | sp.Gt) else f"slack_{name}"
            self.told.append(_Known(f"(Rmult_le_pos _ _ {sign} {own})", multiplier * (fact.gts - fact.lts)))

    def _without_roots(
        self, stated: dict[str, Relational], named: dict[str, Relational]
    ) -> tuple[dict[str, Relational], dict[str, Relational]]:
        """A letter under a root is replaced by the square of one."""
        under = {p.base for f in (*stated.values(), *named.values()) for p in f.atoms(sp.Pow) if p.exp.is_Rational and p.exp.q == 2}
        for s in sorted((s for s in under if s.is_Symbol and not is_count(s) and s in self.signs), key=lambda s: s.name):
            text, sign = printer.name(s.name), self.signs.pop(s)
            root = sp.Symbol(f"root_{text}", **({"positive": True} if sign else {"nonnegative": True}))
            lemma = "root_of_positive" if sign else "root_of_nonnegative"
            self.lines.append(f"destruct ({lemma} {text} sign_{text}) as ({root} & sign_{root} & named & squared).")
            self.lines.append("rewrite named in *. clear named. destruct squared.")
            self.signs[root] = sign
            stated, named = _put(stated, s, root**2), _put(named, s, root**2)
        return stated, named

    def _without_equations(
        self, stated: dict[str, Relational], named: dict[str, Relational]
    ) -> tuple[dict[str, Relational], dict[str, Relational]]:
        """A letter that an equation gives is replaced everywhere."""
        stated = dict(stated)
        while found := next(_definitions(stated), None):
            name, letter, other, swap = found
            del stated[name]
            self.lines.append(f"symmetry in {name}. destruct {name}." if swap else f"destruct {name}.")
            self.known = [_Known(k.proof, k.value.xreplace({letter: other}), k.strict) for k in self.known]
            if letter in self.signs:
                self.known.append(_Known(f"sign_{printer.name(letter.name)}", other, bool(self.signs.pop(letter))))
            stated, named = _put(stated, letter, other), _put(named, letter, other)
        return stated, named

    # roots, powers and denominators

    def _powers(self, expressions: Sequence[sp.Expr]) -> None:
        """What is known of a root or a power as soon as it is known of what stands under it."""
        found = set().union(*(x.atoms(sp.Pow, sp.exp) for x in expressions))
        for x in sorted((x for x in found if isinstance(x, sp.exp) or (x.exp.is_Rational and x.exp.q == 2)), key=sp.default_sort_key):
            self._root(sp.sqrt(x.base)) if x.is_Pow else self._exponential(x)
        for power in sorted({unit for x in found for unit, _ in _units(x)}, key=sp.default_sort_key):
            self._power(power)

    def _root(self, root: sp.Expr) -> None:
        if root in self.atoms:
            return
        atom = self._atom(root, "root")
        under = term(root.base)
        if self.assert_sign(root.base, strict=True):
            self._learn(f"sqrt_lt_R0 ({under}) ltac:(positive)", atom, strict=True)
        else:
            self._learn(f"sqrt_pos ({under})", atom)
        if self.assert_sign(root.base):
            self._learn(f"root_squared ({under}) ltac:(positive)", root.base - atom**2, equation=True)

    def _exponential(self, x: sp.Expr) -> None:
        if x in self.atoms or not x.args[0].is_Rational:
            return
        atom = self._atom(x, "exponential")
        self._learn(f"exp_pos ({term(x.args[0])})", atom, strict=True)
        if x.args[0] < 0:
            self._learn(f"slack_strict _ _ (exp_below_one ({term(x.args[0])}) ltac:(lra))", 1 - atom, strict=True)

    def _power(self, power: sp.Expr) -> None:
        if power in self.atoms:
            return
        base, exponent = power.args
        atom = self._atom(power, "power")
        of = f"({term(base)}) ({term(power).rsplit('^', 1)[1].strip()})"
        if self.assert_sign(base, strict=True):
            self._learn(f"pow_lt {of} ltac:(positive)", atom, strict=True)
        elif self.assert_sign(base):
            self._learn(f"pow_le {of} ltac:(positive)", atom)
        else:
            return
        least = all(s.is_positive for s in exponent.free_symbols)
        one_at_least = "ltac:(lia)" if exponent.is_Symbol else "ltac:(at_least_one_each)"
        if least and self.assert_sign(1 - base, strict=True):
            self._learn(f"slack_strict _ _ (pow_below_one {of} ltac:(positive) ltac:(lra) {one_at_least})", 1 - atom, strict=True)
        elif self.assert_sign(1 - base):
            self._learn(f"slack _ _ (pow_at_most_one {of} ltac:(positive) ltac:(lra))", 1 - atom)
        if self.further and least and self.assert_sign(1 - base):
            self._learn(f"slack _ _ (pow_at_most_base {of} ltac:(positive) ltac:(lra) {one_at_least})", base - atom)
        if self.further and exponent.is_Symbol:
            self._learn(f"slack _ _ (bernoulli {of} ltac:(positive))", atom - 1 - exponent * (base - 1))
            self._learn(f"slack _ _ (bernoulli_below {of} ltac:(positive))", 1 - atom * (1 + exponent * (1 - base)))

    def _atom(self, x: sp.Expr, kind: str) -> sp.Symbol:
        return self.atoms.setdefault(x, sp.Symbol(f"{kind}_{len(self.atoms) + 1}", real=True))

    def _learn(self, proof: str, value: sp.Expr, strict: bool = False, equation: bool = False) -> str:
        name = f"known_{len(self.known) + 1}"
        self.lines.append(f"assert ({name} := {proof}).")
        self.known.append(_Known(name, value, strict, equation))
        if value.is_Symbol and not equation:
            self.signs[value] = int(strict)
        return name

    def _less(self, count: sp.Symbol) -> sp.Symbol:
        """A count less one, as a letter."""
        atom = self._atom(count - 1, "less")
        self.signs[atom] = 0
        return atom

    def _divisions(self, expressions: Iterable[sp.Expr]) -> None:
        """What is divided by and is not seen to be positive is asked for; its inverse is a number like any other where it is not."""
        below = {p.base for x in expressions for p in x.atoms(sp.Pow) if p.exp.is_Integer and p.exp < 0}
        for bottom in sorted((b for b in below if b.free_symbols), key=sp.default_sort_key):
            if not self._positive(self._flat(bottom)) and not self.assert_sign(bottom, strict=True):
                self._atom(1 / bottom, "inverse")

    def _flat(self, x: sp.Expr) -> sp.Expr:
        """A rational expression, with letters in place of powers and roots. Raises InvalidInput for what else there is."""
        if x in self.atoms:
            return self.atoms[x]
        if self.shifted and x.is_Symbol and is_count(x) and x.is_positive:
            return 1 + self._less(x)
        if x.is_Rational or x.is_Symbol:
            return x
        if x.is_Add or x.is_Mul:
            return x.func(*map(self._flat, x.args))
        if x.is_Pow and x.exp.is_Integer:
            inverse = self.atoms.get(1 / x.base) if x.exp < 0 else None
            return self._flat(x.base) ** x.exp if inverse is None else inverse**-x.exp
        if x.is_Pow and x.exp.is_Rational and x.exp.q == 2:
            return self._atom(sp.sqrt(x.base), "root") ** x.exp.p
        if x.is_Pow and x.exp.free_symbols:
            units = dict(_units(x))
            counted = sp.Add(*[power.exp * times for power, times in units.items()])
            shift = sp.expand(x.exp - counted)
            if shift.is_Integer:
                return sp.Mul(*[self._atom(power, "power") ** times for power, times in units.items()]) * self._flat(x.base) ** shift
            raise InvalidInput("exponent", x, "is no sum of products of counts", "it is not exported")
        return self._atom(x, "number")

    # certificates

    def assert_sign(self, value: sp.Expr, strict: bool = False) -> str:
        """The name of a proof of 0 <= value, or of 0 < value, which is written; nothing where none is found."""
        text = self._text(value)
        if (text, strict) not in self.said:
            self.said[text, strict] = ""
            how = ["positive."] if self._evident(value, strict) else self.certified(sp.S.Zero, value, strict, plain=True)
            if how:
                name = self.said[text, strict] = f"so_{len(self.lines) + 1}"
                self.lines.append(f"assert ({name} : 0 {'<' if strict else '<='} {text}). {{ {' '.join(how)} }}")
                self.known.append(_Known(name, value, strict))
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

    def closing(self, goal: Relational) -> list[str] | None:
        """The last lines of a proof of the goal, or None where none is found."""
        if isinstance(goal, sp.Eq):
            return self._equal(goal.lhs, goal.rhs)
        if isinstance(goal, sp.Ne):
            for low, high, turn in ((goal.lhs, goal.rhs, "Rlt_not_eq"), (goal.rhs, goal.lhs, "Rgt_not_eq")):
                if (lines := self.certified(low, high, True)) is not None:
                    return [f"apply {turn}.", *lines]
            return None
        strict = isinstance(goal, sp.Lt | sp.Gt)
        turn_it = [f"apply {'Rlt_gt' if strict else 'Rle_ge'}."] if isinstance(goal, sp.Ge | sp.Gt) else []
        lines = self._as_told(goal.lts, goal.gts) if self.told and not strict else None
        lines = self._below(goal.lts, goal.gts, strict) if lines is None else lines
        return None if lines is None else [*turn_it, *lines]

    def _equal(self, left: sp.Expr, right: sp.Expr) -> list[str] | None:
        if sp.cancel(sp.together(self._flat(left) - self._flat(right))) == 0:
            return ["equal."]
        both = self._below(left, right, False), self._below(right, left, False)
        return None if both[0] is None or both[1] is None else ["apply Rle_antisym.", *_bulleted(both[0]), *_bulleted(both[1])]

    def _below(self, low: sp.Expr, high: sp.Expr, strict: bool) -> list[str] | None:
        if isinstance(low, sp.Abs) and not strict:
            both = self._below(-high, low.args[0], False), self._below(low.args[0], high, False)
            return None if both[0] is None or both[1] is None else ["apply Rabs_le. split.", *_bulleted(both[0]), *_bulleted(both[1])]
        lines = self.certified(low, high, strict)
        under = [p.base for p in (low + high).atoms(sp.Pow) if p.exp.is_Rational and p.exp.q == 2]
        if (
            lines is None
            and not strict
            and low != 0
            and all(map(self.assert_sign, under))
            and (above := self.certified(sp.S.Zero, high, False)) is not None
        ):
            squared = self.certified(low**2, high**2, False)
            return None if squared is None else ["apply by_square.", *_bulleted(above), *_bulleted(squared)]
        return lines

    def _as_told(self, low: sp.Expr, high: sp.Expr) -> list[str] | None:
        """Lines by the products that one is told of, and by what is known of the letters that are left."""
        left = sp.cancel(sp.together(self._flat(high - low) - sp.Add(*[self._flat(k.value) for k in self.told])))
        letters = left.free_symbols
        facts = [k for k in self.known if self._flat(k.value).free_symbols <= letters]
        return self._search(left, facts, False, self.told)

    def certified(self, low: sp.Expr, high: sp.Expr, strict: bool, plain: bool = False) -> list[str] | None:
        """Lines that prove low <= high (low < high) from what is known, or None; `plain`: from what has no powers and no denominators."""
        facts = [k for k in self.known if not plain or self._plain(k.value, high)]
        return self._search(self._flat(high - low), facts, strict, (), squared=not plain)

    def _search(
        self, gap: sp.Expr, facts: Sequence[_Known], strict: bool, told: Sequence[_Known], squared: bool = True
    ) -> list[str] | None:
        """Lines that prove a relation whose sides differ by `gap` and by the values of what one is told."""
        goal, below = self._over(gap)
        if below is None:
            return None
        usable, tops, bottoms = [], [goal], [below]
        for fact in facts:
            top, under = self._over(self._flat(fact.value))
            if under is not None:
                usable.append(fact)
                tops.append(top)
                bottoms.append(under)
        gens = sorted(set().union(*(top.free_symbols for top in tops)), key=lambda s: s.name)
        letters = Letters(tuple(self.signs.get(s) for s in gens))
        wanted, *polynomials = (_polynomial(top, gens) for top in tops)
        data = [Fact(p, fact.strict, fact.equation) for p, fact in zip(polynomials, usable, strict=True)]
        found = search(wanted, data, letters, strict)
        if found is None and squared:
            summands = (sp.Add.make_args(fact.value) for fact in facts)
            mixed = [one - other for parts in summands if len(parts) <= _FEW for one, other in combinations(parts, 2)]
            for roots, most in ((mixed, 2), ([_expression(root, gens) for root in squares(wanted, data)], 1)):
                for value in roots:
                    top, under = self._over(self._flat(value**2))
                    if under is not None:
                        usable.append(_Known(f"(pow2_ge_0 ({self._text(value)}))", value**2))
                        data.append(Fact(_polynomial(top, gens)))
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
            if self._positive(factor):
                out[factor] = power
            elif self._positive(-factor):
                out[sp.expand(-factor)], sign = power, sign * (-1) ** power
            else:
                return sign, None
        return sign, out

    def _positive(self, factor: sp.Expr) -> bool:
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
        flat = sp.expand(self._flat(value)) if not value.is_Symbol else value
        return flat.free_symbols == factor.free_symbols and bool(sp.cancel(flat / factor).is_positive)

    def _written(
        self,
        found: Sum,
        facts: Sequence[_Known],
        gens: Sequence[sp.Symbol],
        bottoms: Sequence[Mapping[sp.Expr, int]],
        strict: bool,
        told: Sequence[_Known],
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

    def _factor(self, found: Sum, facts: Sequence[_Known], gens: Sequence[sp.Symbol]) -> str:
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

    def _product(self, part: Term, gens: Sequence[sp.Symbol], powers: Mapping[sp.Expr, int]) -> str:
        """A product as text: its factors one after the other, so that each keeps the shape of which its sign is known."""
        number = sp.Rational(part.coefficient.numerator, part.coefficient.denominator)
        above = [(g, e) for g, e in (*zip(gens, part.monomial, strict=True), *powers.items()) if e > 0]
        below = [(g, -e) for g, e in powers.items() if e < 0]

        def times(several: Sequence[tuple[sp.Expr, int]]) -> str:
            return " * ".join(f"({self._text(g)})" if e == 1 else f"({self._text(g)}) ^ {e}" for g, e in several)

        first = f"({term(number)})" if number != 1 or not above else ""
        text = " * ".join(filter(None, [first, times(above)]))
        return f"{text} / ({times(below)})" if below else text


def _put(stated: Mapping[str, Relational], letter: sp.Symbol, other: sp.Expr) -> dict[str, Relational]:
    return {name: type(f)(*(side.xreplace({letter: other}) for side in f.args), evaluate=False) for name, f in stated.items()}


def _definitions(stated: Mapping[str, Relational]) -> Iterator[tuple[str, sp.Symbol, sp.Expr, bool]]:
    """Equations that give a letter, which of their sides it is, and the other one."""
    for name, fact in stated.items():
        if name and isinstance(fact, sp.Eq):
            for letter, other, swap in ((fact.lhs, fact.rhs, True), (fact.rhs, fact.lhs, False)):
                if letter.is_Symbol and not is_count(letter) and letter not in other.free_symbols:
                    yield name, letter, other, swap


def _units(x: sp.Expr) -> Iterator[tuple[sp.Expr, int]]:
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


def _bulleted(lines: Sequence[str]) -> list[str]:
    return [f"{{ {' '.join(lines)} }}"]
