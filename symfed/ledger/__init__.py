"""Discover the claims, run their checks, keep and compare the verdicts. What reads rows alone imports no SymPy."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from symfed.core.vocabulary import Fate as Fate
    from symfed.core.vocabulary import Need as Need
    from symfed.ledger.discovery import Claims as Claims
    from symfed.ledger.discovery import discover as discover
    from symfed.ledger.graph import fully_verified as fully_verified
    from symfed.ledger.judging import judge as judge
    from symfed.ledger.judging import run as run
    from symfed.ledger.judging import unjudged as unjudged
    from symfed.ledger.lines import changed as changed
    from symfed.ledger.lines import whole as whole
    from symfed.ledger.replay import Replay as Replay
    from symfed.ledger.replay import Sides as Sides
    from symfed.ledger.replay import evaluate as evaluate
    from symfed.ledger.replay import recheck as recheck
    from symfed.ledger.row import Row as Row
    from symfed.ledger.store import Change as Change
    from symfed.ledger.store import NoLedger as NoLedger
    from symfed.ledger.store import compare as compare
    from symfed.ledger.store import load as load
    from symfed.ledger.store import save as save

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

__all__ = sorted(_HOME)


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(importlib.import_module(_HOME[name]), name)
    return value
