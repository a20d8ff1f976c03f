"""Refutations by the steps of a proof as data: the algebra of each step, and the bound beside the order that it outgrows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from symfed.checks.expansion import Expansion
from symfed.checks.growth import Counterexample, CounterexampleCheck, GrowthCheck, Step
from symfed.core.domain import Domain
from symfed.core.errors import InvalidInput
from symfed.core.grammar import as_expression, expression
from symfed.core.symbols import users_own
from symfed.evidence.inequalities import certificate, conditions
from symfed.evidence.search import is_sought
from symfed.evidence.text import name_of, text
from symfed.recheck import MalformedPart, NotDefined, Part
from symfed.recheck.growth import SHOWN

_SUMMED = users_own("n", integer=True, nonnegative=True)


def growth_part(statement: Any, check: GrowthCheck, witness: Mapping[str, Any]) -> Part:
    """The steps, and that the bound outgrows the order. Raises InvalidInput where the witness is another check's."""
    lower = check.lower()
    steps = _step_parts(lower, {key: value for key, value in witness.items() if key != "lower bound"})
    printed = statement.remainder if isinstance(statement, Expansion) else expression(statement)
    bound, order, variable = _without_dummies(lower.bound, as_expression(printed), lower.variable)
    return {
        "kind": "growth",
        "steps": steps,
        "bound": text(bound),
        "order": text(order),
        "at": {letter.name: text(as_expression(value)) for letter, value in check.at},
        "variable": variable.name,
        "towards": text(lower.towards),
        **({"attains": True} if check.attains else {}),
    }


def steps_part(check: CounterexampleCheck, witness: Mapping[str, Any]) -> Part:
    """The steps alone. Raises InvalidInput where the witness is another check's."""
    return {"kind": "steps", "steps": _step_parts(check.counterexample(), witness)}


def _step_parts(shown: Counterexample, witness: Mapping[str, Any]) -> list[Part]:
    if shown.witness() != dict(witness):
        raise InvalidInput("witness", dict(witness), "is not that of this instance")
    steps = [_step_part(step) for step in shown.steps]
    if not any("trusts" in step or "shown" in step for step in steps):
        raise InvalidInput("steps", len(steps), "has no step that is replayed")
    return steps


def _step_part(step: Step) -> Part:
    """A step with its algebra; without it where that is none, or is not accepted."""
    said: Part = {"says": step.says, **({"trusts": step.by} if step.by else {})}
    if step.shown is None:
        return said
    try:
        parts = [_relation_part(relation, step.under) for relation in step.algebra]
    except (InvalidInput, MalformedPart):
        parts = []
    return {**said, "shown": parts} if parts else {"says": step.says, "run": True}


def _relation_part(relation: Relational, under: Domain) -> Part:
    """A relation as what is checked. Raises InvalidInput where nothing that is written down is accepted."""
    left, right, *given = _without_dummies(*relation.args, *under.relations)
    for part in _candidate_parts(relation.func(left, right, evaluate=False), Domain(tuple(given))):
        if _is_accepted(part):
            return part
    raise InvalidInput("step", relation, "has algebra that is not replayed")


def _is_accepted(part: Part) -> bool:
    try:
        return is_sought(part) or not SHOWN[part["kind"]](part)
    except (MalformedPart, NotDefined):
        return False


def _candidate_parts(relation: Relational, under: Domain) -> Iterator[Part]:
    left, right = relation.args
    if isinstance(left, sp.Limit):
        of, variable, towards, _ = left.args
        yield {"kind": "limit", "of": _text_with_derivatives(of), "variable": variable.name, "towards": text(towards), "value": text(right)}
    elif isinstance(left, sp.Sum):
        yield _sum_part(left, right)
    elif isinstance(relation, sp.Eq):
        sides = {"left": _text_with_derivatives(left), "right": _text_with_derivatives(right)}
        yield {"kind": "equal", "positive": sorted(_positive_names(left, right)), **sides}
        yield {"kind": "identity", **sides}
    elif not relation.free_symbols:
        low, high = _text_with_derivatives(relation.lts), _text_with_derivatives(relation.gts)
        yield {"kind": "numbers", "says": f"{low} {'<' if isinstance(relation, sp.Gt) else '<='} {high}"}
    else:
        yield certificate(relation.func(left.doit(), right.doit(), evaluate=False), conditions(under))


def _sum_part(said: sp.Sum, value: sp.Expr) -> Part:
    """A sum by its partial sums, which SymPy finds where it goes on for ever."""
    index, first, last = said.limits[0]
    common = {"kind": "sum", "term": text(said.function), "index": index.name, "first": text(first), "last": _SUMMED.name}
    if last == sp.oo:
        partial = sp.simplify(sp.summation(said.function, (index, first, _SUMMED)))
        return {**common, "partial": text(partial), "value": text(value)}
    (letter,) = last.free_symbols
    return {**common, "partial": text(value.subs(letter, sp.solve(last - _SUMMED, letter)[0]))}


def _positive_names(*sides: sp.Expr) -> Iterator[str]:
    """The symbols that are not negative, and the sines of which roots are taken."""
    for s in sorted(set().union(*(side.free_symbols for side in sides)), key=lambda s: str(s.name)):
        if s.is_nonnegative:
            yield name_of(s)
    roots = {power.base for side in sides for power in side.atoms(sp.Pow) if not power.exp.is_Integer}
    yield from sorted(str(base) for base in roots if isinstance(base, sp.sin))


def _text_with_derivatives(x: sp.Expr) -> str:
    """An expression in which derivative(x, symbol) and at(x, symbol, value) stand, and numbers that stay as they are in parentheses."""
    held = sorted(x.atoms(sp.UnevaluatedExpr), key=str)
    names = {one: users_own(f"held_{k}_") for k, one in enumerate(held)}
    said = x.xreplace(names).replace(sp.Derivative, lambda of, *counts: _derivative_call(of, counts))
    said = text(said.replace(sp.Subs, lambda of, letters, values: sp.Function("at")(of, *letters, *values)))
    for one, letter in names.items():
        said = said.replace(letter.name, f"({one.args[0]})")
    return said


def _derivative_call(of: sp.Expr, counts: tuple[Any, ...]) -> sp.Expr:
    for letter, times in counts:
        for _ in range(times):
            of = sp.Function("derivative")(of, letter)
    return of


def _without_dummies(*expressions: Any) -> tuple[Any, ...]:
    """Expressions with a proof's own dummies replaced by symbols with names."""
    letters = set().union(*(x.free_symbols | x.atoms(sp.Dummy) for x in expressions))
    names = {s.name for s in letters if not isinstance(s, sp.Dummy)}
    put: dict[sp.Symbol, sp.Symbol] = {}
    for s in sorted((s for s in letters if isinstance(s, sp.Dummy)), key=lambda s: (s.name, s.dummy_index)):
        name = s.name
        while name in names:
            name += "_"
        names.add(name)
        put[s] = users_own(name, **s.assumptions0)
    return tuple(x.xreplace(put) for x in expressions)
