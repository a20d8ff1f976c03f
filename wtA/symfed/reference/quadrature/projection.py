"""The stationary law at one resolution: the Markov operator of a round projected on polynomials of total degree < n."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from typing import Any

import flint
import numpy as np

from symfed.core.errors import NotConverged
from symfed.models.arrays import Array
from symfed.models.problems.problem import FiniteProblem
from symfed.models.rings import BALLS
from symfed.reference.quadrature.boxes import Box
from symfed.reference.quadrature.chebyshev import BALL_ARRAYS, Basis, balls, midpoint, midpoints, to_array, to_matrix
from symfed.reference.setting import Setting, local_coefficients, server_coefficients

Ball = flint.arb


@dataclass(frozen=True)
class Law:
    """A quadrature rule for the stationary law: E h(theta) is about sum_j weights[j] h(points[j]); points (m, d), weights (m,)."""

    points: Array
    weights: Array

    def expect(self, function: Callable[[Array], Any]) -> Ball:
        """E h(theta) for a smooth h of d balls, at the precision in force."""
        return midpoint(sum((w * function(x) for x, w in zip(self.points, self.weights, strict=True)), Ball(0)))

    def moments(self, about: Array) -> tuple[Array, Array]:
        """E[theta - about] and E[(theta - about)(theta - about)']."""
        x = self.points - about
        return midpoints(self.weights @ x), midpoints((self.weights[:, None] * x).T @ x)


class Operator(ABC):
    """One round as an operator on polynomials of total degree < n in the coordinates u of a box; `starts` are the points of its grid."""

    basis: Basis
    starts: Array

    @abstractmethod
    def images(self) -> flint.arb_mat:
        """Coefficients of the polynomials u -> E[u_next^alpha | u], in column alpha."""

    def law(self) -> Law:
        """The functional with E[1] = 1 under which every polynomial has the same mean before and after a round."""
        basis = self.basis
        equations = to_array((self.images() * basis.expand).mid()).T  # the mean of T_alpha after a round, by the means of all T_beta
        equations[np.diag_indices(len(equations))] -= 1
        equations[0] = 0
        equations[0, 0] = 1
        right = flint.arb_mat(len(equations), 1, [int(k == 0) for k in range(len(equations))])
        try:
            means = to_matrix(equations).solve(right).mid()
        except ZeroDivisionError:
            raise NotConverged(f"the stationarity equations for n = {basis.n} are singular to working precision") from None
        return Law(self.starts, midpoints(to_array(means.transpose() * basis.fit)[0]))


def client_gradients(setting: Setting, problem: FiniteProblem, client: int, x: Array) -> tuple[Array, Array]:
    """What a client may draw at points x (m, d), (m, Z, d), and the probabilities (Z,)."""
    columns = [x[:, i] for i in range(problem.dim)]
    weights = np.array([BALLS(w) for w in problem.weights[client]], dtype=object)
    gradients = np.empty((len(x), len(weights), problem.dim), dtype=object)
    for z in range(len(weights)):
        for i, g in enumerate(problem.sample_gradient(client, z, columns, BALL_ARRAYS)):
            gradients[:, z, i] = g
    if setting.algorithm.exact_gradient:
        return (gradients * weights[:, None]).sum(axis=1)[:, None], np.array([Ball(1)], dtype=object)
    return gradients, weights


def client_images(setting: Setting, box: Box, basis: Basis, drawn: tuple[Array, Array], xi: Any = None) -> flint.arb_mat:
    """Coefficients of the polynomials u -> E[u_next^alpha] of a local step in a client's box, in column alpha.

    The round began in the middle of the box, and xi is the client's control variate; `drawn` are the gradients on the grid.
    """
    gradients, weights = drawn
    after = setting.step(box.points(basis.u)[:, None, :], gradients, balls(box.origin), xi)
    return (basis.fit * basis.mixture(box.coordinates(after), weights)).mid()


class Projection(Operator):
    """One round of a rule as an operator on polynomials of total degree < n, at the precision in force.

    A client's functions are known by their Chebyshev coefficients on the client's own box: a step is a matrix P, H steps are P^H. The
    moments of its last iterate are taken in the server's coordinates, for a start at every point of the server's grid; those of the
    mean of independent clients follow from theirs. Total degree, not degree in each variable: the images of the box stick out of it,
    and what polynomials do there must be no worse than a power of the distance.
    """

    def __init__(self, setting: Setting, problem: FiniteProblem, server: Box, clients: list[Box], basis: Basis) -> None:
        self.setting, self.problem, self.basis = setting, problem, basis
        self.server, self.clients = server, clients
        self.starts = server.points(basis.u)

    def client_moments(self, client: int) -> flint.arb_mat:
        """E[u^alpha] of a client's last iterate in the server's coordinates: a row for every start on the server's grid."""
        box, basis = self.clients[client], self.basis
        drawn = client_gradients(self.setting, self.problem, client, box.points(basis.u))
        images = client_images(self.setting, box, basis, drawn)
        rows = basis.chebyshev(box.coordinates(self.starts))
        to_server = (basis.fit * basis.monomials(self.server.coordinates(box.points(basis.u)))).mid()
        if self.setting.reads_start:
            # an affine rule: another start shifts every image
            on_start = local_coefficients(self.setting)[2]
            shifts = basis.monomials(midpoints(on_start * box.coordinates(self.starts)))
            for _ in range(self.setting.local_steps):
                rows = (basis.convolve([(rows * images).mid(), shifts]) * basis.expand).mid()
            return (rows * to_server).mid()
        # there are more starts than polynomials: the short products first
        return (rows * (power((images * basis.expand).mid(), self.setting.local_steps) * to_server).mid()).mid()

    def images(self) -> flint.arb_mat:
        return (self.basis.fit * self.round_moments()).mid()

    def round_moments(self) -> flint.arb_mat:
        """E[u_next^alpha | u_j] in the server's coordinates."""
        basis, N = self.basis, self.problem.num_clients
        on_mean, on_start, constant = server_coefficients(self.setting)
        shares = np.array([(on_mean / N) ** int(k) for k in basis.degrees], dtype=object)
        parts = [to_matrix(to_array(self.client_moments(c)) * shares) for c in range(N)]
        offset = self.server.inverse @ (constant + (on_mean + on_start - 1) * balls(self.server.origin))
        if on_start != 0 or any(value != 0 for value in offset):
            parts.append(basis.monomials(midpoints(on_start * basis.u + offset)))
        return basis.convolve(parts)


def power(P: flint.arb_mat, H: int) -> flint.arb_mat:
    """P^H without radii, which would only grow."""
    return reduce(lambda done, bit: (done * done * P if bit == "1" else done * done).mid(), bin(H)[3:], P)
