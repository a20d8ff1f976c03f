"""A small grid world with wind."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array, as_array, exact_or_float, identity, is_exact, to_float
from symfed.models.markov.process import MarkovRewardProcess

MOVES = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}


def grid_world(
    rewards: ArrayLike,
    discount: Any,
    *,
    wind: str = "east",
    strength: Any = 0,
    start: tuple[int, int] = (0, 0),
    goal: tuple[int, int] = (-1, -1),
    policy: ArrayLike | None = None,
) -> MarkovRewardProcess:
    """A walk on a grid of cells: an agent takes a step north, east, south or west, and sometimes the wind chooses instead.

    rewards: (rows, columns), earned on leaving a cell. With probability `strength` in [0, 1) the step goes where the wind blows
    whatever was chosen; a step over the edge stays in place, and any step from `goal` leads back to `start`. policy: (rows * columns,
    4) probabilities in the order of `MOVES`, uniform unless given. States are numbered row by row. Exact for rational entries. Raises
    InvalidInput.
    """
    r = as_array("rewards", rewards, ("rows", "columns"))
    rows, columns = r.shape
    blown = exact_or_float("strength", strength)
    if not 0 <= blown < 1:
        raise InvalidInput("strength", strength, "must lie in [0, 1)")
    exact = is_exact(r) and not isinstance(blown, float)
    unit, blown = identity(r.size, r if exact else to_float(r)), blown if exact else float(blown)
    if wind not in MOVES:
        raise InvalidInput("wind", wind, f"must be one of {', '.join(MOVES)}")
    cells = np.arange(rows * columns).reshape(rows, columns)
    try:
        first, last = int(cells[start]), int(cells[goal])
    except IndexError:
        raise InvalidInput("start, goal", (start, goal), f"must be cells of a grid of shape {r.shape}") from None
    if first == last:
        raise InvalidInput("goal", goal, "must not be the start")
    ends = {name: _ends(cells, move) for name, move in MOVES.items()}
    kernel = np.stack([(1 - blown) * unit[end] + blown * unit[ends[wind]] for end in ends.values()], axis=1)
    kernel[last] = unit[first]
    earned = np.broadcast_to(r.reshape(-1, 1), kernel.shape[:2])
    uniform = (unit[:, :1] * 0 + unit[0, 0] / 4) * np.ones((1, 4), dtype=int)
    return MarkovRewardProcess.under_policy(kernel, earned, uniform if policy is None else policy, discount)


def _ends(cells: Array, move: tuple[int, int]) -> Array:
    """Where a move leads from each cell, (rows * columns,)."""
    (rows, columns), (down, right) = cells.shape, move
    row, column = np.indices(cells.shape)
    return cells[np.clip(row + down, 0, rows - 1), np.clip(column + right, 0, columns - 1)].ravel()
