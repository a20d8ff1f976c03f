"""The interface to z3 and cvc5, the only one in symfed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from importlib import import_module
from operator import add, mul
from typing import Any

import sympy as sp

from symfed.core.errors import NotConverged
from symfed.core.extras import need
from symfed.core.grammar import as_expression, rational_number
from symfed.decide.question import COMPARISONS, Clause, Constraint, variables_of

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
    language = _Language(solver)
    written = dict(zip(map(id, constraints), language.formulas(constraints), strict=True))

    def asked(part: Sequence[Constraint], limit: int | None = None) -> str:
        engine = language.engine(limit)
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
    language = _Language("cvc5")
    declared = [f"(declare-const {name} Real)" for name in language.variables(constraints).values()]
    asserted = [f"(assert {formula.sexpr()})" for formula in language.formulas(constraints)]
    question = "\n".join(["(set-logic QF_NRA)", *declared, *asserted, "(check-sat)", ""])
    answered = subprocess.run([sys.executable, "-c", _CHILD], input=question, capture_output=True, text=True)
    if answered.returncode != 0:
        raise NotConverged(f"cvc5's coverings were ended (code {answered.returncode}): state the question in smaller steps")
    return next((word for word in ("unsat", "sat") if answered.stdout.startswith(word)), "unknown")


def simplest_model(
    constraints: Sequence[Constraint], symbols: Iterable[sp.Symbol], small: Callable[[sp.Symbol], Sequence[sp.Rational]]
) -> dict[sp.Symbol, sp.Rational] | None:
    """A rational model of the constraints by z3, each symbol in turn set to the first `small` value that is possible; None without one."""
    language = _Language("z3")
    engine, variables = language.engine(), language.variables(constraints)
    engine.add(*language.formulas(constraints))
    values: dict[sp.Symbol, sp.Rational] = {}
    for symbol in symbols:
        if str(engine.check()) != "sat":
            return None
        if symbol not in variables:
            values[symbol] = small(symbol)[0]
            continue
        for value in (*small(symbol), *_nearby_rationals(engine.model().eval(variables[symbol], model_completion=True))):
            if str(engine.check(variables[symbol] == language.number(value))) == "sat":
                values[symbol] = value
                engine.add(variables[symbol] == language.number(value))
                break
        else:
            return None
    return values


class _Language:
    """The terms of one solver, in a fresh context: in a shared one earlier terms would influence the order of variables."""

    def __init__(self, solver: str) -> None:
        need("judge", "deciding inequalities")
        self.solver, self.module = solver, import_module({"z3": "z3", "cvc5": "cvc5.pythonic"}[solver])  # with one Python interface
        self.context = self.module.Context()

    def engine(self, limit: int | None = None) -> Any:
        """A fresh solver with a fixed limit of work."""
        engine = self.module.SolverFor("QF_NRA", ctx=self.context)
        if self.solver == "z3":
            options: dict[str, Any] = {"rlimit": limit or LIMITS["z3"], "random_seed": 0}
        else:  # its coverings ignore the limit: they run in a process of their own, see `coverings`
            options = {"nl-cov": "false", "nl-ext": "full", "rlimit-per": str(limit or LIMITS["cvc5"])}
        for name, value in options.items():
            engine.set(name, value)
        return engine

    def number(self, value: sp.Rational) -> Any:
        return self.module.RealVal(str(value), ctx=self.context)

    def variables(self, constraints: Sequence[Constraint]) -> dict[sp.Symbol, Any]:
        symbols = sorted(set().union(*map(variables_of, constraints)), key=sp.default_sort_key)
        return {s: self.module.Real(f"x{i}", ctx=self.context) for i, s in enumerate(symbols)}

    def formulas(self, constraints: Sequence[Constraint]) -> list[Any]:
        """Each constraint as a formula."""
        values = self.variables(constraints)

        def joined(join: Any, parts: list[Any]) -> Any:
            return parts[0] if len(parts) == 1 else join(*parts)

        def clause(literals: Clause) -> Any:
            return joined(self.module.Or, [COMPARISONS[op](self._term(as_expression(x), values), 0) for x, op in literals])

        return [joined(self.module.And, [*map(clause, constraint.clauses)]) for constraint in constraints]

    def _term(self, x: sp.Expr, values: Mapping[sp.Symbol, Any]) -> Any:
        """A polynomial as a term."""
        if x.is_Rational:
            return self.number(x)
        if x.is_Symbol:
            return values[x]
        if x.is_Pow:
            return reduce(mul, [self._term(x.base, values)] * int(x.exp))
        return reduce(add if x.is_Add else mul, [self._term(part, values) for part in x.args])


def _nearby_rationals(value: Any) -> list[sp.Rational]:
    """Rationals near a solver's number, simplest first."""
    if hasattr(value, "approx"):
        value = value.approx(20)
    exact = Fraction(value.numerator_as_long(), value.denominator_as_long())
    return [rational_number(exact.limit_denominator(d)) for d in (1, 10, 1000, 10**6)] + [rational_number(exact)]
