"""Lemmas about real numbers: what is stated, made from its transcription, and a script that proves it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from symfed.checks import Certificate, Induction, SignCheck, SymbolicIdentity
from symfed.checks.spelt import exactly, spelling, spelt_out
from symfed.core import symbols
from symfed.core.check import Check
from symfed.core.domain import Domain
from symfed.core.errors import InvalidInput
from symfed.core.symbols import PER_CLIENT, ClientMean
from symfed.derive.arithmetic import decide
from symfed.kernel.inductions import induction
from symfed.kernel.inequalities import chains, inequality
from symfed.kernel.printer import is_count, name, of_clients, relation, symbols_of, term
from symfed.kernel.theorem import Theorem

_POSITIVE = "(forall f : client -> R, (forall c, 0 < f c) -> 0 < mean f)"


def theorem(title: str, statement: Any, check: Check, under: Domain, says: str = "") -> Theorem:
    """What a check decides of a statement under these conditions; such a check uses relations alone, so that classes of problems are left
    out and more is proved. Raises InvalidInput for what cannot be said in Coq, or whose check is not exported."""
    conclusion = stated(statement, check)
    variables, conditions = quantified(under, conclusion)
    script = (*_opening(variables, conditions), *_proof(statement, conclusion, check, under, conditions))
    return Theorem(name(title), says or title, variables, conditions, relation(conclusion), script)


def refutation(title: str, statement: Any, check: Check, under: Domain, point: Mapping[str, Any], says: str = "") -> Theorem:
    """The negation of a statement, by a rational point: values by the names of the symbols. What cancels may be anything.

    `point["clients"]` has the values of what each client owns, of at most three clients; the mean is theirs. Raises InvalidInput as
    `theorem` does, and where the point has no value for a symbol of which the difference of the sides speaks.
    """
    conclusion = stated(statement, check)
    variables, conditions = quantified(under, conclusion)
    clients, owned = point.get("clients", []), of_clients(conclusion, *under.relations)
    gap = sp.cancel(_averaged(conclusion.rhs - conclusion.lhs, clients))
    if missing := [letter.name for letter in gap.free_symbols if letter.name not in point]:
        raise InvalidInput("point", dict(point), f"has no value for {missing[0]}")
    letters = symbols_of(conclusion, *under.relations)
    values = {letter: sp.Rational(point.get(letter.name, 1)) for letter in letters}
    arguments = [f"{value}%nat" if is_count(letter) else f"({term(value)})" for letter, value in values.items()]
    if owned:
        everyone = " + ".join(f"f {k}%nat" for k in range(len(clients)))
        own = [[term(sp.Rational(client.get(letter.name, 0))) for client in clients] for letter in owned]
        arguments = ["nat", f"(fun f => ({everyone}) / {len(clients)})", *map(_by_client, own), *arguments]
    script = (
        f"intros printed. pose proof (printed {' '.join(arguments)}) as point.",
        f"inside point. contradiction_at point ({term(gap.subs(values))}).",
    )
    return Theorem(f"{name(title)}_is_false", says or title, variables, conditions, relation(conclusion), script, refuted=True)


def _averaged(x: sp.Expr, clients: Sequence[Mapping[str, str]]) -> sp.Expr:
    """An expression at these clients: each mean is a number."""

    def mean(inside: sp.Expr) -> sp.Expr:
        each = [inside.subs({s: sp.Rational(client.get(s.name, 0)) for s in inside.free_symbols & PER_CLIENT}) for client in clients]
        return sum(each, sp.S.Zero) / len(clients)

    return x.xreplace({average: mean(average.args[0]) for average in x.atoms(ClientMean)})


def _by_client(values: Sequence[str]) -> str:
    """A function of a client's number; the last value is that of all further numbers, over which no mean goes."""
    *first, last = values
    cases = "".join(f"{k} => {value} | " for k, value in enumerate(first))
    return f"(fun c : nat => match c with {cases}_ => {last} end)"


