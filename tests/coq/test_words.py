"""Products of matrices are written in their order, and what a statement does with numbers is kept apart."""

from __future__ import annotations

import pytest
import sympy as sp

from symfed.checks.free_algebra import FreeIdentity
from symfed.coq.words import Letter, theorem
from symfed.core.domain import ANYWHERE, Domain
from symfed.core.errors import InvalidInput
from symfed.core.symbols import H, gamma, mu

A, B, x = map(Letter, "ABx")


@pytest.mark.parametrize(
    ("made", "text"),
    [
        (A * B * x, "A * B * x"),
        (A * (B * x), "A * (B * x)"),
        (A * (B - x), "A * (B - x)"),
        (x - (A - B), "x - (A - B)"),
        (x - gamma * A * x, "x - gamma *: A * x"),
        (x - gamma * (A * x), "x - gamma *: (A * x)"),
        ((1 - gamma * A) * x, "(1 - gamma *: A) * x"),
        (2 - A, "2 *: 1 - A"),
        (A / (gamma * H), "(1 / (gamma * INR H)) *: A"),
        (H * A, "INR H *: A"),
        (-A * B, "- A * B"),
        (-(A * B), "- (A * B)"),
        (-1 * A + 1 * B, "- A + B"),
        (A * gamma, "gamma *: A"),
        (0 * A, "0 *: A"),
    ],
)
def test_letters_write_what_is_done_to_them(made: Letter, text: str) -> None:
    assert str(made) == text


def test_a_letter_is_no_number() -> None:
    with pytest.raises(InvalidInput, match="no number"):
        A / B
    with pytest.raises(InvalidInput, match="no number"):
        sp.Symbol("S", commutative=False) * A


def test_a_statement_is_about_every_algebra_under_its_conditions() -> None:
    told = theorem("a step", lambda A, x: (x - gamma * A * x, (1 - gamma * A) * x), FreeIdentity("A x"), Domain((gamma * mu <= 1,)))
    assert told.statement() == (
        "forall (matrices : Algebra) (A x : matrices) (gamma : R) (mu : R), 0 < gamma -> 0 < mu -> gamma * mu <= 1 -> "
        "(x - gamma *: A * x = (1 - gamma *: A) * x)%words"
    )


def test_primes_are_kept_and_words_of_the_language_are_not() -> None:
    told = theorem("primed", lambda A, primed, end: (A * primed * end, A * (primed * end)), FreeIdentity("A A' end"), ANYWHERE)
    assert "(A A' end_ : matrices)" in told.statement()


def test_what_cannot_be_said_is_refused() -> None:
    with pytest.raises(InvalidInput, match="letters of its own"):
        theorem("own", lambda: (gamma, gamma), FreeIdentity(""), ANYWHERE)
    with pytest.raises(InvalidInput, match="called like a number"):
        theorem("twice", lambda H_: (H * H_, H_ * H), FreeIdentity("H"), ANYWHERE)
