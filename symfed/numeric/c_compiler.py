"""The system's C compiler, and shared libraries made with it."""

from __future__ import annotations

import ctypes
import hashlib
import os
import shutil
import subprocess
import tempfile
from functools import lru_cache
from pathlib import Path

from symfed.core.errors import InvalidInput
from symfed.generated import cache_folder, write_whole

#: Sums may be reordered and divisions turned into products; NaN and infinity keep their meaning.
ARITHMETIC = (
    "-ffp-contract=fast", "-fassociative-math", "-fno-signed-zeros", "-fno-trapping-math", "-freciprocal-math", "-fno-math-errno",
)  # fmt: skip
OPTIONS = ("-O3", "-march=native", *ARITHMETIC)


def compiler() -> str:
    """The command that compiles C: $CC, else cc, gcc or clang. Raises InvalidInput where there is none."""
    for name in (os.environ.get("CC"), "cc", "gcc", "clang"):
        if name and shutil.which(name):
            return name
    raise InvalidInput(
        "backend", "c", "needs a C compiler, and none of cc, gcc and clang is here", "install one, or use 'numba' or 'float64'"
    )


def library(text: str, options: tuple[str, ...] = OPTIONS) -> ctypes.CDLL:
    """The shared library of a C source, compiled unless it is kept already. Raises InvalidInput where it does not compile."""
    return _library(text, compiler(), options)


@lru_cache(maxsize=256)
def _library(text: str, command: str, options: tuple[str, ...]) -> ctypes.CDLL:
    marked = f"/* {command} {' '.join(options)}; target {_target(command, options)} */\n{text}"
    folder = cache_folder("formulas")
    with tempfile.TemporaryDirectory() as elsewhere:
        kept = (folder or Path(elsewhere)) / f"formula_{hashlib.sha256(marked.encode()).hexdigest()[:24]}"
        source, binary = kept.with_suffix(".c"), kept.with_suffix(".so")
        if not binary.exists():
            write_whole(source, marked)
            made = Path(elsewhere) / "made.so"
            _run(command, *options, "-shared", "-fPIC", str(source), "-o", str(made), "-lm")
            # all or nothing, although several processes may make the same one
            part = Path(shutil.copy(made, kept.with_name(f"{kept.name}.{os.getpid()}.part")))
            os.replace(part, binary)
        return ctypes.CDLL(str(binary))


@lru_cache(maxsize=16)
def _target(command: str, options: tuple[str, ...]) -> str:
    """What the compiler says it compiles for: a folder shared by two machines must not hand one the other's instructions."""
    macros = _run(command, *options, "-dM", "-E", "-x", "c", os.devnull)
    return hashlib.sha256(macros.encode()).hexdigest()[:16]


def _run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise InvalidInput("backend", "c", f"the compiler failed: {done.stderr.strip()[-500:]}", f"the command was {' '.join(command)}")
    return done.stdout
