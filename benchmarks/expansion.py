"""CPU seconds of deriving an expansion: on polynomial rings, and by SymPy's expand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy as sp

from benchmarks.baselines.expansion_sympy import first_order_bias
from benchmarks.measure import rotate
from symfed.core import symbols as table
from symfed.core.symbols import ClientMean
from symfed.derive.expansion import expansion_terms
from symfed.derive.expansion.symbolic import moments_in_averages
from symfed.models.algorithms import get_algorithm

#: (clients, local steps) of the derivation by hand, to be done again for each, while the engine's holds for all. The last takes a minute.
BY_HAND = ((2, 2), (3, 2), (2, 3))


def check_equal(by_hand: sp.Expr, clients: list[dict[str, sp.Symbol]], steps: int) -> None:
    """Raise AssertionError unless the derivation by hand and the engine give the same first order."""

    def average(inside: sp.Expr) -> sp.Expr:
        names = {"g": table.g, "a": table.a, "b": table.b, "C": table.C}
        return sp.Add(*[inside.subs({names[name]: value for name, value in client.items()}) for client in clients]) / len(clients)

    term = expansion_terms("fedavg", "bias", 1)[0].subs({table.H: steps, table.N: len(clients)}).replace(ClientMean, average)
    assert sp.cancel(term - by_hand) == 0, "the engine and the expansion by hand differ"


def measure(rounds: int, only: str, say: Callable[[str], None]) -> list[dict[str, Any]]:
    """CPU seconds of a derivation, median over rounds in rotation, by hand once; "ring" leaves out the result's SymPy expression."""
    fedavg = get_algorithm("fedavg")
    tasks: dict[str, Callable[[int], Any]] = {}
    for order in (1, 2, 3, 4, 5):
        tasks[f"order {order}, ring"] = lambda _, order=order: moments_in_averages(fedavg, order)
    for order in (1, 2, 3, 4):
        tasks[f"order {order}, expression"] = lambda _, order=order: expansion_terms(fedavg, "bias", order)
    expansion_terms(fedavg, "bias", 2)  # warm
    chosen = {name: task for name, task in tasks.items() if only in name}
    seconds = rotate(chosen, rounds) if chosen else {}
    for clients, steps in BY_HAND:
        name = f"order 1 by sympy.expand, {clients} clients, {steps} steps"
        if only in name:
            found: list[Any] = []
            seconds |= rotate({name: lambda _, c=clients, h=steps, found=found: found.extend(first_order_bias(c, h))}, 1)
            check_equal(*found, steps)
    for name, figures in seconds.items():
        say(f"{name:52s} {figures['cpu_seconds']:.3g} CPU seconds")
    return [{"task": name, **figures} for name, figures in seconds.items()]
