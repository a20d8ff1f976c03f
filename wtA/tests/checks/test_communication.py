"""Powers of epsilon: what is enough, what is best, and what a better choice looks like."""

from __future__ import annotations

from fractions import Fraction

import pytest

from symfed.checks.communication import CommunicationExponents
from symfed.core.domain import ANYWHERE
from symfed.core.verdict import Outcome, Tier
from symfed.derive.communication import Bound

CONDITIONS = (Bound(gamma=1, accuracy=2), Bound(gamma=4, H=4, accuracy=2), Bound(gamma=3, H=2, accuracy=2))
PRINTED, BEST = (2, Fraction(4, 3), Fraction(2, 3)), (2, Fraction(3, 2), Fraction(1, 2))


@pytest.mark.parametrize(("choice", "best"), [(PRINTED, False), (BEST, False), (BEST, True), ((3, Fraction(5, 2), Fraction(1, 2)), True)])
def test_what_is_enough_holds_and_so_does_what_nothing_beats(choice: tuple[int | Fraction, ...], best: bool) -> None:
    found = CommunicationExponents(CONDITIONS, best).examine(choice, ANYWHERE)
    assert (found.outcome, found.strength) == (Outcome.HOLDS, Tier.PROVED)


@pytest.mark.parametrize(
    ("choice", "broken"),
    [
        ((1, Fraction(1, 2), Fraction(1, 2)), "gamma^1 <= epsilon^2"),
        ((2, Fraction(5, 3), Fraction(1, 3)), "gamma^4 H^4 <= epsilon^2"),
        ((2, Fraction(4, 3), Fraction(1, 2)), "gamma^-1 H^-1 T^-1 <= epsilon^0"),
        ((2, Fraction(-1, 2), 3), "H^-1 <= epsilon^0"),
    ],
)
def test_too_little_breaks_a_condition(choice: tuple[int | Fraction, ...], broken: str) -> None:
    found = CommunicationExponents(CONDITIONS).examine(choice, ANYWHERE)
    assert (found.outcome, found.refutes, dict(found.witness or {})["broken"]) == (Outcome.FAILS, True, broken)


def test_a_choice_that_is_beaten_is_refuted_by_the_better_one_and_replays() -> None:
    check = CommunicationExponents(CONDITIONS, best=True)
    witness = dict(check.examine(PRINTED, ANYWHERE).witness or {})
    assert witness["better"] == "gamma = eps^(2), H = eps^(-3/2), T = eps^(-1/2)"
    assert check.replay(PRINTED, witness, ANYWHERE) == ""
    assert check.replay(BEST, witness, ANYWHERE) != ""
    assert check.replay(PRINTED, witness | {"better": "gamma = eps^(2)"}, ANYWHERE) != ""
