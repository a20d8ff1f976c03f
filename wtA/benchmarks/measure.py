"""Timing that a noisy machine cannot spoil quietly: rotation, medians, CPU time."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from statistics import median
from typing import Any


def rotate(runs: Mapping[str, Callable[[int], Any]], rounds: int) -> dict[str, dict[str, float]]:
    """Median CPU and wall seconds of every run; each round runs all of them once, starting with another one.

    A run takes the round's number. Warm up before.
    """
    names = list(runs)
    seen: dict[str, list[tuple[float, float]]] = {name: [] for name in names}
    for k in range(rounds):
        shift = k % len(names)
        for name in names[shift:] + names[:shift]:
            wall, cpu = time.perf_counter(), time.process_time()
            runs[name](k)
            seen[name].append((time.process_time() - cpu, time.perf_counter() - wall))
    return {name: {"cpu_seconds": median(c for c, _ in pairs), "wall_seconds": median(w for _, w in pairs)} for name, pairs in seen.items()}
