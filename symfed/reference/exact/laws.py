"""Moments of affine rules on problems with affine gradients: exact rationals if the data are rational, float64 otherwise."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from symfed.core.errors import InvalidInput
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm
from symfed.models.arrays import Array, as_array, is_exact, solve, to_float
from symfed.models.problems import LinearProblem, QuadraticProblem
from symfed.models.problems.minibatch import MinibatchProblem
from symfed.models.problems.problem import Problem
from symfed.models.rings import FLOATS, RATIONALS
from symfed.models.rounds import run_rounds
from symfed.reference.exact.additive_noise import additive_round
from symfed.reference.exact.joint_law import joint_moments, stationary_memory, stationary_result
from symfed.reference.exact.joint_round import joint_round
from symfed.reference.exact.moments import AffineRound, mean_gradients
from symfed.reference.exact.multiplicative_noise import column_moment, local_steps, multiplicative_round
from symfed.reference.result import Stationary
from symfed.reference.setting import Setting, checked_point, natural_ring, prepare, server_coefficients


def stationary_exact(algorithm: str | Algorithm, problem: Problem, gamma: Any, H: int, mean_control: ArrayLike | None = None) -> Stationary:
    """Stationary mean (d,) and second moment about theta* (d, d) of an affine rule on a QuadraticProblem or a LinearProblem.

    Exact flint rationals if problem, gamma and hyper-parameters are rational; float64 otherwise, with `error` and
    `second_moment_error` from the residuals of the solved equations and the rounding of their coefficients, times the condition. gamma
    may exceed 1/L. Raises InvalidInput for another kind of problem or a rule that is not affine, UnstableStep if no stationary law
    with second moments exists; under multiplicative noise the mean may still contract, and the message says so.

    Rules with control variates come with `control_mean` and `controls`: in rationals up to N d = 24, or 10 under multiplicative noise,
    and in floats beyond, by a quadrature whose cost is proportional to N if the rule conserves the sum of the control variates
    and every client's own round contracts. `mean_control` (d,) is the conserved mean of the control variates, zero unless given:
    theta converges to the point where the mean gradient is -mean_control if the rule adds xi to the gradient, and mean_control if
    it subtracts it.

    >>> from fractions import Fraction
    >>> stationary_exact("sgd", QuadraticProblem([[[1]]], [[0]], [[1]]), Fraction(1, 2), 1).second_moment
    array([[1/3]], dtype=object)
    """
    if (stated := getattr(problem, "stated_law", None)) is not None:  # a problem whose laws are symbolic (symfed/coq)
        found: Stationary = stated(get_algorithm(algorithm), gamma, H, mean_control)
        return found
    problem, rule = _affine_problem(problem), get_algorithm(algorithm)
    if rule.keeps_memory:
        return stationary_memory(rule, problem, gamma, H, mean_control)
    setting = prepare(rule, gamma, H, natural_ring(rule, problem, gamma))
    theta = setting.numbers(problem.optimum)
    return stationary_result(problem, affine_round(setting, problem, theta).stationary_moments(gamma, H))


def expected_squared_distance(
    algorithm: str | Algorithm,
    problem: Problem,
    gamma: Any,
    H: int,
    rounds: int,
    start: ArrayLike,
    point: ArrayLike | None = None,
) -> Array:
    """E |theta_t - point|² for t = 0 .. rounds from the deterministic `start`; `point` is theta* unless given. Shape (rounds + 1,).

    Rational if all arguments are; rule and gradients must be affine, and need not contract. Control variates start at zero; the
    joint covariance of (theta, xi_1, .., xi_N) is propagated. Raises InvalidInput.
    """
    problem = _affine_problem(problem)
    _check_rounds(rounds)
    mean = checked_point("start", start, problem)
    target = problem.optimum if point is None else checked_point("point", point, problem)
    rule = get_algorithm(algorithm)
    setting = prepare(rule, gamma, H, natural_ring(rule, problem, gamma) if is_exact(mean, target) else FLOATS, memory=True)
    mean, target = setting.numbers(mean), setting.numbers(target)
    one, d = (joint_round if setting.algorithm.keeps_memory else affine_round)(setting, problem, 0 * mean), problem.dim
    column = np.concatenate([mean, 0 * one.shift[d:]])
    covariance = np.multiply.outer(0 * column, 0 * column)
    out = []
    for t in range(rounds + 1):
        if t:
            column, covariance = one.advance(column, covariance)
        out.append(((column[:d] - target) ** 2).sum() + np.trace(covariance[:d, :d]))
    return np.array(out, dtype=one.shift.dtype)


def iterates(
    algorithm: str | Algorithm,
    problem: Problem,
    gamma: Any,
    H: int,
    rounds: int,
    start: ArrayLike,
    controls: ArrayLike | None = None,
) -> Array:
    """theta_0 .. theta_rounds without noise, each client using its full gradient; shape (rounds + 1, d).

    controls (N, d): the control variates at the start, zero unless given. Exact for a rational quadratic problem, gamma, start and
    controls; float64 otherwise. The rule need not be affine. Raises InvalidInput.
    """
    _check_rounds(rounds)
    x = checked_point("start", start, problem)
    xi = np.stack([0 * x] * problem.num_clients) if controls is None else as_array("controls", controls, ("N", "d"))
    if xi.shape != (problem.num_clients, problem.dim):
        raise InvalidInput("controls", xi.shape, f"must have shape (N, d) = {(problem.num_clients, problem.dim)}")
    exact = isinstance(problem, QuadraticProblem) and is_exact(x, xi)
    rule = get_algorithm(algorithm)
    setting = prepare(rule, gamma, H, natural_ring(rule, problem, gamma) if exact else FLOATS, memory=True)
    if controls is not None and not setting.algorithm.keeps_memory:
        raise InvalidInput("controls", controls, f"mean nothing to {setting.algorithm.name}, which keeps no control variates")
    x, xi = setting.numbers(x), setting.numbers(xi)
    states = run_rounds(
        setting.algorithm,
        lambda local, t, h: _full_gradients(problem, local, setting),
        x,
        setting.gamma,
        setting.local_steps,
        problem.num_clients,
        xi=xi,
        rounds=rounds,
    )
    return np.stack([point for point, _ in states])


def _full_gradients(problem: Problem, local: Array, setting: Setting) -> Array:
    if isinstance(problem, QuadraticProblem) and setting.ring is RATIONALS:
        return (problem.hessian_matrices @ (local - problem.optima)[..., None])[..., 0]
    return problem.mean_gradients(local[None])[0]


def affine_round(setting: Setting, problem: LinearProblem | QuadraticProblem, origin: Array) -> AffineRound:
    """One round of a rule without control variates, theta relative to `origin` (d,)."""
    if isinstance(problem, LinearProblem):
        return multiplicative_round(setting, problem, origin)
    return additive_round(setting, *mean_gradients(problem, origin), problem.noise, origin)


def _check_rounds(rounds: int) -> None:
    if isinstance(rounds, bool) or int(rounds) != rounds or rounds < 0:
        raise InvalidInput("rounds", rounds, "must be a non-negative integer")


def _affine_problem(problem: Problem) -> LinearProblem | QuadraticProblem:
    if isinstance(problem, MinibatchProblem) and isinstance(problem.problem, LinearProblem):
        return problem.equal_moments
    if not isinstance(problem, LinearProblem | QuadraticProblem):
        instead = 'use method="quadrature" or "montecarlo"'
        raise InvalidInput("problem", problem, "must be a QuadraticProblem or a LinearProblem", instead)
    return problem


@dataclass(frozen=True)
class LocalMoments:
    """Float moments in stationarity.

    mean (d,) and second_moment (d, d) of theta at the start of a round; local_means (N, H, d) and local_second_moments (N, H, d, d)
    of client c's iterate after h = 0 .. H - 1 steps, where its (h + 1)-th gradient is taken. Second moments are about theta*.
    """

    mean: Array
    second_moment: Array
    local_means: Array
    local_second_moments: Array


def local_moments(algorithm: Algorithm, problem: LinearProblem | QuadraticProblem, gamma: Any, H: int) -> LocalMoments:
    """The moments of an affine rule's local iterates when the round starts from the stationary law; control variates add up to zero.

    Raises InvalidInput for a rule that is not affine, UnstableStep if there is no stationary law with second moments.
    """
    setting = prepare(algorithm, gamma, H, FLOATS, memory=True)
    (N, d), theta = (problem.num_clients, problem.dim), to_float(problem.optimum)
    if setting.algorithm.keeps_memory:
        joint = joint_round(setting, problem)
        known = joint_moments(joint, gamma, H, np.zeros(d))
        at_start = joint.own_moments(known.mean, known.covariance)
    else:
        found = affine_round(setting, problem, theta).stationary_moments(gamma, H)
        at_start = np.stack([column_moment(found.mean, found.covariance)] * N)
    seconds, kept = np.empty((N, setting.local_steps, d + 1, d + 1)), [*range(d), -1]
    for c, step in enumerate(local_steps(setting, problem, theta)):
        S = step.start @ at_start[c] @ step.start.T
        for h in range(setting.local_steps):
            seconds[c, h] = S[np.ix_(kept, kept)]
            S = step.second(S)
    return LocalMoments(theta + at_start[0, :d, -1], at_start[0, :d, :d], theta + seconds[..., :d, -1], seconds[..., :d, :d])


def driven_mean(setting: Setting, problem: LinearProblem, ends: Array) -> Array:
    """The stationary mean (d,) of e if a round maps it like theta - theta*, without constants, and adds ends[c] (N, d) to client c's end.

    In floats; control variates, if there are any, start at zero.
    """
    theta, d = to_float(problem.optimum), problem.dim
    if not setting.algorithm.keeps_memory:
        on_mean, _, _ = server_coefficients(setting)
        return solve(np.eye(d) - affine_round(setting, problem, theta).matrix, on_mean * ends.mean(axis=0))
    joint = joint_round(setting, problem)
    driven = replace(joint, shifts=ends, noise=0 * joint.noise, forms=None, server_drift=0 * theta, control_drift=0 * theta)
    return joint_moments(driven, setting.gamma, setting.local_steps, 0 * theta).mean[:d]
