"""Clients that are not quadratic and whose FedAvg-D still has rational fixed points for one and for two local steps."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import sympy as sp
from hypothesis import strategies as st

from symfed.core.symbols import theta
from symfed.strategies import Strategy


@dataclass(frozen=True)
class TwoStepCase:
    """Two clients in dimension one with theta* = 0; with H = 2 local steps of size gamma the fixed point is `limit`.

    f_1' = slope theta + pull; f_2' = A theta + K theta/(1 + theta²) - pull, with A and K such that f_2'(limit) = push and that the four
    local gradients of a round from `limit` sum to zero. Both curvatures stay within positive bounds on all of R.
    """

    gamma: sp.Rational
    slope: sp.Rational
    pull: sp.Rational
    limit: sp.Rational
    push: sp.Rational

    @cached_property
    def gradients(self) -> tuple[sp.Expr, sp.Expr]:
        """f_1' and f_2' as expressions in theta."""
        A, K = sp.Dummy("A"), sp.Dummy("K")
        first = self.slope * theta + self.pull
        second = A * theta + K * theta / (1 + theta**2) - self.pull
        start = first.subs(theta, self.limit)
        after = first.subs(theta, self.limit - self.gamma * start)
        values = sp.solve(
            [
                second.subs(theta, self.limit) - self.push,
                second.subs(theta, self.limit - self.gamma * self.push) + self.push + start + after,
            ],
            [A, K],
        )
        return first, second.subs(values)

    def fixed_point(self, H: int) -> sp.Rational:
        """Of one round with H local steps, H = 1 or 2."""
        return {1: sp.S.Zero, 2: self.limit}[H]

    def local(self, c: int, h: int, x: Any) -> Any:
        """T_c^(gamma, h)(x)."""
        for _ in range(h):
            x = x - self.gamma * self.gradients[c].subs(theta, x)
        return x

    def describe(self) -> dict[str, str]:
        """Text from which the case can be written down again."""
        first, second = self.gradients
        return {"gamma": str(self.gamma), "H": "2", "f_1'": str(first), "f_2'": str(second), "theta*": "0", "fixed point": str(self.limit)}


def all_cases() -> tuple[TwoStepCase, ...]:
    """Six such cases with gamma <= 1/(2L), the simplest first."""
    R = sp.Rational
    parameters = (
        (R(1, 2), R(1), R(3), R(3, 5), R(-14, 5)),
        (R(1, 2), R(1), R(3), R(1, 3), R(-17, 6)),
        (R(1, 2), R(1), R(2), R(1, 4), R(-11, 6)),
        (R(1, 4), R(2), R(3), R(1, 4), R(-17, 6)),
        (R(1), R(1, 2), R(3), R(1), R(-14, 5)),
        (R(1), R(1, 2), R(2), R(3, 5), R(-9, 5)),
    )
    return tuple(TwoStepCase(*values) for values in parameters)


def two_step_cases(d: int, N: int) -> Strategy:
    """One of them. Their size is fixed: `d` and `N` are not read."""
    return st.sampled_from(all_cases())
