"""The law of an estimate from one run or several: its mean error and its spread after any number of rounds, last iterate or average.

Everything is computed from the eigenvalues of a round, so that a budget can be searched without another pass over the clients.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from symfed.models.arrays import Array
from symfed.planning.descent import Descent
from symfed.planning.rounds import Modes, geometric, joint_decay

_SHORT = 1e-4  # z n below it: the sum over rounds is its leading term, to a relative z n
_WINDOW = tuple((part + 1) / 2 if k == 0 else part / 2 for k, part in enumerate(np.polynomial.legendre.leggauss(8)))  # on [0, 1]


class EstimateMoments(NamedTuple):
    """The mean error of an estimate (P,), its part due to the start, and the spreads (2,): tr(M Cov) for M = Id and M = A/2."""

    mean: Array
    transient: Array
    spreads: Array

    def wider(self, more: Array) -> EstimateMoments:
        """With this added to the spreads, which stay at zero at least."""
        return self._replace(spreads=np.maximum(self.spreads + more, 0.0))


@dataclass(frozen=True)
class OneRun:
    """e -> (1 - gamma slope) e + ..., stationary about `mean` (P,); modes: those of gamma slope.

    memory (P,): the push of control variates while they learn; `learning`: the factor by which a round reduces their error. pace: gamma H,
    the time of a round.
    """

    modes: Modes
    mean: Array
    memory: Array
    pace: float
    learning: float = 0.0

    def left(self, descent: Descent, rounds: float, last: float) -> Array:
        """The mean over the last iterates of the remaining effects of start and memory, minus the missing part of the mean, (P,)."""
        z = self.modes.values
        kept = np.power(1 - z, rounds - last + 1) * geometric(z, last) / last
        pushed = kept * self.modes.seen(self.memory - self.mean)
        if descent.end == 0:
            return self.modes.back(pushed + kept * self.modes.seen(descent.start))
        middles, shares = (np.full(1, rounds), np.ones(1)) if last == 1 else _WINDOW
        when = middles if last == 1 else rounds + 0.5 - last * middles
        out, linear, end = np.zeros_like(z), self.modes.seen(descent.at(descent.end)), descent.end / self.pace
        for t, share in zip(when, shares, strict=True):
            out += share * (np.abs(1 - z) ** (t - end) * linear if t > end else self.modes.seen(descent.at(t * self.pace)))
        return self.modes.back(pushed + out)


@dataclass(frozen=True)
class EstimateLaw:
    """Runs with their weights in the estimate, and the noise that a round adds to each pair of them, in the modes of both.

    hessian (P, P): of the mean loss, for the excess loss of an error.
    """

    runs: list[OneRun]
    weights: tuple[int, ...]
    noise: dict[tuple[int, int], Array]
    hessian: Array
    _seen: dict[tuple[int, int, bool], Array] = field(default_factory=dict, repr=False, compare=False)

    def exact(self, rounds: float, last: float) -> bool:
        """True if the mean and the spread after so many rounds are exact up to rounding."""
        return False

    @property
    def mean(self) -> Array:
        """The stationary mean of the estimate, (P,)."""
        return np.tensordot(np.array(self.weights, dtype=float), np.stack([run.mean for run in self.runs]), axes=1)

    def moments(self, descent: Descent, rounds: float, last: float, loss: bool = True) -> EstimateMoments:
        """The moments of the mean of the last `last` of `rounds` iterates, from the start of `descent`; rounds may be infinite.

        loss: True to compute the spread in the loss, too, which takes all pairs of modes; otherwise it is zero.
        """
        mean, transient = np.zeros_like(descent.start), np.zeros_like(descent.start)
        for weight, run in zip(self.weights, self.runs, strict=True):
            left = 0 * mean if np.isinf(rounds) else weight * run.left(descent, rounds, last)
            mean, transient = mean + weight * run.mean + left, transient + left
        spreads = self.spread(rounds, last, False, descent), self.spread(rounds, last, True, descent) if loss else 0.0
        return EstimateMoments(mean, transient, np.maximum(spreads, 0.0))  # rounding may make them negative

    def spread(self, rounds: float, last: float, loss: bool = False, descent: Descent | None = None) -> float:
        """tr Cov of the estimate, or tr(A Cov)/2: the noise's part of E|error|², or of the expected excess loss.

        descent: the runs' start; for laws whose noise depends on the iterate.
        """
        return float(self.spreads(rounds, last, loss).sum())

    def spreads(self, rounds: float, last: float, loss: bool = False) -> Array:
        """Each pair of runs' contribution to the spread, for noise that does not depend on the iterate."""
        parts = []
        for (r, s), noise in self.noise.items():
            a, b = self.runs[r].modes.values, self.runs[s].modes.values
            if r == s and not loss:
                kept = float(np.diag(noise) @ over_rounds(a, a, a + a - a * a, rounds, last))
            else:
                kept = float((self.metric(r, s, loss) * noise * over_rounds(a[:, None], b[None], joint_decay(a, b), rounds, last)).sum())
            parts.append((1 if r == s else 2) * self.weights[r] * self.weights[s] * kept)
        return np.array(parts)

    def covariance(self, r: int = 0) -> Array:
        """The stationary covariance (P, P) of one run."""
        z = self.runs[r].modes.values
        return self.runs[r].modes.back(self.noise[r, r] / joint_decay(z, z))

    def metric(self, r: int, s: int, loss: bool) -> Array:
        """The identity, or half the Hessian, in the modes of two runs."""
        if (r, s, loss) not in self._seen:
            left, right = self.runs[r].modes.vectors, self.runs[s].modes.vectors
            self._seen[r, s, loss] = left.T @ self.hessian @ right / 2 if loss else left.T @ right
        return self._seen[r, s, loss]


def over_rounds(a: Array, b: Array, both: Array, rounds: float, last: float) -> Array:
    """The sum of all rounds' noise in the product of two averages over the last `last` of `rounds` iterates, for modes 1 - a and 1 - b.

    both = 1 - (1 - a)(1 - b). The noise of the round that is l rounds before the end, l <= last, enters the sum multiplied by
    geometric(a, l); an earlier one j rounds before the average begins, by (1 - a)^j geometric(a, last).
    """
    if last == 1:
        return geometric(both, rounds)
    left, right, pair = geometric(a, last), geometric(b, last), geometric(both, last)
    with np.errstate(divide="ignore", invalid="ignore"):
        late = (last - (1 - a) * left - (1 - b) * right + (1 - both) * pair) / (a * b)
    late = np.where(np.maximum(a, b) * last < _SHORT, last * (last + 1) * (2 * last + 1) / 6, late)
    early = left * right * (1 - both) * geometric(both, rounds - last)
    return (late + early) / last**2
