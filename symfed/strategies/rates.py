"""Exact cases of a round's worst contraction, measured by running the rule, independent of any formula."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import flint
import numpy as np
from hypothesis import strategies as st

from symfed.models.algorithms import get_algorithm
from symfed.models.arrays import Array
from symfed.models.problems import QuadraticProblem
from symfed.models.rounds import run_rounds
from symfed.reference.exact import iterates
from symfed.strategies import Strategy
from symfed.strategies.sampled import SampledRun, law_by_rule

ONE = flint.fmpq(1)


@dataclass(frozen=True)
class RateCase:
    """gamma, H and constants mu <= L with gamma L <= 1; mu is `convex` of `samples` equal shares of L."""

    gamma: Any
    H: int
    L: Any
    convex: int
    samples: int

    @property
    def mu(self) -> Any:
        return self.L * self.convex / self.samples

    @property
    def curvatures(self) -> list[Any]:
        return [self.mu + (self.L - self.mu) * k / 4 for k in range(5)]

    def parameters(self) -> dict[str, Any]:
        """The numbers that a Domain speaks about."""
        return {"gamma": self.gamma, "H": self.H, "mu": self.mu, "L": self.L}

    def describe(self) -> dict[str, str]:
        """Text from which the case can be written down again."""
        return {name: str(value) for name, value in self.parameters().items()}


def rate_cases(d: int, N: int) -> Strategy:
    """Cases with few samples and steps, so that every draw can be spelled out. Their size is fixed: `d` and `N` are not read."""
    steps = st.sampled_from([flint.fmpq(k, 12) for k in range(1, 13)])
    lengths = st.sampled_from([ONE, 2 * ONE, 3 * ONE, ONE / 2])
    shares = st.sampled_from([(1, 1), (1, 2), (1, 3), (2, 3)])
    return st.builds(lambda step, L, H, share: RateCase(step / L, H, L, share[0], share[1]), steps, lengths, st.integers(1, 3), shares)


def worst_contraction(algorithm: str, case: RateCase) -> Any:
    """The largest ratio of distances after and before a round of full gradients, over curvatures between mu and L."""
    rounds = [iterates(algorithm, QuadraticProblem([[[c]]], [[0]]), case.gamma, case.H, 1, [1])[-1, 0] for c in case.curvatures]
    return max(abs(ratio) for ratio in rounds)


def worst_radius(algorithm: str, case: RateCase) -> Any:
    """The largest spectral radius of a round of two equal clients with control variates, over curvatures between mu and L.

    Their mean and their difference stay apart: a round is run on each, and multiplies it by an eigenvalue.
    """
    rule, found = get_algorithm(algorithm), []
    for curvature in case.curvatures:

        def bent(local: Array, t: int, h: int, curvature: Any = curvature) -> Array:
            return curvature * local

        for start, apart in ((ONE, 0 * ONE), (0 * ONE, ONE)):
            x, xi = np.array([start], dtype=object), np.array([[apart], [-apart]], dtype=object)
            x, xi = run_rounds(rule, bent, x, case.gamma, case.H, 2, xi=xi)[-1]
            found.append(abs(x[0] if start else xi[0, 0]))
    return max(found)


def worst_squared_ratio(algorithm: str, case: RateCase) -> Any:
    """E of the squared ratio of distances after and before a round, when a sample's curvature is L or 0 and mu on average.

    No law of curvatures in [0, L] with that mean has a larger second moment, so this is the worst case for one step, hence for H
    independent ones.
    """
    curvatures = [case.L * (k < case.convex) for k in range(case.samples)]
    matrices = np.array(curvatures, dtype=object).reshape(1, case.samples, 1, 1)
    nothing = np.array([[0 * ONE] * case.samples], dtype=object)
    draws = np.zeros((1, 1, case.H), dtype=int)
    start = np.array([ONE], dtype=object)
    law = law_by_rule(algorithm, SampledRun(matrices, nothing[..., None], nothing, case.gamma, draws, start, start))
    return sum(weight * point**2 for weight, point in law)
