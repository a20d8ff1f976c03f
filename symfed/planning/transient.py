"""The noise of a round while runs are on their way, where it is not known without error: estimated at some moments of the descent.

Noise is met at several distances, from the start to where runs stay, with the spread that a run has by then. In between, its excess over
the stationary noise is a polynomial in the distance; on one mode of least squares it is one of degree two. All that this adds to the
spread is doubted.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from symfed.models.arrays import Array
from symfed.planning.descent import Descent
from symfed.planning.law import EstimateLaw
from symfed.planning.predict import RunState
from symfed.planning.rounds import geometric, joined, rounds_rule

LEVELS = (1.0, 0.5)  # of the distance at the start: where noise is met on the way
_GRID = 60  # numbers of rounds at which the distance is looked up
_GONE = 1e-3  # of the distance: nothing of the start is left


@dataclass
class Way:
    """Distances over rounds, relative to that at the start, and the numbers of rounds (J,) after which they are at the levels."""

    rounds: Array
    distances: Array
    nodes: Array

    @classmethod
    def of(cls, law: EstimateLaw, descent: Descent, levels: tuple[float, ...] = LEVELS) -> Way:
        """Of the slowest of the runs, in the norm of the mean loss."""

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
        out: Array = np.interp(np.log1p(rounds), np.log1p(self.rounds), self.distances, right=0.0)
        return out


def states_on_way(law: EstimateLaw, states: list[RunState], way: Way, descent: Descent) -> list[list[RunState]]:
    """For each node the states of the runs: mean error and covariance by then."""
    found = []
    for t in way.nodes:
        own = []
        for r, (run, state) in enumerate(zip(law.runs, states, strict=True)):
            z = run.modes.values
            spread = run.modes.back(law.noise[r, r] * geometric(joined(z, z), t)) if t else np.zeros_like(state.covariance)
            own.append(RunState(state.gamma, state.H, run.mean + run.left(descent, t, 1), spread, state.noise))
        found.append(own)
    return found


@dataclass
class NoiseOnWay:
    """The excess of a round's noise over the stationary one at each node, for pairs of runs, seen from the modes of the law's runs."""

    way: Way
    excess: list[dict[tuple[int, int], Array]]

    @classmethod
    def of(cls, law: EstimateLaw, way: Way, on_way: list[EstimateLaw]) -> NoiseOnWay:
        """From the laws that the clients make at the nodes."""
        excess = []
        for met in on_way:
            own = {}
            for r, s in law.noise:
                left, right = (law.runs[k].modes.vectors.T @ met.runs[k].modes.vectors for k in (r, s))
                own[r, s] = left @ met.noise[r, s] @ right.T - law.noise[r, s]
            excess.append(own)
        return cls(way, excess)

    def spread(self, law: EstimateLaw, rounds: float, last: float, loss: bool) -> float:
        """What it adds to the spread of the mean of the last `last` of `rounds` iterates."""
        if math.isinf(rounds):
            return 0.0
        before, shares = rounds_rule(rounds)  # of the end, the rounds whose noise is meant
        left = self.way.at(rounds - before)
        reach = [_reached(run.modes.values, before, last) for run in law.runs]
        total = 0.0
        for own, weights in zip(self.excess, _lagrange(left, LEVELS[: len(self.excess)]), strict=True):
            for (r, s), noise in own.items():
                middle = reach[r].T @ ((shares * weights)[:, None] * reach[s])
                share = (1 if r == s else 2) * law.weights[r] * law.weights[s]
                total += share * float((law.metric(r, s, loss) * noise * middle).sum())
        return total


def _reached(values: Array, before: Array, last: float) -> Array:
    """How far the noise of rounds (J,) before the end reaches an average, by modes, (J, P)."""
    late = np.minimum(before, last)[:, None]
    out: Array = np.abs(1 - values) ** np.maximum(before - last, 0)[:, None] * geometric(values, late) / last
    return out


def _lagrange(distances: Array, levels: tuple[float, ...]) -> list[Array]:
    """Polynomials in the distance that are one at one level and zero at the others, and at nothing."""
    found = []
    for level in levels:
        others = [0.0, *(other for other in levels if other != level)]
        found.append(np.prod([(distances - other) / (level - other) for other in others], axis=0))
    return found
