"""Lemmas about real numbers: the statement, made from its transcription, and a script that proves it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from symfed.checks import Certificate, Induction, SignCheck, SymbolicIdentity
from symfed.checks.expansion import Expansion
from symfed.checks.spelt import exactly, spelling, spelt_out
from symfed.coq.printer import name, relation, symbols_of, term
from symfed.coq.reals.facts import implied
from symfed.coq.reals.identities import LEAST, half_powers, identity
from symfed.coq.reals.inductions import induction
from symfed.coq.reals.inequalities import inequality
from symfed.coq.reals.means import EACH, as_written, by_client, has_single_client, in_letters, owned_by_clients
from symfed.coq.reals.scaling import of_this_unit
from symfed.coq.theorem import CoqTheorem, introduced
from symfed.core import symbols
from symfed.core.check import Check
from symfed.core.domain import Domain
from symfed.core.errors import InvalidInput
from symfed.core.grammar import as_expression
from symfed.core.symbols import is_count


def theorem(title: str, statement: Any, check: Check, under: Domain, says: str = "") -> CoqTheorem:
    """The theorem of a statement that a check decides under these conditions. Such a check uses relations alone, so classes of problems are
    left out and more is proved. Raises InvalidInput for what Coq cannot express, or whose check is not exported."""
    conclusion = stated(statement, check)
    variables, conditions = quantified(under, conclusion)
    if isinstance(check, Induction):
        proof = induction(statement, check, under, conditions)
    elif isinstance(check, Certificate | SignCheck):
        proof = inequality(conclusion, check, under)
    else:
        proof = identity(conclusion, under, conditions)
    script = (*_opening_script(variables, conditions), *proof)
    return CoqTheorem(name(title), says or title, variables, conditions, relation(conclusion), script)


def stated(statement: Any, check: Check) -> Relational:
    """The relation that a check decides, as it is transcribed. Raises InvalidInput for checks that are not exported."""
    if isinstance(check, SymbolicIdentity):
        return _printed_equation(statement, check)
    if isinstance(check, Certificate | SignCheck):
        return sp.Le(*map(spelt_out, statement), evaluate=False)
    if isinstance(check, Induction):
        return sp.Le(*(as_expression(spelling(side)(symbols.H)) for side in (check.sequence, statement)), evaluate=False)
    raise InvalidInput("check", check.method, "is not exported", "identities, certificates, signs and inductions are")


def _printed_equation(statement: Any, check: SymbolicIdentity) -> Relational:
    """Transcription = truth. The truth stands as it was derived; or, where the two would then read alike, as it was written.

    Raises InvalidInput where they read alike still: x = x would tell a reader nothing.
    """
    if grows := of_this_unit(statement, check):
        return sp.Eq(*grows, evaluate=False)
    spelt = statement if isinstance(statement, Expansion) else spelling(statement)
    printed, truth = exactly(as_written(lambda: check.reading(spelt))), spelt_out(check.truth())
    if printed == truth:
        truth = exactly(as_written(check.truth))
    equation = sp.Eq(*by_client(printed, truth), evaluate=False)
    if term(equation.lhs) == term(equation.rhs):
        raise InvalidInput("statement", printed, "reads as what was derived does: nothing is left for a proof")
    return equation


def quantified(under: Domain, *stated: sp.Basic) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Variables with their types, and all conditions in order: first the clients with what they own, and what is known of these."""
    letters = symbols_of(*stated, *under.relations)
    if symbols.gram_xg in letters:
        letters = symbols_of(*stated, *under.relations, symbols.gram_xx, symbols.gram_gg)
    owned = owned_by_clients(*stated)
    if owned:
        letters = (symbols.N, *(letter for letter in letters if letter != symbols.N))
    variables = [f"{name(letter.name)} : {'nat' if is_count(letter) else 'R'}" for letter in letters]
    signs = [sign for letter in letters if (sign := _sign_condition(letter))]
    if owned:
        alone = has_single_client(*stated)
        names = {name(str(function.func)): function for function in owned}
        variables[1:1] = [*(f"{each} : nat -> R" for each in names), *(["c0 : nat"] if alone else [])]
        of_each = [f"(forall c, (c < N)%nat -> {sign} c)" for each, function in names.items() if (sign := _sign_condition(function, each))]
        least = [LEAST] if symbols.g.name in names else []
        signs[1:1] = [*of_each, *least, *(["(c0 < N)%nat"] if alone else [])]
    if symbols.gram_xg in letters:  # Cauchy-Schwarz, in every dimension
        signs.append(f"{term(symbols.gram_xg**2)} <= {term(symbols.gram_xx * symbols.gram_gg)}")
    return tuple(variables), (*signs, *map(relation, under.relations), *_definedness_conditions(under, *stated))


def _sign_condition(letter: sp.Expr, called: str = "") -> str:
    called = called or name(letter.name)
    if is_count(letter):
        return f"(1 <= {called})%nat" if letter.is_positive else ""
    return f"0 < {called}" if letter.is_positive else f"0 <= {called}" if letter.is_nonnegative else ""


def _definedness_conditions(under: Domain, *stated: sp.Basic) -> Iterator[str]:
    """Denominators that neither the symbols nor the conditions keep from zero, and roots of what they do not keep from being negative.

    Coq gives 1/0 and sqrt (-1) a value, and a source means none.
    """
    powers = set().union(*(relation.atoms(sp.Pow) for relation in (*stated, *under.relations)))
    below = {power.base for power in powers if power.exp.could_extract_minus_sign() and not power.base.is_nonzero}
    for base in sorted(below, key=sp.default_sort_key):
        letter = in_letters(base)
        if not letter.is_nonzero and not any(implied(sign(letter, 0, evaluate=False), under) for sign in (sp.Gt, sp.Lt)):
            yield f"(forall c, (c < N)%nat -> {term(base)} <> 0)" if EACH in base.free_symbols else f"{term(base)} <> 0"
    for base in half_powers(sp.Tuple(*stated)):
        if not (base.is_nonnegative or implied(sp.Ge(base, 0, evaluate=False), under)):
            yield f"0 <= {term(base)}"


def _opening_script(variables: Sequence[str], conditions: Sequence[str]) -> Iterator[str]:
    """Name every hypothesis; state that counts are at least one as reals; apply conditions on all clients to the single one."""
    if named := introduced(variables, conditions):
        yield f"intros {named}."
    for k, condition in enumerate(conditions, 1):
        if condition.startswith("(1 <= "):
            yield f"assert (real_{k} := at_least_one _ given_{k})."
        if condition == "(c0 < N)%nat":
            yield f"at_client c0 given_{k}."
