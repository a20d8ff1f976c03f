"""Stationary moments of many clients with control variates, in float64 and in time proportional to N, without their joint covariance.

A client acts on theta and on its own control variate by Q_c and R_c; clients interact in theta alone, which has d coordinates. In
generating functions of the rounds, with z on the unit circle,
    theta(z) = K(z)^-1 (1/N) sum_c (z - R_c)^-1 n_c(z),    K(z) = (1/N) sum_c (z - R_c)^-1 (z - Q_c),
and a stationary second moment is the mean over the circle of the products of these. The eigenvalues of a round are those of the R_c where
det K has a pole, and the zeros of det K instead: if the R_c have theirs inside the circle, the number of those outside is the clockwise
winding number of det K about zero. Under multiplicative noise, its covariance is linear in the covariance that it causes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
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

_ENOUGH = 1e-14  # of the noise, in Frobenius norm: rounding has lost more than that already
_MOST_STEPS = 200
_LOST = 1e-9  # near the limit of stability rounding leaves a larger residual: the stated error covers it, up to this much


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
    """Solve noise = source + feedback(noise); `feedback`, (N, d, d) -> (N, d, d), is linear and preserves positive semi-definiteness.

    Its powers tend to zero if and only if there is a `unit` as described. Raises NoContraction if there is none.

    Source: Saad and Schultz, GMRES, SIAM J. Sci. Stat. Comput. 7 (1986); Stein's theorem, for positive operators.
    """
    eye = np.broadcast_to(np.eye(source.shape[-1]), source.shape)
    # spectral norms are below the Frobenius norm of all: each client's residual is within half of the identity
    unit = _solve_by_gmres(eye, feedback, 0.4)
    unit = (unit + unit.swapaxes(1, 2)) / 2
    left = unit - feedback(unit)
    if not (np.linalg.eigvalsh(unit).min() > 0 and np.linalg.eigvalsh(left).min() > 0.5):
        returned = f"noise of covariance one comes back as {_feedback_radius(eye, feedback):.6g}, must be < 1"
        raise NoContraction(f"contracts in the mean but has no second moment: {returned}")
    noise = _solve_by_gmres(source, feedback, _ENOUGH * float(np.linalg.norm(source)))
    noise = (noise + noise.swapaxes(1, 2)) / 2
    residual = source + feedback(noise) - noise
    return SettledNoise(noise, float(np.linalg.norm(residual, 2, axis=(1, 2)).max()), unit)


def _solve_by_gmres(source: Array, feedback: Callable[[Array], Array], left: float) -> Array:
    """x with |source + feedback(x) - x| <= left in Frobenius norm, or as small as rounding permits: GMRES from x = 0."""
    size = float(np.linalg.norm(source))
    if size == 0:
        return source
    basis = [source.ravel() / size]
    triangle = np.zeros((_MOST_STEPS + 1, _MOST_STEPS))
    for k in range(_MOST_STEPS):
        image = basis[k] - feedback(basis[k].reshape(source.shape)).ravel()
        length = float(np.linalg.norm(image))
        for _ in range(2):  # twice: once leaves errors from cancellation
            for j, vector in enumerate(basis):
                share = float(vector @ image)
                triangle[j, k] += share
                image = image - share * vector
        triangle[k + 1, k] = np.linalg.norm(image)
        target = np.append(size, np.zeros(k + 1))
        weights = np.linalg.lstsq(triangle[: k + 2, : k + 1], target, rcond=None)[0]
        residual = float(np.linalg.norm(triangle[: k + 2, : k + 1] @ weights - target))
        # there is no new direction if only rounding is left of the image
        if residual <= left or triangle[k + 1, k] <= 64 * EPS * length:
            break
        basis.append(image / triangle[k + 1, k])
    else:
        if residual > max(left, _LOST * size):
            raise NotConverged(f"covariance of the noise: {_MOST_STEPS} steps leave a relative residual of {residual / size:.2g}")
    return (np.stack(basis[: len(weights)]).T @ weights).reshape(source.shape)


def _feedback_radius(start: Array, feedback: Callable[[Array], Array]) -> float:
    """The spectral radius of the feedback, by its powers: used in messages only."""
    value, noise = 0.0, start / np.linalg.norm(start)
    for _ in range(30):
        noise = feedback(noise)
        value = float(np.linalg.norm(noise))
        if value == 0:
            break
        noise = noise / value
    return value


_MOST_NODES = 1 << 14
_BLOCK, _KEPT = 1 << 20, 1 << 22  # entries of the resolvents computed at a time, and stored


@dataclass(frozen=True)
class Resolvents:
    """Per node G_c = (z - R_c)^-1 and W_c = G_c (z - Q_c) / on_mean in `blocks`, and on_mean K^-1, (n, d, d), up to phases that cancel.

    relative_error: estimated, of the results of `covariances`: the quadrature error, and the rounding of the coefficients times the
    condition of K and of the resolvents.
    """

    joint: JointRound
    nodes: Nodes
    inverses: Array
    relative_error: float

    @cached_property
    def _whole(self) -> list[tuple[slice, Array, Array]]:
        return list(_resolvent_blocks(self.joint, self.nodes))

    def blocks(self) -> Iterable[tuple[slice, Array, Array]]:
        """Slices of the nodes with G and W there, (m, N, d, d); recomputed each time if they are too many to store."""
        N, d = self.joint.size
        return self._whole if len(self.inverses) * N * d * d <= _KEPT else _resolvent_blocks(self.joint, self.nodes)

    def densities(self, noise: Array) -> Iterator[tuple[Array, Array, Array, Array, Array]]:
        """For noise (N, d, d) of the clients, one block at a time: weights, W, K^-1, the density of theta, and G_c S_c G_c*."""
        for part, G, W in self.blocks():
            own, J = G @ noise @ _conjugate_transpose(G), self.inverses[part]
            yield (
                self.nodes.weights[part][:, None, None, None],
                W,
                J,
                J @ (own.sum(axis=1) / len(noise) ** 2) @ _conjugate_transpose(J),
                own,
            )

    def covariances(self, noise: Array) -> Array:
        """The covariance of (theta, xi_c) for every client, (N, 2d, 2d), where rounds add noise (N, d, d) to the clients' ends."""
        N, d, _ = noise.shape
        on_end, out = self.joint.rule.control[1], np.zeros((N, 2 * d, 2 * d))
        for weights, W, J, theta, own in self.densities(noise):
            with_noise = J[:, None] @ own / N
            cross = with_noise - theta[:, None] @ _conjugate_transpose(W)
            both = W @ np.concatenate([cross, with_noise], axis=-1)
            control = own - both[..., :d] - both[..., d:]  # `symmetric` adds the missing conjugate transpose
            out[:, :d, :d] += (weights[:, 0] * theta).real.sum(axis=0)
            out[:, :d, d:] += on_end * (weights * cross).real.sum(axis=0)
            out[:, d:, d:] += on_end**2 * (weights * control).real.sum(axis=0)
        out[:, d:, :d] = out[:, :d, d:].transpose(0, 2, 1)
        return symmetric(out)

    def sizes(self, noise: Array) -> tuple[float, float]:
        """Bounds on the norm of theta's covariance and on the largest of a control variate's, before any cancellation."""
        of_theta, of_control = 0.0, np.zeros(len(noise))
        for weights, W, _, theta, own in self.densities(noise):
            norms, weights = np.linalg.norm(theta, axis=(1, 2))[:, None], weights[:, :, 0, 0]
            of_theta += float((weights * norms).sum())
            of_control += (weights * (np.linalg.norm(own, axis=(2, 3)) + np.linalg.norm(W, axis=(2, 3)) ** 2 * norms)).sum(axis=0)
        return of_theta, float(2 * self.joint.rule.control[1] ** 2 * of_control.max())

    def between(self, noise: Array, thetas: Array, client: int, other: int) -> Array:
        """The covariance (d, d) of the control variates of two different clients; thetas (n, d, d): theta's density."""
        G, (W, V) = _client_resolvents(self.joint, self.nodes, [client, other])
        own, J = G @ noise[[client, other]][:, None] @ _conjugate_transpose(G), self.inverses / len(noise)
        parts = W @ thetas @ _conjugate_transpose(V) - W @ J @ own[1] - _conjugate_transpose(V @ J @ own[0])
        out: Array = self.joint.rule.control[1] ** 2 * (self.nodes.weights[:, None, None] * parts).real.sum(axis=0)
        return out


