"""Refutations by exact instances: what is printed fails on numbers, computed by Coq from the transcription and from the algorithm's round.

A statement of a search is a program that runs on an instance. It is run here on numbers that write down what is done to them, so that both
sides become terms of Coq in the instance's own numbers. Where a program asks for a stationary law, the law is not solved: the theorem is
about everything that a round keeps (library/Instance.v), and says that there is such a thing.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import flint
import numpy as np

from symfed.checks import CounterexampleSearch
from symfed.checks.counterexample import UNDEFINED
from symfed.coq.instances.curves import value_at
from symfed.coq.instances.law import rule_text
from symfed.coq.instances.numbers import Number, Record, facts, literal, relation_holds, spelt
from symfed.coq.instances.problems import recorded
from symfed.coq.instances.witness import instance_of
from symfed.coq.printer import RELATIONS, name
from symfed.coq.theorem import CoqTheorem
from symfed.core.check import Check
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.errors import InvalidInput

_WIDTH = 136
#: left, sign, right
Relation = tuple[Number, str, Number]


def refutation(title: str, statement: Any, check: Check, under: Domain, witness: Mapping[str, Any], says: str = "") -> CoqTheorem:
    """The printed statement is false on the witness, inside its printed conditions as far as these are relations between numbers.

    Raises InvalidInput for a check that shows no instances, for an instance that cannot be rebuilt or taken apart, and where a side is
    computed by what does not follow its numbers.
    """
    return _theorem(f"{name(title)}_is_false", statement, check, under, witness, says, holds=False)


def confirmation(title: str, statement: Any, check: Check, under: Domain, witness: Mapping[str, Any], says: str = "") -> CoqTheorem:
    """A statement that holds on the witness of another one, said in the same way: the corrected statement, beside what it corrects."""
    return _theorem(f"{name(title)}_holds_there", statement, check, under, witness, says, holds=True)


def control(refuted: str, corrected: Claim, witness: Mapping[str, Any]) -> tuple[CoqTheorem, ...]:
    """The corrected claim on the witness of a refuted one, where it speaks of such instances and is true on this one; nothing otherwise."""
    says = f"Beside it, to see that the same arithmetic accepts what is true: {corrected.id} on this instance. {corrected.says}"
    for lemma in corrected.proof:
        for check in lemma.checks:
            try:
                return (confirmation(refuted, lemma.statement, check, lemma.under(corrected.under), witness, says),)
            except InvalidInput:  # another kind of check, other instances, or not true there, where the correction adds a condition
                continue
    return ()


@dataclass(frozen=True)
class Compared:
    """A statement on one instance, in numbers that write down where they come from: what is said there, and of what.

    `inside`: the printed relations; `claims`: what is printed, entry by entry, or where `undefined` that what is divided by is zero.
    """

    plain: Any
    record: Record
    inside: list[Relation]
    claims: list[Relation]
    told: str
    undefined: bool = False


def compare_sides(title: str, statement: Any, check: Check, under: Domain, witness: Mapping[str, Any]) -> Compared:
    """Both sides of a statement on the instance of a witness. Raises InvalidInput as `refutation` does."""
    if not isinstance(check, CounterexampleSearch):
        raise InvalidInput("check", check.method, "shows no instance")
    plain, record = instance_of(check, witness), Record()
    instance = recorded(plain, record)
    inside = list(_printed_relations(under, instance))
    told = f"printed, and the truth: {_truth_description(check.truth)}" if check.truth else "the left side and the right one"
    try:
        printed = check.reading(statement, instance)
        left, right = (printed, check.truth(instance)) if check.truth else printed
    except UNDEFINED:
        if record.divided_by is None:
            raise InvalidInput("statement", title, "is not defined at its instance") from None
        # it divides by what is zero there: this is what is asked
        zero = Number(record, flint.fmpq(0), "")
        return Compared(plain, record, inside, [(record.divided_by, "=", zero)], "what the printed expression divides by, and zero", True)
    except (TypeError, ValueError, AttributeError, LookupError, NotImplementedError) as lost:
        if isinstance(lost, InvalidInput) and lost.argument != "jets":  # jets that are asked to be plain numbers follow none
            raise
        raise InvalidInput("instance", str(lost), "is computed by what does not follow its numbers") from lost
    relation = {"==": "=", "<=": "<="}[check.relation]
    return Compared(plain, record, inside, [(one, relation, other) for one, other in _paired_entries(left, right, record)], told)


def _theorem(title: str, statement: Any, check: Check, under: Domain, witness: Mapping[str, Any], says: str, holds: bool) -> CoqTheorem:
    found = compare_sides(title, statement, check, under, witness)
    assert isinstance(check, CounterexampleSearch)
    if found.undefined and holds:
        raise InvalidInput("statement", title, "is not defined at its instance")
    record, claims, told, holds = found.record, found.claims, found.told, holds or found.undefined
    fails = [one for one in claims if not relation_holds(*one)]
    if holds == bool(fails) or not all(relation_holds(*one) for one in found.inside):
        raise InvalidInput("witness", title, "is outside the conditions, or says something else of this statement")
    if all(left.constant and right.constant for left, _, right in claims):
        # what answers yes or no says nothing by itself: a comparison of what was computed must say it
        if not any(left.parts or right.parts for left, _, right in facts(record)):
            raise InvalidInput("statement", title, "says nothing of its instance's numbers")
        told += ", 0 for no and 1 for yes: the comparison itself stands before them"
    stated = _statement_text(record, [*found.inside, *facts(record)], claims, holds)
    return CoqTheorem(title, _comment_text(says, found.plain, check, told), (), (), stated, tuple(_script(record)), requires=("Instance",))


def _paired_entries(left: Any, right: Any, record: Record) -> list[tuple[Number, Number]]:
    """Both sides entry by entry."""
    one, other = np.asarray(left, dtype=object), np.asarray(right, dtype=object)
    if one.shape != other.shape or not one.size:
        raise InvalidInput("instance", (one.shape, other.shape), "has sides that are no numbers, or not equally many")
    return [(_as_number(a, record), _as_number(b, record)) for a, b in zip(one.flat, other.flat, strict=True)]


def _as_number(value: Any, record: Record) -> Number:
    if isinstance(value, Number):
        return value
    try:
        return Number(record, flint.fmpq(0) + value, "")
    except TypeError:
        raise InvalidInput("instance", value, "has sides that are no numbers") from None


def _printed_relations(under: Domain, instance: Any) -> Iterator[Relation]:
    """The printed relations at the instance, where it has their symbols."""
    try:
        parameters = instance.parameters() if hasattr(instance, "parameters") else {}
    except TypeError:  # as SymPy's numbers, which write nothing down
        parameters = {symbol.name: getattr(instance, symbol.name) for symbol in under.symbols if hasattr(instance, symbol.name)}
    for relation in under.relations:
        if {symbol.name for symbol in relation.free_symbols} <= set(parameters):
            left, right = (value_at(side, parameters) for side in relation.args)
            one = next((side for side in (left, right) if isinstance(side, Number)), None)
            if one is not None:
                yield _as_number(left, one.record), RELATIONS[type(relation)], _as_number(right, one.record)


def _statement_text(record: Record, facts_there: Sequence[Relation], claims: Sequence[Relation], holds: bool) -> str:
    """The instance's numbers, its laws, and what is said of both sides, a line each."""
    rules = {law.rule.name: law.rule for law in record.laws}
    lines = [f"let {number.text} := {literal(number.value)} in" for number in record.given.values()]
    lines = _packed_lines(lines)
    lines += [f"let {name(called)} := {rule_text(rule)} in" for called, rule in rules.items()]
    conditions = [said for law in record.laws for said in law.conditions().values()]
    variables = " ".join(variable.text for law in record.laws for variable in law.variables)
    conclusion = _conclusion_lines(facts_there, claims, holds)
    if not record.laws:
        return "\n  ".join([*lines, *conclusion])
    there = " /\\\n    ".join(conditions)
    supposed = [f"  {condition} ->" for condition in conditions]
    return "\n  ".join([*lines, f"(exists {variables} : R,\n    {there}) /\\", f"(forall {variables} : R,", *supposed, *conclusion]) + ")"


