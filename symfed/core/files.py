"""Files that appear whole or not at all, and what would keep one from appearing."""

from __future__ import annotations

import os
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def in_one_stroke(target: Path) -> Iterator[Path]:
    """A draft beside the target, to be written inside the context, which then takes its place; after an error nothing is left of it, and an
    OSError names the target.

    The target stays as it was until then, with a draft that ends alike, so that writers which look at a file's ending find it.
    """
    whole = target.resolve()  # of a link, the file that it leads to
    draft = whole.with_name(f".{whole.stem}.{os.getpid()}.{threading.get_ident()}.draft{whole.suffix}")
    try:
        yield draft
        draft.replace(whole)
    except OSError as refused:
        refused.filename = str(target)  # a full disk says of no file that it is the one
        raise
    finally:
        draft.unlink(missing_ok=True)


def write_whole(target: Path, text: str) -> Path:
    """Write a text as UTF-8, in one stroke; returns the target. Raises OSError, with the target as it was."""
    with in_one_stroke(target) as draft:
        draft.write_text(text, encoding="utf-8")
    return target


def unwritable_file(target: Path) -> str:
    """Why no file could be put in this place; "" where one could. Nothing is changed by asking.

    >>> unwritable_file(Path("no such folder") / "rows.json").endswith("does not exist")
    True
    """
    folder = target.resolve().parent
    if not folder.is_dir():
        return f"the folder {folder} does not exist"
    if target.exists() and not target.is_file():
        return f"{target} is not a regular file, so it cannot be replaced in one stroke"
    return _refused(folder)


def unwritable_folder(target: Path) -> str:
    """Why no file could be put into this folder, which may have to be made first; "" where one could."""
    there = target.resolve()
    return _refused(next(folder for folder in (there, *there.parents) if folder.exists()))


def _refused(folder: Path) -> str:
    """What the system says to a new file there: asked by making one, since permissions alone know nothing of a read-only disk."""
    try:
        with tempfile.TemporaryFile(dir=folder):
            return ""
    except OSError as refused:
        return f"{folder} cannot be written: {refused.strerror}"
