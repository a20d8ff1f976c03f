"""Which claims rest on which, and what follows for whole chains of them."""

from __future__ import annotations

from collections.abc import Sequence

import networkx as nx

from symfed.core.verdict import Tier
from symfed.ledger.row import Row

#: Nothing that a reader must accept, and nothing that was only sampled.
FIRM = (Tier.PROVED, Tier.ENCLOSED)


def dependency_graph(rows: Sequence[Row]) -> nx.DiGraph[str]:
    """An edge from each claim to every claim that it uses; `discover` has refused circles."""
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(row.id for row in rows)
    graph.add_edges_from((row.id, used) for row in rows for used in row.uses)
    return graph


def fully_verified(rows: Sequence[Row]) -> set[str]:
    """Ids whose own verdict and all they use, directly or not, are PROVED or ENCLOSED."""
    graph = dependency_graph(rows)
    firm = {row.id for row in rows if row.verdict in FIRM}
    return {node for node in firm if nx.descendants(graph, node) <= firm}