def _conclusion_lines(facts_there: Sequence[Relation], claims: Sequence[Relation], holds: bool) -> list[str]:
    stated = [*facts_there, *claims]
    found = spelt([side for left, _, right in stated for side in (left, right)])
    said = [f"{found.terms[2 * k]} {sign} {found.terms[2 * k + 1]}" for k, (_, sign, _) in enumerate(stated)]
    # each once, and nothing that says no more than that a number is itself
    context = list(dict.fromkeys(text for text in said[: len(facts_there)]))
    claimed = said[len(facts_there) :]
    if not holds:
        claimed = ["~ (" + " /\\ ".join(claimed) + ")"]
    return [*(f"let {called} := {text} in" for called, text in found.lets), " /\\\n  ".join([*context, *claimed])]


def _packed_lines(lets: Sequence[str]) -> list[str]:
    """Short definitions, several a line."""
    return textwrap.wrap(" ".join(lets), _WIDTH, break_long_words=False, break_on_hyphens=False)


def _script(record: Record) -> Iterator[str]:
    if not record.laws:
        yield "written_out. at_instance."
        return
    found = [variable for law in record.laws for variable in law.variables]
    called = " ".join(one.text for one in found)
    yield "intros."
    for law in record.laws:
        yield from law.shown_in_numbers()
    yield "split."
    yield f"- exists {', '.join(f'({literal(one.value)})' for one in found)}."
    yield from (f"  {line}" for law in record.laws for line in law.in_numbers())
    yield "  at_instance."
    yield f"- intros {called}."
    for law in record.laws:
        yield f"  intros {' '.join(law.conditions())}."
        yield from (f"  {line}" for line in law.in_numbers("condition"))
        yield "  " + " ".join(f"written_out_in {condition}." for condition in law.conditions()) + " entries."
        yield from (f"  assert ({one.text} = {literal(one.value)}) by lra." for one in law.variables)
        yield f"  subst {' '.join(one.text for one in law.variables)}. equations_forgotten."
    yield "  at_instance."


def _truth_description(truth: Any) -> str:
    """The description of the true side: the first line of its docstring, or of the docstring of the function that made it."""
    maker = sys.modules[truth.__module__].__dict__.get(truth.__qualname__.partition(".")[0]) if hasattr(truth, "__qualname__") else None
    said = truth.__doc__ or getattr(maker, "__doc__", None) or "as computed, step by step"
    return str(said).strip().partition("\n")[0].rstrip(".")


def _comment_text(says: str, plain: Any, check: CounterexampleSearch, compared: str) -> str:
    """The sentence, and the instance in words."""
    described = {key: str(value) for key, value in plain.describe().items()} if hasattr(plain, "describe") else {}
    where = ", ".join(f"{key} = {value}" for key, value in described.items())
    return "\n   ".join(textwrap.wrap(f"{says} At an instance ({check.scope}): {where}. Compared: {compared}.", _WIDTH))
