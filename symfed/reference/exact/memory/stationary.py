"""The stationary law of an affine rule with control variates on a quadratic problem."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from symfed.core.errors import InvalidInput, UnstableStep
from symfed.models.algorithm import Algorithm
from symfed.models.arrays import Array, as_array, is_exact, to_float, zeros
from symfed.models.problems import LinearProblem, QuadraticProblem
from symfed.models.rings import FLOATS, RATIONALS
from symfed.reference.exact.errors import moment_errors, optimum_errors, product_errors
from symfed.reference.exact.memory.circle.controls import CircleControls
from symfed.reference.exact.memory.circle.law import ClientModes, circle_law, circle_mean, client_modes
from symfed.reference.exact.memory.circle.noisy_law import noisy_circle
from symfed.reference.exact.memory.circle.resolvents import own_factor
from symfed.reference.exact.memory.joint_law import joint_moments
from symfed.reference.exact.memory.round import MemoryRound, joint_round
from symfed.reference.exact.moments import Moments
from symfed.reference.result import ControlMoments, Stationary
from symfed.reference.setting import natural_ring, prepare

_RATIONAL = 24  # N d up to which rational data are solved in rationals: half a minute, and entries of ten thousand digits
_DENSE = 1500  # (N + 1) d up to which a joint covariance is solved for: two minutes
_RATIONAL_FORMS = 10  # N d up to which that is done under multiplicative noise: the joint second moments are coupled by one system
_DENSE_FORMS = 64  # and in floats


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
    """`stationary_exact` for a rule with control variates.

    In rationals where the data are, up to N d = 24, or 10 under multiplicative noise. In floats in time proportional to N, where the
    rule conserves the sum of the control variates and no client alone would make a round expand: by `circle_law`, and by `noisy_circle`
    under multiplicative noise. By one dense system otherwise, which decides stability, up to (N + 1) d = 1500, or N d = 64 under
    multiplicative noise.
    """
    N, d = problem.num_clients, problem.dim
    conserved = zeros((d,), problem.optimum) if mean_control is None else as_array("mean_control", mean_control, ("d",))
    if conserved.shape != (d,):
        raise InvalidInput("mean_control", conserved.shape, f"must have shape (d,) = ({d},)")
    additive = isinstance(problem, QuadraticProblem)
    small = N * d <= (_RATIONAL if additive else _RATIONAL_FORMS) and is_exact(conserved)
    setting = prepare(algorithm, gamma, H, natural_ring(algorithm, problem, gamma) if small else FLOATS, memory=True)
    law, name = joint_round(setting, problem), setting.algorithm.name
    if law.rule.freezes_controls:
        raise InvalidInput("algorithm", name, "never renews its control variates: its law depends on where each starts")
    if mean_control is not None and not law.rule.conserves_sum:
        raise InvalidInput("mean_control", mean_control, f"is forgotten by {name}, whose rounds do not conserve it")
    if setting.ring is RATIONALS:
        return _dense(law, problem, gamma, H, conserved)
    size, value, most = ("(N + 1) d", (N + 1) * d, _DENSE) if additive else ("N d", N * d, _DENSE_FORMS)
    if law.rule.conserves_sum:
        if isinstance(problem, QuadraticProblem):
            modes = client_modes(law, to_float(problem.hessian_matrices))
            factor = modes.factor
            if factor < 1:
                return _by_circle(law, modes, problem, to_float(conserved))
        else:
            factor = own_factor(law)
            if factor < 1:
                errors = optimum_errors(problem, to_float(problem.optimum))
                found = noisy_circle(law, gamma, H, to_float(conserved), _ideal_controls(law, problem), errors)
                return _answer(law, problem, *found)
        if value > most:
            rule = f"makes a client stretch an eigenvector by {factor:.6g}, must be < 1 where {size} is more than {most}"
            raise UnstableStep("gamma", gamma, rule)
    if value > most:
        rule = f"has {size} = {value}, must be at most {most} for {name}, which does not conserve the mean control variate"
        raise InvalidInput("problem", problem, rule, 'use method="montecarlo"')
    return _dense(law, problem, gamma, H, to_float(conserved))


def _dense(law: MemoryRound, problem: LinearProblem | QuadraticProblem, gamma: Any, H: int, mean_control: Array) -> Stationary:
    N, d = law.size
    found = joint_moments(law, gamma, H, mean_control)
    mean = found.mean.reshape(N + 1, d)
    bias = mean - np.concatenate([0 * mean[:1], _ideal_controls(law, problem)])
    second = found.covariance + np.multiply.outer(bias.ravel(), bias.ravel())
    blocks = second.reshape(N + 1, d, N + 1, d).transpose(0, 2, 1, 3)
    unit, error = float(found.units[-1]), found.covariance_error
    of_optimum, of_ideal = (0.0, 0.0) if is_exact(bias) else optimum_errors(problem, to_float(problem.optimum))
    # the means' error is one of theta, and of the control variates in their unit
    cross, own = product_errors((bias[:1], found.mean_error + of_optimum), (bias[1:], unit * found.mean_error + of_ideal))
    controls = StoredControls(blocks, unit * error + cross, unit**2 * error + own)
    moments = Moments(mean[0], found.covariance[:d, :d], found.mean_error, error)
    return _answer(law, problem, moments, mean[1:], controls)


def _by_circle(law: MemoryRound, modes: ClientModes, problem: QuadraticProblem, mean_control: Array) -> Stationary:
    bias, control_mean, mean_error, control_error = circle_mean(law, modes, mean_control)
    found = circle_law(law, modes)
    size, relative = float(np.linalg.norm(found.covariance)), found.relative_error
    biases = control_mean - _ideal_controls(law, problem)
    of_optimum, of_ideal = optimum_errors(problem, to_float(problem.optimum))
    cross, own = product_errors((bias, mean_error + of_optimum), (biases, control_error + of_ideal))
    cross_error, own_error = relative * (size * found.control_size) ** 0.5 + cross, relative * found.control_size + own
    controls = CircleControls(found, bias, biases, cross_error, own_error)
    return _answer(law, problem, Moments(bias, found.covariance, mean_error, relative * size), control_mean, controls)


def _ideal_controls(law: MemoryRound, problem: LinearProblem | QuadraticProblem) -> Array:
    """xi_c* (N, d), in the numbers of the round: with it a step along the client's full gradient leaves theta* alone."""
    theta, (_, on_g, _, on_xi, _) = _kind(problem.optimum, law), law.rule.local
    if isinstance(problem, QuadraticProblem):
        A, centres = (_kind(part, law) for part in (problem.hessian_matrices, problem.optima))
        downhill = (A @ (centres - theta)[..., None])[..., 0]
    else:
        A, b = (_kind(part, law) for part in (problem.mean_matrices, problem.mean_vectors))
        downhill = b - A @ theta
    out: Array = on_g / on_xi * downhill
    return out


def _kind(array: Array, law: MemoryRound) -> Array:
    return array if is_exact(law.moves) else to_float(array)


def _answer(
    law: MemoryRound, problem: LinearProblem | QuadraticProblem, moments: Moments, control_mean: Array, controls: ControlMoments
) -> Stationary:
    theta = _kind(problem.optimum, law)
    error, second_error = moment_errors(moments, problem, theta)
    return Stationary(
        theta + moments.mean,
        moments.covariance + np.multiply.outer(moments.mean, moments.mean),
        error,
        "exact",
        rigorous=is_exact(theta),
        second_moment_error=second_error,
        control_mean=control_mean,
        controls=controls,
    )
