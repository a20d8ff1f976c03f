"""How evidence is weighed. Every way in which nothing has been shown must come out as something other than a pass."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symfed.core.verdict import HOLDING, Evidence, Outcome, Tier, weigh

CONTROLS = ("sign", "factor 2")


def evidence(
    outcome: Outcome = Outcome.HOLDS, strength: Tier = Tier.PROVED, rejected: tuple[str, ...] = CONTROLS, summary: str = "it was decided"
) -> Evidence:
    witness = {"gamma": "1/2"} if outcome is Outcome.FAILS else None
    return Evidence(f"method {strength}", outcome, strength, summary, witness, rejected={c: c in rejected for c in CONTROLS})


def test_a_sighted_check_that_holds_gives_its_strength() -> None:
    for tier in HOLDING:
        assert weigh((evidence(strength=tier),), CONTROLS) == (tier, "it was decided")


def test_the_strongest_holding_check_decides() -> None:
    assert weigh((evidence(strength=Tier.SUPPORTED), evidence(strength=Tier.PROVED)), CONTROLS)[0] is Tier.PROVED
    assert weigh((evidence(strength=Tier.ENCLOSED), evidence(strength=Tier.SUPPORTED)), CONTROLS)[0] is Tier.ENCLOSED


def test_a_control_that_survives_every_check_is_an_error() -> None:
    tier, why = weigh((evidence(rejected=("sign",)),), CONTROLS)
    assert tier is Tier.ERROR
    assert "factor 2" in why
    assert "sign" not in why


def test_controls_may_be_rejected_by_different_checks() -> None:
    assert weigh((evidence(rejected=("sign",)), evidence(rejected=("factor 2",))), CONTROLS)[0] is Tier.PROVED


def test_a_blind_check_is_an_error_even_beside_a_sighted_one() -> None:
    blind = evidence(strength=Tier.ENCLOSED, rejected=())
    tier, why = weigh((evidence(), blind), CONTROLS)
    assert tier is Tier.ERROR
    assert blind.method in why


def test_without_controls_nothing_is_proved() -> None:
    assert weigh((Evidence("m", Outcome.HOLDS, Tier.PROVED, "held"),), ())[0] is Tier.ERROR


def test_a_failing_check_refutes_whatever_the_others_say() -> None:
    tier, why = weigh((evidence(), evidence(Outcome.FAILS, summary="fails at gamma = 1/2")), CONTROLS)
    assert tier is Tier.REFUTED
    assert why == "fails at gamma = 1/2"


def test_unknown_is_never_a_pass() -> None:
    assert weigh((evidence(Outcome.UNKNOWN, summary="budget spent"),), CONTROLS) == (Tier.UNDECIDED, "budget spent")
    assert weigh((), ()) == (Tier.UNDECIDED, "no check was run")


def test_an_undecided_check_beside_a_holding_one_is_mentioned() -> None:
    tier, why = weigh((evidence(strength=Tier.SUPPORTED), evidence(Outcome.UNKNOWN)), CONTROLS)
    assert tier is Tier.SUPPORTED
    assert "1 further check(s) undecided" in why


@given(
    st.lists(
        st.builds(
            evidence,
            st.sampled_from([Outcome.HOLDS, Outcome.UNKNOWN]),
            st.sampled_from(HOLDING),
            st.lists(st.sampled_from(CONTROLS), unique=True).map(tuple),
        ),
        max_size=4,
    )
)
def test_a_pass_always_rests_on_a_holding_check_of_that_strength_and_on_all_controls(found: list[Evidence]) -> None:
    tier, _ = weigh(tuple(found), CONTROLS)
    if tier in HOLDING:
        assert any(e.outcome is Outcome.HOLDS and e.strength is tier for e in found)
        assert all(any(e.rejected.values()) for e in found)
        assert all(any(e.rejected[c] for e in found) for c in CONTROLS)


def test_a_refutation_needs_a_witness() -> None:
    with pytest.raises(ValueError, match="needs a witness"):
        Evidence("search", Outcome.FAILS, Tier.PROVED, "it fails somewhere")


@pytest.mark.parametrize("strength", [t for t in Tier if t not in HOLDING])
def test_strength_is_one_that_a_check_can_earn(strength: Tier) -> None:
    with pytest.raises(ValueError, match="strength"):
        Evidence("search", Outcome.HOLDS, strength, "held")


def test_every_part_of_a_statement_must_hold() -> None:
    proved = replace(evidence(), part="scalars")
    unknown = replace(evidence(Outcome.UNKNOWN, Tier.SUPPORTED), part="bias")
    tier, why = weigh((proved, unknown), CONTROLS)
    assert (tier, "bias" in why) == (Tier.UNDECIDED, True)
    assert weigh((proved, replace(evidence(strength=Tier.SUPPORTED), part="bias")), CONTROLS)[0] is Tier.PROVED
