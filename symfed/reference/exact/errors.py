"""How far a float law is from the one that the data stand for."""

from __future__ import annotations

import numpy as np

from symfed.models.arrays import Array, is_exact, to_float
from symfed.models.problems import LinearProblem, QuadraticProblem
from symfed.reference.exact.moments import EPS, Moments


def moment_errors(moments: Moments, problem: LinearProblem | QuadraticProblem, theta: Array) -> tuple[Array, Array]:
    """Estimated errors of the mean (d,) and of the second moment about theta* (d, d)."""
    d = len(theta)
    if is_exact(theta):
        return np.zeros(d), np.zeros((d, d))
    moved, _ = optimum_errors(problem, theta)
    bias, mean_error = np.abs(moments.mean), moments.mean_error + moved
    from_mean = 2 * (mean_error + moved) * float(bias.max()) + EPS * np.multiply.outer(bias, bias)
    return mean_error + EPS * np.abs(theta), moments.covariance_error + from_mean


def optimum_errors(problem: LinearProblem | QuadraticProblem, theta: Array) -> tuple[float, float]:
    """What float theta* (d,) and the clients' gradients there are off by, in Euclidean norms: theta* solves a system whose terms carry
    a rounding each, and so do the gradients, which the mean follows."""
    if isinstance(problem, LinearProblem):
        slopes, constants = to_float(problem.mean_matrices), to_float(problem.mean_vectors)
    else:
        slopes, centres = to_float(problem.hessian_matrices), to_float(problem.optima)
        constants = (slopes @ centres[..., None])[..., 0]
    norms = np.linalg.norm(slopes, axis=(1, 2))
    sizes = norms * np.linalg.norm(theta) + np.linalg.norm(constants, axis=1)
    rounded = EPS * np.sqrt(len(theta)) * float(sizes.max())
    moved = rounded * float(np.linalg.norm(np.linalg.inv(slopes.mean(axis=0)), 2))
    return moved, rounded + float(norms.max()) * moved


def product_errors(of_theta: tuple[Array, float], of_controls: tuple[Array, float]) -> tuple[float, float]:
    """What products of means are off by, entry by entry: theta's with a control variate's, and of two control variates.

    Each argument is the means about the optimum, and what an entry of them is off by.
    """
    (b, e), (s, f) = ((float(np.abs(to_float(means)).max()), error) for means, error in (of_theta, of_controls))
    # (b + e)(s + f) - b s, and (s + f)^2 - s^2
    return b * f + s * e + e * f, (2 * s + f) * f
