"""Transcriptions of claims that hold, with one operation made wrong, judged by the claim's own checks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from inspect import signature
from typing import Any

import flint
import numpy as np

from symfed.checks import SymbolicIdentity
from symfed.checks.every_dimension import IdentityInEveryDimension, on_linear_tensors, on_linear_tensors_of_two, on_one_matrix
from symfed.checks.expansion import Expansion
from symfed.checks.fixed_steps import RemainderAtFixedH
from symfed.checks.proven_combination import ProvenCombination
from symfed.checks.proven_remainder import ProvenRemainder
from symfed.core.claim import Claim, Lemma
from symfed.core.domain import Domain
from symfed.core.verdict import HOLDING, Tier
from symfed.ledger.discovery import discover
from symfed.models.arrays import Array
from symfed.models.jets import Jets
from symfed.mutants.judges import OnDrawnInstances, prepared
from symfed.mutants.subject import Judge, Subject, Variant, distinct
from symfed.mutants.wrong_jets import wrong_transcriptions
from symfed.strategies import draw, jets, text


def speaks_of_jets(statement: Any) -> bool:
    """Return whether a statement is a transcription `f(p, gamma, H)` or an expansion of such terms, in fields of jets alone."""
    terms = statement.terms if isinstance(statement, Expansion) else statement
    if not callable(terms) or list(signature(terms).parameters)[:3] != ["p", "gamma", "H"]:
        return False
    try:
        values = fingerprint(statement)
    except (AttributeError, ValueError):  # it reads more of a problem than jets have, or contracts a symbol for a matrix
        return False
    return not any(character.isalpha() for value in values if value != "undefined" for character in value)


def claim_subjects(package: str = "proofs_checks") -> Iterator[Subject]:
    """Every lemma of a standing claim that is not statistical, if it is a transcription on jets that is not zero; the same trial once.

    A definition that a proved claim has, too, is tried as that claim.
    """
    seen = []
    for claim in sorted(discover(package).values(), key=lambda claim: claim.expect is Tier.DEFINED):
        if claim.expect not in (*HOLDING, Tier.DEFINED) or claim.kind == "statistical" or claim.restates or _of_linear_systems(claim):
            continue
        for lemma in claim.proof:
            trial = (lemma.statement, lemma.checks)
            if (
                not speaks_of_jets(lemma.statement)
                or trial in seen
                or not judges(lemma)
                or not any(v.strip("[0, ]") for v in fingerprint(lemma.statement))
            ):
                continue
            seen.append(trial)
            yield Subject(
                claim.id if len(claim.proof) == 1 else f"{claim.id}: {lemma.name}",
                lemma.statement,
                cache(partial(variants, lemma.statement)),
                cache(partial(judges, lemma)),
                lemma.under(claim.under),
                partial(same, lemma, lemma.under(claim.under)),
            )


@cache
def _generic_jets() -> tuple[Jets, ...]:
    """Exact jets with nothing in common, in dimensions one and three."""
    return draw(jets(1, 3), 12)[-1], draw(jets(3, 3), 12)[-1]


def fingerprint(statement: Any) -> tuple[str, ...]:
    """The exact values on those jets, as text; "undefined" where something singular is inverted."""

    def value(p: Jets) -> str:
        try:
            return text(np.asarray(statement(p, flint.fmpq(1, 31), 3), dtype=object))
        except (ZeroDivisionError, np.linalg.LinAlgError):
            return "undefined"

    return tuple(value(p) for p in _generic_jets())


def variants(statement: Any) -> tuple[Variant, ...]:
    """The wrong variants that differ from each other at an exact point; all of those that agree with the statement there."""
    wrong = wrong_transcriptions(statement.terms if isinstance(statement, Expansion) else statement)
    if isinstance(statement, Expansion):
        wrong = (replace(variant, statement=replace(statement, terms=variant.statement)) for variant in wrong)
    return distinct(wrong, fingerprint, fingerprint(statement))


#: Checks that read a transcription on symbols, and not on arrays.
ON_LETTERS = (SymbolicIdentity, IdentityInEveryDimension, RemainderAtFixedH)

#: Readings on linear systems.
LINEAR = (on_linear_tensors, on_linear_tensors_of_two, on_one_matrix)


def judges(lemma: Lemma) -> tuple[Judge, ...]:
    """The lemma's own checks, but for those that compare how a statement is written: to them equal ones need not be equal."""
    found = [prepared(check) for check in lemma.checks if not isinstance(check, (ProvenRemainder, ProvenCombination))]
    return tuple(Judge(check, _without_arrays if isinstance(check, ON_LETTERS) else Judge.sees) for check in found)


def _without_arrays(variant: Variant) -> bool:
    return not variant.needs_arrays


def _of_linear_systems(claim: Claim) -> bool:
    """Return whether a claim is about matrices without symmetry: what is no slip on jets may be one there."""
    return any(getattr(check, "reading", None) in LINEAR for lemma in claim.proof for check in lemma.checks)


def same(lemma: Lemma, under: Domain, variant: Variant) -> str:
    """The structural reason why a variant says the same: for any clients, or because those of this lemma are equal.

    It holds only where the variant agrees with the statement on all instances that the lemma's searches draw: matrices may lack symmetry.
    """
    searches = [judge.check for judge in judges(lemma) if isinstance(judge.check, OnDrawnInstances)]
    if fingerprint(variant.statement) == fingerprint(lemma.statement):
        return variant.harmless if variant.harmless and _agrees_everywhere(searches, variant, lemma, under) else ""
    if not variant.needs_arrays or not searches:
        return ""
    equal = _equal_clients(searches, under)
    if not equal and not _equal_clients(searches, under, fields=1):
        return ""
    if not _agrees_everywhere(searches, variant, lemma, under):
        return ""
    return "the clients of this claim are equal" if equal else "the clients of this claim share the Hessian"


def _agrees_everywhere(searches: list[OnDrawnInstances], variant: Variant, lemma: Lemma, under: Domain) -> bool:
    def texts(search: OnDrawnInstances, statement: Any) -> list[str]:
        return [text(np.asarray(value, dtype=object)) for value in search.values(statement, under)]

    return all(texts(search, variant.statement) == texts(search, lemma.statement) for search in searches)


def _equal_clients(searches: list[OnDrawnInstances], under: Domain, fields: int = 3) -> bool:
    """True if the clients of every instance share their first `fields`: one, their Hessian, or all."""
    drawn = [list(_client_fields(search, under)) for search in searches]
    return all(found and all((stack == stack[0]).all() for stacks in found for stack in stacks[:fields]) for found in drawn)


def _client_fields(search: OnDrawnInstances, under: Domain) -> Iterator[tuple[Array, ...]]:
    """The fields of each client of an instance, its Hessian first."""
    for instance, _ in search.instances(under):
        if hasattr(instance, "jets"):
            yield instance.jets.hessians, instance.jets.third_derivatives, instance.jets.noise_covariance
        elif hasattr(instance, "problem"):
            yield instance.problem.hessian_matrices, instance.problem.optima, instance.problem.noise
