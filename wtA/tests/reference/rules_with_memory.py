"""Affine rules with control variates of every kind, and a round of any of them played out coordinate by coordinate."""

from __future__ import annotations

import symfed as sf
from symfed.models.algorithms import get_algorithm

SCAFFOLD = get_algorithm("scaffold")

# conserve the sum of the control variates
SLOW = sf.Algorithm(
    "slow",
    local_step=lambda x, g, xi, gamma: x - gamma * (g + xi),
    server_step=lambda x_mean, x_start: (x_mean + 2 * x_start) / 3,
    control_update=lambda xi, x_end, x_start, x_next, gamma, H: xi + (x_end - 3 * x_next + 2 * x_start) / (2 * gamma * H),
)
SHRINKING = sf.Algorithm(
    "shrinking",
    local_step=lambda x, g, xi, gamma: x - gamma * (g + xi),
    server_step=lambda x_mean, x_start: (3 * x_mean + x_start) / 5,
    control_update=lambda xi, x_end, x_start, x_next: xi + (x_end - (5 * x_next - x_start) / 3) / 2,
)
PROXIMAL = sf.Algorithm(
    "proximal",
    local_step=lambda x, g, xi, x_start, gamma: x - gamma * (g + xi + (x - x_start) / 5),
    control_update=SCAFFOLD.control_update,
)
DECAYING = sf.Algorithm(
    "decaying",
    local_step=lambda x, g, xi, gamma: x - gamma * (g + xi + x / 10 + 1),
    control_update=SCAFFOLD.control_update,
)
EXACT = sf.Algorithm("exact", local_step=SCAFFOLD.local_step, control_update=SCAFFOLD.control_update, exact_gradient=True)
CONSERVING = [SCAFFOLD, SLOW, SHRINKING, PROXIMAL, DECAYING, EXACT]

# do not
LEAKING = sf.Algorithm(
    "leaking",
    local_step=SCAFFOLD.local_step,
    control_update=lambda xi, x_end, x_next, gamma, H: xi / 2 + (x_end - x_next) / (gamma * H),
)
WANDERING = sf.Algorithm(
    "wandering",
    local_step=SCAFFOLD.local_step,
    server_step=lambda x_mean, x_start: (x_mean + x_start) / 2 - 1,
    control_update=lambda xi, x_end, x_start: xi / 3 + (x_end - 2 * x_start) / 7 + 1,
)
FORGETTING = [LEAKING, WANDERING]


def played(algorithm, hessians, centres, gamma, H, column, noise):
    """The next (theta, xi_1, .., xi_N) as one list, on numbers of any type; noise[c][h] is a kick (d,) to client c's gradient."""
    N, d = len(centres), len(centres[0])
    theta, controls = column[:d], [column[(c + 1) * d : (c + 2) * d] for c in range(N)]
    ends = []
    for A, centre, xi, kicks in zip(hessians, centres, controls, noise, strict=True):
        x = theta
        for h in range(H):
            kick = [0] * d if algorithm.exact_gradient else kicks[h]
            g = [sum(A[i][j] * (x[j] - centre[j]) for j in range(d)) + kick[i] for i in range(d)]
            x = [algorithm.step(x=x[i], g=g[i], xi=xi[i], x_start=theta[i], gamma=gamma, H=H) for i in range(d)]
        ends.append(x)
    following = [algorithm.server(sum(x[i] for x in ends) / N, theta[i], gamma, H) for i in range(d)]
    renewed = [
        algorithm.control(xi[i], x[i], theta[i], following[i], gamma, H) for xi, x in zip(controls, ends, strict=True) for i in range(d)
    ]
    return [*following, *renewed]