def stated(statement: Any, check: Check) -> Relational:
    """The relation that a check decides, as it is transcribed. Raises InvalidInput for checks that are not exported."""
    if isinstance(check, SymbolicIdentity):
        return sp.Eq(exactly(check.reading(spelling(statement))), spelt_out(check.truth()), evaluate=False)
    if isinstance(check, Certificate | SignCheck):
        return sp.Le(*map(spelt_out, statement), evaluate=False)
    if isinstance(check, Induction):
        return sp.Le(*(sp.sympify(spelling(side)(symbols.H)) for side in (check.sequence, statement)), evaluate=False)
    raise InvalidInput("check", check.method, "is not exported", "identities, certificates, signs and inductions are")


def quantified(under: Domain, *stated: sp.Basic) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Variables with their types, and all conditions in order."""
    letters = symbols_of(*stated, *under.relations)
    if symbols.gram_xg in letters:
        letters = symbols_of(*stated, *under.relations, symbols.gram_xx, symbols.gram_gg)
    variables = tuple(f"{name(letter.name)} : {'nat' if is_count(letter) else 'R'}" for letter in letters)
    signs = [sign for letter in letters if (sign := _sign(letter))]
    if owned := of_clients(*stated, *under.relations):
        # whatever the mean is over, and however it weighs: it is a number, positive for positive ones
        clients = (f"{name(letter.name)} : client -> R" for letter in owned)
        variables = ("client : Type", "mean : (client -> R) -> R", *clients, *variables)
        signs = [_POSITIVE, *(f"(forall c, {sign} c)" for letter in owned if (sign := _sign(letter))), *signs]
    return variables, (*signs, *_gram(letters), *map(relation, under.relations), *_defined(under, *stated))


def _gram(letters: Sequence[sp.Symbol]) -> Iterator[str]:
    """What two vectors' squared norms and inner product are in every dimension: Cauchy-Schwarz."""
    if symbols.gram_xg in letters:
        xg, both = term(symbols.gram_xg**2), symbols.gram_xx * symbols.gram_gg
        yield f"{xg} <= {term(both)}"


def _sign(letter: sp.Symbol) -> str:
    if is_count(letter):
        return f"(1 <= {name(letter.name)})%nat" if letter.is_positive else ""
    return f"0 < {name(letter.name)}" if letter.is_positive else f"0 <= {name(letter.name)}" if letter.is_nonnegative else ""


def _defined(under: Domain, *stated: sp.Basic) -> Iterator[str]:
    """Denominators that neither the symbols nor the conditions keep from zero: Coq gives 1/0 a value, and a source means none."""
    powers = set().union(*(relation.atoms(sp.Pow) for relation in (*stated, *under.relations)))
    below = {power.base for power in powers if power.exp.could_extract_minus_sign() and not power.base.is_nonzero}
    for base in sorted(below, key=sp.default_sort_key):
        if not any(decide(sign(base, 0), under.relations).kind == "implied" for sign in (sp.Gt, sp.Lt)):
            yield f"{term(base)} <> 0"


def _proof(statement: Any, conclusion: Relational, check: Check, under: Domain, conditions: Sequence[str]) -> Iterator[str]:
    if isinstance(check, Induction):
        yield from induction(statement, check, under, conditions)
    elif isinstance(check, Certificate | SignCheck):
        yield from inequality(conclusion, check, under)
    else:
        yield from chains(under)
        yield "identity."


def _opening(variables: Sequence[str], conditions: Sequence[str]) -> Iterator[str]:
    """Everything gets a name, and every count is at least one as a real, too."""
    named = [*(variable.split(" : ")[0] for variable in variables), *(f"given_{k}" for k in range(1, len(conditions) + 1))]
    if named:
        yield f"intros {' '.join(named)}."
    for k, condition in enumerate(conditions, 1):
        if condition.endswith("%nat"):
            yield f"assert (real_{k} := at_least_one _ given_{k})."