def _conjugate_transpose(A: Array) -> Array:
    out: Array = A.conj().swapaxes(-1, -2)
    return out


def own_matrices(joint: JointRound) -> tuple[Array, Array]:
    """1 - Q_c and 1 - R_c of a float round that conserves the sum of the control variates, (N, d, d) each."""
    on_mean, server_start, _ = joint.rule.server
    return (1 - server_start - on_mean) * np.eye(joint.size[1]) - on_mean * joint.moves, -joint.rule.control[1] * joint.on_xi


def own_factor(joint: JointRound) -> float:
    """The largest modulus of an eigenvalue of an R_c: `resolvents` needs it below one.

    Of a Q_c, too, where Hessians are symmetric: if it is below one, no round expands more, in the worst case over clients.
    """
    of_theta, of_control = own_matrices(joint)
    return float(np.abs(1 - np.linalg.eigvals(of_control if joint.forms is not None else np.concatenate([of_theta, of_control]))).max())


def _client_resolvents(joint: JointRound, nodes: Nodes, clients: Any) -> tuple[Array, Array]:
    """G and W of some clients at every node, (clients, n, d, d)."""
    of_theta, of_control = (own[clients][:, None] for own in own_matrices(joint))
    c, s, eye = nodes.cosines[:, None, None], nodes.sines[:, None, None], 2 * np.eye(joint.size[1])
    # times exp(-i w / 2), with z = exp(i w): nothing cancels near z = 1
    G = np.linalg.inv(of_control * c + 1j * s * (eye - of_control))
    return G, G @ (of_theta * c + 1j * s * (eye - of_theta)) / joint.rule.server[0]


