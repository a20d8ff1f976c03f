"""The stationary law of (theta, xi_1, .., xi_N) for many clients, in float64, without their joint covariance: by contour integrals.

Written in the eigenvectors of its Hessian, a client multiplies theta by q and its own control variate by r, one pair for every
eigenvalue; clients meet in theta alone, which has d coordinates. In generating functions of the rounds, with z on the unit circle,
    theta(z) = K(z)^-1 (1/N) sum_c (z - R_c)^-1 n_c(z),    K(z) = (1/N) sum_c (z - R_c)^-1 (z - Q_c),
and a stationary second moment is the mean over the circle of the products of these. Every pole of K(z)^-1 lies in one of the discs
with diameter [q, r]: from elsewhere each of these segments is seen under less than a right angle, which makes K(z) + K(z)* definite.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from symfed.core.errors import NotConverged
from symfed.models.arrays import Array
from symfed.reference.exact.joint_round import JointRound
from symfed.reference.exact.moments import EPS
from symfed.reference.result import ControlVariateMoments

_DIGITS = 37.0  # exp(-37) is below half a unit of float64


@dataclass(frozen=True)
class Nodes:
    """z = exp(i w) with cosines = cos(w / 2), sines = sin(w / 2) >= 0, and weights for the mean over the circle: the real part of the
    weighted sum over the upper half, for functions with f(conj z) = conj f(z)."""

    cosines: Array
    sines: Array
    weights: Array


def contour_nodes(low: float, high: float, count: int) -> Nodes:
    """count + 1 nodes, count even, for poles on or near the real segment where (1 - x) / (1 + x) is in [low, high], and its reflection.

    With t = tan(w / 2) the poles come to lie at +-i [low, high], and t = low sc(v), an elliptic function, turns the plane without them
    into a periodic strip, where the trapezoidal rule converges geometrically: by exp(-2 pi count K'/K), K about log(4 high / low) and
    K' about pi / 2. Poles off the real axis make the strip narrower. Nodes of `count` are nodes of 2 count too.

    Source: the conformal map of Hale, Higham and Trefethen, SIAM J. Numer. Anal. 46 (2008), for a circle in place of their contours.
    """
    period, complement = _periods(low, high)
    half = np.arange(count // 2 + 1)
    # sc(v) is -i times sn(i v) for the complementary modulus: its Fourier series converges fast, for v up to K / 2
    nome, scaled = np.exp(-np.pi * period / complement), np.pi * period * half / (2 * complement * count)
    odd = np.arange(1, 2 * int(np.ceil(_DIGITS * complement / period / np.pi * 2)) + 2, 2)[:, None]
    terms = np.exp(odd * (scaled - np.pi * period / (2 * complement))) * -np.expm1(-2 * odd * scaled) / 2 / (1 - nome**odd)
    t = high * 2 * np.pi / complement * terms.sum(axis=0)
    # beyond, t(K - v) = low high / t(v)
    size = np.hypot(1, t)
    mirror = np.hypot(t, low * high)[::-1]
    cosines = np.concatenate([1 / size, (t[::-1] / mirror)[1:]])
    sines = np.concatenate([t / size, (low * high / mirror)[1:]])
    weights = np.hypot(sines, low * cosines) * np.hypot(sines, high * cosines) * 2 * period / (np.pi * high * count)
    weights[[0, -1]] /= 2
    return Nodes(cosines, sines, weights)


def enough_nodes(low: float, high: float) -> int:
    """How many nodes reach rounding level where all poles are real; even."""
    period, complement = _periods(low, high)
    return 2 * int(np.ceil(_DIGITS * period / complement / (4 * np.pi)))


def _periods(low: float, high: float) -> tuple[float, float]:
    """The quarter periods K and K' of modulus sqrt(1 - (low / high)^2)."""
    m = (low / high) ** 2
    from scipy.special import ellipk, ellipkm1  # half as long to import as SymPy, and most laws need none

    return float(ellipkm1(m)), float(ellipk(m))


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


def client_modes(joint: JointRound, hessians: Array) -> ClientModes:
    """For a float round that conserves the sum of the control variates; hessians (N, d, d)."""
    on_mean, server_start, _ = joint.rule.server
    _, bases = np.linalg.eigh(hessians)

    def in_basis(matrices: Array) -> Array:
        return (bases * (matrices @ bases)).sum(axis=1)

    return ClientModes(
        bases,
        (1 - server_start - on_mean) - on_mean * in_basis(joint.moves),
        -joint.rule.control[1] * in_basis(joint.on_xi),
        bases.transpose(0, 2, 1) @ joint.noise @ bases,
    )


@dataclass(frozen=True)
class ContourLaw:
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


def contour_mean(joint: JointRound, modes: ClientModes, mean_control: Array) -> tuple[Array, Array, float, float]:
    """theta's stationary mean about theta* (d,), those of the control variates (N, d), and the estimated errors of both.

    Every client ends where the server's step leaves theta alone; that fixes its control variate, and their mean is given, (d,).
    """
    on_mean, on_end, U = joint.rule.server[0], joint.rule.control[1], modes.bases
    to_go = joint.shifts + joint.server_drift / on_mean
    wanted = (to_go[:, None, :] @ U)[:, 0] / modes.left_of_control  # in units of -1 / on_end
    kernel = (U * (modes.left_of_theta / modes.left_of_control)[:, None, :]) @ U.transpose(0, 2, 1)
    inverse = np.linalg.inv(kernel.mean(axis=0)) * on_mean
    bias = -inverse @ (mean_control / on_end - _out(U, wanted).mean(axis=0))
    followed = modes.left_of_theta / modes.left_of_control * (U.transpose(0, 2, 1) @ bias) / on_mean
    unit, sizes = joint.unit, np.linalg.norm(wanted, axis=1) + np.linalg.norm(followed, axis=1)
    error = np.linalg.norm(inverse, 2) * unit * (sizes.mean() + np.linalg.norm(mean_control / on_end))
    spread = abs(on_end) * (unit * sizes.max() + np.abs(modes.left_of_theta / modes.left_of_control).max() / abs(on_mean) * error)
    return bias, -on_end * _out(U, followed - wanted), float(error), float(spread)


def _out(bases: Array, coordinates: Array) -> Array:
    return (bases @ coordinates[..., None])[..., 0]


def contour_law(joint: JointRound, modes: ClientModes) -> ContourLaw:
    """By as many nodes as K^-1 needs. Raises NotConverged where it has poles too near the circle. `modes.factor` must be below one."""
    on_mean, (_, on_end, _, _, _) = joint.rule.server[0], joint.rule.control
    speeds = np.concatenate([(x / (2 - x)).ravel() for x in (modes.left_of_theta, modes.left_of_control)])
    low, high = speeds.min(), speeds.max()
    if high < 4 * low:  # a wider segment holds the narrow one
        low, high = low / 2, high * 2
    count = max(enough_nodes(low, high), 8)
    while True:
        nodes = contour_nodes(low, high, count)
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
    relative_error = float(resolution + 3 * joint.unit * condition)
    left = modes.left_of_control
    still = modes.noise / (left[:, :, None] + left[:, None, :] - left[:, :, None] * left[:, None, :])  # if theta stood still
    followed = (np.linalg.norm(densities, axis=(1, 2)) * (sizes[1] / on_mean) ** 2).sum()
    control_size = float(2 * on_end**2 * (np.linalg.norm(still, axis=(1, 2)).max() + followed))
    return ContourLaw(modes, nodes, inverses, densities, on_mean, on_end, relative_error, control_size)


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


_CHUNK = 1 << 17  # entries of a stack of matrices that stays in cache


@dataclass(frozen=True)
class ContourControlVariates(ControlVariateMoments):
    """Moments of the control variates computed when asked for: all of `cross` and `own` at once, one pair at a time in `between`.

    bias (d,) and biases (N, d): of theta and of xi_c, the means about theta* and xi_c*.
    """

    law: ContourLaw
    bias: Array
    biases: Array
    cross_error: float
    own_error: float

    @property
    def cross(self) -> Array:
        return self._both[0]

    @property
    def own(self) -> Array:
        return self._both[1]

    @cached_property
    def _both(self) -> tuple[Array, Array]:
        N, d = self.biases.shape
        size = max(1, _CHUNK // (d * d))
        parts = [self._chunk(slice(first, min(first + size, N))) for first in range(0, N, size)]
        cross, own = (np.concatenate(part) for part in zip(*parts, strict=True))
        return cross + self.bias[:, None] * self.biases[:, None, :], own + self.biases[:, :, None] * self.biases[:, None, :]

    def _chunk(self, clients: slice) -> tuple[Array, Array]:
        law, modes = self.law, self.law.modes
        N, U = len(modes.bases), modes.bases[clients]
        S, back = modes.noise[clients], U.transpose(0, 2, 1)
        n, d, _ = U.shape
        flat = U.transpose(1, 0, 2).reshape(d, n * d)

        def in_basis(matrix: Array) -> Array:
            turned = (matrix.real @ flat + 1j * (matrix.imag @ flat)).reshape(d, n, d).transpose(1, 0, 2)
            out: Array = (back @ turned.real) + 1j * (back @ turned.imag)
            return out

        cross, own = np.zeros((n, d, d)), np.zeros((n, d, d))
        for weight, c, s, inverse, density in zip(
            law.nodes.weights, law.nodes.cosines, law.nodes.sines, law.inverses, law.densities, strict=True
        ):
            Z = 1 / seen_from(modes.left_of_control[clients], c, s)
            W = seen_from(modes.left_of_theta[clients], c, s) / law.on_mean
            # E[theta n_c*] (z - R_c)^-1 S_c, and theta's density times the conjugate of what theta does to the client
            theta_noise = times_real(in_basis(inverse * (weight / N)) * Z[:, None, :], S)
            response = in_basis(density) * W.conj()[:, None, :]
            cross += ((theta_noise - response) * Z.conj()[:, None, :]).real
            turn = W[:, :, None] * theta_noise
            noise = weight * S - turn - turn.conj().transpose(0, 2, 1) + W[:, :, None] * response
            own += (Z[:, :, None] * noise * Z.conj()[:, None, :]).real
        end = law.on_end
        return end * (U @ cross @ back), end**2 * (U @ symmetric(own) @ back)

    def between(self, client: int, other: int) -> Array:
        if client == other:
            own: Array = self.own[client]
            return own
        law, modes, N = self.law, self.law.modes, len(self.biases)
        U, V = modes.bases[client], modes.bases[other]
        c, s = law.nodes.cosines[:, None], law.nodes.sines[:, None]
        (Z, W), (Y, X) = (
            (1 / seen_from(modes.left_of_control[k], c, s), seen_from(modes.left_of_theta[k], c, s) / law.on_mean) for k in (client, other)
        )
        weighted = law.inverses * (law.nodes.weights / N)[:, None, None]
        from_other = W[:, :, None] * times_real((U.T @ weighted @ V) * Y[:, None, :], modes.noise[other])
        from_client = times_real((V.T @ weighted @ U) * Z[:, None, :], modes.noise[client]) * X[:, :, None]
        through_theta = W[:, :, None] * (U.T @ law.densities @ V) * X.conj()[:, None, :]
        total = Z[:, :, None] * (through_theta - from_other - from_client.conj().transpose(0, 2, 1)) * Y.conj()[:, None, :]
        out: Array = law.on_end**2 * (U @ total.real.sum(axis=0) @ V.T) + np.multiply.outer(self.biases[client], self.biases[other])
        return out
