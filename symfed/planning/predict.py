"""Predictions: the effect of a round on the mean and the spread of the error, with every client linearised over its iterates.

A client's round of H steps on gradient g + A u with noise C is affine: P = (1 - gamma A)^H and K = (1 - P)/(gamma A) in its own eigenbasis.
Two readings give g, A and C. The first takes them at the optimum, and half the third derivative applied to the leading spread as a
constant; it is correct to first order in gamma. The second takes their averages over a Gaussian about the client's path in the round,
with the spread that follows from them, iterated to a fixed point. The change by the second reading estimates the remaining error.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

import numpy as np

from symfed.models.arrays import Array
from symfed.planning.law import EstimateLaw, OneRun
from symfed.planning.local import Local
from symfed.planning.methods import PlannedMethod
from symfed.planning.passes import Tally
from symfed.planning.rounds import Modes, geometric, joint_decay, joint_geometric, outer, steps_rule, twice_geometric, weighted_sum


@dataclass
class RunState:
    """A run at gamma, H, with the stationary mean (P,) and covariance (P, P) about which its clients are linearised next.

    noise (P, P): the covariance of a round's noise in the mean of the clients.
    """

    gamma: float
    H: int
    mean: Array
    covariance: Array
    noise: Array


@dataclass
class Closure:
    """The work of a pass: every client linearised about its own path in each run of each candidate, and the resulting rounds.

    candidates: for each its method and the states of its runs; a run that several share at the same gamma and H is one state, and is
    computed once. repeats: the number of iterations of a path with the averages along it.
    """

    candidates: list[tuple[PlannedMethod, list[RunState]]]
    repeats: int = 2

    def __call__(self, local: Local) -> Tally:
        sums: dict[str, Array] = {}
        for number, ((method, states), linear) in enumerate(zip(self.candidates, self.linearised(local), strict=True)):
            sums.update(_client_sums(f"{number}", method, local.weights, states, linear))
        return Tally(sums)

    def linearised(self, local: Local) -> Iterator[list[Linear]]:
        """Yield the linearised clients for each run of each candidate."""
        base = local.at(np.zeros(local.num_parameters))
        start = Linear(Modes.of(base.hessians), base.gradients[:, 0], base.noises)
        keys = [[(method.corrected, state.gamma, state.H) for state in states] for method, states in self.candidates]
        ahead, held = Counter(chain.from_iterable(keys)), dict[tuple[bool, float, int], Linear]()
        for (method, states), own in zip(self.candidates, keys, strict=True):
            met = []
            for state, key in zip(states, own, strict=True):
                met.append(held.pop(key) if key in held else self._linearised(local, method, state, start))
                ahead[key] -= 1
                if ahead[key]:
                    held[key] = met[-1]
            yield met

    def _linearised(self, local: Local, method: PlannedMethod, state: RunState, linear: Linear) -> Linear:
        for _ in range(self.repeats):
            points, weights, spread = client_path(method, state, linear, local.weights)
            found = local.averaged(points, weights, spread)
            gone = (found.hessians @ (weights @ points)[..., None])[..., 0]
            linear = Linear(Modes.of(found.hessians), weights @ found.gradients - gone, found.noises)
        return linear


@dataclass
class Linear:
    """The gradients of B clients as constants (B, P) + A_c u, A_c by their modes, with noise covariances (B, P, P)."""

    modes: Modes
    constants: Array
    noises: Array

    @cached_property
    def seen_noises(self) -> Array:
        """The noise covariances in the modes, (B, P, P)."""
        return self.modes.seen(self.noises)


def client_path(method: PlannedMethod, state: RunState, linear: Linear, shares: Array) -> tuple[Array, Array, Array]:
    """Clients' iterates during a round: displacements (B, q, P) with weights (q,), and mean covariances (B, P, P).

    shares (B,): the clients' weights.
    """
    gamma, H, modes = state.gamma, state.H, linear.modes
    z = np.clip(gamma * modes.values, 0, 1)
    nodes, weights = steps_rule(H)
    taken = geometric(z[:, None], nodes[:, None])
    mean, force = modes.seen(state.mean[None]), modes.seen(linear.constants)
    pull = 0 * force if method.corrected else modes.values * mean + force  # a control variate cancels it, on average
    points = mean[:, None] - gamma * taken * pull[:, None]
    both, own = joint_decay(z, z), gamma**2 * linear.seen_noises
    kept = joint_geometric(z, z, H)
    spread = modes.seen(state.covariance[None]) * kept / H + own * twice_geometric(both, H, kept) / H
    if method.corrected:  # and adds the noise of the last round, minus the mean's
        shared = kept * own * (1 - 2 * shares[:, None, None]) + modes.seen(state.noise[None])
        spread = spread + shared * ((taken * weights[:, None]).swapaxes(1, 2) @ taken) / H**2
    return points @ modes.vectors.swapaxes(1, 2), weights, modes.back(spread)


def _client_sums(name: str, method: PlannedMethod, weights: Array, states: list[RunState], linear: list[Linear]) -> dict[str, Array]:
    """The clients' contributions to the rounds of a candidate's runs, and to the noise of each pair of runs; see `assembled_law`."""
    sums: dict[str, Array] = {}
    w = weights[:, None]
    for r, (state, one) in enumerate(zip(states, linear, strict=True)):
        (values, vectors), force = one.modes, one.modes.seen(one.constants)
        K = geometric(state.gamma * values, state.H)
        sums[f"{name}.{r}.slope"] = weighted_sum(vectors, w * (values if method.corrected else K * values), vectors)
        sums[f"{name}.{r}.drift"] = weights @ (one.constants if method.corrected else one.modes.back(K * force))
        if method.corrected:
            sums[f"{name}.{r}.memory"] = weights @ one.modes.back(state.gamma * state.H**2 / K * force)
        for s in range(r + 1) if method.shared else [r]:
            other, beside = states[s], linear[s]
            both = one.seen_noises.copy() if r == s else vectors.swapaxes(1, 2) @ ((one.noises + beside.noises) / 2) @ beside.modes.vectors
            both *= joint_geometric(state.gamma * values, other.gamma * beside.modes.values, state.H)
            if method.corrected:
                both /= outer(K, K)
            both *= (weights**2)[:, None, None] * state.gamma * other.gamma
            sums[f"{name}.{r}{s}.noise"] = weighted_sum(vectors, both, beside.modes.vectors)
    return sums


def assembled_law(
    method: PlannedMethod, gammas: list[float], H: int, part: Callable[..., Array], slopes: list[Modes], hessian: Array, largest: float
) -> EstimateLaw:
    """The law of a candidate from the sums over its clients.

    Plain runs: e -> (1 - gamma S) e - gamma b + noise with S = sum of w K A, b = sum of w K g. Corrected ones: their control variates
    cancel the differences between clients, so that a round is that of one client with the mean Hessian A, whose noise is multiplied by
    K(A) K_c^-1; that is correct up to terms (gamma H (A_c - A))² of the spread, and exact for long averages.
    largest: eigenvalue of all clients' Hessians, where control variates learn most slowly. slopes: S or A of each run by its modes.
    part: the sums, part("drift", r), part("memory", r) of run r and part("noise", r, s) of two.
    """
    runs: list[OneRun] = []
    noise: dict[tuple[int, int], Array] = {}
    for r, (gamma, slope) in enumerate(zip(gammas, slopes, strict=True)):
        memory = np.zeros(len(hessian))
        mean = -slope.back(slope.seen(part("drift", r)) / slope.values)
        z, learning = gamma * slope.values, 0.0
        if method.corrected:
            K, learning = geometric(z, H), float(1 - geometric(gamma * largest, H) / H)
            memory = slope.back(K / H * slope.seen(part("memory", r)))
            z = z * K
        runs.append(OneRun(Modes(z, slope.vectors), mean, memory, gamma * H, learning))
        for s in range(r + 1) if method.shared else [r]:
            noise[r, s] = slope.vectors.T @ part("noise", r, s) @ runs[s].modes.vectors
            if method.corrected:
                noise[r, s] *= np.multiply.outer(K, K)
    return EstimateLaw(runs, method.weights, noise, hessian)
