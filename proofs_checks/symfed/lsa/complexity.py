"""Step size, local steps and rounds for an accuracy, solved one after another from bounds that each must keep below it."""

from dataclasses import dataclass

import sympy as sp

from symfed.checks import SymbolicIdentity
from symfed.checks.identity import as_printed
from symfed.claims import Lemma
from symfed.core.errors import InvalidInput
from symfed.core.symbols import H, N, decay, epsilon, gamma, psi0, sigma

#: The slides' gamma sigma²/(N a).
NOISE = gamma * sigma**2 / (N * decay)


@dataclass(frozen=True)
class Bounds:
    """noise <= target, local <= local_target, and (1 - rate)^T start <= target, for squared errors.

    noise is a power of gamma; local one of gamma and H, and need not be about errors; rate is what a round takes off.
    """

    noise: sp.Expr
    local: sp.Expr
    local_target: sp.Expr
    rate: sp.Expr
    start: sp.Expr = psi0
    target: sp.Expr = epsilon**2


@dataclass(frozen=True)
class Schedule:
    """The largest step size, with it the largest number of local steps, with both the fewest rounds; real numbers, not rounded."""

    gamma: sp.Expr
    H: sp.Expr
    T: sp.Expr

    @property
    def gradients(self):
        """Of one client, in all."""
        return self.H * self.T


def solve(bounds):
    """The choice that meets the bounds in turn; see `rounds` for how few the rounds are. Raises InvalidInput for what is no power."""
    step = largest(bounds.noise, bounds.target, gamma)
    steps = largest(bounds.local.subs(gamma, step), bounds.local_target.subs(gamma, step), H)
    return Schedule(step, steps, rounds(bounds.rate.subs(gamma, step).subs(H, steps), bounds.start, bounds.target))


def largest(left, right, symbol):
    """The largest value of the symbol with left <= right, for left a positive power of it and right free of it."""
    coefficient, power = left.as_independent(symbol, as_Add=False)
    base, exponent = power.as_base_exp()
    if base != symbol or not exponent.is_positive or right.has(symbol):
        raise InvalidInput("bound", f"{left} <= {right}", f"must be a positive power of {symbol} below what does not hold it")
    return sp.simplify((right / coefficient) ** (1 / exponent))


def rounds(rate, start, target):
    """T with (1 - rate)^T start <= target: log(start/target)/rate.

    It is enough as 1 - x <= exp(-x); fewer than 1 - rate times as many are not, as log(1 - x) >= -x/(1 - x).
    """
    return sp.cancel(1 / rate) * sp.log(start / target)


def from_the_bounds(name, says, statement, truth, wrong):
    """One quantity, solved from the bounds."""
    return Lemma(name, statement, SymbolicIdentity(truth, as_printed, scope=f"solved for {name}"), wrong, says=says)
