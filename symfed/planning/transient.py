"""The noise of a round before runs are stationary, if it is not known exactly: estimated at several points of the descent.

Noise is computed at several distances, from the start to the stationary point, with the spread of a run at that time. In between, its
excess over the stationary noise is interpolated by a polynomial in the distance; on one mode of least squares it is one of degree two.
The whole contribution to the spread counts as uncertain.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from symfed.models.arrays import Array
from symfed.planning.descent import Descent
from symfed.planning.law import EstimateLaw
from symfed.planning.predict import RunState
from symfed.planning.rounds import geometric, joint_decay, rounds_rule

LEVELS = (1.0, 0.5)  # of the distance at the start: where noise is computed
_GRID = 60  # numbers of rounds at which the distance is tabulated
_GONE = 1e-3  # of the distance: the start is forgotten


@dataclass
class Way:
    """Distances over rounds, relative to that at the start, and the numbers of rounds (J,) at which they reach the levels."""

    rounds: Array
    distances: Array
    nodes: Array

    @classmethod
    def of(cls, law: EstimateLaw, descent: Descent, levels: tuple[float, ...] = LEVELS) -> Way:
        """The distances of the slowest run, in the norm of the mean loss."""

        def distance(rounds: float) -> float:
            error = max((run.left(descent, rounds, 1) for run in law.runs), key=lambda e: float(e @ law.hessian @ e))
            return math.sqrt(max(float(error @ law.hessian @ error), 0.0))

        begin, end = distance(0), 1.0
        while end < 1e7 and distance(end) > _GONE * begin:
            end *= 4
        rounds = np.unique(np.round(np.concatenate([[0], np.geomspace(1, end, _GRID)])))
        distances = np.minimum.accumulate([distance(t) / begin if begin else 0.0 for t in rounds])
        return cls(rounds, distances, np.array([rounds[int(np.argmin(np.abs(distances - level)))] for level in levels]))

    def at(self, rounds: Array) -> Array:
        """The distances at any numbers of rounds."""
        return np.interp(np.log1p(rounds), np.log1p(self.rounds), self.distances, right=0.0)


def states_on_way(law: EstimateLaw, states: list[RunState], way: Way, descent: Descent) -> list[list[RunState]]:
    """For each node the states of the runs: mean error and covariance at that time."""
    found = []
    for t in way.nodes:
        own = []
        for r, (run, state) in enumerate(zip(law.runs, states, strict=True)):
            z = run.modes.values
            spread = run.modes.back(law.noise[r, r] * geometric(joint_decay(z, z), t)) if t else np.zeros_like(state.covariance)
            own.append(RunState(state.gamma, state.H, run.mean + run.left(descent, t, 1), spread, state.noise))
        found.append(own)
    return found


@dataclass
class NoiseOnWay:
    """The excess of a round's noise over the stationary one at each node, for pairs of runs, in the modes of the law's runs."""

    way: Way
    excess: list[dict[tuple[int, int], Array]]

    @classmethod
    def of(cls, law: EstimateLaw, way: Way, on_way: list[EstimateLaw]) -> NoiseOnWay:
        """The excess noise from the laws of the clients at the nodes."""
        excess = []
        for met in on_way:
            own = {}
            for r, s in law.noise:
                left, right = (law.runs[k].modes.vectors.T @ met.runs[k].modes.vectors for k in (r, s))
                own[r, s] = left @ met.noise[r, s] @ right.T - law.noise[r, s]
            excess.append(own)
        return cls(way, excess)

    def spread(self, law: EstimateLaw, rounds: float, last: float, loss: bool) -> float:
        """Its contribution to the spread of the mean of the last `last` of `rounds` iterates."""
        if math.isinf(rounds):
            return 0.0
        before, shares = rounds_rule(rounds)  # the rounds of the noise, counted from the end
        left = self.way.at(rounds - before)
        reach = [_average_weights(run.modes.values, before, last) for run in law.runs]
        total = 0.0
        for own, weights in zip(self.excess, _lagrange(left, LEVELS[: len(self.excess)]), strict=True):
            for (r, s), noise in own.items():
                middle = reach[r].T @ ((shares * weights)[:, None] * reach[s])
                share = (1 if r == s else 2) * law.weights[r] * law.weights[s]
                total += share * float((law.metric(r, s, loss) * noise * middle).sum())
        return total


def _average_weights(values: Array, before: Array, last: float) -> Array:
    """The weights of the noise of rounds (J,) before the end in an average, by modes, (J, P)."""
    late = np.minimum(before, last)[:, None]
    return np.abs(1 - values) ** np.maximum(before - last, 0)[:, None] * geometric(values, late) / last


def _lagrange(distances: Array, levels: tuple[float, ...]) -> list[Array]:
    """Polynomials in the distance that are one at one level and zero at the others, and at distance zero."""
    found = []
    for level in levels:
        others = [0.0, *(other for other in levels if other != level)]
        found.append(np.prod([(distances - other) / (level - other) for other in others], axis=0))
    return found
