"""The interface to z3 and cvc5, the only one in symfed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy as sp

from symfed.core.errors import NotConverged
from symfed.core.extras import need
from symfed.core.grammar import as_expression, rational_number
from symfed.decide.question import Constraint, variables_of

#: Units of work after which a solver gives up, counted by the solver itself so that the answer is the same on every machine; about two
#: seconds of z3. Provable questions of this project take a hundredth of it.
LIMITS = {"z3": 2_000_000, "cvc5": 20_000}
#: Units of work for each of the many small questions that minimise a core or a counterexample.
SMALL_LIMIT = 400_000


#: Decides a subset of a question's constraints within a limit of work: "sat", "unsat" or "unknown".
Asker = Callable[[Sequence[Constraint], int | None], str]


def asker(solver: str, constraints: Sequence[Constraint]) -> Asker:
    """A function that asks a solver about subsets of these constraints.

    All constraints are translated once, in one context: that takes longer than an answer.
    """
    context = _context(solver)
    written = dict(zip(map(id, constraints), _formulas(_language(solver, context), constraints), strict=True))

    def asked(part: Sequence[Constraint], limit: int | None = None) -> str:
        _, engine = _engine(solver, limit, context)
        engine.add(*[written[id(constraint)] for constraint in part])
        return str(engine.check())

    return asked


#: Units of work for coverings, ten times what any question of this project needs.
_COVERINGS_LIMIT = 3_000_000
#: A unit of coverings has no bounded cost: a run of this length is ended with an error, as no answer may depend on the machine.
_CHILD_SECONDS = 120
#: The program of the child process, which reads a question.
_CHILD = f"""
import resource, sys
resource.setrlimit(resource.RLIMIT_CPU, ({_CHILD_SECONDS}, {_CHILD_SECONDS}))
import cvc5
solver = cvc5.Solver()
solver.setOption("nl-cov", "true")
solver.setOption("rlimit-per", "{_COVERINGS_LIMIT}")
parser = cvc5.InputParser(solver)
parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, sys.stdin.read(), "question")
while not (command := parser.nextCommand()).isNull():
    print(command.invoke(solver, parser.getSymbolManager()), end="")
"""


def coverings(constraints: Sequence[Constraint]) -> str:
    """cvc5's complete method, cylindrical algebraic coverings: in a process of its own. Raises NotConverged if it had to be ended."""
    need("judge", "deciding inequalities")
    names = {symbol: f"x{i}" for i, symbol in enumerate(sorted(set().union(*map(variables_of, constraints)), key=sp.default_sort_key))}
    lines = ["(set-logic QF_NRA)", *[f"(declare-const {name} Real)" for name in names.values()]]
    for constraint in constraints:
        for clause in constraint.clauses:
            lines.append(f"(assert (or false {' '.join(_smt_literal(as_expression(value), op, names) for value, op in clause)}))")
    question = "\n".join([*lines, "(check-sat)", ""])
    answered = subprocess.run([sys.executable, "-c", _CHILD], input=question, capture_output=True, text=True)
    if answered.returncode != 0:
        raise NotConverged(f"cvc5's coverings were ended (code {answered.returncode}): state the question in smaller steps")
    return next((word for word in ("unsat", "sat") if answered.stdout.startswith(word)), "unknown")


def _smt_literal(x: sp.Expr, op: str, names: Mapping[sp.Symbol, str]) -> str:
    """A literal in SMT-LIB."""
    own = f"(= {_smt_prefix(x, names)} 0.0)"
    return {"==": own, "!=": f"(not {own})"}.get(op, f"({op} {_smt_prefix(x, names)} 0.0)")


def _smt_prefix(x: sp.Expr, names: Mapping[sp.Symbol, str]) -> str:
    if x.is_Rational:
        size = f"(/ {abs(x.p)}.0 {x.q}.0)"
        return f"(- {size})" if x < 0 else size
    if x.is_Symbol:
        return names[x]
    if x.is_Pow:
        return f"(* {' '.join([_smt_prefix(x.base, names)] * int(x.exp))})"
    return f"({'+' if x.is_Add else '*'} {' '.join(_smt_prefix(arg, names) for arg in x.args)})"


