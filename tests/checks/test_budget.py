"""The probability of a false alarm is shared out over all statistical tests, and nothing else gets a share."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from symfed.checks import SequentialTest, SignCheck, judge_lemma
from symfed.checks.budget import FALSE_ALARM, each_share, number_of_tests
from symfed.core.check import Check
from symfed.core.claim import Claim, Lemma, again
from symfed.core.domain import ANYWHERE
from symfed.core.errors import InvalidInput
from symfed.core.scope import EVERYTHING
from symfed.core.source import Printed
from symfed.core.verdict import Evidence, Outcome, Tier

COIN = SequentialTest(
    sample=lambda k: np.tile([0.0, 1.0], 50), reading=float, interval=lambda: (0, 1), slack=lambda: 0.0, resolution=0.2, repetitions=4
)


WRONG = {"far": 0.9, "right in disguise": 0.5}


def claim(*checks: object) -> Claim:
    return Claim(
        "coin", "statistical", "A coin.", Printed("symfed", "a coin", "1/2"), Tier.SUPPORTED, statement=0.5, checks=checks, wrong=WRONG
    )  # type: ignore[arg-type]


def examined(statement: object, *checks: object, share: float) -> tuple[Evidence, ...]:
    return judge_lemma(Lemma("coin", statement, checks, WRONG), ANYWHERE, EVERYTHING, share=share).evidence  # type: ignore[arg-type]


def test_only_tests_that_draw_have_shares() -> None:
    assert [check.shares for check in (COIN, SignCheck())] == [1, 0]
    assert SignCheck().allotted(0.1) == SignCheck()
    assert COIN.allotted(0.1) == replace(COIN, false_alarm=0.1)


def test_every_test_has_the_same_share_and_all_have_the_whole() -> None:
    assert each_share(0) == each_share(1) == FALSE_ALARM == 1e-9
    assert each_share(3, 0.3) == 0.3 / 3
    assert number_of_tests([claim(COIN, COIN, SignCheck()), claim(SignCheck()), claim(COIN)]) == 3


def test_a_claim_printed_twice_is_tested_once() -> None:
    assert number_of_tests([claim(COIN), again(claim(COIN), "coin-again", Printed("symfed", "another place", "1/2"))]) == 1


@pytest.mark.parametrize("whole", [0, 0.0, -1e-9, 1.0, 0.6, float("nan"), True, "1e-9", None])
def test_what_is_no_probability_is_refused(whole: object) -> None:
    with pytest.raises(InvalidInput, match=r"false_alarm = .*must be a probability above 0"):
        each_share(1, whole)  # type: ignore[arg-type]


def test_the_share_reaches_the_test_and_its_evidence() -> None:
    (given,) = examined(0.5, COIN, share=0.01)
    assert given.false_alarm == 0.01
    assert [e.false_alarm for e in examined(0.5, COIN, Nothing(), COIN, share=0.01)] == [0.01, 0.0, 0.01]


class Nothing(Check):
    """A check without chance: it always holds."""

    method = "nothing"

    def examine(self, statement: object, under: object) -> object:
        return replace(COIN.examine(0.5, under), false_alarm=0.0, method=self.method)  # type: ignore[arg-type]


def test_power_is_measured_where_the_test_holds() -> None:
    (held,) = examined(0.5, COIN, share=0.01)
    assert held.outcome is Outcome.HOLDS
    assert held.power == {"far": 0.472, "right in disguise": 0.0}  # four of four: 0.05^(1/4) = 0.4728; none of four
    (fell,) = examined(0.9, COIN, share=0.01)
    assert (fell.outcome, fell.power) == (Outcome.FAILS, {})
