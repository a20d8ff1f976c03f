"""Claims whose transcriptions are proved in every dimension: by the normal form alone, each with the wrong variants that its file lists.

What an expansion leaves out is not looked at here: where one is stated, what is proved is its terms.
"""

from dataclasses import replace

import pytest

from symfed.checks.every_dimension import (
    IdentityInEveryDimension,
    expansion_of,
    leading_moment_of_controls,
    on_equal_tensors,
    on_tensors,
    on_tensors_of_two,
    second_moment_of_controls,
    stationary_mean_of,
)
from symfed.checks.expansion import Expansion
from symfed.checks.lemma import judge_lemma
from symfed.core.scope import EVERYTHING
from symfed.core.symbols import N
from symfed.core.verdict import Tier
from symfed.derive.tensors.truths import derived_form, for_equal_gradients, for_equal_hessians
from symfed.ledger.discovery import Claims

IN_ALL = IdentityInEveryDimension


def derived(algorithm, quantity, order=1, **classes):
    return IN_ALL(expansion_of(algorithm, quantity, order, **classes))


def controls(quantity, order, reading=on_tensors, covers=EVERYTHING):
    return IN_ALL(second_moment_of_controls("scaffold", quantity, order), reading, covers=covers)


def leading(quantity, reading=on_tensors):
    return IN_ALL(leading_moment_of_controls("scaffold", quantity), reading)


BIAS, WITHOUT_NOISE, ON_QUADRATICS = (
    derived("fedavg", "bias"),
    derived("fedavg_deterministic", "bias"),
    derived("fedavg", "bias", quadratic=True),
)
SECOND_MOMENT = derived("fedavg", "second_moment")
EQUAL = {q: IN_ALL(expansion_of("fedavg", q, homogeneous=True), on_equal_tensors) for q in ("bias", "second_moment")}
NOISE = IN_ALL(lambda said: said - (derived_form("fedavg", "bias") - derived_form("fedavg_deterministic", "bias")))
TIMES_N = IN_ALL(lambda said: said - derived_form("fedavg", "second_moment") * N)
SGD_TIMES_N = IN_ALL(lambda said: said / N - derived_form("sgd", "bias", homogeneous=True), on_equal_tensors)

#: The whole statement of these claims, or of these lemmas of theirs.
PROVED = {
    ("aistats-table1", "statement"): BIAS,
    ("aistats-table1-deterministic", "statement"): WITHOUT_NOISE,
    ("aistats-table1-heterogeneous-het", "statement"): WITHOUT_NOISE,
    ("aistats-table1-heterogeneous-stoch", "statement"): NOISE,
    ("aistats-table1-homogeneous", "statement"): EQUAL["bias"],
    ("aistats-thm3-sgd-consistency", "statement"): SGD_TIMES_N,
    ("argo-def-a-operator", "statement"): SECOND_MOMENT,
    ("argo-general-two-parts", "by heterogeneity"): WITHOUT_NOISE,
    ("argo-general-two-parts", "by noise"): NOISE,
    ("hal-table1-deterministic", "statement"): WITHOUT_NOISE,
    ("iccopt-conclusion-first-order-bias", "statement"): BIAS,
    ("iccopt-conclusion-scaffold", "FedAvg's"): SECOND_MOMENT,
    ("iccopt-conclusion-scaffold", "times N"): TIMES_N,
    ("iccopt-def-cc", "statement"): SECOND_MOMENT,
    ("iccopt-noise-cov-c", "statement"): SECOND_MOMENT,
    ("iccopt-fedavg-linear-speedup", "statement"): TIMES_N,
    ("iccopt-het-bias", "statement"): WITHOUT_NOISE,
    ("iccopt-het-bias-vanishes-equal-gradients", "statement"): IN_ALL(
        lambda said: for_equal_gradients(said - derived_form("fedavg", "bias")), alike=True
    ),
    ("iccopt-het-bias-vanishes-equal-hessians", "statement"): IN_ALL(
        lambda said: for_equal_hessians(said - derived_form("fedavg", "bias")), alike=True
    ),
    ("iccopt-scaffold-variance-close-to-fedavg", "FedAvg's"): SECOND_MOMENT,
    ("iccopt-conclusion-scaffold", "Scaffold's"): leading("second_moment"),
    ("iccopt-scaffold-variance-close-to-fedavg", "Scaffold's"): leading("second_moment"),
    ("argo-scaffold-cannot-correct", "statement"): leading("bias"),
    ("symfed-fedavg-bias-many-clients", "statement"): WITHOUT_NOISE,
    ("symfed-noise-matrix", "statement"): SECOND_MOMENT,
    ("symfed-fedavg-quadratic-bias", "solved"): IN_ALL(stationary_mean_of("fedavg"), covers=EVERYTHING),
    ("symfed-fedavg-fixed-point-identity", "quadratics"): IN_ALL(stationary_mean_of("fedavg_deterministic"), covers=EVERYTHING),
}
#: The terms of these expansions, whose remainders need a proof of their own.
TERMS = {
    ("aistats-table1-quadratic", "statement"): ON_QUADRATICS,
    ("aistats-thm1-bias", "statement"): WITHOUT_NOISE,
    ("aistats-thm2-bias-expansion", "statement"): ON_QUADRATICS,
    ("aistats-thm2-speedup-remark", "statement"): SECOND_MOMENT,
    ("aistats-thm3-variance", "statement"): EQUAL["second_moment"],
    ("aistats-thm4-variance", "statement"): SECOND_MOMENT,
    ("hal-table1-quadratic", "statement"): ON_QUADRATICS,
    ("hal-thm1", "statement"): WITHOUT_NOISE,
    ("hal-thm2-expansion", "statement"): ON_QUADRATICS,
    ("hal-thm3-covariance", "statement"): EQUAL["second_moment"],
    ("hal-thm4-covariance", "statement"): SECOND_MOMENT,
    ("symfed-fedavg-bias", "statement"): BIAS,
    ("symfed-fedavg-homogeneous-bias", "statement"): EQUAL["bias"],
    ("symfed-fedavg-quadratic-variance", "statement"): SECOND_MOMENT,
    ("symfed-fedavg-second-order-deterministic-bias", "statement"): derived("fedavg_deterministic", "bias", 2),
    ("symfed-fedavg-second-order-quadratic-bias", "statement"): derived("fedavg", "bias", 2, quadratic=True),
    ("symfed-scaffold-first-order-bias", "statement"): leading("bias"),
    ("symfed-scaffold-variance", "statement"): leading("second_moment"),
    ("symfed-scaffold-state-control-covariance", "statement"): leading("state_control_moment"),
    ("symfed-scaffold-control-covariance", "one client"): leading("control_second_moment"),
    ("symfed-scaffold-control-covariance", "two clients"): leading("control_cross_moment", on_tensors_of_two),
    ("symfed-scaffold-quadratic-second-moment", "quadratics"): controls("second_moment", 2),
    ("symfed-scaffold-covariances-second-order", "x and one client"): controls("state_control_moment", 2),
    ("symfed-scaffold-covariances-second-order", "one client"): controls("control_second_moment", 1),
    ("symfed-scaffold-covariances-second-order", "two clients"): controls("control_cross_moment", 1, on_tensors_of_two),
}
#: On quadratic clients with additive noise, where the claim speaks of others, too.
IN_PART = {
    ("symfed-scaffold-variance", "statement"): controls("second_moment", 1, covers=None),
    ("symfed-scaffold-state-control-covariance", "statement"): controls("state_control_moment", 1, covers=None),
    ("symfed-scaffold-control-covariance", "one client"): controls("control_second_moment", 0, covers=None),
}
CLAIMS = Claims()


