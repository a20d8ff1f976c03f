"""A question as polynomials: the goal's negation, the assumptions, and facts about the terms that are no polynomials.

The facts about a number such as exp(-1) include its sign and rational bounds, by ball arithmetic.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import flint
import sympy as sp
from sympy.core.relational import Relational

from symfed.core.errors import InvalidInput
from symfed.core.grammar import as_expression
from symfed.core.symbols import ClientMean, gram_gg, gram_xg, gram_xx
from symfed.decide.points import Point, Undefined, rational_value
from symfed.models.rings import BALLS, evaluate


@dataclass(frozen=True)
class Answer:
    """The answer to whether assumptions imply a goal.

    kind: "implied" (`core` names what was used, `method` who says so), "refuted" (`witness` is an exact point, verified by
    substitution, at which all assumptions hold and the goal does not) or "unknown" (`method` says why). `needed` are those of the given
    assumptions that are in the core: without any one of them the solvers find no proof from the rest of the core.
    """

    kind: str
    method: str
    core: tuple[str, ...] = ()
    needed: tuple[str, ...] = ()
    witness: Mapping[str, str] | None = None
    point: Point | None = None


OPPOSITE = {">=": "<", ">": "<=", "==": "!=", "!=": "==", "<": ">=", "<=": ">"}
COMPARISONS = {">=": operator.ge, ">": operator.gt, "<=": operator.le, "<": operator.lt, "==": operator.eq, "!=": operator.ne}

#: A polynomial and its relation to zero; a clause is a disjunction of literals.
Literal = tuple[sp.Expr, str]
Clause = tuple[Literal, ...]


@dataclass(frozen=True)
class Constraint:
    """A named conjunction of clauses. `level` 0 is used at once, higher ones only where lower ones do not suffice."""

    name: str
    clauses: tuple[Clause, ...]
    kind: str
    level: int = 0


def negate_literal(literal: Literal) -> Literal:
    return literal[0], OPPOSITE[literal[1]]


def variables_of(constraint: Constraint) -> set[sp.Symbol]:
    return {symbol for clause in constraint.clauses for value, _ in clause for symbol in as_expression(value).free_symbols}


def require_relation(relation: Any) -> None:
    """Raises InvalidInput unless solvers can decide the relation."""
    if not isinstance(relation, Relational):
        advice = "write Le(left, right, evaluate=False), which SymPy does not simplify away"
        raise InvalidInput("relation", relation, "is no relation between two expressions", advice)
    require_exact(relation)


def require_exact(value: Any, argument: str = "expression") -> None:
    """Raises InvalidInput where a decimal number stands, of which nobody knows which number is meant."""
    if isinstance(value, sp.Basic) and value.has(sp.Float):
        raise InvalidInput(argument, value, "holds a decimal number, which decides nothing", "write Rational(1, 10) for 0.1")


_BITS = 256
#: Rational bounds of a number such as exp(-1) have this denominator: enough for every use, and small for a solver.
_GRID = 2**24


def sign_at(point: Point, expression: sp.Expr) -> int | None:
    """The sign of an expression at a point, or None if undetermined; by rationals where they suffice, since many points are tried."""
    try:
        exact = rational_value(expression, point)
    except Undefined:
        quick = None if point.clients or not _has_a_program(expression) else _ball_sign(expression, point.values)
        return quick or certain_sign(point.evaluate(expression))
    return (exact > 0) - (exact < 0)


@lru_cache(maxsize=512)
def _has_a_program(expression: sp.Expr) -> bool:
    return not expression.has(sp.E) and all(power.exp.is_Rational for power in expression.atoms(sp.Pow))


def certain_sign(number: sp.Expr) -> int | None:
    """The sign of a number, -1, 0 or 1; None where it is undefined or not separated from zero."""
    if number.is_Rational:
        return int(sp.sign(number))
    if number.free_symbols or number.has(sp.nan, sp.zoo, sp.oo, -sp.oo):
        return None
    return _ball_sign(number.xreplace({sp.E: sp.exp(1, evaluate=False)}), {})


def _ball_sign(expression: sp.Expr, values: Mapping[sp.Symbol, sp.Rational]) -> int | None:
    """The sign of an expression by ball arithmetic, -1 or 1; None where it is undetermined."""
    try:
        with flint.ctx.workprec(_BITS):
            ball = evaluate(expression, {symbol: BALLS(number) for symbol, number in values.items()}, BALLS)
    except InvalidInput:  # a function without ball arithmetic: the sign stays undetermined
        return None
    if not isinstance(ball, flint.arb) or not ball.is_finite() or ball.contains(0):
        return None
    return 1 if ball > 0 else -1


def rational_bounds(x: sp.Expr) -> tuple[sp.Rational, sp.Rational] | None:
    """Rational bounds of a number by ball arithmetic, or None."""
    try:
        with flint.ctx.workprec(_BITS):
            ball = evaluate(as_expression(x).xreplace({sp.E: sp.exp(1, evaluate=False)}), {}, BALLS)
            if not isinstance(ball, flint.arb) or not ball.is_finite():
                return None
            scaled = ball * _GRID
            low, high = (bound.unique_fmpz() for bound in (scaled.floor(), scaled.ceil()))
    except InvalidInput:  # a function without ball arithmetic: no bounds
        return None
    if low is None or high is None:
        return None
    return sp.Rational(int(low), _GRID), sp.Rational(int(high), _GRID)


@dataclass
class Question:
    """Relations as constraints on polynomials, with facts about the terms that are no polynomials.

    Facts, each true for all real values for which the term is defined:
    a root r = x^(1/q) of x >= 0 has r >= 0 and r^q = x; |x|, max and min equal one of their values and bound all of them;
    a number lies between two rationals; a client mean has the sign of its assumptions; exp(x) > 0, exp(x) >= 1 + x and exp(x) (1 - x) <= 1;
    a power p = b^e with b >= 0, e >= 0 has p >= 0, p <= 1 where b <= 1, p >= 1 where b >= 1, p (1 + e (1 - b)) <= 1, and
    p <= exp(-1) where e (1 - b) >= 1; with e >= 1 also p <= b where b <= 1, p >= b where b >= 1, and Bernoulli's p >= 1 + e (b - 1);
    powers to the same exponent e >= 0 are ordered as their bases b >= 0 are.
    Powers of one base whose exponents differ by an integer share a name: that of the lowest exponent, to avoid division.
    """

    names: dict[sp.Expr, sp.Dummy] = field(default_factory=dict)
    facts: list[Constraint] = field(default_factory=list)
    lowest: dict[tuple[sp.Expr, sp.Expr], int] = field(default_factory=dict)
    powers: dict[tuple[sp.Expr, sp.Expr], tuple[sp.Expr, sp.Expr, sp.Expr]] = field(default_factory=dict)
    denominators: set[sp.Expr] = field(default_factory=set)
    symbols: set[sp.Symbol] = field(default_factory=set)

    def constraints(self, goal: sp.Basic, assumptions: Sequence[sp.Basic]) -> list[Constraint]:
        """The goal's negation first, then the assumptions, facts and signs."""
        self._look_for_powers(*[side for relation in (goal, *assumptions) for side in relation.args])
        out = [Constraint("the goal", ((negate_literal(self._literal_of(goal)),),), "goal")]
        out += [Constraint(str(relation), ((self._literal_of(relation),),), "assumption") for relation in dict.fromkeys(assumptions)]
        if gram_xg in self.symbols:
            self.symbols |= {gram_xx, gram_gg}
            out.append(Constraint("Cauchy-Schwarz", (((gram_xx * gram_gg - gram_xg**2, ">="),),), "fact"))
        self._compare_powers()
        out += self.facts
        for factor in sorted(self.denominators, key=sp.default_sort_key):
            out.append(Constraint(f"{factor} is not 0", (((factor, "!="),),), "defined"))
        for symbol in sorted(self.symbols, key=lambda s: s.name):
            sign = _own_sign(symbol)
            if sign is not None:
                out.append(Constraint(f"sign of {symbol}", ((sign,),), "sign"))
        return out

    def _literal_of(self, relation: sp.Basic) -> Literal:
        left, right = relation.args
        return self._cleared(self._flatten(left) - self._flatten(right), relation.rel_op)

    def _cleared(self, flat: sp.Expr, op: str) -> Literal:
        """Clear denominators: those that are positive by their symbols' assumptions, the others to an even power."""
        numerator, denominator = sp.fraction(sp.together(flat))
        constant, factors = sp.factor_list(denominator) if denominator.free_symbols else (denominator, [])
        numerator = numerator / constant
        for factor, multiplicity in factors:
            if _is_positive(factor):
                continue
            self.denominators.add(factor)
            if multiplicity % 2 and op not in ("==", "!="):
                numerator = numerator * factor
        return as_expression(numerator), op

    def _flatten(self, x: sp.Expr) -> sp.Expr:
        """A rational expression in symbols and names."""
        if x.is_Rational:
            return x
        if x.is_Symbol:
            self.symbols.add(x)
            return x
        if x.is_Add or x.is_Mul:
            return x.func(*[self._flatten(arg) for arg in x.args])
        if x.is_Pow and x.exp.is_Integer:
            return self._flatten(x.base) ** x.exp
        if not x.free_symbols and not x.atoms(ClientMean):
            return self._number_name(x)
        if x.is_Pow and x.exp.is_Rational:
            return self._root_name(x.base, x.exp.q) ** x.exp.p
        if x.is_Pow or isinstance(x, sp.exp):
            split = _split_power(x)
            return self._power_name(*split) if split else self._exponential_name(x)
        return self._opaque_name(x)

    def _name_for(self, term: sp.Expr, name: str, **signs: bool) -> tuple[sp.Dummy, bool]:
        """The name of a term, and whether it is a new one."""
        if new := term not in self.names:
            self.names[term] = sp.Dummy(name, real=True, **signs)
        return self.names[term], new

    def _add_fact(self, name: str, *clauses: Clause, level: int = 0, kind: str = "fact") -> None:
        self.facts.append(Constraint(name, clauses, kind, level))

    def _number_name(self, x: sp.Expr) -> sp.Expr:
        if x.is_Pow and x.exp.is_Rational and x.base.is_Rational and x.base > 0:
            return self._root_name(x.base, x.exp.q) ** x.exp.p
        name, new = self._name_for(x, "number")
        if new and (bounds := rational_bounds(x)):
            self._add_fact(f"the value of {x}", ((name - bounds[0], ">="),), ((bounds[1] - name, ">="),))
        return name

    def _root_name(self, base: sp.Expr, degree: int) -> sp.Expr:
        term = sp.Pow(_simplify_base(base), sp.Rational(1, degree), evaluate=False)
        (root, new), radicand = self._name_for(term, "root"), self._flatten(base)
        if new:
            inside = negate_literal(self._cleared(radicand, ">="))
            self._add_fact(f"{term} is a root", (inside, (root, ">=")), (inside, self._cleared(root**degree - radicand, "==")))
        return root

    def _exponential_name(self, x: sp.Expr) -> sp.Expr:
        name, new = self._name_for(x, "exponential")
        if new and isinstance(x, sp.exp):
            exponent = self._flatten(x.args[0])
            self._add_fact(f"{x} > 0", ((name, ">"),))
            self._add_fact(f"tangents of {x}", (self._cleared(name - 1 - exponent, ">="),),
                       (self._cleared(1 - name * (1 - exponent), ">="),), level=1)  # fmt: skip
        return name

    def _opaque_name(self, x: sp.Expr) -> sp.Expr:
        name, new = self._name_for(x, type(x).__name__, **_signs_of_mean(x))
        if not new:
            return name
        own_sign = _own_sign(name)
        if own_sign is not None:
            self._add_fact(f"sign of {x}", (own_sign,), kind="sign")
        if isinstance(x, sp.Abs | sp.Max | sp.Min):
            inside = [self._flatten(arg) for arg in x.args]
            own = [*inside, -inside[0]] if isinstance(x, sp.Abs) else inside
            side = -1 if isinstance(x, sp.Min) else 1
            above = [(self._cleared(side * (name - value), ">="),) for value in own]
            self._add_fact(f"{x} is one of its values", tuple(self._cleared(name - value, "==") for value in own), *above)
        return name

    def _look_for_powers(self, *expressions: sp.Expr) -> None:
        for expression in expressions:
            for term in expression.atoms(sp.Pow, sp.exp):
                split = _split_power(term)
                if split:
                    base, units, shift = split
                    key, times = (base, units[0][0]), units[0][1]
                    if times > 0:
                        self.lowest[key] = min(self.lowest.get(key, 0), int(sp.floor(sp.Rational(shift, times))))

    def _power_name(self, base: sp.Expr, units: list[tuple[sp.Expr, int]], shift: int) -> sp.Expr:
        out, flat_base = sp.S.One, self._flatten(base)
        for unit, times in units:
            lowest = self.lowest.get((base, unit), 0)
            exponent = unit + lowest
            power, _ = self._name_for(sp.Pow(base, exponent, evaluate=False), "power")
            if (base, exponent) not in self.powers:
                flat_exponent = self._flatten(exponent)
                self.powers[base, exponent] = power, flat_base, flat_exponent
                self._facts_of_power(power, base, exponent, flat_base, flat_exponent)
            shift -= times * lowest
            out *= power**times
        return out * flat_base**shift

    def _facts_of_power(self, p: sp.Expr, base: sp.Expr, exponent: sp.Expr, b: sp.Expr, e: sp.Expr) -> None:
        """Add the facts about p = b^e that the class lists."""
        low, below, positive = (negate_literal(self._cleared(x, op)) for x, op in ((b, ">="), (e, ">="), (b, ">")))
        small, large, one = (negate_literal(self._cleared(x, ">=")) for x in (1 - b, b - 1, e - 1))
        # for an integer exponent >= 0 Bernoulli's inequality needs no e >= 1
        at_least = below if exponent.is_integer else one
        name = f"({base})**({exponent})"
        self._add_fact(f"sign of {name}", (positive, (p, ">")), (low, below, (p, ">=")), level=1)
        self._add_fact(f"{name} against 1", (low, below, small, (1 - p, ">=")), (below, large, (p - 1, ">=")), level=1)
        self._add_fact(f"{name} against its base", (low, one, small, self._cleared(b - p, ">=")), (one, large, self._cleared(p - b, ">=")),
                   level=2)  # fmt: skip
        self._add_fact(f"Bernoulli for {name}", (low, at_least, self._cleared(p - 1 - e * (b - 1), ">=")),
                   (low, below, self._cleared(1 - p * (1 + e * (1 - b)), ">=")), level=3)  # fmt: skip

    def _compare_powers(self) -> None:
        """Add facts that relate a power to another term, once all terms are known."""
        known = list(self.powers.items())
        for (base, exponent), (p, b, e) in known:
            if sp.exp(-1) in self.names:
                unless = [negate_literal(self._cleared(x, ">=")) for x in (b, e, e * (1 - b) - 1)]
                self._add_fact(f"({base})**({exponent}) against exp(-1)", (*unless, (self.names[sp.exp(-1)] - p, ">=")), level=2)
            for (other, same), (q, c, _) in known:
                if exponent == same and base != other:
                    unless = [negate_literal(self._cleared(x, ">=")) for x in (b, c - b, e)]
                    self._add_fact(f"({base})**({exponent}) against ({other})**({exponent})", (*unless, (q - p, ">=")), level=2)


