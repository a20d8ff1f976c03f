"""Points per second of formulas: symfed's backends against lambdify, JAX and compiled C."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import flint
import numpy as np
import sympy as sp

from benchmarks.baselines import formula_loops
from benchmarks.baselines.formula_loops import Run
from benchmarks.formula_cases import FormulaCase, formula_cases
from benchmarks.measure import rotate
from symfed.core.errors import InvalidInput
from symfed.core.symbols import H, N
from symfed.numeric import compile_expression
from symfed.numeric.c_loops import compiler

#: A million points at once, which must come from memory, and batches of which 20 columns stay in the last cache.
BATCHES = (1_000_000, 2**16)
RIVALS = {
    "faster_than_lambdify_in_chunks": ("lambdify in chunks", "chunked lambdify"),
    "faster_than_C": ("C -ffast-math", "C"),
}
COMPARED = 200
# every rounding moves a node by no more than the ball there is wide, when the arguments' balls are 2^-52 wide; the longest case has 314
# operations and powers of at most 30: fewer than 1000 roundings
_ROUNDINGS = 1000


def symfed(backend: str) -> Callable[[FormulaCase], Run]:
    def prepare(case: FormulaCase) -> Run:
        function = compile_expression(sp.Tuple(*case.expressions), case.arguments, backend)

        def run(columns: Sequence[np.ndarray]) -> Sequence[np.ndarray]:
            return list(np.moveaxis(function(*columns), -1, 0))

        return run

    return prepare


def contestants() -> dict[str, Callable[[FormulaCase], Run]]:
    """Those that this machine can run."""
    out = {"symfed float64": symfed("float64"), "lambdify": formula_loops.plain, "lambdify in chunks": formula_loops.chunked}
    if importlib.util.find_spec("numba") is not None:
        out["symfed numba"] = symfed("numba")
    if importlib.util.find_spec("jax") is not None:
        out |= {"symfed jax": symfed("jax"), "JAX": formula_loops.jax}
    try:
        compiler()
    except InvalidInput:
        return out
    return out | {"symfed c": symfed("c"), "C -ffast-math": formula_loops.c}


def agree(case: FormulaCase, runs: dict[str, Run]) -> None:
    """Raises AssertionError where a contestant misses the enclosed value by more than rounding can explain."""
    columns = case.columns(COMPARED, seed=1)
    found = {name: np.stack([np.broadcast_to(r, COMPARED) for r in run(columns)]) for name, run in runs.items()}
    for j, expression in enumerate(case.expressions):
        ball = compile_expression(expression, case.arguments, "ball")
        for k in range(COMPARED):
            values = [column[k] for column in columns]
            given = [
                flint.fmpq(int(v)) if s in (H, N) else flint.arb(float(v), abs(float(v)) * 2.0**-52)
                for s, v in zip(case.arguments, values, strict=True)
            ]
            truth = ball(*given)
            for name, results in found.items():
                apart = abs(float(results[j, k]) - float(truth.mid()))
                if not apart <= _ROUNDINGS * float(truth.rad()):
                    raise AssertionError(f"{case.name}: {name} misses by {apart:.1e} at {dict(zip(case.arguments, values, strict=True))}")


def measure(rounds: int, only: str, say: Callable[[str], None]) -> list[dict[str, Any]]:
    """One record a case and batch: nanoseconds a point, and how many times as fast as chunked lambdify and as C a contestant is."""
    records = []
    for case in formula_cases():
        if only not in case.name:
            continue
        runs = {name: prepare(case) for name, prepare in contestants().items()}
        agree(case, runs)
        for batch in BATCHES:
            say(f"{case.name}, batches of {batch}")
            columns, repeats = case.columns(batch), BATCHES[0] // batch

            def several(_: int, run: Run, columns: list[np.ndarray] = columns, repeats: int = repeats) -> None:
                for _ in range(repeats):
                    run(columns)

            for run in runs.values():
                run(columns)  # compiled and warm at the size that is timed
            seconds = rotate({name: partial(several, run=run) for name, run in runs.items()}, rounds)
            rows = {name: _row(figures, seconds, repeats * batch) for name, figures in seconds.items()}
            records.append({"case": case.name, "batch": batch, "contestants": rows})
            for name, row in rows.items():
                ratios = ", ".join(f"x {row[key]:.2f} {words}" for key, (_, words) in RIVALS.items() if key in row)
                say(f"  {name:20s} {row['nanoseconds_a_point']:8.2f} ns a point; as fast as others: {ratios}")
    return records


def _row(figures: dict[str, float], seconds: dict[str, dict[str, float]], points: int) -> dict[str, float]:
    ratios = {key: seconds[other]["cpu_seconds"] / figures["cpu_seconds"] for key, (other, _) in RIVALS.items() if other in seconds}
    return {**figures, "nanoseconds_a_point": figures["cpu_seconds"] / points * 1e9, **ratios}
