"""Transcriptions that are proved in every dimension though their claims rest on other checks, and what the normal form says of false ones.

Claims that hold the check themselves are judged with the ledger. What an expansion leaves out is not looked at here: where one is stated,
what is proved is its terms.
"""

from dataclasses import replace

import pytest

from symfed.checks.classes import QUADRATIC
from symfed.checks.every_dimension import (
    IdentityInEveryDimension,
    expansion_of,
    on_equal_tensors,
    second_moment_of_controls,
    stationary_mean_of,
)
from symfed.checks.expansion import Expansion
from symfed.checks.lemma import judge_lemma
from symfed.core.domain import Domain
from symfed.core.scope import EVERYTHING
from symfed.core.verdict import Tier
from symfed.ledger.discovery import Claims
from symfed.tensors.truths import derived_form

IN_ALL = IdentityInEveryDimension
BIAS, WITHOUT_NOISE = IN_ALL(expansion_of("fedavg", "bias")), IN_ALL(expansion_of("fedavg_deterministic", "bias"))
SECOND_MOMENT = IN_ALL(expansion_of("fedavg", "second_moment"))
EQUAL = {q: IN_ALL(expansion_of("fedavg", q, homogeneous=True), on_equal_tensors) for q in ("bias", "second_moment")}
NOISE = IN_ALL(lambda said: said - (derived_form("fedavg", "bias") - derived_form("fedavg_deterministic", "bias")))
MEAN = IN_ALL(stationary_mean_of("fedavg"))

#: These lemmas.
PROVED = {
    ("symfed-fedavg-quadratic-bias", "solved"): replace(MEAN, covers=EVERYTHING),
    ("symfed-fedavg-fixed-point-identity", "quadratics"): IN_ALL(stationary_mean_of("fedavg_deterministic"), covers=EVERYTHING),
}
#: The terms of these expansions.
TERMS = {
    "aistats-thm2-speedup-remark": SECOND_MOMENT,
    "aistats-thm3-variance": EQUAL["second_moment"],
    "aistats-thm4-variance": SECOND_MOMENT,
    "hal-thm3-covariance": EQUAL["second_moment"],
    "hal-thm4-covariance": SECOND_MOMENT,
    "symfed-fedavg-bias": BIAS,
    "symfed-fedavg-homogeneous-bias": EQUAL["bias"],
    "symfed-fedavg-quadratic-variance": SECOND_MOMENT,
}
#: On quadratic clients with additive noise, where the claim speaks of others, too: the quantity, and its order.
IN_PART = {
    ("symfed-scaffold-variance", "statement"): ("second_moment", 1),
    ("symfed-scaffold-state-control-covariance", "statement"): ("state_control_moment", 1),
    ("symfed-scaffold-control-covariance", "one client"): ("control_second_moment", 0),
}
CLAIMS = Claims()


def judged(name, check):
    """The lemma with this check alone, and the wrong variants that change its terms."""
    claim = CLAIMS[name[0]]
    lemma = claim.lemma(name[1])
    stated = lemma.statement.terms if isinstance(lemma.statement, Expansion) else None
    wrong = {key: w for key, w in lemma.wrong.items() if stated is None or not isinstance(w, Expansion) or w.terms is not stated}
    under = claim.under & Domain((), (QUADRATIC,)) if name in PROVED else claim.under  # which these checks suppose
    return judge_lemma(replace(lemma, checks=(check,), wrong=wrong, assumes=None), under, claim.ranges)


@pytest.mark.parametrize("name", PROVED, ids=" ".join)
def test_statement_is_proved_and_every_wrong_variant_is_rejected(name):
    found = judged(name, PROVED[name])
    assert (found.tier, found.part, found.error) == (Tier.PROVED, "", "")
    assert all(found.wrong.values())


@pytest.mark.parametrize("name", TERMS)
def test_terms_are_proved_and_every_wrong_variant_of_them_is_rejected(name):
    found = judged((name, "statement"), TERMS[name])
    assert (found.part, found.error) == ("the terms without the remainder", "")
    assert all(found.wrong.values())


@pytest.mark.parametrize("name", IN_PART, ids=" ".join)
def test_part_is_named_as_such(name):
    found = judged(name, IN_ALL(second_moment_of_controls("scaffold", *IN_PART[name])))
    assert found.part.startswith("quadratic clients with additive noise")
    assert (found.tier, found.error) == (Tier.SUPPORTED, "")


REFUTED = {
    "hal-table1-heterogeneous-het": WITHOUT_NOISE,
    "hal-table1-heterogeneous-stoch": NOISE,
    "hal-table1-homogeneous": EQUAL["bias"],
    "hal-thm4-bias": BIAS,
    "hal-thm2-formula": MEAN,
    "aistats-thm2-exact-bias": MEAN,
    "argo-general-bias": BIAS,
}


@pytest.mark.parametrize("name", REFUTED)
def test_what_is_printed_wrong_is_refuted(name):
    claim = CLAIMS[name]
    (lemma,) = claim.proof
    found = REFUTED[name].examine(lemma.statement, claim.under)
    assert found.fails
    assert found.refutes
