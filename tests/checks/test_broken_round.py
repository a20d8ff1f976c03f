"""Bounds of a round against clients at hand: refuted by one inside the domain that does more, never confirmed."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from proofs_checks.symfed.scaffold.whole_class.refuted import larger, twenty_quadratics, two_with_a_kink
from symfed.certificates import RoundCounterexample
from symfed.checks.broken_round import BrokenRound
from symfed.core.domain import Domain
from symfed.core.symbols import H, L, N, gamma
from symfed.core.verdict import Outcome

STEPS = Domain((gamma * L <= 1,))
KINK = BrokenRound("scaffold", two_with_a_kink, "two")
TWENTY = BrokenRound("scaffold", twenty_quadratics, "twenty")


@pytest.mark.parametrize("check", [KINK, TWENTY], ids=["two", "twenty"])
def test_a_bound_is_refuted_and_the_witness_replays(check: BrokenRound) -> None:
    found = check.examine(larger, STEPS)
    assert found.outcome is Outcome.FAILS
    assert found.refutes
    assert found.witness is not None
    assert check.replay(larger, found.witness, STEPS) == ""
    assert check.replay(larger, dict(found.witness) | {"start": "2"}, STEPS)
    assert check.replay(lambda *numbers: 2 * larger(*numbers), found.witness, STEPS)


def test_the_witness_can_be_read() -> None:
    assert KINK.examine(larger, STEPS).witness == {
        "gamma": "1", "H": "2", "mu": "1/2", "L": "3/4", "factor": "9/64", "start": "1",
        "client 1": "y = 6; straight gradient through (-1, -3/4), (0, 0), (1, 1/2)",
        "client 2": "y = -6; straight gradient through (0, 0), (1, 3/4)",
    }  # fmt: skip
    assert "client 20" in (TWENTY.examine(larger, STEPS).witness or {})


def test_every_round_at_hand_breaks_it() -> None:
    for case in two_with_a_kink():
        assert BrokenRound("scaffold", partial(tuple, [case]), "one").examine(larger, STEPS).fails


@pytest.mark.parametrize(
    ("check", "under"),
    [
        (BrokenRound("scaffold", twenty_quadratics, "twenty"), Domain((N <= 3,))),  # two or three clients do not tell
        (BrokenRound("scaffold", two_with_a_kink, "two"), Domain((H >= 6,))),
    ],
)
def test_rounds_outside_the_domain_say_nothing(check: BrokenRound, under: Domain) -> None:
    assert check.examine(larger, under).outcome is Outcome.UNKNOWN


def test_what_is_true_is_not_confirmed_either() -> None:
    assert KINK.examine(lambda *numbers: 2 * larger(*numbers), STEPS).outcome is Outcome.UNKNOWN


def test_a_client_outside_the_class_refutes_nothing() -> None:
    def steep() -> tuple[RoundCounterexample, ...]:
        first = two_with_a_kink()[0]
        return (replace(first, clients=[first.clients[0], {"y": "-6", "gradient": [["0", "0"], ["1", "7/8"]]}]),)

    assert BrokenRound("scaffold", steep, "too steep").examine(larger, STEPS).outcome is Outcome.UNKNOWN
