"""The stationary law of (theta, xi_1, .., xi_N) for many clients whose matrices are not symmetric, in float64.

As in `circle.law`, but for any matrices: on theta and on its own control variate a client has Q_c and R_c, and with z on the circle
    theta(z) = K(z)^-1 (1/N) sum_c (z - R_c)^-1 n_c(z),    K(z) = (1/N) sum_c (z - R_c)^-1 (z - Q_c).
The eigenvalues of a round are those of the R_c where det K has a pole, and the zeros of det K instead: if the R_c have theirs inside
the circle, as many are outside as det K winds about zero, clockwise, while z goes round.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from symfed.core.errors import NotConverged
from symfed.models.arrays import Array
from symfed.reference.exact.memory.circle.law import symmetric
from symfed.reference.exact.memory.circle.nodes import Nodes, circle_nodes, enough_nodes
from symfed.reference.exact.memory.round import MemoryRound, rounding
from symfed.reference.exact.moments import EPS, NoContraction

_MOST_NODES = 1 << 12


@dataclass(frozen=True)
class Resolvents:
    """Per node G_c = (z - R_c)^-1 and W_c = G_c (z - Q_c) / on_mean, (n, N, d, d), and on_mean K^-1, (n, d, d), up to phases that cancel.

    relative_error: estimated, of the covariances that `covariances` makes of a noise: what the quadrature is off by, and the rounding of
    the coefficients times the condition of K and of the resolvents.
    """

    nodes: Nodes
    to_noise: Array
    to_theta: Array
    inverses: Array
    on_end: float
    relative_error: float

    def densities(self, noise: Array) -> tuple[Array, Array]:
        """For noise (N, d, d) of the clients: of theta (n, d, d), and G_c S_c G_c* (n, N, d, d); neither weighted."""
        G, J, N = self.to_noise, self.inverses, len(noise)
        own = G @ noise @ _star(G)
        return J @ (own.sum(axis=1) / N**2) @ _star(J), own

    def covariances(self, noise: Array) -> Array:
        """The covariance of (theta, xi_c) for every client, (N, 2d, 2d), where rounds add noise (N, d, d) to the clients' ends."""
        N, d, _ = noise.shape
        theta, own = self.densities(noise)
        weights, W = self.nodes.weights[:, None, None, None], self.to_theta
        with_noise = self.inverses[:, None] @ own / N
        cross = with_noise - theta[:, None] @ _star(W)
        both = W @ np.concatenate([cross, with_noise], axis=-1)
        control = own - both[..., :d] - both[..., d:]  # what is left of the last but for its conjugate transpose, `symmetric` replaces
        out = np.empty((N, 2 * d, 2 * d))
        out[:, :d, :d] = (weights[:, 0] * theta).real.sum(axis=0)
        out[:, :d, d:] = self.on_end * (weights * cross).real.sum(axis=0)
        out[:, d:, :d] = out[:, :d, d:].transpose(0, 2, 1)
        out[:, d:, d:] = self.on_end**2 * (weights * control).real.sum(axis=0)
        return symmetric(out)

    def control_size(self, noise: Array) -> float:
        """A bound on the norms of the control variates' covariances before anything cancels."""
        theta, own = self.densities(noise)
        followed = np.linalg.norm(self.to_theta, axis=(2, 3)) ** 2 * np.linalg.norm(theta, axis=(1, 2))[:, None]
        parts = self.nodes.weights[:, None] * (np.linalg.norm(own, axis=(2, 3)) + followed)
        return float(2 * self.on_end**2 * parts.sum(axis=0).max())

    def between(self, noise: Array, client: int, other: int) -> Array:
        """The covariance (d, d) of the control variates of two different clients."""
        theta, own = self.densities(noise)
        W, V, J = self.to_theta[:, client], self.to_theta[:, other], self.inverses / len(noise)
        parts = W @ theta @ _star(V) - W @ J @ own[:, other] - _star(V @ J @ own[:, client])
        out: Array = self.on_end**2 * (self.nodes.weights[:, None, None] * parts).real.sum(axis=0)
        return out


def _star(A: Array) -> Array:
    out: Array = A.conj().swapaxes(-1, -2)
    return out


