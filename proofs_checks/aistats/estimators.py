"""Estimators made of several runs, as a source writes them down, and how they are read: on laws, on expansions, draw by draw;
and the variance of such an estimator on quadratics, solved exactly.

An estimator is a function of (theta, gamma, H): theta(gamma, H) stands for what one run with these parameters yields.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import flint
import numpy as np
import sympy as sp

from symfed.checks.readings import DIGITS, on_problem, reference_bias
from symfed.core.errors import InvalidInput
from symfed.core.symbols import H, gamma
from symfed.models.arrays import Array
from symfed.models.problems import Problem, QuadraticProblem, ScalarProblem
from symfed.reference.exact import stationary_exact
from symfed.reference.exact.combination import Combination
from symfed.strategies import Instance
from symfed.strategies.sampled import SampledRun, by_rule
from symfed.tensors.jets import TensorJets
from symfed.tensors.tensor import FreeTensor
from symfed.tensors.truths import derived_form

Yield = Callable[[Any, Any], Any]
Estimator = Callable[[Yield, Any, Any], Any]

_LAW = reference_bias("fedavg")


def on_means(statement: Estimator, instance: Instance) -> Array:
    """The estimator of FedAvg's exact stationary means, which are not taken relative to theta*."""
    return np.asarray(statement(lambda g, H: stationary_exact("fedavg", instance.problem, g, H).mean, instance.gamma, instance.H))


#: A vector that no mean over clients speaks of, as one client's own gradient is: what is shown with it for theta* is shown for any.
THETA_STAR = TensorJets().gradients


def on_expansions(statement: Estimator) -> FreeTensor:
    """The estimator of theta* + FedAvg's derived first-order bias, in any dimension, with gamma, H and N symbolic.

    Raises InvalidInput for another number of local steps, and for a step size that is no multiple of gamma.
    """
    bias = derived_form("fedavg", "bias")

    def run(g: Any, h: Any) -> FreeTensor:
        times = sp.sympify(g) / gamma
        if h != H or not times.is_Rational:
            raise InvalidInput("run", (g, h), "must be at a multiple of gamma and at H")
        factor = flint.fmpq(int(times.p), int(times.q))
        return THETA_STAR + FreeTensor(1, [(network, ratio.rescaled(factor)) for network, ratio in bias.terms])

    return statement(run, gamma, H)


def on_draws(statement: Estimator, run: SampledRun) -> Array:
    """The estimator of where FedAvg's rule ends, both runs seeing the same draws: they take equally many local steps."""
    return np.asarray(statement(lambda g, H: by_rule("fedavg", replace(run, gamma=g)), run.gamma, run.H))


def _optimum(problem: Problem) -> Array:
    return np.array(problem.optimum_to(DIGITS), dtype=object) if isinstance(problem, ScalarProblem) else problem.optimum


def on_laws(statement: Estimator, problem: Problem, gamma: Any, H: int) -> Array:
    """The estimator of stationary means found without any formula: what `RemainderOrder` compares with a limit."""
    centre = _optimum(problem)
    return np.asarray(statement(lambda g, h: centre + _LAW(problem, g, h), gamma, H))


@dataclass(frozen=True)
class Limit:
    """theta*, or theta* + a transcription `rest(p, gamma, H)`: what an estimator read by `on_laws` should be close to.

    `weights` bounds the sum of the estimator's absolute weights, `largest` how many times gamma and how many times H its runs have at
    most; the error of the laws enters with them.
    """

    weights: int = 3
    largest: tuple[int, int] = (2, 1)
    rest: Callable[[Any, Any, Any], Any] | None = None

    def __call__(self, problem: Problem, gamma: Any, H: int) -> Array:
        centre = _optimum(problem)
        return centre if self.rest is None else centre + on_problem(self.rest, problem, gamma, H)

    def error(self, problem: Problem, gamma: Any, H: int) -> float:
        """By how much the laws' own errors can move the estimator."""
        step, local = self.largest
        return self.weights * max(_LAW.error(problem, gamma, H), _LAW.error(problem, step * gamma, local * H))


def joint(problem: QuadraticProblem, gamma: Any, H: int, shared: bool) -> Combination:
    """2 theta^(gamma,H) - theta^(2 gamma,H) of FedAvg, with noise of their own or in common."""
    return Combination("fedavg", problem, [(gamma, H), (2 * gamma, H)], [2, -1], shared)


def total(statement: Any, problem: QuadraticProblem, gamma: Any, H: int) -> Any:
    """The transcription's matrix at one step size, its trace taken."""
    return np.trace(on_problem(statement, problem, gamma, H))


@dataclass(frozen=True)
class JointVariance:
    """Total variance (a trace): of an iterate in the stationary law, or, `averaged`, T times that of a mean of T iterates as T grows."""

    shared: bool
    averaged: bool

    def __call__(self, problem: QuadraticProblem, gamma: Any, H: int) -> Any:
        runs = joint(problem, gamma, H, self.shared)
        return np.trace(runs.long_run_covariance() if self.averaged else runs.stationary().covariance)

    def error(self, problem: QuadraticProblem, gamma: Any, H: int) -> float:
        """Exact solves have no error."""
        return 0.0
