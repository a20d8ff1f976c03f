"""The stationary law of (theta, xi_1, .., xi_N) by one linear system: rational or float64, for few clients in few dimensions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from symfed.models.arrays import Array, identity, is_exact, zeros
from symfed.reference.exact.constant_noise import ConstantNoise
from symfed.reference.exact.memory_round import MemoryRound, rounding


@dataclass(frozen=True)
class JointMoments:
    """Mean ((N + 1) d,) and covariance ((N + 1) d, (N + 1) d) of the column (theta - theta*, xi_1, .., xi_N).

    Errors of entries are estimated for columns measured in `units` ((N + 1) d,): multiply by those of the entry. Zero for rationals.
    """

    mean: Array
    covariance: Array
    mean_error: float
    covariance_error: float
    units: Array


def joint_moments(law: MemoryRound, gamma: Any, H: int, mean_control: Array) -> JointMoments:
    """The stationary moments of the column.

    A rule that conserves the sum of the control variates is solved where their mean is `mean_control` (d,), on theta and all but the
    last of them; any other on the whole column. Raises UnstableStep where the moments do not settle.
    """
    N, d = law.size
    units = _units(law)
    M, shift, Q = law.matrix / units[:, None] * units, law.shift / units, law.covariance / np.multiply.outer(units, units)
    unit = rounding(law)
    if not law.rule.conserves_sum:
        found = ConstantNoise(M, shift, Q, unit).stationary_moments(gamma, H)
        back, rest, grown = identity(len(M), M), 0 * shift, 1
    else:
        kept, grown = N * d, max(1, N - 1)  # the last control variate adds up as many of the others
        back = zeros((kept + d, kept), M)  # xi_N = N mean_control - xi_1 - .. - xi_(N-1)
        back[:kept] = identity(kept, M)
        for c in range(1, N):
            back[kept:, c * d : (c + 1) * d] = -identity(d, M)
        rest = np.concatenate([0 * shift[:kept], N * mean_control / units[kept:]])
        inner, moved = (M @ back)[:kept], (shift + M @ rest)[:kept]
        found = ConstantNoise(inner, moved, Q[:kept, :kept], unit).stationary_moments(gamma, H)
    mean, covariance = units * (back @ found.mean + rest), np.multiply.outer(units, units) * (back @ found.covariance @ back.T)
    return JointMoments(mean, covariance, grown * found.mean_error, grown**2 * found.covariance_error, units)


def _units(law: MemoryRound) -> Array:
    """Float rounds are well scaled where control variates are measured by what a step moves them."""
    N, d = law.size
    on_end = law.rule.control[1]
    units = np.ones((N + 1) * d)
    if is_exact(law.moves):
        return units.astype(int)
    units[d:] = abs(on_end) or 1.0
    return units
