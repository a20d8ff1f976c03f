"""An affine rule with control variates as numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from symfed.reference.affine import all_local_coefficients, control_coefficients, server_coefficients
from symfed.reference.setting import Setting


@dataclass(frozen=True)
class MemoryRule:
    """The coefficients of its parts, each ending in the constant.

    local: (x, g, x_start, xi, 1). server: (x_mean, x_start, 1). control: (xi, x_end, x_start, x_next, 1).
    """

    local: tuple[Any, Any, Any, Any, Any]
    server: tuple[Any, Any, Any]
    control: tuple[Any, Any, Any, Any, Any]

    @property
    def conserves_sum(self) -> bool:
        """Whether a round leaves the sum of the clients' control variates as it was, whatever the clients' problems are."""
        on_mean, server_start, server_constant = self.server
        on_xi, on_end, on_start, on_next, constant = self.control
        # x_next = on_mean x_mean + server_start x_start + server_constant, and the x_end add up to N x_mean
        left = (on_xi - 1, on_end + on_next * on_mean, on_start + on_next * server_start, constant + on_next * server_constant)
        # floats: each of the four is off by a few roundings of its terms
        slack = 2.0**-50 * max(map(abs, (on_xi, on_end, on_next, on_start, constant))) if isinstance(on_xi, float) else 0
        return all(abs(part) <= slack for part in left)

    @property
    def freezes_controls(self) -> bool:
        """Whether every control variate stays as it is."""
        return list(self.control) == [1, 0, 0, 0, 0]


def memory_rule(setting: Setting) -> MemoryRule:
    """The coefficients, found by running the rule. Raises InvalidInput unless its three parts are affine."""
    return MemoryRule(all_local_coefficients(setting), server_coefficients(setting), control_coefficients(setting))
