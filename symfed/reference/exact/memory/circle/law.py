"""The stationary law of (theta, xi_1, .., xi_N) for many clients, in float64, without their joint covariance.

Written in the eigenvectors of its Hessian, a client multiplies theta by q and its own control variate by r, one pair for every
eigenvalue; clients meet in theta alone, which has d coordinates. In generating functions of the rounds, with z on the unit circle,
    theta(z) = K(z)^-1 (1/N) sum_c (z - R_c)^-1 n_c(z),    K(z) = (1/N) sum_c (z - R_c)^-1 (z - Q_c),
and a stationary second moment is the mean over the circle of the products of these. Every pole of K(z)^-1 lies in one of the discs
with diameter [q, r]: from elsewhere each of these segments is seen under less than a right angle, which makes K(z) + K(z)* definite.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from symfed.core.errors import NotConverged
from symfed.models.arrays import Array
from symfed.reference.exact.memory.circle.nodes import Nodes, circle_nodes, enough_nodes
from symfed.reference.exact.memory.round import MemoryRound, rounding
from symfed.reference.exact.moments import EPS

_MOST_NODES = 1 << 14


@dataclass(frozen=True)
class ClientModes:
    """The clients in their eigenvectors `bases` (N, d, d), columns; 1 - q and 1 - r (N, d) of every eigenvalue; noise (N, d, d)."""

    bases: Array
    left_of_theta: Array
    left_of_control: Array
    noise: Array

    @property
    def factor(self) -> float:
        """The largest of all |q| and |r|: if it is below one, no round expands more, in the worst case over clients."""
        return float(max(np.abs(1 - self.left_of_theta).max(), np.abs(1 - self.left_of_control).max()))


def client_modes(law: MemoryRound, hessians: Array) -> ClientModes:
    """For a float round that conserves the sum of the control variates; hessians (N, d, d)."""
    on_mean, server_start, _ = law.rule.server
    _, bases = np.linalg.eigh(hessians)

    def in_basis(matrices: Array) -> Array:
        return (bases * (matrices @ bases)).sum(axis=1)

    return ClientModes(
        bases,
        (1 - server_start - on_mean) - on_mean * in_basis(law.moves),
        -law.rule.control[1] * in_basis(law.on_xi),
        bases.transpose(0, 2, 1) @ law.noise @ bases,
    )


@dataclass(frozen=True)
class CircleLaw:
    """theta's covariance (d, d), and per node K^-1 and the weighted spectral density of theta, from which the rest follows.

    relative_error: estimated, of theta's covariance and of the control variates'. It is what the quadrature of K^-1 is off by, and the
    rounding of the coefficients times the condition of K. control_size: a bound on the norm of a control variate's covariance.
    """

    modes: ClientModes
    nodes: Nodes
    inverses: Array
    densities: Array
    on_mean: float
    on_end: float
    relative_error: float
    control_size: float

    @property
    def covariance(self) -> Array:
        return symmetric(self.densities.real.sum(axis=0))


def circle_mean(law: MemoryRound, modes: ClientModes, mean_control: Array) -> tuple[Array, Array, float, float]:
    """theta's stationary mean about theta* (d,), those of the control variates (N, d), and the estimated errors of both.

    Every client ends where the server's step leaves theta alone; that fixes its control variate, and their mean is given, (d,).
    """
    on_mean, on_end, U = law.rule.server[0], law.rule.control[1], modes.bases
    to_go = law.shifts + law.server_drift / on_mean
    wanted = (to_go[:, None, :] @ U)[:, 0] / modes.left_of_control  # in units of -1 / on_end
    kernel = (U * (modes.left_of_theta / modes.left_of_control)[:, None, :]) @ U.transpose(0, 2, 1)
    inverse = np.linalg.inv(kernel.mean(axis=0)) * on_mean
    bias = -inverse @ (mean_control / on_end - _out(U, wanted).mean(axis=0))
    followed = modes.left_of_theta / modes.left_of_control * (U.transpose(0, 2, 1) @ bias) / on_mean
    unit, sizes = rounding(law), np.linalg.norm(wanted, axis=1) + np.linalg.norm(followed, axis=1)
    error = np.linalg.norm(inverse, 2) * unit * (sizes.mean() + np.linalg.norm(mean_control / on_end))
    spread = abs(on_end) * (unit * sizes.max() + np.abs(modes.left_of_theta / modes.left_of_control).max() / abs(on_mean) * error)
    return bias, -on_end * _out(U, followed - wanted), float(error), float(spread)


def _out(bases: Array, coordinates: Array) -> Array:
    return (bases @ coordinates[..., None])[..., 0]


def circle_law(law: MemoryRound, modes: ClientModes) -> CircleLaw:
    """By as many nodes as K^-1 needs. Raises NotConverged where it has poles too near the circle. `modes.factor` must be below one."""
    on_mean, (_, on_end, _, _, _) = law.rule.server[0], law.rule.control
    speeds = np.concatenate([(x / (2 - x)).ravel() for x in (modes.left_of_theta, modes.left_of_control)])
    low, high = speeds.min(), speeds.max()
    if high < 4 * low:  # a wider segment holds the narrow one
        low, high = low / 2, high * 2
    count = max(enough_nodes(low, high), 8)
    while True:
        nodes = circle_nodes(low, high, count)
        kernels, sizes = _kernels(modes, nodes)
        inverses = np.linalg.inv(kernels / on_mean)
        weighted = nodes.weights[:, None, None] * inverses
        # K tends to 1 / on_mean at infinity and K^-1 has no poles outside the circle
        missed = np.linalg.norm(weighted.real.sum(axis=0) - on_mean * np.eye(len(inverses[0])))
        resolution = float(missed / np.linalg.norm(weighted, axis=(1, 2)).sum())
        if resolution < 64 * EPS:
            break
        if count >= _MOST_NODES:
            problem = f"stationary law of {len(modes.bases)} clients"
            raise NotConverged(f"{problem}: {count} nodes on the circle leave a relative error of {resolution:.2g}")
        count *= 2
    densities = np.empty_like(inverses)
    for j, (inverse, source) in enumerate(zip(inverses, _sources(modes, nodes), strict=True)):
        densities[j] = nodes.weights[j] * inverse @ source @ inverse.conj().T
    condition = (np.linalg.norm(inverses, axis=(1, 2)) * sizes[0]).max() / abs(on_mean)
    relative_error = float(resolution + 3 * rounding(law) * condition)
    left = modes.left_of_control
    still = modes.noise / (left[:, :, None] + left[:, None, :] - left[:, :, None] * left[:, None, :])  # if theta stood still
    followed = (np.linalg.norm(densities, axis=(1, 2)) * (sizes[1] / on_mean) ** 2).sum()
    control_size = float(2 * on_end**2 * (np.linalg.norm(still, axis=(1, 2)).max() + followed))
    return CircleLaw(modes, nodes, inverses, densities, on_mean, on_end, relative_error, control_size)


def _kernels(modes: ClientModes, nodes: Nodes) -> tuple[Array, Array]:
    """mean_c (z - R_c)^-1 (z - Q_c) at every node, (n, d, d), and the mean and the largest of the norms, (2, n)."""
    N, d, _ = modes.bases.shape
    flat = modes.bases.transpose(1, 0, 2).reshape(d, N * d)
    out, sizes = np.empty((len(nodes.weights), d, d), dtype=complex), np.empty((2, len(nodes.weights)))
    for j, (c, s) in enumerate(zip(nodes.cosines, nodes.sines, strict=True)):
        ratio = seen_from(modes.left_of_theta, c, s) / seen_from(modes.left_of_control, c, s)
        norms = np.abs(ratio).max(axis=1)
        sizes[:, j] = norms.mean(), norms.max()
        ratio = ratio.ravel()
        out[j] = (flat * ratio.real) @ flat.T / N + 1j * ((flat * ratio.imag) @ flat.T / N)
    return out, sizes


def _sources(modes: ClientModes, nodes: Nodes) -> Iterator[Array]:
    """(1/N^2) sum_c (z - R_c)^-1 S_c (conj z - R_c)^-1 at every node, (d, d)."""
    N, d, _ = modes.bases.shape
    flat = modes.bases.transpose(0, 2, 1).reshape(N * d, d)
    for c, s in zip(nodes.cosines, nodes.sines, strict=True):
        Z = 1 / seen_from(modes.left_of_control, c, s)
        spread = modes.noise * (Z[:, :, None] * Z.conj()[:, None, :])
        half = times_real(spread, modes.bases.transpose(0, 2, 1)).reshape(N * d, d)
        yield flat.T @ half / N**2


def seen_from(left: Array, cosine: Any, sine: Any) -> Array:
    """(z - x) exp(-i w / 2) with z = exp(i w) and left = 1 - x: nothing cancels near z = 1, and the phase cancels in all that follows."""
    return left * cosine + 1j * ((2 - left) * sine)


def times_real(A: Array, B: Array) -> Array:
    """A B for stacks of complex A and real B, as one real product each."""
    out = np.concatenate([A.real, A.imag], axis=-2) @ B
    n = A.shape[-2]
    return out[..., :n, :] + 1j * out[..., n:, :]


def symmetric(X: Array) -> Array:
    return (X + X.swapaxes(-1, -2)) / 2
