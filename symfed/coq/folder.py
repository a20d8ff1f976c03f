"""A folder of claims in Coq, as it is committed, exported and built: a folder a source, a file a claim, and the library."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from symfed.coq.coq import LIBRARY, required
from symfed.core.files import write_whole

#: Texts by their path in the folder: "source/name.v".
Texts = Mapping[str, str]
#: Where the library lies in a folder that has a copy of it.
LIBRARY_FOLDER = "library"
PROJECT = "_CoqProject"


def committed_folder() -> Path:
    return Path(str(files("proofs_checks").joinpath("kernel")))


def claims_of(folder: Path) -> dict[str, str]:
    """The files of claims in a folder, sorted."""
    found = sorted(path for path in folder.glob("*/*.v") if path.parent.name != LIBRARY_FOLDER)
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in found}


@lru_cache(maxsize=1)
def library() -> dict[str, str]:
    """The files by hand, sorted, by their path in a folder that has a copy."""
    return {f"{LIBRARY_FOLDER}/{path.name}": path.read_text(encoding="utf-8") for path in sorted(LIBRARY.glob("*.v"))}


def put(folder: Path, texts: Texts, *, with_library: bool = True, whole: bool = False, gone: Collection[str] = ()) -> Path:
    """Write claims, what a person needs to compile them, and the library (else it is found where it lies in the checkout).

    `whole`: files of other claims go; `gone`: so do these. Each file appears whole or not at all. Returns the folder.
    """
    lies = LIBRARY_FOLDER if with_library else f"../../symfed/coq/{LIBRARY.name}"
    lines = [*([] if with_library else [f"-R {lies} Symfed"]), "-R . Symfed"]
    written = {**(library() if with_library else {}), **texts}
    before = claims_of(folder).keys()
    spare = (before if whole else before & {*gone}) - texts.keys()
    for name in spare:
        (folder / name).unlink()
    claims = sorted({*texts, *before} - spare)
    everything = [*(f"{lies}/{Path(name).name}" for name in library()), *claims]
    for name, text in {**written, PROJECT: "\n".join([*lines, *everything]) + "\n"}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            write_whole(path, text)
    return folder


def stem(name: str) -> str:
    """What a file is called where it is required.

    >>> stem("library/Prelude.v")
    'Prelude'
    """
    return Path(name).stem


def needs(texts: Texts) -> dict[str, list[str]]:
    """For each file those of the folder that it requires, by path."""
    called = {stem(name): name for name in texts}
    return {name: [called[other] for other in required(text) if other in called] for name, text in texts.items()}


def hashes(texts: Texts) -> dict[str, str]:
    """For each file a short text that changes with it and with all that it requires, the library included."""
    everything = {**library(), **texts}
    graph, found = needs(everything), dict[str, str]()

    def of(name: str) -> str:
        if name not in found:
            content = [everything[name], *(of(other) for other in graph[name])]
            found[name] = hashlib.sha256("\n".join(content).encode()).hexdigest()[:16]
        return found[name]

    return {name: of(name) for name in texts}
