"""A rule with control variates in dimension one: its round as an operator on polynomials in theta and the control variates.

Boxes are fitted to the linearised law in floats; the moments of the control variates are read from the joint law.
"""

from __future__ import annotations

import itertools
import operator
from dataclasses import replace
from functools import cached_property, reduce
from typing import Any

import flint
import numpy as np

from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array, to_float
from symfed.models.problems.problem import FiniteProblem
from symfed.models.rings import BALLS
from symfed.reference.quadrature.chebyshev import Ball, Basis, balls, to_array, to_matrix
from symfed.reference.quadrature.projection import Box, Operator, client_gradients, client_images, power
from symfed.reference.result import Stationary, StoredControlVariates
from symfed.reference.setting import Setting, control_coefficients, local_coefficients, server_coefficients


def with_last(states: Array) -> Array:
    """(..., N + 1): theta and all control variates, which sum to zero, from states (..., N) that leave out the last one."""
    last = 0 * states[..., :1] - states[..., 1:].sum(axis=-1, keepdims=True)
    return np.concatenate([states, last], axis=-1)


def with_control_variates(law: Stationary, mean: Array, second: Array, errors: Array) -> Stationary:
    """A law of theta completed by the control variates' mean (N + 1,), second moments and their errors (N + 1, N + 1)."""
    controls = StoredControlVariates.of(second[:, :, None, None], errors[0, 1:].max(), errors[1:, 1:].max())
    return replace(law, control_mean=mean[1:, None], controls=controls)


_FINER = 2  # the degree of a client's functions of one variable, which cost little, in multiples of the state's


def control_gain(setting: Setting) -> Any:
    """k in the control update xi + k (x_end - x_next), for a server that takes the mean.

    Such a rule conserves the sum of the control variates, and its next state depends on w_c = x_end + xi_c/k only: theta becomes the
    mean of the w_c, and xi_c becomes k times the excess of w_c over it. Raises InvalidInput for any other rule.
    """
    on_mean, on_server_start, server_constant = server_coefficients(setting)
    on_xi, on_end, on_start, on_next, constant = control_coefficients(setting)
    averages = on_mean == 1 and on_server_start == 0 and server_constant == 0
    if not averages or setting.reads_start or on_xi != 1 or on_start != 0 or constant != 0 or on_end != -on_next or on_end == 0:
        rule = "must add a multiple of x_end - x_next to its control variates, average at the server, and not read x_start in a step"
        raise InvalidInput("algorithm", setting.algorithm.name, rule, 'use method="montecarlo"')
    return on_end


def is_followed(setting: Setting) -> bool:
    """True if `control_gain` supports the rule and its local step is affine."""
    try:
        control_gain(setting)
        local_coefficients(setting)
    except InvalidInput:
        return False
    return True


def next_state(gain: Any, N: int) -> Array:
    """(N, N): the matrix from the w_c to the next (theta, xi_1 .. xi_(N-1)), for control variates that sum to zero."""
    share = (gain * 0 + 1) / N
    rows = [[gain * (int(other == c) - share) for other in range(N)] for c in range(N - 1)]
    return np.array([[share] * N, *rows], dtype=object)


class MemoryProjection(Operator):
    """One round of a rule with control variates on polynomials of total degree < n, at the current precision; see `Projection`.

    The state is (theta, xi_1 .. xi_(N-1)) on the subspace on which control variates sum to zero. Given the state, clients are
    independent, and the next state is linear in the w_c of `control_gain`: its moments follow from those of each w_c, which depend on
    (theta, xi_c) alone. For every xi on a grid these are computed as in one dimension without memory, then interpolated in xi.
    """

    def __init__(self, setting: Setting, problem: FiniteProblem, server: Box, clients: list[Box], basis: Basis) -> None:
        super().__init__(setting, problem, server, clients, basis)
        self.gain, self.line = control_gain(setting), Basis(1, (_FINER if problem.num_clients > 1 else 1) * basis.n)
        self.across = Basis(1, basis.n if problem.num_clients > 1 else 2)
        middle = with_last(balls(server.origin))
        self.centres = middle[0] + middle[1:] / self.gain  # of the w_c: the round maps these to the middle of the box

    def client_moments(self, client: int) -> flint.arb_mat:
        """E[(w_c - centre)^k] for k < n: a row for every state on the grid."""
        line, powers = self.line, range(self.basis.n)
        path, control = (Box(self.clients[client].origin[[i]], self.clients[client].scale[np.ix_([i], [i])]) for i in (0, 1))
        states, drawn = with_last(self.starts), client_gradients(self.setting, self.problem, client, path.points(line.u))
        thetas = line.chebyshev(path.coordinates(states[:, [0]]))
        # the weight of the value at each xi of the line's grid at every state
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
        return ((self.basis.fit * to_matrix(products)).mid() * self._coordinates).mid()  # the longest product first, separately

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


