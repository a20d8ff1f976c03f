"""Gradients as source text, one kind of problem a file."""

from __future__ import annotations

from symfed.models.problems import LogisticProblem, QuadraticProblem
from symfed.models.problems.linear import LinearProblem
from symfed.models.problems.problem import Problem
from symfed.models.problems.td import TDProblem
from symfed.reference.simulation.kernels.gradients import affine, linear, logistic, temporal_difference
from symfed.reference.simulation.kernels.gradients.gradient import Gradient
from symfed.reference.simulation.kernels.gradients.tangents import with_tangents


def gradient_of(problem: Problem, full: bool, chains: int = 1) -> Gradient | None:
    """The stochastic gradient of a problem, or its clients' full gradients; None for a kind that no kernel is written for.

    chains: how many run on the same draws, theta's own among them; more than one is for stochastic gradients only.
    """
    if isinstance(problem, LogisticProblem):
        alone = logistic.gradient(problem, full)
        return alone if chains == 1 else with_tangents(alone, problem.sample_jets, [len(f) for f in problem.features], chains)
    if isinstance(problem, QuadraticProblem):
        return affine.quadratic(problem, full)
    if isinstance(problem, TDProblem):
        return temporal_difference.gradient(problem, full)
    if isinstance(problem, LinearProblem):
        return linear.gradient(problem, full)
    return None
