"""The lower bound of a probability from a count."""

from __future__ import annotations

from fractions import Fraction

import pytest
from scipy.stats import beta, binom

from symfed.checks.power import at_least


@pytest.mark.parametrize("trials", [1, 7, 20, 100])
def test_it_is_the_bound_of_clopper_and_pearson_rounded_down(trials: int) -> None:
    for successes in range(1, trials + 1):
        known = beta.ppf(0.05, successes, trials - successes + 1)
        assert 0 <= known - at_least(successes, trials) < 0.001 + 1e-9  # 1e-9: scipy's own error


def test_it_is_exceeded_by_the_truth_with_the_declared_confidence() -> None:
    for p in (0.1, 0.5, 0.9, 0.99):
        too_high = sum(binom.pmf(k, 30, p) for k in range(31) if at_least(k, 30) > p)
        assert too_high <= 0.05


def test_no_success_shows_nothing_and_more_confidence_promises_less() -> None:
    assert at_least(0, 50) == 0.0
    assert at_least(20, 20, Fraction(99, 100)) < at_least(20, 20)
