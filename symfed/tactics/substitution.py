"""Equations for single unknown numbers, substituted into relations between numbers before any other search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from symfed.kernel.arithmetic import relation
from symfed.kernel.forms import number
from symfed.kernel.polynomials import Polynomial, Unknown, multiplied, plus, polynomial_of, to_power
from symfed.kernel.symbols import numeral
from symfed.kernel.terms import KernelRefusal, Num, Term, spine
from symfed.kernel.text import join
from symfed.kernel.written import written
from symfed.tactics.proof import ProductOfFacts, ProofLine, ProofWriter


@dataclass(frozen=True)
class KnownValue:
    """unknown^power = value, by an equation whose left side is a multiple of unknown^power."""

    unknown: Unknown
    power: int
    value: Polynomial
    step: ProofLine
    times: Fraction


def is_of_numbers(step: ProofLine) -> bool:
    """Return whether a fact is a relation between numbers."""
    try:
        return relation(step.prop)[1].sort is Num
    except KernelRefusal:
        return False


def known_values(steps: Sequence[ProofLine], powers: bool = False) -> list[KnownValue]:
    """The equations among facts whose left side is one unknown that does not occur on the right side.

    powers: the left side may be any power of it; else only that of a root.
    """
    found: dict[Unknown, KnownValue] = {}
    for step in filter(is_of_numbers, steps):
        kind, left, right = relation(step.prop)
        form = number(left) if kind == "=" else {}
        if len(form) == 1:
            ((product, times),) = form.items()
            value = {p: c / times for p, c in number(right).items()}
            if len(product) == 1 and not any(u is product[0][0] for p in value for u, _ in p):
                ((unknown, power),) = product
                if powers or power == 1 or spine(unknown.term)[0].one in ("sqrt", "root"):
                    found.setdefault(unknown, KnownValue(unknown, power, value, step, times))
    return list(found.values())


def put_in(form: Polynomial, known: Sequence[KnownValue]) -> tuple[Polynomial, list[ProductOfFacts]]:
    """Substitute values for unknowns in a polynomial; also the parts of a certificate for the difference."""
    parts = []
    for _ in range(3):  # values contain unknowns, too
        for rule in known:
            cofactor: Polynomial = {}
            rest: Polynomial = {}
            for product, coefficient in form.items():
                times, left = divmod(next((k for u, k in product if u is rule.unknown), 0), rule.power)
                others: Polynomial = {tuple(pair for pair in product if pair[0] is not rule.unknown): coefficient}
                others = multiplied(others, to_power(polynomial_of(rule.unknown), left))
                rest = plus(rest, multiplied(others, to_power(rule.value, times)))
                for k in range(times):  # u^n - p^n = (u - p) (u^(n-1) + u^(n-2) p + ...)
                    own = multiplied(to_power(polynomial_of(rule.unknown), rule.power * (times - 1 - k)), to_power(rule.value, k))
                    cofactor = plus(cofactor, multiplied(others, own))
            if cofactor:
                parts.append(ProductOfFacts((rule.step,), 1 / rule.times, left=written(cofactor, Num)))
            form = rest
    return form, parts


def substitute_values(proof: ProofWriter, fact: ProofLine, known: Sequence[KnownValue]) -> ProofLine:
    """Rewrite a relation with the values of unknowns; itself where there are none."""
    kind, left, right = relation(fact.prop)
    difference = number(join("-", left, right) if kind == "=" else join("-", right, left))
    rest, parts = put_in(difference, [rule for rule in known if rule.step is not fact])
    if not parts:
        return fact
    goal = relation_to_zero(kind, rest)
    return proof.arithmetic(goal, ProductOfFacts((fact,)), *(ProductOfFacts(p.facts, -p.coefficient, left=p.left) for p in parts))


def relation_to_zero(kind: str, difference: Polynomial) -> Term:
    """The relation that a difference is zero, nonnegative or positive, by kind."""
    zero, whole = numeral(0), written(difference, Num)
    return join("=", whole, zero) if kind == "=" else join(kind, zero, whole)
