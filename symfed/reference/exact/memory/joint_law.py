"""The stationary law of (theta, xi_1, .., xi_N) by one linear system: rational or float64, for few clients in few dimensions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from symfed.models.arrays import Array, identity, is_exact, zeros
from symfed.reference.exact.constant_noise import ConstantNoise
from symfed.reference.exact.lifted import LiftedRound
from symfed.reference.exact.matrices import lift, product
from symfed.reference.exact.memory.round import MemoryRound, rounding
from symfed.reference.exact.moments import AffineRound


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


@dataclass(frozen=True)
class Frame:
    """The column ((N + 1) d,) as back @ y + rest, where y (n,) is as much of its beginning as `units` (n,) are, measured in these."""

    back: Array
    rest: Array
    units: Array


def joint_moments(law: MemoryRound, gamma: Any, H: int, mean_control: Array) -> JointMoments:
    """The stationary moments of the column.

    A rule that conserves the sum of the control variates is solved where their mean is `mean_control` (d,), on theta and all but the
    last of them; any other on the whole column. Raises UnstableStep where the moments do not settle.
    """
    N, d = law.size
    n, units = (N + 1) * d, _units(law)
    if not law.rule.conserves_sum:
        back, rest, grown = identity(n, law.moves), 0 * law.shift, 1
    else:
        grown = max(1, N - 1)  # the last control variate adds up as many of the others
        back = zeros((n, n - d), law.moves)  # xi_N = N mean_control - xi_1 - .. - xi_(N-1)
        back[:-d] = identity(n - d, law.moves)
        for c in range(1, N):
            back[-d:, c * d : (c + 1) * d] = -identity(d, law.moves)
        rest = np.concatenate([0 * law.shift[:-d], N * mean_control])
    frame = Frame(back * units[: back.shape[1]], rest, units[: back.shape[1]])
    found = framed(law, frame).stationary_moments(gamma, H)
    mean, covariance = frame.back @ found.mean + rest, frame.back @ found.covariance @ frame.back.T
    return JointMoments(mean, covariance, grown * found.mean_error, grown**2 * found.covariance_error, units)


def framed(law: MemoryRound, frame: Frame) -> AffineRound:
    """The round of y."""
    back, rest, units = frame.back, frame.rest, frame.units
    kept, unit = len(units), rounding(law)
    M, shift = (law.matrix @ back)[:kept] / units[:, None], (law.shift + law.matrix @ rest)[:kept] / units
    if law.forms is None:
        return ConstantNoise(M, shift, law.covariance[:kept, :kept] / np.multiply.outer(units, units), unit)
    spread = _spread(law, law.forms, frame)
    if is_exact(M):
        return LiftedRound(M, shift, spread, 0 * spread, zeros((kept, kept + 1), M))
    sizes = np.column_stack([abs(law.matrix) @ abs(back), abs(law.shift) + abs(law.matrix) @ abs(rest)])
    return LiftedRound(M, shift, spread, unit * abs(spread), unit * sizes[:kept] / units[:, None])


def _spread(law: MemoryRound, forms: Array, frame: Frame) -> Array:
    """half Cov[y_next | y] as a matrix on half((y, 1) (y, 1)')."""
    N, d = law.size
    kept = len(frame.units)
    whole = np.column_stack([frame.back, frame.rest])
    last = identity(kept + 1, whole)[kept:]
    total = zeros((kept * (kept + 1) // 2, (kept + 1) * (kept + 2) // 2), whole)
    for c in range(N):
        weights = np.multiply.outer(law.shares[:, c], identity(d, whole)).reshape(-1, d)[:kept] / frame.units[:, None]
        seen = np.concatenate([whole[:d], whole[(c + 1) * d : (c + 2) * d], last])
        total = total + product(product(lift(weights), forms[c]), lift(seen))
    return total


def _units(law: MemoryRound) -> Array:
    """Float rounds are well scaled where control variates are measured by what a step moves them."""
    N, d = law.size
    on_end = law.rule.control[1]
    units = np.ones((N + 1) * d)
    if is_exact(law.moves):
        return units.astype(int)
    units[d:] = abs(on_end) or 1.0
    return units
