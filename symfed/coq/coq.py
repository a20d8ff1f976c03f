"""Coq itself: files of theorems, whether its kernel accepts them, and what they assume."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from symfed.core.errors import SymfedError

#: The library that generated files share, written by hand; each names the files that it requires.
LIBRARY = Path(__file__).with_name("library")
#: The axioms of Coq's library of reals; a theorem may assume no others.
OF_THE_REALS = frozenset(
    {
        "ClassicalDedekindReals.sig_forall_dec",
        "ClassicalDedekindReals.sig_not_dec",
        "Classical_Prop.classic",  # of its theorems on derivatives, and so of exp and ln
        "FunctionalExtensionality.functional_extensionality_dep",
    }
)
_NAME = "Symfed"
#: The beginning of a reason that Coq gives.
REFUSED = "refused by Coq"
#: The commands of Coq that define a name.
NAMED = re.compile(
    r"^\s*(?:Local |Global )?(?:Lemma|Theorem|Corollary|Example|Definition|Fixpoint|Record|Class|Instance|Inductive|Ltac) (\w+)",
    re.MULTILINE,
)


class NoCoq(SymfedError):
    """Coq is not installed here."""


@dataclass(frozen=True)
class Judgement:
    """The judgement of `coqc` on a file: whether it was accepted, the axioms that its theorems rest on, and all its messages."""

    accepted: bool
    messages: str

    @property
    def assumes(self) -> frozenset[str]:
        """The axioms by name, as `Print Assumptions` lists them: each at the start of a line."""
        return frozenset(re.findall(r"^([\w.']+)\s*(?::\s|$)", self.messages, re.MULTILINE)) - {"Axioms"}


def assumptions(names: Sequence[str]) -> str:
    """Asks what these theorems assume, once for all of them: each answer takes Coq half a second, for it walks through the reals.

    An axiom is shown with its module unless its name alone stands for it: so that name is given to something else before.
    """
    if not names:
        return ""
    asked = f"Definition all_of_this_file := ({', '.join(names)})."
    return f"{asked}\nLocal Definition functional_extensionality_dep := tt.\nPrint Assumptions all_of_this_file."


def required_line(libraries: Iterable[str]) -> str:
    """The line by which a file requires these files of the library."""
    return f"From {_NAME} Require Import {' '.join(libraries)}."


def required_files(text: str) -> list[str]:
    """The files that a file names in its lines `From ... Require`."""
    return [
        name for line in re.findall(rf"^From {_NAME} Require (?:Import|Export) ([\w ]+)\.", text, re.MULTILINE) for name in line.split()
    ]


def coqc(folder: Path, file: str, seconds: float | None) -> Judgement:
    """Run `coqc` on one file of a folder, given by its path in it; files compiled there are found. Raises NoCoq where Coq is not installed.

    seconds: how long it may take; as long as it takes where there are none.
    """
    try:
        done = subprocess.run([_coqc_path(), "-q", "-R", ".", _NAME, file], cwd=folder, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return Judgement(False, f"not within {seconds:g} s")
    return Judgement(done.returncode == 0, (done.stdout + done.stderr).strip())


def version() -> str:
    """Coq's version, "8.16.1". Raises NoCoq."""
    return subprocess.run([_coqc_path(), "--print-version"], capture_output=True, text=True, check=True).stdout.split()[0]


def _coqc_path() -> str:
    command = shutil.which("coqc")
    if command is None:
        raise NoCoq("coqc is not found: it comes with Coq 8.16 (on Debian and Ubuntu: apt install coq)")
    return command
