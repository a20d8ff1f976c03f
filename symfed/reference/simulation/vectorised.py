"""An engine that runs a plan in NumPy over all replicas and clients at once: any problem, any rule, no compiler."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array
from symfed.models.problems import QuadraticProblem
from symfed.models.problems.minibatch import MinibatchProblem
from symfed.models.problems.problem import FiniteProblem, Problem
from symfed.models.rounds import run_rounds
from symfed.reference.simulation.generators import alias_tables, covariance_roots, draw_normals, draw_samples
from symfed.reference.simulation.plan import Plan


class Vectorised:
    """The engine without a kernel: the rule itself runs on arrays (replicas, chains, N, d). `Lanes` has the same methods."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.done = plan, 0
        self.generators = plan.generators()
        self.gradients = self._gradients()
        self.theta = np.tile(plan.start, (plan.replicas, plan.chains, 1))
        shape = (plan.replicas, plan.chains, plan.problem.num_clients, plan.problem.dim)
        memory = plan.setting.algorithm.keeps_memory
        self.xi = np.zeros(shape) if memory else None
        self.control_sums = np.zeros(shape[2:]) if memory else None
        sums = (plan.batches, plan.replicas, plan.chains, plan.problem.dim)
        self.first, self.second = np.zeros(sums), np.zeros((*sums, plan.problem.dim))
        self.kept = [self.theta[:, 0]] if plan.record else []

    def advance(self, until: int) -> None:
        """Run up to that round, which may not lie beyond the end of a batch."""
        plan = self.plan
        batch = plan.batch(self.done)
        for done in range(self.done + 1, until + 1):
            self._round()
            if done > plan.burn_in:
                distance = self.theta - plan.origin
                self.first[batch] += distance
                self.second[batch] += distance[..., :, None] * distance[..., None, :]
                if self.control_sums is not None and self.xi is not None:
                    self.control_sums += self.xi[:, 0].sum(axis=0)
            if plan.record and done % plan.record == 0:
                self.kept.append(self.theta[:, 0])
        self.done = until

    def _round(self) -> None:
        setting, N = self.plan.setting, self.plan.problem.num_clients
        _, (self.theta, self.xi) = run_rounds(
            setting.algorithm, lambda x, t, h: self.gradients(x), self.theta, setting.gamma, setting.local_steps, N, xi=self.xi
        )

    def _gradients(self) -> Callable[[Array], Array]:
        """A function from x (replicas, chains, N, d) to freshly drawn gradients there."""
        problem, generators, coupling = self.plan.problem, self.generators, self.plan.coupling
        if self.plan.setting.algorithm.exact_gradient:
            return lambda x: _means(problem, x)
        if isinstance(problem, QuadraticProblem):
            roots = covariance_roots(problem.noise)
            if not roots.any():
                return lambda x: _means(problem, x)
            return lambda x: _means(problem, x) + np.einsum("cij,rcj->rci", roots, draw_normals(generators, problem.dim))[:, None]
        base, batch = (problem.problem, problem.batch) if isinstance(problem, MinibatchProblem) else (problem, 1)
        if isinstance(base, FiniteProblem):
            tables, of_samples = alias_tables(base.weights), base.sample_gradients

            def draw(x: Array) -> Array:
                z = draw_samples(generators, tables)
                beside = [] if coupling is None else coupling.gradients(x, z)
                return np.stack([of_samples(x[:, 0], z), *beside], axis=1)

            return draw if batch == 1 else lambda x: np.asarray(sum(draw(x) for _ in range(batch)) / batch)
        raise InvalidInput("problem", problem, "must be a QuadraticProblem or a FiniteProblem to be simulated")

    def states(self) -> Array:
        """(replicas, chains, d)."""
        return self.theta

    def sums(self) -> tuple[Array, Array]:
        """Sums over each batch of state - theta* and of its outer square: (batches, replicas, chains, d) and (..., chains, d, d)."""
        return self.first, self.second

    def controls(self) -> Array | None:
        """Sums over replicas and averaged rounds of the clients' control variates, (N, d); None without memory."""
        return self.control_sums

    def trajectory(self, count: int) -> Array:
        """The first `count` recorded states of theta, (count, replicas, d)."""
        return np.stack(self.kept[:count])


def _means(problem: Problem, x: Array) -> Array:
    """Full gradients for the only chain."""
    return problem.mean_gradients(x[:, 0])[:, None]
