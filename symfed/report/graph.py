"""The dependency graph as inline SVG. Colours come from the page's style sheet, by class, so that both colour schemes work."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from markupsafe import Markup

from symfed.report.badges import BADGES, status_label
from symfed.report.entries import file_of
from symfed.report.layers import layered

if TYPE_CHECKING:
    from symfed.ledger.row import Row

CHARACTER = 7.4  # width of one character of the node labels, in pixels
NODE_HEIGHT, ROW_HEIGHT, GAP, MARGIN = 24, 32, 56, 8

_LINE = Markup('<path class="edge {}" data-from="{}" data-to="{}" d="{}"><title>{} {} {}</title></path>')


def _edges(rows: Sequence[Row]) -> dict[tuple[str, str], str]:
    """(used, user) for premises, (corrected, claim) for the statement that replaces it; ends outside the rows are dropped."""
    known = {row.id for row in rows}
    edges = {(used, row.id): "uses" for row in rows for used in row.uses if used in known and used != row.id}
    for row in rows:
        if row.corrected and row.corrected in known:
            edges.setdefault((row.corrected, row.id), "corrects")
    return edges


def _related(rows: Sequence[Row], linked: Collection[tuple[str, str]]) -> list[tuple[str, str]]:
    """Pairs of related rows that no other line joins, each once."""
    known = {row.id for row in rows}
    pairs = {(min(row.id, other), max(row.id, other)) for row in rows for other in row.see if other in known and other != row.id}
    return sorted(pair for pair in pairs if pair not in linked and pair[::-1] not in linked)


def _curve(points: Sequence[tuple[float, float]]) -> str:
    path = f"M{points[0][0]:g} {points[0][1]:g}"
    for (x0, y0), (x1, y1) in pairwise(points):
        middle = (x0 + x1) / 2
        path += f" C{middle:g} {y0:g} {middle:g} {y1:g} {x1:g} {y1:g}"
    return path


def dependency_graph(rows: Sequence[Row], fully: Collection[str] = ()) -> Markup:
    """An SVG element: one linked, titled node per row, a line from each claim to those that use it; empty for no rows.

    A double outline marks the ids in `fully`; dashed lines lead from a corrected statement to what it corrects, dotted ones join what is
    related.
    """
    if not rows:
        return Markup("")
    edges = _edges(rows)
    layout = layered((row.id for row in rows), edges)
    wide = [0.0] * layout.columns
    for node, (column, _) in layout.place.items():
        wide[column] = max(wide[column], CHARACTER * (len(node) + 2) + 16)
    left = [MARGIN + sum(wide[:k]) + GAP * k for k in range(layout.columns)]

    def points(way: Sequence[tuple[int, float]]) -> list[tuple[float, float]]:
        spots = [(left[k], MARGIN + row * ROW_HEIGHT + NODE_HEIGHT / 2, wide[k]) for k, row in way]
        inner = [point for x, y, w in spots[1:-1] for point in ((x, y), (x + w, y))]
        return [(spots[0][0] + spots[0][2], spots[0][1]), *inner, (spots[-1][0], spots[-1][1])]

    shapes: list[Markup] = []
    for edge, way in layout.path.items():
        shapes.append(
            Markup('<path class="edge {}" data-from="{}" data-to="{}" d="{}"><title>{} → {}</title></path>').format(
                edges[edge], *edge, _curve(points(way)), *edge
            )
        )
    # what is related moves no node: a line from side to side, or between two left sides in one column
    for pair in _related(rows, edges):
        (k, here), (m, there) = sorted(layout.place[end] for end in pair)
        middle = MARGIN + NODE_HEIGHT / 2
        line = [(left[k] + (wide[k] if m > k else 0), middle + here * ROW_HEIGHT), (left[m], middle + there * ROW_HEIGHT)]
        if k == m:
            line.insert(1, (left[k] - MARGIN / 2, middle + (here + there) * ROW_HEIGHT / 2))
        shapes.append(
            Markup('<path class="edge see" data-from="{}" data-to="{}" d="{}"><title>{} – {}</title></path>').format(
                *pair, _curve(line), *pair
            )
        )
    for row in rows:
        column, place = layout.place[row.id]
        x, y = left[column], MARGIN + place * ROW_HEIGHT
        title = f"{row.id}: {status_label(row.verdict, row.tier)}" + (", with all it uses" if row.id in fully else "")
        outline = Markup('<rect class="whole" x="{:g}" y="{:g}" width="{:g}" height="{}" rx="8"/>')
        whole = outline.format(x - 3, y - 3, wide[column] + 6, NODE_HEIGHT + 6) if row.id in fully else Markup("")
        shapes.append(
            Markup(
                '<a data-id="{id}" href="{file}"><g class="node s-{tier}"><title>{title}</title>{whole}'
                '<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h}" rx="6"/>'
                '<text x="{tx:g}" y="{ty:g}">{symbol} {id}</text></g></a>'
            ).format(
                id=row.id,
                file=file_of(row.id),
                tier=row.tier,
                title=title,
                whole=whole,
                x=x,
                y=y,
                w=wide[column],
                h=NODE_HEIGHT,
                tx=x + 8,
                ty=y + 16,
                symbol=BADGES[row.tier].symbol,
            )
        )
    width = left[-1] + wide[-1] + MARGIN
    height = 2 * MARGIN + layout.rows * ROW_HEIGHT
    return Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" class="graph" role="group" aria-label="Dependency graph of the claims" '
        'width="{w:g}" height="{h:g}" viewBox="0 0 {w:g} {h:g}">{shapes}</svg>'
    ).format(w=width, h=height, shapes=Markup("").join(shapes))
