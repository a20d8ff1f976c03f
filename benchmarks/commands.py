"""CPU seconds of commands as a user types them, beside a bare start and beside a fixed amount of exact arithmetic on the same machine."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import sympy as sp

from benchmarks.measure import rotate

#: What no command can do without: Python, click and rich.
BARE = ("-c", "import click, rich.console, rich.table")
ARITHMETIC = ("-c", "from benchmarks.commands import arithmetic; arithmetic()")
#: Claims that between them use most kinds of checks: search, identity, free algebra, sign, certificate, induction, coefficients, remainder.
SAMPLE = (
    "symfed-lsa-least-squares",
    "symfed-scaffold-faster-up-to-best",
    "symfed-scaffold-quadratic-second-moment",
    "symfed-td-value",
)
#: What prints, refuses, or judges what takes no time.
QUICK = {"list": ["list"], "a mistyped id": ["show", SAMPLE[0] + "s"]}


def arithmetic() -> None:
    """Exact arithmetic of the two kinds that checks are made of, rational matrices and symbolic polynomials: a second or two."""
    A = [[Fraction(i + 2, i + 3 * j + 1) for j in range(6)] for i in range(6)]
    for _ in range(40):
        B = A
        for _ in range(6):
            B = [[sum((x * y for x, y in zip(row, column, strict=True)), Fraction(0)) for column in zip(*A, strict=True)] for row in B]
    x, y, z = sp.symbols("x y z", positive=True)
    for k in range(12):
        sp.factor(sp.expand((x + 2 * y + 3 * z + k) ** 6 * (x - y)))


def command(arguments: Sequence[str]) -> list[str]:
    """The arguments of Python for a command of symfed."""
    return ["-c", "from symfed.cli import main; main()", *arguments]


def cpu(arguments: Sequence[str]) -> float:
    """CPU seconds of a fresh Python with these arguments, and of the processes that it waited for."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(rounds: int, only: str, say: Callable[[str], None]) -> list[dict[str, Any]]:
    """CPU seconds of each command in fresh processes, medians over rounds in rotation."""
    runs: dict[str, Sequence[str]] = {"a bare start": BARE, "exact arithmetic": ARITHMETIC}
    runs |= {name: command(arguments) for name, arguments in QUICK.items()}
    runs |= {f"verify {name}": command(["verify", "--jobs", "1", name]) for name in SAMPLE}
    runs |= {"verify, a sample": command(["verify", "--jobs", "1", *SAMPLE])}
    chosen = {name: arguments for name, arguments in runs.items() if only in name}
    seconds: dict[str, list[float]] = {name: [] for name in chosen}
    rotate({name: lambda _, name=name: seconds[name].append(cpu(chosen[name])) for name in chosen}, rounds)
    for name, taken in seconds.items():
        say(f"{name}: {sorted(taken)[len(taken) // 2]:.2f} s")
    return [{"task": name, "cpu_seconds": sorted(taken)[len(taken) // 2]} for name, taken in seconds.items()]
