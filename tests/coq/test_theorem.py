"""A theorem says what the transcription says, under the printed conditions in their order; what is no such statement is refused."""

from __future__ import annotations

import pytest
import sympy as sp

from symfed.checks import Certificate, CounterexampleSearch, Induction, SignCheck, SymbolicIdentity
from symfed.checks.identity import as_printed
from symfed.coq.reals.refutations import refutation
from symfed.coq.reals.statements import theorem
from symfed.core.domain import Domain
from symfed.core.errors import InvalidInput
from symfed.core.symbols import H, gamma, gram_gg, gram_xg, gram_xx, mu

SHORT = Domain((gamma * H * mu <= 1, sp.Ge(2, mu, evaluate=False)))
BELOW = (1 - gamma * mu * H, (1 + gamma * mu) / (1 + gamma * mu * H))


def test_conditions_stand_in_the_printed_order() -> None:
    told = theorem("short", BELOW, SignCheck(), SHORT, says="as printed").statement()
    assert told == (
        "forall (H : nat) (gamma : R) (mu : R), (1 <= H)%nat -> 0 < gamma -> 0 < mu -> gamma * mu * INR H <= 1 -> 2 >= mu -> "
        "1 - gamma * mu * INR H <= (gamma * mu + 1) / (gamma * mu * INR H + 1)"
    )


def test_the_statement_is_the_transcription_and_not_its_difference() -> None:
    check = SymbolicIdentity(lambda: (gamma - mu) * (gamma + mu), as_printed)
    assert theorem("squares", gamma**2 - mu**2, check, Domain()).conclusion == "gamma ^ 2 - mu ^ 2 = (gamma + mu) * (gamma - mu)"


def test_what_must_not_be_zero_is_said_where_it_does_not_follow() -> None:
    check, stated = SymbolicIdentity(lambda: sp.S.One / (1 - gamma), as_printed), 1 + gamma / (1 - gamma)
    assert "1 - gamma <> 0" in theorem("pole", stated, check, Domain()).conditions
    assert "1 - gamma <> 0" not in theorem("pole", stated, check, Domain((gamma < 1,))).conditions


def test_gram_scalars_come_with_cauchy_schwarz() -> None:
    check = Certificate(((sp.S.One, gram_xx - 2 * gram_xg + gram_gg),))
    assert "gram_xg ^ 2 <= gram_gg * gram_xx" in theorem("young", (2 * gram_xg, gram_xx + gram_gg), check, Domain()).conditions


def test_an_induction_ranges_over_all_counts_that_the_conditions_allow() -> None:
    check = Induction(lambda n: (1 - gamma * mu) ** n, 1 - gamma * mu)
    told = theorem("powers", lambda n: 1 - gamma * mu, check, SHORT)
    assert told.statement() == (
        "forall (H : nat) (gamma : R) (mu : R), (1 <= H)%nat -> 0 < gamma -> 0 < mu -> gamma * mu * INR H <= 1 -> 2 >= mu -> "
        "(1 - gamma * mu) ^ H <= 1 - gamma * mu"
    )


def test_a_refutation_negates_the_whole() -> None:
    point = {"H": "1", "gamma": "1", "mu": "1/2"}
    told = refutation("false", (sp.S.One, 2 * gamma * mu * H / 3), SignCheck(), SHORT, point)
    assert told.statement().startswith("~ (forall")
    assert "1%nat (1) (1 / 2)" in told.script[0]
    with pytest.raises(InvalidInput, match="no value for mu"):
        refutation("false", (sp.S.One, gamma * mu * H), SignCheck(), SHORT, {"H": "1", "gamma": "1"})


def test_a_search_is_no_proof() -> None:
    with pytest.raises(InvalidInput, match="is not exported"):
        theorem("search", BELOW, CounterexampleSearch(lambda d, N: None), SHORT)


def test_a_comment_cannot_end_early() -> None:
    told = str(theorem("short", BELOW, SignCheck(), SHORT, says='(* nested *) "quoted'))
    assert told.splitlines()[0] == "(* ( * nested * ) 'quoted *)"
