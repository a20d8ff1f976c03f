"""Step size, local steps and rounds for an accuracy, solved one after another from bounds that each must keep below it."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.core.symbols import H, L, N, decay, epsilon, gamma, psi0, sigma


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
    def gradients(self) -> sp.Expr:
        """Of one client, in all."""
        return self.H * self.T


def solve(bounds: Bounds) -> Schedule:
    """The choice that meets the bounds in turn; see `rounds` for how few the rounds are. Raises InvalidInput for what is no power.

    >>> solve(scafflsa_bounds()).gamma
    N*decay*epsilon**2/sigma**2
    """
    step = largest(bounds.noise, bounds.target, gamma)
    steps = largest(bounds.local.subs(gamma, step), bounds.local_target.subs(gamma, step), H)
    return Schedule(step, steps, rounds(bounds.rate.subs(gamma, step).subs(H, steps), bounds.start, bounds.target))


def largest(left: sp.Expr, right: sp.Expr, symbol: sp.Symbol) -> sp.Expr:
    """The largest value of the symbol with left <= right, for left a positive power of it and right free of it."""
    coefficient, power = left.as_independent(symbol, as_Add=False)
    base, exponent = power.as_base_exp()
    if base != symbol or not exponent.is_positive or right.has(symbol):
        raise InvalidInput("bound", f"{left} <= {right}", f"must be a positive power of {symbol} below what does not hold it")
    return sp.simplify((right / coefficient) ** (1 / exponent))


def rounds(rate: sp.Expr, start: sp.Expr, target: sp.Expr) -> sp.Expr:
    """T with (1 - rate)^T start <= target: log(start/target)/rate.

    It is enough as 1 - x <= exp(-x); fewer than 1 - rate times as many are not, as log(1 - x) >= -x/(1 - x).
    """
    return sp.cancel(1 / rate) * sp.log(start / target)


def left_over(bounds: Bounds, schedule: Schedule) -> sp.Expr:
    """What a schedule leaves of the start, relative to the target: start exp(-rate T)/target.

    No schedule leaves less than (1 - rate)^T start. As the rate goes to zero at fixed rate T the two are the same.
    """
    rate = bounds.rate.subs(gamma, schedule.gamma).subs(H, schedule.H)
    return sp.simplify(bounds.start * sp.exp(-rate * schedule.T) / bounds.target)


def noise_bound() -> sp.Expr:
    """The slides' gamma sigma²/(N a)."""
    return gamma * sigma**2 / (N * decay)


def fedlsa_bounds(bias: sp.Expr | None = None) -> Bounds:
    """FedLSA's: the bias, by default 2 gamma H L² Delta_het/a (`drift_bound`, H for H - 1), is at most epsilon.

    >>> solve(fedlsa_bounds()).H
    sigma**2/(2*Delta_het*L**2*N*epsilon)
    """
    from symfed.derive.drift_bound import short_rounds

    return Bounds(noise_bound(), short_rounds() / (H - 1) * H if bias is None else bias, epsilon, gamma * decay * H)


def scafflsa_bounds(multiple: sp.Expr = sp.S.One) -> Bounds:
    """SCAFFLSA's: H is at most so many times a/(gamma L²), a round takes off gamma a H/2.

    >>> solve(scafflsa_bounds()).T
    2*L**2*log(psi0/epsilon**2)/decay**2
    """
    return Bounds(noise_bound(), H, multiple * decay / (gamma * L**2), gamma * decay * H / 2)
