"""`IdentityInEveryDimension` as theorems of Coq, by what the statement is compared with."""

from __future__ import annotations

from collections.abc import Callable
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
from symfed.coq.tensors.said import CoqQuestion, question_of
from symfed.coq.tensors.second_orders import second_terms
from symfed.coq.tensors.terms import PrintedJets
from symfed.coq.theorem import CoqTheorem
from symfed.core.domain import Domain
from symfed.core.errors import InvalidInput

_READINGS = (on_tensors, on_equal_tensors, on_linear_tensors, on_one_matrix, on_tensors_of_two, on_linear_tensors_of_two, on_traces)
_EXACT: dict[type, Callable[[CoqQuestion, Any], CoqTheorem]] = {
    AtRest: exact.at_rest,
    ControlErrors: exact.control_errors,
    MeanRound: exact.mean_round,
    SettlingPoint: exact.settling_point,
    SpreadOverPairs: exact.spread_over_pairs,
    StationaryMean: exact.stationary_mean,
}


def theorem_in_every_dimension(title: str, statement: Any, check: IdentityInEveryDimension, under: Domain, says: str = "") -> CoqTheorem:
    """The theorem that such a check decides of a statement. `under` is not needed: the theorem assumes less, and says it of more clients.

    Raises InvalidInput for what cannot be said in Coq, or what nothing is exported for.
    """
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
    if type(gap) not in _EXACT:
        raise InvalidInput("gap", gap, "is not exported yet")
    return _EXACT[type(gap)](question, gap)
