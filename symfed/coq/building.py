"""Compile a whole folder with Coq: several files at once, required files first, and unchanged files not again."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from graphlib import TopologicalSorter
from pathlib import Path
from typing import TYPE_CHECKING

from symfed.coq.coq import REFUSED, Judgement, coqc, version
from symfed.coq.folder import Texts, content_hashes, library, put, required_name, requirements_of
from symfed.core.errors import SymfedError
from symfed.core.files import write_whole

if TYPE_CHECKING:
    from symfed.coq.claim import ClaimFile

#: For one file; most take less than one second.
SECONDS = 120.0
#: (file, done, total) as each file ends.
OnFile = Callable[[str, int, int], None]
_LATE = "not within"


def build(
    folder: Path,
    texts: Texts,
    jobs: int = 1,
    seconds: float = SECONDS,
    on_file: OnFile | None = None,
) -> dict[str, Judgement]:
    """Compile these files in `folder` and return Coq's judgement of each by name; a record of each is kept there.

    A file whose record is of the same text, the same required texts and the same Coq is not compiled again. Raises NoCoq where Coq is not
    installed, SymfedError where it does not accept the library.
    """
    everything = {**library(), **texts}
    graph, of = requirements_of(everything), version()
    keys = {name: f"{text} {of}" for name, text in content_hashes(everything).items()}
    put(folder, texts)
    wanted = set(texts)
    while more := {other for name in wanted for other in graph[name]} - wanted:
        wanted |= more
    order = TopologicalSorter({name: graph[name] for name in wanted})
    order.prepare()
    found: dict[str, Judgement] = {}
    with ThreadPoolExecutor(jobs) as pool:  # each waits for a process
        running: dict[Future[Judgement], str] = {}
        while order.is_active():
            for name in order.get_ready():
                given = None if name in library() else seconds  # what is written by hand is known to end
                running[pool.submit(_recorded_judgement, folder, name, keys[name], given)] = name
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                name = running.pop(future)
                found[name] = future.result()
                if name in library() and not found[name].accepted:
                    pool.shutdown(wait=False, cancel_futures=True)
                    raise SymfedError(f"Coq does not accept {required_name(name)}.v of the library: {found[name].messages}")
                order.done(name)
                if on_file is not None:
                    on_file(name, len(found), len(wanted))
    return {name: found[name] for name in texts}


def _recorded_judgement(folder: Path, name: str, key: str, seconds: float | None) -> Judgement:
    record = folder / f"{name}.json"
    if record.exists():
        held = json.loads(record.read_text(encoding="utf-8"))
        if held["key"] == key:
            return Judgement(held["accepted"], held["messages"])
    begun = time.monotonic()
    judgement = coqc(folder, name, seconds)
    if not judgement.messages.startswith(_LATE):  # another time there may be more of it
        told = {"key": key, "accepted": judgement.accepted, "messages": judgement.messages, "seconds": round(time.monotonic() - begun, 2)}
        write_whole(record, json.dumps(told, ensure_ascii=False))
    return judgement


def accept(
    files: Sequence[ClaimFile],
    folder: Path,
    jobs: int = 1,
    seconds: float = SECONDS,
    on_file: OnFile | None = None,
) -> tuple[list[ClaimFile], dict[str, Judgement]]:
    """The files with the theorems that Coq accepts, without those it refuses; and its judgement of each by path. Raises as `build` does."""
    current = {file.path: file for file in files}
    while True:
        texts = {name: file.text for name, file in current.items() if file.theorems}
        judged = build(folder, texts, jobs, seconds, on_file)
        refused = {name: current[name] for name, judgement in judged.items() if not judgement.accepted}
        if not refused:
            return list(current.values()), judged
        for name, file in refused.items():
            current[name] = file.without({_culprit(file, judged[name], folder, seconds): _error_line(judged[name])})


def _error_line(judgement: Judgement) -> str:
    """Coq's error message, in a line that does not depend on where it occurs."""
    said = judgement.messages.partition("Error:")[2] or judgement.messages
    line = " ".join(said.split()).strip()
    return f"{REFUSED}: {line if len(line) <= 100 else line[:97] + '...'}"


def _culprit(file: ClaimFile, judgement: Judgement, folder: Path, seconds: float) -> str:
    """The theorem at which Coq stopped; where it names no line, the first at which it does not terminate."""
    if at := re.search(r'^File "[^"]*", line (\d+), characters.*\n(?=(?:.*\n)*?Error)', judgement.messages, re.MULTILINE):
        offset = sum(len(line) + 1 for line in file.text.splitlines()[: int(at[1]) - 1])
        return next((t.name for t in reversed(file.theorems) if file.text.index(str(t)) <= offset), file.theorems[0].name)
    names = [theorem.name for theorem in file.theorems]
    for number, name in enumerate(names[:-1]):
        first = file.without(dict.fromkeys(names[number + 1 :], "later"))
        if not build(folder, {first.path: first.text}, 1, seconds)[first.path].accepted:
            return name
    return names[-1]
