"""Is a relation implied by others, for all reals? Decided by two SMT solvers; nothing else in symfed talks to them.

A relation between rational expressions becomes one between polynomials, and the question becomes: have the assumptions a real point at
which the goal fails? z3 and cvc5 answer independently. What is no polynomial is a fresh real number, of which only the facts that
stand in `_Problem` are known: a proof that needs more of it is not found, and a point that contradicts what it really is, is no witness.

A relation is read where both of its sides are defined: every denominator in it is taken to be other than zero.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice, product
from time import monotonic
from typing import Any

import flint
import sympy as sp

from symfed.core.domain import Domain
from symfed.core.errors import InvalidInput
from symfed.core.symbols import ClientMean, gram_gg, gram_xg, gram_xx
from symfed.derive.orthant import prove_nonnegative
from symfed.derive.sampling import Point, PointSearch, candidates
from symfed.models.rings import BALLS, evaluate

#: Units of work after which a solver gives up, counted by the solver itself so that the answer is the same on every machine; about two
#: seconds of z3. What is provable in this project takes a hundredth of it.
_Z3_LIMIT = 2_000_000
_CVC5_LIMIT = 20_000
#: The same for each of the many small questions that make a core or a witness smaller.
_SMALL_LIMIT = 400_000
_BITS = 256
#: Rational bounds of a number such as exp(-1) have this denominator: enough for every use, and small for a solver.
_GRID = 2**24
_MOST_INTEGER_POINTS = 24
_OPPOSITE = {">=": "<", ">": "<=", "==": "!=", "!=": "==", "<": ">=", "<=": ">"}
_RELATIONS: tuple[tuple[Any, str], ...] = ((sp.Ge, ">="), (sp.Gt, ">"), (sp.Le, "<="), (sp.Lt, "<"), (sp.Eq, "=="), (sp.Ne, "!="))

#: A polynomial and how it stands to zero; a clause says that one of its literals holds.
Literal = tuple[sp.Expr, str]
Clause = tuple[Literal, ...]


@dataclass(frozen=True)
class Answer:
    """Whether assumptions imply a goal.

    kind: "implied" (`core` names what was used, `method` who says so), "refuted" (`witness` is an exact point, verified by
    substitution, at which all assumptions hold and the goal does not) or "unknown" (`method` says why). `needed` are those of the given
    assumptions that stand in the core: dropping any of them, the solvers no longer find a proof by the others in the core.
    """

    kind: str
    method: str
    core: tuple[str, ...] = ()
    needed: tuple[str, ...] = ()
    witness: Mapping[str, str] | None = None
    point: Point | None = None


@dataclass(frozen=True)
class _Constraint:
    """A named conjunction of clauses. `level` 0 is asked at once, higher ones only where lower ones do not suffice."""

    name: str
    clauses: tuple[Clause, ...]
    kind: str
    level: int = 0


def decide(goal: sp.Basic, assumptions: Sequence[sp.Basic] = (), budget_seconds: float = 10) -> Answer:
    """Whether the goal, a SymPy relation, follows from the assumptions for all real values of the symbols.

    The assumptions that a symbol carries (positive, nonnegative, an integer >= 1 relaxed to a real >= 1) are always part, and so is
    gram_xg² <= gram_xx gram_gg. "implied" needs both solvers, or one of them and a certificate by coefficients. The budget bounds the
    search for a witness; a proof is bounded by the solvers' own count of work. Raises InvalidInput for what is no relation, or holds a
    decimal number.

    >>> from symfed.core.symbols import L, gamma, mu
    >>> found = decide(sp.Le(gamma*mu, 1), (mu <= L, gamma*L <= 1))
    >>> found.kind, found.needed, found.method
    ('implied', ('mu <= L', 'L*gamma <= 1'), 'z3 and cvc5 agree')
    >>> dict(decide(sp.Le(gamma*mu, 1), (gamma*L <= 1,)).witness)
    {'L': '1', 'gamma': '1', 'mu': '2'}
    """
    for relation in (goal, *assumptions):
        _readable(relation)
    deadline = monotonic() + budget_seconds
    proof = _proved(goal, assumptions, deadline)
    if proof is not None:
        return proof
    point = _counterexample(goal, assumptions, deadline)
    if point is not None:
        return Answer(
            "refuted", "an exact point at which the assumptions hold and the goal does not", witness=point.describe(), point=point
        )
    return Answer("unknown", "no proof by two roads, and no exact point against it")


def certain_sign(value: sp.Expr) -> int | None:
    """-1, 0 or 1 where that is certain; None for what is undefined or not separated from zero."""
    if value.is_Rational:
        return int(sp.sign(value))
    if value.free_symbols or value.has(sp.nan, sp.zoo, sp.oo, -sp.oo):
        return None
    try:
        with flint.ctx.workprec(_BITS):
            ball = evaluate(value.xreplace({sp.E: sp.exp(1, evaluate=False)}), {}, BALLS)
    except InvalidInput:  # a function that balls do not know: the point decides nothing
        return None
    if not isinstance(ball, flint.arb) or not ball.is_finite() or ball.contains(0):
        return None
    return 1 if ball > 0 else -1


# --- a question as polynomials --------------------------------------------------------------------------------------------------------


@dataclass
class _Problem:
    """Relations as constraints on polynomials, and the facts about the terms that are none.

    Facts, each true for all real values for which the term is defined:
    a root r = x^(1/q) of x >= 0 has r >= 0 and r^q = x; |x|, max and min are what they are; a number lies between two rationals;
    a client mean has the sign that it is known to have; exp(x) > 0, exp(x) >= 1 + x and exp(x) (1 - x) <= 1;
    a power p = b^e with b >= 0, e >= 0 has p >= 0, p <= 1 where b <= 1, p >= 1 where b >= 1, p (1 + e (1 - b)) <= 1, and
    p <= exp(-1) where e (1 - b) >= 1; with e >= 1 also p <= b where b <= 1, p >= b where b >= 1, and Bernoulli's p >= 1 + e (b - 1);
    powers to the same exponent e >= 0 are ordered as their bases b >= 0 are.
    Powers of one base whose exponents differ by an integer share a name: that of the lowest exponent, so that nothing is divided by.
    """

    names: dict[sp.Expr, sp.Dummy] = field(default_factory=dict)
    facts: list[_Constraint] = field(default_factory=list)
    lowest: dict[tuple[sp.Expr, sp.Expr], int] = field(default_factory=dict)
    powers: dict[tuple[sp.Expr, sp.Expr], tuple[sp.Expr, sp.Expr, sp.Expr]] = field(default_factory=dict)
    denominators: set[sp.Expr] = field(default_factory=set)
    symbols: set[sp.Symbol] = field(default_factory=set)

    def constraints(self, goal: sp.Basic, assumptions: Sequence[sp.Basic]) -> list[_Constraint]:
        """The goal's negation first, then the assumptions, facts and signs."""
        self._look_for_powers(*[side for relation in (goal, *assumptions) for side in relation.args])
        negated = [(n, _OPPOSITE[op]) for n, op in [self._literal(goal)]]
        out = [_Constraint("the goal", (tuple(negated),), "goal")]
        out += [_Constraint(str(relation), ((self._literal(relation),),), "assumption") for relation in dict.fromkeys(assumptions)]
        if gram_xg in self.symbols:
            self.symbols |= {gram_xx, gram_gg}
            out.append(_Constraint("Cauchy-Schwarz", (((gram_xx * gram_gg - gram_xg**2, ">="),),), "fact"))
        self._compare_powers()
        out += self.facts
        for factor in sorted(self.denominators, key=sp.default_sort_key):
            out.append(_Constraint(f"{factor} is not 0", (((factor, "!="),),), "defined"))
        for symbol in sorted(self.symbols, key=lambda s: s.name):
            sign = _own_sign(symbol)
            if sign is not None:
                out.append(_Constraint(f"sign of {symbol}", ((sign,),), "sign"))
        return out

    def _literal(self, relation: sp.Basic) -> Literal:
        left, right = relation.args
        op = next(sign for kind, sign in _RELATIONS if isinstance(relation, kind))
        return self._cleared(self._flat(left) - self._flat(right), op)

    def _cleared(self, flat: sp.Expr, op: str) -> Literal:
        """Denominators multiplied out: those that are positive for their symbols' sake, the others to an even power."""
        numerator, denominator = sp.fraction(sp.together(flat))
        constant, factors = sp.factor_list(denominator) if denominator.free_symbols else (denominator, [])
        numerator = numerator / constant
        for factor, multiplicity in factors:
            if _positive(factor):
                continue
            self.denominators.add(factor)
            if multiplicity % 2 and op not in ("==", "!="):
                numerator = numerator * factor
        return sp.sympify(numerator), op

    def _flat(self, x: sp.Expr) -> sp.Expr:
        """A rational expression in symbols and names."""
        if x.is_Rational:
            return x
        if x.is_Symbol:
            self.symbols.add(x)
            return x
        if x.is_Add or x.is_Mul:
            return x.func(*[self._flat(arg) for arg in x.args])
        if x.is_Pow and x.exp.is_Integer:
            return self._flat(x.base) ** x.exp
        if not x.free_symbols and not x.atoms(ClientMean):
            return self._number(x)
        if x.is_Pow and x.exp.is_Rational:
            return self._root(x.base, x.exp.q) ** x.exp.p
        if x.is_Pow or isinstance(x, sp.exp):
            split = _split_power(x)
            return self._power(*split) if split else self._exponential(x)
        return self._opaque(x)

    def _named(self, term: sp.Expr, name: str, **signs: bool) -> sp.Dummy:
        if term not in self.names:
            self.names[term] = sp.Dummy(name, real=True, **signs)
        return self.names[term]

    def _fact(self, name: str, *clauses: Clause, level: int = 0, kind: str = "fact") -> None:
        self.facts.append(_Constraint(name, clauses, kind, level))

    def _number(self, x: sp.Expr) -> sp.Expr:
        if x.is_Pow and x.exp.is_Rational and x.base.is_Rational and x.base > 0:
            return self._root(x.base, x.exp.q) ** x.exp.p
        known = x in self.names
        name = self._named(x, "number")
        bounds = None if known else _between(x)
        if bounds:
            self._fact(f"the value of {x}", ((name - bounds[0], ">="),), ((bounds[1] - name, ">="),))
        return name

    def _root(self, base: sp.Expr, degree: int) -> sp.Expr:
        term = sp.Pow(_tidy(base), sp.Rational(1, degree), evaluate=False)
        known = term in self.names
        root, radicand = self._named(term, "root"), self._flat(base)
        if not known:
            inside = _opposite(self._cleared(radicand, ">="))
            self._fact(f"{term} is a root", (inside, (root, ">=")), (inside, self._cleared(root**degree - radicand, "==")))
        return root

    def _exponential(self, x: sp.Expr) -> sp.Expr:
        known = x in self.names
        name = self._named(x, "exponential")
        if not known and isinstance(x, sp.exp):
            exponent = self._flat(x.args[0])
            self._fact(f"{x} > 0", ((name, ">"),))
            self._fact(f"tangents of {x}", (self._cleared(name - 1 - exponent, ">="),),
                       (self._cleared(1 - name * (1 - exponent), ">="),), level=1)  # fmt: skip
        return name

    def _opaque(self, x: sp.Expr) -> sp.Expr:
        known = x in self.names
        name = self._named(x, type(x).__name__, **_signs_of_mean(x))
        if known:
            return name
        own_sign = _own_sign(name)
        if own_sign is not None:
            self._fact(f"sign of {x}", (own_sign,), kind="sign")
        if isinstance(x, sp.Abs | sp.Max | sp.Min):
            own = [self._flat(arg) for arg in x.args] if not isinstance(x, sp.Abs) else [self._flat(x.args[0]), -self._flat(x.args[0])]
            side = -1 if isinstance(x, sp.Min) else 1
            above = [(self._cleared(side * (name - value), ">="),) for value in own]
            self._fact(f"{x} is one of its values", tuple(self._cleared(name - value, "==") for value in own), *above)
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

    def _power(self, base: sp.Expr, units: list[tuple[sp.Expr, int]], shift: int) -> sp.Expr:
        out, flat_base = sp.S.One, self._flat(base)
        for unit, times in units:
            lowest = self.lowest.get((base, unit), 0)
            exponent = unit + lowest
            power = self._named(sp.Pow(base, exponent, evaluate=False), "power")
            if (base, exponent) not in self.powers:
                flat_exponent = self._flat(exponent)
                self.powers[base, exponent] = power, flat_base, flat_exponent
                self._facts_of_power(power, base, exponent, flat_base, flat_exponent)
            shift -= times * lowest
            out *= power**times
        return out * flat_base**shift

    def _facts_of_power(self, p: sp.Expr, base: sp.Expr, exponent: sp.Expr, b: sp.Expr, e: sp.Expr) -> None:
        """What is known of p = b^e; see the class."""
        low, below, positive = (_opposite(self._cleared(x, op)) for x, op in ((b, ">="), (e, ">="), (b, ">")))
        small, large, one = (_opposite(self._cleared(x, ">=")) for x in (1 - b, b - 1, e - 1))
        # for an integer exponent >= 0 Bernoulli's inequality needs no e >= 1
        at_least = below if exponent.is_integer else one
        name = f"({base})**({exponent})"
        self._fact(f"sign of {name}", (positive, (p, ">")), (low, below, (p, ">=")), level=1)
        self._fact(f"{name} against 1", (low, below, small, (1 - p, ">=")), (below, large, (p - 1, ">=")), level=1)
        self._fact(f"{name} against its base", (low, one, small, self._cleared(b - p, ">=")), (one, large, self._cleared(p - b, ">=")),
                   level=2)  # fmt: skip
        self._fact(f"Bernoulli for {name}", (low, at_least, self._cleared(p - 1 - e * (b - 1), ">=")),
                   (low, below, self._cleared(1 - p * (1 + e * (1 - b)), ">=")), level=3)  # fmt: skip

    def _compare_powers(self) -> None:
        """Facts about a power and another term, once all terms are known."""
        known = list(self.powers.items())
        for (base, exponent), (p, b, e) in known:
            if sp.exp(-1) in self.names:
                unless = [_opposite(self._cleared(x, ">=")) for x in (b, e, e * (1 - b) - 1)]
                self._fact(f"({base})**({exponent}) against exp(-1)", (*unless, (self.names[sp.exp(-1)] - p, ">=")), level=2)
            for (other, same), (q, c, _) in known:
                if exponent == same and base != other:
                    unless = [_opposite(self._cleared(x, ">=")) for x in (b, c - b, e)]
                    self._fact(f"({base})**({exponent}) against ({other})**({exponent})", (*unless, (q - p, ">=")), level=2)


