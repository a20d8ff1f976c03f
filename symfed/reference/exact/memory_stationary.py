"""The stationary law of an affine rule with control variates on a quadratic problem."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from symfed.core.errors import InvalidInput
from symfed.models.algorithm import Algorithm
from symfed.models.arrays import Array, as_array, is_exact, to_float, zeros
from symfed.models.problems import LinearProblem, QuadraticProblem
from symfed.models.rings import FLOATS
from symfed.reference.exact.errors import moment_errors
from symfed.reference.exact.memory_law import JointMoments, joint_moments
from symfed.reference.exact.memory_round import quadratic_round
from symfed.reference.exact.moments import Moments
from symfed.reference.result import ControlMoments, Stationary
from symfed.reference.setting import RATIONALS, natural_ring, prepare


@dataclass(frozen=True)
class StoredControls(ControlMoments):
    """All blocks of the second moment of (theta, xi_1, .., xi_N), shape (N + 1, N + 1, d, d)."""

    blocks: Array
    cross_error: float
    own_error: float

    @property
    def cross(self) -> Array:
        return self.blocks[0, 1:]

    @property
    def own(self) -> Array:
        return np.stack([self.between(c, c) for c in range(len(self.blocks) - 1)])

    def between(self, client: int, other: int) -> Array:
        out: Array = self.blocks[client + 1, other + 1]
        return out


def stationary_memory(
    algorithm: str | Algorithm, problem: LinearProblem | QuadraticProblem, gamma: Any, H: int, mean_control: ArrayLike | None = None
) -> Stationary:
    """`stationary_exact` for a rule with control variates."""
    if not isinstance(problem, QuadraticProblem):
        raise InvalidInput("problem", problem, "must be a QuadraticProblem for a rule with control variates", 'use method="montecarlo"')
    conserved = zeros((problem.dim,), problem.optimum) if mean_control is None else as_array("mean_control", mean_control, ("d",))
    if conserved.shape != (problem.dim,):
        raise InvalidInput("mean_control", conserved.shape, f"must have shape (d,) = ({problem.dim},)")
    ring = natural_ring(algorithm, problem, gamma) if is_exact(conserved) or not problem.exact else FLOATS
    setting = prepare(algorithm, gamma, H, ring, memory=True)
    law = quadratic_round(setting, problem)
    if law.rule.freezes_controls:
        raise InvalidInput("algorithm", setting.algorithm.name, "never renews its control variates: its law depends on where each starts")
    if mean_control is not None and not law.rule.conserves_sum:
        raise InvalidInput("mean_control", mean_control, f"is forgotten by {setting.algorithm.name}, whose rounds do not conserve it")
    found = joint_moments(law, gamma, H, conserved if ring is RATIONALS else to_float(conserved))
    return _answer(found, problem, ring is RATIONALS)


def _answer(found: JointMoments, problem: QuadraticProblem, exact: bool) -> Stationary:
    N, d = problem.num_clients, problem.dim
    A, centres, theta = (part if exact else to_float(part) for part in (problem.hessian_matrices, problem.optima, problem.optimum))
    mean = found.mean.reshape(N + 1, d)
    bias = mean.copy()
    bias[1:] = mean[1:] + (A @ (theta - centres)[..., None])[..., 0]
    second = found.covariance + np.multiply.outer(bias.ravel(), bias.ravel())
    blocks = second.reshape(N + 1, d, N + 1, d).transpose(0, 2, 1, 3)
    unit = float(found.units[-1])
    error, second_error = moment_errors(Moments(bias[0], blocks[0, 0], found.mean_error, found.covariance_error), problem, theta)
    controls = StoredControls(blocks, unit * found.covariance_error, unit**2 * found.covariance_error)
    return Stationary(
        theta + mean[0],
        blocks[0, 0],
        error,
        "exact",
        rigorous=exact,
        second_moment_error=second_error,
        control_mean=mean[1:],
        controls=controls,
    )
