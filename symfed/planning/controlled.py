"""Runs with control variates on least squares: exact mean and second moment from round to round, as long as they are affordable.

The state is (u, zeta_1, .., zeta_N), u = theta - theta* and zeta_c the difference of minus the gradient of client c at theta* and its
control variate. Its mean evolves by a linear map; clients draw independently, so that the noise of a round is given by their own
covariances, bilinear forms of (u, zeta_c, 1) at the start of the round.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from symfed.models.arrays import Array
from symfed.planning.descent import Descent
from symfed.planning.law import EstimateLaw, EstimateMoments
from symfed.planning.local import Local
from symfed.planning.moments import SampleGradients, stack_slices
from symfed.planning.passes import Tally

_WORK = 2e9  # multiplications of a path, hence a second or two
_NUMBERS = 1e7  # largest number of entries of the clients' forms, or of a stored path
_SETTLED = 1e-13  # relative change in a round: below it, only rounding changes the state


@dataclass
class ClientRounds:
    """A round: clients' ends are `moves` u + `learned` zeta_c (N, d, d), with noise of covariance forms (N, d², (2d + 1)²); weights (N,).

    pace: gamma H. starts (N, d): zeta at the start, where the control variates are zero.
    """

    pace: float
    weights: Array
    moves: Array
    learned: Array
    starts: Array
    forms: Array

    def push(self, columns: Array) -> Array:
        """The image (N + 1, d, m) of columns (N + 1, d, m) under the linear part of the noiseless round."""
        ends = self.moves @ columns[0] + self.learned @ columns[1:]
        following = np.tensordot(self.weights, ends, 1)
        return np.concatenate([following[None], columns[1:] + (ends - following) / self.pace])

    def noise(self, mean: Array, second: Array) -> Array:
        """The clients' covariances (N, d, d) from the mean (N + 1, d) and the second moment (N + 1, d, N + 1, d) of the state."""
        N, d = self.starts.shape
        own = np.empty((N, 2 * d + 1, 2 * d + 1))
        each = np.arange(1, N + 1)
        own[:, :d, :d], own[:, d:-1, d:-1] = second[0, :, 0], second[each, :, each]
        own[:, :d, d:-1] = second[0][:, 1:].swapaxes(0, 1)
        own[:, d:-1, :d] = own[:, :d, d:-1].swapaxes(1, 2)
        own[:, -1, :-1] = own[:, :-1, -1] = np.concatenate([np.broadcast_to(mean[0], (N, d)), mean[1:]], axis=1)
        own[:, -1, -1] = 1
        return (self.forms @ own.reshape(N, -1, 1)).reshape(N, d, d)

    def spread(self, noise: Array) -> Array:
        """The covariance (N + 1, d, N + 1, d) added to the state by clients' noise."""
        N, d = self.starts.shape
        w, out = self.weights[:, None, None], np.empty((N + 1, d, N + 1, d))
        of_mean, beside = np.tensordot(self.weights**2, noise, 1), w * noise / self.pace
        out[0, :, 0] = of_mean
        out[0, :, 1:] = (beside - of_mean / self.pace).swapaxes(0, 1)
        out[1:, :, 0] = beside - of_mean / self.pace
        out[1:, :, 1:] = ((of_mean / self.pace - beside)[:, None] - beside[None]).transpose(0, 2, 1, 3) / self.pace
        each = np.arange(1, N + 1)
        out[each, :, each] += noise / self.pace**2
        return out


