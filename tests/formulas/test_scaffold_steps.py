"""The best number of local steps against trying all, and the rounds that it saves."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import flint
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symfed.core.errors import InvalidInput, OutsideDomain
from symfed.formulas import (
    optimal_local_steps,
    optimal_local_steps_printed,
    rounds_saved,
    scaffold_contraction,
    scaffold_contraction_printed,
)
from symfed.formulas.scaffold import Balance
from tests.pieces import pieces


def by_trying(gamma: Any, mu: Any, L: Any) -> int:
    """The smallest minimiser among the first forty, by exact values."""
    values = [scaffold_contraction(gamma, H, mu, L, backend="exact") for H in range(1, 41)]
    return 1 + values.index(min(values))


@settings(max_examples=50)
@given(st.integers(10, 60), st.integers(1, 30))
def test_it_is_the_smallest_minimiser(step: int, share: int) -> None:
    gamma, mu = Fraction(step, 40), Fraction(share, 30)
    if gamma * (1 + mu) <= 2:
        assert optimal_local_steps(gamma, mu, 1) == by_trying(gamma, mu, 1)


#: (gamma, mu) with L = 1 where two H give the same worst case, and which H.
TIES = {(Fraction(3, 2), Fraction(1, 10)): 2, (Fraction(3, 2), Fraction(1, 6)): 1, (Fraction(4, 3), Fraction(1, 4)): 1}


@pytest.mark.parametrize(("at", "best"), TIES.items())
def test_of_two_that_tie_the_smaller(at: tuple[Fraction, Fraction], best: int) -> None:
    one, two = (scaffold_contraction(at[0], H, at[1], 1, backend="exact") for H in (best, best + 1))
    assert one == two
    assert optimal_local_steps(*at, 1) == best


def test_equal_constants_meet_exactly() -> None:
    # mu = L: q = r at gamma L H = 1, whatever the size
    assert [optimal_local_steps(Fraction(1, H), 1, 1) for H in (1, 2, 3, 1000, 10**9)] == [1, 2, 3, 1000, 10**9]


def test_huge_condition_numbers_take_no_time() -> None:
    best: list[int] = []
    # a hundred comparisons of a fraction of a millisecond; the rest is leeway
    assert pieces(lambda: best.extend(optimal_local_steps(Fraction(1, n), Fraction(1, 10**12), 1) for n in (1, 2, 10, 10**9))) < 20
    assert best == [10**6, 2 * 10**6, 10**7 + 3, 10**15 + 250000073]  # the integers next to three terms of the expansion


def test_a_float_means_its_binary_value() -> None:
    assert optimal_local_steps(0.1, 0.01, 1.0) == optimal_local_steps(Fraction(0.1), Fraction(0.01), 1)
    assert optimal_local_steps(flint.fmpq(1, 10), flint.fmpq(1, 100), 1) == 103


def test_arrays() -> None:
    gammas, ratios = np.array([0.25, 0.5, 1.0]), np.array([[1e-2], [1e-4]])
    found = optimal_local_steps(gammas, ratios, 1.0)
    assert found.shape == (2, 3)
    assert found.dtype == np.int64
    assert found[1, 2] == 100
    assert isinstance(optimal_local_steps(1, 1, 1), int)


BAD = {
    "gamma zero": ((0, 1, 1), "gamma = 0: must be positive"),
    "mu negative": ((0.5, -1, 1), "mu = -1: must be positive"),
    "L missing": ((0.5, 0.1, None), "L = None: must be a real number"),
    "L infinite": ((0.5, 0.1, float("inf")), "must be finite"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_arguments(name: str) -> None:
    args, message = BAD[name]
    with pytest.raises(InvalidInput, match=message):
        optimal_local_steps(*args)


def test_outside_the_domain() -> None:
    with pytest.raises(OutsideDomain, match=r"L\*gamma <= 3/2"):
        optimal_local_steps(1.6, 0.1, 1)


@pytest.mark.parametrize("back", [0, 1])
def test_every_comparison_is_that_of_exact_values(back: int) -> None:
    for step in (Fraction(1, 3), Fraction(1), Fraction(4, 3), Fraction(3, 2)):
        for mu in (Fraction(1, 100), Fraction(1, 6), Fraction(1, 4), Fraction(1, 3)):
            balance = Balance(*(flint.fmpq(x.numerator, x.denominator) for x in (step, mu, Fraction(1))))
            for H in range(1 + back, 20):
                gap = (1 - step * mu) ** (H - back) - (1 - (1 - (1 - step) ** H) / (step * H))
                assert balance.sign(H, back) == (gap > 0) - (gap < 0)


def test_rounds_saved() -> None:
    gamma, mu = 0.5, np.logspace(-6, -1, 6)
    found = rounds_saved(gamma, mu, 1.0)
    best = optimal_local_steps(gamma, mu, 1.0)
    assert found.needed == pytest.approx(-0.5 / np.log(scaffold_contraction(gamma, best, mu, 1.0)))
    assert found.as_printed == pytest.approx(found.promised / found.needed)
    there = scaffold_contraction(gamma, optimal_local_steps_printed(gamma, mu, 1.0), mu, 1.0)
    assert found.same_steps == pytest.approx(-2 * np.log(there) * found.promised)
    assert (found.as_printed >= found.at_its_best).all()
    assert (found.as_printed >= found.same_steps).all()
    for k, smallest in enumerate(mu[3:], start=3):
        tried = min(float(scaffold_contraction_printed(gamma, H, smallest, 1.0)) for H in range(1, 400))
        assert found.at_its_best[k] == pytest.approx(np.log(scaffold_contraction(gamma, best[k], smallest, 1.0)) * 2 / np.log(tried))


def test_rounds_saved_in_the_limit() -> None:
    # with gamma L H = h kappa^(1/2) the bound is 1 - min(h, k/h) kappa^(-1/2) to leading order, k = 1 - 1/e, and rho² is
    # 1 - 2 min(h, 1/h) kappa^(-1/2): at h = 1 its best, while the printed H has h = (2k)^(1/2) and the bound is best at h = k^(1/2)
    k = 1 - np.exp(-1)
    printed = np.sqrt(2 * k)
    limits = {"as_printed": 2 * printed / k, "at_its_best": 2 / np.sqrt(k), "same_steps": 2 / k}
    found = rounds_saved(0.5, 1e-10, 1.0)
    for name, limit in limits.items():
        assert float(getattr(found, name)) == pytest.approx(limit, rel=1e-4)  # kappa^(-1/2) = 1e-5, coefficients below ten


def test_rounds_saved_where_one_round_is_enough() -> None:
    found = rounds_saved(1.0, 1.0, 1.0)
    assert found.needed == 0
    assert found.as_printed == np.inf
    with pytest.raises(OutsideDomain, match=r"L\*gamma <= 1"):
        rounds_saved(1.2, 0.1, 1.0)
