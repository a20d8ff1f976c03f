"""The steps of a plan: the clients at the optimum, a first reading of a whole grid, a second one of what looks best, and a choice."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array
from symfed.planning.choose import Goal, options, rank
from symfed.planning.descent import Descent, descend
from symfed.planning.grid import Grid
from symfed.planning.law import EstimateLaw
from symfed.planning.methods import PlannedMethod
from symfed.planning.passes import Federation, Tally, Work, fold
from symfed.planning.predict import Closure, RunState, assembled
from symfed.planning.progress import STAGES, Report
from symfed.planning.reading import PlanSetting, Prediction, Reading, doubtful
from symfed.planning.rounds import Modes, geometric
from symfed.planning.summary import GradientAt, Summary, summarise
from symfed.planning.waves import Waves, circle, extra_spread
from symfed.workers import Workers

_LOCAL_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
_COARSE_STEPS = (1, 3, 10, 30, 100)
_STEP_SIZES, _COARSE_SIZES = 22, 10  # halvings of gamma by two and by one: down to a thousandth of the largest
_FINE, _ROUGH = 1e-6, 1e-3  # relative error of the first reading's sums; it has to choose, and to be corrected
_LARGE = 150  # parameters, beyond which the grid is coarse
_CHEAP = 3e10  # multiplications, hence some seconds: second readings are repeated and made of several candidates
_OVERHEAD = 1e6  # what Python does for each client takes as long
_FINALISTS = 6  # of each method, where they are cheap


@dataclass
class Study:
    """What was found: the summary, the readings of all candidates, and what each method can do for the goal, best first."""

    summary: Summary
    setting: PlanSetting
    goal: Goal
    methods: Sequence[PlannedMethod]
    readings: list[Reading]
    best: dict[str, list[Prediction]]
    largest_step: float

    def reading(self, prediction: Prediction) -> Reading:
        """The reading that a prediction comes from."""
        return next(r for r in self.readings if _key(r) == (prediction.method, prediction.gamma, prediction.H))

    def stationary(self) -> list[Prediction]:
        """The stationary law of every candidate, last iterate: the grid of predictions."""
        return [reading.predicted(self.setting, math.inf, 1) for reading in self.readings]


def study(
    federation: Federation,
    goal: Goal,
    methods: Sequence[PlannedMethod],
    start: Array,
    optimum: Array | None,
    pool: Workers | None = None,
    report: Report | None = None,
    local_steps: Sequence[int] | None = None,
) -> Study:
    """All steps, in four or so passes over the clients beyond those that find the optimum. start (P,): where the runs begin.

    Without data displacements are all there is: then `optimum` is theta*, and nothing needs to be found.
    """
    folded = _folding(federation, pool, report)
    summary = summarise(federation, start, optimum, folded(STAGES[0]))
    batch = federation.clients.batch if federation.clients is not None else 1
    scale = float(np.linalg.norm(summary.optimum))
    setting = PlanSetting(
        _descent(federation, summary, start, folded(STAGES[1])),
        batch,
        summary.L,
        summary.hessian_heterogeneity,
        summary.hessian,
        scale,
    )
    top = min(1 / summary.L_client, summary.step_limit / 2)
    grid = _grid(federation, summary, goal, methods, top, batch, folded(STAGES[2]), local_steps)
    readings: list[Reading] = []
    near: list[Prediction] = []
    can: list[Prediction] = []
    budgeted = goal.rounds is not None or goal.gradients is not None
    for one in _readings(grid, methods, top, setting):
        can += options(one, goal, setting)
        if goal.accuracy is not None and budgeted:  # what comes nearest where the accuracy is out of reach
            near += options(one, replace(goal, accuracy=None), setting)
        readings.append(replace(one, first=None))  # its law is as large as several Hessians
        if report:
            report(STAGES[3], len(readings), len(grid.points) * len(methods))
    chosen = _finalists(readings, can, near, goal, setting, methods, _cost(federation))
    chosen = [replace(one, first=grid.law(one.method, one.gamma, one.H)) for one in chosen]
    refined = _second(federation, summary, chosen, folded(STAGES[4]))
    readings = [refined.get(_key(one), one) for one in readings]
    unstable = {_key(one) for one in chosen} - set(refined)
    readings = [doubtful(one, list(refined.values()), setting) for one in readings if _key(one) not in unstable]
    best = {}
    for method in methods:
        own = [r for r in readings if r.method is method and r.second is not None]
        found = rank([p for r in own for p in options(r, goal, setting)], goal, scale)
        best[method.name] = found or _nearest(own, goal, setting)
    return Study(summary, setting, goal, methods, readings, best, top)


def _descent(federation: Federation, summary: Summary, start: Array, folded: Callable[[Array, Work], Tally]) -> Descent:
    def gradient(error: Array) -> Array:
        away = error if federation.jets is not None else None
        found: Array = folded(summary.optimum + error, GradientAt(away)).sums["gradient"]
        return found

    return descend(start - summary.optimum, summary.hessian, gradient, summary.mu)


def _folding(federation: Federation, pool: Workers | None, report: Report | None) -> Callable[[str], Callable[[Array, Work], Tally]]:
    def named(stage: str) -> Callable[[Array, Work], Tally]:
        heard = None if report is None else lambda done: report(stage, done, federation.num_clients)
        return lambda theta, work: fold(federation, theta, work, pool, heard)

    return named


def _key(reading: Reading) -> tuple[str, float, int]:
    return reading.method.name, reading.gamma, reading.H


def _grid(
    federation: Federation, summary: Summary, goal: Goal, methods: Sequence[PlannedMethod], top: float, batch: int,
    folded: Callable[[Array, Work], Tally], local_steps: Sequence[int] | None,
) -> Grid:  # fmt: skip
    large = federation.num_parameters > _LARGE
    steps = local_steps or (_COARSE_STEPS if large else _LOCAL_STEPS)
    paid = [H for H in steps if goal.gradients is None or H * batch <= goal.gradients]
    if not paid:
        raise InvalidInput("gradients", goal.gradients, f"do not pay for a round of {min(steps)} steps with batches of {batch}")
    fine = [top / 2 ** (k // 2) / math.sqrt(2) ** (k % 2) for k in range(_STEP_SIZES)]
    sizes = [top / 2**k for k in range(_COARSE_SIZES)] if large else fine
    points = [(gamma, H) for H in paid for gamma in sizes]
    grid = Grid(methods, points, summary.mu_client, summary.L_client, summary.hessian, summary.leading, _ROUGH if large else _FINE)
    grid.sums = folded(summary.optimum, grid.work).sums
    return grid


def _readings(grid: Grid, methods: Sequence[PlannedMethod], top: float, setting: PlanSetting) -> Iterator[Reading]:
    """The first reading of every candidate, each with its law."""
    for gamma, H in grid.points:
        for method in methods:
            if gamma * max(method.multiples) <= top:
                law = grid.law(method, gamma, H)
                yield Reading(method, gamma, H, law.moments(setting.descent, math.inf, 1), law)


def _cost(federation: Federation) -> float:
    """Multiplications of one second reading of one run."""
    P, K = federation.num_parameters, 1 if federation.loss is None else federation.loss.outputs
    return 4 * federation.num_samples * (P * P if K == 1 else P * P / 2) + federation.num_clients * (40 * P**3 + _OVERHEAD)


def _finalists(
    readings: list[Reading],
    can: list[Prediction],
    near: list[Prediction],
    goal: Goal,
    setting: PlanSetting,
    methods: Sequence[PlannedMethod],
    cost: float,
) -> list[Reading]:
    """The candidates that look best at the first reading: as many of each method as can be afforded, one at least."""
    runs = sum(len(method.multiples) for method in methods)
    many = int(min(max(_CHEAP / (cost * runs), 1), _FINALISTS))
    by_key = {_key(reading): reading for reading in readings}
    chosen = []
    for method in methods:
        own = [reading for reading in readings if reading.method is method]
        found = rank([one for one in can if one.method == method.name], goal, setting.scale)
        found = found or rank([one for one in near if one.method == method.name], replace(goal, accuracy=None), setting.scale)
        found = found or _nearest(own, goal, setting)
        chosen += [by_key[key] for key in list(dict.fromkeys((one.method, one.gamma, one.H) for one in found))[:many]]
    return chosen


def _nearest(readings: list[Reading], goal: Goal, setting: PlanSetting) -> list[Prediction]:
    """Where the accuracy is out of reach: the smallest errors within the budget, or those of the stationary laws."""
    if (goal.rounds is None and goal.gradients is None) or any(r.first is None for r in readings):
        found = [r.predicted(setting, math.inf, 1) for r in readings]
    else:
        found = [one for r in readings for one in options(r, replace(goal, accuracy=None), setting)]
    return rank(found, replace(goal, accuracy=None), setting.scale)


def _second(
    federation: Federation, summary: Summary, chosen: list[Reading], folded: Callable[[Array, Work], Tally]
) -> dict[tuple[str, float, int], Reading]:
    """The candidates with their second reading; those that it finds unstable are left out."""
    runs = sum(len(r.method.multiples) for r in chosen)
    cheap = _cost(federation) * runs <= _CHEAP
    laws = [reading.first for reading in chosen if reading.first is not None]
    states = [_states(reading, law) for reading, law in zip(chosen, laws, strict=True)]
    for _ in range(2 if cheap else 1):
        work = Closure([(reading.method, own) for reading, own in zip(chosen, states, strict=True)], 2 if cheap else 1)
        sums = folded(summary.optimum, work).sums
        for number, reading in enumerate(chosen):
            gammas = [reading.gamma * k for k in reading.method.multiples]
            named = lambda name, number=number, sums=sums: sums[f"{number}.{name}"]  # noqa: E731
            slopes = [Modes.of(named(f"{r}.slope")) for r in range(len(gammas))]
            law = laws[number] = assembled(reading.method, gammas, reading.H, named, slopes, summary.hessian, summary.L_client)
            for r, state in enumerate(states[number]):
                state.mean, state.covariance, state.noise = law.runs[r].mean, law.covariance(r), slopes[r].back(law.noise[r, r])
    extras = _extras(summary, chosen, states, laws, folded) if cheap else {}
    return {
        _key(r): replace(r, second=law, extra=extras.get(k)) for k, (r, law) in enumerate(zip(chosen, laws, strict=True)) if _sound(law)
    }


def _extras(
    summary: Summary, chosen: list[Reading], states: list[list[RunState]], laws: list[EstimateLaw], folded: Callable[[Array, Work], Tally]
) -> dict[int, float]:
    """What the laws with control variates leave out, by the candidate's number."""
    numbers = [k for k, r in enumerate(chosen) if r.method.corrected and _sound(laws[k])]
    nodes = [circle(states[k][0], summary.mu_client, summary.L_client) for k in numbers]
    sums = folded(summary.optimum, Waves([(chosen[k].method, states[k]) for k in numbers], 2, nodes)).sums
    return {k: extra_spread(laws[k], nodes[n], sums[f"{n}.kernels"], sums[f"{n}.sources"]) for n, k in enumerate(numbers)}


