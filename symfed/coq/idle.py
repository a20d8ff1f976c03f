"""Which printed conditions the accepted proofs do without: each is taken from the proofs in turn, and Coq asked again."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

from symfed.coq.claim import ClaimFile
from symfed.coq.coq import required_line
from symfed.coq.printer import relation
from symfed.coq.theorem import CoqText, CoqTheorem
from symfed.core.claim import Claim
from symfed.core.errors import InvalidInput


def idle(claim: Claim, file: ClaimFile, folder: Path, seconds: float = 300.0) -> dict[str, bool]:
    """For each relation among a claim's conditions that stands in its theorems: whether all of them are proved without it.

    `folder` has the library compiled. A theorem is proved without a condition if its own script proves it when the condition is cleared:
    another proof might do without more, or this one in more time. Conditions in words that are no hypothesis are not here.
    """
    asked = {f"without_{k}": item for k, item in enumerate(_cleared(claim, file))}
    if not asked:
        return {}
    proved = _proved(file, {name: text for name, (_, _, text) in asked.items()}, folder, seconds)
    found: dict[str, bool] = {}
    for name, (condition, _, _) in asked.items():
        found[condition] = found.get(condition, True) and name in proved
    return found


def differences(found: Mapping[str, bool], conditions: Mapping[str, str]) -> list[str]:
    """Where Coq's answer is not the ledger's, whose needs are by condition, a line each.

    >>> differences({"x <= 1": True, "y <= 1": True}, {"x <= 1": "used", "y <= 1": "idle"})
    ['x <= 1: the theorems do without it, and the ledger says that it is used']
    """
    lines = []
    for condition, unused in found.items():
        need = conditions.get(condition, "")
        if unused and need not in ("idle", ""):
            lines.append(f"{condition}: the theorems do without it, and the ledger says that it is {need}")
        if not unused and need == "idle":
            lines.append(f"{condition}: the theorems are not proved without it, and the ledger says that it is idle")
    return lines


def _cleared(claim: Claim, file: ClaimFile) -> Iterator[tuple[str, CoqText, str]]:
    """(condition, theorem, its text with the condition cleared), for each theorem and each relation that it supposes."""
    for theorem in file.theorems:
        for hypothesis, condition in _hypotheses(claim, theorem).items():
            text = cleared(str(theorem), theorem.name, hypothesis)
            if text:
                yield condition, theorem, text


def _hypotheses(claim: Claim, theorem: CoqText) -> dict[str, str]:
    """What a proof calls the claim's relations, each by the condition's text in the ledger."""
    if not isinstance(theorem, CoqTheorem):
        return {f"given_{k}": str(condition) for k, condition in enumerate(claim.under.relations, 1)}
    written = {}
    for condition in claim.under.relations:
        try:
            written[relation(condition)] = str(condition)
        except InvalidInput:
            continue  # then no theorem has it in this form
    return {f"given_{k}": written[text] for k, text in enumerate(theorem.conditions, 1) if text in written}


def cleared(text: str, name: str, hypothesis: str) -> str:
    """A theorem whose proof begins by forgetting a hypothesis; nothing where the proof does not name it at once.

    >>> cleared("Theorem a : 0 < 1 -> 0 < 2.\\nProof.\\n  intros given_1. lra.\\nQed.\\n", "a", "given_1")
    'Theorem a : 0 < 1 -> 0 < 2.\\nProof.\\n  intros given_1. clear given_1. lra.\\nQed.\\n'
    """
    _, head, own = text.rpartition(f"Theorem {name} ")
    statement, proof, script = own.partition("\nProof.\n")
    found = re.match(rf"\s*intros [^.]*\b{hypothesis}\b[^.]*\.", script)
    return f"{head}{statement}{proof}{script[: found.end()]} clear {hypothesis}.{script[found.end() :]}" if found else ""


def _proved(file: ClaimFile, texts: Mapping[str, str], folder: Path, seconds: float) -> set[str]:
    """Which of these are accepted, each under its own name; Coq's toplevel goes on after an error."""
    needed = dict.fromkeys(library for theorem in file.theorems for library in theorem.requires)
    lines = [required_line(needed), *map(str, file.theorems)]
    for name, text in texts.items():
        lines += [re.sub(r"^Theorem \w+ ", f"Theorem {name} ", text), "Abort All.", f"Check {name}."]
    command = shutil.which("coqtop")
    if command is None:
        raise InvalidInput("coqtop", None, "is not found: it comes with Coq")
    asked = "\n".join(lines) + "\n"
    try:
        done = subprocess.run(
            [command, "-q", "-R", ".", "Symfed"], cwd=folder, input=asked, capture_output=True, text=True, timeout=seconds
        )
    except subprocess.TimeoutExpired:
        return set()
    return {name for name in texts if re.search(rf"^(?:\w+ < )?{name}\s*$|^(?:\w+ < )*{name}\s+:", done.stdout, re.MULTILINE)}
