"""The exact second moment of plain runs on least squares, where the noise of a step grows with the distance from the optimum.

A step is a random affine map of u = theta - theta*: u <- u - gamma G (u, 1), G a mean of a (a', r) over the samples that were drawn. The
covariance that H steps of a client add to two runs, which share their samples, is a bilinear form of the runs' (u, 1) at the
start of the round; the server adds up clients' forms. With e = u - m about a run's stationary mean m, E[e e'] then evolves by a
linear map, symmetric like the samples' Hessians, whose eigenvalues give every number of rounds.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from symfed.models.arrays import Array
from symfed.planning.descent import Descent
from symfed.planning.law import EstimateLaw, OneRun
from symfed.planning.local import Local
from symfed.planning.passes import Tally
from symfed.planning.rounds import geometric, rounds_rule

Key = tuple[float, float, int]  # step sizes of two runs, and H

_AT_ONCE = 2**21  # numbers in the forms of a stack of clients
_APART = 1e-6  # of one minus an eigenvalue: rates that are nearer to each other are taken as equal


class PairSteps(NamedTuple):
    """Several steps of B clients in two runs, from columns (x, ..., 1) with n entries.

    left, right (B, n, n): the mean maps of both columns; turn (B, d², d²): the map of a covariance of (x, x); forms
    (B, d², n²): the map from E[column column'] to the covariance that the steps add, all by rows.
    """

    left: Array
    right: Array
    turn: Array
    forms: Array

    def after(self, first: PairSteps) -> PairSteps:
        """These steps after others."""
        B, k, n = *self.forms.shape[:2], self.left.shape[-1]
        seen = first.left.swapaxes(1, 2)[:, None] @ self.forms.reshape(B, k, n, n) @ first.right[:, None]
        return PairSteps(
            self.left @ first.left, self.right @ first.right, self.turn @ first.turn, self.turn @ first.forms + seen.reshape(B, k, n * n)
        )

    def repeated(self, times: int) -> PairSteps:
        """times >= 1 of these steps, by squaring."""
        if times == 1:
            return self
        twice = self.after(self).repeated(times // 2)
        return self.after(twice) if times % 2 else twice


class SampleGradients(NamedTuple):
    """B clients' gradients on (u, 1): means (B, d, d + 1), covariances (B, d, d + 1, d, d + 1) of one step's."""

    means: Array
    covariances: Array

    def steps(self, gamma: float, other: float, memory: bool = False) -> PairSteps:
        """One step of two runs; memory: True if the column contains a control variate, measured from minus the client's gradient."""
        B, d, _ = self.means.shape
        n = (2 * d if memory else d) + 1
        kept = np.array([*range(d), n - 1])
        maps = []
        for step in (gamma, other):
            one = np.broadcast_to(np.eye(n), (B, n, n)).copy()
            one[:, :d, kept] -= step * self.means
            if memory:
                one[:, :d, d : 2 * d], one[:, :d, -1] = -step * np.eye(d), 0
            maps.append(one)
        left, right = maps
        noise = gamma * other * self.covariances.transpose(0, 1, 3, 2, 4)  # (B, i, k, j, l)
        forms = np.zeros((B, d, d, n, n))
        forms[..., kept[:, None], kept] = noise
        turn = left[:, :d, None, :d, None] * right[:, None, :d, None, :d] + noise[..., :d, :d]
        return PairSteps(left, right, turn.reshape(B, d * d, d * d), forms.reshape(B, d * d, n * n))


def stack_slices(local: Local, numbers: int) -> Iterable[slice]:
    """Slices of a stack of clients with `numbers` numbers per client, such that each has at most `_AT_ONCE`."""
    step = max(1, _AT_ONCE // numbers)
    return (slice(k, k + step) for k in range(0, len(local), step))


def forms_cost(N: int, d: int, H: int) -> float:
    """The number of multiplications for the forms of N clients."""
    n = d + 1
    return N * (2 * np.log2(H) + 1) * (d**4 * (d * d + n * n) + 2 * d * d * n**3)


@dataclass
class PairForms:
    """The work of a pass: the form of the covariance that a round of all clients adds to two runs, (d², (d + 1)²) for each key."""

    keys: list[Key]

    def __call__(self, local: Local) -> Tally:
        d, total = local.num_parameters, Tally()
        for chosen in stack_slices(local, 2 * d**4):
            gradients, w = SampleGradients(*local.affine_gradients(chosen)), local.weights[chosen] ** 2
            for gamma, other, H in self.keys:
                total.add(Tally({(gamma, other, H): np.tensordot(w, gradients.steps(gamma, other).repeated(H).forms, 1)}))
        return total


@dataclass(frozen=True)
class PairMoments:
    """E[e e'] of two runs from round to round, with entries [i, j] in mode i of the one and mode j of the other.

    rates (d²,), vectors (d², d²): of the map; stays (d²,): its fixed point, in the basis of the vectors; pulls (d², d) for each run: the
    contribution of its mean error, in its modes, to the next.
    """

    runs: tuple[OneRun, OneRun]
    rates: Array
    vectors: Array
    stays: Array
    pulls: tuple[Array, Array]

    @classmethod
    def of(cls, runs: tuple[OneRun, OneRun], forms: Array) -> PairMoments | None:
        """The moments from the forms of a pass, on u by rows; None if the map does not contract."""
        d = len(runs[0].mean)
        n = d + 1
        frames = []
        for run in runs:  # (u, 1) from the modes of e and 1
            frame = np.zeros((n, n))
            frame[:d, :d], frame[:d, d], frame[d, d] = run.modes.vectors, run.mean, 1
            frames.append(frame)
        seen = frames[0].T @ forms.reshape(d * d, n, n) @ frames[1]
        turned = runs[0].modes.vectors.T @ seen.reshape(d, d, n * n).transpose(2, 0, 1) @ runs[1].modes.vectors
        seen = turned.reshape(n, n, d * d).transpose(2, 0, 1)
        a, b = (1 - run.modes.values for run in runs)
        matrix = np.diag(np.multiply.outer(a, b).ravel()) + seen[:, :d, :d].reshape(d * d, d * d)
        rates, vectors = np.linalg.eigh((matrix + matrix.T) / 2)
        if abs(rates).max() >= 1:
            return None
        return cls(
            runs, rates, vectors, vectors.T @ seen[:, d, d] / (1 - rates), (vectors.T @ seen[:, :d, d], vectors.T @ seen[:, d, :d])
        )  # fmt: skip

    def at(self, starts: tuple[Array, Array], rounds: Array) -> Array:
        """E[e e'] after numbers of rounds (J,), from two initial errors (d,) in the modes, (J, d, d)."""
        moved, left = np.zeros((len(rounds), len(self.rates))), -self.stays + self.vectors.T @ np.multiply.outer(*starts).ravel()
        finite = np.where(np.isinf(rounds), 0, rounds)[:, None]
        for run, start, pull in zip(self.runs, starts, self.pulls, strict=True):
            p = 1 - run.modes.values
            gap = p - self.rates[:, None]
            near = np.abs(gap) < _APART * (1 - np.abs(self.rates))[:, None]
            shares = np.where(near, 0, pull * start / np.where(near, 1, gap))  # forced at the rate p
            together = np.where(near, pull * start, 0)  # the limit of (p^t - rate^t)/(p - rate)
            moved += elementwise_powers(p, rounds) @ shares.T + (finite * elementwise_powers(p, rounds - 1)) @ together.T
            left = left - shares.sum(axis=1)
        found = self.stays + moved + elementwise_powers(self.rates, rounds) * left
        d = len(starts[0])
        return (found @ self.vectors.T).reshape(-1, d, d)


def elementwise_powers(bases: Array, exponents: Array) -> Array:
    """All powers (J, n), zero at infinity; of a negative base at whole exponents."""
    gone = np.isinf(exponents)
    whole = np.where(gone, 0, exponents)
    sizes = np.where(gone[:, None], 0.0, np.abs(bases) ** whole[:, None])
    return np.where((bases < 0) & (np.mod(whole, 2) == 1)[:, None], -sizes, sizes)


@dataclass(frozen=True)
class PathLaw(EstimateLaw):
    """An estimate whose second moment is exact after every number of rounds: pairs[r, s] are its runs'."""

    pairs: dict[tuple[int, int], PairMoments] = field(default_factory=dict)

    def exact(self, rounds: float, last: float) -> bool:
        return True

    def spread(self, rounds: float, last: float, loss: bool = False, descent: Descent | None = None) -> float:
        """tr Cov of the estimate, or tr(A Cov)/2, for runs from the start of `descent`."""
        assert descent is not None
        before, shares = rounds_rule(last)  # numbers of iterates of the average from one of them to the last
        total = 0.0
        for (r, s), pair in self.pairs.items():
            a, b = (run.modes.values for run in pair.runs)
            starts = [run.modes.seen(descent.start - run.mean) for run in pair.runs]
            when = np.full(len(before), np.inf) if np.isinf(rounds) else rounds + 1 - before
            left = [elementwise_powers(1 - run.modes.values, when) * start for run, start in zip(pair.runs, starts, strict=True)]
            spread = pair.at((starts[0], starts[1]), when) - left[0][:, :, None] * left[1][:, None]
            # an iterate enters all later ones of the average, on either side
            reach = geometric(a, before[:, None])[:, :, None] + geometric(b, before[:, None])[:, None] - 1
            share = (1 if r == s else 2) * self.weights[r] * self.weights[s] / last**2
            total += share * float((self.metric(r, s, loss) * np.tensordot(shares, reach * spread, 1)).sum())
        return total

    def covariance(self, r: int = 0) -> Array:
        """The stationary covariance (P, P) of one run."""
        pair = self.pairs[r, r]
        return self.runs[r].modes.back((pair.vectors @ pair.stays).reshape(self.hessian.shape))


def path_law(law: EstimateLaw, gammas: list[float], H: int, forms: dict[Key, Array]) -> PathLaw | None:
    """A law with the second moment from its clients' forms; None if that does not stay bounded."""
    pairs = {}
    for r, s in law.noise:
        pair = PairMoments.of((law.runs[r], law.runs[s]), forms[gammas[r], gammas[s], H])
        if pair is None:
            return None
        pairs[r, s] = pair
    return PathLaw(**vars(law), pairs=pairs)
