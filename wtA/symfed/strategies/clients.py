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
def alike(draw: Any, client: Strategy, N: int, heterogeneity: Any = None) -> list[tuple[Any, ...]]:
    """What N clients hold, one tuple each: drawn one by one, or all like the first one.

    A rational `heterogeneity` moves every entry of the first client's exact arrays by at most that much and leaves the rest as it is; 0
    makes the clients equal. Raises InvalidInput for a negative or inexact one.
    """
    if heterogeneity is None:
        return [draw(client) for _ in range(N)]
    bound = exact_bound("heterogeneity", heterogeneity)
    first = draw(client)
    return [first, *[tuple(_moved(draw, part, bound) for part in first) for _ in range(N - 1)]]


def _moved(draw: Any, part: Any, bound: Any) -> Any:
    return part + draw(vectors(part.size, within(bound))).reshape(part.shape) if isinstance(part, np.ndarray) else part
