"""A round of an affine rule under noise that depends on the iterate: a linear map of (theta theta', theta, 1).

A client's random step is a matrix on the column (x, x_start, xi, 1); the covariance of the end of its round is a quadratic form of its
start.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array, identity, is_exact, zeros
from symfed.models.problems import LinearProblem, QuadraticProblem
from symfed.models.problems.problem import LARGEST_TENSOR, Problem
from symfed.reference.exact.additive_noise import repeated
from symfed.reference.exact.moments import EPS, AffineRound, Moments, full, half, lift, mean_gradients, power, product, solve_moments
from symfed.reference.setting import Setting, local_coefficients, server_coefficients


@dataclass(frozen=True)
class LocalStep:
    """With probability weights[z] (n_z,) the column becomes mean (n, n) times itself, and to x are added deviations[z] (n_z, d, d + 1)
    times (x, 1), which average to zero; then noise of covariance `noise` (d, d).

    x_start is in the column only for a rule that reads it, and xi only for one with control variates: n is d + 1, 2d + 1 or 3d + 1.
    `start` maps (x, 1) or (x, xi, 1) at the start of a round to the column. x is relative to some origin.
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
        """E[column column'] after the step, from its value S (n, n) before it."""
        d, out = self.dim, self.mean @ S @ self.mean.T
        moves = [*range(d), -1]
        spread = self.deviations @ S[np.ix_(moves, moves)] @ self.deviations.transpose(0, 2, 1)
        out[:d, :d] = out[:d, :d] + np.tensordot(self.weights, spread, 1) + self.noise
        return out


def local_steps(setting: Setting, problem: LinearProblem | QuadraticProblem, origin: Array) -> list[LocalStep]:
    """Every client's step with x relative to `origin` (d,); exact if the setting's ring is."""
    memory, d = setting.algorithm.keeps_memory, problem.dim
    on_x, on_g, on_start, on_xi, constant = local_coefficients(setting)
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
    none = zeros((problem.dim, problem.dim), origin)
    if isinstance(problem, LinearProblem) and not setting.algorithm.exact_gradient:
        for matrices, vectors, weights in zip(problem.matrices, problem.vectors, problem.weights, strict=True):
            A = setting.numbers(matrices)
            yield A, A @ origin - setting.numbers(vectors), setting.numbers(weights), none
        return
    for c, (slope, at_origin) in enumerate(zip(*mean_gradients(problem, origin), strict=True)):
        noise = none
        if isinstance(problem, QuadraticProblem) and not setting.algorithm.exact_gradient:
            noise = setting.numbers(problem.noise[c])
        yield slope[None], at_origin[None], none[0, :1] + 1, noise


@dataclass(frozen=True)
class _Steps:
    """Several steps of one client, x_next = (`mean` @ column)[:d] on average.

    mean (n, n); turn (k, k), k = d (d + 1) / 2, is the matrix that multiplies half(Cov[x]); forms (k, n, n) are the quadratic forms of the
    column whose values are half(Cov[x_next | column]).
    """

    mean: Array
    turn: Array
    forms: Array

    def after(self, first: _Steps) -> _Steps:
        k, n, _ = self.forms.shape
        earlier = product(self.turn, first.forms.reshape(k, n * n)).reshape(k, n, n)
        return _Steps(product(self.mean, first.mean), product(self.turn, first.turn), earlier + pulled_back(self.forms, first.mean))


def client_forms(step: LocalStep, H: int) -> Array:
    """half Cov[x_H | u] as a matrix on half(u u'), u = (x, 1) or (x, xi, 1): (k, m (m + 1) / 2) for u in m dimensions.

    Nothing cancels, as only covariances are added: C_next = E[B C B'] + Cov[(B - E B) x + k] from step to step.
    """
    return packed_forms(pulled_back(repeated(_one_step(step), H, _Steps.after).forms, step.start))


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
    """The number of entries of `noise_forms`."""
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
    return _Steps(mean, lift(mean[:d, :d]) + packed_forms(forms[:, :d, :d]), forms)


def pulled_back(forms: Array, frame: Array) -> Array:
    """Quadratic forms (k, n, n) of frame @ u as quadratic forms of u, (k, m, m), for a frame (n, m)."""
    k, n, m = len(forms), *frame.shape
    right = product(forms.reshape(k * n, n), frame).reshape(k, n, m).transpose(0, 2, 1)
    return product(right.reshape(k * m, n), frame).reshape(k, m, m)


def packed_forms(forms: Array) -> Array:
    """Symmetric forms (k, n, n) as a matrix on half-vectorised symmetric matrices; an entry off the diagonal represents two."""
    p, q = np.tril_indices(forms.shape[-1])
    out: Array = forms[:, p, q] * np.where(p == q, 1, 2)
    return out


@dataclass(frozen=True)
class MultiplicativeRound(AffineRound):
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
    def moments(self) -> Moments:
        # the linear part of Cov[theta] -> Cov[theta_next]
        b, X, Y = solve_moments(self, lift(self.matrix) + self.spread[:, : len(self.spread)])
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


def multiplicative_round(setting: Setting, problem: LinearProblem | QuadraticProblem, origin: Array) -> MultiplicativeRound:
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
        # a sum of d products has an error of about sqrt(d) units, plus some for the rule itself, and H steps add up
        unit = H * (np.sqrt(d) + 4) * EPS
        rounding = unit * share * share * np.sum([abs(client) for client in clients], axis=0)
        bounds = [product(power(abs(step.mean), H), step.start)[:d] for step in steps]
        mean_rounding = unit * abs(share) * np.sum(bounds, axis=0)
    return MultiplicativeRound(mean[:, :d], mean[:, d], spread, rounding, mean_rounding)
