"""A lemma is as strong as its best check for what that check covers; its variants and its conditions are felt."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import sympy as sp

from symfed.checks import CounterexampleSearch, Induction, SignCheck, SymbolicIdentity, judge_lemma
from symfed.checks.classes import ZERO_SUM
from symfed.checks.expansion import Expansion
from symfed.checks.identity import as_printed
from symfed.checks.lemma import Fate, Need
from symfed.checks.readings import exact_bias
from symfed.core.check import Check, Comparison
from symfed.core.claim import Lemma
from symfed.core.domain import ANYWHERE, Class, Domain
from symfed.core.scope import EVERYTHING, ONE_DIMENSION, Scope
from symfed.core.symbols import ClientMean, H, L, a, gamma, mu
from symfed.core.verdict import Evidence, Outcome, Tier
from symfed.strategies import hard_quadratics, instances
from symfed.strategies.control_variates import round_cases

SMALL = Domain((gamma * L <= 1,))
SEARCH = CounterexampleSearch(instances, relation="<=", sizes=((1, 1), (1, 2)), examples=12)
BELOW = (gamma * mu, sp.S.One)
ORDER = sp.Le(mu, L)


def below_one(i: Any) -> Any:
    return i.gamma * i.L, 1 + 0 * i.gamma


def judged(statement: Any, *checks: Any, under: Domain = SMALL, ranges: Scope = EVERYTHING, **fields: Any) -> Any:
    return judge_lemma(Lemma("one", statement, checks, **fields), under, ranges)


def test_every_wrong_variant_must_be_rejected() -> None:
    sound = judged((gamma * L, sp.S.One), SignCheck(), wrong={"twice": (2 * gamma * L, sp.S.One)})
    assert (sound.tier, sound.error) == (Tier.PROVED, "")
    assert sound.wrong["twice"] == SignCheck().method
    blunt = judged((gamma * L, sp.S.One), SignCheck(), wrong={"twice": (2 * gamma * L, sp.S.One), "weaker": (gamma * L, sp.Integer(2))})
    assert blunt.error == "wrong variants survived every check: weaker"


def test_a_check_that_rejects_nothing_proves_nothing() -> None:
    class Agrees(Check):
        method = "agrees with everything"

        def examine(self, statement: Any, under: Domain) -> Any:
            return self.holds("as always")

    found = judged((gamma * L, sp.S.One), SignCheck(), Agrees(), wrong={"twice": (2 * gamma * L, sp.S.One)})
    assert found.error == "rejected no wrong variant, so proves nothing: agrees with everything"


def test_a_refuted_lemma_does_not_look_at_its_variants() -> None:
    found = judged((2 * gamma * L, sp.S.One), SignCheck(), wrong={"nonsense": "no pair at all"})
    assert found.refuting is not None
    assert (found.tier, found.wrong, found.fates) == (None, {}, {})


def test_variants_are_made_from_the_statement_and_their_fate_is_told() -> None:
    found = judged((gamma * L, sp.S.One), SignCheck())
    assert found.fates["left, whole x 1.1"] is Fate.REJECTED
    assert found.fates["left, whole x 0.9"] is Fate.TRUE
    assert found.fates["right, whole x 0.9"] is Fate.REJECTED
    loose = judged(
        lambda i: (i.gamma * i.mu / 9, i.gamma * i.L),
        SEARCH,
        under=Domain((gamma * L <= 1, ORDER)),
        wrong={"more": lambda i: (i.gamma * i.L * 2, i.gamma * i.L)},
    )
    assert loose.fates["9 x 0.9"] is Fate.HELD  # true of every instance, and nobody has proved it
    assert loose.fates["mu and L exchanged"] in (Fate.HELD, Fate.SAME)


def answering(strength: Tier, answer: str, covers: Scope = EVERYTHING) -> Any:
    """A check that holds, and says this of every variant made from the statement's text; "raises" reads none."""

    class Answers(SignCheck):
        method = f"says {answer}"

        def examine(self, statement: Any, under: Domain) -> Evidence:
            return Evidence(self.method, Outcome.HOLDS, strength, "it is so", covers=covers)

        def compare(self, variant: Any, statement: Any, under: Domain) -> Comparison:
            if answer == "raises":
                raise ValueError("cannot read it")
            return Comparison(answer)

    return Answers()


