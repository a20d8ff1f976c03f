"""`plan`: recommend a method for a user's clients, with step size and number of local steps, and predict its error."""

from __future__ import annotations

import json
import math
import warnings
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from symfed.core.errors import InvalidInput, LongStep, NotConverged
from symfed.models.arrays import Array, as_array, to_float
from symfed.models.problems import LinearProblem, LogisticProblem, SoftmaxProblem
from symfed.models.problems.least_squares import LeastSquaresProblem
from symfed.models.problems.minibatch import MinibatchProblem
from symfed.models.problems.problem import Problem
from symfed.planning import words
from symfed.planning.check import SimulatedError, simulable, simulated_error
from symfed.planning.choose import Goal, check_whole, ranked_predictions
from symfed.planning.data import Clients, read_clients
from symfed.planning.local import jet_locals
from symfed.planning.methods import DEFAULTS, METHODS, PlannedMethod
from symfed.planning.passes import Federation
from symfed.planning.picture import draw
from symfed.planning.progress import progress_report
from symfed.planning.reading import Prediction
from symfed.planning.study import Study, predict_one, study
from symfed.planning.summary import Summary
from symfed.workers import workers

if TYPE_CHECKING:
    from symfed.planning.proven import ProvenLaw

DEFAULT = 0.1  # relative: the default accuracy
MOST_PARAMETERS = 4000  # a Hessian then holds 128 MB, and is decomposed for every client


@dataclass(frozen=True, repr=False)
class ClientsPlan:
    """The result of `plan`. `print(plan)` prints sentences, `table()` is for terminals, `as_dict()` for JSON, `plot()` a figure.

    recommended: the prediction of the method to run; best: the best prediction of every method, by its name. reached: True if the
    requested accuracy is. summary: the clients at the optimum. grid: stationary predictions of all candidates. check: the simulation of
    the recommended method, if one was requested.
    """

    summary: Summary
    goal: Goal
    best: dict[str, Prediction]
    recommended: Prediction
    reached: bool
    grid: tuple[Prediction, ...]
    study: Study = field(compare=False)
    federation: Federation = field(compare=False)
    start: Array = field(compare=False)
    check: SimulatedError | None = None

    @property
    def optimum(self) -> Array:
        """theta*, (P,)."""
        return self.summary.optimum

    @property
    def gamma(self) -> float:
        """The recommended step size."""
        return self.recommended.gamma

    @property
    def H(self) -> int:
        """The recommended number of local steps."""
        return self.recommended.H

    @property
    def method(self) -> PlannedMethod:
        """The recommended method."""
        return METHODS[self.recommended.method]

    @cached_property
    def proven(self) -> ProvenLaw | None:
        """Proven bounds of the best plain method's stationary law, or why there are none; None without a plain method. Takes seconds."""
        from symfed.planning.proven import proven_law

        return proven_law(self)

    @cached_property
    def notes(self) -> list[str]:
        """Caveats: steps longer than the worst sample permits, assumptions, and effects that are not modelled."""
        return words.plan_notes(self)

    def predict(self, method: str, gamma: float, H: int, rounds: int | None = None, last: int = 1) -> Prediction:
        """The error of a method at any gamma and H, of the mean of the `last` of `rounds` iterates; stationary without `rounds`.

        Warns with LongStep above the step sizes that a plan tries. Raises InvalidInput for bad arguments, or if no law is stationary.
        """
        if not isinstance(gamma, Real) or not 0 < gamma < math.inf:
            raise InvalidInput("gamma", gamma, "must be one positive number")
        for name, value in (("H", H), ("rounds", rounds), ("last", last)):
            check_whole(name, value)
        if rounds is not None and last > rounds:
            raise InvalidInput("last", last, f"must be at most the number of rounds ({rounds})")
        if gamma > self.study.largest_step:
            warnings.warn(
                f"gamma = {gamma:.4g} is above {self.study.largest_step:.4g}, the largest that a plan tries: errors have been seen "
                "outside the predicted interval there",
                LongStep,
                stacklevel=2,
            )
        return predict_one(
            self.federation, self.study, _method_named(method), float(gamma), int(H), math.inf if rounds is None else rounds, last
        )

    def simulate(self, replicas: int = 200, seed: int = 0, method: str | None = None, progress: Any = None) -> SimulatedError:
        """Simulate the recommended setting, or the best of another method, and compare the measured error with the predicted one.

        The result says which difference would have been detected, and leaves agreement open if that is more than a tenth.
        Raises InvalidInput if the simulator does not support the problem: clients weighted by examples, or data too large for memory.
        """
        return simulated_error(self, self.best[_method_named(method).name] if method else self.recommended, replicas, seed, progress)

    def table(self) -> str:
        """The clients, the best prediction of each method, and the recommendation, as text of at most 120 columns."""
        return words.plan_page(self)

    def as_dict(self) -> dict[str, Any]:
        """Everything for JSON, with stable keys; numbers, strings and nested lists only."""
        about = {name: value for name, value in asdict(self.summary).items() if name not in ("hessian", "server_noise")}
        return {
            "clients": about | {"optimum": self.optimum.tolist()},
            "goal": asdict(self.goal),
            "recommended": self.recommended.as_dict(),
            "reached": self.reached,
            "best": {name: one.as_dict() for name, one in self.best.items()},
            "grid": [one.as_dict() for one in self.grid],
            "sentences": words.plan_sentences(self),
            "notes": self.notes,
            "proven": None if self.proven is None else self.proven.as_dict(),
            "check": None if self.check is None else asdict(self.check) | {"sees": self.check.sees, "agrees": self.check.agrees},
        }

    def to_json(self) -> str:
        """`as_dict` as text."""
        return json.dumps(self.as_dict(), indent=1, ensure_ascii=False)

    def plot(self, path: str | Path | None = None) -> Any:
        """Plot predicted error against rounds for every method, and the stationary error over gamma; a Matplotlib figure, saved to `path`.

        Raises InvalidInput if Matplotlib is missing.
        """
        return draw(self, path)

    def __repr__(self) -> str:
        return "\n".join(words.plan_sentences(self))

    def _repr_html_(self) -> str:
        return words.plan_html(self)


