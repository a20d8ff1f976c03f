"""Systematic wrong variants of every formula and transcription, shown to every check that judges it: the checks on trial.

What reads the committed table alone imports no SymPy.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from symfed.mutants.clean import clean_runs
    from symfed.mutants.matrix import Result, judge_all, subjects
    from symfed.mutants.table import load, save, sound, summary, tabulate

_NAMES = {
    "symfed.mutants.clean": ("clean_runs",),
    "symfed.mutants.matrix": ("Result", "judge_all", "subjects"),
    "symfed.mutants.table": ("load", "save", "sound", "summary", "tabulate"),
}
_HOME = {name: module for module, names in _NAMES.items() for name in names}

__all__ = ["Result", "clean_runs", "judge_all", "load", "save", "sound", "subjects", "summary", "tabulate"]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(importlib.import_module(_HOME[name]), name)
    return value
