"""A matplotlib figure that notebooks display and that opens no window; imported only when something is drawn."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import matplotlib
from matplotlib.figure import Figure

#: Colours distinguishable with any colour vision (Okabe and Ito), with a dash pattern each.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
DASHES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 1)))
_STYLE: Any = {"axes.spines.top": False, "axes.spines.right": False, "font.size": 10, "legend.frameon": False, "axes.titlesize": 10.5}


class Picture(Figure):  # type: ignore[misc]  # matplotlib is untyped
    """A figure: `savefig(path)` writes it; a notebook shows it as the last line of a cell."""

    def _repr_png_(self) -> bytes:
        buffer = io.BytesIO()
        self.savefig(buffer, format="png", dpi=110)
        return buffer.getvalue()


@contextmanager
def axes_on(figure: Any, columns: int, width: float, height: float) -> Iterator[tuple[Any, list[Any]]]:
    """Yield a new Picture, or the given figure, and a list of axes side by side, with symfed's style inside the context."""
    with matplotlib.rc_context(_STYLE):
        drawn = Picture(figsize=(width * columns, height), layout="constrained") if figure is None else figure
        yield drawn, list(drawn.subplots(1, columns, squeeze=False)[0])


def style(k: int) -> dict[str, Any]:
    """Colour and dash pattern of the k-th of several lines."""
    return {"color": COLOURS[k % len(COLOURS)], "linestyle": DASHES[k % len(DASHES)]}
