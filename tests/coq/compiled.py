"""Theorems as a file, and Coq's judgement of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from symfed.coq.building import SECONDS, build
from symfed.coq.claim import ClaimFile, Part
from symfed.coq.coq import Judgement
from symfed.coq.theorem import CoqTheorem


def write(folder: Path, title: str, theorems: Sequence[CoqTheorem]) -> Path:
    """The file `title`.v with these theorems."""
    path = folder / f"{title}.v"
    path.write_text(ClaimFile(title, path.name, (title,), parts=(Part(title, tuple(theorems)),)).text)
    return path


def judge(path: Path, seconds: float = SECONDS) -> Judgement:
    """Coq's judgement of a file, beside which the library is put."""
    return build(path.parent, {path.name: path.read_text()}, seconds=seconds)[path.name]