def _split_power(x: sp.Expr) -> tuple[sp.Expr, list[tuple[sp.Expr, int]], int] | None:
    """base^(times unit + ... + shift) with integers `times` and `shift`; None for any other expression."""
    if isinstance(x, sp.exp):
        logs = [factor for factor in sp.Mul.make_args(x.args[0]) if isinstance(factor, sp.log)]
        if len(logs) != 1:
            return None
        base, exponent = logs[0].args[0], x.args[0] / logs[0]
    elif x.is_Pow and not x.exp.is_Rational:
        base, exponent = x.base, x.exp
    else:
        return None
    units: list[tuple[sp.Expr, int]] = []
    shift = sp.S.Zero
    for term in sp.Add.make_args(sp.expand(exponent)):
        coefficient, monomial = term.as_coeff_Mul()
        if monomial == 1:
            shift += coefficient
        elif not coefficient.is_Rational:
            return None
        else:
            units.append((monomial / coefficient.q, int(coefficient.p)))
    if not shift.is_Integer or not units:
        return None
    return _simplify_base(base), sorted(units, key=lambda unit: sp.default_sort_key(unit[0])), int(shift)


def _simplify_base(x: sp.Expr) -> sp.Expr:
    return sp.cancel(sp.together(x)) if x.free_symbols else x


def _signs_of_mean(x: sp.Expr) -> dict[str, bool]:
    """The sign assumptions of a client mean; none for other functions."""
    signs = {"positive": x.is_positive, "nonnegative": x.is_nonnegative} if isinstance(x, ClientMean) else {}
    return {name: True for name, holds in signs.items() if holds}


def _own_sign(symbol: sp.Symbol) -> Literal | None:
    if symbol.is_integer and symbol.is_positive:
        return symbol - 1, ">="
    for holds, sign in ((symbol.is_positive, ">"), (symbol.is_negative, "<"), (symbol.is_nonnegative, ">="), (symbol.is_nonpositive, "<=")):
        if holds:
            return symbol, sign
    return None


def _is_positive(polynomial: sp.Expr) -> bool:
    """Return whether all terms are products of nonnegative symbols with positive factors, some of positive symbols only."""
    terms = sp.Add.make_args(sp.expand(polynomial))
    return all(t.is_nonnegative for t in terms) and any(t.is_positive for t in terms)
