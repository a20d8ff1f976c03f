"""Rows that need not be tried again: those committed by the very code that judges now, of claims that are as they were.

Wrong variants, dropped conditions and checks that decide nothing try to break a judgement. `symfed verify --commit` tries them all, and
seals what it found: a hash of the code that judges, with the libraries that it calls, and one of the ledger, claim files and searches.
While both are as they were, the same trials would end the same way, since every check is deterministic: `symfed verify` then runs what
decides a claim, and takes the trials from its row. A claim that changed, or rests on one that did, is judged whole, and so is every claim
where the seal does not hold.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from symfed.core.files import read_json, write_whole
from symfed.core.repeated import compact

if TYPE_CHECKING:
    from symfed.core.claim import Claim

#: The libraries by which a claim may be judged.
_LIBRARIES = ("sympy", "numpy", "scipy", "mpmath", "python-flint", "hypothesis", "z3-solver", "cvc5")
#: Rooms that judge nothing: they show, plan, write for Coq, or break formulas on purpose.
_JUDGE_NOTHING = ("cli", "coq", "mutants", "planning", "report")
#: Committed files that trials rest on, beside claim files: a fingerprint does not follow all that Python can say.
_READ = ("ledger.json", "lines.xz", "replay", "certificates", "searches")


def path() -> Path:
    return Path(str(files("proofs_checks").joinpath("tried.json")))


def seal() -> Path:
    """Say of all that is committed now that the code of now has tried it."""
    return write_whole(path(), compact(_now()) + "\n")


def broken() -> str:
    """The reason why what is committed counts as untried; "" where it was tried by the code of now."""
    held = read_json(path()) if path().exists() else {}
    changed = [told for told, digest in _now().items() if not isinstance(held, dict) or held.get(told) != digest]
    return f"since the last commit of the ledger there are changes in {' and '.join(changed)}" if changed else ""


def stands(name: str, known: Mapping[str, Claim], rows: Mapping[str, Mapping[str, Any]]) -> bool:
    """Return whether a claim, and each that it rests on, is the one that its committed row was found of."""
    from symfed.ledger.fingerprint import fingerprint

    return (
        name in rows and rows[name]["fingerprint"] == fingerprint(known[name]) and all(stands(one, known, rows) for one in known[name].uses)
    )


def _now() -> dict[str, str]:
    return {"the code that judges": _code(), "what is committed": _committed()}


@cache
def _code() -> str:
    import symfed

    root = Path(symfed.__file__).parent
    rooms = sorted(one for one in root.iterdir() if one.name not in _JUDGE_NOTHING and one.name != "__pycache__")
    return _digest(root, rooms, [f"{name} {_version(name)}" for name in _LIBRARIES])


def _committed() -> str:
    root = path().parent
    return _digest(root, [*(root / name for name in _READ), *sorted(root.rglob("*.py"))])


def _digest(root: Path, within: Iterable[Path], more: Iterable[str] = ()) -> str:
    """A hash of files, or of those in folders, by their names and contents."""
    found = hashlib.sha256("\n".join(more).encode())
    for one in within:
        for file in sorted(one.rglob("*")) if one.is_dir() else [one]:
            if file.is_file() and "__pycache__" not in file.parts:
                found.update(f"\n{file.relative_to(root).as_posix()}\n".encode() + file.read_bytes())
    return found.hexdigest()[:32]


def _version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return "none"
