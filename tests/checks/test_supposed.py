"""What checks, readings and derivations suppose must follow from a claim's conditions: drop one and the row falls."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
import sympy as sp

from proofs_checks.aistats import theorem_1, theorem_3
from symfed.checks import CounterexampleSearch, SignCheck, SymbolicIdentity, judge_lemma
from symfed.checks.classes import ZERO_SUM
from symfed.checks.every_dimension import IdentityInEveryDimension, expansion_of, on_equal_tensors, stationary_mean_of
from symfed.checks.identity import on_equal_clients, on_symbols
from symfed.checks.readings import first_order, first_order_truth
from symfed.core.claim import Lemma
from symfed.core.domain import Class, Domain
from symfed.core.scope import EVERYTHING
from symfed.core.supposed import CLIENTS_INDEPENDENT, DRAWN_ANEW, EQUAL_CLIENTS, QUADRATIC, OneDimension, listening, remembered, suppose
from symfed.core.symbols import H, L, gamma, mu
from symfed.core.verdict import Outcome, Tier
from symfed.derive.expansion import expand
from symfed.derive.quadratic import stationary_mean
from symfed.formulas import all_formulas
from symfed.ledger.discovery import Claims
from symfed.ledger.judging import judge
from symfed.ledger.store import load
from symfed.strategies import jet_cases
from symfed.tensors.truths import derived_form

CLAIMS = Claims()
#: What the lemmas of each claim earned when it was judged last, under all of its conditions.
COMMITTED = {row["id"]: {lemma["tier"] for lemma in row["lemmas"]} for row in load()}
DRAWS = {CLIENTS_INDEPENDENT, DRAWN_ANEW}


@pytest.mark.parametrize(
    ("name", "supposed"),
    [
        ("aistats-table1-heterogeneous-stoch", CLIENTS_INDEPENDENT),  # letters of dimension one, jets, tensors
        ("symfed-noise-matrix", CLIENTS_INDEPENDENT),
        ("iccopt-conclusion-first-order-bias", DRAWN_ANEW),
        ("symfed-fedlsa-first-order", DRAWN_ANEW),
        ("symfed-scaffold-one-local-step", DRAWN_ANEW),
        ("symfed-fedavg-second-order-quadratic-bias", DRAWN_ANEW),
        ("argo-fedlsa-gammabar", DRAWN_ANEW),  # the mean of a round's products
        ("symfed-scafflsa-as-printed", ZERO_SUM),  # a round of control variates
        ("aistats-table1-homogeneous", EQUAL_CLIENTS),
        ("symfed-fedavg-bias-floor", EQUAL_CLIENTS),
    ],
)
def test_a_row_falls_without_a_class_that_is_supposed(name: str, supposed: Class) -> None:
    claim = CLAIMS[name]
    for member in [member for member in claim.under.classes if supposed.says in member.closure()]:
        claim = replace(claim, under=claim.under.without(member))
    row = judge(claim)
    assert row.tier is Tier.ERROR
    assert f"supposes {supposed.says!r}, which is no condition of the claim" in row.why


#: By what each row calls the class that keeps its clients curved, which no derivation supposes: an instance without it is found instead.
CURVED = {
    "A1": (
        "aistats-table1",
        "aistats-table1-heterogeneous-stoch",
        "aistats-table1-homogeneous",
        "aistats-table1-homogeneous-heterogeneity",
    ),
    "strongly convex": ("argo-general-two-parts", "argo-scaffold-cannot-correct"),
    "three times": (
        "iccopt-fedavg-linear-speedup",
        "iccopt-het-bias",
        "iccopt-het-bias-vanishes-equal-gradients",
        "iccopt-het-bias-vanishes-equal-hessians",
    ),
}


@pytest.mark.parametrize(("said", "name"), [(said, name) for said, names in CURVED.items() for name in names])
def test_a_row_falls_without_curvature(said: str, name: str) -> None:
    claim = CLAIMS[name]
    (member,) = [member for member in claim.under.classes if member.says.startswith(said)]
    assert judge(replace(claim, under=claim.under.without(member))).tier is Tier.REFUTED


def test_what_is_needed_and_not_supposed_is_an_error() -> None:
    claim = CLAIMS["iccopt-het-bias"]
    (member,) = claim.under.classes
    known = tuple(replace(check, strategy=jet_cases) if isinstance(check, CounterexampleSearch) else check for check in claim.checks)
    row = judge(replace(claim, checks=known))
    assert (row.tier, row.why) == (Tier.ERROR, f"an instance shows that {member.says!r} is needed, and nothing in the proof supposes it")


def test_a_quadratic_reading_for_all_losses_falls() -> None:
    claim = CLAIMS["argo-quadratic-bias-same"]
    assert QUADRATIC in claim.under.classes
    check = next(check for lemma in claim.lemmas for check in lemma.checks if isinstance(check, IdentityInEveryDimension))
    assert check.gap == stationary_mean_of("fedavg")
    lemma = next(lemma for lemma in claim.lemmas if check in lemma.checks)
    other = replace(lemma, checks=(replace(check, covers=EVERYTHING),))
    assert judge_lemma(other, claim.under, claim.ranges).error == ""
    assert f"supposes {QUADRATIC.says!r}" in judge_lemma(other, claim.under.without(QUADRATIC), claim.ranges).error


def test_what_is_supposed_is_used() -> None:
    claim = CLAIMS["aistats-table1-homogeneous"]
    (found,) = judge(claim).found
    assert {found.conditions[str(member)] for member in claim.under.classes if DRAWS & {member, *member.implies}} == {"used"}


def test_derivations_say_what_they_suppose_from_memory_too() -> None:
    for derive, supposed in (
        (lambda: expand("fedavg", "bias", 1), DRAWS),
        (lambda: expand("fedavg_deterministic", "bias", 1), set()),
        (lambda: derived_form("fedavg", "bias", 1), DRAWS),
        (lambda: derived_form("fedavg", "bias", 1, quadratic=True), {DRAWN_ANEW, QUADRATIC}),  # no noise is left in it
        (lambda: derived_form("fedavg", "bias", 1, homogeneous=True), {*DRAWS, EQUAL_CLIENTS}),
        (lambda: stationary_mean("fedavg"), {DRAWN_ANEW}),
        (lambda: all_formulas()["fedavg_second_moment"].expr, DRAWS),
    ):
        for _ in range(2):
            with listening() as heard:
                derive()
            assert {one for one in heard if isinstance(one, Class)} == supposed


def test_readings_of_equal_clients_suppose_them() -> None:
    for check in (
        SymbolicIdentity(lambda: expand("fedavg_deterministic", "bias", 1), on_equal_clients),
        IdentityInEveryDimension(expansion_of("fedavg_deterministic", "bias"), on_equal_tensors),
    ):
        with listening() as heard:
            check.examine(lambda p, gamma, H: 0 * p.mean(p.gradients), CLAIMS["symfed-noise-matrix"].under)
        assert EQUAL_CLIENTS in heard


def test_a_search_hears_its_truth_each_time() -> None:
    search = CounterexampleSearch(jet_cases, first_order_truth("fedavg", "second_moment"), first_order, sizes=((1, 1),), examples=12)
    claim = CLAIMS["symfed-noise-matrix"]
    lemma = Lemma("one", claim.statement, (search,), wrong={"twice": lambda p, gamma, H: 2 * claim.statement(p, gamma, H)})
    for _ in range(2):
        assert judge_lemma(lemma, claim.under, EVERYTHING).error == ""
        assert "supposes" in judge_lemma(lemma, claim.under.without(CLIENTS_INDEPENDENT), EVERYTHING).error


def test_what_is_remembered_can_be_forgotten() -> None:
    asked = []

    @remembered
    def doubled(number: int) -> int:
        asked.append(number)
        suppose(QUADRATIC)
        return 2 * number

    with listening() as heard:
        assert (doubled(2), doubled(2), asked) == (4, 4, [2])
    assert heard == {QUADRATIC}
    doubled.cache_clear()
    assert (doubled(2), asked) == (4, [2, 2])


@pytest.mark.parametrize(("name", "lost"), [("symfed-fedavg-second-order-bias", "sample losses"), ("aistats-thm3-variance", "A1")])
def test_samples_do_not_stand_in_for_a_proof_of_the_remainder(name: str, lost: str) -> None:
    claim = CLAIMS[name]
    assert COMMITTED[name] == {Tier.PROVED}
    (member,) = [member for member in claim.under.classes if member.says.startswith(lost)]
    fallen = judge(replace(claim, under=claim.under.without(member)))
    assert fallen.tier is Tier.UNDECIDED
    assert fallen.why.startswith("the proof of the remainder falls: ")
    assert any(e.holds for found in fallen.found for e in found.evidence if e.method.startswith("order of the remainder"))


def test_letters_of_a_witness_mean_what_they_mean() -> None:
    steps = Domain((45 * gamma * L <= 1, gamma * H * mu <= 1))
    first = SymbolicIdentity(lambda: expand("fedavg", "bias", 1)).examine(theorem_1.printed, steps)
    assert first.refutes
    (client,) = {Fraction(part.split(" = ")[1]) for part in first.witness["clients"].strip("()").split(", ") if part.startswith("a =")}
    assert Fraction(first.witness["mu"]) < client < Fraction(first.witness["L"])  # its curvature has a slope, and moves between them
    assert 45 * Fraction(first.witness["gamma"]) * Fraction(first.witness["L"]) <= 1
    below = SignCheck().examine((gamma * mu, sp.S.One), Domain((gamma * L <= 1,)))
    assert below.outcome is Outcome.UNKNOWN  # false only where mu > L
    tensors = IdentityInEveryDimension(expansion_of("fedavg", "bias")).examine(theorem_3.printed, steps)
    assert tensors.refutes
    assert 45 * Fraction(tensors.witness["gamma"]) * max(map(int, tensors.witness["derivatives of order 2 at theta*"].split(", "))) <= 1


def test_a_reading_off_one_dimension_says_so_whatever_is_kept_of_it() -> None:
    read = remembered(lambda: on_symbols(lambda p, gamma, H: gamma * p.hessian))
    for _ in range(2):
        with listening() as heard:
            read()
        assert heard == {OneDimension()}
