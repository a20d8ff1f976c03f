"""Discover the claims, run their checks, keep and compare the verdicts. What reads rows alone imports no SymPy."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from symfed.core.vocabulary import Fate, Need
    from symfed.ledger.discovery import Claims, discover
    from symfed.ledger.graph import fully_verified
    from symfed.ledger.judging import judge, run, unjudged
    from symfed.ledger.lines import changed, whole
    from symfed.ledger.replay import Replay, Sides, evaluate, recheck
    from symfed.ledger.row import Row
    from symfed.ledger.store import Change, NoLedger, compare, load, save

_NAMES = {
    "symfed.core.vocabulary": ("Fate", "Need"),
    "symfed.ledger.discovery": ("Claims", "discover"),
    "symfed.ledger.graph": ("fully_verified",),
    "symfed.ledger.judging": ("judge", "run", "unjudged"),
    "symfed.ledger.lines": ("changed", "whole"),
    "symfed.ledger.replay": ("Replay", "Sides", "evaluate", "recheck"),
    "symfed.ledger.row": ("Row",),
    "symfed.ledger.store": ("Change", "NoLedger", "compare", "load", "save"),
}
_HOME = {name: module for module, names in _NAMES.items() for name in names}

__all__ = [
    "Change",
    "Claims",
    "Fate",
    "Need",
    "NoLedger",
    "Replay",
    "Row",
    "Sides",
    "changed",
    "compare",
    "discover",
    "evaluate",
    "fully_verified",
    "judge",
    "load",
    "recheck",
    "run",
    "save",
    "unjudged",
    "whole",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(importlib.import_module(_HOME[name]), name)
    return value
