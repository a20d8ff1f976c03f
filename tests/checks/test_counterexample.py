"""The search for exact counterexamples: the smallest size first, a small witness, and nothing but exact numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import flint
import mpmath
import numpy as np
import pytest
import sympy as sp

from symfed.checks import CounterexampleSearch, inequality_search
from symfed.checks.readings import exact_bias, first_order, first_order_truth, on_jets
from symfed.core.domain import ANYWHERE, Class, Domain
from symfed.core.symbols import H, L, gamma
from symfed.core.verdict import Evidence, Outcome, Tier
from symfed.models.arrays import solve
from symfed.strategies import Instance, instances, jet_cases
from symfed.strategies.control_variates import controlled_runs, round_cases
from symfed.strategies.sampled import sampled_runs


def quiet(d: int, N: int) -> Any:
    """Instances without noise: fewer numbers to draw."""
    return instances(d, N, noise=False)


SEARCH = CounterexampleSearch(quiet, sizes=((1, 1), (1, 2), (2, 2)), examples=12)
JETS = CounterexampleSearch(
    jet_cases, first_order_truth("fedavg_deterministic", "bias"), first_order, sizes=((1, 1), (1, 2), (2, 1)), examples=12
)


def first_bias(p: Any, gamma: Any, H: Any) -> Any:
    return gamma * (H - 1) / 2 * p.solve(p.hessian, p.mean(p.apply(p.hessians - p.hessian, p.gradients)))


def flipped(p: Any, gamma: Any, H: Any) -> Any:
    return -first_bias(p, gamma, H)


def one_is_zero(i: Instance) -> Any:
    return i.problem.optimum * 0 + 1, i.problem.optimum * 0


def commute(i: Instance) -> Any:
    A, B = i.problem.hessian_matrices[0], i.problem.hessian_matrices[-1]
    return A @ B, B @ A


def witness_of(found: Evidence) -> dict[str, str]:
    assert (found.outcome, found.refutes) == (Outcome.FAILS, True)
    return dict(found.witness or {})


def test_a_true_statement_is_supported_and_not_proved() -> None:
    found = JETS.examine(first_bias, ANYWHERE)
    assert (found.outcome, found.strength, found.instances) == (
        Outcome.HOLDS,
        Tier.SUPPORTED,
        4,
    )  # of 36: with one client or one step both sides vanish


def test_a_wrong_statement_falls_at_the_simplest_instance_that_there_is() -> None:
    witness = witness_of(SEARCH.examine(one_is_zero, ANYWHERE))
    assert witness == {"gamma": "1", "H": "1", "hessians": "[[[1]]]", "optima": "[[0]]", "left": "[1]", "right": "[0]"}


def test_sizes_are_tried_smallest_first() -> None:
    # a bias needs two clients, and two steps, and curvatures that differ
    witness = witness_of(JETS.examine(flipped, ANYWHERE))
    assert (witness["H"], witness["hessians"]) == ("2", "[[[1]], [[2]]]")
    assert (witness["gradients"], witness["printed"], witness["true"]) == ("[[-1/2], [1/2]]", "[-1/12]", "[1/12]")
    # what is not at stake has been shrunk away
    assert (witness["third_derivatives"], witness["noise_covariance"]) == ("[[[[0]]], [[[0]]]]", "[[[0]], [[0]]]")


def test_matrices_that_do_not_commute_need_two_dimensions_and_two_clients() -> None:
    witness = witness_of(SEARCH.examine(commute, ANYWHERE))
    entries = [int(entry) for entry in witness["hessians"].translate(str.maketrans("[],", "   ")).split()]
    assert len(entries) == 8
    assert max(entries) <= 2
    assert witness["H"] == "1"


def test_only_instances_of_the_domain_are_looked_at() -> None:
    witness = witness_of(SEARCH.examine(one_is_zero, Domain((3 * gamma * L <= 1, H >= 2))))
    assert (witness["gamma"], witness["H"]) == ("1/3", "2")


def test_a_domain_that_no_instance_meets_is_undecided() -> None:
    found = SEARCH.examine(one_is_zero, Domain((gamma * L >= 5,)))
    assert (found.outcome, found.instances) == (Outcome.UNKNOWN, 0)


def divides_by_zero(i: Instance) -> Any:
    return 1 / (i.gamma * i.L - 1), i.gamma


def inverts_nothing(i: Instance) -> Any:
    return solve(i.problem.hessian_matrices[0] * 0, i.problem.optimum), i.problem.optimum


@pytest.mark.parametrize("statement", [divides_by_zero, inverts_nothing])
def test_what_cannot_be_evaluated_is_refuted_as_ill_defined(statement: Any) -> None:
    found = replace(SEARCH, sizes=((2, 1),)).examine(statement, ANYWHERE)
    witness = witness_of(found)
    assert witness["printed"].startswith("undefined")
    assert "ill-defined" in found.summary
    assert SEARCH.replay(statement, witness, ANYWHERE) == ""
    assert SEARCH.replay(lambda i: (i.gamma, i.gamma), witness, ANYWHERE).startswith("held on")
    assert SEARCH.replay(statement, {**witness, "printed": "[3]"}, ANYWHERE).startswith("ill-defined at an exact instance")


def test_an_inequality_is_entrywise_and_allows_equality() -> None:
    below = replace(SEARCH, relation="<=", sizes=((2, 1),))
    assert below.examine(lambda i: (i.problem.optimum, i.problem.optimum), ANYWHERE).outcome is Outcome.HOLDS
    second = np.array([0, 1], dtype=object)
    one_entry = witness_of(below.examine(lambda i: (i.problem.optimum * 0 + second, i.problem.optimum * 0), ANYWHERE))
    assert (one_entry["left"], one_entry["right"]) == ("[0, 1]", "[0, 0]")


@pytest.mark.parametrize(
    "number", [0.5, np.float64(0.5), 0.5 + 0j, mpmath.mpf("0.5"), flint.arb("0.5"), sp.Float("0.5")], ids=lambda x: type(x).__name__
)
def test_numbers_that_are_rounded_are_refused(number: Any) -> None:
    with pytest.raises(TypeError, match="exact"):
        SEARCH.examine(lambda i: (number, number), ANYWHERE)
    with pytest.raises(TypeError, match="exact"):
        SEARCH.examine(lambda i: (i.problem.optimum, np.full(i.problem.optimum.shape, number)), ANYWHERE)


def test_a_number_is_not_compared_with_a_vector() -> None:
    # a transcription that forgets an axis is our mistake: it must not count as a counterexample, nor as a rejected control
    with pytest.raises(TypeError, match="0 axes against 1"):
        SEARCH.examine(lambda i: (0, i.problem.optimum), ANYWHERE)


def test_lists_of_different_lengths_differ() -> None:
    # laws with different numbers of atoms
    for relation in ("==", "<="):
        search = replace(SEARCH, relation=relation, sizes=((1, 2),))
        assert search.examine(lambda i: (i.problem.optima * 0, i.problem.optima[:1] * 0), ANYWHERE).outcome is Outcome.FAILS


def test_errors_of_ours_are_not_refutations() -> None:
    with pytest.raises(KeyError):
        SEARCH.examine(lambda i: (i.extra["no such value"], i.gamma), ANYWHERE)


def test_the_same_evidence_twice() -> None:
    small = replace(JETS, sizes=((1, 2),))
    for statement in (one_is_zero, lambda i: (i.gamma, i.gamma)):
        assert SEARCH.examine(statement, ANYWHERE) == SEARCH.examine(statement, ANYWHERE)
    assert small.examine(flipped, ANYWHERE) == small.examine(flipped, ANYWHERE)


def test_a_deepened_search_looks_at_ten_times_as_much() -> None:
    assert SEARCH.deepened() == replace(SEARCH, examples=120)
    few = replace(SEARCH, sizes=((1, 1),), examples=4)
    assert few.deepened().examine(lambda i: (i.gamma, i.gamma), ANYWHERE).instances > few.examples


@pytest.mark.parametrize(
    ("search", "statement"), [(JETS, flipped), (SEARCH, commute), (replace(SEARCH, truth=exact_bias("fedavg"), reading=on_jets), flipped)]
)
def test_a_witness_can_be_replayed_and_a_tampered_one_is_found_out(search: CounterexampleSearch, statement: Any) -> None:
    witness = witness_of(search.examine(statement, ANYWHERE))
    assert search.replay(statement, witness, ANYWHERE) == ""
    side = "true" if "true" in witness else "right"
    for tampered in ({**witness, side: "[7]"}, {"instance": "a story"}):
        assert search.replay(statement, tampered, ANYWHERE).startswith("false at an exact instance")


def test_a_replay_says_so_when_the_statement_has_been_mended() -> None:
    witness = witness_of(JETS.examine(flipped, ANYWHERE))
    assert JETS.replay(first_bias, witness, ANYWHERE).startswith("held on")


def test_a_witness_outside_the_domain_refutes_nothing() -> None:
    witness = witness_of(SEARCH.examine(one_is_zero, ANYWHERE))
    assert SEARCH.replay(one_is_zero, witness, Domain((2 * gamma * L <= 1,)))


def test_an_instance_refutes_only_where_every_class_says_that_it_is_a_member() -> None:
    """The same false statement: under a class that knows, one that does not tell, and one that has no test."""

    def judged(*classes: Class) -> Evidence:
        return JETS.examine(flipped, Domain((), classes))

    assert judged().refutes
    assert judged(Class("known", lambda i: True)).refutes
    for silent in (Class("in words"), Class("silent", lambda i: None)):
        found = judged(Class("known", lambda i: True), silent)
        assert found.fails
        assert not found.refutes
        assert f"a member of: {silent.says}" in found.summary


def test_a_search_for_an_inequality_is_a_search_with_that_relation() -> None:
    assert inequality_search(instances, examples=3) == CounterexampleSearch(instances, relation="<=", examples=3)


@pytest.mark.parametrize("strategy", [quiet, jet_cases, sampled_runs, round_cases, controlled_runs])
def test_a_witness_of_any_kind_is_read_and_not_searched_for(strategy: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    search = CounterexampleSearch(strategy, sizes=((1, 1), (1, 2)), examples=5)

    def two_steps(instance: Any) -> Any:
        H = instance.run.H if strategy is controlled_runs else instance.H
        return flint.fmpq(int(H)), flint.fmpq(1)

    found = search.examine(two_steps, ANYWHERE)
    assert found.witness is not None
    monkeypatch.setattr(CounterexampleSearch, "_inside", lambda *asked: pytest.fail("it searches"))
    assert search.recalling(found.witness).examine(two_steps, ANYWHERE).witness == found.witness
