"""A client's random affine step as matrices on the column (x, x_start, xi, 1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from symfed.models.arrays import Array, identity, to_float, zeros
from symfed.models.problems import LinearProblem, QuadraticProblem
from symfed.models.rings import RATIONALS
from symfed.reference.affine import all_local_coefficients, local_coefficients
from symfed.reference.setting import Setting


@dataclass(frozen=True)
class LocalStep:
    """With probability weights[z] (n_z,) the column becomes mean (n, n) times itself, and to x are added deviations[z] (n_z, d, d + 1)
    times (x, 1), which average to zero; then noise of covariance `noise` (d, d).

    x_start is in the column only for a rule that looks back, and xi only for one with control variates: n is d + 1, 2d + 1 or 3d + 1.
    `start` makes the column from (x, 1) or (x, xi, 1) at the start of a round. x is relative to some origin.
    """

    mean: Array
    deviations: Array
    weights: Array
    noise: Array
    start: Array

    @property
    def dim(self) -> int:
        return len(self.noise)

    def second(self, S: Array) -> Array:
        """E[column column'] after the step from its value S (n, n) before."""
        d, out = self.dim, self.mean @ S @ self.mean.T
        moves = [*range(d), -1]
        spread = self.deviations @ S[np.ix_(moves, moves)] @ self.deviations.transpose(0, 2, 1)
        out[:d, :d] = out[:d, :d] + np.tensordot(self.weights, spread, 1) + self.noise
        return out


def local_steps(setting: Setting, problem: LinearProblem | QuadraticProblem, origin: Array) -> list[LocalStep]:
    """Every client's step with x relative to `origin` (d,); exact where the setting's ring is."""
    memory, d = setting.algorithm.keeps_memory, problem.dim
    if memory:
        on_x, on_g, on_start, on_xi, constant = all_local_coefficients(setting)
    else:
        (on_x, on_g, on_start, constant), on_xi = local_coefficients(setting), 0
    eye = identity((2 if memory else 1) * d + 1, origin)
    start = np.concatenate([eye[:d]] * (1 if on_start == 0 else 2) + [eye[d:]])
    width, of_x = len(start), eye[:d, :d]
    drift = constant + (on_x + on_start - 1) * origin
    steps = []
    for slopes, at_origin, weights, noise in _gradients(setting, problem, origin):
        gradients = np.concatenate([slopes, at_origin[..., None]], axis=2)
        average = np.tensordot(weights, gradients, 1)
        mean = identity(width, origin)
        mean[:d, :d] = on_x * of_x + on_g * average[:, :-1]
        if memory:
            mean[:d, -d - 1 : -1] = on_xi * of_x
        if on_start != 0:
            mean[:d, d : 2 * d] = on_start * of_x
        mean[:d, -1] = on_g * average[:, -1] + drift
        steps.append(LocalStep(mean, on_g * (gradients - average), weights, on_g * on_g * noise, start))
    return steps


def _gradients(setting: Setting, problem: LinearProblem | QuadraticProblem, origin: Array) -> Iterator[tuple[Array, Array, Array, Array]]:
    """Per client: the samples' slopes (n_z, d, d), gradients at the origin (n_z, d) and probabilities, and additive noise (d, d)."""

    def ring(array: Array) -> Array:
        return array if setting.ring is RATIONALS else to_float(array)

    full_gradient, none = setting.algorithm.exact_gradient, zeros((problem.dim, problem.dim), origin)
    certain = none[0, :1] + 1
    for c in range(problem.num_clients):
        if isinstance(problem, QuadraticProblem):
            A = ring(problem.hessian_matrices[c])
            noise = none if full_gradient else ring(problem.noise[c])
            yield A[None], (A @ (origin - ring(problem.optima[c])))[None], certain, noise
        elif full_gradient:
            A = ring(problem.mean_matrices[c])
            yield A[None], (A @ origin - ring(problem.mean_vectors[c]))[None], certain, none
        else:
            A = ring(problem.matrices[c])
            yield A, A @ origin - ring(problem.vectors[c]), ring(problem.weights[c]), none
