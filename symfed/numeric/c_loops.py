"""Loops compiled by the system's C compiler, called through ctypes."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Any

import sympy as sp

from symfed.models.arrays import Array
from symfed.numeric.arithmetic import Program
from symfed.numeric.c_compiler import compiler, library
from symfed.numeric.loops import Kernel, loop_function

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
    lines, names = program.lines(fixed), program.arguments()
    outputs = [f"out{k}" for k in range(len(lines.results))]
    kinds = ["int64_t" if k in program.whole else "double" for k in range(len(names))]
    columns = [
        f"{kind} {name}" if k in fixed else f"const {kind} *restrict {name}_at"
        for k, (kind, name) in enumerate(zip(kinds, names, strict=True))
    ]
    parameters = ["int64_t points", *(f"double *restrict {output}" for output in outputs), *columns]
    body = [f"    const double {step.name} = {step.text};" for step in lines.steps if step.fixed]
    body.append("    for (int64_t i = 0; i < points; i++) {")
    body += [
        f"        const {kind} {name} = {name}_at[i];" for k, (kind, name) in enumerate(zip(kinds, names, strict=True)) if k not in fixed
    ]
    body += [f"        const double {step.name} = {step.text};" for step in lines.steps if not step.fixed]
    body += [f"        {output}[i] = {result};" for output, result in zip(outputs, lines.results, strict=True)]
    return _HEAD.format(bits=bits, parameters=", ".join(parameters)) + "\n".join([*body, "    }", "}"]) + "\n"


def compile(expression: sp.Expr, arguments: Sequence[sp.Expr]) -> Callable[..., Any]:
    """A compiled function of scalars and arrays that broadcast; integers that stand in an exponent must be integers.

    Compiled when it is first called, and kept on disk. Raises InvalidInput where there is no C compiler.
    """
    compiler()  # asked for here, so that its absence is said before anything is generated
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
