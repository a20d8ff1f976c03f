"""The stationary law of (theta, xi_1, .., xi_N) under an affine rule with control variates.

By one linear system for few clients in few dimensions, rational or float64; by contour integrals for many (`contour_noise`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from symfed.core.errors import InvalidInput, UnstableStep
from symfed.models.algorithm import Algorithm
from symfed.models.arrays import Array, identity, is_exact, like, to_float, zeros
from symfed.models.problems import LinearProblem, QuadraticProblem
from symfed.models.rings import FLOATS, RATIONALS
from symfed.reference.exact.additive_noise import ConstantNoise
from symfed.reference.exact.contour_noise import contour_law, own_factor
from symfed.reference.exact.joint_round import JointRound, joint_round
from symfed.reference.exact.moments import Moments, lift, mean_gradients, moment_errors, optimum_errors, product, product_errors
from symfed.reference.exact.multiplicative_noise import MultiplicativeRound
from symfed.reference.result import ControlVariateMoments, Stationary, StoredControlVariates
from symfed.reference.setting import checked_point, natural_ring, prepare


@dataclass(frozen=True)
class Frame:
    """The column ((N + 1) d,) as back @ y + rest, where y (n,) are its first n entries, measured in `units` (n,)."""

    back: Array
    rest: Array
    units: Array


def joint_moments(joint: JointRound, gamma: Any, H: int, mean_control: Array) -> Moments:
    """The stationary moments of the column (theta - theta*, xi_1, .., xi_N), ((N + 1) d,) and its square.

    Errors of entries are estimated for columns measured in `_column_units`: multiply by those of the entry. A rule that conserves
    the sum of the control variates is solved where their mean is `mean_control` (d,), on theta and all but the last of them; any
    other on the whole column. Raises UnstableStep if there is no stationary law.
    """
    N, d = joint.size
    n, units = (N + 1) * d, _column_units(joint)
    if not joint.rule.conserves_sum:
        back, rest, grown = identity(n, joint.moves), 0 * joint.shift, 1
    else:
        grown = max(1, N - 1)  # the last control variate is the sum of so many others
        back = zeros((n, n - d), joint.moves)  # xi_N = N mean_control - xi_1 - .. - xi_(N-1)
        back[:-d] = identity(n - d, joint.moves)
        for c in range(1, N):
            back[-d:, c * d : (c + 1) * d] = -identity(d, joint.moves)
        rest = np.concatenate([0 * joint.shift[:-d], N * mean_control])
    frame = Frame(back * units[: back.shape[1]], rest, units[: back.shape[1]])
    found = round_in_frame(joint, frame).stationary_moments(gamma, H)
    mean, covariance = frame.back @ found.mean + rest, frame.back @ found.covariance @ frame.back.T
    return Moments(mean, covariance, grown * found.mean_error, grown**2 * found.covariance_error)


def round_in_frame(joint: JointRound, frame: Frame) -> ConstantNoise | MultiplicativeRound:
    """The affine round of y."""
    back, rest, units = frame.back, frame.rest, frame.units
    kept, unit = len(units), joint.unit
    M, shift = (joint.matrix @ back)[:kept] / units[:, None], (joint.shift + joint.matrix @ rest)[:kept] / units
    if joint.forms is None:
        return ConstantNoise(M, shift, joint.spread(joint.noise)[:kept, :kept] / np.multiply.outer(units, units), unit)
    spread = _frame_covariance(joint, joint.forms, frame)
    if is_exact(M):
        return MultiplicativeRound(M, shift, spread, 0 * spread, zeros((kept, kept + 1), M))
    sizes = np.column_stack([abs(joint.matrix) @ abs(back), abs(joint.shift) + abs(joint.matrix) @ abs(rest)])
    return MultiplicativeRound(M, shift, spread, unit * abs(spread), unit * sizes[:kept] / units[:, None])


def _frame_covariance(joint: JointRound, forms: Array, frame: Frame) -> Array:
    """half Cov[y_next | y] as a matrix on half((y, 1) (y, 1)')."""
    N, d = joint.size
    kept = len(frame.units)
    whole = np.column_stack([frame.back, frame.rest])
    last = identity(kept + 1, whole)[kept:]
    total = zeros((kept * (kept + 1) // 2, (kept + 1) * (kept + 2) // 2), whole)
    for c in range(N):
        weights = np.multiply.outer(joint.shares[:, c], identity(d, whole)).reshape(-1, d)[:kept] / frame.units[:, None]
        seen = np.concatenate([whole[:d], whole[(c + 1) * d : (c + 2) * d], last])
        total = total + product(product(lift(weights), forms[c]), lift(seen))
    return total


def _column_units(joint: JointRound) -> Array:
    """Units in which a float round is well scaled: control variates are measured by the displacement of a step."""
    N, d = joint.size
    unit = 1 if is_exact(joint.moves) else abs(joint.rule.control[1]) or 1.0
    return np.repeat([1, unit], [d, N * d])


_RATIONAL = 24  # largest N d for which rational data are solved in rationals: half a minute, and entries of ten thousand digits
_DENSE = 1500  # largest (N + 1) d for which a joint covariance is solved: two minutes
_RATIONAL_FORMS = 10  # the same for multiplicative noise, in rationals: one system couples the joint second moments
_DENSE_FORMS = 64  # and in floats


def stationary_memory(
    algorithm: Algorithm, problem: LinearProblem | QuadraticProblem, gamma: Any, H: int, mean_control: ArrayLike | None = None
) -> Stationary:
    """`stationary_exact` for a rule with control variates.

    In rationals if the data are, up to N d = 24, or 10 under multiplicative noise. In floats in time proportional to N by `contour_law`,
    if the rule conserves the sum of the control variates and no client alone would make a round expand. Otherwise by one dense system,
    which decides stability, up to (N + 1) d = 1500, or N d = 64 under multiplicative noise.
    """
    N, d = problem.num_clients, problem.dim
    conserved = zeros((d,), problem.optimum) if mean_control is None else checked_point("mean_control", mean_control, problem)
    additive = isinstance(problem, QuadraticProblem)
    small = N * d <= (_RATIONAL if additive else _RATIONAL_FORMS) and is_exact(conserved)
    setting = prepare(algorithm, gamma, H, natural_ring(algorithm, problem, gamma) if small else FLOATS, memory=True)
    joint, name = joint_round(setting, problem), setting.algorithm.name
    if joint.rule.freezes_controls:
        raise InvalidInput("algorithm", name, "never renews its control variates: its joint depends on where each starts")
    if mean_control is not None and not joint.rule.conserves_sum:
        raise InvalidInput("mean_control", mean_control, f"is forgotten by {name}, whose rounds do not conserve it")
    if setting.ring is RATIONALS:
        return _dense_solution(joint, problem, gamma, H, conserved)
    size, value, most = ("(N + 1) d", (N + 1) * d, _DENSE) if additive else ("N d", N * d, _DENSE_FORMS)
    if joint.rule.conserves_sum:
        factor = own_factor(joint)
        if factor < 1:
            errors = optimum_errors(problem, to_float(problem.optimum))
            found = contour_law(joint, gamma, H, to_float(conserved), _ideal_controls(joint, problem), errors)
            return stationary_result(problem, *found)
        if value > most:
            rule = f"makes a client stretch an eigenvector by {factor:.6g}, must be < 1 where {size} is more than {most}"
            raise UnstableStep("gamma", gamma, rule)
    if value > most:
        rule = f"has {size} = {value}, must be at most {most} for {name}, which does not conserve the mean control variate"
        raise InvalidInput("problem", problem, rule, 'use method="montecarlo"')
    return _dense_solution(joint, problem, gamma, H, to_float(conserved))


def _dense_solution(joint: JointRound, problem: LinearProblem | QuadraticProblem, gamma: Any, H: int, mean_control: Array) -> Stationary:
    N, d = joint.size
    found = joint_moments(joint, gamma, H, mean_control)
    mean = found.mean.reshape(N + 1, d)
    bias = mean - np.concatenate([0 * mean[:1], _ideal_controls(joint, problem)])
    second = found.covariance + np.multiply.outer(bias.ravel(), bias.ravel())
    blocks = second.reshape(N + 1, d, N + 1, d).transpose(0, 2, 1, 3)
    unit, error = float(_column_units(joint)[-1]), found.covariance_error
    of_optimum, of_ideal = (0.0, 0.0) if is_exact(bias) else optimum_errors(problem, to_float(problem.optimum))
    # the means' error is one of theta, and of the control variates in their unit
    cross, own = product_errors((bias[:1], found.mean_error + of_optimum), (bias[1:], unit * found.mean_error + of_ideal))
    controls = StoredControlVariates.of(blocks, unit * error + cross, unit**2 * error + own)
    moments = Moments(mean[0], found.covariance[:d, :d], found.mean_error, error)
    return stationary_result(problem, moments, mean[1:], controls)


def _ideal_controls(joint: JointRound, problem: LinearProblem | QuadraticProblem) -> Array:
    """xi_c* (N, d), in the number type of the round: with it a step along the client's full gradient fixes theta*."""
    _, on_g, _, on_xi, _ = joint.rule.local
    out: Array = -on_g / on_xi * mean_gradients(problem, like(problem.optimum, joint.moves))[1]
    return out


def stationary_result(
    problem: LinearProblem | QuadraticProblem,
    moments: Moments,
    control_mean: Array | None = None,
    controls: ControlVariateMoments | None = None,
) -> Stationary:
    """The law whose first d moments about theta* are these, and the control variates' for a rule that keeps them."""
    theta = like(problem.optimum, moments.mean)
    second = moments.covariance + np.multiply.outer(moments.mean, moments.mean)
    error, second_error = moment_errors(moments, problem, theta)
    rigorous = is_exact(theta)
    return Stationary(theta + moments.mean, second, error, "exact", rigorous, second_error, control_mean=control_mean, controls=controls)