def plan(
    data: Any,
    *,
    rounds: int | None = None,
    gradients: int | None = None,
    accuracy: float | None = None,
    measure: str = "distance",
    methods: Any = None,
    average: bool | None = None,
    start: ArrayLike | None = None,
    local_steps: Any = None,
    participation: float = 1,
    check: bool = False,
    seed: int = 0,
    scheduler: str | None = None,
    progress: Any = None,
    **reading: Any,
) -> ClientsPlan:
    """Recommend a method for these clients, with gamma, H and the number of rounds, and predict its error, with an interval.

    data: the data of `read_clients`, with its arguments (`client=`, `target=`, `l2=`, `loss=`, `batch=`, `weights=`, ...; l2 is
    1 over the number of samples unless given), or its result, or a problem. rounds, gradients: the budget, of communications and of
    single-sample gradients per client; accuracy: the error to reach in as few rounds as possible, by the upper end of the prediction;
    without any of them a tenth of |theta*|. measure: of the error, "distance", the root of E|estimate - theta*|², "relative", that over
    |theta*|, or "loss", the expected excess loss. methods: names of those to compare (default all but
    the one whose two runs share no samples). average: the estimate is the
    mean of the last half of the iterates (True), the last iterate (False), or whichever is better (None). start (P,): the runs' start,
    zero unless given. local_steps: values of H to try. participation: 1; partial participation is not modelled. check: also simulate the
    recommended method. scheduler: address of a Dask cluster for the passes over the clients. progress: True shows a line on standard error;
    or a function of (stage, clients done, clients).

    Raises InvalidInput for bad data or arguments, NotConverged if the optimum is not found.
    """
    if participation != 1:
        raise InvalidInput("participation", participation, "is not modelled yet: every client takes part in every round", "write 1")
    chosen = [_method_named(name) for name in (DEFAULTS if methods is None else [methods] if isinstance(methods, str) else methods)]
    if accuracy is None and rounds is None and gradients is None:
        if measure == "loss":
            raise InvalidInput("accuracy", None, "must be given for the loss, or a budget of rounds or gradients")
        accuracy, measure = DEFAULT, "relative" if measure == "distance" else measure
    goal = Goal(accuracy, rounds, gradients, measure, average)
    federation, optimum = _federation_of(data, reading)
    if federation.num_parameters > MOST_PARAMETERS:
        rule = f"are too many: matrices of this size are decomposed for every client, up to {MOST_PARAMETERS}"
        raise InvalidInput("parameters", federation.num_parameters, rule)
    begin = np.zeros(federation.num_parameters) if start is None else to_float(as_array("start", start, ("P",)))
    if begin.shape != (federation.num_parameters,):
        raise InvalidInput("start", begin.shape, f"must have shape (P,) = ({federation.num_parameters},)")
    if check:
        simulable(federation)
    with progress_report(progress) as report, workers(scheduler=scheduler) as pool:
        found = study(federation, goal, chosen, begin, optimum, pool if scheduler else None, report, _step_counts(local_steps))
    made = _plan_from_study(found, goal, federation, begin)
    return replace(made, check=made.simulate(seed=seed, progress=progress)) if check else made


