"""One noisy agent among any number of quiet ones that are all alike: SCAFFLSA's stationary law in rationals, however many they are.

The quiet agents draw nothing and start alike, hence stay alike: with control variates of sum zero the state is theta and the noisy
agent's control variate. theta* = 0.
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
from symfed.models.arrays import Array, identity, solve
from symfed.strategies import Strategy, gershgorin, text

ONE = flint.fmpq(1)


@dataclass(frozen=True)
class Crowd:
    """N agents: one with matrix `noisy` (d, d) and noise of unit covariance in every step, the others with `quiet` and none.

    Both are multiples of rotations, of which Gershgorin's circles give the norms.
    """

    gamma: Any
    H: int
    N: int
    noisy: Array
    quiet: Array

    @property
    def dim(self) -> int:
        return len(self.noisy)

    @property
    def decay(self) -> Any:
        """The largest with |(1 - gamma A) u|² <= (1 - gamma decay)|u|² for both kinds."""
        steps = [identity(self.dim, A) - self.gamma * A for A in (self.noisy, self.quiet)]
        return (1 - max(gershgorin(step.T @ step)[1] for step in steps)) / self.gamma

    @property
    def squared_length(self) -> Any:
        """The larger |A|²."""
        return max(gershgorin(A.T @ A)[1] for A in (self.noisy, self.quiet))

    def noise(self) -> Any:
        """The agents' mean variance."""
        return self.dim * ONE / self.N

    def _round(self, e: Array, xi: Array, kick: tuple[int, Array] | None = None) -> Array:
        """theta and the noisy agent's control variate after a round, (2 d,); its step of number kick[0] adds kick[1] to the drift."""
        rule, ends = get_algorithm("scafflsa"), []
        for A, control in ((self.noisy, xi), (self.quiet, -xi / (self.N - 1))):
            x = e
            for h in range(self.H):
                drift = A @ x + kick[1] if kick is not None and kick[0] == h and A is self.noisy else A @ x
                x = rule.step(x=x, g=drift, xi=control, x_start=e, gamma=self.gamma, H=self.H)
            ends.append(x)
        after = rule.server((ends[0] + (self.N - 1) * ends[1]) / self.N, e, self.gamma, self.H)
        return np.concatenate([after, rule.control(xi=xi, x_end=ends[0], x_start=e, x_next=after, gamma=self.gamma, H=self.H)])

    @cached_property
    def error(self) -> Any:
        """E|theta|² in stationarity: S = M S M' + sum over the steps' noises of k k'."""
        d, units = self.dim, identity(2 * self.dim, self.noisy)
        M = np.stack([self._round(unit[:d], unit[d:]) for unit in units], axis=1)
        kicks = [self._round(0 * unit[:d], 0 * unit[:d], (h, unit[:d])) for unit in units[:d] for h in range(self.H)]
        pushed = sum((np.multiply.outer(kick, kick) for kick in kicks), 0 * M)
        found: Array = solve(identity(4 * d * d, M) - np.kron(M, M), pushed.ravel())
        return np.trace(found.reshape(2 * d, 2 * d)[:d, :d])

    def parameters(self) -> dict[str, Any]:
        """The numbers that a Domain speaks about."""
        return {"gamma": self.gamma, "H": self.H, "N": self.N, "decay": self.decay}

    def describe(self) -> dict[str, str]:
        """Text from which the case can be written down again."""
        return {
            "gamma": str(self.gamma),
            "H": str(self.H),
            "N": str(self.N),
            "one agent": f"A = {text(self.noisy)}, noise of unit covariance",
            "all others": f"A = {text(self.quiet)}, no noise",
        }


def crowds(d: int, N: int) -> Strategy:
    """From N agents to a thousand, with (H-1) gamma (L² + 2 a²) <= 2 a: in the plane they turn against each other.

    On the line the quiet ones have A = 1 and the noisy one is as stiff as that allows, to a quarter; in the plane all have one length.
    """
    return (_on_the_line(N) if d == 1 else _in_the_plane(N)).filter(_takes_few_steps)


def _numbers(N: int) -> Strategy:
    return st.one_of(st.integers(N, 200), st.integers(200, 1000))


@st.composite
def _on_the_line(draw: Any, N: int) -> Crowd:
    number = draw(_numbers(N))  # drawn first, so that it is shrunk first
    gamma, H = flint.fmpq(1, draw(st.integers(4, 40))), draw(st.integers(1, 3))
    a, most = 2 - gamma, (2 / gamma - 1) ** 2
    if H > 1:
        most = min(most, 2 * a / ((H - 1) * gamma) - 2 * a**2)
    quarters = isqrt(max(16, int((16 * most).p // (16 * most).q)))
    return Crowd(gamma, H, number, _turn(flint.fmpq(quarters, 4)), _turn(ONE))


@st.composite
def _in_the_plane(draw: Any, N: int) -> Crowd:
    number, parts = draw(_numbers(N)), draw(st.sampled_from([4, 8, 40]))
    x, y = (flint.fmpq(draw(st.integers(1, parts - 1)), parts) for _ in range(2))
    return Crowd(ONE, draw(st.integers(1, 3)), number, _turn(x, y), _turn(x, -y))


def _takes_few_steps(i: Crowd) -> bool:
    return bool(i.decay > 0 and (i.H - 1) * i.gamma * (i.squared_length + 2 * i.decay**2) <= 2 * i.decay)


def _turn(x: Any, y: Any = None) -> Array:
    return np.array([[x]] if y is None else [[x, -y], [y, x]], dtype=object)
