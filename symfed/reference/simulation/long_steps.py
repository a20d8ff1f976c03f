"""Step sizes above 1/L of the worst single sample: refuse those known to have no stationary law."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from symfed.core.errors import LongStep, UnstableStep
from symfed.models.arrays import Array, to_float
from symfed.models.problems import LeastSquaresProblem, LinearProblem, QuadraticProblem
from symfed.models.problems.minibatch import MinibatchProblem
from symfed.models.problems.problem import Problem
from symfed.reference.exact.additive_noise import additive_round
from symfed.reference.exact.moments import mean_gradients, spectral_radius
from symfed.reference.setting import Setting, is_affine, local_coefficients, server_coefficients

_ROUNDING = 1e-12  # of L, which is an eigenvalue
_ROUNDS = 32  # rounds that show whether second moments shrink, unless the step is within a few per cent of the limit
_QUICK = 2e9  # multiplications: about a second
_CALL = 1e4  # multiplications to which the overhead of one step of one client corresponds
_HALVINGS = 12  # the largest step that contracts, to three digits


def check_round(setting: Setting, problem: Problem, warn: bool = False) -> bool:
    """True if a stationary law is known to exist. Raises UnstableStep if it is known not to; then gamma > 1/L.

    Decided for affine rules without control variates, on two kinds of problem. Linear ones: if a round does not contract in the mean
    or has no second moment, there is no law; for a large problem the latter is not decided. Losses phi(a'x) + l2 |x|²/2 with
    bounded phi': a local step maps x to (1 - gamma l2) x - gamma g with |g| <= G, so that iterates follow the linear round of Hessian l2
    up to a bounded term. If that contracts, as for plain gradient steps if gamma l2 < 2, some ball is invariant, and on this
    compact set a round is continuous in x: it has a stationary law (Krylov and Bogoliubov), however large gamma L is. If it expands,
    distant points diverge.
    warn: if True, a step above 1/L that is not refused gives a LongStep warning.
    """
    if setting.gamma * problem.L <= 1 + _ROUNDING:
        return True
    base = problem.problem if isinstance(problem, MinibatchProblem) else problem
    known = False
    if not setting.algorithm.keeps_memory and is_affine(setting):
        if isinstance(base, LinearProblem | QuadraticProblem):
            _check_mean(setting, problem, mean_gradients(base, np.zeros(base.dim))[0])
            batch = problem.batch if isinstance(problem, MinibatchProblem) else 1
            known = isinstance(base, QuadraticProblem) or setting.algorithm.exact_gradient or _check_square(setting, base, batch)
        elif problem.far_curvature is not None:
            _check_mean(setting, problem, np.array([[[problem.far_curvature]]]))
            known = True
    if warn:
        said = "no step is known to contract" if np.isinf(problem.L) else f"above 1/L = {1 / problem.L:.4g} of the worst sample"
        rule = "the theory's bounds do not cover it, and a burn_in of 'auto' may be too short"
        warnings.warn(f"gamma = {setting.gamma:.4g}: {said}; {rule}", LongStep, stacklevel=4)
    return known


def _check_mean(setting: Setting, problem: Problem, slopes: Array) -> None:
    """Raise UnstableStep if a round with these Hessians (N, d, d) does not contract."""

    def radius(gamma: float) -> float:
        origin: Array = np.zeros(slopes.shape[1])
        with np.errstate(over="ignore", invalid="ignore"):
            matrix = additive_round(replace(setting, gamma=gamma), slopes, slopes[:, 0] * 0, slopes * 0, origin).matrix
        return spectral_radius(matrix) if np.isfinite(matrix).all() else float("inf")

    found = radius(setting.gamma)
    if found >= 1:
        limit = _stable_limit_text(setting, problem, lambda gamma: radius(gamma) < 1)
        rule = f"a round of H = {setting.local_steps} steps does not contract: spectral radius {found:.6g}, must be < 1{limit}"
        raise UnstableStep("gamma", setting.gamma, rule)


def _check_square(setting: Setting, problem: LinearProblem, batch: int) -> bool:
    """True if second moments were found to shrink; False for a large problem, for which that would take more than about a second.

    Raises UnstableStep if they grow. A round maps covariances by a positive map T. Its spectral radius is at most |T^k(1)|^(1/k) for
    each k, so that |T^k(1)| < 1 decides it; if no k gives that, the last ratio of two of these norms is taken as the radius.
    """
    samples, N, d = sum(map(len, problem.weights)), problem.num_clients, problem.dim
    each = samples * d**2 * (1 if isinstance(problem, LeastSquaresProblem) else d) + 2 * N * d**3 + _CALL * N
    if setting.reads_start or 4 * _ROUNDS * setting.local_steps * each > _QUICK:
        return False
    spreads = [_sample_spread(problem, c) for c in range(N)]
    means, eye = to_float(problem.mean_matrices), np.eye(d)

    def growth(gamma: float) -> float:
        one = replace(setting, gamma=gamma)
        (on_x, on_g, *_), (on_mean, on_start, _) = local_coefficients(one), server_coefficients(one)
        steps = on_x * eye + on_g * means
        ends = np.linalg.matrix_power(steps, setting.local_steps)
        whole = on_mean * ends.mean(axis=0) + on_start * eye
        X, size, ratio = eye, 1.0, 1.0
        for _ in range(_ROUNDS):
            after = whole @ X @ whole.T
            for step, end, spread in zip(steps, ends, spreads, strict=True):
                S = X
                for _ in range(setting.local_steps):
                    S = step @ S @ step.T + (on_g**2 / batch) * spread(S)
                after = after + (on_mean / N) ** 2 * (S - end @ X @ end.T)
            ratio = float(np.linalg.norm(after, 2))
            X, size = after / ratio, size * ratio
            if size < 1 or not np.isfinite(size):
                break
        return ratio

    found = growth(setting.gamma)
    if found >= 1:
        limit = _stable_limit_text(setting, problem, lambda gamma: growth(gamma) < 1)
        rule = f"a round of H = {setting.local_steps} steps has no second moment: it grows by {found:.4g} a round{limit}"
        raise UnstableStep("gamma", setting.gamma, rule)
    return True


def _sample_spread(problem: LinearProblem, client: int) -> Callable[[Array], Array]:
    """The map from S (d, d) to E[D S D'], D being the difference of a sample's matrix from the client's mean."""
    if isinstance(problem, LeastSquaresProblem):
        rows = to_float(problem.features[client])
        mean = rows.T @ rows / len(rows)
        return lambda S: (rows * ((rows @ S) * rows).sum(axis=1)[:, None]).T @ rows / len(rows) - mean @ S @ mean
    differences = to_float(problem.matrices[client]) - to_float(problem.mean_matrices[client])
    weights = to_float(problem.weights[client])
    return lambda S: np.tensordot(weights, differences @ S @ differences.swapaxes(1, 2), 1)


def _stable_limit_text(setting: Setting, problem: Problem, contracts: Callable[[float], bool]) -> str:
    """The largest step size at which a round contracts, as text for a message; "" if a round does not contract at 1/L."""
    low, high = 1 / problem.L, setting.gamma
    if low <= 0 or not contracts(low):
        return ""
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if contracts(middle) else (low, middle)
    return f"; stable up to gamma = {low:.3g}"
