"""The proof that a relation follows from others over the reals, in Coq: what is known of roots, powers and denominators, then the goal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import sympy as sp
from sympy.core.relational import Relational

from symfed.coq import printer
from symfed.coq.arithmetic.signs import Proved, Signs, units
from symfed.coq.printer import is_count, term
from symfed.core.symbols import users_own


@dataclass
class ArithmeticProof(Signs):
    """A goal from relations that are hypotheses under given names; the sign of a letter x is sign_x, and a count n less one is more_n.

    `lay_out` writes `lines` that come first, `closing` returns the last ones. `told` are products that the goal's difference has as terms.
    With `further`, comparisons of powers with their bases and Bernoulli's inequality are looked for.
    """

    further: bool = False
    told: list[Proved] = field(default_factory=list)

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
                self.known.append(Proved(f"more_{printer.name(s.name)}", s - 1))
        everything = [side for fact in (goal, *stated.values(), *named.values()) for side in fact.args]
        self._powers(everything)
        self._divisions(everything)
        for name, multiplier in named.items():
            self._multiplied(name, multiplier.lhs, stated.get(name))
        return goal

    def _note(self, name: str, fact: Relational) -> None:
        if isinstance(fact, sp.Eq):
            self.known.append(Proved(name, fact.rhs - fact.lhs, equation=True))
        elif not isinstance(fact, sp.Ne):
            strict = isinstance(fact, sp.Lt | sp.Gt)
            turned = f"({'Rgt_lt' if strict else 'Rge_le'} _ _ {name})" if isinstance(fact, sp.Ge | sp.Gt) else name
            self.lines.append(f"assert (slack_{name} := slack{'_strict' * strict} _ _ {turned}).")
            self.known.append(Proved(f"slack_{name}", fact.gts - fact.lts, strict))

    def _multiplied(self, name: str, multiplier: sp.Expr, fact: Relational | None) -> None:
        """A product of which one is told that the goal's difference has it as a term."""
        if fact is None or isinstance(fact, sp.Ne):
            return
        if isinstance(fact, sp.Eq):
            self.told.append(Proved(f"(vanishing ({term(multiplier)}) _ _ {name})", multiplier * (fact.rhs - fact.lhs)))
        elif sign := self.assert_sign(multiplier):
            own = f"(Rlt_le _ _ slack_{name})" if isinstance(fact, sp.Lt | sp.Gt) else f"slack_{name}"
            self.told.append(Proved(f"(Rmult_le_pos _ _ {sign} {own})", multiplier * (fact.gts - fact.lts)))

    def _without_roots(
        self, stated: dict[str, Relational], named: dict[str, Relational]
    ) -> tuple[dict[str, Relational], dict[str, Relational]]:
        """A letter under a root is replaced by the square of one."""
        under = {p.base for f in (*stated.values(), *named.values()) for p in f.atoms(sp.Pow) if p.exp.is_Rational and p.exp.q == 2}
        for s in sorted((s for s in under if s.is_Symbol and not is_count(s) and s in self.signs), key=lambda s: s.name):
            text, sign = printer.name(s.name), self.signs.pop(s)
            root = users_own(f"root_{text}", **({"positive": True} if sign else {"nonnegative": True}))
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
            self.known = [Proved(k.proof, k.value.xreplace({letter: other}), k.strict) for k in self.known]
            if letter in self.signs:
                self.known.append(Proved(f"sign_{printer.name(letter.name)}", other, bool(self.signs.pop(letter))))
            stated, named = _put(stated, letter, other), _put(named, letter, other)
        return stated, named

    def _powers(self, expressions: Sequence[sp.Expr]) -> None:
        """What is known of a root or a power as soon as it is known of what stands under it."""
        found = set().union(*(x.atoms(sp.Pow, sp.exp) for x in expressions))
        for x in sorted((x for x in found if isinstance(x, sp.exp) or (x.exp.is_Rational and x.exp.q == 2)), key=sp.default_sort_key):
            self._root(sp.sqrt(x.base)) if x.is_Pow else self._exponential(x)
        for power in sorted({unit for x in found for unit, _ in units(x)}, key=sp.default_sort_key):
            self._power(power)

    def _root(self, root: sp.Expr) -> None:
        if root in self.atoms:
            return
        atom = self.atom(root, "root")
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
        atom = self.atom(x, "exponential")
        self._learn(f"exp_pos ({term(x.args[0])})", atom, strict=True)
        if x.args[0] < 0:
            self._learn(f"slack_strict _ _ (exp_below_one ({term(x.args[0])}) ltac:(lra))", 1 - atom, strict=True)

    def _power(self, power: sp.Expr) -> None:
        if power in self.atoms:
            return
        base, exponent = power.args
        atom = self.atom(power, "power")
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

    def _learn(self, proof: str, value: sp.Expr, strict: bool = False, equation: bool = False) -> str:
        name = f"known_{len(self.known) + 1}"
        self.lines.append(f"assert ({name} := {proof}).")
        self.known.append(Proved(name, value, strict, equation))
        if value.is_Symbol and not equation:
            self.signs[value] = int(strict)
        return name

    def _divisions(self, expressions: Iterable[sp.Expr]) -> None:
        """What is divided by and is not seen to be positive is asked for; its inverse is a number like any other where it is not."""
        below = {p.base for x in expressions for p in x.atoms(sp.Pow) if p.exp.is_Integer and p.exp < 0}
        for bottom in sorted((b for b in below if b.free_symbols), key=sp.default_sort_key):
            if not self.is_positive(self.flat(bottom)) and not self.assert_sign(bottom, strict=True):
                self.atom(1 / bottom, "inverse")

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
        if sp.cancel(sp.together(self.flat(left) - self.flat(right))) == 0:
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
        left = sp.cancel(sp.together(self.flat(high - low) - sp.Add(*[self.flat(k.value) for k in self.told])))
        letters = left.free_symbols
        facts = [k for k in self.known if self.flat(k.value).free_symbols <= letters]
        return self.searched(left, facts, False, self.told)


def _put(stated: Mapping[str, Relational], letter: sp.Symbol, other: sp.Expr) -> dict[str, Relational]:
    return {name: type(f)(*(side.xreplace({letter: other}) for side in f.args), evaluate=False) for name, f in stated.items()}


def _definitions(stated: Mapping[str, Relational]) -> Iterator[tuple[str, sp.Symbol, sp.Expr, bool]]:
    """Equations that give a letter, which of their sides it is, and the other one."""
    for name, fact in stated.items():
        if name and isinstance(fact, sp.Eq):
            for letter, other, swap in ((fact.lhs, fact.rhs, True), (fact.rhs, fact.lhs, False)):
                if letter.is_Symbol and not is_count(letter) and letter not in other.free_symbols:
                    yield name, letter, other, swap


def _bulleted(lines: Sequence[str]) -> list[str]:
    return [f"{{ {' '.join(lines)} }}"]