class ControlledPath:
    """The state from round to round from the error `begin` (d,), computed as far as requested.

    means (n,), n = (N + 1) d, and of the covariance the rows of u (d, n). most: the largest affordable number of rounds; settled: True
    once the state no longer changes.
    """

    def __init__(self, one: ClientRounds, begin: Array) -> None:
        N, d = one.starts.shape
        n = (N + 1) * d
        first = np.concatenate([begin[None], one.starts])
        self.round, self.settled = one, False
        self.most = int(min(_WORK / (2 * N * d * d * n + one.forms.size + 4 * n * n), _NUMBERS / (d * n)))
        self.means, self.rows, self._second = [first.ravel()], [np.zeros((d, n))], np.multiply.outer(first, first)
        self._matrix = one.push(np.eye(n).reshape(N + 1, d, n)).reshape(n, n)  # of the noiseless round
        self._last, self._reach = np.eye(d, n), [np.zeros((d, n))]

    def reaches(self, rounds: float) -> bool:
        """True if the path is known after so many rounds, to which it is extended if affordable; not for an infinite number."""
        while not self.settled and len(self.means) <= rounds <= self.most:
            self._step()
        return self.settled or rounds <= self.most

    def _step(self) -> None:
        one, second, shape = self.round, self._second, self._second.shape
        d, n = self.rows[0].shape
        mean = self.means[-1].reshape(shape[:2])
        half = one.push(second.reshape(*shape[:2], n)).reshape(n, n)
        self._second = one.push(half.T.reshape(*shape[:2], n)).reshape(shape) + one.spread(one.noise(mean, second))
        following = one.push(mean[..., None]).ravel()
        self.means.append(following)
        self.rows.append(self._second[0].reshape(d, n) - np.outer(following[:d], following))
        self.settled = bool(np.abs(self._second - second).max() <= _SETTLED * np.abs(second).max())

    def _carried(self, rounds: int) -> Array:
        """For 0 .. rounds - 1 the sum of the matrices (d, n) from the state to u over so many following rounds, (rounds, d, n)."""
        while len(self._reach) < rounds:
            self._last = self._last @ self._matrix
            self._reach.append(self._reach[-1] + self._last)
        return np.stack(self._reach[:rounds])

    def moments(self, rounds: float, last: int, metrics: list[Array]) -> tuple[Array, list[float]]:
        """The mean of an average (d,), and the trace of its covariance times each metric (d, d)."""
        d = len(self.rows[0])
        when = [int(min(rounds - k, len(self.means) - 1)) for k in range(last)]
        rows, reach = np.stack([self.rows[t] for t in when]), self._carried(last)
        mean: Array = np.mean([self.means[t][:d] for t in when], axis=0)
        spread = rows[:, :, :d].sum(axis=0) + 2 * np.einsum("lin,ljn->ij", reach, rows, optimize=True)
        return mean, [float((metric * spread).sum()) / last**2 for metric in metrics]


@dataclass(frozen=True)
class ControlledLaw(EstimateLaw):
    """A law with control variates that uses its exact path, as far as that is affordable, and otherwise the underlying law."""

    path: ControlledPath | None = None

    def exact(self, rounds: float, last: float) -> bool:
        return self.path is not None and last <= self.path.most and self.path.reaches(rounds)

    def moments(self, descent: Descent, rounds: float, last: float, loss: bool = True) -> EstimateMoments:
        if self.path is None or not self.exact(rounds, last):
            return super().moments(descent, rounds, last, loss)
        mean, spreads = self.path.moments(rounds, int(last), [np.eye(len(self.hessian)), self.hessian / 2])
        return EstimateMoments(mean, mean, np.maximum(spreads, 0.0))


@dataclass
class ControlledForms:
    """The work of a pass: the parts of the clients' rounds with control variates, in a list."""

    gamma: float
    H: int

    def __call__(self, local: Local) -> Tally:
        d, found, starts = local.num_parameters, list[tuple[Array, ...]](), local.at(np.zeros(local.num_parameters)).gradients[:, 0]
        for chosen in stack_slices(local, 5 * d**4):
            steps = SampleGradients(*local.affine_gradients(chosen)).steps(self.gamma, self.gamma, memory=True).repeated(self.H)
            found.append((local.weights[chosen], steps.left[:, :d, :d], steps.left[:, :d, d:-1], starts[chosen], steps.forms))
        return Tally({"clients": found})


def is_affordable(N: int, d: int) -> bool:
    """True if the size of the clients' forms and of a state is within bounds."""
    return max(N * d**2 * (2 * d + 1) ** 2, ((N + 1) * d) ** 2 * 10) <= _NUMBERS
