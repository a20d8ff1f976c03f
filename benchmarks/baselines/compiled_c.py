"""(c) Plain C -O3, and the hand-written kernel over lanes, where a C compiler is present."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np

from benchmarks.cases import BURN_IN, L2, Averages, Case, H, Run

COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


def prepare(case: Case) -> Run:
    return _prepare(case, "plain.c", ["-O3", "-march=native"])


def prepare_lanes(case: Case) -> Run:
    return _prepare(case, "lanes.c", ["-O3", "-march=native", "-ffast-math"])


def _prepare(case: Case, source: str, flags: list[str]) -> Run:
    folder = Path(tempfile.mkdtemp(prefix="symfed-benchmark-"))
    library = folder / "kernel.so"
    command = [
        str(COMPILER),
        *flags,
        f"-DDIM={case.dim}",
        "-shared",
        "-fPIC",
        str(Path(__file__).parent / source),
        "-o",
        str(library),
        "-lm",
    ]
    subprocess.run(command, check=True)
    kernel = ctypes.CDLL(str(library)).simulate
    shutil.rmtree(folder)  # loaded already
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
