"""Trees of client blocks as SVG text. Lines and words take the colour of the page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from itertools import count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from symfed.derive.trees import Terms, Tree

STEP, LEVEL, RADIUS, MARGIN, CHARACTER = 26, 30, 6, 14, 7.2  # pixels
COLOURS = ("#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377")


def picture(powers: Sequence[Terms], is_loss: bool = False) -> str:
    """An SVG text: a row for each power of gamma, under each tree its coefficient. The root stands below, as in the literature.

    Nodes of one colour with solid edges are one client's; a dashed edge leads to a block that is averaged by itself.
    """
    from symfed.derive.trees import TEXT, write

    shapes: list[str] = []
    width = top = 0.0
    for power, terms in enumerate(powers):
        height = LEVEL * max((_depth(tree) for tree in terms), default=1)
        left = float(MARGIN)
        shapes.append(f'<text x="{left:g}" y="{top + MARGIN + height - LEVEL / 2:g}" font-weight="bold">γ{_raised(power)}</text>')
        left += 3 * CHARACTER + MARGIN
        for tree, coefficient in terms.items():
            label = re.sub(r"\*\*(\d+)", lambda power: _raised(int(power[1])), str(coefficient)).replace("*", " ")
            wide = max(STEP * _leaves(tree), CHARACTER * len(label))
            shift = left + (wide - STEP * _leaves(tree)) / 2
            shapes.append(f"<g><title>{escape(write(tree, TEXT, is_loss))}</title>")
            shapes += _drawn(tree, shift, top + MARGIN + height - LEVEL / 2)
            middle, under = left + wide / 2, top + MARGIN + height + 6
            shapes.append(f'<text x="{middle:g}" y="{under:g}" text-anchor="middle">{escape(label)}</text></g>')
            left += wide + MARGIN
        width, top = max(width, left), top + height + 2 * MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="Trees with coefficients" width="{width:g}" height="{top:g}" '
        f'viewBox="0 0 {width:g} {top:g}" font-family="sans-serif" font-size="12" fill="currentColor">{"".join(shapes)}</svg>'
    )


def _raised(power: int) -> str:
    return "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(power))


def _depth(tree: Tree) -> int:
    return 1 + max((_depth(child) for children in tree for child in children), default=0)


def _leaves(tree: Tree) -> int:
    return sum(_leaves(child) for children in tree for child in children) or 1


def _drawn(tree: Tree, left: float, bottom: float) -> list[str]:
    """Edges, then the nodes over them."""
    edges: list[str] = []
    nodes: list[str] = []
    blocks = count()

    def place(node: Tree, x: float, y: float, block: int) -> float:
        middle = x + STEP * _leaves(node) / 2
        colour = COLOURS[block % len(COLOURS)]
        for outer, children in enumerate(node):
            for child in children:
                end = place(child, x, y - LEVEL, next(blocks) if outer else block)
                style = 'stroke-dasharray="3 3"' if outer else 'stroke-width="2.5"'
                edges.append(f'<path d="M{middle:g} {y:g} L{end:g} {y - LEVEL:g}" stroke="currentColor" {style}/>')
                x += STEP * _leaves(child)
        nodes.append(f'<circle cx="{middle:g}" cy="{y:g}" r="{RADIUS}" fill="{colour}" stroke="currentColor"/>')
        return middle

    place(tree, left, bottom, next(blocks))
    return edges + nodes
