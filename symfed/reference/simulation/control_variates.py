"""Stationary moments, known without sampling, of two chains that follow a method's first and second order around theta*."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from symfed.core.errors import InvalidInput
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm
from symfed.models.arrays import Array, solve, to_float
from symfed.models.problems import LinearProblem
from symfed.models.problems.problem import FiniteProblem, Problem
from symfed.models.rings import FLOATS
from symfed.reference.affine import local_coefficients, server_coefficients
from symfed.reference.exact.local_moments import local_moments
from symfed.reference.setting import Setting, prepare
from symfed.reference.simulation.memory_means import MemoryChain


@dataclass(frozen=True)
class ExactMeans:
    """Under the stationary law: linear (d,) = E e1, second_moment (d, d) = E e1 e1' and second (d,) = E e2; float64."""

    linear: Array
    second_moment: Array
    second: Array


def exact_means(algorithm: str | Algorithm, problem: Problem, gamma: Any, H: int) -> ExactMeans:
    """The stationary means of the chains e1 and e2 that share every drawn sample z with theta = theta* + e1 + e2 + ...

    A step of an affine rule sends e1 by the gradient g_z(theta*) + H_z e1, and e2 by the gradient H_z e2 + T_z[e1, e1]/2 and without
    the rule's constants; all derivatives at theta* and of the same sample. The first is linear stochastic approximation. In the second
    z is independent of where the chains stand, so that E e2 needs the client means of H and T, and E[e1 e1'] at every step of every
    client. A rule with control variates must conserve their sum, which is zero. Raises InvalidInput unless the rule is affine and the
    problem has `sample_jets`; UnstableStep where the linear chain has no stationary second moment.
    """
    linear = linearised(problem)
    if get_algorithm(algorithm).keeps_memory:
        return _with_memory(prepare(algorithm, gamma, H, FLOATS, memory=True), problem, linear)
    known = local_moments(algorithm, linear, gamma, H)
    setting = prepare(algorithm, gamma, H, FLOATS)
    on_x, on_g, on_start, _ = local_coefficients(setting)
    on_mean, on_server_start, _ = server_coefficients(setting)
    eye = np.eye(problem.dim)
    step = on_x * eye + on_g * problem.hessians
    # E e2 of every client as a function of where the round starts, `moved` times that plus `bent`
    moved, bent = 0 * step + eye, np.zeros((problem.num_clients, problem.dim))
    for h in range(setting.local_steps):
        bend = np.einsum("cijk,cjk->ci", problem.third_derivatives, known.local_second_moments[:, h]) / 2
        moved, bent = step @ moved + on_start * eye, (step @ bent[..., None])[..., 0] + on_g * bend
    second = solve((1 - on_server_start) * eye - on_mean * moved.mean(axis=0), on_mean * bent.mean(axis=0))
    return ExactMeans(known.mean - linear.optimum, known.second_moment, second)


def _with_memory(setting: Setting, problem: Problem, linear: LinearProblem) -> ExactMeans:
    chain, d = MemoryChain(setting, linear), problem.dim
    second = chain.second_moments()
    bend = np.einsum("cijk,chjk->chi", to_float(problem.third_derivatives), chain.local_second_moments(second)) / 2
    return ExactMeans(second[:d, -1], second[:d, :d], chain.driven_mean(chain.on_gradient * bend))


def linearised(problem: Problem) -> LinearProblem:
    """The problem with every sample's gradient replaced by its tangent at theta*. Raises InvalidInput where it has no `sample_jets`."""
    if not isinstance(problem, FiniteProblem) or problem.sample_jets is None:
        raise InvalidInput("problem", problem, "must offer the derivatives of single samples, as logistic and scalar problems do")
    jets, weights = problem.sample_jets, problem.weights
    slopes = [A[: len(w)] for A, w in zip(jets.hessians, weights, strict=True)]
    gradients = [g[: len(w)] for g, w in zip(jets.gradients, weights, strict=True)]
    return LinearProblem(slopes, [A @ jets.optimum - g for A, g in zip(slopes, gradients, strict=True)], weights)
