"""Graphs as inline SVG: of the numbered results, and of all claims. Colours come from the page's style sheet, by class."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from markupsafe import Markup

from symfed.core.source import sources
from symfed.core.verdict import Tier
from symfed.report.badges import BADGES, status_label
from symfed.report.entries import file_of
from symfed.report.layers import layered, needed_edges, without_cycles
from symfed.report.rank import OURS, mentioned_result

if TYPE_CHECKING:
    from symfed.ledger.row import Row
    from symfed.report.rank import NumberedResult

CHARACTER = 7.4  # width of one character of the node labels, in pixels
NODE_HEIGHT, ROW_HEIGHT, GAP, MARGIN = 24, 32, 56, 8

_EDGE = Markup('<path class="edge {}" data-from="{}" data-to="{}" d="{}"><title>{} {} {}</title></path>')
_OUTLINE = Markup('<rect class="whole" x="{:g}" y="{:g}" width="{:g}" height="{}" rx="8"/>')
_NODE = Markup(
    '<a data-id="{id}" href="{file}"><g class="node s-{tier}"><title>{title}</title>{whole}'
    '<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h}" rx="6"/><text x="{tx:g}" y="{ty:g}">{symbol} {id}</text></g></a>'
)
_SVG = Markup(
    '<svg xmlns="http://www.w3.org/2000/svg" class="graph" role="group" aria-label="{label}" '
    'width="{w:g}" height="{h:g}" viewBox="0 0 {w:g} {h:g}">{shapes}</svg>'
)


@dataclass(frozen=True)
class _Node:
    """A box with a link; `whole`: True for a double outline."""

    id: str
    file: str
    tier: Tier
    title: str
    whole: bool = False


def dependency_graph(rows: Sequence[Row], fully: Collection[str] = ()) -> Markup:
    """A linked, titled node per row, a line from each claim to those that use it; empty for no rows.

    A double outline marks the ids in `fully`; dashed lines lead from a corrected statement to the one it corrects, dotted ones join related
    statements.
    """
    known = {row.id for row in rows}
    edges = {(used, row.id): "uses" for row in rows for used in row.uses if used in known and used != row.id}
    for row in rows:
        if row.corrected and row.corrected in known:
            edges.setdefault((row.corrected, row.id), "corrects")
    pairs = {(min(row.id, other), max(row.id, other)) for row in rows for other in row.see if other in known and other != row.id}
    related = sorted(pair for pair in pairs if pair not in edges and pair[::-1] not in edges)
    nodes = [
        _Node(row.id, file_of(row.id), row.tier, f"{row.id}: {status_label(row.verdict, row.tier)}{whole}", bool(whole))
        for row in rows
        for whole in [", with all it uses" * (row.id in fully)]
    ]
    return _svg_element(nodes, edges, related, "Dependency graph of the claims")


def results_graph(results: Sequence[NumberedResult], rows: Sequence[Row]) -> Markup:
    """A node per numbered result, a line from each to the results of its document that depend on it, without transitive lines.

    A result depends on the claims that its rows use, directly or indirectly, and if it is false, on those that its correction uses.
    """
    uses = {row.id: row.uses for row in rows}
    told = {result.id: {c for row in result.rows for c in (row.id, row.restates, row.corrected) if c} for result in results}
    for row in rows:  # this project's own rows about a result, for the last document with that number
        if row.source == OURS and (named := mentioned_result(row.place)):
            latest = [result.id for result in results if result.name == named and not sources()[result.source].became]
            told.get(latest[0] if latest else "", set()).add(row.id)
    rests_on: set[tuple[str, str]] = set()
    for result in results:
        beside = {claim: other.id for other in results if other.source == result.source and other is not result for claim in told[other.id]}
        ahead = list(told[result.id])
        seen = set(ahead)
        while ahead:
            for used in uses.get(ahead.pop(), ()):
                if used in beside:
                    rests_on.add((beside[used], result.id))
                elif used not in seen:
                    seen.add(used)
                    ahead.append(used)
    edges = dict.fromkeys(needed_edges(without_cycles((result.id for result in results), rests_on)), "uses")
    nodes = [
        _Node(result.id, f"index.html?{urlencode({'text': result.name, 'source': result.source})}", result.tier,
              f"{result.id}: {BADGES[result.tier].word}")
        for result in results
    ]  # fmt: skip
    return _svg_element(nodes, edges, [], "Dependency graph of the numbered results")


def _edge_curve(points: Sequence[tuple[float, float]]) -> str:
    path = f"M{points[0][0]:g} {points[0][1]:g}"
    for (x0, y0), (x1, y1) in pairwise(points):
        middle = (x0 + x1) / 2
        path += f" C{middle:g} {y0:g} {middle:g} {y1:g} {x1:g} {y1:g}"
    return path


def _svg_element(nodes: Sequence[_Node], edges: Mapping[tuple[str, str], str], related: Sequence[tuple[str, str]], label: str) -> Markup:
    """The SVG element; empty for no nodes."""
    if not nodes:
        return Markup("")
    layout = layered((node.id for node in nodes), edges)
    wide = [0.0] * layout.columns
    for name, (column, _) in layout.place.items():
        wide[column] = max(wide[column], CHARACTER * (len(name) + 2) + 16)
    left = [MARGIN + sum(wide[:k]) + GAP * k for k in range(layout.columns)]

    def points(way: Sequence[tuple[int, float]]) -> list[tuple[float, float]]:
        spots = [(left[k], MARGIN + row * ROW_HEIGHT + NODE_HEIGHT / 2, wide[k]) for k, row in way]
        inner = [point for x, y, w in spots[1:-1] for point in ((x, y), (x + w, y))]
        return [(spots[0][0] + spots[0][2], spots[0][1]), *inner, (spots[-1][0], spots[-1][1])]

    shapes = [_EDGE.format(edges[edge], *edge, _edge_curve(points(way)), edge[0], "→", edge[1]) for edge, way in layout.path.items()]
    # relations do not affect the layout: a line from side to side, or between two left sides in one column
    for pair in related:
        (k, here), (m, there) = sorted(layout.place[end] for end in pair)
        middle = MARGIN + NODE_HEIGHT / 2
        line = [(left[k] + (wide[k] if m > k else 0), middle + here * ROW_HEIGHT), (left[m], middle + there * ROW_HEIGHT)]
        if k == m:
            line.insert(1, (left[k] - MARGIN / 2, middle + (here + there) * ROW_HEIGHT / 2))
        shapes.append(_EDGE.format("see", *pair, _edge_curve(line), pair[0], "–", pair[1]))
    for node in nodes:
        column, place = layout.place[node.id]
        x, y, w = left[column], MARGIN + place * ROW_HEIGHT, wide[column]
        whole = _OUTLINE.format(x - 3, y - 3, w + 6, NODE_HEIGHT + 6) if node.whole else Markup("")
        told = {"id": node.id, "file": node.file, "tier": node.tier, "title": node.title, "symbol": BADGES[node.tier].symbol}
        shapes.append(_NODE.format(**told, whole=whole, x=x, y=y, w=w, h=NODE_HEIGHT, tx=x + 8, ty=y + 16))
    width, height = left[-1] + wide[-1] + MARGIN, 2 * MARGIN + layout.rows * ROW_HEIGHT
    return _SVG.format(label=label, w=width, h=height, shapes=Markup("").join(shapes))
