"""Find every claim of a package by importing its modules."""

from __future__ import annotations

import importlib
import pkgutil

import networkx as nx

from symfed.core.claim import Claim
from symfed.core.errors import SymfedError
from symfed.core.source import sources


def discover(package: str = "proofs_checks") -> dict[str, Claim]:
    """All claims by id, sorted. Raises SymfedError for an id used twice, a link to a claim that does not exist, or a circle of `uses`."""
    root = importlib.import_module(package)
    found: dict[str, Claim] = {}
    for info in pkgutil.walk_packages(root.__path__, f"{package}."):
        for value in vars(importlib.import_module(info.name)).values():
            if isinstance(value, Claim) and found.setdefault(value.id, value) is not value:
                raise SymfedError(f"claim id {value.id} is used twice (second time in {info.name})")
    graph = nx.DiGraph((claim.id, used) for claim in found.values() for used in claim.uses)
    if not nx.is_directed_acyclic_graph(graph):
        raise SymfedError("claims use each other in a circle: " + " -> ".join(edge[0] for edge in nx.find_cycle(graph)))
    known = sources(package)
    for claim in found.values():
        if claim.printed.source not in known:
            raise SymfedError(
                f"claim {claim.id} is printed in {claim.printed.source!r}, which no folder declares (there are {', '.join(known)})"
            )
        for link in filter(None, (*claim.uses, *claim.see, claim.corrected, claim.restates)):
            if link not in found:
                raise SymfedError(f"claim {claim.id} refers to {link}, which does not exist")
        if claim.restates and found[claim.restates].restates:
            raise SymfedError(f"claim {claim.id} restates {claim.restates}, which restates another one: name that one")
    return dict(sorted(found.items()))
