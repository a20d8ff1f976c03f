"""What lemmas make of a claim: only what is said of the statement itself tells on the statement."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import sympy as sp

from symfed.checks import SignCheck
from symfed.checks.expansion import Expansion
from symfed.core.claim import InWords, Lemma
from symfed.core.domain import ANYWHERE, Domain
from symfed.core.symbols import H, L, gamma, mu
from symfed.core.verdict import Tier
from symfed.ledger import Claims
from symfed.ledger.judging import judge
from symfed.ledger.weigh import TAKEN
from symfed.prove.named import NoProof
from tests.ledger.helpers import Says, claim, row

WORDS = (InWords("as is seen"),)
SMALL = Domain((gamma * L <= 1,))


def lemma(name: str, statement: Any = "true", **more: Any) -> Lemma:
    return Lemma(name, statement, (Says(f"reading {name}"),), {"sign": "false"}, **more)


def test_a_false_lemma_of_ours_does_not_refute_the_statement() -> None:
    found = row("a", "true", lemmas=(lemma("the statement", crosscheck=True), lemma("ours", "false")), follows=WORDS)
    assert found.verdict is Tier.UNDECIDED
    assert found.why == "a lemma of ours is false: ours: it is not so"


def test_the_statement_itself_is_refuted_by_any_lemma_that_is_it() -> None:
    for crosscheck in (False, True):
        found = row("a", "false", lemmas=(lemma("ours"), lemma("itself", "false", crosscheck=crosscheck)), follows=WORDS)
        assert (found.verdict, found.why) == (Tier.REFUTED, "it is not so")


def test_lemmas_are_the_parts_of_a_claim_without_a_statement() -> None:
    assert row("a", None, lemmas=(lemma("one"), lemma("other", "false"))).verdict is Tier.REFUTED
    # a second road that shows another thing than a part may be wrong by itself
    assert row("a", None, lemmas=(lemma("one"), lemma("other", "false", crosscheck=True))).verdict is Tier.UNDECIDED


def test_a_lemma_under_fewer_conditions_refutes_itself_alone() -> None:
    itself, ours = lemma("itself", "false", assumes=ANYWHERE), lemma("ours")
    assert row("a", "false", lemmas=(itself, ours), follows=WORDS, under=SMALL).verdict is Tier.UNDECIDED
    assert row("a", None, lemmas=(itself, ours), under=SMALL).verdict is Tier.UNDECIDED
    assert row("a", None, lemmas=(itself, ours), under=ANYWHERE).verdict is Tier.REFUTED


def test_a_statistical_claim_falls_by_its_statement_alone() -> None:
    lemmas = (lemma("itself", "true", crosscheck=True), lemma("ours", "doubtful"))
    assert row("a", "true", lemmas=lemmas, follows=WORDS, kind="statistical").verdict is Tier.UNDECIDED


def test_somebody_must_look_at_a_statement_that_words_reach() -> None:
    seen = row("a", "true", lemmas=(lemma("the same"),), follows=WORDS)
    assert seen.verdict is Tier.PROVED_GIVEN
    altered = row("a", "another", lemmas=(lemma("the same"),), follows=WORDS)
    assert altered.verdict is Tier.ERROR
    assert altered.why.startswith("no lemma looks at the statement itself, which the last step reaches in words")


@pytest.mark.parametrize(
    ("statement", "seen"),
    [
        ((mu, L), True),
        (sp.Le(mu, L), True),
        (sp.And(sp.Le(mu, L), sp.Le(gamma, 1)), True),
        (sp.And(sp.Le(mu, L), sp.Le(gamma, 2)), False),
        ((2 * mu, L), False),
        (Expansion(gamma, gamma**2 * H), True),
        (Expansion(gamma, gamma**2), False),
        (Expansion(gamma, gamma**2, fixed=(H,)), False),
        (Expansion(2 * gamma, gamma**2 * H), False),
    ],
)
def test_a_statement_is_looked_at_part_by_part(statement: Any, seen: bool) -> None:
    class Nods(Says):
        def examine(self, statement: Any, under: Domain) -> Any:
            return super().examine("true" if statement != "false" else "false", under)

    parts = ((mu, L), (gamma, sp.S.One), gamma, Expansion(H * gamma, gamma**2 * H))
    lemmas = tuple(Lemma(str(k), part, (Nods(),), {"sign": "false"}) for k, part in enumerate(parts))
    found = row("a", statement, lemmas=lemmas, follows=WORDS)
    assert (found.verdict is not Tier.ERROR) is seen


def test_a_remainder_must_be_carried_by_what_bears_the_claim() -> None:
    printed = claim("a").printed.__class__("aistats", "Theorem 1", r"b+O(\gamma^2)")

    class Nods(Says):
        def examine(self, statement: Any, under: Domain) -> Any:
            return super().examine("true" if statement != "false" else "false", under)

    terms = Lemma("terms", gamma, (Nods(),), {"sign": "false"})
    whole = Lemma("whole", Expansion(gamma, gamma**2 * H), (Nods(),), {"sign": "false"})
    beside = Lemma("whole", whole.statement, whole.checks, whole.wrong, crosscheck=True)
    assert row("a", None, lemmas=(terms, whole), printed=printed).verdict is Tier.PROVED
    assert row("a", None, lemmas=(terms, beside), printed=printed).verdict is Tier.SUPPORTED


def test_a_lemma_rests_on_lemmas_of_its_own_proof_and_under_their_conditions() -> None:
    shown = Lemma("shown", (gamma * mu, sp.S.One), (SignCheck(),), {"twice": (2 * gamma * mu, sp.S.One)})
    rests = Lemma("rests", (gamma * mu, 2 + 0 * mu), (SignCheck(),), {"no": (gamma * mu, sp.Rational(1, 2))}, by=(shown,))
    under = Domain((gamma * L <= 1, sp.Le(mu, L)))

    def said(*lemmas: Lemma) -> tuple[Tier, str]:
        found = row("a", None, lemmas=lemmas, under=under)
        return found.verdict, found.why

    assert said(shown, rests)[0] is Tier.PROVED
    assert said(rests) == (Tier.ERROR, "lemma 'rests' rests on 'shown', which is no lemma that bears this proof")
    altered = replace(shown, statement=(gamma * mu, 1 + mu * 0 + sp.S.One))
    assert said(altered, rests)[0] is Tier.ERROR  # another lemma of the same name
    beside = replace(shown, crosscheck=True)
    assert said(beside, replace(rests, by=(beside,)))[0] is Tier.ERROR
    assert said(shown, replace(rests, assumes=ANYWHERE)) == (
        Tier.ERROR,
        "lemma 'rests' rests on 'shown' without its condition L*gamma <= 1",
    )
    with pytest.raises(ValueError, match="'rests' rests on 'sentence', which concludes no relation between quantities"):
        replace(rests, by=(lemma("sentence"),)).under(under)


def test_a_proof_in_steps_is_proved_where_the_kernel_accepts_it_and_undecided_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    name, known = "aistats-cor1-split", Claims()
    assert judge(known[name], known=known).tier is Tier.PROVED
    monkeypatch.setattr("symfed.ledger.weigh.accepted", lambda *_: (_ for _ in ()).throw(NoProof("no lines")))
    row = judge(known[name], known=known)
    assert (row.tier, row.why) == (Tier.UNDECIDED, "the proof: the kernel of sentences does not read it: no lines")


def test_what_no_condition_says_of_a_letter_is_given() -> None:
    row = judge((known := Claims())["symfed-eq44"], known=known)
    assert (row.tier, row.words) == (Tier.PROVED_GIVEN, (f"{TAKEN} before(G, Index(0), theta_w)",))
