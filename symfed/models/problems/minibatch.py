"""Minibatches: clients that average several samples a step, drawn with replacement."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

import flint
import numpy as np

from symfed.core.errors import InvalidInput
from symfed.models.arrays import as_rational, integer, to_float
from symfed.models.jets import Jets
from symfed.models.problems.linear import LinearProblem
from symfed.models.problems.problem import FiniteProblem, Problem


class MinibatchProblem(Problem):
    """`problem` with the mean of `batch` >= 2 samples in each local step: the same losses and optimum, noise of covariance C/batch.

    Made by `problem.minibatch(batch)`. Cumulant k of the noise is that of one sample over batch^(k-1) at every iterate, so that
    formulas hold unchanged. `L` is that of the worst sample, which can be drawn batch times.
    """

    def __init__(self, problem: FiniteProblem, batch: int) -> None:
        self.problem, self.batch = problem, integer("batch", batch)

    num_clients = property(lambda self: self.problem.num_clients)
    dim = property(lambda self: self.problem.dim)
    mu = property(lambda self: self.problem.mu)
    L = property(lambda self: self.problem.L)
    optimum = property(lambda self: self.problem.optimum)
    far_curvature = property(lambda self: self.problem.far_curvature)
    check_step = property(lambda self: self.problem.check_step)
    mean_gradients = property(lambda self: self.problem.mean_gradients)

    @cached_property
    def jets(self) -> Jets:
        return self._averaged(self.problem.jets)

    def jets_to_order(self, order: int) -> Jets:
        return self._averaged(self.problem.jets_to_order(order))

    def _averaged(self, jets: Jets) -> Jets:
        parts = tuple(tuple(part / self.batch**k for part in parts) for k, parts in enumerate(jets.cumulants, start=1))
        return replace(jets, cumulants=parts)

    @cached_property
    def equal_moments(self) -> LinearProblem:
        """A linear problem whose steps have the same mean and covariance, and so the same stationary moments, exactly.

        One sample is drawn with probability 1/batch; otherwise the client takes its own mean. Raises InvalidInput unless the problem is
        linear.
        """
        base = self.problem
        if not isinstance(base, LinearProblem):
            raise InvalidInput("problem", self, "has no affine gradients")
        share = flint.fmpq(1, self.batch)
        matrices = [np.concatenate([A, mean[None]]) for A, mean in zip(base.matrices, base.mean_matrices, strict=True)]
        vectors = [np.concatenate([b, mean[None]]) for b, mean in zip(base.vectors, base.mean_vectors, strict=True)]
        weights = [np.concatenate([w * share, [1 - share]]) for w in map(as_rational, base.weights)]
        return LinearProblem(matrices, vectors, weights if base.exact else [to_float(w) / to_float(w).sum() for w in weights])

    def __repr__(self) -> str:
        return f"{self.problem!r} in batches of {self.batch}"
