"""Clients of which a round does not contract as claimed: run in rationals, and refused when they are outside the class or do no harm."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from symfed.certificates import Malformed, RoundCounterexample
from symfed.worst_case.bounds import break_round, break_round_of_two

RULES = {"local_step": "x - gamma*(g + xi)", "control_update": "xi + (x_end - x_next)/(gamma*H)", "server_step": "x_mean"}


def straight(slope: str) -> list[list[str]]:
    return [["0", "0"], ["1", slope]]


KINKED: dict[str, Any] = {"y": "6", "gradient": [["-1", "-3/4"], ["0", "0"], ["1", "1/2"]]}

#: By hand: the smallest numbers with two clients, of which V' = 667.25/128 where 9/64 V = 666/128.
TWO = RoundCounterexample(
    algorithm=RULES,
    gamma="1",
    H=2,
    mu="1/2",
    L="3/4",
    factor="9/64",
    ey="",
    start="1",
    clients=[KINKED, {"y": "-6", "gradient": straight("3/4")}],
)

MILD: dict[str, Any] = {"y": "8/25", "gradient": straight("3/10")}

#: By hand: quadratics alone, where q(mu) is near r(L).
TWENTY = RoundCounterexample(
    algorithm=RULES,
    gamma="1",
    H=2,
    mu="3/10",
    L="1",
    factor="1/4",
    ey="",
    start="1",
    clients=[*([MILD] * 19), {"y": "-152/25", "gradient": straight("1")}],
)


@pytest.mark.parametrize("genuine", [TWO, TWENTY], ids=["two", "twenty"])
def test_rounds_by_hand(genuine: RoundCounterexample) -> None:
    assert genuine.check().proved
    assert RoundCounterexample.from_json(genuine.to_json()) == genuine
    assert f"{len(genuine.clients)} clients multiplies V by more than {genuine.factor}" in genuine.says()


def test_the_numbers_by_hand() -> None:
    ratio = Fraction(66725, 12800) / 37  # V' / V of TWO, whose V is 1 + 36
    assert changed(TWO, "factor", str(ratio - Fraction(1, 10**9))).check().proved
    assert not changed(TWO, "factor", str(ratio)).check().proved


def test_one_client_found_for_a_bound() -> None:
    found = break_round("scaffold", 1, 3, Fraction(9, 50), Fraction(9, 10))
    assert found.check().proved
    assert found.ey == "63/100000"
    assert "break the bound" in found.says()
    assert not changed(found, "ey", "").check().proved  # one client's control variate must vanish in a round


# what must no longer be proved, and a word of the reason
TAMPERED = {
    "a larger factor": ("factor", "19/128", "no more than the factor"),
    "two quadratics": ("clients|0|gradient|2|1", "3/4", "no more than the factor"),
    "a larger start": ("start", "3", "no more than the factor"),
    "too flat": ("clients|0|gradient|2|1", "1/3", "client 0: between 0 and 1"),
    "too steep": ("clients|1|gradient|1|1", "1", "client 1: between 0 and 1"),
    "another optimum": ("clients|1|gradient|0|1", "1/100", "client 1: its gradient"),
    "a sum that is not zero": ("clients|1|y", "-5", "sum zero"),
    "one step": ("H", 1, "no more than the factor"),
    "a rule that cannot be run": ("algorithm|local_step", "x/(x - x)", "cannot be run"),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_tampering_is_noticed(name: str) -> None:
    path, value, reason = TAMPERED[name]
    verdict = changed(TWO, path, value).check()
    assert not verdict.proved
    assert reason in verdict.reason


MALFORMED = {
    "a float": ("start", 0.1),
    "no clients": ("clients", []),
    "a client without a gradient": ("clients|0|gradient", None),
    "one point": ("clients|1|gradient", [["0", "0"]]),
    "a point twice": ("clients|1|gradient|1|0", "0"),
    "no pairs": ("clients|1|gradient|1", ["1"]),
    "H as text": ("H", "2"),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_what_cannot_be_read_is_refused(name: str) -> None:
    with pytest.raises(Malformed):
        changed(TWO, *MALFORMED[name]).check()


@pytest.mark.parametrize(("H", "L"), [(2, "1/10"), (2, "99/100"), (3, "1/2"), (5, "9/10"), (3, "3/2")])
def test_two_clients_wherever_the_steep_side_decides(H: int, L: str) -> None:
    """More than r(L)² for every gamma L < 1, however close; and for gamma L > 1 if H is odd."""
    steep = Fraction(L)
    r = 1 - (1 - (1 - steep) ** H) / (steep * H)
    assert break_round_of_two("scaffold", 1, H, steep / 3, steep, factor=r**2).check().proved


def changed(certificate: RoundCounterexample, path: str, value: Any) -> RoundCounterexample:
    """The counterexample with one entry replaced or, by None, left out."""
    data = json.loads(certificate.to_json())
    *way, last = [int(key) if key.isdigit() else key for key in path.split("|")]
    place = data
    for key in way:
        place = place[key]
    if value is None:
        del place[last]
    else:
        place[last] = value
    return RoundCounterexample.from_json(json.dumps(data))
