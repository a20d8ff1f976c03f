"""Places for the nodes of a dependency graph: what is used stands to the left of what uses it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import networkx as nx

SWEEPS = 8

Point = tuple[int, float]
Slot = str | tuple[str, str, int]  # a node, or the place where a long edge crosses a column


@dataclass(frozen=True)
class Layout:
    """`(column, row)` of every node, and for every edge the (column, row) points it passes through."""

    place: Mapping[str, Point]
    path: Mapping[tuple[str, str], Sequence[Point]]
    columns: int
    rows: float


def _without_cycles(graph: nx.DiGraph) -> nx.DiGraph:
    acyclic = graph.copy()
    while not nx.is_directed_acyclic_graph(acyclic):
        acyclic.remove_edge(*nx.find_cycle(acyclic)[-1][:2])
    return acyclic


def _columns(graph: nx.DiGraph) -> dict[str, int]:
    """Longest path from a node that uses nothing, then every such node pulled as near to its users as it goes."""
    column = {node: layer for layer, nodes in enumerate(nx.topological_generations(graph)) for node in nodes}
    for node in sorted(column):
        users = list(graph.successors(node))
        if users and not graph.in_degree(node):
            column[node] = min(column[user] for user in users) - 1
    return column


def _untangle(layers: list[list[Slot]], links: nx.Graph) -> None:
    """Sort every layer by the mean position of each slot's neighbours, sweeping to and fro: the barycentre method."""
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


def _component(graph: nx.DiGraph, top: float) -> tuple[dict[str, Point], dict[tuple[str, str], list[Point]], float]:
    """One connected part; long edges are led through their own slots in the columns between."""
    column = _columns(graph)
    layers: list[list[Slot]] = [[] for _ in range(max(column.values()) + 1)]
    for node in sorted(column):
        layers[column[node]].append(node)
    chains: dict[tuple[str, str], list[Slot]] = {}
    links = nx.Graph()
    for used, user in sorted(graph.edges):
        between: list[Slot] = [(used, user, k) for k in range(column[used] + 1, column[user])]
        for k, slot in enumerate(between, start=column[used] + 1):
            layers[k].append(slot)
        chains[used, user] = [used, *between, user]
        nx.add_path(links, chains[used, user])
    _untangle(layers, links)
    height = max(len(layer) for layer in layers)
    spot = {slot: (k, top + i) for k, layer in enumerate(layers) for i, slot in enumerate(layer)}
    return {node: spot[node] for node in column}, {edge: [spot[slot] for slot in chain] for edge, chain in chains.items()}, height


def layered(nodes: Iterable[str], edges: Iterable[tuple[str, str]], loose_columns: int = 3) -> Layout:
    """Lay out a graph whose edges run (used, user); nodes without edges follow in a grid of `loose_columns`.

    Deterministic. An edge that closes a cycle is left out of the layout and has no path.
    """
    graph: nx.DiGraph = nx.DiGraph()
    graph.add_nodes_from(sorted(nodes))
    graph.add_edges_from(sorted(edges))
    graph = _without_cycles(graph)
    place: dict[str, Point] = {}
    path: dict[tuple[str, str], Sequence[Point]] = {}
    top = 0.0
    parts = sorted((sorted(part) for part in nx.weakly_connected_components(graph)), key=lambda part: (-len(part), part))
    for part in (part for part in parts if len(part) > 1):
        spots, paths, height = _component(graph.subgraph(part), top)
        place.update(spots)
        path.update(paths)
        top += height + 0.5
    loose = [part[0] for part in parts if len(part) == 1]
    for i, node in enumerate(loose):
        place[node] = (i % loose_columns, top + i // loose_columns)
    columns = max((column for column, _ in place.values()), default=-1) + 1
    return Layout(place, path, columns, max((row for _, row in place.values()), default=-1.0) + 1)
