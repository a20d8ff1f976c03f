"""Where theta, the control variates and the local iterates of a rule with memory are, in dimension one: the linearised law in floats."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array, to_float
from symfed.models.problems.problem import FiniteProblem
from symfed.models.rings import BALLS
from symfed.reference.affine import all_local_coefficients
from symfed.reference.quadrature.boxes import Box
from symfed.reference.quadrature.controls import with_last
from symfed.reference.quadrature.memory import control_gain, next_state
from symfed.reference.setting import Setting

_NOTHING = 1e-100  # half the side in which the control variate of a single client never moves: a square of it is lost
_POINT = 1e-9  # half the side of a box around a law that is a point, where it is at one


class MemorySurroundings:
    """The law of the state (theta, xi_1 .. xi_(N-1)) for straight gradients, and boxes cut to it.

    Raises InvalidInput unless d = 1 and the rule is one that `control_gain` knows, with an affine step.
    """

    def __init__(self, setting: Setting, problem: FiniteProblem) -> None:
        if problem.dim != 1:
            raise InvalidInput("problem", problem, f"must have d = 1, for {setting.algorithm.name} keeps control variates")
        self.setting, self.problem = setting, problem
        N, gain = problem.num_clients, control_gain(setting)
        on_x, on_g, _, on_xi, constant = all_local_coefficients(setting)
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
        """By how much powers of a client's w_c grow, in the coordinates of the state's box."""
        gain = control_gain(self.setting)
        linear = abs(np.linalg.solve(server.scale, next_state(gain, self.problem.num_clients).astype(float)))
        return float(max(linear[:, c].max() * (box.scale[0, 0] + box.scale[1, 1] / abs(gain)) for c, box in enumerate(clients)))

    def rest(self, optimum: Array) -> Array:
        """theta* and the control variates that cancel the clients' gradients there, without the last."""
        return np.append(optimum, [-mean_gradient(self.problem, c, optimum) for c in range(self.problem.num_clients - 1)])

    def spread(self, variances: Array, server: Box) -> Array:
        """The unit of errors of each coordinate: a standard deviation about its rest, or a thousandth of the box where that is less."""
        return np.sqrt(np.maximum(variances, (1e-3 * abs(server.scale).sum(axis=1)) ** 2))


def mean_gradient(problem: FiniteProblem, client: int, x: Array) -> Any:
    """A client's full gradient at x (1,), as a ball."""
    drawn = [problem.sample_gradient(client, z, list(x), BALLS)[0] for z in range(len(problem.weights[client]))]
    return sum((BALLS(w) * g for w, g in zip(problem.weights[client], drawn, strict=True)), BALLS(0))
