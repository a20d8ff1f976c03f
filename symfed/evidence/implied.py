"""The proof that an inequality follows from relations over the reals, as data: what is known of powers and denominators, then the goal."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import lcm

import sympy as sp
from sympy.core.relational import Relational

from symfed.core.errors import NotConverged
from symfed.core.symbols import is_count, users_own
from symfed.decide.proof import find_proof
from symfed.evidence.signs import Data, Proved, Signs, units

Relations = dict[str, Relational]


@dataclass
class Implication(Signs):
    """A goal from relations that are given under names; the sign of a symbol x is sign_x, and a count n less one is more_n.

    `lay_out` notes what comes first, `ending` returns the last step. `put`: powers of roots that replace symbols. `told`: products that the
    goal's difference has as terms. With `further`, comparisons of powers with their bases and Bernoulli's inequality are looked for.
    """

    further: bool = False
    told: list[Proved] = field(default_factory=list)
    put: list[tuple[sp.Symbol, sp.Expr, str]] = field(default_factory=list)

    def lay_out(self, goal: Relational, given: Mapping[str, Relational], multipliers: Mapping[str, sp.Expr]) -> Relational:
        """Notes what is given, and what follows for roots, powers and denominators; the goal, in the symbols that are left."""
        self.signs = {s: 1 if s.is_positive else 0 for f in (goal, *given.values()) for s in f.free_symbols if s.is_nonnegative}
        stated: Relations = {"": goal, **given}
        named: Relations = {name: sp.Eq(m, 0, evaluate=False) for name, m in multipliers.items()}
        stated, named = self._without_roots(stated, named)
        goal = stated.pop("")
        for name, fact in stated.items():
            if not isinstance(fact, sp.Ne):
                self.known.append(Proved(name, slack(fact), isinstance(fact, sp.Lt | sp.Gt), isinstance(fact, sp.Eq)))
        for s in sorted(self.signs, key=lambda s: s.name):
            if is_count(s) and s.is_positive:
                self.known.append(Proved(f"more_{s.name}", s - 1))
        everything = [side for fact in (goal, *stated.values(), *named.values()) for side in fact.args]
        self._powers(everything)
        self._assert_divisors(everything)
        for name, multiplier in named.items():
            self._add_product(name, multiplier.lhs, stated.get(name))
        return goal

    def _add_product(self, name: str, multiplier: sp.Expr, fact: Relational | None) -> None:
        """Add a product that is given as a term of the goal's difference."""
        if fact is None or isinstance(fact, sp.Ne) or not (isinstance(fact, sp.Eq) or self.assert_sign(multiplier)):
            return
        product = f"product_{len(self.told) + 1}"
        self.told.append(Proved(product, multiplier * slack(fact)))
        self.steps.append({"name": product, "of": name, "times": self.meant(multiplier)})

    def _without_roots(self, stated: Relations, named: Relations) -> tuple[Relations, Relations]:
        """A symbol under a root is replaced by a power of one."""
        orders = roots_of((*stated.values(), *named.values()))
        for s in sorted((s for s in orders if not is_count(s) and s in self.signs), key=lambda s: s.name):
            sign = self.signs.pop(s)
            root = users_own(f"root_{s.name}", **({"positive": True} if sign else {"nonnegative": True}))
            self.put.append((s, root ** orders[s], "root"))
            self.signs[root] = sign
            stated, named = _substitute(stated, s, root ** orders[s]), _substitute(named, s, root ** orders[s])
        return stated, named

    def _powers(self, expressions: Sequence[sp.Expr]) -> None:
        """Add the facts on powers that follow from facts on their bases; of a root or an exponential there are none."""
        found = set().union(*(x.atoms(sp.Pow, sp.exp) for x in expressions))
        for x in sorted((x for x in found if isinstance(x, sp.exp) or (x.exp.is_Rational and x.exp.q == 2)), key=sp.default_sort_key):
            self.atom(*((sp.sqrt(x.base), "root") if x.is_Pow else (x, "exponential")))
        for power in sorted({unit for x in found for unit, _ in units(x)}, key=sp.default_sort_key):
            self._add_power(power)

    def _add_power(self, power: sp.Expr) -> None:
        if power in self.atoms:
            return
        base, exponent = of = power.args
        atom = self.atom(power, "power")
        if self.assert_sign(base, strict=True):
            self._add_fact("pow_lt", of, atom, strict=True)
        elif self.assert_sign(base):
            self._add_fact("pow_le", of, atom)
        else:
            return
        least = all(s.is_positive for s in exponent.free_symbols)
        if least and self.assert_sign(1 - base, strict=True):
            self._add_fact("pow_below_one", of, 1 - atom, strict=True)
        if self.further and least and self.assert_sign(1 - base):
            self._add_fact("pow_at_most_base", of, base - atom)
        if self.further and exponent.is_Symbol:
            self._add_fact("bernoulli", of, atom - 1 - exponent * (base - 1))

    def _add_fact(self, rule: str, of: Sequence[sp.Expr], value: sp.Expr, strict: bool = False) -> None:
        name = f"known_{len(self.known) + 1}"
        self.known.append(Proved(name, value, strict))
        self.steps.append({"name": name, "rule": rule, "base": of[0], "exponent": of[1]})
        if value.is_Symbol:
            self.signs[value] = int(strict)

    def _assert_divisors(self, expressions: Iterable[sp.Expr]) -> None:
        """Assert the sign of each divisor that is not seen to be positive; where that fails its inverse is a number like any other."""
        below = {p.base for x in expressions for p in x.atoms(sp.Pow) if p.exp.is_Integer and p.exp < 0}
        for bottom in sorted((b for b in below if b.free_symbols), key=sp.default_sort_key):
            if not self.is_positive(self.flat(bottom)) and not self.assert_sign(bottom, strict=True):
                self.atom(1 / bottom, "inverse")

    def ending(self, goal: Relational) -> Data | None:
        """The last step, or None where none is found."""
        if isinstance(goal, sp.Eq | sp.Ne):
            return None
        low, high, strict = goal.lts, goal.gts, isinstance(goal, sp.Lt | sp.Gt)
        if self.told and not strict and (found := self._by_products(low, high)) is not None:
            return {"how": "sum", **found}
        if (end := self._sum(low, high, strict)) is not None or strict or low == 0:
            return end
        under = [p.base for p in (low + high).atoms(sp.Pow) if p.exp.is_Rational and p.exp.q == 2]
        above = self._sum(sp.S.Zero, high, False) if all(map(self.assert_sign, under)) else None
        for one, other in ((self.flat(low), self.flat(high)), (low, high)) if above else ():  # with roots as symbols, and without
            if (squared := self._sum(one**2, other**2, False)) is not None:
                return {"how": "squares", "parts": [above, squared]}
        return None

    def _sum(self, low: sp.Expr, high: sp.Expr, strict: bool) -> Data | None:
        found = self.certified(low, high, strict)
        return None if found is None else {"how": "sum", **found}

    def _by_products(self, low: sp.Expr, high: sp.Expr) -> Data | None:
        """A certificate by the given products, and by the signs of the symbols that are left."""
        left = sp.cancel(sp.together(self.flat(high - low) - sp.Add(*[self.flat(k.value) for k in self.told])))
        letters = left.free_symbols
        facts = [k for k in self.known if self.flat(k.value).free_symbols <= letters]
        return self.searched(left, facts, False, self.told)


