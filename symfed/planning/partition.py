"""Partition one data set into heterogeneous clients."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array
from symfed.reference.streams import stream

_ATTEMPTS = 100  # if a draw leaves no client empty with probability 5 %, all of a hundred fail in 0.6 % of all cases


def dirichlet_partition(labels: ArrayLike, num_clients: int, alpha: float, seed: int = 0) -> Array:
    """A client's number for every row, (n,) int64: each label's rows go to the clients in shares drawn from Dirichlet(alpha, ..., alpha).

    Small alpha gives every label to few clients (0.1 is usual for strong heterogeneity), large alpha equal shares. Drawn again, up to a
    hundred times, until every client has a row. labels (n,): numbers or words. The same seed gives the same partition.
    Raises InvalidInput for bad arguments, or if some client was empty in every draw.
    Source: Hsu, Qi and Brown, Measuring the effects of non-identical data distribution for federated visual classification, 2019, by label.

    >>> dirichlet_partition([0, 0, 0, 1, 1, 1], num_clients=2, alpha=10, seed=1)
    array([1, 0, 0, 0, 1, 1])
    """
    values = np.asarray(labels)
    if values.ndim != 1 or values.size == 0:
        raise InvalidInput("labels", values.shape, "must have shape (n,), not empty")
    if isinstance(num_clients, bool) or not isinstance(num_clients, int | np.integer) or not 1 <= num_clients <= len(values):
        raise InvalidInput("num_clients", num_clients, f"must be an integer from 1 to the number of rows, {len(values)}")
    try:
        spread = float(alpha)
    except (TypeError, ValueError):
        raise InvalidInput("alpha", alpha, "must be a number") from None
    if not 0 < spread < np.inf:
        raise InvalidInput("alpha", alpha, "must be positive and finite")
    classes, codes = np.unique(values, return_inverse=True)
    for attempt in range(_ATTEMPTS):
        random = stream(seed, "partition by label", attempt)
        owner = np.empty(len(values), dtype=np.int64)
        for code in range(len(classes)):
            rows = random.permutation(np.flatnonzero(codes == code))
            ends = np.cumsum(random.dirichlet(np.full(num_clients, spread)))
            owner[rows] = np.searchsorted(ends[:-1], (np.arange(len(rows)) + 0.5) / len(rows))
        if np.bincount(owner, minlength=num_clients).all():
            return owner
    rule = f"leaves some of {num_clients} clients without a row in each of {_ATTEMPTS} draws ({len(values)} rows)"
    raise InvalidInput("alpha", alpha, rule, "take a larger alpha or fewer clients")
