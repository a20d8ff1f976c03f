"""Means and honest standard errors from what an engine has summed."""

from __future__ import annotations

import numpy as np

from symfed.models.arrays import Array
from symfed.reference.simulation.plan import Plan

BATCHES = 32  # enough that a standard error is itself known to 13 %: 1/sqrt(2 * 31)


def mean_and_error(sums: Array, plan: Plan, done: int) -> tuple[Array, Array]:
    """Time average and standard error of sums (batches, replicas, ...) after `done` rounds.

    Several replicas are independent: the error is the spread of their own averages. A single one is cut into consecutive batches
    whose averages are treated as independent; the last, unfinished batch counts for the mean only. NaN for fewer than two.
    """
    total = sums.sum(axis=0) / (done - plan.burn_in)
    if plan.replicas > 1:
        return total.mean(axis=0), _error(total)
    begins = [plan.burn_in, *plan.edges[:-1]]
    lengths = np.array([end - begin for begin, end in zip(begins, plan.edges, strict=True) if end <= done])
    batches = sums[: len(lengths), 0] / lengths.reshape(-1, *[1] * (sums.ndim - 2))
    return total[0], _error(batches)


def _error(samples: Array) -> Array:
    """The standard error of the mean over the first axis."""
    count = len(samples)
    if count < 2:
        return np.full(samples.shape[1:], np.nan)
    error: Array = samples.std(axis=0, ddof=1) / np.sqrt(count)
    return error