def _split_power(x: sp.Expr) -> tuple[sp.Expr, list[tuple[sp.Expr, int]], int] | None:
    """base^(times unit + ... + shift) with integers `times` and `shift`; None for what is no such power."""
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
    return _tidy(base), sorted(units, key=lambda unit: sp.default_sort_key(unit[0])), int(shift)


def _tidy(x: sp.Expr) -> sp.Expr:
    return sp.cancel(sp.together(x)) if x.free_symbols else x


def _between(x: sp.Expr) -> tuple[sp.Rational, sp.Rational] | None:
    """Rational bounds of a number, from its ball."""
    try:
        with flint.ctx.workprec(_BITS):
            ball = evaluate(sp.sympify(x).xreplace({sp.E: sp.exp(1, evaluate=False)}), {}, BALLS)
            if not isinstance(ball, flint.arb) or not ball.is_finite():
                return None
            scaled = ball * _GRID
            low, high = (bound.unique_fmpz() for bound in (scaled.floor(), scaled.ceil()))
    except InvalidInput:  # a function that balls do not know: the number stays free
        return None
    if low is None or high is None:
        return None
    return sp.Rational(int(low), _GRID), sp.Rational(int(high), _GRID)


def _signs_of_mean(x: sp.Expr) -> dict[str, bool]:
    """What a client mean is known to be; other functions are not asked."""
    signs = {"positive": x.is_positive, "nonnegative": x.is_nonnegative} if isinstance(x, ClientMean) else {}
    return {name: True for name, holds in signs.items() if holds}


