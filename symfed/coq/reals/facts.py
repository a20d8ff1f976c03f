"""Facts that a proof is given on numbers that are no rational expressions: powers with symbolic exponents, exponentials, roots."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from operator import methodcaller

import sympy as sp
from sympy.core.relational import Relational

from symfed.coq.printer import name, relation, term
from symfed.core.domain import Domain
from symfed.core.symbols import is_count, users_own
from symfed.decide.relations import decide


def roots(*expressions: sp.Basic) -> dict[sp.Symbol, sp.Expr]:
    """Symbols under a root, each as the square of a symbol of its own."""
    halves = {power.base for power in sp.Tuple(*expressions).atoms(sp.Pow) if power.exp.is_Rational and power.exp.q == 2}
    letters = sorted((base for base in halves if base.is_Symbol and base.is_positive), key=lambda letter: str(letter.name))
    return {letter: users_own(f"root_{letter.name}", positive=True) ** 2 for letter in letters}


def slack(known: Relational) -> sp.Expr | None:
    """The difference that an inequality says to be at least zero; None for an equation."""
    return known.gts - known.lts if isinstance(known, sp.Ge | sp.Gt | sp.Le | sp.Lt) else None


def slacks(under: Domain) -> list[sp.Expr]:
    """The differences that the inequalities of a domain say to be at least zero."""
    return [found for known in under.relations if (found := slack(known)) is not None]


def implied(goal: Relational, under: Domain) -> bool:
    """Return whether the solvers see a relation to follow from a domain's."""
    return decide(goal, under.relations).kind == "implied"


def on_sides(change: Callable[[sp.Expr], sp.Expr], statement: Relational) -> Relational:
    """A relation with both of its sides changed, as it is written."""
    return type(statement)(*map(change, statement.args), evaluate=False)


def in_roots(squares: Mapping[sp.Symbol, sp.Expr], conclusion: Relational, under: Domain) -> tuple[list[str], Relational, Domain]:
    """Lines that put the square of its root for each of these symbols, and the statement in these; roots are ordered as squares are."""
    lines = [f"in_root {name(letter.name)} {name(square.base.name)}." for letter, square in squares.items()]
    for base in dict.fromkeys(base for base, _ in _symbolic_powers([conclusion, *under.relations])):
        as_put, as_written = _substitute_squares(term(base), squares), term(base.subs(squares))
        if as_put != as_written:
            # the symbols in their own order: a power of the one is no power of the other to those who do not look inside
            lines.append(f"replace ({as_put}) with ({as_written}) in * by ring.")
    changed_sides = partial(on_sides, methodcaller("subs", squares))
    relations = list(map(changed_sides, under.relations))
    for k, (before, changed) in enumerate(zip(under.relations, relations, strict=True), 1):
        below = [power.base for power in before.atoms(sp.Pow) if power.exp.could_extract_minus_sign()]
        if any(base.is_Mul and base.free_symbols & set(squares) for base in (*below, *(sp.fraction(side)[1] for side in before.args))):
            lines.append(f"assert (restated_{k} : {relation(changed)}) by restated.")
    ends = [square.base for square in squares.values()]
    pairs = [(low, high) for low in ends for high in ends for known in relations if slack(known) == high**2 - low**2]
    for low, high in dict.fromkeys(pairs):
        lines.append(f"assert ({name(low.name)} <= {name(high.name)}) by (apply squares_ordered; lra).")
        relations.append(sp.Le(low, high, evaluate=False))
    return lines, changed_sides(conclusion), Domain(tuple(relations))


def _substitute_squares(text: str, squares: Mapping[sp.Symbol, sp.Expr]) -> str:
    for letter, square in squares.items():
        text = re.sub(rf"\b{name(letter.name)}\b", f"({term(square)})", text)
    return text


def powers(*expressions: sp.Basic) -> Iterator[str]:
    """The facts on powers that follow from the facts on their bases."""
    for base, count in _symbolic_powers(expressions):
        yield f"powers_between ({term(base)}) {name(count.name)}."


def _symbolic_powers(expressions: Sequence[sp.Basic]) -> list[tuple[sp.Expr, sp.Symbol]]:
    found = {(power.base, count) for x in expressions for power in x.atoms(sp.Pow) for count in power.exp.free_symbols if is_count(count)}
    return sorted(found, key=sp.default_sort_key)


def needed_facts(nonnegative: Sequence[sp.Expr], under: Domain) -> tuple[list[str], Domain]:
    """Facts about exponentials and powers that the solvers needed besides the conditions to see these signs, as lines and as relations."""
    everything = sp.Tuple(*nonnegative, *under.relations)
    raised, numbers = _symbolic_powers([everything]), sorted((x for x in everything.atoms(sp.exp) if x.is_number), key=sp.default_sort_key)
    if not (raised or numbers):
        return [], under
    signs = [sp.Ge(x, 0, evaluate=False) for x in nonnegative if x.atoms(sp.exp) or _symbolic_powers([x]) or len(nonnegative) == 1]
    core = " ".join(used for sign in signs for used in decide(sign, under.relations).core)
    lines: list[str] = []
    relations: list[Relational] = []
    for k, number in enumerate(numbers, 1):
        if f"the value of {number}" in core:
            low, high = _bounds(number.args[0])
            relations += [sp.Le(low, number, evaluate=False), sp.Le(number, high, evaluate=False)]
            lines.append(f"assert (number_{k} : {term(low)} <= {term(number)} <= {term(high)}) by exponential.")
    for k, (base, count) in enumerate(raised, 1):
        if "against exp(-1)" in core:
            lines.append(f"assert (below_{k} : {term(base**count)} <= exp (- 1)) by (apply power_at_most_exp; [sign | lra]).")
            relations.append(sp.Le(base**count, sp.exp(-1), evaluate=False))
        if "Bernoulli" in core:
            lines.append(f"assert (times_{k} := power_times ({term(base)}) {name(count.name)} ltac:(sign)).")
            lines.append(f"assert (plus_{k} := power_plus ({term(base)}) {name(count.name)} ltac:(sign)).")
            relations.append(sp.Le(1 + count * (base - 1), base**count, evaluate=False))
            relations.append(sp.Le(base**count * (1 + count * (1 - base)), 1, evaluate=False))
    return lines, Domain((*under.relations, *relations))


def _bounds(x: sp.Rational) -> tuple[sp.Rational, sp.Rational]:
    """(1 + x/8)^8 and (1 - x/8)^-8, rounded to hundredths: what Coq is asked to see of exp(x)."""
    low, high = (1 + x / 8) ** 8, (1 - x / 8) ** -8
    return sp.floor(100 * low) / sp.Integer(100), sp.ceiling(100 * high) / sp.Integer(100)
