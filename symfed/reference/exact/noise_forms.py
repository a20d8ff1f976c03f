"""What noise adds to a client's end of the round: a quadratic form of where it started."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array, zeros
from symfed.models.problems import LinearProblem, QuadraticProblem
from symfed.models.problems.problem import LARGEST_TENSOR, Problem
from symfed.reference.exact.local_steps import LocalStep, local_steps
from symfed.reference.exact.matrices import full, half, lift, product
from symfed.reference.setting import Setting


@dataclass(frozen=True)
class _Steps:
    """Some steps of one client, x_next = (`mean` @ column)[:d] on average.

    mean (n, n); turn (k, k), k = d (d + 1) / 2, is what half(Cov[x]) is multiplied by; forms (k, n, n) are the quadratic forms of the
    column that half(Cov[x_next | column]) consists of.
    """

    mean: Array
    turn: Array
    forms: Array

    def after(self, first: _Steps) -> _Steps:
        k, n, _ = self.forms.shape
        earlier = product(self.turn, first.forms.reshape(k, n * n)).reshape(k, n, n)
        return _Steps(product(self.mean, first.mean), product(self.turn, first.turn), earlier + seen_through(self.forms, first.mean))

    def repeated(self, times: int) -> _Steps:
        """times >= 1 such steps, by squaring."""
        if times == 1:
            return self
        twice = self.after(self).repeated(times // 2)
        return self.after(twice) if times % 2 else twice


def client_forms(step: LocalStep, H: int) -> Array:
    """half Cov[x_H | u] as a matrix on half(u u'), u = (x, 1) or (x, xi, 1): (k, m (m + 1) / 2) for u in m dimensions.

    Nothing cancels: all that is added up is covariances, C_next = E[B C B'] + Cov[(B - E B) x + k] from step to step.
    """
    return packed(seen_through(_one_step(step).repeated(H).forms, step.start))


def noise_forms(setting: Setting, problem: LinearProblem | QuadraticProblem, origin: Array) -> Array:
    """`client_forms` of all clients for a rule with control variates, u = (theta, xi_c, 1) with theta relative to `origin` (d,).

    Shape (N, d (d + 1) / 2, (d + 1) (2 d + 1)). Raises InvalidInput for more than 1e8 numbers.
    """
    numbers = form_numbers(problem)
    if numbers > LARGEST_TENSOR:
        N, d = problem.num_clients, problem.dim
        rule = f"asks for {numbers:.3g} numbers at N = {N}, d = {d}, about N d^4, must be at most {LARGEST_TENSOR:.0e}"
        raise InvalidInput("problem", problem, rule, 'use method="montecarlo"')
    return np.stack([client_forms(step, setting.local_steps) for step in local_steps(setting, problem, origin)])


def form_numbers(problem: Problem) -> int:
    """How many numbers `noise_forms` answers."""
    N, d = problem.num_clients, problem.dim
    return N * d * (d + 1) // 2 * (d + 1) * (2 * d + 1)


def client_noise(forms: Array, moments: Array) -> Array:
    """E Cov[x_H | u] (N, d, d) of every client from E[u u'] (N, 2d + 1, 2d + 1)."""
    N, d = len(moments), len(moments[0]) // 2
    halves = moments[:, *np.tril_indices(2 * d + 1)]
    entries = (forms @ halves[..., None])[..., 0]
    return np.stack([full(entries[c], d) for c in range(N)])


def _one_step(step: LocalStep) -> _Steps:
    mean, d, samples = step.mean, step.dim, len(step.weights)
    flat = step.deviations.reshape(samples, d * (d + 1))
    both = product(flat.T * step.weights, flat).reshape(d, d + 1, d, d + 1)
    i, j = np.tril_indices(d)
    moves = np.array([*range(d), -1])
    forms = zeros((len(i), *mean.shape), mean)
    forms[:, moves[:, None], moves] = (both[i, :, j, :] + both[j, :, i, :]) / 2
    forms[:, -1, -1] = forms[:, -1, -1] + half(step.noise)
    return _Steps(mean, lift(mean[:d, :d]) + packed(forms[:, :d, :d]), forms)


def seen_through(forms: Array, frame: Array) -> Array:
    """The quadratic forms (k, n, n) of frame @ u as those of u: (k, m, m) for a frame (n, m)."""
    k, n, m = len(forms), *frame.shape
    right = product(forms.reshape(k * n, n), frame).reshape(k, n, m).transpose(0, 2, 1)
    return product(right.reshape(k * m, n), frame).reshape(k, m, m)


def packed(forms: Array) -> Array:
    """Symmetric forms (k, n, n) as a matrix on half-vectorised symmetric matrices; an entry off the diagonal stands for two."""
    p, q = np.tril_indices(forms.shape[-1])
    out: Array = forms[:, p, q] * np.where(p == q, 1, 2)
    return out