def _own_sign(symbol: sp.Symbol) -> Literal | None:
    if symbol.is_integer and symbol.is_positive:
        return symbol - 1, ">="
    for holds, sign in ((symbol.is_positive, ">"), (symbol.is_negative, "<"), (symbol.is_nonnegative, ">="), (symbol.is_nonpositive, "<=")):
        if holds:
            return symbol, sign
    return None


def _positive(polynomial: sp.Expr) -> bool:
    """Whether all terms are products of nonnegative symbols with positive factors, some of positive symbols only."""
    terms = sp.Add.make_args(sp.expand(polynomial))
    return all(t.is_nonnegative for t in terms) and any(t.is_positive for t in terms)


def _opposite(literal: Literal) -> Literal:
    return literal[0], _OPPOSITE[literal[1]]


# --- solvers --------------------------------------------------------------------------------------------------------------------------


def _proved(goal: sp.Basic, assumptions: Sequence[sp.Basic], deadline: float) -> Answer | None:
    """An answer where the goal's negation is contradictory, else None."""
    everything = _Problem().constraints(goal, assumptions)
    for asked in _stages(everything):
        for first, second in (("z3", "cvc5"), ("cvc5", "z3")):
            status = _ask(first, asked)
            if status == "unsat":
                answer = _confirmed(first, second, _smallest(first, asked), asked, deadline)
                if answer is not None:
                    return answer
            if status != "unknown":
                break  # the other solver is asked first only where this one gives up
    return None


