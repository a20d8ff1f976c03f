"""A partition by label is reproducible, leaves no client empty, and is as uneven as alpha says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import symfed as sf
from symfed.core.errors import InvalidInput

LABELS = np.repeat(np.arange(5), 400)


def shares(alpha: float) -> Any:
    owner = sf.dirichlet_partition(LABELS, 10, alpha, seed=3)
    assert np.bincount(owner, minlength=10).min() >= 1
    return np.stack([np.bincount(owner[LABELS == label], minlength=10) for label in range(5)]) / 400


def test_small_alpha_is_uneven_and_large_alpha_even() -> None:
    # shares have variance (1/N)(1 - 1/N)/(N alpha + 1): 0.0225 at alpha = 0.3 and 9e-6 at alpha = 1000; rounding to rows adds 1/400
    assert np.abs(shares(1000) - 0.1).max() < 0.03
    assert shares(0.3).max() > 0.3


def test_the_seed_decides_and_words_do_as_well() -> None:
    one = sf.dirichlet_partition(LABELS, 10, 0.3, seed=1)
    assert (one == sf.dirichlet_partition(LABELS.astype(str), 10, 0.3, seed=1)).all()
    assert (one != sf.dirichlet_partition(LABELS, 10, 0.3, seed=2)).any()


@pytest.mark.parametrize(
    ("labels", "clients", "alpha", "message"),
    [
        ([], 2, 1, "labels = .*must have shape"),
        ([0, 1], 3, 1, "num_clients = 3: must be an integer from 1 to the number of rows, 2"),
        ([0, 1], 2, 0, "alpha = 0: must be positive and finite"),
        ([0, 1], 2, "much", "alpha = 'much': must be a number"),
        ([0] * 30, 30, 0.01, "leaves some of 30 clients without a row in each of 100 draws .*; take a larger alpha or fewer clients"),
    ],
)
def test_bad_arguments_are_named(labels: Any, clients: Any, alpha: Any, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        sf.dirichlet_partition(labels, clients, alpha)
