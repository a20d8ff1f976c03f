"""The moments of the control variates in a law of (theta, xi_1 .. xi_(N-1))."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from symfed.models.arrays import Array
from symfed.reference.result import ControlMoments, Stationary


@dataclass(frozen=True)
class StateControls(ControlMoments):
    """Read off the second moment (N + 1, N + 1) of theta and all control variates about where they rest; d = 1."""

    joint: Array
    cross_error: Any
    own_error: Any

    @property
    def cross(self) -> Array:
        return self.joint[0, 1:, None, None]

    @property
    def own(self) -> Array:
        return np.diagonal(self.joint)[1:, None, None]

    def between(self, client: int, other: int) -> Array:
        return self.joint[1 + client : 2 + client, 1 + other : 2 + other]


def with_last(states: Array) -> Array:
    """(..., N + 1): theta and all control variates, which sum to zero, from states (..., N) that leave out the last one."""
    last = 0 * states[..., :1] - states[..., 1:].sum(axis=-1, keepdims=True)
    return np.concatenate([states, last], axis=-1)


def with_controls(law: Stationary, mean: Array, second: Array, errors: Array) -> Stationary:
    """A law of theta with what is known of the control variates: mean (N + 1,), second moments and their errors (N + 1, N + 1)."""
    return replace(law, control_mean=mean[1:, None], controls=StateControls(second, errors[0, 1:].max(), errors[1:, 1:].max()))
