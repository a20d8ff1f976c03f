"""How lemmas are weighed. Every way in which nothing has been shown must come out as something other than a pass."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symfed.checks.lemma import Found
from symfed.core.claim import Claim, InWords, Lemma
from symfed.core.scope import EVERYTHING, ONE_DIMENSION, Scope
from symfed.core.source import Printed
from symfed.core.verdict import EARNED, HOLDING, Evidence, Outcome, Tier, weakest
from symfed.ledger.weigh import weigh

LEMMAS = tuple(Lemma(name, f"what {name} says", ()) for name in ("main", "a", "b", "again", "noise", "box"))
PLAIN = Claim("a", "identity", "Says.", Printed("aistats", "Section 1", "x"), Tier.PROVED, lemmas=LEMMAS)


def spoken(*words: str, kind: str = "identity") -> Claim:
    return replace(PLAIN, kind=kind, follows=tuple(map(InWords, words)))


def held(tier: Tier = Tier.PROVED, name: str = "main", **more: Any) -> Found:
    strength = tier if tier in EARNED else Tier.PROVED
    return Found(name, tier, f"{name} holds", (Evidence("m", Outcome.HOLDS, strength, "held"),), **more)


def failing(refutes: bool = True, name: str = "main") -> Found:
    return Found(name, None, f"{name} fails", (Evidence("m", Outcome.FAILS, Tier.PROVED, "fell", {"H": "2"}, refutes=refutes),))


def undecided(name: str = "main", **more: Any) -> Found:
    return Found(name, None, "budget spent", (Evidence("m", Outcome.UNKNOWN, Tier.PROVED, "budget spent"),), **more)


def test_one_lemma_gives_its_tier() -> None:
    for tier in EARNED:
        assert weigh(PLAIN, (held(tier),)) == (tier, "main holds")


def test_a_claim_is_as_strong_as_its_weakest_lemma() -> None:
    tier, why = weigh(PLAIN, (held(), held(Tier.SUPPORTED, "noise"), held(Tier.ENCLOSED, "box")))
    assert (tier, why) == (Tier.SUPPORTED, "3 lemmas, the weakest is noise: noise holds")


def test_a_crosscheck_carries_nothing_but_must_hold() -> None:
    assert weigh(PLAIN, (held(), held(Tier.SUPPORTED, "again", crosscheck=True)))[0] is Tier.PROVED
    assert weigh(PLAIN, (held(Tier.SUPPORTED), held(Tier.PROVED, "again", crosscheck=True)))[0] is Tier.SUPPORTED
    assert weigh(PLAIN, (held(), undecided("again", crosscheck=True)))[0] is Tier.UNDECIDED
    assert weigh(PLAIN, (held(crosscheck=True),))[0] is Tier.ERROR


def test_steps_in_words_are_counted_and_lower_a_proof_only() -> None:
    assert weigh(spoken("x"), (held(),)) == (Tier.PROVED_GIVEN, "1 lemma proved, given the listed steps in words")
    assert weigh(spoken("x", "y"), (held(), held(name="b"))) == (Tier.PROVED_GIVEN, "2 lemmas proved, given the listed steps in words")
    assert weigh(spoken("x"), (held(Tier.SUPPORTED),))[0] is Tier.SUPPORTED


def test_an_error_of_ours_is_one_whatever_the_others_say() -> None:
    assert weigh(PLAIN, (held(), held(name="b", error="wrong variants survived")))[0] is Tier.ERROR


def test_a_failing_lemma_refutes_whatever_the_others_say() -> None:
    assert weigh(PLAIN, (held(), failing(name="b"))) == (Tier.REFUTED, "b fails")
    assert weigh(PLAIN, (held(error="blind"), failing(name="b")))[0] is Tier.REFUTED


def test_a_lemma_that_is_not_what_is_stated_breaks_the_proof_only() -> None:
    aside = replace(PLAIN, lemmas=(LEMMAS[0], replace(LEMMAS[2], crosscheck=True)))
    assert weigh(aside, (held(), failing(name="b"))) == (Tier.UNDECIDED, "a lemma of ours is false: b: b fails")


def test_doubt_refutes_only_what_is_statistical() -> None:
    assert weigh(PLAIN, (failing(refutes=False),))[0] is Tier.UNDECIDED
    assert weigh(spoken(kind="statistical"), (failing(refutes=False),))[0] is Tier.REFUTED


def test_unknown_is_never_a_pass() -> None:
    assert weigh(PLAIN, (undecided(),)) == (Tier.UNDECIDED, "budget spent")
    assert weigh(PLAIN, (held(), undecided("b"))) == (Tier.UNDECIDED, "b: budget spent")
    assert weigh(PLAIN, ())[0] not in HOLDING


FOUND = st.one_of(
    st.builds(held, st.sampled_from(EARNED), st.just("a"), crosscheck=st.booleans(), error=st.sampled_from(["", "blind"])),
    st.builds(undecided, crosscheck=st.booleans()),
    st.builds(failing, st.booleans()),
)


@given(st.lists(FOUND, max_size=5), st.sampled_from([(), ("x",)]))
def test_a_pass_is_never_stronger_than_any_lemma_that_carries_it(found: list[Found], words: tuple[str, ...]) -> None:
    tier, _ = weigh(spoken(*words), found)
    if tier in HOLDING:
        assert all(f.tier is not None and not f.error and not f.failing for f in found)
        bearing = [f.tier for f in found if not f.crosscheck and f.tier]
        assert bearing
        assert HOLDING.index(tier) <= min(HOLDING.index(t) for t in bearing)
        assert not (words and tier is Tier.PROVED)


def test_the_weakest_of_some_tiers() -> None:
    assert weakest((Tier.PROVED, Tier.PROVED_GIVEN)) is Tier.PROVED_GIVEN
    assert weakest((Tier.PROVED_GIVEN, Tier.ENCLOSED)) is Tier.ENCLOSED
    assert weakest((Tier.ENCLOSED, Tier.SUPPORTED)) is Tier.SUPPORTED


def test_a_refutation_needs_a_witness() -> None:
    with pytest.raises(ValueError, match="needs a witness"):
        Evidence("search", Outcome.FAILS, Tier.PROVED, "it fails somewhere")


@pytest.mark.parametrize("strength", [t for t in Tier if t not in EARNED])
def test_strength_is_one_that_a_check_can_earn(strength: Tier) -> None:
    with pytest.raises(ValueError, match="strength"):
        Evidence("search", Outcome.HOLDS, strength, "held")


def test_what_a_proof_covers() -> None:
    few = Scope(d="1", N="2")
    assert (few.covers(few), few.covers(EVERYTHING), few.covers(ONE_DIMENSION)) == (True, False, False)
    assert EVERYTHING.covers(few)
    assert few.short_of(EVERYTHING) == "d = 1, N = 2"
    assert few.short_of(ONE_DIMENSION) == "N = 2"
    assert Scope(losses="quadratics").short_of(EVERYTHING) == "quadratics"
    assert str(EVERYTHING) == "all d, N and H"