def _states(reading: Reading, law: EstimateLaw) -> list[RunState]:
    zero = np.zeros_like(law.hessian)
    return [
        RunState(reading.gamma * k, reading.H, law.runs[r].mean, law.covariance(r), zero) for r, k in enumerate(reading.method.multiples)
    ]


def _sound(law: EstimateLaw) -> bool:
    return all(np.isfinite(run.mean).all() and 0 < run.modes.values.min() and run.modes.values.max() < 2 for run in law.runs)


def predict_one(
    federation: Federation, found: Study, method: PlannedMethod, gamma: float, H: int, rounds: float, last: float
) -> Prediction:
    """Both readings of one candidate. Raises InvalidInput where there is no stationary law."""
    summary, folded = found.summary, _folding(federation, None, None)
    with np.errstate(over="ignore"):
        grown = geometric(np.array(gamma * max(method.multiples) * summary.L_client), H) ** 2
    if not np.isfinite(grown):
        raise InvalidInput(
            "gamma", gamma, f"lets iterates grow without bound; the largest step that a plan tries is {found.largest_step:.4g}"
        )
    grid = Grid([method], [(gamma, H)], summary.mu_client, summary.L_client, summary.hessian, summary.leading, _FINE)
    grid.sums = folded("")(summary.optimum, grid.work).sums
    law = grid.law(method, gamma, H)
    reading = Reading(method, gamma, H, law.moments(found.setting.descent, math.inf, 1), law)
    refined = _second(federation, summary, [reading], folded("")) if _sound(law) else {}
    if not refined:
        raise InvalidInput("gamma", gamma, f"leaves no stationary law; the largest step that a plan tries is {found.largest_step:.4g}")
    return next(iter(refined.values())).predicted(found.setting, rounds, last)