def _stages(everything: list[_Constraint]) -> Iterator[list[_Constraint]]:
    """What to ask, one after the other: first what speaks of the goal's own variables alone, which can be a far smaller question."""
    seen: list[list[_Constraint]] = []
    for level in sorted({constraint.level for constraint in everything}):
        asked = [constraint for constraint in everything if constraint.level <= level]
        own = _variables_of(asked[0])
        for stage in ([constraint for constraint in asked if _variables_of(constraint) <= own], asked):
            if stage not in seen:
                seen.append(stage)
                yield stage


def _variables_of(constraint: _Constraint) -> set[sp.Symbol]:
    return {symbol for clause in constraint.clauses for value, _ in clause for symbol in sp.sympify(value).free_symbols}


def _confirmed(first: str, second: str, core: list[_Constraint], asked: list[_Constraint], deadline: float) -> Answer | None:
    """What the second solver, or a certificate, says of a core that the first one found contradictory; None where neither agrees."""
    names = tuple(constraint.name for constraint in core if constraint.kind != "goal")
    needed = tuple(constraint.name for constraint in core if constraint.kind == "assumption")
    if not core or core[0].kind != "goal":
        return Answer("unknown", f"the assumptions contradict one another: {', '.join(names)}", names, needed)
    if _ask(second, core, _SMALL_LIMIT if second == "z3" else _CVC5_LIMIT) == "unsat":
        return Answer("implied", "z3 and cvc5 agree", names, needed)
    certificate = _certificate(core, deadline)
    if certificate:
        return Answer("implied", f"{first}, and a certificate: {certificate}", names, needed)
    wider = _certified(core, asked, deadline)
    if wider:
        # the certificate may need more than the solver did: what either of them used is named
        names = tuple(constraint.name for constraint in wider[1:])
        needed = tuple(constraint.name for constraint in wider if constraint.kind == "assumption")
        return Answer("implied", f"{first}, and a certificate: {_certificate(wider, deadline)}", names, needed)
    if first == "z3" and _coverings(core) == "unsat":
        return Answer("implied", "z3 and cvc5 agree", names, needed)
    return None