def slack(fact: Relational) -> sp.Expr:
    """The expression that is zero, or not negative, where a relation holds."""
    return fact.rhs - fact.lhs if isinstance(fact, sp.Eq) else fact.gts - fact.lts


def roots_of(relations: Iterable[Relational]) -> dict[sp.Symbol, int]:
    """The symbols that stand under roots, each with the order of a root of which all of these are powers."""
    orders: dict[sp.Symbol, int] = {}
    for root in (p for relation in relations for p in relation.atoms(sp.Pow) if p.exp.is_Rational and p.exp.q > 1):
        if root.base.is_Symbol:
            orders[root.base] = lcm(orders.get(root.base, 1), int(root.exp.q))
    return orders


def fact_attempts(
    goal: Relational, known: Mapping[str, Relational], quantities: Collection[sp.Symbol], told: bool
) -> Iterator[tuple[Mapping[str, Relational], Implication]]:
    """Sets of facts to try, least first, with what else to look for; none where the solvers do not terminate.

    `told`: multipliers say how it follows. `quantities`: symbols in place of something.
    """
    if told:
        yield known, Implication()
    try:
        answer = find_proof(goal, tuple(known.values()))
    except NotConverged:
        return
    if answer is None or answer.kind != "implied":
        yield known, Implication()
        yield known, Implication(further=True)
        return
    needed = {name: fact for name, fact in known.items() if str(fact) in answer.needed}
    # what is known of bases and denominators the solvers may have taken for granted
    plain = {name: fact for name, fact in known.items() if name in needed or not fact.free_symbols & set(quantities)}
    powers = any("**" in name and " is not " not in name for name in answer.core)
    yield needed, Implication()
    yield plain, Implication(further=powers)
    yield plain, Implication(further=powers, shifted=True)
    if not powers:
        yield plain, Implication(further=True)
    if plain != known:
        yield known, Implication(further=True)


def _substitute(stated: Mapping[str, Relational], letter: sp.Symbol, other: sp.Expr) -> Relations:
    return {name: type(f)(*(side.xreplace({letter: other}) for side in f.args), evaluate=False) for name, f in stated.items()}