@pytest.mark.parametrize(
    ("checks", "fate"),
    [
        (((Tier.PROVED, "raises"),), Fate.UNREADABLE),
        (((Tier.PROVED, "raises"), (Tier.SUPPORTED, "holds")), Fate.UNREADABLE),
        (((Tier.PROVED, "unknown"), (Tier.SUPPORTED, "raises")), Fate.UNPROVED),  # what decides the lemma has read it
        (((Tier.PROVED, "unknown"), (Tier.SUPPORTED, "holds")), Fate.UNPROVED),
        (((Tier.PROVED, "raises"), (Tier.SUPPORTED, "fails")), Fate.REJECTED),
        (((Tier.PROVED, "holds"), (Tier.SUPPORTED, "raises")), Fate.TRUE),
        (((Tier.SUPPORTED, "holds"), (Tier.SUPPORTED, "unknown")), Fate.HELD),  # the lemma would stand with it
        (((Tier.SUPPORTED, "unknown"), (Tier.SUPPORTED, "unknown")), Fate.UNPROVED),
        (((Tier.PROVED, "holds", ONE_DIMENSION), (Tier.SUPPORTED, "holds")), Fate.HELD),  # a proof for a part is support
        (((Tier.PROVED, "same", ONE_DIMENSION), (Tier.SUPPORTED, "fails")), Fate.REJECTED),  # one thing in dimension one, two beyond
        (((Tier.PROVED, "same"), (Tier.SUPPORTED, "holds")), Fate.SAME),
    ],
)
def test_a_fate_is_what_the_variant_would_make_of_the_lemma(checks: Any, fate: Fate) -> None:
    found = judged(gamma * L, *(answering(*check) for check in checks))
    assert set(found.fates.values()) == {fate}


def test_a_remainder_that_no_check_sees_is_not_told_apart() -> None:
    terms = SymbolicIdentity(lambda: gamma * L, as_printed, scope="terms")
    found = judged(Expansion(gamma * L, gamma**2), terms, under=ANYWHERE)
    assert {fate for name, fate in found.fates.items() if "remainder" in name} == {Fate.HELD}
    assert (found.tier, found.part) == (Tier.SUPPORTED, "the terms without the remainder")


def test_a_lemma_that_nothing_decides_has_no_fates() -> None:
    assert judged((gamma * L, sp.S.One), SignCheck(), under=Domain((gamma * L <= 1,))).fates
    assert judged((sp.sin(gamma), sp.sin(gamma) + sp.cos(mu) ** 2), answering(Tier.PROVED, "holds")).fates
    undecided = judged((sp.sin(gamma * L) ** 3, sp.Symbol("unheard_of")), SignCheck())
    assert (undecided.tier, undecided.fates) == (None, {})


def test_a_proof_in_dimension_one_is_support_for_all_dimensions() -> None:
    mean = ClientMean(a**2) - ClientMean(a) ** 2
    spread = SymbolicIdentity(lambda: ClientMean((a - ClientMean(a)) ** 2), as_printed, scope="d = 1")
    found = judged(mean, spread, under=ANYWHERE, wrong={"sum": mean + 1})
    assert (found.tier, found.part) == (Tier.SUPPORTED, "d = 1")
    assert "proved for d = 1" in found.why
    alone = judged(mean, spread, under=ANYWHERE, ranges=ONE_DIMENSION, wrong={"sum": mean + 1})
    assert (alone.tier, alone.part) == (Tier.PROVED, "")


def test_conditions_are_needed_used_idle_or_in_words() -> None:
    under = Domain((gamma * L <= 1, sp.Le(gamma * mu * H, 1)), (Class("a sentence"),))
    proved = judged((gamma * L, sp.S.One), SignCheck(), under=under)
    assert proved.conditions == {"L*gamma <= 1": Need.USED, "H*gamma*mu <= 1": Need.IDLE, "a sentence": Need.IN_WORDS}
    sampled = judged(below_one, SEARCH, wrong={"half": lambda i: (i.gamma * i.L, i.gamma * i.L / 2)})
    assert sampled.conditions == {"L*gamma <= 1": Need.NEEDED}
    assert "gamma" in sampled.outside["L*gamma <= 1"]


