"""Exact lemmas as theorems of Coq, so that a kernel that is not ours can accept them.

What reads the committed table alone imports no SymPy.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from symfed.kernel.accepted import load
    from symfed.kernel.claim import ClaimFile, exported
    from symfed.kernel.coq import Judgement, judge, write
    from symfed.kernel.theorem import CoqText, CoqTheorem

_NAMES = {
    "symfed.kernel.accepted": ("load",),
    "symfed.kernel.claim": ("ClaimFile", "exported"),
    "symfed.kernel.coq": ("Judgement", "judge", "write"),
}
_HOME = {name: module for module, names in _NAMES.items() for name in names} | {
    name: "symfed.kernel.theorem" for name in ("CoqTheorem", "CoqText")
}

__all__ = ["ClaimFile", "CoqText", "CoqTheorem", "Judgement", "exported", "judge", "load", "write"]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(importlib.import_module(_HOME[name]), name)
    return value
