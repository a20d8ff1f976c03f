"""The first reading of every candidate at once, from one pass: functions of a client's Hessian are combinations of a few of them.

Each step size and number of local steps needs sums over clients of f(A_c) and of products f(A_c) C_c f(A_c). On the interval of the
eigenvalues, the functions of a whole grid span few dimensions to working accuracy. The pass adds up those few, at pivots chosen
by a rank-revealing factorisation; all others follow. The memory does not grow with the number of clients.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import scipy.linalg

from symfed.models.arrays import Array
from symfed.planning.law import EstimateLaw
from symfed.planning.local import Local
from symfed.planning.methods import PlannedMethod
from symfed.planning.passes import Tally
from symfed.planning.predict import assembled_law
from symfed.planning.rounds import Modes, geometric, joint_geometric, outer, weighted_sum
from symfed.planning.summary import Summary

_KEPT = 6  # decompositions in the cache, each as large as a Hessian
_LINE, _SQUARE = 60, 24  # points at which functions of one and of two eigenvalues are compared

Key = tuple[Any, ...]


def eigenvalue_function(key: Key, a: Array, b: Array | None = None) -> Array:
    """A function of eigenvalues by its name: ("slope", gamma, H), ("noise", gamma, other gamma, H) or ("corrected noise", gamma, H)."""
    if key[0] == "slope":
        return a * geometric(key[1] * a, key[2])
    assert b is not None
    if key[0] == "noise":
        return key[1] * key[2] * joint_geometric(key[1] * a, key[2] * b, key[3])
    gamma, H = key[1:]
    both = outer(geometric(gamma * a, H), geometric(gamma * b, H))
    return gamma**2 * joint_geometric(gamma * a, gamma * b, H) / both


@dataclass(frozen=True)
class Span:
    """Functions by name, as combinations of the pivots among them: coefficients (pivots, functions)."""

    pivots: list[Key]
    numbers: dict[Key, int]
    coefficients: Array

    @classmethod
    def of(cls, keys: Sequence[Key], low: float, high: float, accuracy: float) -> Span:
        """The span of the named functions on [low, high], or its square, to an accuracy relative to the maximum of each."""
        points = np.geomspace(low, high, _LINE if keys[0][0] == "slope" else _SQUARE)
        columns = np.stack([eigenvalue_function(key, points, points).ravel() for key in keys], axis=1)
        sizes = np.abs(columns).max(axis=0)
        sizes[sizes == 0] = 1.0  # an even number of steps of size 2/a has no effect on the curvature a
        scaled = columns / sizes
        _, triangle, order = scipy.linalg.qr(scaled, mode="economic", pivoting=True)
        rank = int((np.abs(np.diag(triangle)) > accuracy * abs(triangle[0, 0])).sum())
        chosen = sorted(order[:rank])
        coefficients = np.linalg.lstsq(scaled[:, chosen], scaled, rcond=None)[0] * sizes / sizes[chosen][:, None]
        return cls([keys[k] for k in chosen], {key: k for k, key in enumerate(keys)}, coefficients)

    def combined(self, key: Key, parts: Array) -> Array:
        """The value of the named function from those of the pivots, (pivots, ...)."""
        return np.tensordot(self.coefficients[:, self.numbers[key]], parts, axes=1)


@dataclass
class GridWork:
    """The work of a pass: the clients' contributions to the pivots, and to all vectors.

    runs: (gamma, H) of plain runs; corrected: of runs with control variates. spread (P, P): the leading covariance divided by gamma.
    """

    runs: list[tuple[float, int]]
    corrected: list[tuple[float, int]]
    slopes: Span | None
    noises: Span
    spread: Array

    def __call__(self, local: Local) -> Tally:
        found, weights = local.at(np.zeros(local.num_parameters)), local.weights
        w, bends = weights[:, None], local.bends(self.spread)
        values, vectors = modes = Modes.of(found.hessians)
        noises = modes.seen(found.noises) * (w**2)[..., None]
        sums = {"hessian": np.tensordot(weights, found.hessians, 1), "bend": weights @ bends}
        g, b = w * modes.seen(found.gradients[:, 0]), w * modes.seen(bends)
        gamma, H = np.array(self.runs or [(0.0, 1)]).T[:, :, None, None]  # all runs at once, along a further axis
        taken = geometric(gamma * values, H)
        gamma, H = np.array(self.corrected or [(0.0, 1)]).T[:, :, None, None]
        kept = gamma * H**2 / geometric(gamma * values, H)
        for name, f, v in (("drifts", taken, g), ("bends", taken, b), ("memories", kept, g)):
            sums[name] = np.tensordot(f * v, vectors, ((1, 2), (0, 2)))
        if self.slopes is not None:
            sums["slopes"] = np.stack([weighted_sum(vectors, w * eigenvalue_function(key, values), vectors) for key in self.slopes.pivots])
        sums["noises"] = np.stack(
            [weighted_sum(vectors, noises * eigenvalue_function(key, values, values), vectors) for key in self.noises.pivots]
        )
        return Tally(sums)


@dataclass
class Grid:
    """Laws of every method at every (gamma, H) of a grid, from one pass over the clients; each is computed on demand."""

    methods: Sequence[PlannedMethod]
    points: Sequence[tuple[float, int]]
    summary: Summary
    accuracy: float
    sums: dict[str, Array] = field(default_factory=dict)
    _modes: dict[Key, Modes] = field(default_factory=dict)

    @cached_property
    def work(self) -> GridWork:
        """The work to be done on every client in the pass."""
        plain = sorted({(k * g, H) for m in self.methods if not m.corrected for g, H in self.points for k in m.multiples})
        corrected = sorted({(g, H) for m in self.methods if m.corrected for g, H in self.points})
        noises: dict[Key, None] = {("noise", g, g, H): None for g, H in plain} | {("corrected noise", *one): None for one in corrected}
        for m in self.methods:
            if len(m.multiples) > 1 and m.shared:
                noises |= {
                    ("noise", k * g, j * g, H): None for g, H in self.points for r, k in enumerate(m.multiples) for j in m.multiples[:r]
                }
        slopes: list[Key] = [("slope", *one) for one in plain]
        high = self.summary.L_client
        span = (max(self.summary.mu_client, 1e-9 * high), high, self.accuracy)
        return GridWork(plain, corrected, Span.of(slopes, *span) if slopes else None, Span.of(list(noises), *span), self.summary.leading)

    def law(self, method: PlannedMethod, gamma: float, H: int) -> EstimateLaw:
        """The law of a method at a point of the grid."""
        gammas, work, hessian = [k * gamma for k in method.multiples], self.work, self.summary.hessian

        def part(kind: str, r: int, s: int = 0) -> Array:
            one = (gammas[r], H)
            if kind == "noise":
                key = ("corrected noise", *one) if method.corrected else ("noise", gammas[r], gammas[s], H)
                return work.noises.combined(key, self.sums["noises"])
            if method.corrected:
                memory = self.sums["memories"][work.corrected.index(one)]
                return {"slope": hessian, "drift": 0 * self.sums["bend"], "memory": memory}[kind]
            if kind == "slope" and work.slopes is not None:
                return work.slopes.combined(("slope", *one), self.sums["slopes"])
            return self.sums["drifts"][work.runs.index(one)]

        slopes = [self._slope(method, one, H, part("slope", r)) for r, one in enumerate(gammas)]
        law = assembled_law(method, gammas, H, part, slopes, hessian, self.summary.L_client)
        for r, run in enumerate(law.runs):  # the noise shifts the mean in proportion to its own size
            z = run.modes.values
            size = float(np.diag(law.noise[r, r]) @ (1 / (2 * z - z * z))) / (float(np.trace(self.summary.leading)) or 1.0)
            if method.corrected:
                bent = np.linalg.solve(hessian, self.sums["bend"])
            else:
                bent = gammas[r] * run.modes.back(run.modes.seen(self.sums["bends"][work.runs.index((gammas[r], H))]) / z)
            run.mean[:] = run.mean - size * bent
        return law

    def _slope(self, method: PlannedMethod, gamma: float, H: int, matrix: Array) -> Modes:
        """The modes of a run's slope; a few are cached, since consecutive candidates share them."""
        key = () if method.corrected else (gamma, H)
        if key not in self._modes:
            while len(self._modes) > _KEPT:
                del self._modes[next(iter(self._modes))]
            self._modes[key] = Modes.of(matrix)
        return self._modes[key]
