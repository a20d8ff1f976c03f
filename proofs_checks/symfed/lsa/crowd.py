"""One noisy agent among any number of quiet ones that are all alike: SCAFFLSA's stationary law in rationals, however many they are.

The quiet agents draw nothing and start alike, hence stay alike: with control variates of sum zero the state is theta and the noisy
agent's control variate. theta* = 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import isqrt
from typing import Any

import flint
import numpy as np
from hypothesis import strategies as st

from proofs_checks.symfed.lsa.scafflsa_laws import Spoken
from symfed.core.errors import UnstableStep
from symfed.models.algorithms import get_algorithm
from symfed.models.arrays import Array, identity, solve, to_float
from symfed.models.rounds import run_rounds
from symfed.strategies import Strategy, gershgorin, text
from symfed.strategies.instance import step_counts

ONE = flint.fmpq(1)
_STEPS = 3
_ROUNDING = 1e-9  # of eigenvalues of a matrix of at most four rows: a spectral radius within it of one is left to the exact solve


@dataclass(frozen=True)
class Crowd(Spoken):
    """N agents: one with matrix `noisy` (d, d) and noise of unit covariance in every step, the others with `quiet` and none.

    Both are multiples of rotations, of which Gershgorin's circles give the norms. `shortened` is what is said of L² as a multiple of it.
    """

    gamma: Any
    H: int
    N: int
    noisy: Array
    quiet: Array
    shortened: Any = 1

    @property
    def dim(self) -> int:
        return len(self.noisy)

    @cached_property
    def decay(self) -> Any:
        """The largest with |(1 - gamma A) u|² <= (1 - gamma decay)|u|² for both kinds."""
        steps = [identity(self.dim, A) - self.gamma * A for A in (self.noisy, self.quiet)]
        return (1 - max(gershgorin(step.T @ step)[1] for step in steps)) / self.gamma

    @cached_property
    def squared_length(self) -> Any:
        """The larger |A|²."""
        return self.shortened * max(gershgorin(A.T @ A)[1] for A in (self.noisy, self.quiet))

    def noise(self) -> Any:
        """The agents' mean variance."""
        return self.dim * ONE / self.N

    def _round(self, e: Array, xi: Array, kick: tuple[int, Array] | None = None) -> Array:
        """theta and the noisy agent's control variate after a round, (2 d,); its step of number kick[0] adds kick[1] to the drift."""

        def drift(local: Array, t: int, h: int) -> Array:
            noisy, quiet = self.noisy @ local[0], self.quiet @ local[1]
            return np.stack([noisy + kick[1] if kick is not None and kick[0] == h else noisy, quiet])

        both, rule = np.stack([xi, -xi / (self.N - 1)]), get_algorithm("scafflsa")
        after, learned = run_rounds(rule, drift, e, self.gamma, self.H, 2, xi=both, counts=(1, self.N - 1))[-1]
        return np.concatenate([after, learned[0]])

    @cached_property
    def _moves(self) -> tuple[Array, Array]:
        """M and the sum over a round's noises of k k': what a round makes of (theta, xi), and what it adds to their second moment."""
        d, units = self.dim, identity(2 * self.dim, self.noisy)
        M = np.stack([self._round(unit[:d], unit[d:]) for unit in units], axis=1)
        kicks = [self._round(0 * unit[:d], 0 * unit[:d], (h, unit[:d])) for unit in units[:d] for h in range(self.H)]
        return M, sum((np.multiply.outer(kick, kick) for kick in kicks), 0 * M)

    @cached_property
    def error(self) -> Any:
        """E|theta|² in stationarity, S = M S M' + k k'. Raises UnstableStep where there is no stationary law."""
        d, (M, pushed) = self.dim, self._moves
        if max(abs(np.linalg.eigvals(to_float(M)))) >= 1 + _ROUNDING:
            raise UnstableStep("gamma", self.gamma, "is too long for a stationary law")
        found: Array = solve(identity(4 * d * d, M) - np.kron(M, M), pushed.ravel())
        return np.trace(found.reshape(2 * d, 2 * d)[:d, :d])

    def error_after(self, rounds: int) -> Any:
        """E|theta|² after so many rounds from rest: theta = 0 and control variates zero, so that psi_0 = 0."""
        M, pushed = self._moves
        second = 0 * M
        for _ in range(rounds):
            second = M @ second @ M.T + pushed
        return np.trace(second[: self.dim, : self.dim])

    def describe(self) -> dict[str, str]:
        """Text from which the case can be written down again."""
        return {
            "gamma": str(self.gamma),
            "H": str(self.H),
            "N": str(self.N),
            "one agent": f"A = {text(self.noisy)}, noise of unit covariance",
            "all others": f"A = {text(self.quiet)}, no noise",
        } | ({"shortened": str(self.shortened)} if self.shortened != 1 else {})


