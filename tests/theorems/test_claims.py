"""Claims that named theorems reach: false alterations of their statements are not read, nor what a last step says falsely."""

from dataclasses import replace
from functools import cache

import pytest
import sympy as sp

from symfed.checks.variants import variants
from symfed.core.symbols import L, mu
from symfed.ledger import Claims
from symfed.prove.accepted import accepted
from symfed.prove.kept import lines_of
from symfed.prove.named import NoProof
from symfed.prove.reading import Acceptance

#: Claims whose proofs are short.
CLAIMS = (
    "symfed-cocoercivity",
    "symfed-fedlsa-expansion",
    "symfed-lsa-unrolled",
    "symfed-prop4-floor",
    "symfed-scaffold-rests",
    "symfed-telescoping",
)


@cache
def claims() -> Claims:
    return Claims("proofs_checks")


def read(claim) -> Acceptance:
    return accepted(claim, {name: claims()[name] for name in claim.uses}, lines_of(claim.id))


@pytest.mark.parametrize("name", CLAIMS)
def test_altered_statements_are_not_read(name) -> None:
    claim = claims()[name]
    assert read(claim)
    parts = claim.statement.args if isinstance(claim.statement, sp.And) else (claim.statement,)
    for part in parts:
        for variant in variants(part):
            if isinstance(variant.statement, sp.Basic) and variant.statement not in (sp.true, sp.false):
                with pytest.raises(NoProof):
                    read(replace(claim, statement=variant.statement))


def test_arithmetic_does_not_reach_what_is_false() -> None:
    claim = claims()["symfed-first-order-constant"]
    left, right = claim.statement.args
    false = sp.Le(left, right.subs(L - mu, (L - mu) / 3), evaluate=False)
    assert false != claim.statement
    *before, last = claim.follows
    with pytest.raises(NoProof):
        read(replace(claim, statement=false, follows=(*before, replace(last, conclusion=false))))
