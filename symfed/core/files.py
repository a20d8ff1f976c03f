"""Atomic writing of files, and the reasons why a file could not be written."""

from __future__ import annotations

import json
import os
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

from symfed.core.errors import SymfedError


@contextmanager
def in_one_stroke(target: Path) -> Iterator[Path]:
    """Yield a temporary path beside the target, to be written inside the context, which then replaces the target. After an error it is
    removed; an OSError names the target.

    Until then the target stays as it was. The temporary path has the target's suffix, for writers that depend on it.
    """
    whole = target.resolve()  # of a link, the file that it leads to
    draft = whole.with_name(f".{whole.stem}.{os.getpid()}.{threading.get_ident()}.draft{whole.suffix}")
    try:
        yield draft
        draft.replace(whole)
    except OSError as refused:
        refused.filename = str(target)  # the error of a full disk names no file
        raise
    finally:
        draft.unlink(missing_ok=True)


def write_whole(target: Path, text: str) -> Path:
    """Write a text as UTF-8, atomically; returns the target. Raises OSError, leaving the target as it was."""
    with in_one_stroke(target) as draft:
        draft.write_text(text, encoding="utf-8")
    return target


def read_json(where: Path, remedy: str = "") -> Any:
    """The data of a JSON file without duplicate keys. Raises SymfedError, which names the file and ends with the remedy."""
    try:
        return json.loads(where.read_text(encoding="utf-8"), object_pairs_hook=_unique_keys, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise SymfedError(f"{where.name} is not JSON: {error}{remedy}") from error


def read_entries(where: Path, remedy: str, kind: type) -> dict[str, Any]:
    """The entries of a file by name, each of type `kind`; empty if there is no file. Raises SymfedError if it is no such table."""
    found = read_json(where, remedy) if where.exists() else {}
    if not isinstance(found, dict) or not all(isinstance(entry, kind) for entry in found.values()):
        raise SymfedError(f"{where.name} must hold an entry for each claim{remedy}")
    return found


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object as a dict. Raises ValueError for a duplicate key, of which the json module would silently keep the last."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"{next(name for name in names if names.count(name) > 1)!r} stands twice in {found.get('id', 'one object')}")
    return found


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is no number")


def unwritable_file(target: Path) -> str:
    """The reason why no file can be written at this path; "" if one can. Changes nothing.

    >>> unwritable_file(Path("no such folder") / "rows.json").endswith("does not exist")
    True
    """
    folder = target.resolve().parent
    if not folder.is_dir():
        return f"the folder {folder} does not exist"
    if target.exists() and not target.is_file():
        return f"{target} is not a regular file, so it cannot be replaced in one stroke"
    return _write_error(folder)


def unwritable_folder(target: Path) -> str:
    """The reason why no file can be written into this folder, which may have to be created first; "" if one can."""
    there = target.resolve()
    return _write_error(next(folder for folder in (there, *there.parents) if folder.exists()))


def _write_error(folder: Path) -> str:
    """The system's error for a new file there, "" for none; found by creating one, since permissions do not show a read-only disk."""
    try:
        with tempfile.TemporaryFile(dir=folder):
            return ""
    except OSError as refused:
        return f"{folder} cannot be written: {refused.strerror}"
