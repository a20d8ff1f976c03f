"""Variance reduction: chains that run beside theta on the same samples, so that common fluctuations cancel.

They are a method's first- and second-order approximations around theta*, and their stationary moments are known without sampling.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from symfed.core.errors import InvalidInput
from symfed.models.algorithm import Algorithm
from symfed.models.arrays import Array, to_float
from symfed.models.jets import SampleJets
from symfed.models.problems import LinearProblem
from symfed.models.problems.problem import FiniteProblem, Problem
from symfed.models.rings import FLOATS
from symfed.reference.exact.laws import driven_mean, local_moments
from symfed.reference.setting import Setting, affine_rule, is_affine, local_coefficients, prepare


@dataclass(frozen=True)
class ExactMeans:
    """Stationary means: linear (d,) = E e1, second_moment (d, d) = E e1 e1' and second (d,) = E e2; float64."""

    linear: Array
    second_moment: Array
    second: Array


def exact_means(algorithm: Algorithm, problem: Problem, gamma: Any, H: int) -> ExactMeans:
    """The stationary means of the chains e1 and e2 that share every drawn sample z with theta = theta* + e1 + e2 + ...

    A step of an affine rule moves e1 by the gradient g_z(theta*) + H_z e1, and e2 by the gradient H_z e2 + T_z[e1, e1]/2 and without
    the rule's constants; all derivatives at theta* and of the same sample. The first is linear stochastic approximation. In the second
    z is independent of the chains' states, so that E e2 needs the client means of H and T, and E[e1 e1'] at every step of every
    client. For affine rules; one with control variates must conserve their sum, which is zero: `coupling` sees to it. Raises InvalidInput
    unless the problem has `sample_jets`; UnstableStep if the linear chain has no stationary second moment.
    """
    linear, setting = linearised(problem), prepare(algorithm, gamma, H, FLOATS, memory=True)
    on_x, on_g, *_ = local_coefficients(setting)
    known = local_moments(setting.algorithm, linear, gamma, H)
    step, bent = on_x * np.eye(problem.dim) + on_g * to_float(problem.hessians), np.zeros((problem.num_clients, problem.dim))
    for h in range(setting.local_steps):
        bend = np.einsum("cijk,cjk->ci", to_float(problem.third_derivatives), known.local_second_moments[:, h]) / 2
        bent = (step @ bent[..., None])[..., 0] + on_g * bend
    return ExactMeans(known.mean - linear.optimum, known.second_moment, driven_mean(setting, linear, bent))


def linearised(problem: Problem) -> LinearProblem:
    """The problem with every sample's gradient replaced by its tangent at theta*. Raises InvalidInput if it has no `sample_jets`."""
    if not isinstance(problem, FiniteProblem) or problem.sample_jets is None:
        raise InvalidInput("problem", problem, "must offer the derivatives of single samples, as logistic and scalar problems do")
    jets, weights = problem.sample_jets, problem.weights
    slopes = [A[: len(w)] for A, w in zip(jets.hessians, weights, strict=True)]
    gradients = [g[: len(w)] for g, w in zip(jets.gradients, weights, strict=True)]
    return LinearProblem(slopes, [A @ jets.optimum - g for A, g in zip(slopes, gradients, strict=True)], weights)


KINDS = ("linear", "second")
_LARGEST_MEMORY = 30  # numbers in a state with memory; solving for their second moments takes about a second
_LARGEST = 20  # the exact means take d^6 operations: a second at d = 20, about ten at d = 30


@dataclass(frozen=True)
class Coupling:
    """One or two chains that follow theta's own rule with a gradient simplified at theta*; see `exact_means`.

    Chain 1 is theta* + e1: it uses the tangent of each drawn sample's gradient. Chain 2, for kind "second", is theta* + e1 + e2 and
    adds the second-order term T_z[e1, e1]/2. An affine rule maps such sums as it maps their parts, constants included. Subtracting the
    last chain from theta and the square of chain 1 from that of theta leaves terms of higher order, whose averages fluctuate much less.
    """

    kind: str
    jets: SampleJets
    means: ExactMeans

    @property
    def chains(self) -> int:
        """The number of chains, theta's own included."""
        return 2 + KINDS.index(self.kind)

    @property
    def mean(self) -> Array:
        """E[last chain - theta*], (d,)."""
        return self.means.linear + (self.means.second if self.kind == "second" else 0)

    def gradients(self, x: Array, z: Array) -> list[Array]:
        """Gradients of chains 1, 2 at x (replicas, chains, N, d) for samples z (replicas, N): each (replicas, N, d)."""
        jets, clients = self.jets, np.arange(z.shape[1])
        a, slope, curvature, third = (table[clients, z] for table in (jets.directions, jets.slopes, jets.curvatures, jets.thirds))
        out, bend = [], np.zeros_like(slope)
        for chain in range(1, self.chains):
            along = (a * (x[:, chain] - jets.optimum)).sum(axis=-1)
            out.append((slope + curvature * along + bend)[..., None] * a + jets.l2 * x[:, chain])
            bend = third * along**2 / 2
        return out


def coupling(kind: str, setting: Setting, problem: Problem) -> Coupling:
    """The chains of this kind for a setting. Raises InvalidInput if there are none."""
    if kind not in KINDS:
        raise InvalidInput("variance_reduction", kind, f"must be None or one of {', '.join(KINDS)}")
    jets, obstacle = problem.sample_jets, _coupling_obstacle(setting, problem)
    if jets is None or obstacle is not None:
        raise InvalidInput("variance_reduction", kind, f"does not apply: {obstacle}", "use variance_reduction=None")
    return Coupling(kind, jets, exact_means(setting.algorithm, problem, setting.gamma, setting.local_steps))


def best_kind(setting: Setting, problem: Problem) -> str | None:
    """The strongest kind that applies and whose exact means are cheap; None if there is none."""
    return "second" if problem.dim <= _LARGEST and _coupling_obstacle(setting, problem) is None else None


def _coupling_obstacle(setting: Setting, problem: Problem) -> str | None:
    """The reason why no chain applies, or None."""
    algorithm = setting.algorithm
    if problem.sample_jets is None:
        return f"{type(problem).__name__} does not offer the derivatives of single samples"
    if algorithm.exact_gradient:
        return f"{algorithm.name} draws no samples, so that there is no noise to take away"
    if not is_affine(setting):
        return f"the rule of {algorithm.name} is not affine, and the means of its chains are not known"
    if algorithm.keeps_memory and not affine_rule(setting).conserves_sum:
        return f"the control variates of {algorithm.name} need not add up to zero, and the means of its chains are not known"
    if algorithm.keeps_memory and problem.num_clients * problem.dim > _LARGEST_MEMORY:
        return f"the moments of {problem.num_clients} clients' control variates in dimension {problem.dim} take too long"
    return None