def simplest_model(
    constraints: Sequence[Constraint], symbols: Iterable[sp.Symbol], small: Callable[[sp.Symbol], Sequence[sp.Rational]]
) -> dict[sp.Symbol, sp.Rational] | None:
    """A rational model of the constraints by z3, each symbol in turn set to the first `small` value that is possible; None without one."""
    language, engine = _engine("z3", None)
    variables = _variables(language, constraints)
    engine.add(*_formulas(language, constraints))
    values: dict[sp.Symbol, sp.Rational] = {}
    for symbol in symbols:
        if str(engine.check()) != "sat":
            return None
        if symbol not in variables:
            values[symbol] = small(symbol)[0]
            continue
        for value in (*small(symbol), *_nearby_rationals(engine.model().eval(variables[symbol], model_completion=True))):
            if str(engine.check(variables[symbol] == language.RealVal(str(value)))) == "sat":
                values[symbol] = value
                engine.add(variables[symbol] == language.RealVal(str(value)))
                break
        else:
            return None
    return values


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


def _context(solver: str) -> Any:
    """A fresh context: in a shared one earlier terms would influence the order of variables."""
    return _module(solver).Context()


def _module(solver: str) -> Any:
    need("judge", "deciding inequalities")
    if solver == "z3":
        import z3

        return z3
    import cvc5.pythonic as cvc5

    return cvc5


def _language(solver: str, context: Any) -> _Language:
    return _Language(_module(solver), context)


def _engine(solver: str, limit: int | None, context: Any = None) -> tuple[_Language, Any]:
    """A solver's language (both have the same Python interface) and a fresh instance with a fixed limit of work."""
    language = _language(solver, context or _context(solver))
    engine = language.module.SolverFor("QF_NRA", ctx=language.context)
    if solver == "z3":
        engine.set("rlimit", limit or LIMITS[solver])
        engine.set("random_seed", 0)
        return language, engine
    # its coverings ignore the limit: they run in a process of their own, see `coverings`
    engine.setOption("nl-cov", "false")
    engine.setOption("nl-ext", "full")
    engine.setOption("rlimit-per", str(limit or LIMITS[solver]))
    return language, engine


def _formulas(language: _Language, constraints: Sequence[Constraint]) -> list[Any]:
    """Each constraint in the solver's language."""
    values = _variables(language, constraints)
    out = []
    for constraint in constraints:
        clauses = [[_compare(_translate(language, as_expression(x), values), op) for x, op in clause] for clause in constraint.clauses]
        disjunctions = [clause[0] if len(clause) == 1 else language.Or(*clause) for clause in clauses]
        out.append(disjunctions[0] if len(disjunctions) == 1 else language.And(*disjunctions))
    return out


def _variables(language: _Language, constraints: Sequence[Constraint]) -> dict[sp.Symbol, Any]:
    symbols = set().union(*[variables_of(constraint) for constraint in constraints])
    return {s: language.Real(f"x{i}") for i, s in enumerate(sorted(symbols, key=sp.default_sort_key))}


def _translate(language: _Language, x: sp.Expr, values: Mapping[sp.Expr, Any]) -> Any:
    """A polynomial in the solver's language."""
    if x.is_Rational:
        return language.RealVal(f"{x.p}/{x.q}") if x.q != 1 else language.RealVal(str(x.p))
    if x.is_Symbol:
        return values[x]
    if x.is_Pow:
        base = _translate(language, x.base, values)
        out = base
        for _ in range(int(x.exp) - 1):
            out = out * base
        return out
    parts = [_translate(language, arg, values) for arg in x.args]
    out = parts[0]
    for part in parts[1:]:
        out = out + part if x.is_Add else out * part
    return out


def _compare(term: Any, op: str) -> Any:
    return {
        ">=": lambda: term >= 0, ">": lambda: term > 0, "<=": lambda: term <= 0, "<": lambda: term < 0,
        "==": lambda: term == 0, "!=": lambda: term != 0,
    }[op]()  # fmt: skip


def _nearby_rationals(value: Any) -> list[sp.Rational]:
    """Rationals near a solver's number, simplest first."""
    if hasattr(value, "approx"):
        value = value.approx(20)
    exact = Fraction(value.numerator_as_long(), value.denominator_as_long())
    return [rational_number(exact.limit_denominator(d)) for d in (1, 10, 1000, 10**6)] + [rational_number(exact)]
