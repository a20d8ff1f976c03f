"""A client's random affine step as matrices on the column (x, x_start, 1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from symfed.models.arrays import Array, identity, to_float, zeros
from symfed.models.problems import LinearProblem, QuadraticProblem
from symfed.reference.affine import local_coefficients
from symfed.reference.exact.matrices import half, lift
from symfed.reference.setting import RATIONALS, Setting


@dataclass(frozen=True)
class LocalStep:
    """With probability weights[z] (n_z,) the column becomes maps[z] (n_z, n, n) times itself; then noise of covariance `noise` (n, n).

    The column is (x, 1) with n = d + 1, or (x, x_start, 1) with n = 2d + 1 for a rule that looks back; `start` (n, d + 1) makes it
    from (x, 1) at the start of a round. x is relative to some origin.
    """

    maps: Array
    weights: Array
    noise: Array
    start: Array

    @property
    def mean(self) -> Array:
        """The column's mean map (n, n)."""
        return np.tensordot(self.weights, self.maps, 1)

    def second(self, S: Array) -> Array:
        """E[column column'] after the step from its value S (n, n) before."""
        return np.tensordot(self.weights, self.maps @ S @ self.maps.transpose(0, 2, 1), 1) + self.noise

    def operator(self) -> Array:
        """`second` as a matrix on half-vectorised S; the column's last entry is 1, so that noise multiplies the last entry of S."""
        out = np.tensordot(self.weights, lift(self.maps), 1)
        out[:, -1] = out[:, -1] + half(self.noise)
        return out

    def majorant(self) -> LocalStep:
        """The same with absolute values: bounds on how rounding errors travel."""
        return LocalStep(abs(self.maps), self.weights, abs(self.noise), self.start)


def local_steps(setting: Setting, problem: LinearProblem | QuadraticProblem, origin: Array) -> list[LocalStep]:
    """Every client's step with x relative to `origin` (d,); exact where the setting's ring is."""
    on_x, on_g, on_start, constant = local_coefficients(setting)
    d, eye = problem.dim, identity(problem.dim + 1, origin)
    copies = 1 if on_start == 0 else 2
    start = np.concatenate([eye[:d]] * copies + [eye[d:]])
    width = len(start)
    drift = constant + (on_x + on_start - 1) * origin
    steps = []
    for slopes, at_origin, weights, noise in _gradients(setting, problem, origin):
        maps = np.stack([identity(width, origin)] * len(weights))
        maps[:, :d, :d] = on_x * eye[:d, :d] + on_g * slopes
        if copies == 2:
            maps[:, :d, d : 2 * d] = on_start * eye[:d, :d]
        maps[:, :d, -1] = on_g * at_origin + drift
        covariance = zeros((width, width), origin)
        covariance[:d, :d] = on_g * on_g * noise
        steps.append(LocalStep(maps, weights, covariance, start))
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
