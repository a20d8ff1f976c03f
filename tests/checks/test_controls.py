"""Every check is shown the claim's wrong variants."""

from __future__ import annotations

from symfed.checks import CounterexampleSearch, SignCheck, examine_claim
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import L, gamma
from symfed.core.verdict import Outcome, Tier, weigh
from symfed.strategies import instances

SMALL = Domain((gamma * L <= 1,))
SEARCH = CounterexampleSearch(instances, relation="<=", sizes=((1, 1),), examples=10)


def claim(statement: object, **controls: object) -> Claim:
    """gamma L <= 1 or something like it, read by one check that understands symbols."""
    printed = Printed("aistats", "Section 4", r"\gamma\le1/L")
    return Claim("a", "inequality", "", printed, Tier.PROVED, statement, SMALL, checks=(SignCheck(),), controls=controls)


def test_wrong_variants_are_rejected_one_by_one() -> None:
    (found,) = examine_claim(claim((gamma * L, 1), twice=(2 * gamma * L, 1), weaker=(gamma * L, 2)))
    assert found.outcome is Outcome.HOLDS
    assert found.rejected == {"twice": True, "weaker": False}
    assert weigh((found,), ("twice", "weaker"))[0] is Tier.ERROR


def test_an_undecided_variant_is_not_rejected() -> None:
    far = Domain((gamma > 1000,))
    printed = Printed("aistats", "Section 4", "")
    whole = Claim("a", "inequality", "", printed, Tier.PROVED, (1, gamma), far, checks=(SignCheck(),), controls={"reversed": (gamma, 1)})
    (found,) = examine_claim(whole)
    assert SignCheck().examine((gamma, 1), far).outcome is Outcome.UNKNOWN
    assert found.rejected == {"reversed": False}


def test_a_refuted_claim_does_not_look_at_its_variants() -> None:
    (found,) = examine_claim(claim((2 * gamma * L, 1), nonsense="no pair at all"))
    assert (found.outcome, found.rejected) == (Outcome.FAILS, {})


def test_full_searches_deeper() -> None:
    printed = Printed("aistats", "Section 4", "")
    whole = Claim(
        "a",
        "inequality",
        "",
        printed,
        Tier.SUPPORTED,
        lambda i: (i.gamma * i.L, 1 + 0 * i.gamma),
        SMALL,
        checks=(SEARCH,),
        controls={"strict": lambda i: (i.gamma * i.L + 1, 1 + 0 * i.gamma)},
    )
    (quick,), (deep,) = examine_claim(whole), examine_claim(whole, full=True)
    assert quick.outcome is deep.outcome is Outcome.HOLDS
    assert quick.rejected == deep.rejected == {"strict": True}
    assert deep.instances > quick.instances
