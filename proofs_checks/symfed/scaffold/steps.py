"""Exact cases of statements on Scaffold's number of local steps: rational step size and curvatures, and rational ends for 1 - 1/e."""

from __future__ import annotations

from dataclasses import dataclass
from math import factorial, isqrt
from typing import Any

import flint
from hypothesis import strategies as st

from symfed.strategies import Strategy
from symfed.strategies.instance import step_counts, step_shares

_TERMS = 10  # ends 1/10! apart, below 3e-7: finer than any gap that these cases meet, and short in a witness


@dataclass(frozen=True)
class StepCase:
    """gamma, mu and L, and a number of local steps."""

    gamma: Any
    mu: Any
    L: Any
    H: int = 1

    def parameters(self) -> dict[str, Any]:
        """The numbers that a Domain speaks about."""
        return {"gamma": self.gamma, "mu": self.mu, "L": self.L, "H": self.H}

    def describe(self) -> dict[str, str]:
        """Text from which the case can be written down again."""
        return {name: str(value) for name, value in self.parameters().items()}


def step_cases(d: int, N: int) -> Strategy:
    """Cases with L/mu up to 400 and gamma L <= 1, or beyond; their size is fixed, `d` and `N` are not read."""
    one = flint.fmpq(1)
    ratios = st.sampled_from((1, 2, 3, 4, 5, 9, 16, 25, 50, 100, 400))
    return st.builds(
        lambda step, ratio, H: StepCase(step / ratio, one, one * ratio, H), step_shares(1, 2, 3, 4, 10), ratios, step_counts(1, 40)
    )


def one_less_inverse_e() -> tuple[flint.fmpq, flint.fmpq]:
    """Rationals just below and just above 1 - 1/e: partial sums of an alternating series."""
    terms = [flint.fmpq((-1) ** k, factorial(k)) for k in range(_TERMS + 1)]
    ends = 1 - sum(terms, flint.fmpq(0)), 1 - sum(terms[:-1], flint.fmpq(0))
    return min(ends), max(ends)


def ceiling_of_root(low: flint.fmpq, high: flint.fmpq) -> int:
    """The smallest integer n >= 1 with n^2 >= x, for a positive x between two close rationals. Raises ValueError where they disagree.

    >>> ceiling_of_root(flint.fmpq(9), flint.fmpq(9)), ceiling_of_root(flint.fmpq(91, 10), flint.fmpq(92, 10))
    (3, 4)
    """
    found = {isqrt(int(value.ceil()) - 1) + 1 for value in (low, high)}
    if len(found) != 1:
        raise ValueError(f"the root is too near an integer to tell: {low} and {high}")
    return found.pop()
