"""Worst rounds, measured."""

from __future__ import annotations

import flint
import pytest

from symfed.formulas import fedavg_contraction, fedavg_wasserstein_rate
from symfed.strategies.rates import RateCase, worst_contraction, worst_squared_ratio


def test_by_hand() -> None:
    case = RateCase(flint.fmpq(1, 4), 2, flint.fmpq(2), 1, 2)  # mu = 1, L = 2, gamma L = 1/2
    assert case.mu == 1
    assert worst_contraction("fedavg", case) == flint.fmpq(9, 16)
    # curvature 0 or 2: the squared ratio of a step is 1 or 1/4, its mean 5/8
    assert worst_squared_ratio("fedavg", case) == flint.fmpq(25, 64)


@pytest.mark.parametrize("H", [1, 2, 3])
@pytest.mark.parametrize("share", [(1, 3), (2, 3), (1, 1)])
def test_the_formulas_are_attained(H: int, share: tuple[int, int]) -> None:
    case = RateCase(flint.fmpq(1, 5), H, flint.fmpq(3), *share)
    arguments = (case.gamma, H, case.mu, case.L)
    assert fedavg_contraction(*arguments, backend="exact") == worst_contraction("fedavg", case)
    assert fedavg_wasserstein_rate(*arguments, backend="exact") == worst_squared_ratio("fedavg", case)
