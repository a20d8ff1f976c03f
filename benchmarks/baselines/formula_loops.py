"""The ways in which a formula is usually evaluated at many points: lambdify, lambdify in chunks, JAX, a loop in C."""

from __future__ import annotations

import ctypes
import importlib
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import sympy as sp

from benchmarks.baselines.compiled_c import shared
from benchmarks.formula_cases import FormulaCase
from symfed.numeric.source_code import source_code

#: The fastest of 1024, 2048, ..., 16384 for the longest of the cases.
CHUNK = 8192
FAST = ("-O3", "-march=native", "-ffast-math")

#: columns of arguments -> one column for every expression of the case
Run = Callable[[Sequence[np.ndarray]], Sequence[np.ndarray]]


def plain(case: FormulaCase) -> Run:
    function = sp.lambdify(case.arguments, case.expressions, "numpy")
    return lambda columns: function(*columns)


def chunked(case: FormulaCase) -> Run:
    function = sp.lambdify(case.arguments, case.expressions, "numpy", cse=True)

    def run(columns: Sequence[np.ndarray]) -> Sequence[np.ndarray]:
        count = len(columns[0])
        out = [np.empty(count) for _ in case.expressions]
        for start in range(0, count, CHUNK):
            part = slice(start, start + CHUNK)
            for whole, piece in zip(out, function(*[column[part] for column in columns]), strict=True):
                whole[part] = piece
        return out

    return run


def jax(case: FormulaCase) -> Run:
    library_of_jax = importlib.import_module("jax")
    function = library_of_jax.jit(sp.lambdify(case.arguments, case.expressions, "jax", cse=True))

    def run(columns: Sequence[np.ndarray]) -> Sequence[np.ndarray]:
        with library_of_jax.enable_x64(True):
            return [np.asarray(result) for result in function(*columns)]

    return run


def c(case: FormulaCase) -> Run:
    """SymPy's own C text of every expression, in one loop over restricted pointers."""
    names = [f"x{k}" for k in range(len(case.arguments))]
    functions = [
        source_code(f"f{j}", one, dict(zip(names, case.arguments, strict=True)), "c").replace("double f", "static inline double f", 1)
        for j, one in enumerate(case.expressions)
    ]
    kinds = ["int64_t" if symbol.is_integer else "double" for symbol in case.arguments]
    outputs = [f"double *restrict out{j}" for j in range(len(functions))]
    parameters = outputs + [f"const {kind} *restrict {name}" for kind, name in zip(kinds, names, strict=True)]
    calls = [f"        out{j}[i] = f{j}({', '.join(f'{name}[i]' for name in names)});" for j in range(len(functions))]
    text = [
        "#include <math.h>",
        "#include <stdint.h>",
        *functions,
        f"void run(long count, {', '.join(parameters)})",
        "{",
        "    for (long i = 0; i < count; i++) {",
    ]
    with tempfile.TemporaryDirectory(prefix="symfed-benchmark-") as folder:
        source = Path(folder) / "loop.c"
        source.write_text("\n".join([*text, *calls, "    }", "}", ""]))
        kernel = shared(source, FAST).run
    kernel.argtypes = [ctypes.c_long] + [ctypes.c_void_p] * len(parameters)

    def run(columns: Sequence[np.ndarray]) -> Sequence[np.ndarray]:
        out = [np.empty(len(columns[0])) for _ in functions]
        kernel(len(columns[0]), *(array.ctypes.data for array in [*out, *columns]))
        return out

    return run
