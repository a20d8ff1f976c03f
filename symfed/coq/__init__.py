"""Exact lemmas as theorems of Coq, so that a kernel that is not ours can accept them.

What reads the committed table alone imports no SymPy.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from symfed.coq.accepted import load
    from symfed.coq.claim import ClaimFile, exported
    from symfed.coq.coq import Judgement, judge, write
    from symfed.coq.theorem import CoqText, CoqTheorem

_NAMES = {
    "symfed.coq.accepted": ("load",),
    "symfed.coq.claim": ("ClaimFile", "exported"),
    "symfed.coq.coq": ("Judgement", "judge", "write"),
}
_HOME = {name: module for module, names in _NAMES.items() for name in names} | {
    name: "symfed.coq.theorem" for name in ("CoqTheorem", "CoqText")
}

__all__ = ["ClaimFile", "CoqText", "CoqTheorem", "Judgement", "exported", "judge", "load", "write"]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(importlib.import_module(_HOME[name]), name)
    return value
