"""Claims that named theorems reach: false alterations of them, and conditions left out, must not be reached."""

from dataclasses import replace

import pytest
import sympy as sp

from symfed.checks.variants import variants
from symfed.core.symbols import H, L, gamma, mu, t, zeta1
from symfed.ledger import discover
from symfed.theorems import broken, needed
from symfed.theorems.vocabulary import CURVED

IDLE = "H*gamma*mu <= 1"
CLAIMS = (
    "aistats-prop1-stationary",
    "aistats-prop2-bound",
    "aistats-cor1-rate",
    "aistats-thm2-bound",
    "aistats-thm2-no-het-no-bias",
    "aistats-thm6-averaged",
    "symfed-fedavg-fixed-point-identity",
    "symfed-fedavg-quadratic-bias",
    "symfed-fedavg-stationary-law",
    "symfed-first-order-constant",
    "hal-prop1",
    "hal-prop2-bound",
    "hal-cor1",
    "aistats-A1-uniqueness-lyapunov",
    "aistats-lem9-usage-inverse",
    "flta-balance-equation",
    "flta-bias-correction",
    "symfed-average-of-solutions",
    "symfed-cocoercivity",
    "symfed-exponential-stability",
    "symfed-fedlsa-expansion",
    "symfed-lsa-least-squares",
    "symfed-lsa-unrolled",
    "symfed-prop4-floor",
    "symfed-scaffold-attained",
    "symfed-scaffold-rests",
    "symfed-scaffold-round",
    "symfed-telescoping",
)


@pytest.fixture(scope="module")
def known():
    return discover()


def premises(claim, known):
    return {name: known[name] for name in claim.uses}


@pytest.mark.parametrize("name", CLAIMS)
def test_it_is_reached_without_words(known, name) -> None:
    claim = known[name]
    assert not any(step.in_words for step in claim.follows)
    assert broken(claim, premises(claim, known), claim.under) == ""


@pytest.mark.parametrize("name", CLAIMS)
def test_dropped_conditions_break_the_proof(known, name) -> None:
    claim = known[name]
    used = set(needed(claim, premises(claim, known)))
    relations = {str(r) for r in claim.under.relations if str(r) != IDLE}
    regular = {str(c) for c in claim.under.classes if CURVED.says in c.closure()}
    # the condition on kappa is a lemma's
    if not claim.uses and name != "symfed-lsa-least-squares":
        assert relations | regular <= used
    # the printed condition of Proposition 2 and Theorem 2 that no step needs
    assert IDLE not in used or claim.uses


@pytest.mark.parametrize("name", [name for name in CLAIMS if name not in ("aistats-prop1-stationary", "hal-prop1")])
def test_altered_statements_are_not_reached(known, name) -> None:
    claim = known[name]
    parts = claim.statement.args if isinstance(claim.statement, sp.And) else (claim.statement,)
    for part in parts:
        for variant in variants(part):
            if isinstance(variant.statement, sp.Basic) and variant.statement not in (sp.true, sp.false):
                assert broken(replace(claim, statement=variant.statement), premises(claim, known), claim.under), variant.name


def last_step_says(claim, relation):
    """The proof with another conclusion in its last arithmetic."""
    return replace(claim, statement=relation, follows=(*claim.follows[:-1], replace(claim.follows[-1], conclusion=relation)))


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("aistats-prop2-bound", L, mu),
        ("aistats-prop2-bound", H - 1, H - 2),
        ("aistats-prop2-bound", gamma, gamma**2),
        ("aistats-thm2-bound", mu, L),
        ("symfed-first-order-constant", L - mu, (L - mu) / 3),
        ("aistats-cor1-rate", zeta1, sp.S.Zero),
        ("aistats-cor1-rate", t, 2 * t),
    ],
)
def test_arithmetic_does_not_reach_what_is_false(known, name, old, new) -> None:
    claim = known[name]
    left, right = claim.statement.args
    false = sp.Le(left, right.subs(old, new), evaluate=False)
    assert false != claim.statement
    assert broken(last_step_says(claim, false), premises(claim, known), claim.under)
