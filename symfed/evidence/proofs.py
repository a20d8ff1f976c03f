"""Proofs by named theorems as data: what the kernel of sentences read, and the statement in the words of the other parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from symfed.checks.premises import known_classes
from symfed.core.claim import Claim, as_relation
from symfed.core.errors import InvalidInput
from symfed.evidence.inequalities import conditions
from symfed.evidence.text import relation_text
from symfed.kernel.page import problem
from symfed.prove import table
from symfed.prove.accepted import accepted
from symfed.prove.kept import lines_of
from symfed.prove.named import NoProof
from symfed.recheck import MalformedPart, Part, related
from symfed.recheck.proofs import made_by, packed
from symfed.theorems.relations import conjuncts
from symfed.theorems.vocabulary import letters


def proof_part(claim: Claim, known: Mapping[str, Claim]) -> Part:
    """A claim's proof as the kernel accepts it. Raises InvalidInput for one that it does not read, or with words among its steps."""
    if any(step.in_words for step in claim.follows):
        raise InvalidInput("proof", claim.id, "has steps in words")
    kept = table.load().get(claim.id, {})
    try:
        if "stops" in kept:
            raise NoProof(kept["stops"])
        found = accepted(claim, {name: known[name] for name in claim.uses}, lines_of(claim.id))
    except NoProof as why:
        raise InvalidInput("proof", claim.id, f"is not read by the kernel of sentences: {why}") from why
    statement = as_relation(claim.statement)
    return {
        "kind": "proof", "statement": [_in_words(part) for part in conjuncts(statement)] if statement is not None else [found.statement],
        "conditions": [relation_text(relation) for relation in conditions(claim.under).values()],
        "classes": sorted(found.conditions & known_classes(claim.under)),
        "letters": {name: sort for name, sort in found.letters.items() if problem().get(name) != sort},
        "makes": made_by(found.statement, found.under), "lent": dict(found.lent), "open": list(found.open), "lines": packed(found.lines),
    }  # fmt: skip


def _in_words(relation: Any) -> str:
    """A relation in symbols, as text; one between vectors in SymPy's words."""
    if isinstance(relation, Relational) and all(side.is_commutative for side in relation.args if isinstance(side, sp.Expr)):
        text = relation_text(letters(relation))
        try:
            related(text)
        except MalformedPart:
            return str(relation)
        return text
    return str(relation)
