"""Powers of a small epsilon for step size, local steps and rounds: exact cases of statements about orders."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint
from hypothesis import strategies as st

from symfed.strategies import Strategy


@dataclass(frozen=True)
class PowersOfEpsilon:
    """gamma = eps^gamma, H = eps^-H, T = eps^-T as eps -> 0, with rational exponents: eps^a = O(eps^b) if and only if a >= b."""

    gamma: Any
    H: Any
    T: Any

    def describe(self) -> dict[str, str]:
        """Text from which the case can be written down again."""
        return {"gamma": f"eps^({self.gamma})", "H": f"eps^({-self.H})", "T": f"eps^({-self.T})"}


Range = tuple[Fraction | int, Fraction | int]


def powers_of_epsilon(gamma: Range, H: Range, T: Range) -> Callable[[int, int], Strategy]:
    """Cases with exponents in closed ranges, in sixths from the lower end, and the upper end. Size plays no part: `d` and `N` are not read.

    >>> cases = powers_of_epsilon(gamma=(2, 2), H=(0, 1), T=(1, 1))
    """

    def exponents(ends: Range) -> Strategy:
        low, high = (Fraction(end) for end in ends)
        grid = [low + Fraction(k, 6) for k in range(int(6 * (high - low)) + 1)]
        return st.sampled_from([flint.fmpq(x.numerator, x.denominator) for x in dict.fromkeys([*grid, high])])

    return lambda d, N: st.builds(PowersOfEpsilon, exponents(gamma), exponents(H), exponents(T))
