"""Coq's kernel accepts signs that need more than their factors, and inductions under conditions on H; false ones are refused."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest
import sympy as sp

from symfed.checks import SignCheck
from symfed.coq.coq import OF_THE_REALS
from symfed.coq.reals.statements import theorem
from symfed.core.claim import Claim
from symfed.core.domain import ANYWHERE, Domain
from symfed.core.symbols import H, L, gamma, mu
from symfed.ledger.discovery import discover
from tests.coq.compiled import judge, write

LEMMAS = (
    ("symfed-scaffold-many-clients-bias", "square"),  # a product of conditions
    ("symfed-scaffold-mean-noise", "on the circle"),
    ("symfed-scaffold-resolvent", "it is at least (R - rho)^2"),  # products of two conditions
    ("flta-rho-formula", "r(a) <= 1 - (1-1/e)/(gamma L H) if gamma a H > 1"),  # exponentials
    ("flta-h-scaling", "not less"),  # roots
    ("flta-h-scaling", "not more"),
    ("symfed-scaffold-against-fedavg-first-order", "between"),  # the smallest and largest
    ("symfed-scaffold-short-rounds-factors", "powers"),  # an induction under a condition on H
)
TENTH = sp.Rational(1, 10)
#: Statements of our own, each with a false one beside it.
STATEMENTS = {
    "boxes in two letters": (
        (19 * gamma * mu * TENTH, gamma**2 + mu**2 + mu + 1),
        (39 * gamma * mu * TENTH, gamma**2 + mu**2 + mu + 1),
        Domain((gamma <= 3, mu <= 2)),
    ),
    "Bernoulli from above": (
        ((1 - gamma * mu) ** H, 1 / (1 + gamma * mu * H)),
        ((1 - gamma * mu) ** H, 1 / (1 + 2 * gamma * mu * H)),
        Domain((gamma * L <= 1, mu <= L)),
    ),
    "a root below": ((2 * sp.sqrt(mu) * gamma, mu + gamma**2), (3 * sp.sqrt(mu) * gamma, mu + gamma**2), ANYWHERE),
}


@lru_cache(maxsize=1)
def claims() -> dict[str, Claim]:
    return discover()


@pytest.mark.parametrize(("claim", "lemma"), LEMMAS)
def test_a_lemma_is_accepted_and_a_wrong_variant_is_not(claim: str, lemma: str, folder: Path) -> None:
    part = claims()[claim].lemma(lemma)
    under = part.under(claims()[claim].under)
    judgement = judge(write(folder, "sign", [theorem("sign", part.statement, part.checks[0], under)]))
    assert judgement.accepted, judgement.messages
    assert judgement.assumes <= OF_THE_REALS
    wrong = next(iter(part.wrong.values()))
    assert not judge(write(folder, "wrong", [theorem("wrong", wrong, part.checks[0], under)])).accepted


@pytest.mark.parametrize("case", STATEMENTS)
def test_what_is_true_is_accepted_and_what_is_false_is_not(case: str, folder: Path) -> None:
    true, false, under = STATEMENTS[case]
    judgement = judge(write(folder, "true", [theorem("true_", true, SignCheck(), under)]))
    assert judgement.accepted, judgement.messages
    assert not judge(write(folder, "false", [theorem("false_", false, SignCheck(), under)])).accepted


def test_a_condition_on_the_number_of_steps_cannot_be_dropped(folder: Path) -> None:
    claim = claims()["symfed-scaffold-short-rounds-factors"]
    part = claim.lemma("powers")
    under = part.under(claim.under)
    dropped = under.without(next(relation for relation in under.relations if H in relation.free_symbols))
    assert not judge(write(folder, "dropped", [theorem("powers", part.statement, part.checks[0], dropped)])).accepted
