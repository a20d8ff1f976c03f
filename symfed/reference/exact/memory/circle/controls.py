"""Second moments of many clients' control variates, from the same quadrature on the circle as theta's."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from symfed.models.arrays import Array
from symfed.reference.exact.memory.circle.law import CircleLaw, seen_from, symmetric, times_real
from symfed.reference.result import ControlMoments

_CHUNK = 1 << 17  # entries of a stack of matrices that stays in cache


@dataclass(frozen=True)
class CircleControls(ControlMoments):
    """Moments of the control variates computed when asked for: all of `cross` and `own` at once, one pair at a time in `between`.

    bias (d,) and biases (N, d): of theta and of xi_c, the means about theta* and xi_c*.
    """

    law: CircleLaw
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
