"""Confidence bounds for a probability of success from a count of successes."""

from __future__ import annotations

from bisect import bisect_left
from fractions import Fraction
from math import comb

_FINENESS = 1000  # three digits: more would pretend to know what a few dozen runs cannot tell


def at_least(successes: int, trials: int, confidence: Fraction = Fraction(95, 100)) -> float:
    """The lower confidence bound of Clopper and Pearson, down to a thousandth, in exact arithmetic.

    It is the largest p = j/1000 with P(Binomial(trials, p) >= successes) <= 1 - confidence, and 0 where there is none.

    >>> at_least(20, 20), at_least(10, 20), at_least(0, 20)
    (0.86, 0.301, 0.0)
    """

    def reached_by_chance(j: int) -> bool:
        """Return whether p = j/1000 gives that many successes with probability above 1 - confidence."""
        weight = sum(comb(trials, k) * j**k * (_FINENESS - j) ** (trials - k) for k in range(successes, trials + 1))
        return bool(weight > (1 - confidence) * _FINENESS**trials)

    return max(bisect_left(range(_FINENESS), True, key=reached_by_chance) - 1, 0) / _FINENESS  # the probability grows with p
