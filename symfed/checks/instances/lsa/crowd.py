"""One noisy, stiff agent among any number of quiet ones that are all alike: SCAFFLSA's stationary law as two numbers, in rationals.

The quiet agents draw nothing and start alike, hence stay alike: with control variates of sum zero the state is theta and the noisy
agent's control variate. Dimension one, theta* = 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import isqrt
from typing import Any

import flint
import numpy as np
from hypothesis import strategies as st

from symfed.models.algorithms import get_algorithm
from symfed.models.arrays import Array, solve

ZERO, ONE = flint.fmpq(0), flint.fmpq(1)


@dataclass(frozen=True)
class Crowd:
    """N agents: one with A = stiffness and noise of variance one in every step, the others with A = 1 and none."""

    gamma: Any
    H: int
    N: int
    stiffness: Any

    @property
    def decay(self) -> Any:
        """(1 - gamma A)² <= 1 - gamma decay for both kinds, as 1 <= stiffness <= 2/gamma - 1."""
        return 2 - self.gamma

    @property
    def length(self) -> Any:
        """The largest |A|."""
        return self.stiffness

    def noise(self) -> Any:
        """The agents' mean variance."""
        return ONE / self.N

    def _round(self, e: Any, xi: Any, kick: int | None = None) -> tuple[Any, Any]:
        """theta and the noisy agent's control variate after a round; with `kick`, its step of that number draws one for its noise."""
        rule, ends = get_algorithm("scafflsa"), []
        for A, control in ((self.stiffness, xi), (ONE, -xi / (self.N - 1))):
            x = e
            for h in range(self.H):
                noise = ONE if h == kick and A is self.stiffness else ZERO
                x = rule.step(x=x, g=A * x + noise, xi=control, x_start=e, gamma=self.gamma, H=self.H)
            ends.append(x)
        after = rule.server((ends[0] + (self.N - 1) * ends[1]) / self.N, e, self.gamma, self.H)
        return after, rule.control(xi=xi, x_end=ends[0], x_start=e, x_next=after, gamma=self.gamma, H=self.H)

    @cached_property
    def error(self) -> Any:
        """E theta² in stationarity: S = M S M' + sum over the steps' noises of k k'."""
        (a, c), (b, d) = self._round(ONE, ZERO), self._round(ZERO, ONE)
        kicks = [self._round(ZERO, ZERO, kick=h) for h in range(self.H)]
        pushed = [sum((k[i] * k[j] for k in kicks), ZERO) for i, j in ((0, 0), (0, 1), (1, 1))]
        rows = [[1 - a * a, -2 * a * b, -b * b], [-a * c, 1 - a * d - b * c, -b * d], [-c * c, -2 * c * d, 1 - d * d]]
        found: Array = solve(np.array(rows, dtype=object), np.array(pushed, dtype=object))
        return found[0]

    def parameters(self) -> dict[str, Any]:
        """The numbers that a Domain speaks about."""
        return {"gamma": self.gamma, "H": self.H, "N": self.N, "decay": self.decay}

    def describe(self) -> dict[str, str]:
        """Text from which the case can be written down again."""
        shown = {"gamma": self.gamma, "H": self.H, "N": self.N}
        return {name: str(value) for name, value in shown.items()} | {
            "one agent": f"A = {self.stiffness}, noise of variance 1",
            "all others": "A = 1, no noise",
        }


@st.composite
def crowds(draw: Any, d: int, N: int) -> Crowd:
    """At least two agents, up to a thousand; as stiff, in quarters, as (H-1) gamma (L² + 2 a²) <= 2 a allows. Neither size is read."""
    number = draw(st.one_of(st.integers(2, 200), st.integers(200, 1000)))  # drawn first, so that it is shrunk first
    gamma, H = flint.fmpq(1, draw(st.integers(4, 40))), draw(st.integers(1, 3))
    a, most = 2 - gamma, (2 / gamma - 1) ** 2
    if H > 1:
        most = min(most, 2 * a / ((H - 1) * gamma) - 2 * a**2)
    quarters = max(4, isqrt(max(0, int((16 * most).p // (16 * most).q))))
    return Crowd(gamma, H, number, flint.fmpq(quarters, 4))
