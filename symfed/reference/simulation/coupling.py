"""Chains that run beside theta on the samples that theta draws, so that what they have in common cancels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array
from symfed.models.jets import SampleJets
from symfed.models.problems.problem import Problem
from symfed.reference.affine import is_affine
from symfed.reference.exact.memory.rule import memory_rule
from symfed.reference.setting import Setting
from symfed.reference.simulation.control_variates import ExactMeans, exact_means

KINDS = ("linear", "second")
_LARGEST_MEMORY = 30  # numbers in a state with memory; solving for their second moments takes about a second
_LARGEST = 20  # the exact means take d^6 operations: a second at d = 20, about ten at d = 30


@dataclass(frozen=True)
class Coupling:
    """One or two chains that follow theta's own rule with a gradient simplified at theta*; see `control_variates`.

    Chain 1 is theta* + e1: it takes the tangent of each drawn sample's gradient. Chain 2, for kind "second", is theta* + e1 + e2 and
    adds the bend T_z[e1, e1]/2. An affine rule maps such sums as it maps their parts, constants included. Subtracting the last chain
    from theta and the square of chain 1 from that of theta leaves terms of higher order, whose averages fluctuate that much less.
    """

    kind: str
    jets: SampleJets
    means: ExactMeans

    @property
    def chains(self) -> int:
        """How many chains run, theta's own among them."""
        return 2 + KINDS.index(self.kind)

    @property
    def mean(self) -> Array:
        """E[last chain - theta*], (d,)."""
        return self.means.linear + (self.means.second if self.kind == "second" else 0)

    @property
    def second_moment(self) -> Array:
        """E[e1 e1'], (d, d)."""
        return self.means.second_moment

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
    """The chains of this kind for a setting. Raises InvalidInput where there are none."""
    if kind not in KINDS:
        raise InvalidInput("control_variate", kind, f"must be None or one of {', '.join(KINDS)}")
    jets, obstacle = problem.sample_jets, _obstacle(setting, problem)
    if jets is None or obstacle is not None:
        raise InvalidInput("control_variate", kind, f"does not apply: {obstacle}", "use control_variate=None")
    return Coupling(kind, jets, exact_means(setting.algorithm, problem, setting.gamma, setting.local_steps))


def best_kind(setting: Setting, problem: Problem) -> str | None:
    """The strongest kind that applies and whose exact means are cheap; None where there is none."""
    return "second" if problem.dim <= _LARGEST and _obstacle(setting, problem) is None else None


def _obstacle(setting: Setting, problem: Problem) -> str | None:
    """Why no chain applies, or None."""
    algorithm = setting.algorithm
    if problem.sample_jets is None:
        return f"{type(problem).__name__} does not offer the derivatives of single samples"
    if algorithm.exact_gradient:
        return f"{algorithm.name} draws no samples, so that there is no noise to take away"
    if not is_affine(setting):
        return f"the rule of {algorithm.name} is not affine, and the means of its chains are not known"
    if algorithm.keeps_memory and not memory_rule(setting).conserves_sum:
        return f"the control variates of {algorithm.name} need not add up to zero, and the means of its chains are not known"
    if algorithm.keeps_memory and problem.num_clients * problem.dim > _LARGEST_MEMORY:
        return f"the moments of {problem.num_clients} clients' control variates in dimension {problem.dim} take too long"
    return None
