"""The public formulas, varied term by term, and judged by references that never saw a formula."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache, lru_cache, partial
from typing import Any

import flint
import numpy as np
import sympy as sp

from symfed.checks import CounterexampleSearch, RemainderOrder
from symfed.checks.readings import DIGITS
from symfed.core import symbols
from symfed.core.symbols import ClientMean, N
from symfed.decide.signs import is_identically_zero
from symfed.formulas import all_formulas, tensors
from symfed.formulas.evaluation import column, means_in, on_clients
from symfed.formulas.expansion import ExpansionFormula, expand
from symfed.formulas.kinds import ProblemFormula, ScalarFormula
from symfed.models.jets import Jets
from symfed.models.problems import Problem, ScalarProblem
from symfed.models.rings import BIG_FLOATS, RATIONALS, evaluate
from symfed.mutants.judges import OnDrawnInstances, Units
from symfed.mutants.references import BOUNDS, REFERENCES, SECOND_ORDERS, TRUTHS, WHOLE, Extrapolated, curve, line, logistic_plane, planes
from symfed.mutants.rewriting import wrong_expressions
from symfed.mutants.subject import Judge, Subject, Variant, distinct
from symfed.strategies import Instance, instances
from symfed.strategies.rates import RateCase, rate_cases

#: Step sizes so small that the smallest term, off by a hundredth, outweighs the next power of gamma (on `curve` it is 1/2000 of the
#: largest), and enough of them to get past where the two cancel; gamma^3 >= 2^-75 > 1e-23 is still far above the quadrature's 1e-28.
SMALL: dict[str, Any] = {"first": Fraction(1, 2**21), "halvings": 4}
#: An extrapolated bias is what is left of terms that cancelled, and the next power of gamma weighs more: by 2^3 - 2 for two runs.
SMALLER = SMALL | {"first": SMALL["first"] / 4}
#: A third order has hundreds of terms and ten thousand variants; its coefficients are confirmed one by one (`proofs_checks/symfed`).
HIGHEST_ORDER = 2
ONE_CLIENT_AND_MORE = ((1, 1), (1, 2), (1, 3))


@cache
def formulas() -> dict[str, Any]:
    """Every derived formula that people can import, and the second orders; none above the highest order."""
    second = [expand(a, q, 2) for a in SECOND_ORDERS for q in ("bias", "second_moment")]
    derived = {name: formula for name, formula in all_formulas().items() if not name.endswith("_printed") and name not in BOUNDS}
    short = {name: formula for name, formula in derived.items() if getattr(formula, "order", 1) <= HIGHEST_ORDER}
    return short | {formula.name: formula for formula in second}


def formula_subjects() -> Iterator[Subject]:
    """One subject a formula."""
    for name, formula in formulas().items():
        judges = exact_judges if name in TRUTHS else expansion_judges
        yield Subject(
            name, formula, cache(partial(variants, formula)), cache(partial(judges, formula)), formula.domain, partial(same, formula)
        )


def same(formula: Any, variant: Variant) -> str:
    """A variant that agrees at the exact point is the formula itself if the difference has the normal form zero."""
    if at_a_point(variant.statement) != at_a_point(formula):
        return ""
    return "the same expression, written differently" if is_identically_zero(variant.statement.expr - formula.expr) else ""


def with_expression(formula: Any, expression: sp.Expr) -> Any:
    """The formula object as it would be if this expression had been derived."""
    return replace(formula, derive=lambda: expression)


def variants(formula: Any) -> tuple[Variant, ...]:
    """The wrong variants that differ from each other at one exact point; all of those that agree with the formula there."""

    def possible(x: sp.Expr) -> bool:
        """False where the number of clients stands where no formula can have it: inside an average, or where there are no clients."""
        inside = any(mean.args[0].has(N) for mean in x.atoms(ClientMean))
        return not inside and not (isinstance(formula, ScalarFormula) and x.has(N))

    wrong = (one for one in wrong_expressions(formula.expr) if possible(one.statement))
    changed = (replace(one, statement=with_expression(formula, one.statement)) for one in wrong)
    return distinct(changed, at_a_point, at_a_point(formula))


@cache
def generic_clients() -> Jets:
    """Three clients in dimension one with nothing in common, all derivatives and cumulants present."""
    columns = ((2, 3, -5), (3, 4, 7), (5, -2, 11), (2, 3, 5), (-7, 13, 4), (3, -11, 17), (1, 2, -3), (7, 1, 3), (-2, 5, 1))
    ranks = (1, 2, 3, 2, 4, 5, 3, 4, 3)
    exact = [np.array([flint.fmpq(entry) for entry in column], dtype=object) for column in columns]
    return Jets.of(*[column.reshape((3,) + (1,) * rank) for column, rank in zip(exact, ranks, strict=True)])


def at_a_point(formula: Any) -> str:
    """The exact value at one point of the domain, as text; "undefined" where a variant divides by zero there."""
    gamma, H = flint.fmpq(1, 31), 7
    try:
        if isinstance(formula, ScalarFormula):
            return str(formula.compile("exact")(gamma, H, flint.fmpq(3), flint.fmpq(11)))
        if not isinstance(formula, ExpansionFormula):
            return str(on_clients(formula.expr, generic_clients(), "exact")(gamma, H))
        averages = {mean: _average_at_a_point(mean, gamma, H) for mean in means_in(formula.expr)}
        return str(evaluate(formula.expr, {symbols.gamma: gamma, symbols.H: RATIONALS(H), N: RATIONALS(3), **averages}, RATIONALS))
    except ZeroDivisionError:
        return "undefined"


@lru_cache(maxsize=10_000)
def _average_at_a_point(mean: ClientMean, gamma: Any, H: int) -> Any:
    return on_clients(mean, generic_clients(), "exact")(gamma, H).item()


def on_problem(formula: ProblemFormula, problem: Problem, gamma: flint.fmpq, H: int) -> Any:
    """The formula in the finest number system that the problem allows: rationals, 40 digits, float64.

    In dimension one an expansion is evaluated node by node, for generating code takes longer than all that a variant is judged by;
    elsewhere the formula is called as a person would.
    """
    if isinstance(formula, ExpansionFormula) and problem.dim == 1:
        ring = BIG_FLOATS if isinstance(problem, ScalarProblem) else RATIONALS
        averages = {mean: _client_average(mean.args[0], problem) for mean in means_in(formula.expr)}
        values = {symbols.gamma: ring(gamma), symbols.H: ring(H), N: ring(problem.num_clients), **averages}
        return evaluate(formula.expr, values, ring)
    backend = "exact" if problem.exact else "float64"
    return formula(problem, gamma if problem.exact else float(gamma), H, backend=backend, check=False)


@lru_cache(maxsize=10_000)
def _client_average(inside: sp.Expr, problem: Problem) -> Any:
    """The client mean of an expression in one client's symbols."""
    jets, ring = (problem.jets_to(DIGITS), BIG_FLOATS) if isinstance(problem, ScalarProblem) else (problem.jets, RATIONALS)
    columns = {symbol: column(symbol, jets) for symbol in inside.atoms(sp.Symbol)}
    values = [evaluate(inside, {symbol: column[c] for symbol, column in columns.items()}, ring) for c in range(jets.N)]
    return sum(values[1:], values[0]) / jets.N