def _certificate(core: list[_Constraint], deadline: float) -> str:
    """A proof by coefficients of what the core says, on a road without a solver."""
    literals = {c.name: c.clauses[0][0] for c in core if len(c.clauses) == len(c.clauses[0]) == 1}
    failing, op = literals.pop(core[0].name)
    if op not in ("<", ">"):
        return ""
    kinds = {sign: kind for kind, sign in _RELATIONS}
    relations = tuple(kinds[sign](value, 0, evaluate=False) for value, sign in literals.values() if sign in (">=", ">", "<=", "<"))
    return prove_nonnegative(failing if op == "<" else -failing, Domain(relations), deadline)


def _certified(core: list[_Constraint], asked: list[_Constraint], deadline: float) -> list[_Constraint]:
    """The core with as few more of what was asked as a certificate needs; empty where there is none."""
    if not _certificate(asked, deadline):
        return []
    kept = list(asked)
    for candidate in [constraint for constraint in asked if constraint not in core]:
        fewer = [constraint for constraint in kept if constraint is not candidate]
        if _certificate(fewer, deadline):
            kept = fewer
    return kept


def _smallest(solver: str, constraints: list[_Constraint]) -> list[_Constraint]:
    """A contradictory subset, from which nothing can be left out: first the goal's negation is tried, then assumptions, facts, signs.

    The solvers' own cores are not asked for: z3 looks for them on another road, on which it keeps to no limit.
    """
    core = list(constraints)
    order = {"goal": 0, "assumption": 1, "defined": 2, "fact": 3, "sign": 4}
    for candidate in sorted(core, key=lambda c: (order[c.kind], -c.level)):
        fewer = [constraint for constraint in core if constraint is not candidate]
        if _ask(solver, fewer, _SMALL_LIMIT) == "unsat":
            core = fewer
    return core


