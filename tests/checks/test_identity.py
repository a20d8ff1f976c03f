"""Symbolic identities: zero, a point where it is not zero, or undecided."""

from __future__ import annotations

from typing import Any

import sympy as sp

from symfed.checks import SymbolicIdentity, complete_identity
from symfed.checks.identity import as_printed, on_equal_clients, on_symbols
from symfed.core.domain import ANYWHERE, Domain
from symfed.core.scope import EVERYTHING
from symfed.core.symbols import ClientMean, H, N, a, g, gamma, theta
from symfed.core.verdict import Evidence, Outcome, Tier
from symfed.derive.expansion import expand

TRUTH = gamma * (H - 1) / 2 * ClientMean(a * g) / ClientMean(a)


def first_bias(p: Any, gamma: Any, H: Any) -> Any:
    return gamma * (H - 1) / 2 * p.solve(p.hessian, p.mean(p.apply(p.hessians - p.hessian, p.gradients)))


def against(truth: sp.Expr, statement: sp.Expr, under: Domain = ANYWHERE) -> Evidence:
    return SymbolicIdentity(lambda: truth, as_printed).examine(statement, under)


def test_the_true_transcription_holds_and_proves() -> None:
    found = SymbolicIdentity(lambda: TRUTH).examine(first_bias, ANYWHERE)
    assert (found.outcome, found.strength, found.witness) == (Outcome.HOLDS, Tier.PROVED, None)


def test_the_moment_engine_agrees_with_what_is_written_here() -> None:
    assert SymbolicIdentity(lambda: expand("fedavg_deterministic", "bias", 1)).examine(first_bias, ANYWHERE).outcome is Outcome.HOLDS


def test_a_flipped_sign_falls_at_a_point_that_can_be_worked_out_by_hand() -> None:
    found = SymbolicIdentity(lambda: TRUTH).examine(lambda p, gamma, H: -first_bias(p, gamma, H), ANYWHERE)
    assert (found.outcome, found.refutes) == (Outcome.FAILS, True)
    # a = 1, 1/2 and g = 1, -1: <a g> = 1/4, <a> = 3/4; gamma (H - 1)/2 <a g>/<a> at gamma = 1, H = 2 is 1/6
    sides = {"printed": "-1/6", "derived": "1/6"}
    assert found.witness == {"H": "2", "N": "2", "gamma": "1", "clients": "(a = 1, g = 1), (a = 1/2, g = -1)"} | sides


def test_the_witness_is_a_point_of_the_domain() -> None:
    found = against(sp.S.Zero, gamma - 1, Domain((gamma >= 2,)))
    assert found.witness == {"gamma": "2", "printed": "1", "derived": "0"}


def test_an_identity_may_need_simplification_but_no_faith() -> None:
    assert against(sp.S.One, sp.sin(theta) ** 2 + sp.cos(theta) ** 2).outcome is Outcome.HOLDS


def test_undecided_where_no_point_of_the_domain_is_in_reach() -> None:
    found = against(sp.S.Zero, gamma - 1, Domain((gamma > 1000,)))
    assert (found.outcome, found.witness) == (Outcome.UNKNOWN, None)


def test_undecided_when_the_budget_is_spent() -> None:
    broke = SymbolicIdentity(lambda: sp.S.Zero, as_printed, budget_seconds=-1)
    assert broke.examine(gamma - 1, ANYWHERE).outcome is Outcome.UNKNOWN


def test_equal_clients_have_no_gradient_at_the_optimum() -> None:
    assert on_equal_clients(first_bias) == 0
    assert sp.cancel(on_symbols(first_bias) - TRUTH) == 0


def test_the_reading_is_in_dimension_one_and_for_any_number_of_clients() -> None:
    found = SymbolicIdentity(lambda: N * gamma).examine(lambda p, gamma, H: gamma, ANYWHERE)
    assert found.witness == {"N": "2", "gamma": "1", "printed": "1", "derived": "2"}


def test_the_same_evidence_twice() -> None:
    check = SymbolicIdentity(lambda: TRUTH)
    for statement in (first_bias, lambda p, gamma, H: 2 * first_bias(p, gamma, H)):
        assert check.examine(statement, ANYWHERE) == check.examine(statement, ANYWHERE)


def test_a_complete_identity_covers_everything() -> None:
    check = complete_identity(lambda: (1 - gamma) ** 2, as_printed)
    assert check.examine(1 - 2 * gamma + gamma**2, ANYWHERE).strength is Tier.PROVED
    assert check.covers == EVERYTHING
    assert check.examine(1 - gamma + gamma**2, ANYWHERE).outcome is Outcome.FAILS