def on_instance(formula: ProblemFormula, instance: Instance) -> Any:
    return on_problem(formula, instance.problem, instance.gamma, instance.H)


def on_rate(formula: ScalarFormula, case: RateCase) -> Any:
    return formula(case.gamma, case.H, case.mu, case.L, backend="exact", check=False)


def exact_judges(formula: Any) -> tuple[Judge, ...]:
    """Equality on random exact instances, and units."""
    if isinstance(formula, ScalarFormula):
        search = CounterexampleSearch(rate_cases, TRUTHS[formula.name], on_rate, scope="every draw of a round", sizes=((1, 1),) * 3)
        return Judge(OnDrawnInstances(search)), units(formula)
    search = CounterexampleSearch(instances, TRUTHS[formula.name], on_instance, scope="exact quadratics, d = 1", sizes=ONE_CLIENT_AND_MORE)
    return Judge(OnDrawnInstances(search)), units(formula)


def units(formula: Any) -> Judge:
    return Judge(Units(getattr(formula, "rank", 0), lambda f: f.expr))


def expansion_judges(formula: ExpansionFormula) -> tuple[Judge, ...]:
    """The order of what is left, against exact solves, quadrature and, at first order, projections in dimensions two and three."""
    reference, order = REFERENCES[formula.name], formula.order + 1

    def judge(problems: Callable[[], Any], scope: str, steps: tuple[int, ...], **window: Any) -> RemainderOrder:
        steps, small = (1,) if formula.one_step else steps, SMALLER if isinstance(reference, Extrapolated) else SMALL
        return RemainderOrder(problems, reference, order, on_problem, scope=scope, steps=steps, **{**small, **window})

    found = [
        units(formula),
        Judge(judge(line, "exact, d = 1", (5,))),
        Judge(judge(curve, "quadrature, d = 1", (5,))),
    ]
    if formula.order == 1:
        wide = Fraction(1, 32)  # below 1/256 the remainder nears the error of the float64 reference
        found.append(Judge(judge(planes, "exact, d = 2 and 3", (2, 5)), has_tensors))
        if formula.name in WHOLE:
            found.append(Judge(judge(logistic_plane, "quadrature, d = 2", (1, 2), first=wide), has_tensors))
    return tuple(found)


def has_tensors(variant: Variant) -> bool:
    """Return whether the variant has a meaning in higher dimension: its products must be among those with known tensors."""
    return tensors.covers(variant.statement.expr, variant.statement.rank)
