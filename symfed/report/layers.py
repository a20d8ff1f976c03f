"""A layered layout of a dependency graph: a node is placed to the left of the nodes that use it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise

SWEEPS = 8

Point = tuple[int, float]
Slot = str | tuple[str, str, int]  # a node, or the place where a long edge crosses a column
Edge = tuple[str, str]  # used, user


@dataclass(frozen=True)
class Layout:
    """`(column, row)` of every node, and for every edge the (column, row) points it passes through."""

    place: Mapping[str, Point]
    path: Mapping[Edge, Sequence[Point]]
    columns: int
    rows: float


def without_cycles(nodes: Iterable[str], edges: Iterable[Edge]) -> dict[str, list[str]]:
    """The nodes that each node uses, in topological order; one edge of every cycle is omitted."""
    uses: dict[str, list[str]] = {node: [] for node in sorted(nodes)}
    for used, user in sorted(edges):
        uses[user].append(used)
    while True:
        try:
            return {node: uses[node] for node in TopologicalSorter(uses).static_order()}
        except CycleError as circle:
            used, user = circle.args[1][:2]
            uses[user].remove(used)


def needed_edges(uses: Mapping[str, Sequence[str]]) -> list[Edge]:
    """The edges that no longer path makes needless, of nodes of which each comes after what it uses."""
    behind: dict[str, set[str]] = {}
    for node, used in uses.items():
        behind[node] = set(used).union(*(behind[one] for one in used))
    return sorted((one, node) for node, used in uses.items() for one in used if not any(one in behind[other] for other in used))


def _parts(uses: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """The connected parts, the largest first; each in the order of `uses`."""
    part = {node: {node} for node in uses}
    for node, used in uses.items():
        for one in used:
            if part[one] is not part[node]:
                part[node] |= part[one]
                part.update(dict.fromkeys(part[one], part[node]))
    alone = {id(members): members for members in part.values()}
    return sorted(([node for node in uses if node in members] for members in alone.values()), key=lambda nodes: (-len(nodes), min(nodes)))


def _columns(uses: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """Columns by longest path from a node that uses nothing; such nodes are then moved as near to their users as possible."""
    column: dict[str, int] = {}
    nearest: dict[str, int] = {}
    for node, used in uses.items():
        column[node] = max((column[one] + 1 for one in used), default=0)
        for one in used:
            nearest[one] = min(nearest.get(one, column[node]), column[node])
    return {node: nearest[node] - 1 if node in nearest and not uses[node] else column[node] for node in sorted(uses)}


def _sort_layers(layers: list[list[Slot]], links: Mapping[Slot, Iterable[Slot]]) -> None:
    """Sort every layer by the mean position of each slot's neighbours, sweeping back and forth: the barycentre method."""
    layer_of = {slot: k for k, layer in enumerate(layers) for slot in layer}
    for sweep in range(SWEEPS):
        forward = sweep % 2 == 0
        for k in range(1, len(layers)) if forward else range(len(layers) - 2, -1, -1):
            beside = k - 1 if forward else k + 1
            position = {slot: float(i) for i, slot in enumerate(layers[beside])}
            centre = {}
            for i, slot in enumerate(layers[k]):
                near = [position[other] for other in links[slot] if layer_of[other] == beside]
                centre[slot] = sum(near) / len(near) if near else float(i)
            layers[k].sort(key=centre.__getitem__)


def _component(uses: Mapping[str, Sequence[str]], top: float) -> tuple[dict[str, Point], dict[Edge, list[Point]], float]:
    """Lay out one connected component; long edges pass through their own slots in the columns between."""
    column = _columns(uses)
    layers: list[list[Slot]] = [[] for _ in range(max(column.values()) + 1)]
    for node in sorted(column):
        layers[column[node]].append(node)
    chains: dict[Edge, list[Slot]] = {}
    links: dict[Slot, dict[Slot, None]] = {}
    for used, user in sorted((one, node) for node, before in uses.items() for one in before):
        between: list[Slot] = [(used, user, k) for k in range(column[used] + 1, column[user])]
        for k, slot in enumerate(between, start=column[used] + 1):
            layers[k].append(slot)
        chains[used, user] = [used, *between, user]
        for one, other in pairwise(chains[used, user]):
            links.setdefault(one, {})[other] = links.setdefault(other, {})[one] = None
    _sort_layers(layers, links)
    height = max(len(layer) for layer in layers)
    spot = {slot: (k, top + i) for k, layer in enumerate(layers) for i, slot in enumerate(layer)}
    return {node: spot[node] for node in column}, {edge: [spot[slot] for slot in chain] for edge, chain in chains.items()}, height


def layered(nodes: Iterable[str], edges: Iterable[Edge], loose_columns: int = 3) -> Layout:
    """Lay out a graph whose edges run (used, user); nodes without edges follow in a grid of `loose_columns`.

    Deterministic. An edge that closes a cycle is omitted from the layout and has no path.
    """
    uses = without_cycles(nodes, edges)
    place: dict[str, Point] = {}
    path: dict[Edge, Sequence[Point]] = {}
    top = 0.0
    parts = _parts(uses)
    for part in (part for part in parts if len(part) > 1):
        spots, paths, height = _component({node: uses[node] for node in part}, top)
        place.update(spots)
        path.update(paths)
        top += height + 0.5
    loose = [part[0] for part in parts if len(part) == 1]
    for i, node in enumerate(loose):
        place[node] = (i % loose_columns, top + i // loose_columns)
    columns = max((column for column, _ in place.values()), default=-1) + 1
    return Layout(place, path, columns, max((row for _, row in place.values()), default=-1.0) + 1)