def own_matrices(law: MemoryRound) -> tuple[Array, Array]:
    """1 - Q_c and 1 - R_c of a float round that conserves the sum of the control variates, (N, d, d) each."""
    on_mean, server_start, _ = law.rule.server
    return (1 - server_start - on_mean) * np.eye(law.size[1]) - on_mean * law.moves, -law.rule.control[1] * law.on_xi


def own_factor(law: MemoryRound) -> float:
    """The largest modulus of an eigenvalue of an R_c: `resolvents` needs it below one."""
    return float(np.abs(1 - np.linalg.eigvals(own_matrices(law)[1])).max())


def resolvents(law: MemoryRound) -> Resolvents:
    """With as many nodes as it takes. Raises NoContraction where a round has eigenvalues outside the circle, and NotConverged where it
    has some too near to it."""
    of_theta, of_control = own_matrices(law)
    # near z = 1, where (1 - x) / (1 + x) is small, is where the slow eigenvalues are
    values = np.linalg.eigvals(np.concatenate([of_theta, of_control]))
    speeds = np.abs(values / (2 - values))
    low, high = float(speeds[speeds > 0].min()), float(speeds.max())
    if high < 4 * low:  # a wider segment holds the narrow one
        low, high = low / 2, high * 2
    count, seen = max(enough_nodes(low, high), 8), 0
    while True:
        nodes = circle_nodes(low, high, count)
        try:
            G, W, inverses, turns = _at_nodes(law, nodes)
        except np.linalg.LinAlgError:
            raise NoContraction("does not contract: it has the eigenvalue 1 besides the sum of the control variates") from None
        outside = -round(turns)
        if outside > 0 and outside == seen:
            raise NoContraction(f"does not contract: {outside} eigenvalues outside the unit circle")
        missed = _missed(nodes, G, inverses, law.rule.server[0])
        if outside == 0 and missed < 64 * EPS:
            break
        if count >= _MOST_NODES:
            raise NotConverged(f"stationary law of {len(G[0])} clients: {count} nodes on the circle leave a relative error of {missed:.2g}")
        count, seen = 2 * count, outside
    # a rounding of R_c is multiplied by G_c on either side; nothing of z - R_c is larger than 1 + |R_c|
    size = np.linalg.norm(G, 2, axis=(2, 3)) * (
        np.linalg.norm(of_control, 2, axis=(1, 2)) * nodes.cosines[:, None] + 2 * nodes.sines[:, None]
    )
    condition = np.linalg.norm(inverses, 2, axis=(1, 2)) * (size * np.linalg.norm(W, 2, axis=(2, 3))).mean(axis=1)
    return Resolvents(nodes, G, W, inverses, law.rule.control[1], missed + 3 * rounding(law) * float(condition.max()))


def _at_nodes(law: MemoryRound, nodes: Nodes) -> tuple[Array, Array, Array, float]:
    """G, W, on_mean K^-1, and how often det K winds about zero."""
    of_theta, of_control = own_matrices(law)
    d, on_mean = law.size[1], law.rule.server[0]
    c, s = nodes.cosines[:, None, None, None], nodes.sines[:, None, None, None]
    # times exp(-i w / 2), with z = exp(i w): nothing cancels near z = 1
    G = np.linalg.inv(of_control * c + 1j * s * (2 * np.eye(d) - of_control))
    W = G @ (of_theta * c + 1j * s * (2 * np.eye(d) - of_theta)) / on_mean
    kernels = W.mean(axis=1)
    angles = np.angle(np.linalg.det(kernels * on_mean))
    steps = np.diff(angles)
    return G, W, np.linalg.inv(kernels), float((steps - 2 * np.pi * np.round(steps / (2 * np.pi))).sum() / np.pi)


def _missed(nodes: Nodes, G: Array, inverses: Array, on_mean: float) -> float:
    """How far the means over the circle of K^-1 and of z (z - R_c)^-1 are from their values at infinity, for their sizes."""
    worst = 0.0
    for functions, limit in ((inverses[:, None], on_mean), (G * (nodes.cosines + 1j * nodes.sines)[:, None, None, None], 1.0)):
        weighted = nodes.weights[:, None, None, None] * functions
        missed = np.linalg.norm(weighted.real.sum(axis=0) - limit * np.eye(G.shape[-1]), axis=(1, 2))
        worst = max(worst, float((missed / np.linalg.norm(weighted, axis=(2, 3)).sum(axis=0)).max()))
    return worst
