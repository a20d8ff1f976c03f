"""Noise for which a variance bound like the sources' A3 holds by construction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import flint
import numpy as np
from hypothesis import strategies as st

from symfed.models.arrays import Array
from symfed.strategies import Strategy, rationals, text


@dataclass(frozen=True)
class TwoPointNoise:
    """epsilon = +v or -v with probability 1/2 each, at every point, and constants with E^(1/p) |epsilon|^(2p) <= tau² (1 + |x|^k).

    The left side is |v|² for every p and the right side is least at x = 0, where |x|^k is 1 for k = 0 and 0 for k > 0.
    """

    v: Array
    tau: Any
    k: int

    @property
    def allowed(self) -> bool:
        """Whether the bound holds at every x."""
        return bool((self.v**2).sum() <= self.tau**2 * (1 + flint.fmpq(0) ** self.k))

    @property
    def second_moment_norm(self) -> Any:
        """Operator norm of E[epsilon epsilon'] = v v', a matrix of rank one."""
        return (self.v**2).sum()

    def describe(self) -> dict[str, str]:
        """Text from which the noise can be written down again."""
        return {"v": text(self.v), "tau": str(self.tau), "k": str(self.k)}


def any_two_point_noise(d: int, N: int, powers: tuple[int, int] = (0, 2)) -> Strategy:
    """Noise and constants, whether these allow it or not, with k in an inclusive range; one client suffices, so N is not read."""
    entries = st.lists(rationals(-2, 2, (1, 2)), min_size=d, max_size=d)
    vectors = entries.map(lambda values: np.array(values, dtype=object))
    return st.builds(TwoPointNoise, vectors, rationals(0, 3, (1, 2, 4)), st.integers(*powers))


def two_point_noise(d: int, N: int, powers: tuple[int, int] = (0, 2)) -> Strategy:
    """Noise that its own constants allow."""
    return any_two_point_noise(d, N, powers).filter(lambda noise: noise.allowed)
