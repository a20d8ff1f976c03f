"""Readers of committed files, on files that are changed in memory or in a folder of their own."""

from __future__ import annotations

import copy
import json
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from click.testing import CliRunner

from symfed.cli import main
from symfed.ledger import evidence
from symfed.recheck import entry, path_of
from tests.noticed.change import committed

Data = dict[str, Any]
Alteration = Callable[[Any], object]


def put(*path_and_value: Any) -> Alteration:
    """A value, or what a function makes of the old one, at a place of some data."""
    *path, last, value = path_and_value

    def change(data: Any) -> None:
        for key in path:
            data = data[key]
        data[last] = value(data[last]) if callable(value) else value

    return change


def swapped(old: str, new: str) -> Callable[[str], str]:
    """What puts one piece of a text in place of another, which must be there."""

    def swap(text: str) -> str:
        assert old in text, f"{old!r} does not stand in {text[:200]}"
        return text.replace(old, new, 1)

    return swap


def altered(data: Any, *changes: Alteration) -> Any:
    """Data after some changes."""
    changed = copy.deepcopy(data)
    for change in changes:
        change(changed)
    return changed


def told(*arguments: str) -> str:
    """What a command says, with its exit code before it; nothing where that is 0. An exception of ours is raised, and is no notice."""
    result = CliRunner().invoke(main, list(arguments))
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return f"exit {result.exit_code}: {result.output}" if result.exit_code else ""


@cache
def file_of(name: str) -> Data:
    """A committed replay file."""
    found: Data = json.loads(path_of(evidence.committed_folder(), name).read_text(encoding="utf-8"))
    return found


@cache
def entries() -> evidence.Entries:
    return evidence.load(evidence.committed_folder())


@contextmanager
def replay_folder(files: Mapping[str, Any], kept: Mapping[str, Any]) -> Iterator[Path]:
    """A folder of replay files, with entries beside it, that commands take for the committed one."""
    with TemporaryDirectory() as where, pytest.MonkeyPatch.context() as patch:
        folder = Path(where) / "replay"
        folder.mkdir()
        for name, held in files.items():
            path_of(folder, name).write_text(held if isinstance(held, str) else json.dumps(held, ensure_ascii=False), encoding="utf-8")
        evidence.save(kept, folder)
        patch.setattr("symfed.cli.recheck.committed_folder", lambda: folder)
        yield folder


def rechecked(name: str, file: Any = None, kept: Any = None, fits: bool = False) -> str:
    """What `symfed recheck` says of a claim with this file and entry, the committed ones where none are given.

    fits: the entry is made to fit the file.
    """
    file, kept = file_of(name) if file is None else file, entries().get(name) if kept is None else kept
    entry_now = entry(file, committed()[name]["tier"]) if fits else kept
    with replay_folder({name: file}, {name: entry_now} if entry_now else {}):
        return told("recheck", name)


@contextmanager
def committed_file(place: str, text: str) -> Iterator[None]:
    """A file with this text in place of a committed one. place: the function that says where it lies."""
    with TemporaryDirectory() as where, pytest.MonkeyPatch.context() as patch:
        path = Path(where) / "committed.json"
        path.write_text(text, encoding="utf-8")
        patch.setattr(place, lambda: path)
        yield


@contextmanager
def copied_folder(committed: Path, *names: str) -> Iterator[Path]:
    """A folder with some files of a committed one."""
    with TemporaryDirectory() as where:
        for name in names:
            target = Path(where) / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(committed / name, target)
        yield Path(where)
