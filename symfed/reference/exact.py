"""Moments of an affine rule on quadratics, exactly: the local steps are run one by one, then one linear system is solved."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from symfed.core.errors import InvalidInput
from symfed.models.algorithm import Algorithm
from symfed.models.arrays import Array, as_array, is_exact, to_float
from symfed.models.problems import QuadraticProblem
from symfed.models.problems.problem import Problem
from symfed.models.rings import FLOATS
from symfed.reference.result import Stationary
from symfed.reference.round_map import RoundMap, round_map
from symfed.reference.setting import RATIONALS, Setting, natural_ring, prepare


def stationary_exact(algorithm: str | Algorithm, problem: Problem, gamma: Any, H: int) -> Stationary:
    """Stationary mean (d,) and second moment about theta* (d, d) of an affine rule on a quadratic problem.

    Flint rationals where problem, gamma and hyper-parameters are rational, float64 otherwise. gamma may exceed 1/L.
    Raises InvalidInput for another kind of problem or a rule that is not affine, UnstableStep where no stationary law exists.

    >>> from fractions import Fraction
    >>> stationary_exact("sgd", QuadraticProblem([[[1]]], [[0]], [[1]]), Fraction(1, 2), 1).second_moment
    array([[1/3]], dtype=object)
    """
    problem = _quadratic(problem)
    setting = prepare(algorithm, gamma, H, natural_ring(algorithm, problem, gamma))
    law = _round(setting, problem)
    law.check_contraction(gamma, H)
    mean = law.fixed_point()
    bias = mean - _kind(problem.optimum, setting)
    second = law.stationary_covariance() + np.multiply.outer(bias, bias)
    d = problem.dim
    return Stationary(mean, second, np.zeros(d), "exact", rigorous=is_exact(mean), second_moment_error=np.zeros((d, d)))


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

    Rational where everything given is; the rule must be affine, and need not contract. Raises InvalidInput.
    """
    problem = _quadratic(problem)
    _check_rounds(rounds)
    mean = _point("start", start, problem)
    target = problem.optimum if point is None else _point("point", point, problem)
    ring = natural_ring(algorithm, problem, gamma) if is_exact(mean, target) else FLOATS
    setting = prepare(algorithm, gamma, H, ring)
    law, mean, target = _round(setting, problem), _kind(mean, setting), _kind(target, setting)
    covariance = law.noise - law.noise
    out = []
    for t in range(rounds + 1):
        if t:
            mean = law.matrix @ mean + law.shift
            covariance = law.matrix @ covariance @ law.matrix.T + law.noise
        out.append(((mean - target) ** 2).sum() + np.trace(covariance))
    return np.array(out, dtype=law.matrix.dtype)


def iterates(algorithm: str | Algorithm, problem: Problem, gamma: Any, H: int, rounds: int, start: ArrayLike) -> Array:
    """theta_0 .. theta_rounds without noise, each client using its full gradient; shape (rounds + 1, d).

    Exact for a rational quadratic problem, gamma and start; float64 otherwise. The rule need not be affine. Raises InvalidInput.
    """
    _check_rounds(rounds)
    x = _point("start", start, problem)
    exact = isinstance(problem, QuadraticProblem) and is_exact(x)
    setting = prepare(algorithm, gamma, H, natural_ring(algorithm, problem, gamma) if exact else FLOATS)
    x = _kind(x, setting)
    out = [x]
    for _ in range(rounds):
        local = np.stack([x] * problem.num_clients)
        for _ in range(setting.local_steps):
            local = setting.step(local, _full_gradients(problem, local, setting), x)
        x = setting.server(local.sum(axis=0) / problem.num_clients, x)
        out.append(x)
    return np.stack(out)


def _full_gradients(problem: Problem, local: Array, setting: Setting) -> Array:
    if isinstance(problem, QuadraticProblem) and setting.ring is RATIONALS:
        return (problem.hessian_matrices @ (local - problem.optima)[..., None])[..., 0]
    return problem.mean_gradients(local[None])[0]


def _round(setting: Setting, problem: QuadraticProblem) -> RoundMap:
    A, centres = problem.hessian_matrices, problem.optima
    return round_map(setting, A, -(A @ centres[..., None])[..., 0], problem.noise)


def _kind(array: Array, setting: Setting) -> Array:
    return array if setting.ring is RATIONALS else to_float(array)


def _point(name: str, value: ArrayLike, problem: Problem) -> Array:
    point = as_array(name, value, ("d",))
    if point.shape != (problem.dim,):
        raise InvalidInput(name, point.shape, f"must have shape (d,) = ({problem.dim},)")
    return point


def _check_rounds(rounds: int) -> None:
    if isinstance(rounds, bool) or int(rounds) != rounds or rounds < 0:
        raise InvalidInput("rounds", rounds, "must be a non-negative integer")


def _quadratic(problem: Problem) -> QuadraticProblem:
    if not isinstance(problem, QuadraticProblem):
        raise InvalidInput("problem", problem, "must be a QuadraticProblem", 'use method="quadrature" or "montecarlo"')
    return problem
