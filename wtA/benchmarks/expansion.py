"""CPU seconds of what a user types, `sf.expand(...)`: in a fresh process and once more in the same one; and of SymPy's expand."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

import sympy as sp

import symfed as sf
from benchmarks.baselines.expansion_sympy import first_order_bias
from benchmarks.measure import rotate
from symfed.core import symbols as table
from symfed.core.symbols import ClientMean

#: What is asked for: the public arguments of `sf.expand`.
CALLS = (("fedavg", "bias", 1), ("fedavg", "bias", 2), ("fedavg", "bias", 3), ("fedavg", "bias", 4), ("fedavg", "bias", 5),
         ("scaffold", "bias", 3), ("sgd", "bias", 6))  # fmt: skip
#: What is done with the formula, one after the other: its expression, its TeX, its page in a notebook.
TOUCHES = ("expr", "latex", "page")
#: Times are from the first line on, the import of SymPy included; starting Python is not ours.
FRESH = """
import json, sys, time
times = [time.process_time()]
import symfed as sf
formula = sf.expand(*json.loads(sys.argv[1]))
formula.expr
times.append(time.process_time())
formula.latex()
times.append(time.process_time())
formula._repr_markdown_()
times.append(time.process_time())
print(json.dumps([after - before for before, after in zip(times, times[1:])]))
"""

#: (clients, local steps) of the derivation by hand, to be done again for each, while the engine's holds for all. The last takes a minute.
BY_HAND = ((2, 2), (3, 2), (2, 3))


def check_equal(by_hand: sp.Expr, clients: list[dict[str, sp.Symbol]], steps: int) -> None:
    """Raise AssertionError unless the derivation by hand and the engine give the same first order."""

    def average(inside: sp.Expr) -> sp.Expr:
        names = {"g": table.g, "a": table.a, "b": table.b, "C": table.C}
        return sp.Add(*[inside.subs({names[name]: value for name, value in client.items()}) for client in clients]) / len(clients)

    term = (sf.expand("fedavg", "bias", 1).expr / table.gamma).subs({table.H: steps, table.N: len(clients)}).replace(ClientMean, average)
    assert sp.cancel(term - by_hand) == 0, "the engine and the expansion by hand differ"


def fresh(call: Sequence[Any], rounds: int) -> list[float]:
    """CPU seconds of the touches in a process of their own; the first includes `import symfed`."""
    command = [sys.executable, "-c", FRESH, json.dumps(call)]
    runs = [json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout) for _ in range(rounds)]
    return [median(seconds) for seconds in zip(*runs, strict=True)]


def again(call: Sequence[Any], rounds: int) -> list[float]:
    """CPU seconds of the touches of another formula in a process that has made one already."""
    formulas = [sf.expand(*call) for _ in range(rounds + 1)]
    touches: list[Callable[[Any], Any]] = [lambda f: f.expr, lambda f: f.latex(), lambda f: f._repr_markdown_()]
    for touch in touches:
        touch(formulas[-1])
    tasks = [rotate({"": lambda k, touch=touch: touch(formulas[k])}, rounds) for touch in touches]
    return [task[""]["cpu_seconds"] for task in tasks]


def measure(rounds: int, only: str, say: Callable[[str], None]) -> list[dict[str, Any]]:
    """CPU seconds, medians over rounds, by hand once."""
    out: list[dict[str, Any]] = []

    def record(name: str, seconds: float) -> None:
        say(f"{name:52s} {seconds:.3g} CPU seconds")
        out.append({"task": name, "cpu_seconds": seconds})

    for call in CALLS:
        name = f"{call[0]} {call[1]}, order {call[2]}"
        if only in name:
            for where, way in (("in a fresh process", fresh), ("again", again)):
                for touch, seconds in zip(TOUCHES, way(call, rounds), strict=True):
                    record(f"{name}, {touch}, {where}", seconds)
    for clients, steps in BY_HAND:
        name = f"order 1 by sympy.expand, {clients} clients, {steps} steps"
        if only in name:
            derived: list[Any] = []
            task = rotate({name: lambda _, c=clients, h=steps, found=derived: found.extend(first_order_bias(c, h))}, 1)
            record(name, task[name]["cpu_seconds"])
            check_equal(*derived, steps)
    return out
