"""Discover the claims, run their checks, keep and compare the verdicts."""

from symfed.core.vocabulary import Fate, Need
from symfed.ledger.discovery import discover
from symfed.ledger.graph import dependency_graph, fully_verified
from symfed.ledger.recheck import Replay, recheck
from symfed.ledger.row import Row
from symfed.ledger.run import run
from symfed.ledger.store import Change, NoLedger, compare, load, save

__all__ = [
    "Change",
    "Fate",
    "Need",
    "NoLedger",
    "Replay",
    "Row",
    "compare",
    "dependency_graph",
    "discover",
    "fully_verified",
    "load",
    "recheck",
    "run",
    "save",
]
