"""Step sizes above 1/L of the worst single sample: which of them are known to have no stationary law."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from symfed.core.errors import LongStep, UnstableStep
from symfed.models.arrays import Array, to_float
from symfed.models.problems import LinearProblem, QuadraticProblem
from symfed.models.problems.minibatch import MinibatchProblem
from symfed.models.problems.problem import Problem
from symfed.reference.exact.additive_noise import additive_round
from symfed.reference.exact.moments import NoContraction, mean_gradients, spectral_radius
from symfed.reference.exact.multiplicative_noise import form_numbers, multiplicative_round
from symfed.reference.setting import Setting, is_affine

_ROUNDING = 1e-12  # of L, which is an eigenvalue
_QUICK = 2_000_000  # numbers in a round's map of covariances, and products for each: some tenths of a second
_HALVINGS = 12  # the largest step that contracts, to three digits


def check_round(setting: Setting, problem: Problem, warn: bool = False) -> bool:
    """Whether a stationary law is known to exist. Raises UnstableStep where it is known not to; then gamma > 1/L.

    Decided for affine rules without control variates, on two kinds of problem. Linear ones: where a round does not contract in the mean
    and, if the problem is small, where it has no second moment. Losses phi(a'x) + l2 |x|²/2 with bounded phi': a local step takes x to
    (1 - gamma l2) x - gamma g with |g| <= G, so that iterates follow the linear round of Hessian l2 up to something bounded. Where
    that contracts, as FedAvg's does for gamma l2 < 2, some ball is never left, and on this compact set a round is continuous in x: it has
    a stationary law (Krylov and Bogoliubov), however large gamma L is. Where it expands, far points are thrown ever farther.
    warn: whether a step above 1/L that is not refused gives a LongStep warning.
    """
    if setting.gamma * problem.L <= 1 + _ROUNDING:
        return True
    base = problem.problem if isinstance(problem, MinibatchProblem) else problem
    known = False
    if not setting.algorithm.keeps_memory and is_affine(setting):
        if isinstance(base, LinearProblem | QuadraticProblem):
            _check_mean(setting, problem, mean_gradients(base, np.zeros(base.dim))[0])
            if isinstance(base, LinearProblem):
                _check_square(setting, problem.equal_moments if isinstance(problem, MinibatchProblem) else base)
            known = True
        elif problem.far_curvature is not None:
            _check_mean(setting, problem, np.array([[[problem.far_curvature]]]))
            known = True
    if warn:
        said = "no step is known to contract" if np.isinf(problem.L) else f"above 1/L = {1 / problem.L:.4g} of the worst sample"
        rule = "the theory's bounds do not cover it, and a burn_in of 'auto' may be too short"
        warnings.warn(f"gamma = {setting.gamma:.4g}: {said}; {rule}", LongStep, stacklevel=4)
    return known


def _check_mean(setting: Setting, problem: Problem, slopes: Array) -> None:
    """Raise UnstableStep where a round with these Hessians (N, d, d) does not contract."""

    def radius(gamma: float) -> float:
        origin: Array = np.zeros(slopes.shape[1])
        with np.errstate(over="ignore", invalid="ignore"):
            matrix = additive_round(replace(setting, gamma=gamma), slopes, slopes[:, 0] * 0, slopes * 0, origin).matrix
        return spectral_radius(matrix) if np.isfinite(matrix).all() else float("inf")

    found = radius(setting.gamma)
    if found >= 1:
        limit = _limit(setting, problem, lambda gamma: radius(gamma) < 1)
        rule = f"a round of H = {setting.local_steps} steps does not contract: spectral radius {found:.6g}, must be < 1{limit}"
        raise UnstableStep("gamma", setting.gamma, rule)


def _check_square(setting: Setting, problem: LinearProblem) -> None:
    """Nothing for a large problem, whose map of covariances would take long."""
    if form_numbers(problem) > _QUICK or sum(map(len, problem.weights)) * problem.dim**4 > 100 * _QUICK:
        return

    def refusal(gamma: float) -> str | None:
        origin = to_float(problem.optimum)
        try:
            multiplicative_round(replace(setting, gamma=gamma), problem, origin).moments  # noqa: B018  raises where there are none
        except NoContraction as unstable:
            return str(unstable)
        return None

    refused = refusal(setting.gamma)
    if refused is not None:
        limit = _limit(setting, problem, lambda gamma: refusal(gamma) is None)
        raise UnstableStep("gamma", setting.gamma, f"a round of H = {setting.local_steps} steps {refused}{limit}")


def _limit(setting: Setting, problem: Problem, contracts: Callable[[float], bool]) -> str:
    """Up to which step size above 1/L a round contracts, in words; "" where it does not even there."""
    low, high = 1 / problem.L, setting.gamma
    if low <= 0 or not contracts(low):
        return ""
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if contracts(middle) else (low, middle)
    return f"; stable up to gamma = {low:.3g}"
