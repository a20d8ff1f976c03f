"""A noisy set of Figure 1's printed description on which extrapolation does not pay, and one like it on which it does.

Its data are not given, so that no row rests on these sets.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from symfed.models.problems import LogisticProblem
from symfed.reference.enclosure import certify
from symfed.reference.quadrature import stationary_quadrature

# Records (x, y): blobs about 1 and -1, of standard deviation 2; every client holds them all, so that clients are homogeneous to the letter.
FEATURES, LABELS, CLIENTS = [[3], [-1], [-3], [1]], [1, 1, -1, -1], 10
STEP, LOCAL_STEPS = Fraction(1, 100), 10


@cache
def noisy() -> LogisticProblem:
    """The synthetic noisy set at its smallest, with l2 strength 1."""
    return LogisticProblem([FEATURES] * CLIENTS, [LABELS] * CLIENTS, l2=1)


@cache
def law(times: int) -> list[tuple[Fraction, Fraction]]:
    """Certified bounds at `times` the step size: (low, high) of the bias, and of the second moment about theta*."""
    claims = certify("fedavg", noisy(), times * STEP, LOCAL_STEPS, digits=10).claims
    bounds = []
    for name in ("bias", "second_moment"):
        value, radius = map(Fraction, claims[name])
        bounds.append((value - radius, value + radius))
    return bounds


def extrapolated_bias() -> tuple[Fraction, Fraction]:
    """(low, high) of 2 E theta^(gamma) - E theta^(2 gamma) - theta*."""
    (one, _), (two, _) = law(1), law(2)
    return 2 * one[0] - two[1], 2 * one[1] - two[0]


def farther() -> bool:
    """Whether the extrapolated mean is surely farther from theta*, on the other side."""
    (own, _), (_, high) = law(1), extrapolated_bias()
    return 0 < own[0] and high < 0 and -high > own[1]


def six_times() -> bool:
    """Whether independent runs surely give an extrapolated iterate more than five times FedAvg's mean squared error."""
    (_, one), (_, two) = law(1), law(2)
    # 4 Var + Var + bias^2, with Var = E|theta - theta*|^2 - bias^2 and biases below 3e-4
    small = Fraction(3, 10**4) ** 2
    return 4 * (one[0] - small) + two[0] - small > 5 * one[1] and all(abs(end) ** 2 < small for k in (1, 2) for end in law(k)[0])


def test_the_certified_law_holds_what_quadrature_finds() -> None:
    star = noisy().optimum_to(25)[0]
    for times in (1, 2):
        found = stationary_quadrature("fedavg", noisy(), times * STEP, LOCAL_STEPS, digits=14)
        (low, high), (least, most) = law(times)
        slack = float(found.error[0])
        assert float(low) - slack <= float(found.mean[0] - star) <= float(high) + slack
        assert float(least) - slack <= float(found.second_moment[0, 0]) <= float(most) + slack


def test_on_a_noisy_set_extrapolated_averages_settle_farther_from_the_optimum() -> None:
    assert farther()
    assert six_times()


def test_with_a_weaker_l2_term_extrapolation_is_nearer(monkeypatch: pytest.MonkeyPatch) -> None:
    weaker = LogisticProblem([FEATURES] * CLIENTS, [LABELS] * CLIENTS, l2=Fraction(3, 5))
    monkeypatch.setattr(f"{__name__}.noisy", lambda: weaker)
    monkeypatch.setattr(f"{__name__}.law", cache(law.__wrapped__))
    assert not farther()
