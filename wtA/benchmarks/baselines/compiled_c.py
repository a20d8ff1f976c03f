"""(c) Plain C -O3, and the hand-written kernel over lanes, where a C compiler is present."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchmarks.cases import BURN_IN, L2, Averages, Case, H, Run

COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


def prepare(case: Case) -> Run:
    return _prepare(case, "plain.c", ["-O3", "-march=native"])


def prepare_lanes(case: Case) -> Run:
    return _prepare(case, "lanes.c", ["-O3", "-march=native", "-ffast-math"])


def shared(source: Path, flags: Sequence[str]) -> ctypes.CDLL:
    """The source as a shared library, loaded.

    Linked by a command of its own: -ffast-math would link start-up code that rounds subnormal numbers to zero in the whole process.
    """
    with tempfile.TemporaryDirectory(prefix="symfed-benchmark-") as folder:
        compiled, linked = Path(folder) / "kernel.o", Path(folder) / "kernel.so"
        subprocess.run([str(COMPILER), *flags, "-fPIC", "-c", str(source), "-o", str(compiled)], check=True)
        subprocess.run([str(COMPILER), "-shared", str(compiled), "-o", str(linked), "-lm"], check=True)
        return ctypes.CDLL(str(linked))


def _prepare(case: Case, source: str, flags: list[str]) -> Run:
    kernel = shared(Path(__file__).parent / source, [*flags, f"-DDIM={case.dim}"]).simulate
    arrays = [None if a is None else np.ascontiguousarray(a) for a in (case.optimum, case.rows, case.hessians, case.centres, case.roots)]
    pointers = [ctypes.c_void_p() if a is None else a.ctypes.data_as(ctypes.c_void_p) for a in arrays]

    def run(replicas: int, rounds: int, seed: int) -> Averages:
        sums = np.zeros((replicas, case.dim))
        numbers = [ctypes.c_long(v) for v in (replicas, rounds, BURN_IN, H)]
        reals = [ctypes.c_double(case.gamma), ctypes.c_double(L2)]
        scaffold, start = ctypes.c_int(case.scaffold), ctypes.c_uint64(seed << 32)
        kernel(*numbers, scaffold, *reals, start, *pointers, sums.ctypes.data_as(ctypes.c_void_p))
        assert arrays[0] is not None  # the arrays that the pointers point at live as long as this function
        return Averages.of(sums / (rounds - BURN_IN))

    return run
