"""Coq itself: files of theorems, whether its kernel accepts them, and what they assume."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from symfed.core.errors import SymfedError
from symfed.kernel.theorem import Theorem

PRELUDE = Path(__file__).with_name("Prelude.v")
#: What the library of reals itself assumes; a theorem may assume nothing else.
OF_THE_REALS = frozenset(
    {
        "ClassicalDedekindReals.sig_forall_dec",
        "ClassicalDedekindReals.sig_not_dec",
        "FunctionalExtensionality.functional_extensionality_dep",
    }
)
_LIBRARY = "Symfed"


class NoCoq(SymfedError):
    """Coq is not installed here."""


@dataclass(frozen=True)
class Judgement:
    """What `coqc` said of a file: whether it was accepted, the axioms that its theorems rest on, and all its messages."""

    accepted: bool
    messages: str

    @property
    def assumes(self) -> frozenset[str]:
        """The axioms by name, as `Print Assumptions` lists them: each at the start of a line."""
        return frozenset(re.findall(r"^([\w.']+)\s*(?::\s|$)", self.messages, re.MULTILINE)) - {"Axioms"}


def write(folder: Path, title: str, theorems: Sequence[Theorem], comment: str = "") -> Path:
    """The file `title`.v with these theorems, beside the prelude that it rests on."""
    folder.mkdir(parents=True, exist_ok=True)
    prelude = folder / PRELUDE.name
    if not prelude.exists() or prelude.read_bytes() != PRELUDE.read_bytes():
        shutil.copyfile(PRELUDE, prelude)
        prelude.with_suffix(".vo").unlink(missing_ok=True)
    said = f"(* {comment} *)\n" if comment else ""
    asked = "\n".join(f"Print Assumptions {theorem.name}." for theorem in theorems)
    path = folder / f"{title}.v"
    path.write_text("\n".join([f"{said}From {_LIBRARY} Require Import Prelude.\n", *map(str, theorems), asked]) + "\n")
    return path


def judge(path: Path, seconds: float = 120.0) -> Judgement:
    """Whether Coq accepts a file; its prelude is compiled first where it is not. Raises NoCoq where it is not installed."""
    prelude = path.with_name(PRELUDE.name)
    if not prelude.with_suffix(".vo").exists():
        built = _coqc(prelude, seconds)
        if not built.accepted:
            return built
    return _coqc(path, seconds)


def _coqc(path: Path, seconds: float) -> Judgement:
    command = shutil.which("coqc")
    if command is None:
        raise NoCoq("coqc is not found: it comes with Coq 8.16 (on Debian and Ubuntu: apt install coq)")
    try:
        done = subprocess.run(
            [command, "-q", "-R", ".", _LIBRARY, path.name], cwd=path.parent, capture_output=True, text=True, timeout=seconds
        )
    except subprocess.TimeoutExpired:
        return Judgement(False, f"not within {seconds} s")
    return Judgement(done.returncode == 0, (done.stdout + done.stderr).strip())
