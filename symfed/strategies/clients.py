"""What several clients have in common."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st

from symfed.models.arrays import Array
from symfed.strategies.numbers import Strategy, exact_bound, vectors, within


def stacked(draw: Any, client: Strategy, N: int, homogeneous: bool) -> tuple[Array, ...]:
    """Stacks over N clients of what each client draws."""
    drawn = [draw(client)] * N if homogeneous else [draw(client) for _ in range(N)]
    return tuple(np.stack(parts) for parts in zip(*drawn, strict=True))


@st.composite
def alike(draw: Any, client: Strategy, N: int, heterogeneity: Any = None) -> list[list[Array]]:
    """N clients' lists of arrays: drawn one by one, or, for a number `heterogeneity`, the first one's with entries moved by at most it.

    With `heterogeneity` = 0 all clients are equal. Raises InvalidInput for a negative or inexact one.
    """
    if heterogeneity is None:
        return [draw(client) for _ in range(N)]
    bound = exact_bound("heterogeneity", heterogeneity)
    first = draw(client)
    return [first, *[[table + draw(_moves(table, bound)) for table in first] for _ in range(N - 1)]]


def _moves(table: Array, bound: Any) -> Strategy:
    return vectors(table.size, within(bound)).map(lambda moves: moves.reshape(table.shape))
