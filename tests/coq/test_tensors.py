"""Transcriptions print themselves as terms of Coq, and theorems in every dimension are stated on the rule's own steps."""

from __future__ import annotations

from typing import Any

import pytest

from symfed.checks.every_dimension import IdentityInEveryDimension, on_equal_tensors, on_linear_tensors, on_tensors_of_two
from symfed.checks.gaps import (
    expansion_of,
    leading_moment_of_controls,
    linear_bias_of,
    second_moment_of_controls,
    settling_point_of,
    stationary_mean_of,
)
from symfed.coq.tensors import theorem_in_every_dimension
from symfed.coq.tensors.terms import PrintedJets
from symfed.core.domain import ANYWHERE
from symfed.core.errors import InvalidInput
from symfed.core.symbols import H, N, gamma


def table(p: Any, gamma: Any, H: Any) -> Any:
    noise = p.contract(p.third_derivative, p.lyapunov(p.hessian, p.noise))
    return p.solve(p.hessian, gamma * (H - 1) / 2 * p.mean(p.apply(p.hessians - p.hessian, p.gradients)) - gamma / (2 * p.N) * noise)


def resting(p: Any, gamma: Any, H: Any) -> Any:
    q = p.power(p.identity() - gamma * p.hessians, H)
    return -p.solve(p.identity() - p.mean(q), p.mean(p.apply(p.identity() - q, p.solve_each(p.hessians, p.gradients))))


def test_a_transcription_reads_as_it_is_written() -> None:
    p = PrintedJets()
    assert str(p.mean(p.gradients)) == "average g"
    assert str(p.mean(p.product(p.transpose(p.hessians), p.hessian))) == "average (fun c => product (transpose (A c)) (average A))"
    assert str(table(p, gamma, H)) == (
        "apply inverse ((gamma * (INR H - 1) / 2) *: average (fun c => apply (A c - average A) (g c))"
        " - (gamma / (2 * INR N)) *: contract (average T) (lyapunov (average C)))"
    )


def test_every_inverse_has_its_law() -> None:
    p = PrintedJets()
    resting(p, gamma, H)
    p.lyapunov(p.transpose(p.hessian), p.noise)
    assert p.conditions() == (
        "(forall c, inverse_of (A c)%T (inverses c))",
        "inverse_of (identity - average (fun c => power (identity - gamma *: A c) H))%T inverse",
        "lyapunov_of (transpose (average A))%T lyapunov",
    )


def test_sums_of_different_ranks_and_unknown_jets_are_refused() -> None:
    p = PrintedJets()
    with pytest.raises(InvalidInput, match="1 indices"):
        p.gradients + p.hessians
    with pytest.raises(InvalidInput, match="must be a number"):
        p.gradients * p.gradients
    with pytest.raises(InvalidInput, match="not exported"):
        p.geometric(p.hessian, H)


def test_an_expansion_is_the_first_coefficient_of_what_the_rule_keeps() -> None:
    theorem = theorem_in_every_dimension("bias", table, IdentityInEveryDimension(expansion_of("fedavg", "bias")), ANYWHERE)
    assert theorem.conclusion.startswith("(forall bias, first_bias A T C H g bias <-> gamma *: bias = apply inverse")
    assert theorem.conditions == (
        "number client = N",
        "(1 <= H)%nat",
        "0 < gamma",
        "average g = null",
        "inverse_of (average A)%T inverse",
        "lyapunov_of (average A)%T lyapunov",
    )


@pytest.mark.parametrize(
    ("gap", "data"),
    [
        (expansion_of("fedavg_deterministic", "bias"), "A T (fun _ => null) H g bias"),
        (expansion_of("fedavg", "bias", quadratic=True), "A (fun _ => null) C H g bias"),
        (expansion_of("sgd", "bias").times(N), "A T C 1 g bias"),
        (leading_moment_of_controls("scaffold", "bias"), "controls_bias A T C H bias"),
    ],
)
def test_what_is_absent_is_null(gap: Any, data: str) -> None:
    assert data in theorem_in_every_dimension("bias", table, IdentityInEveryDimension(gap), ANYWHERE).conclusion


def test_a_kind_of_clients_is_a_condition() -> None:
    check = IdentityInEveryDimension(expansion_of("fedavg", "bias", homogeneous=True), on_equal_tensors)
    theorem = theorem_in_every_dimension("bias", table, check, ANYWHERE)
    assert {"(forall c, g c = null)", "(forall c, A c = average A)"} <= set(theorem.conditions)


def test_an_exact_claim_runs_the_rule() -> None:
    theorem = theorem_in_every_dimension("mean", resting, IdentityInEveryDimension(stationary_mean_of("fedavg")), ANYWHERE)
    step = "let step (c : client) (x : vector index) := x - gamma *: (apply (A c) x + g c) in "
    assert theorem.conclusion.startswith(f"({step}forall e, average (fun c => Nat.iter H (step c) e) = e <-> e = ")


def test_two_clients_are_different() -> None:
    check = IdentityInEveryDimension(leading_moment_of_controls("scaffold", "control_cross_moment"), on_tensors_of_two)
    theorem = theorem_in_every_dimension("pair", lambda one, other, p, gamma, H: one.noise - other.noise, check, ANYWHERE)
    assert "forall one other, one <> other -> 1 *: (drifts one other) = C one - C other" in theorem.conclusion


@pytest.mark.parametrize(
    "gap",
    [
        settling_point_of("fedlsa"),
        linear_bias_of("lsa"),
        expansion_of("fedavg", "bias", 2),
        second_moment_of_controls("scaffold", "bias", 1),
    ],
)
def test_what_nothing_is_exported_for_is_refused(gap: Any) -> None:
    with pytest.raises(InvalidInput):
        theorem_in_every_dimension("none", table, IdentityInEveryDimension(gap, on_linear_tensors), ANYWHERE)