def _resolvent_blocks(joint: JointRound, nodes: Nodes) -> Iterator[tuple[slice, Array, Array]]:
    N, d = joint.size
    step = max(1, _BLOCK // (N * d * d))
    for first in range(0, len(nodes.weights), step):
        part = slice(first, first + step)
        G, W = _client_resolvents(joint, Nodes(nodes.cosines[part], nodes.sines[part], nodes.weights[part]), slice(None))
        yield part, G.swapaxes(0, 1), W.swapaxes(0, 1)


def resolvents(joint: JointRound) -> Resolvents:
    """The resolvents at as many nodes as needed. Raises NoContraction if a round has eigenvalues outside the circle, and NotConverged if
    some are too near to it."""
    # the slow eigenvalues are near z = 1, where (1 - x) / (1 + x) is small
    values = np.linalg.eigvals(np.concatenate(own_matrices(joint)))
    speeds = np.abs(values / (2 - values))
    low, high = float(speeds[speeds > 0].min()), float(speeds.max())
    if high < 4 * low:  # a wider segment contains the narrow one
        low, high = low / 2, high * 2
    count, seen = max(enough_nodes(low, high), 8), 0
    while True:
        nodes = contour_nodes(low, high, count)
        try:
            inverses, turns, missed, condition = _survey_circle(joint, nodes)
        except np.linalg.LinAlgError:
            raise NoContraction("does not contract: it has the eigenvalue 1 besides the sum of the control variates") from None
        outside = -round(turns)
        if outside > 0 and outside == seen:
            raise NoContraction(f"does not contract: {outside} eigenvalues outside the unit circle")
        if outside == 0 and missed < 64 * EPS:
            return Resolvents(joint, nodes, inverses, missed + 3 * joint.unit * condition)
        if count >= _MOST_NODES:
            clients = f"stationary law of {joint.size[0]} clients"
            raise NotConverged(f"{clients}: {count} nodes on the circle leave a relative error of {missed:.2g}")
        count, seen = 2 * count, outside


def _survey_circle(joint: JointRound, nodes: Nodes) -> tuple[Array, float, float, float]:
    """on_mean K^-1, the winding number of det K about zero, the quadrature error, and the condition of a covariance.

    The quadrature error is the relative distance of the means over the circle of K^-1 and of z (z - R_c)^-1 from their values at infinity.
    """
    N, d = joint.size
    on_mean, of_control = joint.rule.server[0], own_matrices(joint)[1]
    kernels, sizes, total, length = list[Array](), list[Array](), np.zeros((N, d, d)), np.zeros(N)
    for part, G, W in _resolvent_blocks(joint, nodes):
        kernels.append(W.mean(axis=1))
        c, s = nodes.cosines[part][:, None], nodes.sines[part][:, None]
        weighted = (nodes.weights[part][:, None] * (c + 1j * s))[:, :, None, None] * G
        total, length = total + weighted.real.sum(axis=0), length + np.linalg.norm(weighted, axis=(2, 3)).sum(axis=0)
        if joint.forms is None:  # symmetric matrices that commute: a rounding error is multiplied by at most W
            sizes.append(np.linalg.norm(W, axis=(2, 3)).mean(axis=1))
            continue
        # a rounding error of R_c is multiplied by G_c on either side; |z - R_c| is at most 1 + |R_c|
        size = np.linalg.norm(G, 2, axis=(2, 3)) * (np.linalg.norm(of_control, 2, axis=(1, 2)) * c + 2 * s)
        sizes.append((size * np.linalg.norm(W, 2, axis=(2, 3))).mean(axis=1))
    kernel = np.concatenate(kernels)
    steps, inverses = np.diff(np.angle(np.linalg.det(kernel * on_mean))), np.linalg.inv(kernel)
    weighted = nodes.weights[:, None, None] * inverses
    missed = np.linalg.norm(weighted.real.sum(axis=0) - on_mean * np.eye(d)) / np.linalg.norm(weighted, axis=(1, 2)).sum()
    of_clients = np.linalg.norm(total - np.eye(d), axis=(1, 2)) / length
    turns = float((steps - 2 * np.pi * np.round(steps / (2 * np.pi))).sum() / np.pi)
    condition = np.linalg.norm(inverses, 2, axis=(1, 2)) * np.concatenate(sizes)
    return inverses, turns, float(max(missed, of_clients.max())), float(condition.max())


@dataclass(frozen=True)
class ContourControlVariates(ControlVariateMoments):
    """The clients' noise (N, d, d), and the means of xi_c about xi_c*, `biases` (N, d)."""

    waves: Resolvents
    noise: Array
    biases: Array

    @cached_property
    def _thetas(self) -> Array:
        return np.concatenate([theta for _, _, _, theta, _ in self.waves.densities(self.noise)])

    def between(self, client: int, other: int) -> Array:
        if client == other:
            own: Array = self.own[client]
            return own
        return self.waves.between(self.noise, self._thetas, client, other) + np.multiply.outer(self.biases[client], self.biases[other])


@dataclass(frozen=True)
class _Mean:
    """Stationary means of e (d,) and of the control variates (N, d), and their errors in Euclidean norm."""

    theta: Array
    controls: Array
    theta_error: float
    control_error: float


def contour_law(
    joint: JointRound, gamma: Any, H: int, mean_control: Array, ideal_controls: Array, ideal_errors: tuple[float, float]
) -> tuple[Moments, Array, ContourControlVariates]:
    """The moments of e, the means (N, d) of the control variates, and their second moments about ideal_controls (N, d).

    For a float round that conserves the sum of the control variates, and `own_factor` below one. With `forms` the noise of a client's
    end is a function of the covariance of (e, xi_c), which is linear in the noises of all clients: `settled_noise`. Errors are estimated
    from the residual of that equation, the quadrature, the rounding of the coefficients, and the errors of theta* and of the ideal
    controls (ideal_errors). Raises UnstableStep, naming gamma, if there is no stationary law, and NotConverged.
    """
    try:
        waves = resolvents(joint)
        mean = _stationary_means(joint, mean_control, *ideal_errors)
        settled = None if joint.forms is None else _stationary_noise(joint.forms, waves, mean)
    except NoContraction as unstable:
        raise UnstableStep("gamma", gamma, f"a round of H = {H} steps {unstable}") from None
    noise, d = joint.noise if settled is None else settled.noise, joint.size[1]
    theta_error, control_error = _covariance_errors(joint, waves, mean, noise, settled)
    found, biases = waves.covariances(noise), mean.controls - ideal_controls
    cross, own = product_errors((mean.theta, mean.theta_error), (biases, mean.control_error))
    controls = ContourControlVariates(
        cross=found[:, :d, d:] + mean.theta[:, None] * biases[:, None, :],
        own=found[:, d:, d:] + biases[:, :, None] * biases[:, None, :],
        cross_error=(theta_error * control_error) ** 0.5 + cross,
        own_error=control_error + own,
        waves=waves,
        noise=noise,
        biases=biases,
    )
    return Moments(mean.theta, found[0, :d, :d], mean.theta_error, theta_error), mean.controls, controls


def _stationary_noise(forms: Array, waves: Resolvents, mean: _Mean) -> SettledNoise:
    """The stationary covariance of the clients' noise."""
    columns = np.concatenate([np.broadcast_to(mean.theta, mean.controls.shape), mean.controls, np.ones((len(forms), 1))], axis=1)
    source = client_noise(forms, columns[:, :, None] * columns[:, None, :])
    return settled_noise(source, lambda noise: client_noise(forms, _column_moments(waves.covariances(noise))))


def _covariance_errors(
    joint: JointRound, waves: Resolvents, mean: _Mean, noise: Array, settled: SettledNoise | None
) -> tuple[float, float]:
    """Errors of theta's covariance and of the control variates': the noise's error propagated, plus the errors of the covariances."""
    relative, (of_theta, of_control) = waves.relative_error, waves.sizes(noise)
    if settled is None or joint.forms is None:
        return relative * of_theta, relative * of_control
    N, d = joint.size
    # an error E of a covariance is bounded by |E| times the identity, block by block
    shaken = _diagonal(d, N, 2 * relative * of_theta, 2 * relative * of_control)
    # (m + e)(m + e)' - m m' <= t m m' + (1 + 1/t) e e' for any t > 0
    moved = (1 + 1 / relative) * _diagonal(d, N, 2 * mean.theta_error**2, 2 * mean.control_error**2)
    off = float(np.linalg.norm(client_noise(joint.forms, _column_moments(shaken + moved)), 2, axis=(1, 2)).max())
    off += settled.residual + (relative + joint.unit) * float(np.linalg.norm(noise, 2, axis=(1, 2)).max())
    per_unit = waves.sizes(settled.unit)
    return relative * of_theta + 2 * off * per_unit[0], relative * of_control + 2 * off * per_unit[1]


def _stationary_means(joint: JointRound, mean_control: Array, of_theta_star: float, of_ideal: float) -> _Mean:
    """The means: every client must end where the server's step fixes theta, which gives its control variate; their mean (d,) is given."""
    of_theta, of_control = own_matrices(joint)
    on_mean, on_end = joint.rule.server[0], joint.rule.control[1]
    back = np.linalg.inv(of_control)
    wanted = (back @ (joint.shifts + joint.server_drift / on_mean)[..., None])[..., 0]
    followed = back @ of_theta / on_mean
    inverse = np.linalg.inv(followed.mean(axis=0))
    bias = -inverse @ (mean_control / on_end - wanted.mean(axis=0))
    controls = on_end * (wanted - followed @ bias)
    condition: Any = 1.0 if joint.forms is None else np.linalg.norm(back, 2, axis=(1, 2)) * np.linalg.norm(of_control, 2, axis=(1, 2))
    sizes = condition * (np.linalg.norm(wanted, axis=1) + np.linalg.norm(followed @ bias, axis=1)) + np.linalg.norm(mean_control / on_end)
    unit = joint.unit
    error = float(np.linalg.norm(inverse, 2) * unit * sizes.mean())
    spread = abs(on_end) * (unit * sizes + np.linalg.norm(followed, 2, axis=(1, 2)) * error)
    return _Mean(bias, controls, error + of_theta_star, float(spread.max()) + of_ideal)


def _column_moments(covariances: Array) -> Array:
    """Covariances of (e, xi_c) as second moments of (e, xi_c, 1), with zeros in the row and column of the constant."""
    return np.pad(covariances, ((0, 0), (0, 1), (0, 1)))


def _diagonal(d: int, N: int, of_theta: float, of_control: float) -> Array:
    return np.broadcast_to(np.diag(np.repeat([of_theta, of_control], d)), (N, 2 * d, 2 * d))
