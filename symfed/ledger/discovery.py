"""Find every claim of a package by importing its modules."""

from __future__ import annotations

import importlib
import pkgutil

from symfed.core.claim import Claim
from symfed.core.errors import SymfedError


def discover(package: str = "proofs_checks") -> dict[str, Claim]:
    """All claims by id, sorted. Raises SymfedError for an id used twice or a link to a claim that does not exist."""
    root = importlib.import_module(package)
    found: dict[str, Claim] = {}
    for info in pkgutil.walk_packages(root.__path__, f"{package}."):
        for value in vars(importlib.import_module(info.name)).values():
            if isinstance(value, Claim):
                if found.setdefault(value.id, value) is not value:
                    raise SymfedError(f"claim id {value.id} is used twice (second time in {info.name})")
    for claim in found.values():
        for link in (*claim.uses, *([claim.corrected] if claim.corrected else [])):
            if link not in found:
                raise SymfedError(f"claim {claim.id} refers to {link}, which does not exist")
    return dict(sorted(found.items()))
