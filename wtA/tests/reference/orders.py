"""The first two orders of a method around its optimum, from its own gradients alone: no derivative is used.

In the problem whose gradients are g(theta*) + (g(theta* + s v) - g(theta*)) / s at the deviation v, the method moves by v = e1 + s e2 +
O(s²): e1 follows the tangent of every sample gradient at theta*, e2 its second derivative.
"""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from symfed.models.problems.problem import FiniteProblem
from symfed.models.rings import BIG_FLOATS


class Scaled(FiniteProblem):
    """The problem seen through a glass that makes deviations from theta* `scale` times smaller."""

    def __init__(self, problem: FiniteProblem, scale: Any) -> None:
        self.problem, self.scale = problem, scale

    num_clients = property(lambda self: self.problem.num_clients)
    dim = property(lambda self: self.problem.dim)
    mu = property(lambda self: self.problem.mu)
    L = property(lambda self: self.problem.L)
    optimum = property(lambda self: self.problem.optimum)
    weights = property(lambda self: self.problem.weights)
    jets = property(lambda self: self.problem.jets)

    def optimum_to(self, digits: int) -> Any:
        raise NotImplementedError

    def sample_gradient(self, client: int, sample: int, x: Any, ring: Any) -> Any:
        theta = np.array([ring(float(t)) for t in self.optimum])
        here, there = (
            np.array(self.problem.sample_gradient(client, sample, list(y), ring))
            for y in (theta, theta + self.scale * (np.array(x) - theta))
        )
        return here + (there - here) / self.scale

    def sample_gradients(self, x: Any, z: Any) -> Any:
        here, there = (self.problem.sample_gradients(y, z) for y in (0 * x + self.optimum, self.optimum + self.scale * (x - self.optimum)))
        return here + (there - here) / self.scale

    def mean_gradients(self, x: Any) -> Any:
        here, there = (self.problem.mean_gradients(y) for y in (0 * x + self.optimum, self.optimum + self.scale * (x - self.optimum)))
        return here + (there - here) / self.scale


def split(after: Any, before: Any, scale: Any) -> tuple[Any, Any]:
    """e1 and e2 from the deviations at scales s and -s, each up to O(s²)."""
    return (after + before) / 2, (after - before) / (2 * scale)


def round_by_enumeration(algorithm, problem, gamma, H, e1, e2, scale) -> list[tuple[Any, Any, Any]]:
    """Every outcome (probability, e1, e2) of one round from (e1, e2), all in mpmath numbers."""
    ends = {s: _round(algorithm, Scaled(problem, s), gamma, H, e1 + s * e2) for s in (scale, -scale)}
    return [(p, *split(after, before, scale)) for (p, after), (_, before) in zip(ends[scale], ends[-scale], strict=True)]


def _round(algorithm, problem, gamma, H, deviation) -> list[tuple[Any, Any]]:
    theta = np.array([BIG_FLOATS(float(t)) for t in problem.optimum])
    start, H_big = theta + deviation, BIG_FLOATS(H)
    clients = []
    for c, weights in enumerate(problem.weights):
        p = [BIG_FLOATS(w) for w in weights]

        def gradients(x, c=c, p=p):
            g = [np.array(problem.sample_gradient(c, z, list(x), BIG_FLOATS)) for z in range(len(p))]
            if algorithm.exact_gradient:
                return [(1, sum(w * v for w, v in zip(p, g, strict=True)))]
            return list(zip(p, g, strict=True))

        paths = [(BIG_FLOATS(1), start)]
        for _ in range(H):
            paths = [
                (q * w, algorithm.step(x=x, g=g, x_start=start, gamma=BIG_FLOATS(gamma), H=H_big))
                for q, x in paths
                for w, g in gradients(x)
            ]
        clients.append(paths)
    outcomes = []
    for choice in itertools.product(*clients):
        mean = sum(x for _, x in choice) / len(choice)
        probability = np.prod([q for q, _ in choice])
        outcomes.append((probability, algorithm.server(mean, start, BIG_FLOATS(gamma), H_big) - theta))
    return outcomes
