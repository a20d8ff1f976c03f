"""Choose among predictions: the smallest error within a budget of rounds and gradients, or the fewest rounds for an accuracy.

Candidates are compared by the upper end of their predictions: of two similar ones, the more certain one is preferred.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from numbers import Real

from symfed.core.errors import InvalidInput
from symfed.planning.reading import PlanSetting, Prediction, Reading

MEASURES = {"distance": "distance to the optimum", "relative": "distance to the optimum, relative to its size", "loss": "excess loss"}
LONGEST = 10**7  # rounds: longer runs are not planned
_NEARLY = 1.1  # times the fewest rounds: as good as the fewest, if it takes fewer gradients


@dataclass(frozen=True)
class Goal:
    """The goal of a plan: an accuracy to reach, or the smallest error within a budget; both may be given.

    measure: of the error, "distance", the root of E|estimate - theta*|²; "relative", that over |theta*|; or "loss", E f - f*. rounds: of
    communication. gradients: of single samples, per client. average: the estimate is the mean of the last half of the iterates (True),
    the last iterate (False), or the better of them (None).
    """

    accuracy: float | None
    rounds: int | None
    gradients: int | None
    measure: str
    average: bool | None

    @property
    def budget(self) -> Goal:
        """The goal without its accuracy: the smallest error within the budget."""
        return replace(self, accuracy=None)

    def __post_init__(self) -> None:
        if self.measure not in MEASURES:
            raise InvalidInput("measure", self.measure, f"must be one of {', '.join(MEASURES)}")
        if self.accuracy is not None and not (isinstance(self.accuracy, Real) and 0 < self.accuracy < math.inf):
            raise InvalidInput("accuracy", self.accuracy, "must be a positive number")
        for name in ("rounds", "gradients"):
            check_whole(name, getattr(self, name))


def check_whole(name: str, value: object) -> None:
    """Raise InvalidInput unless the value is None or a positive integer, possibly as a float."""
    fine = isinstance(value, Real) and not isinstance(value, bool) and float(value) >= 1 and float(value).is_integer()
    if value is not None and not fine:
        raise InvalidInput(name, value, "must be a positive integer")


def goal_predictions(reading: Reading, goal: Goal, setting: PlanSetting) -> Iterator[Prediction]:
    """Yield the candidate's predictions for the goal: its error within the budget, or the fewest rounds that reach the accuracy."""
    each = reading.H * setting.batch * len(reading.method.multiples)
    paid = min(math.inf if goal.gradients is None else goal.gradients // each, goal.rounds or math.inf)
    if paid < 1:
        return
    for halved in [False, True] if goal.average is None else [goal.average]:
        at = lambda rounds, halved=halved: reading.predicted(  # noqa: E731
            setting, rounds, max(rounds // 2, 1) if halved else 1, goal.measure == "loss" or reading.second is not None
        )
        if goal.accuracy is None:
            yield at(paid)
        else:
            enough = lambda p, wanted=goal.accuracy: p.measured(goal.measure, setting.scale)[2] <= wanted  # noqa: E731
            found = _fewest_rounds(at, enough, min(paid, LONGEST))
            if found is not None:
                yield found


def _fewest_rounds(at: Callable[[float], Prediction], enough: Callable[[Prediction], bool], most: float) -> Prediction | None:
    """The prediction at the fewest sufficient rounds, to a percent; None if even the most are not sufficient."""
    best = at(most)
    if not enough(best):
        return None
    low, high = 0.0, most  # `low` is not sufficient
    while high - low > max(1, 0.01 * high):
        middle = round(math.sqrt(low * high)) if low >= 1 else max(high // 16, 1.0)
        if middle in (low, high):
            break
        tried = at(middle)
        low, high, best = (low, middle, tried) if enough(tried) else (middle, high, best)
    return best


def ranked_predictions(predictions: list[Prediction], goal: Goal, scale: float) -> list[Prediction]:
    """Sort predictions, best first: by error within a budget; for an accuracy by rounds, and by gradients among nearly the fewest."""
    if goal.accuracy is None:
        return sorted(predictions, key=lambda p: p.measured(goal.measure, scale)[2])
    by_rounds = sorted(predictions, key=lambda p: (p.rounds, p.gradients))
    nearly = [p for p in by_rounds if p.rounds <= _NEARLY * by_rounds[0].rounds]
    best = min(nearly, key=lambda p: p.gradients, default=None)
    return sorted(by_rounds, key=lambda p: p is not best)
