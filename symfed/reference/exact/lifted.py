"""One round of an affine rule under multiplicative noise: a linear map of (theta theta', theta, 1)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from symfed.models.arrays import Array, is_exact, zeros
from symfed.models.problems import LinearProblem, QuadraticProblem
from symfed.reference.affine import server_coefficients
from symfed.reference.exact.local_steps import local_steps
from symfed.reference.exact.matrices import full, half, lift, power, product
from symfed.reference.exact.moments import EPS, AffineRound, Moments, solve_moments
from symfed.reference.exact.noise_forms import client_forms
from symfed.reference.setting import Setting


@dataclass(frozen=True)
class LiftedRound(AffineRound):
    """half Cov[theta_next | theta] = spread @ half(u u') with u = (theta, 1), half-vectorised; theta is relative to some origin.

    spread (d (d + 1) / 2, (d + 1) (d + 2) / 2); its leading columns act on theta theta'. rounding (same shape): a bound on the rounding
    errors of its entries, and mean_rounding (d, d + 1) on those of (matrix, shift); zero for rationals.
    """

    spread: Array
    rounding: Array
    mean_rounding: Array

    def conditional_covariance(self, mean: Array, covariance: Array) -> Array:
        return full(self.spread @ half(column_moment(mean, covariance)), len(mean))

    @cached_property
    def covariance_operator(self) -> Array:
        """Cov[theta] -> Cov[theta_next] but for its constant part, on half-vectorised matrices."""
        return lift(self.matrix) + self.spread[:, : len(self.spread)]

    @cached_property
    def moments(self) -> Moments:
        b, X, Y = solve_moments(self, self.covariance_operator)
        if is_exact(self.matrix):
            return Moments(b, X)
        M, d = self.matrix, len(b)
        mean_residual = abs(M @ b + self.shift - b) + self.mean_rounding @ np.append(abs(b), 1)
        mean_error = np.linalg.norm(np.linalg.inv(np.eye(d) - M), 2) * np.linalg.norm(mean_residual)
        after = self.advance(b, X)[1]
        covariance_residual = abs(after - X) + full(self.rounding @ half(column_moment(abs(b), abs(X))), d)
        moved = (self.mean_rounding[:, :d] + EPS * d * abs(M)) @ abs(X) @ abs(M).T
        covariance_residual = covariance_residual + moved + moved.T
        return Moments(b, X, float(mean_error), float(np.linalg.norm(Y, 2) * np.linalg.norm(covariance_residual)))


def column_moment(mean: Array, covariance: Array) -> Array:
    """E[u u'] for u = (theta, 1)."""
    d = len(mean)
    out = zeros((d + 1, d + 1), mean)
    out[:d, :d] = covariance + np.multiply.outer(mean, mean)
    out[:d, d] = out[d, :d] = mean
    out[d, d] = out[d, d] + 1
    return out


def lifted_round(setting: Setting, problem: LinearProblem | QuadraticProblem, origin: Array) -> LiftedRound:
    """The round with theta relative to `origin` (d,).

    Given its start, clients are independent: Cov[theta_next | theta] is the mean of Cov[x_c | theta] over N, each of them quadratic in
    theta.
    """
    on_mean, on_start, constant = server_coefficients(setting)
    N, d = problem.num_clients, problem.dim
    steps = local_steps(setting, problem, origin)
    share, H = on_mean / N, setting.local_steps
    ends = [product(power(step.mean, H), step.start)[:d] for step in steps]
    mean = on_mean * sum(ends[1:], ends[0]) / N
    mean[:, :d] = mean[:, :d] + on_start * steps[0].start[:d, :d]
    mean[:, d] = mean[:, d] + constant + (on_mean + on_start - 1) * origin
    clients = [client_forms(step, H) for step in steps]
    spread = share * share * sum(clients[1:], clients[0])
    rounding, mean_rounding = 0 * spread, 0 * mean
    if not is_exact(origin):
        # a sum of d products is off by about sqrt(d) units, some more for the rule itself, and H steps add up
        unit = H * (np.sqrt(d) + 4) * EPS
        rounding = unit * share * share * np.sum([abs(client) for client in clients], axis=0)
        bounds = [product(power(abs(step.mean), H), step.start)[:d] for step in steps]
        mean_rounding = unit * abs(share) * np.sum(bounds, axis=0)
    return LiftedRound(mean[:, :d], mean[:, d], spread, rounding, mean_rounding)
