"""`IdentityInEveryDimension` as theorems of Coq, by what the statement is compared with."""

from __future__ import annotations

from typing import Any

from symfed.checks.every_dimension import (
    IdentityInEveryDimension,
    on_equal_tensors,
    on_linear_tensors,
    on_linear_tensors_of_two,
    on_one_matrix,
    on_tensors,
    on_tensors_of_two,
    on_traces,
)
from symfed.checks.gaps import (
    AtRest,
    ControlErrors,
    ExtrapolatedLinear,
    FirstTerms,
    MeanRound,
    OnQuadratics,
    SettlingPoint,
    SpreadOverPairs,
    StationaryMean,
)
from symfed.coq.tensors import exact, orders
from symfed.coq.tensors.said import question_of
from symfed.coq.tensors.second_orders import second_terms
from symfed.coq.tensors.terms import PrintedJets
from symfed.coq.theorem import CoqTheorem
from symfed.core.check import Check
from symfed.core.domain import Domain
from symfed.core.errors import InvalidInput

_READINGS = (on_tensors, on_equal_tensors, on_linear_tensors, on_one_matrix, on_tensors_of_two, on_linear_tensors_of_two, on_traces)


def theorem_in_every_dimension(title: str, statement: Any, check: Check, under: Domain, says: str = "") -> CoqTheorem:
    """The theorem that such a check decides of a statement. `under` is not needed: the theorem assumes less, and says it of more clients.

    Raises InvalidInput for what cannot be said in Coq, or what nothing is exported for.
    """
    if not isinstance(check, IdentityInEveryDimension):
        raise InvalidInput("check", check.method, "is not exported here")
    if check.reading not in _READINGS:
        raise InvalidInput("reading", check.reading, "is not exported yet")
    if isinstance(check.gap, ExtrapolatedLinear) or (isinstance(check.gap, FirstTerms) and check.gap.order == 2):
        return second_terms(title, statement, says, check.gap)
    p = PrintedJets(shared=check.reading is on_one_matrix)
    two = (p.client("one"), p.client("other")) if check.reading in (on_tensors_of_two, on_linear_tensors_of_two) else ()
    question = question_of(title, statement, says, p, *two)
    gap = check.gap.between if isinstance(check.gap, OnQuadratics) else check.gap
    if isinstance(gap, FirstTerms):
        return orders.first_terms(question, gap, orders.EQUAL if check.reading is on_equal_tensors else ())
    if isinstance(gap, StationaryMean):
        return exact.stationary_mean(question, gap)
    if isinstance(gap, SettlingPoint):
        return exact.settling_point(question, gap)
    if isinstance(gap, AtRest):
        return exact.at_rest(question, gap)
    if isinstance(gap, MeanRound):
        return exact.mean_round(question, gap)
    if isinstance(gap, SpreadOverPairs):
        return exact.spread_over_pairs(question, gap)
    if isinstance(gap, ControlErrors):
        return exact.control_errors(question, gap)
    raise InvalidInput("gap", gap, "is not exported yet")