_NOTHING = 1e-100  # half the side for the control variate of a single client, which never moves: its square is negligible
_POINT = 1e-9  # half the side of a box around a point law at m, in units of 1 + |m|


class MemorySurroundings:
    """The law of the state (theta, xi_1 .. xi_(N-1)) for linearised gradients, and boxes fitted to it.

    Raises InvalidInput unless d = 1 and the rule is supported by `control_gain` and has an affine step.
    """

    def __init__(self, setting: Setting, problem: FiniteProblem) -> None:
        if problem.dim != 1:
            raise InvalidInput("problem", problem, f"must have d = 1, for {setting.algorithm.name} keeps control variates")
        self.setting, self.problem, self.gain = setting, problem, control_gain(setting)
        N, gain = problem.num_clients, self.gain
        on_x, on_g, _, on_xi, constant = local_coefficients(setting)
        a, g = problem.hessians[:, 0, 0].astype(float), problem.gradients[:, 0].astype(float)
        noise = 0 * a if setting.algorithm.exact_gradient else problem.noise_covariance[:, 0, 0].astype(float)
        slope, shift = on_x + on_g * a, on_g * (g - a * to_float(problem.optimum)[0]) + constant
        # a client's iterate is a function of (theta, xi, 1), and its variance given these
        path, self.spreads = np.tile([1.0, 0.0, 0.0], (N, 1)), [0 * a]
        for _ in range(setting.local_steps):
            path = slope[:, None] * path + np.stack([0 * a, 0 * a + on_xi, shift], axis=1)
            self.spreads.append(np.sqrt(slope**2 * self.spreads[-1] ** 2 + on_g**2 * noise))
        lifted = with_last(np.eye(N))
        carried = path[:, :1] * lifted[:, 0] + (path[:, 1:2] + 1 / gain) * lifted[:, 1:].T
        onward = next_state(gain, N).astype(float)
        moves, drawn = onward @ carried, (onward * self.spreads[-1] ** 2) @ onward.T
        self.mean = np.linalg.solve(np.eye(N) - moves, onward @ path[:, 2])
        flat = np.linalg.solve(np.eye(N * N) - np.kron(moves, moves), drawn.ravel())
        self.covariance = flat.reshape(N, N)

    def boxes(self, deviations: float) -> tuple[Box, list[Box]]:
        """The state's box, so many standard deviations around the mean, and one for each client's (local iterate, control variate)."""
        point = _POINT * (1 + abs(self.mean))
        server = Box(self.mean, deviations * np.linalg.cholesky(self.covariance + np.diag(point**2)))
        middle, reach = with_last(self.mean), abs(with_last(server.scale.T)).sum(axis=0)
        reach[1:] += _NOTHING
        sides = np.array(list(itertools.product((-1, 1), repeat=2)))
        x = middle[0] + reach[0] * np.tile(sides[:, :1], (1, self.problem.num_clients))
        xi = middle[1:] + reach[1:] * sides[:, 1:]
        low, high = x.min(axis=0), x.max(axis=0)
        for spread in self.spreads[1:]:
            x = self.setting.step(x, self.problem.mean_gradients(x[..., None])[..., 0], x, xi)
            low, high = np.minimum(low, x.min(axis=0) - deviations * spread), np.maximum(high, x.max(axis=0) + deviations * spread)
        clients = [
            Box(np.array([(lo + hi) / 2, m]), np.diag([(hi - lo) / 2, r]))
            for lo, hi, m, r in zip(low, high, middle[1:], reach[1:], strict=True)
        ]
        return server, clients

    def reach(self, server: Box, clients: list[Box]) -> float:
        """The growth factor of powers of a client's w_c, in the coordinates of the state's box."""
        linear = abs(np.linalg.solve(server.scale, next_state(self.gain, self.problem.num_clients).astype(float)))
        return float(max(linear[:, c].max() * (box.scale[0, 0] + box.scale[1, 1] / abs(self.gain)) for c, box in enumerate(clients)))

    def rest(self, optimum: Array) -> Array:
        """theta* and the control variates that cancel the clients' gradients there, without the last."""
        return np.append(optimum, [-mean_gradient(self.problem, c, optimum) for c in range(self.problem.num_clients - 1)])

    def spread(self, variances: Array, server: Box) -> Array:
        """The unit of errors of each coordinate: its deviation from the fixed point, or a thousandth of the box if that is less."""
        return np.sqrt(np.maximum(variances, (1e-3 * abs(server.scale).sum(axis=1)) ** 2))


def mean_gradient(problem: FiniteProblem, client: int, x: Array) -> Any:
    """A client's full gradient at x (1,), as a ball."""
    drawn = [problem.sample_gradient(client, z, list(x), BALLS)[0] for z in range(len(problem.weights[client]))]
    return sum((BALLS(w) * g for w, g in zip(problem.weights[client], drawn, strict=True)), BALLS(0))
