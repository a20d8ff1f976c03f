"""Identities with denominators and norms, signs by parts, and steps under conditions, as lines that the kernel runs."""

from __future__ import annotations

import pytest

from symfed.kernel.page import kernel
from symfed.ledger import Claims
from symfed.prove.accepted import accepted
from symfed.tactics.arithmetic import NotFound
from symfed.tactics.fractions import any_identity, identity
from symfed.tactics.proof import ProofWriter
from symfed.tactics.reasoning import Reasoning

LETTERS = {"a": "Num", "b": "Num", "x": "Vec", "y": "Vec", "n": "Index"}


def place(*conditions: str) -> Reasoning:
    """A proof that begins with these conditions."""
    t = Reasoning()
    t.proof = ProofWriter(kernel(LETTERS))
    t.conditions = [t.proof.assume(t.proof.say(said)) for said in conditions]
    return t


@pytest.mark.parametrize(
    "said",
    [
        "1 / (a + b) * a + b / (a + b) = 1",
        "1 / (2 * a) = (1 / a) / 2",
        "1 / (a + 1 / b) = b / (a * b + 1)",
        "norm((1 / a) * x + y) ^ 2 = norm(x) ^ 2 / a ^ 2 + 2 / a * inner(x, y) + norm(y) ^ 2",
        "(a + b) ^ n / (a + b) = (a + b) ^ n * (1 / (a + b))",
    ],
)
def test_an_identity_is_found(said: str) -> None:
    t = place("0 < a", "0 < b")
    goal = t.proof.say(said)
    assert identity(t.proof, goal, t.prove_positive).prop is goal
    assert any_identity(t.proof, goal, t.prove_positive).prop is goal


@pytest.mark.parametrize("said", ["1 / (a + b) = 1 / a + 1 / b", "a / a = 2", "norm(x + y) ^ 2 = norm(x) ^ 2 + norm(y) ^ 2"])
def test_what_is_no_identity_is_not(said: str) -> None:
    t = place("0 < a", "0 < b")
    with pytest.raises(NotFound):
        identity(t.proof, t.proof.say(said), t.prove_positive)


def test_what_may_be_zero_is_not_divided_by() -> None:
    t = place("0 <= a")
    with pytest.raises(NotFound):
        identity(t.proof, t.proof.say("a / a = 1"), t.prove_positive)


def test_a_sign_is_that_of_its_parts() -> None:
    t = place("0 < a", "0 <= b")
    assert t.prove_positive(t.proof.say("a * (a + b) / (2 + b)")).prop is t.proof.say("0 < a * (a + b) / (2 + b)")
    with pytest.raises(NotFound):
        t.prove_positive(t.proof.say("a * b"))


def test_a_round_of_fixed_steps_is_accepted() -> None:
    claims = Claims("proofs_checks")
    found = accepted(claims["symfed-scaffold-round"], {})
    assert not found.lent
    assert "quadratic" in found.sentences
