"""The steps of a plan: the clients at the optimum, a first reading of a whole grid, a second one of the best candidates, and a choice."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array
from symfed.planning.choose import Goal, goal_predictions, ranked_predictions
from symfed.planning.descent import descend
from symfed.planning.grid import Grid
from symfed.planning.methods import PlannedMethod
from symfed.planning.passes import Federation, fold
from symfed.planning.progress import STAGES, Report
from symfed.planning.reading import PlanSetting, Prediction, Reading, with_error_estimate
from symfed.planning.refine import CHEAP, is_stationary, reading_cost, second_readings
from symfed.planning.rounds import geometric
from symfed.planning.summary import Fold, Summary, mean_gradient, summarise
from symfed.workers import Workers

_LOCAL_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
_COARSE_STEPS = (1, 3, 10, 30, 100)
_STEP_SIZES, _COARSE_SIZES = 22, 10  # halvings of gamma by two and by one: down to a thousandth of the largest
_FINE, _ROUGH = 1e-6, 1e-3  # relative error of the first reading's sums; it selects candidates, and is corrected
_LARGE = 150  # parameters, above which the grid is coarse
_FINALISTS = 6  # of each method, if they are cheap


@dataclass
class Study:
    """The result of `study`: the setting, the readings of all candidates, and the best prediction for the goal of every method with one."""

    setting: PlanSetting
    readings: list[Reading]
    best: dict[str, Prediction]
    largest_step: float

    def reading(self, prediction: Prediction) -> Reading:
        """The reading behind a prediction."""
        return next(r for r in self.readings if r.key == prediction.key)


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
    """All steps, in about four passes over the clients besides those that find the optimum. start (P,): the start of the runs.

    Clients without data are given by displacements: then `optimum` is theta*, and need not be found.
    """
    folded = _fold_by_stage(federation, pool, report)
    summary = summarise(federation, start, optimum, folded(STAGES[0]))
    batch = federation.clients.batch if federation.clients is not None else 1
    slope = partial(mean_gradient, federation, folded(STAGES[1]), summary.optimum)
    setting = PlanSetting(summary, descend(start - summary.optimum, summary.hessian, slope, summary.mu), batch)
    top = min(1 / summary.L_client, summary.step_limit / 2)
    grid = _grid(federation, summary, goal, methods, top, batch, folded(STAGES[2]), local_steps)
    readings: list[Reading] = []
    near: list[Prediction] = []
    can: list[Prediction] = []
    budgeted = goal.rounds is not None or goal.gradients is not None
    tried = [(method, *point) for point in grid.points for method in methods if point[0] * max(method.multiples) <= top]
    for candidate in tried:
        one = _first_reading(grid, *candidate, setting)
        can += goal_predictions(one, goal, setting)
        if goal.accuracy is not None and budgeted:  # the nearest candidates if the accuracy is out of reach
            near += goal_predictions(one, goal.budget, setting)
        readings.append(replace(one, first=None))  # to free memory: its law is as large as several Hessians
        if report:
            report(STAGES[3], len(readings), len(tried))
    chosen = _finalists(readings, can, near, goal, setting, methods, reading_cost(federation))
    chosen = [replace(one, first=grid.law(one.method, one.gamma, one.H)) for one in chosen]
    refined = second_readings(federation, setting, chosen, folded(STAGES[4]))
    unstable = {one.key for one in chosen} - set(refined)
    readings = [refined.get(one.key, one) for one in readings if one.key not in unstable]
    readings = [with_error_estimate(one, list(refined.values()), setting) for one in readings]
    best: dict[str, Prediction] = {}
    for method in methods:
        own = [r for r in readings if r.method is method and r.second is not None]
        found = ranked_predictions([p for r in own for p in goal_predictions(r, goal, setting)], goal, setting.scale)
        if found := found or _nearest_predictions(own, goal, setting):
            best[method.name] = found[0]
    return Study(setting, readings, best, top)


def _fold_by_stage(federation: Federation, pool: Workers | None, report: Report | None) -> Callable[[str], Fold]:
    def named(stage: str) -> Fold:
        heard = None if report is None else lambda done: report(stage, done, federation.num_clients)
        return lambda theta, work: fold(federation, theta, work, pool, heard)

    return named


def _grid(
    federation: Federation, summary: Summary, goal: Goal, methods: Sequence[PlannedMethod], top: float, batch: int, folded: Fold,
    local_steps: Sequence[int] | None,
) -> Grid:  # fmt: skip
    large = federation.num_parameters > _LARGE
    steps = local_steps or (_COARSE_STEPS if large else _LOCAL_STEPS)
    paid = [H for H in steps if goal.gradients is None or H * batch <= goal.gradients]
    if not paid:
        raise InvalidInput("gradients", goal.gradients, f"do not pay for a round of {min(steps)} steps with batches of {batch}")
    fine = [top / 2 ** (k // 2) / math.sqrt(2) ** (k % 2) for k in range(_STEP_SIZES)]
    sizes = [top / 2**k for k in range(_COARSE_SIZES)] if large else fine
    grid = Grid(methods, [(gamma, H) for H in paid for gamma in sizes], summary, _ROUGH if large else _FINE)
    grid.sums = folded(summary.optimum, grid.work).sums
    return grid


def _first_reading(grid: Grid, method: PlannedMethod, gamma: float, H: int, setting: PlanSetting) -> Reading:
    law = grid.law(method, gamma, H)
    return Reading(method, gamma, H, law.moments(setting.descent, math.inf, 1), law)


def _finalists(
    readings: list[Reading], can: list[Prediction], near: list[Prediction], goal: Goal, setting: PlanSetting,
    methods: Sequence[PlannedMethod], cost: float,
) -> list[Reading]:  # fmt: skip
    """The best candidates at the first reading: as many of each method as are affordable, one at least."""
    runs = sum(len(method.multiples) for method in methods)
    many = int(min(max(CHEAP / (cost * runs), 1), _FINALISTS))
    by_key = {reading.key: reading for reading in readings}
    chosen = []
    for method in methods:
        own = [reading for reading in readings if reading.method is method]
        found = ranked_predictions([one for one in can if one.method == method.name], goal, setting.scale)
        found = found or ranked_predictions([one for one in near if one.method == method.name], goal.budget, setting.scale)
        found = found or _nearest_predictions(own, goal, setting)
        chosen += [by_key[key] for key in list(dict.fromkeys(one.key for one in found))[:many]]
    return chosen


def _nearest_predictions(readings: list[Reading], goal: Goal, setting: PlanSetting) -> list[Prediction]:
    """The predictions if the accuracy is out of reach: the smallest errors within the budget, or those of the stationary laws."""
    if (goal.rounds is None and goal.gradients is None) or any(r.first is None for r in readings):
        found = [r.predicted(setting, math.inf, 1) for r in readings]
    else:
        found = [one for r in readings for one in goal_predictions(r, goal.budget, setting)]
    return ranked_predictions(found, goal.budget, setting.scale)


def predict_one(
    federation: Federation, found: Study, method: PlannedMethod, gamma: float, H: int, rounds: float, last: float
) -> Prediction:
    """The prediction of one candidate after both readings. Raises InvalidInput if there is no stationary law."""
    setting, folded = found.setting, partial(fold, federation)
    summary, largest = setting.summary, f"the largest step that a plan tries is {found.largest_step:.4g}"
    with np.errstate(over="ignore"):
        grown = geometric(np.array(gamma * max(method.multiples) * summary.L_client), H) ** 2
    if not np.isfinite(grown):
        raise InvalidInput("gamma", gamma, f"lets iterates grow without bound; {largest}")
    grid = Grid([method], [(gamma, H)], summary, _FINE)
    grid.sums = folded(summary.optimum, grid.work).sums
    reading = _first_reading(grid, method, gamma, H, setting)
    refined = second_readings(federation, setting, [reading], folded) if reading.first and is_stationary(reading.first) else {}
    if not refined:
        raise InvalidInput("gamma", gamma, f"leaves no stationary law; {largest}")
    return refined[reading.key].predicted(setting, rounds, last)