def _ask(solver: str, constraints: Sequence[_Constraint], limit: int | None = None) -> str:
    """ "sat", "unsat" or "unknown"."""
    language, engine = _engine(solver, limit)
    engine.add(*_formulas(language, constraints))
    return str(engine.check())


#: What a child process does with a question that it reads; processor time, unlike the clock, does not depend on what else is running.
_CHILD = """
import resource, sys
resource.setrlimit(resource.RLIMIT_CPU, ({seconds}, {seconds}))
import cvc5
solver = cvc5.Solver()
solver.setOption("nl-cov", "true")
parser = cvc5.InputParser(solver)
parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, sys.stdin.read(), "question")
while not (command := parser.nextCommand()).isNull():
    print(command.invoke(solver, parser.getSymbolManager()), end="")
"""
_CHILD_SECONDS = 10


def _coverings(constraints: Sequence[_Constraint]) -> str:
    """cvc5's complete method, cylindrical algebraic coverings: in a process that can be ended, for the method itself has no limit."""
    names = {symbol: f"x{i}" for i, symbol in enumerate(sorted(set().union(*map(_variables_of, constraints)), key=sp.default_sort_key))}
    lines = ["(set-logic QF_NRA)", *[f"(declare-const {name} Real)" for name in names.values()]]
    for constraint in constraints:
        for clause in constraint.clauses:
            lines.append(f"(assert (or false {' '.join(_written(sp.sympify(value), op, names) for value, op in clause)}))")
    question = "\n".join([*lines, "(check-sat)", ""])
    child = [sys.executable, "-c", _CHILD.format(seconds=_CHILD_SECONDS)]
    try:
        answer = subprocess.run(child, input=question, capture_output=True, text=True, timeout=20 * _CHILD_SECONDS).stdout.strip()
    except subprocess.TimeoutExpired:
        return "unknown"
    return answer if answer in ("sat", "unsat") else "unknown"


def _written(x: sp.Expr, op: str, names: Mapping[sp.Symbol, str]) -> str:
    """A literal in SMT-LIB."""
    own = f"(= {_prefix(x, names)} 0.0)"
    return {"==": own, "!=": f"(not {own})"}.get(op, f"({op} {_prefix(x, names)} 0.0)")


