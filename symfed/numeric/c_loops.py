"""Loops compiled by the system's C compiler, cached as shared libraries and called through ctypes."""

from __future__ import annotations

import ctypes
import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.core.files import write_whole
from symfed.generated import cache_folder
from symfed.models.arrays import Array
from symfed.numeric.arithmetic import Program
from symfed.numeric.loops import Kernel, loop_function

#: Sums may be reordered and divisions turned into products; NaN and infinity keep their meaning.
ARITHMETIC = (
    "-ffp-contract=fast", "-fassociative-math", "-fno-signed-zeros", "-fno-trapping-math", "-freciprocal-math", "-fno-math-errno",
)  # fmt: skip
OPTIONS = ("-O3", "-march=native", *ARITHMETIC)


def compiler() -> str:
    """The command of the C compiler: $CC, else cc, gcc or clang. Raises InvalidInput if there is none."""
    for name in (os.environ.get("CC"), "cc", "gcc", "clang"):
        if name and shutil.which(name):
            return name
    raise InvalidInput(
        "backend", "c", "needs a C compiler, and none of cc, gcc and clang is here", "install one, or use 'numba' or 'float64'"
    )


def library(text: str, options: tuple[str, ...] = OPTIONS) -> ctypes.CDLL:
    """The shared library of a C source, compiled unless it is cached. Raises InvalidInput if it does not compile."""
    return _compiled_library(text, compiler(), options)


@lru_cache(maxsize=256)
def _compiled_library(text: str, command: str, options: tuple[str, ...]) -> ctypes.CDLL:
    marked = f"/* {command} {' '.join(options)}; target {_target_hash(command, options)} */\n{text}"
    folder = cache_folder("formulas")
    with tempfile.TemporaryDirectory() as elsewhere:
        kept = (folder or Path(elsewhere)) / f"formula_{hashlib.sha256(marked.encode()).hexdigest()[:24]}"
        source, binary = kept.with_suffix(".c"), kept.with_suffix(".so")
        if not binary.exists():
            write_whole(source, marked)
            made = Path(elsewhere) / "made.so"
            _run(command, *options, "-shared", "-fPIC", str(source), "-o", str(made), "-lm")
            # atomically, as several processes may compile the same one
            part = Path(shutil.copy(made, kept.with_name(f"{kept.name}.{os.getpid()}.part")))
            os.replace(part, binary)
        return ctypes.CDLL(str(binary))


@lru_cache(maxsize=16)
def _target_hash(command: str, options: tuple[str, ...]) -> str:
    """A hash of the compiler's target: a folder shared by two machines must not give one the other's machine code."""
    macros = _run(command, *options, "-dM", "-E", "-x", "c", os.devnull)
    return hashlib.sha256(macros.encode()).hexdigest()[:16]


def _run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise InvalidInput("backend", "c", f"the compiler failed: {done.stderr.strip()[-500:]}", f"the command was {' '.join(command)}")
    return done.stdout


BACKEND = "c"
TOGETHER = True  # a Tuple of expressions shares its common subexpressions

_HEAD = """\
#include <math.h>
#include <stdint.h>

static inline double real(int64_t n) {{ return (double) n; }}
static inline double larger(double x, double y) {{ return x >= y || x != x ? x : y; }}
static inline double smaller(double x, double y) {{ return x <= y || x != x ? x : y; }}

static inline double whole_power(double x, int64_t n)
{{
    double power = 1.0;
    if (n < 0) {{ x = 1.0 / x; n = -n; }}
    for (int bit = 0; bit < {bits}; bit++) {{
        power = n & 1 ? power * x : power;
        x = x * x;
        n >>= 1;
    }}
    return power;
}}

void loop({parameters})
{{
"""


def loop_text(program: Program, fixed: tuple[int, ...], bits: int) -> str:
    """A C function `loop(points, results..., arguments...)` that fills the result columns."""
    (steps, results), names = program.lines(fixed), program.arguments()
    outputs = [f"out{k}" for k in range(len(results))]
    kinds = ["int64_t" if k in program.whole else "double" for k in range(len(names))]
    columns = [
        f"{kind} {name}" if k in fixed else f"const {kind} *restrict {name}_at"
        for k, (kind, name) in enumerate(zip(kinds, names, strict=True))
    ]
    parameters = ["int64_t points", *(f"double *restrict {output}" for output in outputs), *columns]
    body = [f"    const double {step.name} = {step.text};" for step in steps if step.fixed]
    body.append("    for (int64_t i = 0; i < points; i++) {")
    body += [
        f"        const {kind} {name} = {name}_at[i];" for k, (kind, name) in enumerate(zip(kinds, names, strict=True)) if k not in fixed
    ]
    body += [f"        const double {step.name} = {step.text};" for step in steps if not step.fixed]
    body += [f"        {output}[i] = {result};" for output, result in zip(outputs, results, strict=True)]
    return _HEAD.format(bits=bits, parameters=", ".join(parameters)) + "\n".join([*body, "    }", "}"]) + "\n"


def compile(expression: sp.Expr, arguments: Sequence[sp.Expr]) -> Callable[..., Any]:
    """A compiled function of scalars and arrays that broadcast; integers that stand in an exponent must be integers.

    Compiled at the first call, and cached on disk. Raises InvalidInput if there is no C compiler.
    """
    compiler()  # called here, so that a missing compiler raises before anything is generated
    return loop_function(expression, arguments, _kernel)


def _kernel(program: Program, fixed: tuple[int, ...], bits: int) -> Kernel:
    loop = library(loop_text(program, fixed, bits)).loop
    numbers = [ctypes.c_int64 if k in program.whole else ctypes.c_double for k in range(len(program.symbols))]
    results = [ctypes.c_void_p] * len(program.results)
    loop.argtypes = [ctypes.c_int64, *results, *(kind if k in fixed else ctypes.c_void_p for k, kind in enumerate(numbers))]
    loop.restype = None

    def kernel(points: int, results: Sequence[Array], arguments: Sequence[Any]) -> None:
        loop(points, *(out.ctypes.data for out in results), *(a if k in fixed else a.ctypes.data for k, a in enumerate(arguments)))

    return kernel
