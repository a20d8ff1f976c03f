"""Compare a plan with simulation: the predicted error beside the one measured in many runs."""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array
from symfed.planning.choose import check_whole
from symfed.planning.methods import METHODS
from symfed.planning.passes import Federation, Tally, fold
from symfed.planning.reading import Prediction
from symfed.reference import simulate

if TYPE_CHECKING:
    from symfed.planning.plan import ClientsPlan

_LONGEST = 100_000  # rounds simulated for a stationary prediction, or a longer one
_HELD = 2 * 10**7  # numbers of a trajectory in memory at a time
_OTHER = 2**32  # between the seeds of runs that share no samples
_ERRORS = 3.0  # standard errors beyond the interval that still count as inside: a false alarm in four hundred
_NOTICED = 1.645  # further standard errors: an error so far outside is detected 19 times in 20
_SEEN = 0.1  # largest relative difference that may go undetected if agreement is to be concluded
_ALONE = 0.1  # share of the mean square in one run: with such rare runs the standard error is not reliable


@dataclass(frozen=True)
class SimulatedError:
    """A measured error, with its standard error, beside the predicted one and its interval, in the measure of the plan.

    largest: the largest share of a single run in the average. agrees: None if `sees` is more than a tenth, or one run makes more than a
    tenth of the average.
    """

    method: str
    gamma: float
    H: int
    rounds: int
    last: int
    predicted: float
    low: float
    high: float
    measured: float
    error: float
    replicas: int
    largest: float = 0.0

    @property
    def inside(self) -> bool:
        """True if the measured error is in the predicted interval, or within three standard errors of it."""
        return self.low - _ERRORS * self.error <= self.measured <= self.high + _ERRORS * self.error

    @property
    def sees(self) -> float:
        """The smallest relative difference between the true error and the predicted one that would be detected 19 times in 20."""
        most, least = self.high + self._detectable, self.low - self._detectable
        apart = max(most - self.predicted, self.predicted - least)
        return apart / self.predicted if self.predicted > 0 else math.inf if apart > 0 else 0.0

    @property
    def agrees(self) -> bool | None:
        """True if prediction and measurement agree; None if the runs cannot decide it."""
        rare = self.largest > _ALONE and self.measured < self.predicted  # the runs that dominate the mean may be missing from the sample
        if not self.inside and not rare:
            return False
        return True if self.sees <= _SEEN and self.largest <= _ALONE else None

    @property
    def _detectable(self) -> float:
        return (_ERRORS + _NOTICED) * self.error

    def __str__(self) -> str:
        where = "in" if self.low <= self.measured <= self.high else f"within {_ERRORS:.0f} standard errors of" if self.inside else "NOT in"
        verdict = "agrees with" if self.agrees else f"{where} the interval of"
        said = (
            f"simulated ({self.replicas} runs): {self.measured:.4g} ± {self.error:.1g}, {verdict} the predicted "
            f"{self.predicted:.4g} ({self.low:.4g} to {self.high:.4g}); "
        )
        seen = f"an error {100 * self.sees:.2g} % from the predicted one would have been noticed 19 times in 20"
        return said + (seen if self.agrees is not None else f"whether they agree is not known: {self._unknown(seen)}")

    def _unknown(self, seen: str) -> str:
        """The reason why agreement is not known, and a remedy."""
        if self.largest > _ALONE:
            return f"one run makes {100 * self.largest:.0f} % of the average, which the standard error does not know; take more replicas"
        room = _SEEN * self.predicted - max(self.high - self.predicted, self.predicted - self.low)
        if room <= 0 or self.error == 0:
            return f"the predicted interval is too wide, {seen}"
        return f"only {seen}; take {math.ceil(self.replicas * (self._detectable / room) ** 2)} replicas"


def simulated_error(plan: ClientsPlan, chosen: Prediction, replicas: int, seed: int, progress: Any) -> SimulatedError:
    """Simulate a prediction's setting from the plan's start. Raises InvalidInput if the simulator does not support the problem."""
    check_whole("replicas", replicas)
    replicas = int(replicas)
    if replicas < 2:
        raise InvalidInput("replicas", replicas, "must be at least 2, for an error")
    if not math.isfinite(chosen.rounds) or chosen.rounds > _LONGEST:
        raise InvalidInput("rounds", chosen.rounds, f"is too long a run to simulate (at most {_LONGEST})", "plan with a budget of rounds")
    simulable(plan.federation)
    problem, method = plan.federation.problem(), METHODS[chosen.method]
    rounds, last, P = int(chosen.rounds), int(chosen.last), len(plan.optimum)
    record = 1 if last > 1 else rounds
    many = max(1, min(replicas, _HELD // (P * (rounds // record + 1))))
    errors = []
    for begun, first in enumerate(range(0, replicas, many)):
        total = np.zeros((min(many, replicas - first), P))
        for number, (multiple, weight) in enumerate(zip(method.multiples, method.weights, strict=True)):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # the plan's own notes warn of a long step
                run = simulate(
                    method.algorithm, problem, chosen.gamma * multiple, chosen.H, rounds, replicas=len(total),
                    seed=seed + begun + (0 if method.shared else _OTHER * number), record=record, start=plan.start, progress=progress,
                )  # fmt: skip
            assert run.trajectory is not None
            total += weight * run.trajectory[-last:].mean(axis=0)
        errors.append(total - plan.optimum)
    measured, error, largest = _measured_error(plan, np.concatenate(errors))
    predicted, low, high = chosen.measured(plan.goal.measure, plan.study.setting.scale)
    return SimulatedError(chosen.method, chosen.gamma, chosen.H, rounds, last, predicted, low, high, measured, error, replicas, largest)


def _measured_error(plan: ClientsPlan, errors: Array) -> tuple[float, float, float]:
    """The error in the plan's measure, its standard error, and the share of the largest run in what was averaged."""
    squares = _excess_losses(plan, errors) if plan.goal.measure == "loss" else (errors**2).sum(axis=1)
    mean, error = float(squares.mean()), float(squares.std(ddof=1) / math.sqrt(len(squares)))
    # identical runs have no rare ones among them
    largest = float(squares.max() / squares.sum()) - 1 / len(squares) if mean > 0 else 0.0
    if plan.goal.measure == "loss":
        return mean, error, largest
    scale = plan.study.setting.scale if plan.goal.measure == "relative" else 1.0
    return math.sqrt(mean) / scale, error / (2 * math.sqrt(mean)) / scale if mean > 0 else 0.0, largest


def _excess_losses(plan: ClientsPlan, errors: Array) -> Array:
    """f - f* at each of some errors (R, P), (R,)."""
    if plan.federation.loss is None:
        return np.asarray(np.einsum("ri,ij,rj->r", errors, plan.summary.hessian, errors) / 2)

    def value(error: Array) -> float:
        work: Any = lambda local: Tally({"value": local.weights @ local.values()})  # noqa: E731
        return float(fold(plan.federation, plan.optimum + error, work).sums["value"])

    return np.array([value(error) for error in errors]) - value(np.zeros_like(plan.optimum))


def simulable(federation: Federation) -> None:
    """Raise InvalidInput for clients with unequal weights, which the simulator does not support."""
    if federation.clients is not None and federation.clients.weights != "uniform":
        weights = federation.clients.weights
        raise InvalidInput("weights", weights, "is not simulated: clients count the same there", "plan with weights='uniform'")