def _prefix(x: sp.Expr, names: Mapping[sp.Symbol, str]) -> str:
    if x.is_Rational:
        size = f"(/ {abs(x.p)}.0 {x.q}.0)"
        return f"(- {size})" if x < 0 else size
    if x.is_Symbol:
        return names[x]
    if x.is_Pow:
        return f"(* {' '.join([_prefix(x.base, names)] * int(x.exp))})"
    return f"({'+' if x.is_Add else '*'} {' '.join(_prefix(arg, names) for arg in x.args)})"


@dataclass(frozen=True)
class _Language:
    """The terms of one solver, in one context."""

    module: Any
    context: Any

    def Real(self, name: str) -> Any:
        return self.module.Real(name, ctx=self.context)

    def RealVal(self, value: str) -> Any:
        return self.module.RealVal(value, ctx=self.context)

    def Or(self, *terms: Any) -> Any:
        return self.module.Or(*terms)

    def And(self, *terms: Any) -> Any:
        return self.module.And(*terms)


def _engine(solver: str, limit: int | None) -> tuple[_Language, Any]:
    """A solver's language (both speak the same Python) and a fresh instance that gives up after a fixed amount of work.

    Each question has a context of its own: in a shared one the numbers of earlier terms decide in which order variables are looked at.
    """
    if solver == "z3":
        import z3

        context = z3.Context()
        engine = z3.SolverFor("QF_NRA", ctx=context)
        engine.set("rlimit", limit or _Z3_LIMIT)
        engine.set("random_seed", 0)
        return _Language(z3, context), engine
    import cvc5.pythonic as cvc5

    # its coverings look at no limit: they have a process of their own, see `_coverings`
    context = cvc5.Context()
    engine = cvc5.SolverFor("QF_NRA", ctx=context)
    engine.setOption("nl-cov", "false")
    engine.setOption("nl-ext", "full")
    engine.setOption("rlimit-per", str(limit or _CVC5_LIMIT))
    return _Language(cvc5, context), engine


def _formulas(language: _Language, constraints: Sequence[_Constraint]) -> list[Any]:
    """Each constraint in the solver's language."""
    values = _variables(language, constraints)
    out = []
    for constraint in constraints:
        clauses = [[_compared(_translated(language, sp.sympify(x), values), op) for x, op in clause] for clause in constraint.clauses]
        disjunctions = [clause[0] if len(clause) == 1 else language.Or(*clause) for clause in clauses]
        out.append(disjunctions[0] if len(disjunctions) == 1 else language.And(*disjunctions))
    return out


def _variables(language: _Language, constraints: Sequence[_Constraint]) -> dict[sp.Symbol, Any]:
    symbols = set().union(*[_variables_of(constraint) for constraint in constraints])
    return {s: language.Real(f"x{i}") for i, s in enumerate(sorted(symbols, key=sp.default_sort_key))}


def _translated(language: _Language, x: sp.Expr, values: Mapping[sp.Expr, Any]) -> Any:
    """A polynomial in the solver's language."""
    if x.is_Rational:
        return language.RealVal(f"{x.p}/{x.q}") if x.q != 1 else language.RealVal(str(x.p))
    if x.is_Symbol:
        return values[x]
    if x.is_Pow:
        base = _translated(language, x.base, values)
        out = base
        for _ in range(int(x.exp) - 1):
            out = out * base
        return out
    parts = [_translated(language, arg, values) for arg in x.args]
    out = parts[0]
    for part in parts[1:]:
        out = out + part if x.is_Add else out * part
    return out


def _compared(term: Any, op: str) -> Any:
    return {
        ">=": lambda: term >= 0, ">": lambda: term > 0, "<=": lambda: term <= 0, "<": lambda: term < 0,
        "==": lambda: term == 0, "!=": lambda: term != 0,
    }[op]()  # fmt: skip


# --- witnesses ------------------------------------------------------------------------------------------------------------------------


