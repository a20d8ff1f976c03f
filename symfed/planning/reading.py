"""Predictions of a candidate from its law at both readings, with error estimates.

The second reading corrects the first; the whole correction is the estimate of the remaining error. Without a second reading, the
correction of the nearest candidate is scaled by its order in gamma.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array
from symfed.planning.descent import Descent
from symfed.planning.law import EstimateLaw, EstimateMoments
from symfed.planning.methods import PlannedMethod
from symfed.planning.summary import Summary
from symfed.planning.transient import NoiseOnWay

_TINY = float(np.finfo(float).tiny)
_FLOATS = 1e-13  # relative to the parameters: some hundred roundings of the runs themselves
_ROUNDED = 1e-6  # relative, of exact laws: sums over many rounds by nodes, and rates too close to be distinguished


@dataclass(frozen=True)
class Prediction:
    """The predicted error of a method at gamma and H.

    rounds: the number, infinite for the stationary law; last: the number of last iterates that are averaged. gradients: single samples
    per client. bias: distance of the stationary mean from theta*; left: the remaining effect of the start; spread: root of the trace of the
    covariance. error: root of E|estimate - theta*|², between low and high unless the error estimate is too small; excess_loss: E f - f*,
    with loss_low and loss_high. refined: True after a second reading. exact: True if the prediction is exact up to rounding.
    """

    method: str
    gamma: float
    H: int
    rounds: float
    last: float
    gradients: float
    bias: float
    left: float
    spread: float
    error: float
    low: float
    high: float
    excess_loss: float
    loss_low: float
    loss_high: float
    refined: bool
    exact: bool = False

    @property
    def key(self) -> tuple[str, float, int]:
        """(method, gamma, H)."""
        return self.method, self.gamma, self.H

    def measured(self, measure: str, scale: float) -> tuple[float, float, float]:
        """(predicted, low, high) in a measure; scale: |theta*|."""
        if measure == "loss":
            return self.excess_loss, self.loss_low, self.loss_high
        by = scale if measure == "relative" else 1.0
        return self.error / by, self.low / by, self.high / by

    def __str__(self) -> str:
        runs = "after many rounds" if math.isinf(self.rounds) else f"{self.rounds:.0f} rounds"
        runs += "" if self.last == 1 else f", the mean of the last {self.last:.0f} iterates"
        return (
            f"{self.method}, gamma = {self.gamma:.3g}, H = {self.H}, {runs}: error {self.error:.3g} ({self.low:.3g} to {self.high:.3g}), "
            f"bias {self.bias:.3g}, left of the start {self.left:.3g}, spread {self.spread:.3g}"
        )

    def as_dict(self) -> dict[str, Any]:
        """A dict for JSON; an infinite number of rounds is null."""
        return {name: None if isinstance(value, float) and not math.isfinite(value) else value for name, value in asdict(self).items()}


@dataclass(frozen=True)
class PlanSetting:
    """The setting of all candidates: the clients at the optimum, the descent of the mean from the start, and the batch."""

    summary: Summary
    descent: Descent
    batch: int

    @property
    def scale(self) -> float:
        """|theta*|."""
        return float(np.linalg.norm(self.summary.optimum))

    @property
    def rounding(self) -> float:
        """The accuracy of float64 runs: the smallest meaningful distance from theta*."""
        return _FLOATS * (self.scale + self.summary.start_distance)

    def neglected(self, pace: float) -> float:
        """The approximate relative error of the spread under control variates: (gamma H (A_c - A))²."""
        return min(pace**2 * self.summary.L**2 * self.summary.hessian_heterogeneity, 1.0)

    def doubt_of_start(self, law: EstimateLaw, found: EstimateMoments, rounds: float) -> float:
        """The error of the remaining effect of the start: from rounds that differ from the flow, and control variates still learning."""
        if math.isinf(rounds):
            return 0.0
        learning = max(run.learning for run in law.runs)
        left, begin = float(np.linalg.norm(found.transient)), self.summary.start_distance
        late = learning**rounds * (sum(float(np.linalg.norm(run.memory)) for run in law.runs) + begin) if learning else 0.0
        share = self.of_a_round(law) if self.descent.end > 0 else 0.0
        # a relative error of the rate of descent accumulates over the time of the descent
        late += left * min((share + self.descent.bent) * (1 + math.log1p(begin / max(left, _TINY))), 1.0)
        # and the drift of clients before the losses are nearly quadratic has a relative error that decays round by round
        for weight, run in zip(law.weights, law.runs, strict=True):
            kept = float(np.abs(1 - run.modes.values).max()) ** (rounds - 1)
            late += share * abs(weight) * float(np.linalg.norm(run.mean)) * kept
        return late

    def of_a_round(self, law: EstimateLaw) -> float:
        """The relative change gamma H L within a round, one at most."""
        return min(max(run.pace for run in law.runs) * self.summary.L, 1.0)


@dataclass
class Reading:
    """A candidate: `settled`, stationary at the first reading; its laws at both readings, if they are stored.

    extra: the part of the spread of a single iterate that the law neglects, if that is known. on_way: the noise of a run that
    is not yet stationary, if the law does not have it. doubt: relative errors of the bias and of the spread, without a second reading.
    """

    method: PlannedMethod
    gamma: float
    H: int
    settled: EstimateMoments
    first: EstimateLaw | None = None
    second: EstimateLaw | None = None
    extra: float | None = None
    on_way: NoiseOnWay | None = None
    doubt: tuple[float, float] = (0.0, 0.0)

    @property
    def gammas(self) -> list[float]:
        """The step sizes of its runs."""
        return [self.gamma * k for k in self.method.multiples]

    @property
    def key(self) -> tuple[str, float, int]:
        """(method, gamma, H), as of its predictions."""
        return self.method.name, self.gamma, self.H

    def predicted(self, setting: PlanSetting, rounds: float, last: float, loss: bool = True) -> Prediction:
        """The prediction for the mean of the last `last` of `rounds` iterates; only the stationary one if no law is stored.

        loss: True to compute the excess loss; otherwise its fields are meaningless.
        """
        law, summary = self.second or self.first, setting.summary
        if law is None and not (math.isinf(rounds) and last == 1):
            raise InvalidInput("rounds", rounds, "is not predicted for a candidate that was not refined", "ask `predict`")
        found = self.settled if law is None else law.moments(setting.descent, rounds, last, loss)
        bias, single = (found.mean, found) if law is None else (law.mean, law.moments(setting.descent, math.inf, 1, loss))
        exact = law is not None and law.exact(rounds, last)
        away, wider = self._error_estimate(setting, found, rounds, last, loss)
        if self.method.corrected and not exact:  # the neglected part of the spread enters an average once
            share = setting.neglected(self.gamma * self.H) if self.extra is None else self.extra / max(single.spreads[0], _TINY)
            more = share * single.spreads / last
            wider = wider + abs(more)
            found = found if self.extra is None else found.wider(more)
        if self.on_way is not None and law is not None and not exact:
            more = np.array([self.on_way.spread(law, rounds, last, False), self.on_way.spread(law, rounds, last, True) if loss else 0.0])
            found, wider = found.wider(more), wider + abs(more)
        away += setting.rounding
        size, lost = float(np.linalg.norm(found.mean)), math.sqrt(float(found.mean @ summary.hessian @ found.mean) / 2)
        distance = _squared_interval(size, found.spreads[0], away, wider[0])
        # the root of the loss has the slope sqrt(L/2) in the mean
        excess = _squared_interval(lost, found.spreads[1], math.sqrt(summary.L / 2) * away, wider[1])
        return Prediction(
            method=self.method.name, gamma=self.gamma, H=self.H, rounds=rounds, last=last,
            gradients=rounds * self.H * setting.batch * len(self.method.multiples),
            bias=float(np.linalg.norm(bias)), left=float(np.linalg.norm(found.transient)), spread=math.sqrt(max(found.spreads[0], 0.0)),
            error=math.sqrt(distance[0]), low=math.sqrt(distance[1]), high=math.sqrt(distance[2]),
            excess_loss=excess[0], loss_low=excess[1], loss_high=excess[2], refined=self.second is not None, exact=exact,
        )  # fmt: skip

    def _error_estimate(self, setting: PlanSetting, found: EstimateMoments, rounds: float, last: float, loss: bool) -> tuple[float, Array]:
        """The error of the mean, a length, and those of the spreads (2,)."""
        law, size = self.second or self.first, float(np.linalg.norm(found.mean))
        if law is not None and law.exact(rounds, last):
            return _ROUNDED * size, _ROUNDED * found.spreads
        start = 0.0 if law is None else setting.doubt_of_start(law, found, rounds)
        if self.second is None or self.first is None:
            moved, noisier = self.doubt
            return moved * size + start, noisier * found.spreads
        before = self.first.moments(setting.descent, rounds, last, loss)
        share = setting.of_a_round(self.second)
        changes = [self._spread_change(rounds, last, wanted, share) if wanted in (False, loss) else 0.0 for wanted in (False, True)]
        return float(np.linalg.norm(found.mean - before.mean)) + start, np.array(changes)

    def _spread_change(self, rounds: float, last: float, loss: bool, share: float) -> float:
        """The change of the spread by the second reading.

        Pairs of runs cancel in an estimate, and their errors need not: noise replaced by that at the mean over a round has an error of
        gamma H L times its change.
        """
        assert self.first is not None
        assert self.second is not None
        changed = self.second.spreads(rounds, last, loss) - self.first.spreads(rounds, last, loss)
        return float(abs(changed.sum()) + (share * np.abs(changed).sum() if len(changed) > 1 else 0.0))


def _squared_interval(mean: float, spread: float, away: float, wider: float) -> tuple[float, float, float]:
    """mean² + spread, with a lower and an upper bound."""
    least, most = max(mean - away, 0.0), mean + away  # products, which become infinite where powers of floats raise
    return float(mean * mean + spread), float(least * least + max(spread - wider, 0)), float(most * most + spread + wider)


def with_error_estimate(reading: Reading, anchors: list[Reading], setting: PlanSetting) -> Reading:
    """A reading that was not refined, with the error estimate of the nearest refined candidate of its method, scaled by its order.

    A correction of the bias is relative to it of order gamma H, one of the spread of order gamma.
    """
    own = [a for a in anchors if a.method is reading.method and a.second is not None]
    if not own:
        return reading
    near = min(own, key=lambda a: abs(math.log(a.gamma / reading.gamma)) + abs(math.log(a.H / reading.H)))
    assert near.second is not None
    before, after = near.settled, near.second.moments(setting.descent, math.inf, 1)
    moved = float(np.linalg.norm(after.mean - before.mean)) / max(float(np.linalg.norm(before.mean)), _TINY)
    noisier = abs(after.spreads[0] - before.spreads[0]) / max(before.spreads[0], _TINY)
    longer, larger = reading.gamma * reading.H / (near.gamma * near.H), reading.gamma / near.gamma
    return replace(reading, doubt=(moved * longer, noisier * larger))
