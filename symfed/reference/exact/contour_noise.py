"""Stationary moments of many clients with control variates under multiplicative noise, in float64 and in time proportional to N.

As in `contour`, but for matrices that need not be symmetric: on theta and on its own control variate a client has Q_c and R_c, and with z
on the unit circle
    theta(z) = K(z)^-1 (1/N) sum_c (z - R_c)^-1 n_c(z),    K(z) = (1/N) sum_c (z - R_c)^-1 (z - Q_c).
The eigenvalues of a round are those of the R_c where det K has a pole, and the zeros of det K instead: if the R_c have theirs inside
the circle, as many are outside as det K winds about zero, clockwise, while z goes round. The covariance of the noise is linear in the
covariance that it causes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from symfed.core.errors import NotConverged, UnstableStep
from symfed.models.arrays import Array
from symfed.reference.exact.contour import Nodes, contour_nodes, enough_nodes, symmetric
from symfed.reference.exact.joint_round import JointRound
from symfed.reference.exact.moments import EPS, Moments, NoContraction, product_errors
from symfed.reference.exact.multiplicative_noise import client_noise
from symfed.reference.result import ControlVariateMoments

_ENOUGH = 1e-14  # of the noise, in Frobenius norm: more than that is lost to rounding before
_MOST_STEPS = 200
_LOST = 1e-9  # near the edge of stability rounding leaves more: the stated error says so, and beyond this much there is no answer


@dataclass(frozen=True)
class SettledNoise:
    """noise (N, d, d) with noise = source + feedback(noise) up to `residual` (the largest spectral norm of a client's).

    unit (N, d, d), positive definite with unit >= feedback(unit) + 1/2: a residual of spectral norms <= r moves the noise by 2 r unit at
    most.
    """

    noise: Array
    residual: float
    unit: Array


def settled_noise(source: Array, feedback: Callable[[Array], Array]) -> SettledNoise:
    """`feedback` (N, d, d) -> (N, d, d) is linear and maps positive semi-definite covariances to such, as is `source`.

    Its powers tend to zero if and only if there is a `unit` as described. Raises NoContraction where there is none.

    Source: Saad and Schultz, GMRES, SIAM J. Sci. Stat. Comput. 7 (1986); Stein's theorem, for positive operators.
    """
    eye = np.broadcast_to(np.eye(source.shape[-1]), source.shape)
    # spectral norms are below the Frobenius norm of all: each client's residual is within half of the identity
    unit = _solve(eye, feedback, 0.4)
    unit = (unit + unit.swapaxes(1, 2)) / 2
    left = unit - feedback(unit)
    if not (np.linalg.eigvalsh(unit).min() > 0 and np.linalg.eigvalsh(left).min() > 0.5):
        returned = f"noise of covariance one comes back as {_radius(eye, feedback):.6g}, must be < 1"
        raise NoContraction(f"contracts in the mean but has no second moment: {returned}")
    noise = _solve(source, feedback, _ENOUGH * float(np.linalg.norm(source)))
    noise = (noise + noise.swapaxes(1, 2)) / 2
    residual = source + feedback(noise) - noise
    return SettledNoise(noise, float(np.linalg.norm(residual, 2, axis=(1, 2)).max()), unit)


def _solve(source: Array, feedback: Callable[[Array], Array], left: float) -> Array:
    """x with |source + feedback(x) - x| <= left in Frobenius norms, or as near as rounding lets it come: GMRES from x = 0."""
    size = float(np.linalg.norm(source))
    if size == 0:
        return source
    basis = [source.ravel() / size]
    triangle = np.zeros((_MOST_STEPS + 1, _MOST_STEPS))
    for k in range(_MOST_STEPS):
        image = basis[k] - feedback(basis[k].reshape(source.shape)).ravel()
        length = float(np.linalg.norm(image))
        for _ in range(2):  # again: once leaves what cancellation made of it
            for j, vector in enumerate(basis):
                share = float(vector @ image)
                triangle[j, k] += share
                image = image - share * vector
        triangle[k + 1, k] = np.linalg.norm(image)
        target = np.append(size, np.zeros(k + 1))
        weights = np.linalg.lstsq(triangle[: k + 2, : k + 1], target, rcond=None)[0]
        residual = float(np.linalg.norm(triangle[: k + 2, : k + 1] @ weights - target))
        # there is no new direction where only rounding is left of the image
        if residual <= left or triangle[k + 1, k] <= 64 * EPS * length:
            break
        basis.append(image / triangle[k + 1, k])
    else:
        if residual > max(left, _LOST * size):
            raise NotConverged(f"covariance of the noise: {_MOST_STEPS} steps leave a relative residual of {residual / size:.2g}")
    return (np.stack(basis[: len(weights)]).T @ weights).reshape(source.shape)


def _radius(start: Array, feedback: Callable[[Array], Array]) -> float:
    """The spectral radius of the feedback, by its powers: for messages, nothing is decided by it."""
    value, noise = 0.0, start / np.linalg.norm(start)
    for _ in range(30):
        noise = feedback(noise)
        value = float(np.linalg.norm(noise))
        if value == 0:
            break
        noise = noise / value
    return value


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


def own_matrices(joint: JointRound) -> tuple[Array, Array]:
    """1 - Q_c and 1 - R_c of a float round that conserves the sum of the control variates, (N, d, d) each."""
    on_mean, server_start, _ = joint.rule.server
    return (1 - server_start - on_mean) * np.eye(joint.size[1]) - on_mean * joint.moves, -joint.rule.control[1] * joint.on_xi


def own_factor(joint: JointRound) -> float:
    """The largest modulus of an eigenvalue of an R_c: `resolvents` needs it below one."""
    return float(np.abs(1 - np.linalg.eigvals(own_matrices(joint)[1])).max())


def resolvents(joint: JointRound) -> Resolvents:
    """With as many nodes as it takes. Raises NoContraction where a round has eigenvalues outside the circle, and NotConverged where it
    has some too near to it."""
    of_theta, of_control = own_matrices(joint)
    # near z = 1, where (1 - x) / (1 + x) is small, is where the slow eigenvalues are
    values = np.linalg.eigvals(np.concatenate([of_theta, of_control]))
    speeds = np.abs(values / (2 - values))
    low, high = float(speeds[speeds > 0].min()), float(speeds.max())
    if high < 4 * low:  # a wider segment holds the narrow one
        low, high = low / 2, high * 2
    count, seen = max(enough_nodes(low, high), 8), 0
    while True:
        nodes = contour_nodes(low, high, count)
        try:
            G, W, inverses, turns = _at_nodes(joint, nodes)
        except np.linalg.LinAlgError:
            raise NoContraction("does not contract: it has the eigenvalue 1 besides the sum of the control variates") from None
        outside = -round(turns)
        if outside > 0 and outside == seen:
            raise NoContraction(f"does not contract: {outside} eigenvalues outside the unit circle")
        missed = _missed(nodes, G, inverses, joint.rule.server[0])
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
    return Resolvents(nodes, G, W, inverses, joint.rule.control[1], missed + 3 * joint.unit * float(condition.max()))


def _at_nodes(joint: JointRound, nodes: Nodes) -> tuple[Array, Array, Array, float]:
    """G, W, on_mean K^-1, and how often det K winds about zero."""
    of_theta, of_control = own_matrices(joint)
    d, on_mean = joint.size[1], joint.rule.server[0]
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


@dataclass(frozen=True)
class NoisyControlVariates(ControlVariateMoments):
    """bias (d,) and biases (N, d): of theta and of xi_c, the means about theta* and xi_c*; covariances (N, 2d, 2d) of (theta, xi_c)."""

    waves: Resolvents
    noise: Array
    covariances: Array
    bias: Array
    biases: Array
    cross_error: float
    own_error: float

    @cached_property
    def cross(self) -> Array:
        d = len(self.bias)
        out: Array = self.covariances[:, :d, d:] + self.bias[:, None] * self.biases[:, None, :]
        return out

    @cached_property
    def own(self) -> Array:
        d = len(self.bias)
        out: Array = self.covariances[:, d:, d:] + self.biases[:, :, None] * self.biases[:, None, :]
        return out

    def between(self, client: int, other: int) -> Array:
        if client == other:
            own: Array = self.own[client]
            return own
        return self.waves.between(self.noise, client, other) + np.multiply.outer(self.biases[client], self.biases[other])


@dataclass(frozen=True)
class _Mean:
    """Stationary means of e (d,) and of the control variates (N, d), and what they may be off by, in Euclidean norms."""

    theta: Array
    controls: Array
    theta_error: float
    control_error: float


def noisy_contour_law(
    joint: JointRound, gamma: Any, H: int, mean_control: Array, ideal_controls: Array, ideal_errors: tuple[float, float]
) -> tuple[Moments, Array, NoisyControlVariates]:
    """The moments of e, the means (N, d) of the control variates, and their second moments about ideal_controls (N, d).

    For a float round with `forms` that conserves the sum of the control variates, and `own_factor` below one. The noise of a client's
    end is a function of the covariance of (e, xi_c), and this one linear in the noises of all: `settled_noise`. Errors are estimated
    from the residual of that equation, the quadrature, the rounding of the coefficients, and what theta* and the ideal controls are off
    by (ideal_errors). Raises UnstableStep, naming gamma, where the moments do not settle, and NotConverged.
    """
    assert joint.forms is not None
    forms, d = joint.forms, joint.size[1]
    try:
        waves = resolvents(joint)
        mean = _mean(joint, mean_control, *ideal_errors)

        def feedback(noise: Array) -> Array:
            return client_noise(forms, _padded(waves.covariances(noise)))

        columns = np.concatenate([np.broadcast_to(mean.theta, mean.controls.shape), mean.controls, np.ones((len(forms), 1))], axis=1)
        source = client_noise(forms, columns[:, :, None] * columns[:, None, :])
        settled = settled_noise(source, feedback)
    except NoContraction as unstable:
        raise UnstableStep("gamma", gamma, f"a round of H = {H} steps {unstable}") from None
    theta_error, control_error = _covariance_errors(joint, waves, mean, settled)
    found, biases = waves.covariances(settled.noise), mean.controls - ideal_controls
    cross, own = product_errors((mean.theta, mean.theta_error), (biases, mean.control_error))
    controls = NoisyControlVariates(
        waves=waves,
        noise=settled.noise,
        covariances=found,
        bias=mean.theta,
        biases=biases,
        cross_error=(theta_error * control_error) ** 0.5 + cross,
        own_error=control_error + own,
    )
    return Moments(mean.theta, found[0, :d, :d], mean.theta_error, theta_error), mean.controls, controls


def _covariance_errors(joint: JointRound, waves: Resolvents, mean: _Mean, settled: SettledNoise) -> tuple[float, float]:
    """Errors of theta's covariance and the control variates': what the noise is off by, in what it causes, and what that is off by."""
    assert joint.forms is not None
    N, d = joint.size
    relative, (of_theta, of_control) = waves.relative_error, _sizes(waves, settled.noise)
    # a covariance that is off by E is not off by more than |E| times the identity, block by block
    shaken = _diagonal(d, N, 2 * relative * of_theta, 2 * relative * of_control)
    # (m + e)(m + e)' - m m' <= t m m' + (1 + 1/t) e e' for any t > 0
    moved = (1 + 1 / relative) * _diagonal(d, N, 2 * mean.theta_error**2, 2 * mean.control_error**2)
    off = float(np.linalg.norm(client_noise(joint.forms, _padded(shaken + moved)), 2, axis=(1, 2)).max())
    off += settled.residual + (relative + joint.unit) * float(np.linalg.norm(settled.noise, 2, axis=(1, 2)).max())
    per_unit = _sizes(waves, settled.unit)
    return relative * of_theta + 2 * off * per_unit[0], relative * of_control + 2 * off * per_unit[1]


def _mean(joint: JointRound, mean_control: Array, of_theta_star: float, of_ideal: float) -> _Mean:
    """Every client ends where the server's step leaves theta alone; that fixes its control variate, and their mean is given, (d,)."""
    of_theta, of_control = own_matrices(joint)
    on_mean, on_end = joint.rule.server[0], joint.rule.control[1]
    back = np.linalg.inv(of_control)
    wanted = (back @ (joint.shifts + joint.server_drift / on_mean)[..., None])[..., 0]
    followed = back @ of_theta / on_mean
    inverse = np.linalg.inv(followed.mean(axis=0))
    bias = -inverse @ (mean_control / on_end - wanted.mean(axis=0))
    controls = on_end * (wanted - followed @ bias)
    condition = np.linalg.norm(back, 2, axis=(1, 2)) * np.linalg.norm(of_control, 2, axis=(1, 2))
    sizes = condition * (np.linalg.norm(wanted, axis=1) + np.linalg.norm(followed @ bias, axis=1)) + np.linalg.norm(mean_control / on_end)
    unit = joint.unit
    error = float(np.linalg.norm(inverse, 2) * unit * sizes.mean())
    spread = abs(on_end) * (unit * sizes + np.linalg.norm(followed, 2, axis=(1, 2)) * error)
    return _Mean(bias, controls, error + of_theta_star, float(spread.max()) + of_ideal)


def _padded(covariances: Array) -> Array:
    """Second moments of (e, xi_c, 1) with mean zero but for the one, which no covariance adds to."""
    return np.pad(covariances, ((0, 0), (0, 1), (0, 1)))


def _diagonal(d: int, N: int, of_theta: float, of_control: float) -> Array:
    return np.broadcast_to(np.diag(np.repeat([of_theta, of_control], d)), (N, 2 * d, 2 * d))


def _sizes(waves: Resolvents, noise: Array) -> tuple[float, float]:
    """The norms of theta's covariance and, the largest, of a control variate's, before anything cancels."""
    theta = waves.densities(noise)[0]
    return float((waves.nodes.weights * np.linalg.norm(theta, axis=(1, 2))).sum()), waves.control_size(noise)
