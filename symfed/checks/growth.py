"""Refute by an instance that no finite search can find: in words, with a proof whose algebra is checked by machine."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from symfed.checks.expansion import Expansion
from symfed.core.check import Check
from symfed.core.domain import ANYWHERE, Domain
from symfed.core.grammar import as_expression, expression
from symfed.core.verdict import Evidence
from symfed.decide.relations import decide
from symfed.decide.signs import decide_zero


def equal(left: sp.Expr, right: sp.Expr | int) -> Relational:
    """left = right as data: a derivative, a sum and a limit stand in it as they are said.

    >>> from symfed.core.symbols import gamma
    >>> Step("a square", equal((1 - gamma) ** 2 - 1, gamma * (gamma - 2))).holds
    True
    """
    return sp.Eq(as_expression(left), as_expression(right), evaluate=False)


def at_least(left: sp.Expr, right: sp.Expr | int) -> Relational:
    """left >= right as data."""
    return sp.Ge(as_expression(left), as_expression(right), evaluate=False)


def above(left: sp.Expr, right: sp.Expr | int) -> Relational:
    """left > right as data."""
    return sp.Gt(as_expression(left), as_expression(right), evaluate=False)


def number(p: int, q: int = 1) -> sp.Expr:
    """p/q, which stays as it is written in what is made of it, so that the sum is done where it is checked."""
    return sp.UnevaluatedExpr(sp.Rational(p, q))


@dataclass(frozen=True)
class Step:
    """One link of a lower bound's proof: words, and its algebra, which is checked exactly.

    The algebra is data: relations that hold under `under` and by the signs of their symbols. What is none (the run of a rule, say) is a
    function that says whether it is so. Where a step rests on a definition or on a textbook inequality, too, `by` names it: a reader, not
    the machine, accepts that, and the step counts as one in words, whatever of it is algebra. So does a step without any.
    """

    says: str
    shown: Relational | tuple[Relational, ...] | Callable[[], bool] | None = None
    under: Domain = ANYWHERE
    by: str = ""

    @property
    def algebra(self) -> tuple[Relational, ...]:
        """Its relations, if it has any."""
        return (self.shown,) if isinstance(self.shown, Relational) else self.shown if isinstance(self.shown, tuple) else ()

    @property
    def holds(self) -> bool:
        """Return whether the algebra of the step is correct."""
        if self.shown is None:
            return True
        return all(_relation_holds(relation, self.under) for relation in self.algebra) if self.algebra else bool(self.shown())  # type: ignore[operator]


def _relation_holds(relation: Relational, under: Domain) -> bool:
    if isinstance(relation.lhs, sp.Sum) and relation.lhs.limits[0][2] != sp.oo:
        return _adds_up(relation.lhs, relation.rhs)
    gap = relation.lhs.doit() - relation.rhs.doit()
    if isinstance(relation, sp.Eq):
        return decide_zero(gap).kind == "zero"
    if not gap.free_symbols:
        return bool(relation.func(gap, 0) == sp.true)
    return decide(relation.func(sp.expand(gap), 0, evaluate=False), under.relations).kind == "implied"


def _adds_up(said: sp.Sum, value: sp.Expr) -> bool:
    """Check a sum up to a symbol, by induction on it."""
    index, first, last = said.limits[0]
    (letter,) = last.free_symbols
    begins, grows = value.subs(letter, sp.solve(last - first, letter)[0]), value.subs(letter, letter + 1) - value
    pairs = (begins, first), (grows, last.subs(letter, letter + 1))
    return all(decide_zero(gained - said.function.subs(index, at)).kind == "zero" for gained, at in pairs)


@dataclass(frozen=True)
class Counterexample:
    """An instance in words, and the steps that show what is true of it."""

    instance: Mapping[str, str]
    steps: tuple[Step, ...]

    def broken(self) -> str:
        """The words of the first step whose algebra is wrong; "" if there is none."""
        return next((step.says for step in self.steps if not step.holds), "")

    @property
    def words(self) -> tuple[str, ...]:
        """The steps that a reader must accept."""
        return tuple(step.says for step in self.steps if step.shown is None or step.by)

    def counted(self) -> str:
        """The numbers of steps checked by machine and of steps in words, as text."""
        return f"steps by machine: {len(self.steps) - len(self.words)}, in words: {len(self.words)}"

    def witness(self) -> dict[str, str]:
        proof = {
            f"step {k}": step.says + (" [machine]" if step.shown is not None and not step.by else "")
            for k, step in enumerate(self.steps, start=1)
        }
        return {**self.instance, **proof}


@dataclass(frozen=True)
class LowerBound(Counterexample):
    """A counterexample whose steps prove that some quantity is at least `bound`, an expression in `variable` as that tends to `towards`."""

    bound: sp.Expr
    variable: sp.Symbol
    towards: sp.Expr


@dataclass(frozen=True)
class CounterexampleCheck(Check):
    """The statement (a sentence) is false on the counterexample if all its steps check."""

    counterexample: Callable[[], Counterexample]
    scope: str

    @property
    def method(self) -> str:
        return f"instance with proof ({self.scope})"

    def examine(self, statement: Any, under: Domain) -> Evidence:
        shown = self.counterexample()
        if broken := shown.broken():
            return self.unknown(f"a step of the proof does not check: {broken}")
        summary = f"false on one instance: {shown.steps[-1].says} ({shown.counted()})"
        return self.fails(summary, shown.witness())


@dataclass(frozen=True)
class GrowthCheck(Check):
    """The statement is the claimed order, an expression, and a quantity on an instance is at least the counterexample's bound.

    If bound / order tends to infinity and every step checks, the claim falls. That it does not fall says nothing for it: the check is then
    undecided. With `attains` the statement is that the order is the best possible, and a finite positive limit says so: this instance
    attains it. A limit of zero is no refutation, for the bound may be far below; but such an order is not accepted as the best. Of an
    `Expansion` the remainder is the claimed order, and the counterexample bounds what the terms leave out. `at` holds pairs (symbol, value)
    at which it stands.
    """

    lower: Callable[[], LowerBound]
    scope: str
    attains: bool = False
    at: tuple[tuple[sp.Symbol, Any], ...] = ()
    sees_remainder = True  # and of an expansion nothing else

    @property
    def method(self) -> str:
        return f"lower bound on an instance ({self.scope})"

    def examine(self, statement: Any, under: Domain) -> Evidence:
        lower = self.lower()
        if broken := lower.broken():
            return self.unknown(f"a step of the lower bound does not check: {broken}")
        witness = {**lower.witness(), "lower bound": sp.sstr(lower.bound)}
        order = (statement.remainder if isinstance(statement, Expansion) else expression(statement)).subs(self.at)
        ratio, limit = _ratio_limit(lower, order), f"as {lower.variable} -> {lower.towards}"
        if ratio == sp.oo:
            where = f"along some {lower.variable} -> {lower.towards}"
            summary = f"on one instance it is at least {lower.bound} {where}, which is not O({order}) ({lower.counted()})"
            return self.fails(re.sub(r"(?<!\w)_", "", summary), witness)  # a dummy is printed with an underscore
        if self.attains and ratio is not None and ratio.is_zero:
            summary = f"at least {lower.bound} on one instance, which does not show that {order} is attained {limit}"
            return self.doubts(summary, witness)
        if self.attains and ratio is not None and ratio.is_finite and ratio.is_positive:
            summary = f"an instance attains {order}: the ratio tends to at least {ratio} {limit} ({lower.counted()})"
            return self.holds(summary, instances=1)
        found = "is not decided" if ratio is None else f"tends to {ratio}: this instance does not contradict it, and says no more"
        return self.unknown(f"the ratio of the lower bound to {order} {found} {limit}")


def orders(statement: Any, checks: Sequence[Check]) -> bool:
    """Return whether a statement is an order that these checks refute as a bound; a reader is shown O of it."""
    growing = [check for check in checks if isinstance(check, GrowthCheck) and not check.attains]
    return bool(growing) and isinstance(statement, (sp.Expr, int))


def _ratio_limit(lower: LowerBound, order: sp.Expr) -> sp.Expr | None:
    """The limit of bound / order; None where it is not found, or is no number."""
    try:
        ratio = sp.limit(lower.bound / order, lower.variable, lower.towards, "+" if lower.towards == 0 else "-")
    except (NotImplementedError, ValueError, ZeroDivisionError):
        return None
    undecided = ratio is sp.nan or ratio is sp.zoo or ratio.has(sp.Limit, sp.AccumBounds) or lower.variable in ratio.free_symbols
    return None if undecided else ratio