def _plan_from_study(found: Study, goal: Goal, federation: Federation, start: Array) -> ClientsPlan:
    best, setting = found.best, found.setting
    if not best:
        raise NotConverged("no candidate has a stationary law once its clients are read where they go; a larger l2 or batch may help")
    reached = {
        name: one for name, one in best.items() if goal.accuracy is None or one.measured(goal.measure, setting.scale)[2] <= goal.accuracy
    }
    ranked = ranked_predictions(list((reached or best).values()), goal if reached else goal.budget, setting.scale)
    grid = tuple(reading.predicted(setting, math.inf, 1) for reading in found.readings)
    return ClientsPlan(
        setting.summary, goal, best, _least_demanding(ranked, goal, setting.scale), bool(reached), grid,
        study=found, federation=federation, start=start,
    )  # fmt: skip


def _least_demanding(ranked: list[Prediction], goal: Goal, scale: float) -> Prediction:
    """The best prediction, or one that is as good and demands less of the clients."""

    def costs(one: Prediction) -> tuple[float, ...]:
        return (one.rounds,) if goal.accuracy is not None and math.isfinite(one.rounds) else one.measured(goal.measure, scale)[::2]

    order = list(METHODS)
    nearly = [
        one for one in ranked if all(words.WORTH * x <= y + words.ROUNDING for x, y in zip(costs(one), costs(ranked[0]), strict=True))
    ]
    return min(nearly, key=lambda one: order.index(one.method))


def _method_named(name: Any) -> PlannedMethod:
    if str(name).lower() not in METHODS:
        raise InvalidInput("method", name, f"must be one of {', '.join(METHODS)}")
    return METHODS[str(name).lower()]


def _step_counts(values: Any) -> list[int] | None:
    if values is None:
        return None
    steps = np.atleast_1d(values).tolist()
    if not steps:
        raise InvalidInput("local_steps", values, "must hold a positive integer")
    for value in steps:
        check_whole("local_steps", value)
    return [int(value) for value in steps]


def _federation_of(data: Any, reading: dict[str, Any]) -> tuple[Federation, Array | None]:
    """The clients, and the optimum if it is known."""
    if isinstance(data, Clients | Problem) and reading:
        raise InvalidInput("data", data, f"is made already: {', '.join(reading)} cannot be given with it")
    batch = 1
    if isinstance(data, MinibatchProblem):
        data, batch = data.problem, data.batch
    if isinstance(data, LogisticProblem | LeastSquaresProblem | SoftmaxProblem):
        loss = {LogisticProblem: "logistic", SoftmaxProblem: "softmax"}.get(type(data), "least_squares")
        targets = data.targets if isinstance(data, LeastSquaresProblem) else data.labels
        pairs = [(to_float(X), to_float(np.asarray(y))) for X, y in zip(data.features, targets, strict=True)]
        data, reading = pairs, {"l2": float(data.l2), "loss": loss, "batch": batch}
    elif isinstance(data, LinearProblem):
        raise InvalidInput("data", data, "has no loss to plan for", "give data, or a problem of quadratic, logistic or softmax clients")
    elif isinstance(data, Problem):
        parts = jet_locals(data)
        if batch > 1:
            raise InvalidInput("data", data, "is a minibatch of a problem without data", "divide its noise by the batch instead")
        return Federation(jets=parts, problem=data), to_float(data.optimum)
    if not isinstance(data, Clients):
        given = reading.get("l2") is not None
        data = read_clients(data, **(reading if given else reading | {"l2": 1.0}))
        data = data if given else replace(data, l2=1 / data.num_samples)  # a prior of unit strength
    return Federation(data), None
