"""The number of local steps for which Scaffold's exact worst case is smallest."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import flint
import numpy as np
import sympy as sp

from symfed.core import symbols
from symfed.core.errors import InvalidInput, NotConverged
from symfed.core.symbols import H
from symfed.formulas.arguments import as_rational, floats, require, step_sizes
from symfed.formulas.scaffold_rates import scaffold_contraction
from symfed.models.rings import RATIONALS, Ring, evaluate
from symfed.numeric import compile_expression

_FIRST_BITS, _MOST_BITS = 128, 1 << 16
_PRIME = (1 << 61) - 1
_RESIDUES = Ring("residues", lambda c: flint.nmod(int(c.p % _PRIME), _PRIME) / flint.nmod(int(c.q % _PRIME), _PRIME), {})
_LONGEST = 10**8  # bits of a rational: a second or two of exact arithmetic


def optimal_local_steps(gamma: Any, mu: Any, L: Any, *, check: bool = True) -> Any:
    """The integer H >= 1 that minimises `scaffold_contraction(gamma, H, mu, L)`; of two that tie, the smaller.

    Exact: every comparison is decided in balls, or over the rationals where both sides are equal; a float means its binary value. An
    integer, or an integer array of the broadcast shape. It is the integer next to (sqrt(L/mu) + 1/4)/(gamma L), or nearly so. Raises
    InvalidInput for a bad argument, OutsideDomain where `scaffold_contraction` is not stated to hold.

    >>> optimal_local_steps(gamma=1, mu=1, L=100, check=False), optimal_local_steps(gamma=flint.fmpq(1, 100), mu=1, L=100)
    (1, 10)
    """
    step_sizes(gamma)
    for name, value in (("mu", mu), ("L", L)):
        if not (floats(name, value) > 0).all():
            raise InvalidInput(name, value, "must be positive")
    if check:
        require(scaffold_contraction.domain, {"gamma": gamma, "mu": mu, "L": L})
    each = np.frompyfunc(lambda *numbers: Balance(*numbers).best(), 3, 1)
    found = each(*(as_rational(value) for value in (gamma, mu, L)))
    return found if isinstance(found, int) else np.array(found.tolist())


class Balance:
    """The two branches of the worst case at given gamma, mu and L: q(mu) falls with H, r(L) rises.

    On the domain of `scaffold_contraction` q(mu) falls strictly in H (or is 0), and r(L) = 1 - (mean of the first H powers of
    s = 1 - gamma L) does not fall: s >= -1/2, and then s^H is at most the mean of the powers before it. So the smallest maximum of both
    is where they cross.
    """

    def __init__(self, gamma: flint.fmpq, mu: flint.fmpq, L: flint.fmpq) -> None:
        self.gamma, self.mu, self.L = gamma, mu, L
        self.values = dict(zip((symbols.gamma, symbols.mu, symbols.L), (gamma, mu, L), strict=True))

    def best(self) -> int:
        """The smallest H that minimises the maximum: where r(L) is no longer below q(mu), or one step before."""
        low, high, stride = 0, self._guess(), 1
        while self.sign(high, 0) > 0:
            low, high, stride = high, high + stride, 2 * stride
        stride = 1
        while high - stride > low and self.sign(high - stride, 0) <= 0:
            high, stride = high - stride, 2 * stride
        low = max(low, high - stride)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.sign(middle, 0) > 0 else (low, middle)
        return high - 1 if high > 1 and self.sign(high, 1) <= 0 else high

    def _guess(self) -> int:
        """The expansion in (mu/L)^(1/2), one step up: most often the crossing itself."""
        return max(1, math.ceil((math.sqrt(float(self.L / self.mu)) + 1 / 4) / float(self.gamma * self.L)))

    def sign(self, steps: int, back: int) -> int:
        """The sign of q(mu) after `steps - back` local steps minus r(L) after `steps`, for back = 0 or 1."""
        if self.mu == self.L and back == 0:  # r - q = (1 - q)(1 - 1/(gamma a H)), and equal ones meet at any size
            share = self.gamma * self.L * steps
            return int(share < 1) - int(share > 1)
        expression, on_balls = _differences()[back]
        bits, meet = _FIRST_BITS + 2 * steps.bit_length(), False
        while bits <= _MOST_BITS:
            with flint.ctx.workprec(bits):
                ball = on_balls(self.gamma, steps, self.mu, self.L)
            if ball > 0 or ball < 0:
                return 1 if ball > 0 else -1
            meet = meet or self._on(expression, steps, _RESIDUES) == 0  # else they differ, and more bits will tell
            if meet and steps * (self.gamma * self.mu).q.bit_length() <= _LONGEST:
                exact = self._on(expression, steps, RATIONALS)
                return int(exact > 0) - int(exact < 0)
            bits *= 2
        raise NotConverged(f"{_MOST_BITS} bits do not tell which branch is the larger at H = {steps}")

    def _on(self, expression: sp.Expr, steps: int, ring: Ring) -> Any:
        return evaluate(expression.subs(H, steps), {symbol: ring(value) for symbol, value in self.values.items()}, ring)


@cache
def _differences() -> list[tuple[sp.Expr, Any]]:
    """q(mu) at H - back, minus r(L) at H: the expression, and its value on balls."""
    from symfed.derive.quadratic import memory_round

    one = memory_round("scaffold")
    falling, rising = one.q.subs(symbols.a, symbols.mu), one.r.subs(symbols.a, symbols.L)
    found = [falling.subs(H, H - back) - rising for back in (0, 1)]
    return [(difference, compile_expression(difference, scaffold_contraction.variables, "ball")) for difference in found]
