"""Gradients as source text, one kind of problem a file."""

from __future__ import annotations

from symfed.models.problems import LogisticProblem, QuadraticProblem
from symfed.models.problems.linear import LinearProblem
from symfed.models.problems.problem import Problem
from symfed.reference.kernels.gradients import affine, linear, logistic
from symfed.reference.kernels.gradients.gradient import Gradient


def gradient_of(problem: Problem, full: bool) -> Gradient | None:
    """The stochastic gradient of a problem, or its clients' full gradients; None for a kind that no kernel is written for."""
    if isinstance(problem, LogisticProblem):
        return logistic.gradient(problem, full)
    if isinstance(problem, QuadraticProblem):
        return affine.quadratic(problem, full)
    if isinstance(problem, LinearProblem):
        return linear.gradient(problem, full)
    return None
