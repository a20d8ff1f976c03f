"""Generated kernels on disk: written once, compiled once, found again by what they are made of."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import sys
import tempfile
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numba

import symfed
from symfed.models.algorithm import Algorithm
from symfed.reference.simulation.kernels import lane_math
from symfed.reference.simulation.kernels.emitter import kernel_source
from symfed.reference.simulation.kernels.gradients.gradient import Gradient

FOLDER_VARIABLE = "SYMFED_CACHE"
Kernel = Callable[..., None]


def cache_folder() -> Path | None:
    """Where kernels are kept: $SYMFED_CACHE, else the user's cache folder as the platform has it; None where it cannot be written.

    An empty SYMFED_CACHE keeps nothing: every process then compiles anew.
    """
    chosen = os.environ.get(FOLDER_VARIABLE)
    if chosen == "":
        return None
    folder = (Path(chosen) if chosen else _user_cache() / "symfed") / "kernels"
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


def compiled_kernel(algorithm: Algorithm, gradient: Gradient, dim: int, lanes: int) -> Kernel:
    """The function `advance` for this rule, gradient, dimension and number of lanes.

    numba's own cache looks at a file's date alone; here the file's name is the hash of its text, and the text names what it calls
    and the versions that compile it: a changed rule can never meet an old kernel.
    """
    folder = cache_folder()
    fingerprint = f"symfed {symfed.__version__}, numba {numba.__version__}, arithmetic {_arithmetic()}"
    return _load(kernel_source(algorithm, gradient, dim, lanes, fingerprint, cache=folder is not None), folder)


@lru_cache(maxsize=1)
def _arithmetic() -> str:
    return hashlib.sha256(Path(lane_math.__file__).read_bytes()).hexdigest()[:16]


@lru_cache(maxsize=256)
def _load(text: str, folder: Path | None) -> Kernel:
    name = f"kernel_{hashlib.sha256(text.encode()).hexdigest()[:24]}"
    if folder is None:
        module: Any = ModuleType(name)
        exec(compile(text, name, "exec"), module.__dict__)
        kernel: Kernel = module.advance
        return kernel
    path = folder / f"{name}.py"
    if not path.exists() or path.read_text() != text:
        _write(path, text)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # numba finds a stored kernel's module by this name
    spec.loader.exec_module(module)
    kernel = module.advance
    return kernel


def _write(path: Path, text: str) -> None:
    """All or nothing, although several processes may write the same file."""
    with tempfile.NamedTemporaryFile("w", dir=path.parent, suffix=".part", delete=False) as part:
        part.write(text)
    os.replace(part.name, path)
