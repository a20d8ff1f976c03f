"""One round of a rule with control variates in dimension one, as an operator on polynomials in theta and the control variates."""

from __future__ import annotations

import operator
from functools import cached_property, reduce
from typing import Any

import flint
import numpy as np

from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array
from symfed.models.problems.problem import FiniteProblem
from symfed.reference.affine import all_local_coefficients, control_coefficients, server_coefficients
from symfed.reference.quadrature.boxes import Box
from symfed.reference.quadrature.chebyshev import Basis
from symfed.reference.quadrature.controls import with_last
from symfed.reference.quadrature.precision import balls, to_array, to_matrix
from symfed.reference.quadrature.projection import Ball, Operator, client_gradients, client_images, power
from symfed.reference.setting import Setting

_FINER = 2  # a client's functions of one variable cost little: so many times the degree of the state's


def control_gain(setting: Setting) -> Any:
    """k in the control update xi + k (x_end - x_next), for a server that takes the mean.

    Such a rule keeps the sum of the control variates, and all that it carries over a round is w_c = x_end + xi_c/k: theta becomes the
    mean of the w_c, and xi_c becomes k times what w_c exceeds it by. Raises InvalidInput for any other rule.
    """
    on_mean, on_server_start, server_constant = server_coefficients(setting)
    on_xi, on_end, on_start, on_next, constant = control_coefficients(setting)
    averages = on_mean == 1 and on_server_start == 0 and server_constant == 0
    if not averages or setting.reads_start or on_xi != 1 or on_start != 0 or constant != 0 or on_end != -on_next or on_end == 0:
        rule = "must add a multiple of x_end - x_next to its control variates, average at the server, and not read x_start in a step"
        raise InvalidInput("algorithm", setting.algorithm.name, rule, 'use method="montecarlo"')
    return on_end


def is_followed(setting: Setting) -> bool:
    """Whether a rule is one that `control_gain` knows, with a local step that is affine."""
    try:
        control_gain(setting)
        all_local_coefficients(setting)
    except InvalidInput:
        return False
    return True


def next_state(gain: Any, N: int) -> Array:
    """(N, N): what the next (theta, xi_1 .. xi_(N-1)) is of the w_c, where the control variates sum to zero."""
    share = gain * 0 + 1
    rows = [[share / N] * N]
    for c in range(N - 1):
        rows.append([gain * (int(other == c) - share / N) for other in range(N)])
    return np.array(rows, dtype=object)


class MemoryProjection(Operator):
    """One round of a rule with control variates on polynomials of total degree < n, at the precision in force; see `Projection`.

    The state is (theta, xi_1 .. xi_(N-1)) on the subspace on which control variates sum to zero. Given the state, clients are
    independent, and the next state is linear in the w_c of `control_gain`: its moments follow from those of each w_c, which depend on
    (theta, xi_c) alone. For every xi on a grid these are computed as in one dimension without memory, then interpolated in xi.
    """

    def __init__(self, setting: Setting, problem: FiniteProblem, server: Box, clients: list[Box], basis: Basis) -> None:
        self.setting, self.problem, self.basis = setting, problem, basis
        self.server, self.clients = server, clients
        self.starts = server.points(basis.u)
        self.gain, self.line = control_gain(setting), Basis(1, (_FINER if problem.num_clients > 1 else 1) * basis.n)
        self.across = Basis(1, basis.n if problem.num_clients > 1 else 2)
        middle = with_last(balls(server.origin))
        self.centres = middle[0] + middle[1:] / self.gain  # of the w_c: the round's image of these is the middle of the box

    def client_moments(self, client: int) -> flint.arb_mat:
        """E[(w_c - centre)^k] for k < n: a row for every state on the grid."""
        line, powers = self.line, range(self.basis.n)
        path, control = (Box(self.clients[client].origin[[i]], self.clients[client].scale[np.ix_([i], [i])]) for i in (0, 1))
        states, drawn = with_last(self.starts), client_gradients(self.setting, self.problem, client, path.points(line.u))
        thetas = line.chebyshev(path.coordinates(states[:, [0]]))
        # what the value at each xi on the line's grid is worth at every state
        shares = to_array((self.across.chebyshev(control.coordinates(states[:, [client + 1]])) * self.across.fit).mid())
        total = np.full((len(states), len(powers)), Ball(0), dtype=object)
        for xi, share in zip(control.points(self.across.u)[:, 0], shares.T, strict=True):
            images = client_images(self.setting, path, line, drawn, xi)
            w = path.points(line.u)[:, 0] + xi / self.gain - self.centres[client]
            wanted = line.fit * to_matrix(np.stack([w**k for k in powers], axis=1))
            after = (power((images * line.expand).mid(), self.setting.local_steps) * wanted).mid()
            total += share[:, None] * to_array((thetas * after).mid())
        return to_matrix(total)

    def images(self) -> flint.arb_mat:
        exponents, tables = self.basis.exponents, [to_array(self.client_moments(c)) for c in range(self.problem.num_clients)]
        products = reduce(operator.mul, [table[:, exponents[:, c]] for c, table in enumerate(tables)])
        return ((self.basis.fit * to_matrix(products)).mid() * self._coordinates).mid()  # the longest product first, and alone

    @cached_property
    def _coordinates(self) -> flint.arb_mat:
        """Column alpha: u_next^alpha as a polynomial in the w_c - centre."""
        basis, linear = self.basis, self.server.inverse @ next_state(self.gain, self.problem.num_clients)
        units = np.eye(basis.d, dtype=int)
        below = basis.degrees < basis.n - 1
        up = [[basis.index[tuple((alpha + unit).tolist())] for alpha in basis.exponents[below]] for unit in units]
        columns: list[Array] = []
        for alpha in basis.exponents:
            column = np.full(len(basis.exponents), Ball(0), dtype=object)
            if not columns:
                column[0] = Ball(1)
            else:
                i = int(np.flatnonzero(alpha)[0])
                before = columns[basis.index[tuple((alpha - units[i]).tolist())]][below]
                for c, places in enumerate(up):
                    column[places] += linear[i, c] * before
            columns.append(column)
        return to_matrix(np.stack(columns, axis=1))
