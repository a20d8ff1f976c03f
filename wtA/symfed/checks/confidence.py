"""Confidence sequences: intervals for a mean that hold at all times together, so that one may look, and stop, whenever one likes."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np
from numpy.typing import ArrayLike

from symfed.checks.boundary import Boundary, empirical_bernstein, sub_exponential
from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array

_EPS = 2.0**-52  # twice the largest relative error of one float64 operation


class ConfidenceSequence(ABC):
    """A running interval [low, high] that contains the mean at every time with probability at least 1 - alpha in all.

    Observations must be independent, or at least have the same mean given all earlier ones. Where the entries of one batch depend on
    each other, feed their mean as one observation. An empty interval (low > high) has probability at most alpha: the mean was not the
    same throughout.

    Rounding is on the safe side. In units where x = origin + unit*y, a running sum of n values errs by at most n eps/2 sum|y|, and the
    clock by n eps of itself and 2 eps for each y; both are added, as are the few operations that turn a radius into an interval.
    """

    def __init__(self, origin: float, unit: float, boundary: Boundary) -> None:
        self.low, self.high, self.count = -np.inf, np.inf, 0
        self._origin, self._unit, self._boundary = origin, unit, boundary
        self._sum = self._size = self._clock = 0.0

    def feed(self, batch: ArrayLike) -> tuple[float, float]:
        """The interval after these further observations, met with all earlier ones.

        Raises InvalidInput if an observation breaks the assumption or there is none.
        """
        self._extend(batch, slice(-1, None))
        return self.low, self.high

    def path(self, batch: ArrayLike) -> tuple[Array, Array]:
        """As `feed`, with the interval after every single observation: lows (n,), highs (n,). Never wider than what `feed` gives."""
        return self._extend(batch, slice(None))

    @property
    def mean(self) -> float:
        """Of all observations so far."""
        return self._origin + self._unit * self._sum / self.count

    def _extend(self, batch: ArrayLike, looks: slice) -> tuple[Array, Array]:
        x = np.asarray(batch, dtype=float).ravel()
        if x.size == 0:
            raise InvalidInput("batch", batch, "must hold at least one observation")
        self._check(x)
        y = (x - self._origin) / self._unit
        counts = self.count + np.arange(1, y.size + 1)
        sums, sizes = self._sum + np.cumsum(y), self._size + np.cumsum(np.abs(y))
        before = np.concatenate([[self._sum], sums[:-1]])
        clocks = self._clock + np.cumsum(self._ticks(y, before / counts))
        self.count, self._sum, self._size, self._clock = int(counts[-1]), float(sums[-1]), float(sizes[-1]), float(clocks[-1])

        n, sums, sizes, clocks = counts[looks], sums[looks], sizes[looks], clocks[looks]
        slack = (n + 4) * _EPS
        means, radii = sums / n, (self._boundary(clocks * (1 + slack) + slack) + slack * sizes) / n
        outward = 4 * _EPS * (abs(self._origin) + self._unit * (np.abs(means) + radii))
        lows = np.maximum.accumulate(np.maximum(self.low, self._origin + self._unit * (means - radii) - outward))
        highs = np.minimum.accumulate(np.minimum(self.high, self._origin + self._unit * (means + radii) + outward))
        self.low, self.high = float(lows[-1]), float(highs[-1])
        return lows, highs

    @abstractmethod
    def _check(self, x: Array) -> None:
        """Raises InvalidInput where an observation breaks the assumption."""

    @abstractmethod
    def _ticks(self, y: Array, guesses: Array) -> Array:
        """By how much each observation moves the clock; guesses: the mean of all before it and one zero."""


class BoundedMean(ConfidenceSequence):
    """The mean of observations that lie in [low, high]; nothing else is assumed of their law.

    The clock is sum (x_i - m_i)^2, m_i the mean of all before x_i and of the interval's middle, so that the width follows the variance
    that is seen: about 2 sd sqrt(2 log(2/alpha)/n) once n is far above log(2/alpha) (high - low)^2/sd^2.
    Raises InvalidInput for an alpha outside (0, 1/2] or an empty or infinite interval.

    >>> coin = BoundedMean(0, 1, alpha=0.05)
    >>> low, high = coin.feed([0, 1] * 500)
    >>> low < 0.5 < high and high - low < 0.15
    True
    """

    def __init__(self, low: float, high: float, alpha: float) -> None:
        if not (np.isfinite(low) and np.isfinite(high) and low < high):
            raise InvalidInput("low, high", (low, high), "must be finite, low below high")
        # enlarged by more than the rounding of the difference
        super().__init__((low + high) / 2, (high - low) * (1 + 4 * _EPS), empirical_bernstein(each_side(alpha)))
        self.low, self.high = self._range = float(low), float(high)

    def _check(self, x: Array) -> None:
        low, high = self._range
        wrong = x[~((x >= low) & (x <= high))]  # so written, it also stops numbers that are none
        if wrong.size:
            raise InvalidInput("batch", float(wrong[0]), f"an observation left [{low}, {high}]", "the bound on their range is wrong")

    def _ticks(self, y: Array, guesses: Array) -> Array:
        ticks: Array = (y - guesses) ** 2
        return ticks


class SubExponentialMean(ConfidenceSequence):
    """The mean mu of observations with E exp(s (x - mu)) <= exp(s^2 scale^2/2) for |s| <= 1/tail; tail = 0 asks it for all s.

    For instance normal observations, with their standard deviation for scale, or squares of standard normal ones, with scale 2 and
    tail 4. The width is about 2 scale sqrt(2 log(2/alpha)/n), whatever is seen.
    Raises InvalidInput for an alpha outside (0, 1/2], a scale that is not positive or a negative tail.
    """

    def __init__(self, scale: float, alpha: float, tail: float = 0.0) -> None:
        if not (np.isfinite(scale) and scale > 0):
            raise InvalidInput("scale", scale, "must be positive and finite")
        if not (np.isfinite(tail) and tail >= 0):
            raise InvalidInput("tail", tail, "must be finite and not negative")
        super().__init__(0.0, scale, sub_exponential(each_side(alpha), tail / scale))

    def _check(self, x: Array) -> None:
        wrong = x[~np.isfinite(x)]
        if wrong.size:
            raise InvalidInput("batch", float(wrong[0]), "every observation must be finite")

    def _ticks(self, y: Array, guesses: Array) -> Array:
        return np.ones_like(y)


def each_side(alpha: float) -> float:
    """The probability left for either end of an interval. Raises InvalidInput unless 0 < alpha <= 1/2."""
    if not 0 < alpha <= 0.5:
        raise InvalidInput("alpha", alpha, "must lie above 0 and not above 1/2")
    return alpha / 2
