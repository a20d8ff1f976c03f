"""Statements written from the sources alone, and a two-dimensional problem whose law is known: nothing here uses symfed.reference."""

from __future__ import annotations

import itertools
from typing import Any

import flint
import mpmath
import numpy as np

from symfed.models.arrays import to_float
from symfed.models.jets import Jets
from symfed.models.problems import ScalarProblem
from symfed.models.problems.problem import FiniteProblem
from symfed.models.rings import FLOATS, Ring


def label(parameter: Any) -> str:
    """A short test id."""
    return str(getattr(parameter, "name", None) or type(parameter).__name__)


def fedavg_matrix_form(A, centres, noise, gamma, H):
    """Algorithm 1 of aistats on quadratics, solved: the round is theta* -> M theta + v + noise with matrix powers (floats)."""
    N, d = centres.shape
    eye = np.eye(d)
    B = [np.linalg.matrix_power(eye - gamma * A_c, H) for A_c in A]
    M = sum(B) / N
    v = sum((eye - B_c) @ c for B_c, c in zip(B, centres, strict=True)) / N
    Q = sum(
        gamma**2 * np.linalg.matrix_power(eye - gamma * A_c, h) @ C_c @ np.linalg.matrix_power(eye - gamma * A_c, h)
        for A_c, C_c in zip(A, noise, strict=True)
        for h in range(H)
    ) / N**2  # fmt: skip
    return M, v, Q


def moments_by_iteration(M, v, Q, rounds):
    """Mean and covariance after many rounds from zero."""
    mean, covariance = np.zeros(len(v)), np.zeros_like(M)
    for _ in range(rounds):
        mean, covariance = M @ mean + v, M @ covariance @ M.T + Q
    return mean, covariance


def fedavg_by_enumeration(gradients, gamma, H, rounds, start):
    """All outcomes of Algorithm 1 and their probabilities; gradients[c] lists (probability, gradient function) pairs. d = 1."""
    outcomes = [(1.0, start)]
    for _ in range(rounds):
        following = []
        for probability, theta in outcomes:
            clients = []
            for client in gradients:
                paths = [(1.0, theta)]
                for _ in range(H):
                    paths = [(p * w, x - gamma * g(x)) for p, x in paths for w, g in client]
                clients.append(paths)
            for choice in itertools.product(*clients):
                share = np.prod([p for p, _ in choice])
                following.append((probability * share, sum(x for _, x in choice) / len(choice)))
        outcomes = following
    return outcomes


class RotatedProduct(FiniteProblem):
    """F(theta) = F1(u) + F2(v) with (u, v) = R theta, R a rotation by (3, 4, 5): u and v are independent scalar problems."""

    R = np.array([[3, 4], [-4, 3]], dtype=object) / flint.fmpq(5)

    def __init__(self, first: ScalarProblem, second: ScalarProblem) -> None:
        self.parts = (first, second)
        self.pairs = [list(itertools.product(range(len(a)), range(len(b)))) for a, b in zip(first.weights, second.weights, strict=True)]

    num_clients = property(lambda self: self.parts[0].num_clients)
    dim = property(lambda self: 2)
    mu = property(lambda self: min(p.mu for p in self.parts))
    L = property(lambda self: max(p.L for p in self.parts))

    @property
    def optimum(self) -> Any:
        return to_float(self.R).T @ np.array([p.optimum[0] for p in self.parts])

    def optimum_to(self, digits: int) -> Any:
        with mpmath.workdps(digits + 15):
            u, v = (p.optimum_to(digits + 5)[0] for p in self.parts)
            return [(3 * u - 4 * v) / 5, (4 * u + 3 * v) / 5]

    @property
    def weights(self) -> Any:
        return [np.array([a[i] * b[j] for i, j in pairs]) for a, b, pairs in zip(*[p.weights for p in self.parts], self.pairs, strict=True)]

    @property
    def jets(self) -> Jets:
        one, two = (p.jets for p in self.parts)
        N, R = self.num_clients, to_float(self.R)
        gradients = np.stack([one.gradients[:, 0], two.gradients[:, 0]], axis=1) @ R
        hessians, noise = (
            np.stack([R.T @ np.diag([x[c, 0, 0], y[c, 0, 0]]) @ R for c in range(N)])
            for x, y in ((one.hessians, two.hessians), (one.noise_covariance, two.noise_covariance))
        )
        return Jets.of(gradients, hessians, np.zeros((N, 2, 2, 2)), noise)

    def sample_gradient(self, client: int, sample: int, x: list[Any], ring: Ring) -> list[Any]:
        i, j = self.pairs[client][sample]
        R = np.vectorize(ring, otypes=[object])(self.R)
        g = self.parts[0].sample_gradient(client, i, [R[0, 0] * x[0] + R[0, 1] * x[1]], ring)[0]
        h = self.parts[1].sample_gradient(client, j, [R[1, 0] * x[0] + R[1, 1] * x[1]], ring)[0]
        return [R[0, 0] * g + R[1, 0] * h, R[0, 1] * g + R[1, 1] * h]

    def sample_gradients(self, x: Any, z: Any) -> Any:
        out = np.empty_like(x)
        for r, c in np.ndindex(z.shape):
            out[r, c] = self.sample_gradient(c, int(z[r, c]), list(x[r, c]), FLOATS)
        return out

    def mean_gradients(self, x: Any) -> Any:
        R = to_float(self.R)
        y = x @ R.T
        return np.concatenate([p.mean_gradients(y[..., [k]]) for k, p in enumerate(self.parts)], axis=-1) @ R
