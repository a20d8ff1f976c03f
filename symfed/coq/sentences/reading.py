"""Coq's judgement of proofs of the kernel: each is found again, written as a file, and compiled beside the prelude."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from symfed.coq.coq import OF_THE_REALS, coqc
from symfed.coq.folder import digest as digest_of
from symfed.coq.sentences.file import PRELUDE, file_of, prelude_path, sentence_name, statement
from symfed.coq.sentences.recorded import RuleApplied, recorded
from symfed.core.claim import Claim
from symfed.core.errors import SymfedError
from symfed.core.files import write_whole
from symfed.kernel.facts import Fact
from symfed.kernel.terms import const
from symfed.kernel.text import read_sort
from symfed.prove.accepted import accepted
from symfed.prove.kept import lines_of

SECONDS = 60.0
#: What the prelude may rest on beside its own axioms and the reals: `epsilon`, for a name of what was shown to exist.
_CHOICE = frozenset({"constructive_indefinite_description", "ProofIrrelevance.proof_irrelevance", "proof_irrelevance"})
_DECLARED = re.compile(r"^(?:Parameter|Axiom) (\w+)", re.MULTILINE)


@dataclass(frozen=True)
class Read:
    """A proof to be written: the fact that it ends with, the rules that led there, and what it takes for granted besides the page.

    lent: lemmas and premises by name, and hypotheses that no condition of the claim states.
    """

    last: Fact
    applied: list[RuleApplied]
    lent: tuple[str, ...]


def proof_of(claim: Claim, premises: Mapping[str, Claim]) -> Read:
    """A claim's proof in steps, by its committed lines where they are of this claim. Raises NoProof, KernelRefusal."""
    found = accepted(claim, premises, lines_of(claim.id))
    letters = {name: const(name, read_sort(sort)) for name, sort in found.letters.items()}
    return Read(*recorded(letters, found.lines), (*found.lent, *found.open))


def prepared(folder: Path) -> Path:
    """A folder with the compiled prelude in it. Raises NoCoq, and SymfedError where Coq refuses the prelude."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in PRELUDE:
        shutil.copyfile(prelude_path(name), folder / f"{name}.v")
    for name in PRELUDE:
        found = coqc(folder, f"{name}.v", SECONDS)
        if not found.accepted:
            raise SymfedError(f"Coq does not accept {name}.v: {found.messages}")
    return folder


def digest(fact: Fact) -> str:
    """A hash of a fact's theorem."""
    return digest_of(statement(fact))


def written(name: str, last: Fact, applied: list[RuleApplied], folder: Path) -> Path:
    """The file of a proof, in a folder that is prepared. Raises KernelRefusal for what cannot be written."""
    path = folder / f"{re.sub(r'[^A-Za-z0-9_]', '_', name)}.v"
    write_whole(path, file_of(last, applied))
    return path


def judged(path: Path, last: Fact, seconds: float = SECONDS) -> str:
    """Why Coq refuses a file, or nothing.

    A file is refused here, too, if it has not the fact's theorem once, or if it rests on a sentence that the fact does not rest on.
    """
    text = path.read_text(encoding="utf-8")
    if text.count("the_claim ") != 1 or f"\n{statement(last)}\nProof. exact " not in text:
        return "the theorem of the file is not what the kernel's fact says"
    found = coqc(path.parent, path.name, seconds)
    if not found.accepted:
        return " ".join(found.messages.split())[:600] or "refused"
    sentences = {sentence_name(name) for name in last.rests_on}
    prelude = {one for name in PRELUDE for one in _DECLARED.findall((path.parent / f"{name}.v").read_text(encoding="utf-8"))}
    letters = {name for name in _DECLARED.findall(text) if name.startswith("c_")}
    allowed = sentences | prelude | letters | OF_THE_REALS | {name.split(".")[-1] for name in OF_THE_REALS} | _CHOICE
    if spare := sorted(found.assumes - allowed):
        return f"it assumes {', '.join(spare)}"
    return ""
