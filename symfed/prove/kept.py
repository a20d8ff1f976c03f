"""The committed lines of proofs, among the evidence of claims; the kernel checks them again."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from symfed.recheck import MALFORMED, path_of, read
from symfed.recheck.proofs import unpacked


def lines_of(name: str) -> Mapping[str, Any] | None:
    """The lines of the proof in steps that is committed for a claim, by its id; None where there are none that can be read."""
    path = path_of(Path(str(files("proofs_checks").joinpath("replay"))), name)
    if not path.exists():
        return None
    try:
        parts = read(path.read_text(encoding="utf-8"))["parts"]
        return next((unpacked(part["lines"]) for part in parts if part.get("kind") == "proof"), None)
    except (*MALFORMED, OSError):
        return None
