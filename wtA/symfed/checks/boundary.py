"""A curve that a centred sum crosses, at any time at all, with at most a declared probability."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from symfed.models.arrays import Array

_LEVELS = 40  # slopes fall by halves: clocks up to 4^40 times that of the steepest slope, so longer than any run
_EVEN = 5.0  # the weights stay nearly even over as many levels, then fall like 1/k^2
_STEEPEST = 0.9  # of 1/span, where the cost of a slope becomes infinite
_STEPS = 4  # Newton steps from at most 13% away: the fifth no longer moves the last digit
_AT_ONCE = 8192  # clock readings, times 40 levels: a few megabytes
_OUTWARD = 1 + 2.0**-40  # see Boundary, Rounding


@dataclass(frozen=True)
class Boundary:
    """u(v) with P(S_t >= u(V_t) for some t) <= alpha, for every S, V such that each exp(slope S_t - cost V_t) has mean at most one.

    S is a sum of centred observations and V >= 0 its clock (n, or a running sum of squares). Both must form a supermartingale for each
    pair (slope, cost); so does their mixture M_t = sum_k w_k exp(slope_k S_t - cost_k V_t), whose weights sum to at most one, and which
    reaches 1/alpha at any time with probability at most alpha (Ville). u(v) solves M = 1/alpha. Slopes that fall geometrically, with
    weights that fall like 1/k^2, make u(v) grow like sqrt(v log log v).

    log M is convex and increasing in S, and already reaches log(1/alpha) where its first single term does: Newton's steps from there stay
    on the far side of the solution, so that every one of them is a valid, only larger, boundary.

    Rounding: terms that count have exponents whose parts are below 10 log(1/alpha) + 10, each known to 2^-51 of that, and
    S d(log M)/dS >= log(1/alpha) there; for alpha <= 1/2 the relative error is below 2^-44, and the result is enlarged by 2^-40.

    Source: Howard, Ramdas, McAuliffe, Sekhon, Time-uniform Chernoff bounds (2020) and Time-uniform confidence sequences (2021), 3.5.
    """

    slopes: Array
    costs: Array
    alpha: float

    def __call__(self, clock: Array) -> Array:
        """u at each clock reading (n,)."""
        parts = np.array_split(np.asarray(clock, dtype=float), 1 + len(clock) // _AT_ONCE)
        return np.concatenate([self._solve(part) for part in parts]) * _OUTWARD

    def _solve(self, clock: Array) -> Array:
        k = np.arange(len(self.slopes))
        weights = np.log(_EVEN / ((k + _EVEN) * (k + _EVEN + 1)))  # 5/((k+5)(k+6)) = 5/(k+5) - 5/(k+6) sums to one
        offsets = weights - clock[:, None] * self.costs
        goal = -np.log(self.alpha)
        u: Array = ((goal - offsets) / self.slopes).min(axis=1)
        for _ in range(_STEPS):
            exponents = offsets + self.slopes * u[:, None]
            highest = exponents.max(axis=1)
            terms = np.exp(exponents - highest[:, None])
            total = terms.sum(axis=1)
            u = u - (highest + np.log(total) - goal) * total / (terms @ self.slopes)
        return u


def empirical_bernstein(alpha: float) -> Boundary:
    """For observations within an interval of length one and V_t = sum (X_i - m_i)^2, each m_i in it and fixed before X_i is seen.

    exp(s y - (-log(1-s) - s) y^2) <= 1 + s y for y >= -1 and 0 <= s < 1 (Fan, Grama, Liu 2015); with y = X_i - m_i, whose mean is
    E X_i - m_i, and 1 + z <= exp(z), this is the supermartingale.
    """
    slopes = _STEEPEST * 0.5 ** np.arange(_LEVELS)
    return Boundary(slopes, -np.log1p(-slopes) - slopes, alpha)


def sub_exponential(alpha: float, tail: float) -> Boundary:
    """For observations with E exp(s (X - E X)) <= exp(s^2/2) at |s| tail <= 1, and V_t = t. With tail = 0 they are sub-Gaussian."""
    best_for_one = np.sqrt(-2 * np.log(alpha))
    slopes = min(best_for_one, 1 / tail if tail > 0 else np.inf) * 0.5 ** np.arange(_LEVELS)
    return Boundary(slopes, slopes**2 / 2, alpha)
