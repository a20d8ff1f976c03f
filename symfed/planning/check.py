"""A plan held against simulation: the predicted error beside the one that many runs had."""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sparse

from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array
from symfed.models.problems import LogisticProblem, Problem, SoftmaxProblem
from symfed.models.problems.least_squares import LeastSquaresProblem
from symfed.planning.choose import whole
from symfed.planning.methods import METHODS
from symfed.planning.passes import Federation, Tally, fold
from symfed.planning.reading import Prediction
from symfed.reference import simulate

if TYPE_CHECKING:
    from symfed.planning.plan import ClientsPlan

_LONGEST = 100_000  # rounds: what a stationary prediction, or a longer one, is simulated for
_HELD = 2 * 10**7  # numbers of a trajectory that are kept at once
_ERRORS = 3.0  # standard errors beyond the interval that still count as inside: a false alarm in four hundred


@dataclass(frozen=True)
class SimulatedError:
    """A measured error, with its standard error, beside the predicted one and its interval, in the measure of the plan.

    inside: whether the measured error lies in the interval, or within three standard errors of it.
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

    @property
    def inside(self) -> bool:
        """Whether prediction and measurement agree."""
        return self.low - _ERRORS * self.error <= self.measured <= self.high + _ERRORS * self.error

    def __str__(self) -> str:
        verdict = (
            "in" if self.low <= self.measured <= self.high else f"within {_ERRORS:.0f} standard errors of" if self.inside else "NOT in"
        )
        return (
            f"simulated ({self.replicas} runs): {self.measured:.4g} ± {self.error:.1g}, {verdict} the predicted "
            f"{self.predicted:.4g} ({self.low:.4g} to {self.high:.4g})"
        )


def measure(plan: ClientsPlan, chosen: Prediction, replicas: int, seed: int, progress: Any) -> SimulatedError:
    """Run a prediction's setting from the plan's start. Raises InvalidInput where the simulator does not have the problem."""
    whole("replicas", replicas)
    replicas = int(replicas)
    if replicas < 2:
        raise InvalidInput("replicas", replicas, "must be at least 2, for an error")
    if not math.isfinite(chosen.rounds) or chosen.rounds > _LONGEST:
        raise InvalidInput("rounds", chosen.rounds, f"is too long a run to simulate (at most {_LONGEST})", "plan with a budget of rounds")
    problem, method = problem_of(plan), METHODS[chosen.method]
    rounds, last, P = int(chosen.rounds), int(chosen.last), len(plan.optimum)
    record = 1 if last > 1 else rounds
    many = max(1, min(replicas, _HELD // (P * (rounds // record + 1))))
    errors = []
    for begun, first in enumerate(range(0, replicas, many)):
        total = np.zeros((min(many, replicas - first), P))
        for multiple, weight in zip(method.multiples, method.weights, strict=True):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # a long step is what the plan's own notes speak of
                run = simulate(
                    method.algorithm, problem, chosen.gamma * multiple, chosen.H, rounds, replicas=len(total),
                    seed=seed + begun, record=record, start=plan.start, progress=progress,
                )  # fmt: skip
            assert run.trajectory is not None
            total += weight * run.trajectory[-last:].mean(axis=0)
        errors.append(total - plan.optimum)
    measured, error = _measured(plan, np.concatenate(errors))
    predicted, low, high = chosen.measured(plan.goal.measure, plan.study.setting.scale)
    return SimulatedError(chosen.method, chosen.gamma, chosen.H, rounds, last, predicted, low, high, measured, error, replicas)


def _measured(plan: ClientsPlan, errors: Array) -> tuple[float, float]:
    """The error in the plan's measure, and its standard error."""
    if plan.goal.measure == "loss":
        losses = excess(plan.federation, plan.optimum, errors)
        return float(losses.mean()), float(losses.std(ddof=1) / math.sqrt(len(losses)))
    squares = (errors**2).sum(axis=1)
    root = math.sqrt(squares.mean())
    scale = plan.study.setting.scale if plan.goal.measure == "relative" else 1.0
    return root / scale, float(squares.std(ddof=1) / math.sqrt(len(squares)) / (2 * root)) / scale


def excess(federation: Federation, optimum: Array, errors: Array) -> Array:
    """f - f* at each of some errors (R, P), (R,)."""
    if federation.loss is None:
        hessian = sum(np.tensordot(local.weights, local.hessians, 1) for local in federation.jets or [])
        return np.asarray(np.einsum("ri,ij,rj->r", errors, hessian, errors) / 2)

    def value(local: Any) -> Tally:
        return Tally({"value": local.weights @ local.values()})

    at = lambda point: fold(federation, point, value).sums["value"]  # noqa: E731
    return np.array([at(optimum + error) for error in errors]) - at(optimum)


def simulable(federation: Federation) -> None:
    """Raise InvalidInput for clients that the simulator cannot weight."""
    if federation.clients is not None and federation.clients.weights != "uniform":
        weights = federation.clients.weights
        raise InvalidInput("weights", weights, "is not simulated: clients count the same there", "plan with weights='uniform'")


def problem_of(plan: ClientsPlan) -> Problem:
    """The simulator's problem for a plan's clients. Raises InvalidInput where it has none."""
    if plan.federation.jets is not None:
        problem: Problem = plan.federation.problem
        return problem
    clients = plan.federation.clients
    simulable(plan.federation)
    held = [(c.features.toarray() if sparse.issparse(c.features) else c.features, c.targets) for c in clients]
    features, targets = [X for X, _ in held], [y for _, y in held]
    problem = (
        LogisticProblem(features, targets, clients.l2)
        if clients.loss == "logistic"
        else SoftmaxProblem(features, targets, clients.classes, l2=clients.l2)
        if clients.loss == "softmax"
        else LeastSquaresProblem(features, targets, clients.l2)
    )
    return problem.minibatch(clients.batch) if clients.batch > 1 else problem