@dataclass(frozen=True)
class CrowdAfterRounds:
    """A crowd from rest, and a number of rounds: what `ErrorAfterRounds` says of few agents and few rounds."""

    crowd: Crowd
    rounds: int

    @property
    def gamma(self) -> Any:
        return self.crowd.gamma

    @property
    def H(self) -> int:
        return self.crowd.H

    @property
    def N(self) -> int:
        return self.crowd.N

    @property
    def decay(self) -> Any:
        return self.crowd.decay

    @property
    def psi0(self) -> Any:
        return 0 * ONE

    @cached_property
    def expected_error(self) -> Any:
        """E|theta_T - theta*|²."""
        return self.crowd.error_after(self.rounds)

    def noise(self) -> Any:
        """The agents' mean variance."""
        return self.crowd.noise()

    def parameters(self) -> Mapping[str, Any]:
        """The numbers that a Domain speaks about."""
        return self.crowd.parameters()

    def describe(self) -> dict[str, str]:
        """Text from which the case can be written down again."""
        return self.crowd.describe() | {"rounds": str(self.rounds)}


def crowds(d: int, N: int) -> Strategy:
    """From N agents to a thousand, with (H-1) gamma (L² + 2 a²) <= 2 a: in the plane they turn against each other.

    On the line the quiet ones have A = 1 and the noisy one is as stiff as that allows, to a quarter; in the plane all have one length.
    Where strategies reach beyond, more than three local steps need not be few.
    """
    return (_on_the_line(N) if d == 1 else _in_the_plane(N)).filter(lambda i: i.decay > 0 and (i.H > _STEPS or _takes_few_steps(i)))


def too_short(d: int, N: int) -> Strategy:
    """Crowds of which a smaller L is said than they have; in the plane two that diverge are among them."""
    turns = [(flint.fmpq(4, 5), flint.fmpq(24, 25)), (flint.fmpq(1, 2), flint.fmpq(4, 5))]
    pairs = [(_turn(x, y), _turn(x, -y)) if d > 1 else (_turn(x), _turn(y)) for x, y in turns]
    return st.builds(
        lambda number, pair: Crowd(ONE, 2, number, pair[0], pair[1], flint.fmpq(1, 400)), st.integers(max(N, 2), 9), st.sampled_from(pairs)
    )


@lru_cache(maxsize=1)
def worst_crowds() -> Sequence[Crowd]:
    """A thousand agents that turn against the noisy one, by which SCAFFLSA's error exceeds gamma sigma²/(N a) most."""
    turns = ((2, 11, 20, 40), (3, 28, 60, 200), (2, 2, 4, 8), (2, 3, 5, 10))
    found = [Crowd(ONE, H, 1000, *[_turn(flint.fmpq(x, k), sign * flint.fmpq(y, k)) for sign in (1, -1)]) for H, x, y, k in turns]
    return tuple([*found, Crowd(flint.fmpq(1, 8), 2, 1000, _turn(flint.fmpq(19, 4)), _turn(ONE))])


@lru_cache(maxsize=1)
def settled_crowds() -> Sequence[CrowdAfterRounds]:
    """The worst crowds after forty rounds, most of them as good as settled; and one that diverges as its local steps are not few."""
    diverging = Crowd(ONE, 2, 2, *[_turn(flint.fmpq(4, 5), sign * flint.fmpq(24, 25)) for sign in (1, -1)])
    return (*[CrowdAfterRounds(crowd, 40) for crowd in worst_crowds()], CrowdAfterRounds(diverging, 150))


def _numbers(N: int) -> Strategy:
    return st.one_of(st.integers(N, 200), st.integers(200, 1000))


@st.composite
def _on_the_line(draw: Any, N: int) -> Crowd:
    number = draw(_numbers(N))  # drawn first, so that it is shrunk first
    gamma, H = flint.fmpq(1, draw(st.integers(4, 40))), draw(step_counts(1, _STEPS))
    a, most = 2 - gamma, (2 / gamma - 1) ** 2
    if H > 1:
        most = min(most, 2 * a / ((H - 1) * gamma) - 2 * a**2)
    quarters = isqrt(max(16, int((16 * most).p // (16 * most).q)))
    return Crowd(gamma, H, number, _turn(flint.fmpq(quarters, 4)), _turn(ONE))


@st.composite
def _in_the_plane(draw: Any, N: int) -> Crowd:
    number, parts = draw(_numbers(N)), draw(st.sampled_from([4, 8, 40]))
    x, y = (flint.fmpq(draw(st.integers(1, parts - 1)), parts) for _ in range(2))
    return Crowd(ONE, draw(step_counts(1, _STEPS)), number, _turn(x, y), _turn(x, -y))


def _takes_few_steps(i: Crowd) -> bool:
    return bool(i.decay > 0 and (i.H - 1) * i.gamma * (i.squared_length + 2 * i.decay**2) <= 2 * i.decay)


def _turn(x: Any, y: Any = None) -> Array:
    return np.array([[x]] if y is None else [[x, -y], [y, x]], dtype=object)
