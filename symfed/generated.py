"""Generated modules on disk: written once, compiled once, found again by the hash of their text."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import sys
import tempfile
from functools import lru_cache
from pathlib import Path
from types import ModuleType

from symfed.core.files import write_whole

FOLDER_VARIABLE = "SYMFED_CACHE"


def cache_folder(kind: str) -> Path | None:
    """The folder that caches modules of a kind: $SYMFED_CACHE, else the user's cache folder; None if it cannot be written.

    An empty SYMFED_CACHE disables the cache: every process then compiles again.
    """
    chosen = os.environ.get(FOLDER_VARIABLE)
    if chosen == "":
        return None
    folder = (Path(chosen) if chosen else _user_cache() / "symfed") / kind
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return None


def _user_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


@lru_cache(maxsize=256)
def generated_module(prefix: str, text: str, folder: Path | None) -> ModuleType:
    """Import a module with the given text, cached in the folder if there is one.

    numba's own cache looks at a file's date alone; here the file's name is the hash of its text, so that a changed text can never meet
    what was compiled of an older one.
    """
    name = f"{prefix}_{hashlib.sha256(text.encode()).hexdigest()[:24]}"
    if folder is None:
        module = ModuleType(name)
        exec(compile(text, name, "exec"), module.__dict__)
        return module
    path = folder / f"{name}.py"
    if not path.exists() or path.read_text() != text:
        try:
            write_whole(path, text)
        except OSError:  # a full disk, say: then this process compiles for itself
            return generated_module(prefix, text, None)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # numba finds a stored function's module by this name
    spec.loader.exec_module(module)
    return module