def judged(name, check):
    """The lemma with this check alone, and the wrong variants that change its terms."""
    claim = CLAIMS[name[0]]
    lemma = claim.lemma(name[1])
    stated = lemma.statement.terms if isinstance(lemma.statement, Expansion) else None
    wrong = {key: w for key, w in lemma.wrong.items() if stated is None or not isinstance(w, Expansion) or w.terms is not stated}
    return judge_lemma(replace(lemma, checks=(check,), wrong=wrong, assumes=None), claim.under, claim.ranges)


@pytest.mark.parametrize("name", PROVED, ids=" ".join)
def test_statement_is_proved_and_every_wrong_variant_is_rejected(name):
    found = judged(name, PROVED[name])
    assert (found.tier, found.part, found.error) == (Tier.PROVED, "", "")
    assert all(found.wrong.values())


@pytest.mark.parametrize("name", TERMS, ids=" ".join)
def test_terms_are_proved_and_every_wrong_variant_of_them_is_rejected(name):
    found = judged(name, TERMS[name])
    assert (found.part, found.error) == ("the terms without the remainder", "")
    assert all(found.wrong.values())


@pytest.mark.parametrize("name", IN_PART, ids=" ".join)
def test_part_is_named_as_such(name):
    found = judged(name, IN_PART[name])
    assert found.part.startswith("quadratic clients with additive noise")
    assert (found.tier, found.error) == (Tier.SUPPORTED, "")


REFUTED = {
    "hal-table1-heterogeneous-het": WITHOUT_NOISE,
    "hal-table1-heterogeneous-stoch": NOISE,
    "hal-table1-homogeneous": EQUAL["bias"],
    "hal-thm4-bias": BIAS,
    "hal-thm2-formula": IN_ALL(stationary_mean_of("fedavg")),
    "aistats-thm2-exact-bias": IN_ALL(stationary_mean_of("fedavg")),
    "argo-general-bias": BIAS,
}


@pytest.mark.parametrize("name", REFUTED)
def test_what_is_printed_wrong_is_refuted(name):
    claim = CLAIMS[name]
    (lemma,) = claim.proof
    found = REFUTED[name].examine(lemma.statement, claim.under)
    assert found.fails
    assert found.refutes