def _counterexample(goal: sp.Basic, assumptions: Sequence[sp.Basic], deadline: float) -> Point | None:
    """A small point from a list, or one that z3 finds and that is then made small."""
    gram = (
        (sp.Ge(gram_xx * gram_gg, gram_xg**2, evaluate=False),) if any(relation.has(gram_xg) for relation in (goal, *assumptions)) else ()
    )
    known = (*assumptions, *gram)

    def accept(point: Point) -> bool:
        return _holds(goal, point) is False and all(_holds(relation, point) for relation in known)

    sides = [side for relation in (goal, *known) for side in relation.args]
    search = PointSearch(sp.Add(*sides, evaluate=False), Domain(known))
    point = search.first(accept, deadline)
    if point is not None or search.means:
        return point
    for values in _integer_points(search.shared):
        if monotonic() > deadline:
            return None
        point = _from_model(goal, known, values, search.shared)
        if point is not None and accept(point):
            return point
    return None


def _holds(relation: sp.Basic, point: Point) -> bool | None:
    """Whether a relation holds at an exact point, where that is certain."""
    left, right = relation.args
    sign = certain_sign(point.evaluate(left) - point.evaluate(right))
    op = next(sign for kind, sign in _RELATIONS if isinstance(relation, kind))
    return None if sign is None else {">=": sign >= 0, ">": sign > 0, "<=": sign <= 0, "<": sign < 0, "==": sign == 0, "!=": sign != 0}[op]


def _integer_points(symbols: Sequence[sp.Symbol]) -> Iterator[dict[sp.Symbol, sp.Integer]]:
    """Small values of the symbols that are integers: with them, powers with a symbolic exponent become polynomials."""
    integers = [symbol for symbol in symbols if symbol.is_integer]
    for choice in islice(product(*[candidates(symbol) for symbol in integers]), _MOST_INTEGER_POINTS):
        yield dict(zip(integers, choice, strict=True))


def _from_model(
    goal: sp.Basic, assumptions: Sequence[sp.Basic], values: Mapping[sp.Symbol, sp.Integer], symbols: Sequence[sp.Symbol]
) -> Point | None:
    """A point at which z3 sees the goal fail, coordinate after coordinate made as simple as it can be."""
    failing, *rest = [_at(relation, values) for relation in (goal, *assumptions)]
    constraints = _Problem().constraints(failing, rest)
    language, engine = _engine("z3", None)
    variables = _variables(language, constraints)
    engine.add(*_formulas(language, constraints))
    point = dict(values)
    for symbol in symbols:
        if symbol in values:
            continue
        if str(engine.check()) != "sat":
            return None
        if symbol not in variables:
            point[symbol] = candidates(symbol)[0]
            continue
        for value in (*candidates(symbol), *_near(engine.model().eval(variables[symbol], model_completion=True))):
            if str(engine.check(variables[symbol] == language.RealVal(str(value)))) == "sat":
                point[symbol] = value
                engine.add(variables[symbol] == language.RealVal(str(value)))
                break
        else:
            return None
    return Point(point)


def _at(relation: sp.Basic, values: Mapping[sp.Symbol, sp.Integer]) -> sp.Basic:
    return relation.func(*[sp.sympify(side).xreplace(dict(values)) for side in relation.args], evaluate=False)


def _near(value: Any) -> list[sp.Rational]:
    """Rationals near a solver's number, simplest first."""
    if hasattr(value, "approx"):
        value = value.approx(20)
    exact = Fraction(value.numerator_as_long(), value.denominator_as_long())
    return [sp.Rational(exact.limit_denominator(d)) for d in (1, 10, 1000, 10**6)] + [sp.Rational(exact)]


def _readable(relation: Any) -> None:
    """Raises InvalidInput for what no solver can be asked."""
    if not any(isinstance(relation, kind) for kind, _ in _RELATIONS):
        advice = "write Le(left, right, evaluate=False), which SymPy does not simplify away"
        raise InvalidInput("relation", relation, "is no relation between two expressions", advice)
    if relation.has(sp.Float):
        raise InvalidInput("expression", relation, "holds a decimal number, which decides nothing", "write Rational(1, 10) for 0.1")