def test_a_cited_condition_that_nothing_needs_is_an_error() -> None:
    found = judged((gamma * L, sp.S.One), SignCheck(), assumes=Domain((gamma * L <= 1, H >= 2)))
    assert found.error == "cites what it does not need: H >= 2"


def test_an_uncited_condition_is_not_there() -> None:
    found = judged((gamma * L, sp.S.One), SignCheck(), assumes=ANYWHERE)
    assert found.refuting is not None


def test_a_lemma_may_rest_on_what_another_concludes() -> None:
    b = gamma * mu
    powers = Lemma("powers", lambda h: 1 - h * b + h * (h - 1) / 2 * b**2, (Induction(lambda n: (1 - b) ** n, 1 - b),))
    rest = Lemma("rest", ((1 - b) ** H + H * b, 1 + H**2 / 2 * b**2), (SignCheck(),), by=(powers,))
    assert rest.cited == (sp.Le((1 - b) ** H, 1 - H * b + H * (H - 1) / 2 * b**2, evaluate=False),)
    whole = Domain((gamma * L <= 1, ORDER))
    found = judge_lemma(rest, whole, EVERYTHING)
    assert found.tier is Tier.PROVED
    assert set(found.conditions) == {"L*gamma <= 1", "mu <= L"}  # what it rests on is shown, and is no condition
    assert judge_lemma(replace(rest, by=()), whole, EVERYTHING).tier is None


def test_a_class_is_dropped_by_its_non_members() -> None:
    def rests(i: Any) -> Any:  # the mean control variate is zero
        return i.control_variates.sum(axis=0) + 1, i.control_variates.sum(axis=0) * 0 + 1

    search = CounterexampleSearch(round_cases, sizes=((1, 2),), examples=12)
    found = judged(rests, search, under=Domain((), (ZERO_SUM,)), wrong={"two": lambda i: (2 * rests(i)[0], rests(i)[1])})
    assert found.conditions == {ZERO_SUM.says: Need.NEEDED}


def test_no_stationary_law_outside_a_step_condition() -> None:
    search = CounterexampleSearch(instances, exact_bias("fedavg"), lambda f, i: f(i), sizes=((1, 2),), examples=12)
    found = judged(exact_bias("fedavg"), search, wrong={"double": lambda i: 2 * exact_bias("fedavg")(i)})
    assert found.conditions == {"L*gamma <= 1": Need.NEEDED}


def test_instances_count_once_and_only_where_a_side_is_not_zero() -> None:
    nothing = SEARCH.examine(lambda i: (0 * i.gamma, 0 * i.gamma), SMALL)
    assert nothing.instances == 0
    assert not nothing.holds
    many = SEARCH.examine(below_one, SMALL)
    assert 0 < many.instances <= 40


def test_extremes_have_many_clients_and_steep_ones() -> None:
    hard = hard_quadratics()
    assert max(i.N for i in hard) == 1000
    assert max(i.L / i.mu for i in hard) == 10_000
    assert max(i.H for i in hard) == 100
    assert max(i.extra["t"] for i in hard) == 400
    few = CounterexampleSearch(instances, relation="<=", sizes=((1, 2),), examples=12, extremes=hard_quadratics)
    assert few.rejects(lambda i: (i.N + 0 * i.gamma, 100 + 0 * i.gamma), SMALL)


def test_full_searches_deeper() -> None:
    lemma = Lemma("one", below_one, (SEARCH,), {"strict": lambda i: (i.gamma * i.L + 1, 1 + 0 * i.gamma)})
    quick, deep = judge_lemma(lemma, SMALL, EVERYTHING), judge_lemma(lemma, SMALL, EVERYTHING, full=True)
    assert quick.tier is deep.tier is Tier.SUPPORTED
    assert deep.evidence[0].instances > quick.evidence[0].instances


@pytest.mark.parametrize("share", [Scope(d="1"), Scope(N="2"), Scope(H="1 to 4"), Scope(losses="quadratics")])
def test_a_scope_short_of_everything_says_so(share: Scope) -> None:
    assert EVERYTHING.covers(share)
    assert not share.covers(EVERYTHING)
    assert share.short_of(EVERYTHING)
