"""The stationary law in dimension one at one resolution: collocation of the Markov operator on Chebyshev nodes."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from typing import Any

import flint

from symfed.core.errors import NotConverged
from symfed.models.problems.problem import FiniteProblem
from symfed.models.rings import BALLS
from symfed.reference.affine import server_coefficients
from symfed.reference.precision import midpoint
from symfed.reference.setting import Setting

Ball = flint.arb


@dataclass(frozen=True)
class ScalarLaw:
    """A quadrature rule for the stationary law: E h(theta) is about sum_j weights[j] h(nodes[j])."""

    nodes: list[Ball]
    weights: list[Ball]

    def expect(self, function: Callable[[Ball], Ball]) -> Ball:
        """E h(theta) for h smooth on the interval, on balls at the current precision."""
        return midpoint(sum((w * function(x) for x, w in zip(self.nodes, self.weights, strict=True)), Ball(0)))


class Collocation:
    """The one-round operator for polynomials of degree < n on an interval that the iterates cannot leave.

    Functions are known by their values at n Chebyshev nodes y_j of [-1, 1]. A client's step is a matrix P on such values, its H steps
    P^H, and the moments of its last iterate given a start at y_j are row j of P^H times the powers of the nodes. Moments of the mean
    of independent clients are products of exponential generating functions.
    """

    def __init__(self, setting: Setting, problem: FiniteProblem, interval: tuple[float, float], n: int) -> None:
        self.setting, self.problem, self.n = setting, problem, n
        low, high = Ball(interval[0]), Ball(interval[1])
        self.centre, self.half = (low + high) / 2, (high - low) / 2
        angles = [flint.fmpq(2 * j + 1, 2 * n) for j in range(n)]
        self.y = [midpoint(Ball.cos_pi_fmpq(angle)) for angle in angles]
        self.nodes = [midpoint(self.centre + self.half * y) for y in self.y]
        # values at the nodes -> Chebyshev coefficients: the discrete orthogonality of the cosines
        self.to_coefficients = flint.arb_mat(
            n, n, [(2 if m else 1) * Ball.cos_pi_fmpq(m * angle) / n for m in range(n) for angle in angles]
        )
        self.powers = flint.arb_mat(n, n, [midpoint(y**k) if k else Ball(1) for y in self.y for k in range(n)])
        self.gradients = [self._gradients(c) for c in range(problem.num_clients)]

    def _gradients(self, client: int) -> list[list[tuple[Ball, Ball]]]:
        """At every node, the (probability, gradient) pairs of one client."""
        weights = [BALLS(w) for w in self.problem.weights[client]]
        rows = [[(w, self.problem.sample_gradient(client, z, [x], BALLS)[0]) for z, w in enumerate(weights)] for x in self.nodes]
        if self.setting.algorithm.exact_gradient:
            return [[(Ball(1), sum((w * g for w, g in row), Ball(0)))] for row in rows]
        return rows

    def client_step(self, client: int, start: Ball) -> flint.arb_mat:
        """P: values of h at the nodes -> values of E h(one step from the node)."""
        n, rows = self.n, []
        for x, pairs in zip(self.nodes, self.gradients[client], strict=True):
            row = [Ball(0)] * n
            for w, g in pairs:
                image = midpoint((self.setting.step(x, g, start) - self.centre) / self.half)
                # the interval itself is only known to 1e-9
                if abs(image) > 1 + 1e-6:
                    name = self.setting.algorithm.name
                    raise NotConverged(f"{name} leaves the interval of all minimisers, so no polynomial grid holds it; use montecarlo")
                for m, value in enumerate(_chebyshev(image, n)):
                    row[m] += w * value
            rows += [midpoint(v) for v in row]
        return (flint.arb_mat(n, n, rows) * self.to_coefficients).mid()

    def client_moments(self, client: int) -> flint.arb_mat:
        """E[y^k] of a client's last iterate: row j for the start at node j, column k = 0 .. n-1."""
        H = self.setting.local_steps
        if not self.setting.reads_start:
            return ((self.client_step(client, Ball(0)) ** H).mid() * self.powers).mid()
        rows: list[Ball] = []
        for j, start in enumerate(self.nodes):
            P, row = self.client_step(client, start), flint.arb_mat(1, self.n, [int(i == j) for i in range(self.n)])
            for _ in range(H):
                row = (row * P).mid()
            rows += (row * self.powers).mid().entries()
        return flint.arb_mat(self.n, self.n, rows)

    def round_moments(self) -> list[list[Ball]]:
        """E[y_next^k | y_j], as a list over j of lists over k."""
        n, N = self.n, self.problem.num_clients
        factorial = [Ball(math.factorial(k)) for k in range(n)]
        scale = [1 / (factorial[k] * Ball(N) ** k) for k in range(n)]
        clients = [self.client_moments(c).tolist() for c in range(N)]
        on_mean, on_start, constant = server_coefficients(self.setting)
        offset = (constant + (on_mean + on_start - 1) * self.centre) / self.half  # the server's step, written in y
        out = []
        for j in range(n):
            series = [flint.arb_poly([m * s for m, s in zip(client[j], scale, strict=True)]) for client in clients]
            mean = reduce(lambda p, q: (p * q).truncate(n), series)
            scaled = flint.arb_poly([mean[k] * on_mean**k for k in range(n)])
            shift = midpoint(on_start * self.y[j] + offset)
            if shift != 0:
                scaled = (scaled * flint.arb_poly([shift**k / factorial[k] for k in range(n)])).truncate(n)
            out.append([midpoint(scaled[k] * factorial[k]) for k in range(n)])
        return out

    def law(self) -> ScalarLaw:
        """Weights with sum one under which every y^k, 0 < k < n, has the same mean before and after a round."""
        n, after = self.n, self.round_moments()
        entries = [after[j][k] - self.powers[j, k] if k else Ball(1) for k in range(n) for j in range(n)]
        right = flint.arb_mat(n, 1, [int(k == 0) for k in range(n)])
        try:
            weights = flint.arb_mat(n, n, entries).mid().solve(right)
        except ZeroDivisionError:
            raise NotConverged(f"the stationarity equations for {n} nodes are singular to working precision") from None
        return ScalarLaw(self.nodes, [midpoint(w) for w in weights.entries()])


def _chebyshev(y: Ball, n: int) -> list[Ball]:
    """T_0(y) .. T_(n-1)(y)."""
    values: list[Any] = [Ball(1), y]
    while len(values) < n:
        values.append(midpoint(2 * y * values[-1] - values[-2]))
    return values[:n]
