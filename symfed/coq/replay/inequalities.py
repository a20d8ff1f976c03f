"""Certificates of inequalities as data: found as the Coq proofs are, and written down fact by fact."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from math import lcm
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from symfed.coq.arithmetic.certificates import SumOfProducts, WeightedProduct
from symfed.coq.arithmetic.inference import _attempts, _spread
from symfed.coq.arithmetic.proofs import ArithmeticProof, _definitions, _put
from symfed.coq.arithmetic.signs import Proved
from symfed.coq.printer import is_count, name
from symfed.coq.replay.search import SOUGHT, searches
from symfed.coq.replay.text import relation_text, spoken, text
from symfed.core.domain import Domain
from symfed.core.errors import InvalidInput, NotConverged
from symfed.core.grammar import as_expression
from symfed.core.symbols import ClientMean, users_own
from symfed.derive.arithmetic.orthant import Sum, coefficients
from symfed.recheck import KINDS, MalformedPart, NotDefined, Part
from symfed.theorems.vocabulary import Quantity, letters

Data = dict[str, Any]
#: A goal with more terms is not given to the linear programs, which take minutes over it.
_MOST_TERMS = 40
_RULE = re.compile(r"\b(pow_\w+|bernoulli\w*|sqrt_\w+|root_squared|exp_\w+)\b")


@dataclass
class ToldProof(ArithmeticProof):
    """A proof that also notes what its lines say: `steps` are facts in the order in which they follow, `put` what replaces letters."""

    steps: list[Data] = field(default_factory=list)
    put: list[tuple[sp.Symbol, sp.Expr, str]] = field(default_factory=list)
    found: Data | None = None
    of: tuple[sp.Expr, sp.Expr] = (sp.S.One, sp.S.One)
    products: dict[str, str] = field(default_factory=dict)

    def meant(self, x: sp.Expr) -> sp.Expr:
        return x.xreplace({atom: meant for meant, atom in self.atoms.items()})

    def assert_sign(self, value: sp.Expr, strict: bool = False) -> str:
        fresh = (self._text(value), strict) not in self.said
        before, self.found = self.found, None
        called = super().assert_sign(value, strict)
        if fresh and called:
            self.steps.append({"name": called, "says": self.meant(value), "strict": strict, **({"sum": self.found} if self.found else {})})
        self.found = before
        return called

    def is_positive(self, factor: sp.Expr) -> bool:
        before = len(self.lines)
        answer = super().is_positive(factor)
        if len(self.lines) > before:
            called = self.lines[-1].partition("assert (")[2].partition(" :")[0]
            self.steps.append({"name": called, "says": self.meant(sp.expand(factor)), "strict": True})
        return answer

    def _learn(self, proof: str, value: sp.Expr, strict: bool = False, equation: bool = False) -> str:
        called = super()._learn(proof, value, strict, equation)
        rule = _RULE.search(proof)
        self.steps.append({"name": called, "rule": rule[1] if rule else proof, "base": self.of[0], "exponent": self.of[1]})
        return called

    def _power(self, power: sp.Expr) -> None:
        self.of = power.args
        super()._power(power)

    def _root(self, root: sp.Expr) -> None:
        self.of = root.base, sp.S.Half
        super()._root(root)

    def _exponential(self, x: sp.Expr) -> None:
        if x not in self.atoms:
            self.atom(x, "exponential")  # a letter of which nothing is known

    def _multiplied(self, name: str, multiplier: sp.Expr, fact: Relational | None) -> None:
        before = len(self.told)
        super()._multiplied(name, multiplier, fact)
        if len(self.told) > before:
            called = self.products[self.told[-1].proof] = f"product_{len(self.told)}"
            self.steps.append({"name": called, "of": name, "times": self.meant(multiplier)})

    def _without_roots(self, stated: dict[str, Relational], named: dict[str, Relational]) -> Any:
        orders = roots_of((*stated.values(), *named.values()))
        for s, order in sorted(
            ((s, order) for s, order in orders.items() if not is_count(s) and s in self.signs), key=lambda one: one[0].name
        ):
            sign = self.signs.pop(s)
            root = users_own(f"root_{name(s.name)}", **({"positive": True} if sign else {"nonnegative": True}))
            self.put.append((s, root**order, "root"))
            self.signs[root] = sign
            stated, named = _put(stated, s, root**order), _put(named, s, root**order)
        return stated, named

    def _without_equations(self, stated: dict[str, Relational], named: dict[str, Relational]) -> Any:
        stated = dict(stated)
        while found := next(_definitions(stated), None):
            called, letter, other, _ = found
            del stated[called]
            self.put.append((letter, other, called))
            self.known = [Proved(k.proof, k.value.xreplace({letter: other}), k.strict) for k in self.known]
            if letter in self.signs:
                self.known.append(Proved(f"sign_{name(letter.name)}", other, bool(self.signs.pop(letter))))
            stated, named = _put(stated, letter, other), _put(named, letter, other)
        return stated, named

    def _written(
        self, found: SumOfProducts, facts: Sequence[Proved], gens: Sequence[sp.Symbol], bottoms: Sequence[Mapping[sp.Expr, int]],
        strict: bool, told: Sequence[Proved],
    ) -> list[str]:  # fmt: skip
        lines = super()._written(found, facts, gens, bottoms, strict, told)
        for k in {k for part in (*found.terms, *found.factors) for k in part.facts}:
            proof = facts[k].proof
            if proof.startswith("(pow2_ge_0") and all(step["name"] != proof for step in self.steps):
                self.steps.append({"name": proof, "says": self.meant(_root_of(facts[k].value)), "square": True})

        def coefficient(part: WeightedProduct, powers: Mapping[sp.Expr, int]) -> sp.Expr:
            number = sp.Rational(part.coefficient.numerator, part.coefficient.denominator)
            monomial = sp.Mul(*[g**e for g, e in zip(gens, part.monomial, strict=True)])
            return number * self.meant(monomial * sp.Mul(*[g**e for g, e in powers.items()]))

        terms, factors = [], []
        for part in found.terms:
            below = {factor: -power for factor, power in bottoms[0].items()}
            for k in part.facts:
                for factor, power in bottoms[k + 1].items():
                    below[factor] = below.get(factor, 0) + power
            terms.append((coefficient(part, below), [facts[k].proof for k in part.facts]))
        for part in found.factors:
            by = coefficient(part, {}), [facts[k].proof for k in part.facts]
            factors.append(by)
            terms += [(by[0], [*by[1], self.products[k.proof]]) for k in told]
        self.found = {"factor": factors, "terms": terms}
        return lines

    def ending(self, goal: Relational) -> Data | None:
        """The last step, or None where none is found."""
        if isinstance(goal, sp.Eq):
            if sp.cancel(sp.together(self.flat(goal.lhs) - self.flat(goal.rhs))) == 0:
                self._powers([other for _, other, _ in self.put])  # roots whose squares are met where letters are replaced
                return {"how": "equal"}
            return _both("both", self._end(goal.lhs, goal.rhs, False), self._end(goal.rhs, goal.lhs, False))
        if isinstance(goal, sp.Ne):
            for low, high, how in ((goal.lhs, goal.rhs, "below"), (goal.rhs, goal.lhs, "above")):
                if (end := self._sum(low, high, True)) is not None:
                    return {"how": how, "parts": [end]}
            return None
        strict = isinstance(goal, sp.Lt | sp.Gt)
        if self.told and not strict:
            self.found = None
            if self._as_told(goal.lts, goal.gts) is not None and self.found:
                return {"how": "sum", **self.found}
        return self._end(goal.lts, goal.gts, strict)

    def _sum(self, low: sp.Expr, high: sp.Expr, strict: bool) -> Data | None:
        self.found = None
        return {"how": "sum", **self.found} if self.certified(low, high, strict) is not None and self.found else None

    def _end(self, low: sp.Expr, high: sp.Expr, strict: bool) -> Data | None:
        if isinstance(low, sp.Abs) and not strict:
            return _both("abs", self._end(-high, low.args[0], False), self._end(low.args[0], high, False))
        if isinstance(high, sp.Max) and not strict:
            ends = [{"how": "one of", "which": k, "parts": [end]} for k, one in enumerate(high.args) if (end := self._sum(low, one, False))]
            return ends[0] if ends else None
        found = self._sum(low, high, strict)
        under = [p.base for p in (low + high).atoms(sp.Pow) if p.exp.is_Rational and p.exp.q == 2]
        if found is None and not strict and low != 0 and all(map(self.assert_sign, under)):
            above = self._sum(sp.S.Zero, high, False)
            for one, other in ((self.flat(low), self.flat(high)), (low, high)) if above else ():  # with roots as letters, and without
                found = found or _both("squares", above, self._sum(one**2, other**2, False))
        if found is None and not strict and low != 0 and any(root.exp % 3 == 0 for _, root, why in self.put if why == "root"):
            found = _both("cubes", self._sum(sp.S.Zero, high, False), self._sum(self.flat(low) ** 3, self.flat(high) ** 3, False))
        return found


def _both(how: str, *ends: Data | None) -> Data | None:
    return None if None in ends else {"how": how, "parts": list(ends)}


def _root_of(square: sp.Expr) -> sp.Expr:
    """What a square is the square of. Raises InvalidInput where that is not seen."""
    parts = []
    for factor in sp.Mul.make_args(square):
        base, exponent = factor.as_base_exp()
        root = sp.sqrt(factor) if factor.is_Rational else base ** (exponent / 2)
        if (factor.is_Rational and not root.is_Rational) or not (factor.is_Rational or (exponent / 2).is_Integer):
            raise InvalidInput("square", square, "is no square that is written down")
        parts.append(root)
    return sp.Mul(*parts)


class ShortLetters:
    """Quantities and client means as letters with short names, which keep their signs."""

    def __init__(self) -> None:
        self.names: dict[sp.Expr, sp.Symbol] = {}

    def __call__(self, fact: Relational) -> Relational:
        return type(fact)(*(self.expression(side) for side in fact.args), evaluate=False)

    def expression(self, x: sp.Expr) -> sp.Expr:
        plain = letters(as_expression(x))
        meant = {mean: _mean_letter(mean) for mean in _outermost_means(plain)}
        plain = plain.xreplace(meant)
        for symbol in sorted(plain.free_symbols, key=lambda s: str(s.name)):
            if isinstance(symbol, Quantity) or not symbol.name.isidentifier():
                self.names.setdefault(symbol, users_own(f"a{len(self.names) + 1}", **_sign(symbol)))
        return _spread(plain.xreplace(self.names))

    def meant(self, x: sp.Expr) -> sp.Expr:
        return x.xreplace({short: quantity for quantity, short in self.names.items()})


def _outermost_means(x: sp.Basic) -> Iterator[sp.Expr]:
    if isinstance(x, ClientMean):
        yield x
        return
    for part in x.args:
        yield from _outermost_means(part)


def _mean_letter(mean: sp.Expr) -> sp.Symbol:
    return users_own(f"[{mean}]", **_sign(mean))


def _sign(x: sp.Expr) -> dict[str, bool]:
    return {"positive": True} if x.is_positive else {"nonnegative": True} if x.is_nonnegative else {"real": True}


def certificate(goal: Relational, given: Mapping[str, Relational], multipliers: Mapping[str, sp.Expr] | None = None) -> Part:
    """A proof that the goal follows from the given relations, which was accepted. Raises InvalidInput where none is found.

    `multipliers` of some of them say how, as in the steps of proofs.
    """
    short = ShortLetters()
    wanted, known = _in_short(goal, given, short)
    if not searches():
        return part_of(wanted, known, ToldProof(), SOUGHT, short)
    own = {called: short.expression(m) for called, m in (multipliers or {}).items()}
    if (found := _by_factors(wanted, known, short)) is not None:
        return found
    why = "no certificate is found"
    if _terms(wanted) > _MOST_TERMS:
        raise InvalidInput("goal", goal, why)
    for kept, tried in _tried(wanted, known, short, bool(own)):
        proof = ToldProof(shifted=tried.shifted, further=tried.further)
        facts = dict(kept)
        multiplied = {called: m for called, m in own.items() if called in facts}
        try:
            end = proof.ending(proof.lay_out(wanted, facts, multiplied))
        except KeyError:  # a product that is told and was not noted: multipliers of what is no fact
            end = None
        if end is None:
            continue
        part = part_of(wanted, facts, proof, end, short)
        why = refused(part) or why
        if not refused(part):
            return shortest(part)
    raise InvalidInput("goal", goal, why)


def _in_short(goal: Relational, given: Mapping[str, Relational], short: ShortLetters) -> tuple[Relational, dict[str, Relational]]:
    """The goal and what is given in short letters, with one way to write each base of powers."""
    known = {called: short(fact) for called, fact in given.items() if isinstance(fact, Relational)}
    wanted, *others = one_way(short(goal), *known.values())
    return wanted, dict(zip(known, others, strict=True))


def one_way(*relations: Relational) -> list[Relational]:
    """Relations in which bases of powers that are one polynomial are written in one way."""
    first: dict[sp.Expr, sp.Expr] = {}
    bases = [p.base for relation in relations for p in relation.atoms(sp.Pow) if p.exp.free_symbols]
    meant = {base: first.setdefault(sp.expand(base), base) for base in sorted(bases, key=sp.count_ops)}

    def written(p: sp.Pow) -> sp.Expr:
        return sp.Pow(meant.get(p.base, p.base), p.exp)

    def changed(side: sp.Expr) -> sp.Expr:
        return side.replace(lambda x: x.is_Pow and x.exp.free_symbols, written)

    return [type(relation)(*map(changed, relation.args), evaluate=False) for relation in relations]


def roots_of(relations: Iterable[Relational]) -> dict[sp.Symbol, int]:
    """The letters that stand under roots, each with the order of a root of which all of these are powers."""
    orders: dict[sp.Symbol, int] = {}
    for root in (p for relation in relations for p in relation.atoms(sp.Pow) if p.exp.is_Rational and p.exp.q > 1):
        if root.base.is_Symbol:
            orders[root.base] = lcm(orders.get(root.base, 1), int(root.exp.q))
    return orders


def _tried(
    goal: Relational, known: Mapping[str, Relational], short: ShortLetters, told: bool
) -> Iterator[tuple[Mapping[str, Relational], ArithmeticProof]]:
    """The attempts that the Coq proofs make, in their order; none where the solvers that are asked what is needed do not end."""
    try:
        yield from _attempts(goal, known, short.names.values(), told)
    except NotConverged:
        return


def _terms(goal: Relational) -> int:
    """How many terms a goal has, powers and roots being letters."""
    gap = goal.lhs - goal.rhs
    atoms = {p: sp.Dummy() for p in gap.atoms(sp.Pow) if not p.exp.is_Integer}
    return len(sp.Add.make_args(sp.expand(sp.fraction(sp.together(gap.xreplace(atoms)))[0])))


def _by_factors(goal: Relational, known: Mapping[str, Relational], short: ShortLetters) -> Part | None:
    """A proof by the signs of the factors of what is to spare, each a sum of terms that are not negative; None where that fails."""
    if isinstance(goal, sp.Eq | sp.Ne):
        return None
    gap = goal.gts - goal.lts
    end: Data = {"how": "sum", "factor": [(sp.S.One, [])], "terms": [] if sp.expand(gap) == 0 else [(gap, [])]}
    usable = {called: fact for called, fact in known.items() if not isinstance(fact, sp.Ne)}
    part = part_of(goal, usable, ToldProof(), end, short)
    if refused(part):
        relations = tuple(fact for fact in usable.values() if not isinstance(fact, sp.Eq))
        try:
            found = coefficients(sp.factor(gap), Domain(relations))
        except (ValueError, sp.PolynomialError, NotImplementedError, InvalidInput):
            return None
        factors = (*found.numerator, *found.denominator) if found else ()
        shown = [(factor.value, factor.shown) for factor in factors if isinstance(factor.shown, Sum)]
        if not shown:
            return None
        proof = ToldProof()
        for k, (value, by) in enumerate(shown, 1):
            told: Data = {
                "factor": [(sp.S.One, [])],
                "terms": [(c * sp.Mul(*[base**e for base, e in powers]), []) for c, powers in by.terms],
            }
            proof.steps.append({"name": f"factor {k}", "says": value, "strict": False, "sum": told})
        part = part_of(goal, usable, proof, end, short)
    return None if refused(part) else shortest(part)


def refused(part: Part) -> str:
    """What the checker has against a part; nothing where it is accepted."""
    try:
        return KINDS["inequality"](part)
    except (MalformedPart, NotDefined, KeyError) as error:
        return f"is not accepted: {type(error).__name__}: {error}"


def part_of(goal: Relational, facts: Mapping[str, Relational], proof: ToldProof, end: Data, short: ShortLetters) -> Part:
    """The proof as data, in the letters that are meant."""

    def as_data(x: Any) -> Any:
        if isinstance(x, sp.Basic):
            return text(short.meant(x))
        if isinstance(x, Mapping):
            return {key: as_data(value) for key, value in x.items()}
        if isinstance(x, list | tuple):
            return [as_data(value) for value in x]
        return alias.get(x, x) if isinstance(x, str) else x

    spelt = {s for fact in (goal, *facts.values()) for s in fact.free_symbols}
    alias = {f"{what}_{name(s.name)}": f"{what}_{spoken(short.meant(s))}" for s in spelt for what in ("more", "sign")}
    alias |= {f"slack_{called}": called for called in facts}
    given = {called: _spelt(fact, short) for called, fact in facts.items() if not isinstance(fact, sp.Ne)}
    return {
        "kind": "inequality",
        "signs": {spoken(short.meant(s)): _sign_of(s) for s in sorted(spelt, key=lambda s: spoken(short.meant(s))) if s.is_nonnegative},
        "given": given, "goal": _spelt(goal, short), "put": [[spoken(short.meant(s)), as_data(x), why] for s, x, why in proof.put],
        "known": as_data(proof.steps), "proof": as_data(end),
    }  # fmt: skip


def _spelt(fact: Relational, short: ShortLetters) -> str:
    return relation_text(type(fact)(*(short.meant(side) for side in fact.args), evaluate=False))


def _sign_of(s: sp.Symbol) -> str:
    if is_count(s):
        return ">= 1" if s.is_positive else "natural"
    return "> 0" if s.is_positive else ">= 0"


def shortest(part: Part) -> Part:
    """A proof less the facts and conditions that it does without."""
    part = deepcopy(part)
    for key in ("known", "given"):
        for one in reversed(list(part[key])):
            less = {
                **part,
                key: [s for s in part[key] if s is not one] if key == "known" else {k: v for k, v in part[key].items() if k != one},
            }
            if not refused(less):
                part = less
    return part
