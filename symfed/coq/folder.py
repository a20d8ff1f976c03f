"""The folder of claims in Coq: a subfolder per source, a file per claim, and the library."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from graphlib import TopologicalSorter
from importlib.resources import files
from pathlib import Path

from symfed.coq.coq import LIBRARY, required_files
from symfed.core.files import write_whole

#: Texts by their path in the folder: "source/name.v".
Texts = Mapping[str, str]
#: Where the library lies in it.
LIBRARY_FOLDER = "library"


def committed_folder() -> Path:
    """Where the tables of what Coq accepted are committed."""
    return Path(str(files("proofs_checks").joinpath("kernel")))


@lru_cache(maxsize=1)
def library() -> dict[str, str]:
    """The files by hand, sorted, by their path in the folder."""
    return {f"{LIBRARY_FOLDER}/{path.name}": path.read_text(encoding="utf-8") for path in sorted(LIBRARY.glob("*.v"))}


def put(folder: Path, texts: Texts) -> Path:
    """Write claims, the library, and what a person needs to compile the folder, and return it; each file appears whole or not at all."""
    for name, text in {**library(), **texts}.items():
        _write_if_changed(folder / name, text)
    there = sorted(path.relative_to(folder).as_posix() for path in folder.glob("*/*.v"))
    _write_if_changed(folder / "_CoqProject", "\n".join(["-R . Symfed", *there]) + "\n")
    return folder


def _write_if_changed(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        write_whole(path, text)


def required_name(name: str) -> str:
    """The name by which a file is required.

    >>> required_name("library/Prelude.v")
    'Prelude'
    """
    return Path(name).stem


def digest(*texts: str) -> str:
    """A hash of these texts."""
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16]


def requirements_of(texts: Texts) -> dict[str, list[str]]:
    """For each file those of the folder that it requires, by path."""
    called = {required_name(name): name for name in texts}
    return {name: [called[other] for other in required_files(text) if other in called] for name, text in texts.items()}


def content_hashes(texts: Texts) -> dict[str, str]:
    """For each file a short text that changes with it and with all that it requires, the library included."""
    everything = {**library(), **texts}
    graph, found = requirements_of(everything), dict[str, str]()
    for name in TopologicalSorter(graph).static_order():
        found[name] = digest(everything[name], *(found[other] for other in graph[name]))
    return {name: found[name] for name in texts}
