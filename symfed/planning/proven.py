"""Proven intervals for the stationary law of a plan's plain method, or the reason why there are none."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from symfed.core.errors import InvalidInput, NotConverged, OutsideDomain
from symfed.formulas.expansion import expansion_formula
from symfed.models.problems import LeastSquaresProblem
from symfed.planning.methods import METHODS, PlannedMethod
from symfed.planning.reading import Prediction

if TYPE_CHECKING:
    from symfed.planning.plan import ClientsPlan

#: Above these an enclosure takes more than about two seconds: parameters; clients times local steps; clients times squared samples.
MOST_PARAMETERS, MOST_STEPS, MOST_PAIRS = 50, 500, 2_000_000


@dataclass(frozen=True)
class ProvenLaw:
    """Intervals that contain the stationary values of a method at gamma and H, of the last iterate after many rounds.

    bias: |E theta - theta*|; error: root of E|theta - theta*|². refused: the reason for no proof; both intervals are (0, infinity) then.
    """

    method: str
    gamma: float
    H: int
    bias: tuple[float, float] = (0.0, math.inf)
    error: tuple[float, float] = (0.0, math.inf)
    refused: str = ""

    def __str__(self) -> str:
        words = METHODS[self.method].words
        if self.refused:
            return f"No proven bound of where {words} stays: {self.refused}."
        (b, B), (e, E) = self.bias, self.error
        return (
            f"Proven of where {words} stays at gamma = {self.gamma:.3g}, H = {self.H}: |E theta - theta*| is between {b:.3g} and {B:.3g}, "
            f"the root of E|theta - theta*|^2 between {e:.3g} and {E:.3g}."
        )

    def as_dict(self) -> dict[str, Any]:
        """A dict for JSON; infinite bounds are null."""
        finite = {name: [x if math.isfinite(x) else None for x in getattr(self, name)] for name in ("bias", "error")}
        return {"method": self.method, "gamma": self.gamma, "H": self.H, **finite, "refused": self.refused}


def proven_law(plan: ClientsPlan) -> ProvenLaw | None:
    """Proven intervals for the best plain method of a plan, one run without control variates; None if the plan has none."""
    for name, one in plan.best.items():
        method = METHODS[name]
        if not method.corrected and len(method.multiples) == 1:
            too_long = _too_long(plan, one.H)
            if too_long:
                return ProvenLaw(name, one.gamma, one.H, refused=f"with {too_long} it would take long; `enclose` of a formula does it")
            try:
                return _enclosed_law(plan.federation.problem(), method, one)
            except (InvalidInput, OutsideDomain, NotConverged) as reason:
                return ProvenLaw(name, one.gamma, one.H, refused=str(reason).split("\n")[0])
    return None


def _enclosed_law(problem: Any, method: PlannedMethod, one: Prediction) -> ProvenLaw:
    order = 2 if isinstance(problem, LeastSquaresProblem) else 1  # to second order those are exact, and cheap
    bias, second = (
        expansion_formula(quantity, "", method.algorithm, quantity).enclose(problem, one.gamma, one.H, order)
        for quantity in ("bias", "second_moment")
    )
    size, square = float(np.linalg.norm(bias.center)), float(np.trace(second.center))
    # the trace is the Frobenius product with the identity, whose norm is the root of P
    away = math.sqrt(len(bias.center)) * second.norm
    low, high = max(size - bias.norm, 0.0), size + bias.norm
    return ProvenLaw(
        method.name, one.gamma, one.H, (low, high), (max(math.sqrt(max(square - away, 0.0)), low), math.sqrt(max(square, 0.0) + away))
    )


def _too_long(plan: ClientsPlan, H: int) -> str:
    """The size that makes an enclosure slow, as text, or ""."""
    federation = plan.federation
    if federation.num_parameters > MOST_PARAMETERS:
        return f"{federation.num_parameters} parameters"
    if federation.num_clients * H > MOST_STEPS:
        return f"{federation.num_clients} clients and H = {H}"
    longest = max((client.size for client in federation.clients or ()), default=0)
    return f"{longest} samples of a client" if federation.num_clients * longest**2 > MOST_PAIRS else ""
