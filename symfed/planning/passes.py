"""Passes over the clients, one in memory at a time: their contributions are added up, here or on the workers of a cluster."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Any

from symfed.models.arrays import Array
from symfed.planning.local import DataLocal, JetLocal, Local, StackedRows, stacked_rows
from symfed.planning.losses import LeastSquares, Loss, loss_named
from symfed.workers import Workers

_HELD = 3 * 10**7  # features, hence 240 MB: data up to this size are read once and kept in memory
_THREADS = min(2, os.cpu_count() or 1)  # at a time
_WORTH_THREADS = 100  # parameters, from which linear algebra is most of the work
_CHUNK, _AT_ONCE = 16, 32  # clients in a task for another process, and tasks submitted before the first is awaited


@dataclass
class Tally:
    """Totals over clients: sums by name, and the largest of some numbers with the client that has it."""

    sums: dict[Any, Any] = field(default_factory=dict)
    largest: dict[str, tuple[float, str]] = field(default_factory=dict)

    def add(self, other: Tally) -> None:
        """Add another tally in place; its arrays may be changed by later additions."""
        for name, value in other.sums.items():
            if name in self.sums:
                self.sums[name] += value
            else:
                self.sums[name] = value
        for name, pair in other.largest.items():
            self.largest[name] = max(self.largest.get(name, pair), pair, key=lambda one: one[0])


Work = Callable[[Local], Tally]


class Federation:
    """The clients of a plan: a stream of data, evaluated at a point, or clients given by their derivatives at the optimum.

    num_parameters: P. num_samples: of all clients, 0 without data.
    """

    def __init__(self, clients: Any = None, jets: list[JetLocal] | None = None, problem: Any = None) -> None:
        self.clients, self.jets, self._problem = clients, jets, problem
        if jets is not None:
            self.loss: Loss | None = None
            self.num_clients, self.num_samples, self.num_parameters = sum(map(len, jets)), 0, jets[0].num_parameters
            return
        self.loss = loss_named(clients.loss, clients.classes)
        self.num_clients, self.num_samples = clients.num_clients, clients.num_samples
        self.num_parameters = clients.dim * self.loss.outputs
        self._held = list(self._stacks()) if clients.num_samples * clients.dim <= _HELD else None

    def problem(self) -> Any:
        """The clients as a problem: the one whose derivatives they are, or data in memory. Raises InvalidInput for unequal weights."""
        return self._problem if self.clients is None else self.clients.problem()

    @property
    def affine(self) -> bool:
        """True if every sample's gradient is affine in the parameters."""
        return isinstance(self.loss, LeastSquares) if self.jets is None else all(jet.affine for jet in self.jets)

    def locals(self, theta: Array) -> Iterator[Local]:
        """Yield the clients in a fixed order, in stacks, with displacements from theta (P,)."""
        if self.jets is not None or self.loss is None:
            return iter(self.jets or [])
        clients, loss = self.clients, self.loss
        point = theta.reshape(loss.outputs, clients.dim)
        return (DataLocal(rows, loss, clients.l2, clients.batch, point) for rows in self._held or self._stacks())

    def _stacks(self) -> Iterator[StackedRows]:
        return stacked_rows(self.clients, self.num_parameters)


def fold(
    federation: Federation, theta: Array, work: Work, pool: Workers | None = None, report: Callable[[int], None] | None = None
) -> Tally:
    """The sum of work(client) over all clients at theta, in a fixed order whatever the pool; `report` is called with the number done.

    Without a pool one client is in memory at a time, or one for each of two threads if matrices are large. With one, some hundreds are,
    on their way to its workers; work and clients are pickled.
    """
    total, done = Tally(), 0
    stream = federation.locals(theta)
    if pool is None:
        threads = _THREADS if federation.num_parameters >= _WORTH_THREADS else 1
        with ThreadPoolExecutor(threads) if threads > 1 else nullcontext() as executor:
            while held := list(islice(stream, threads)):
                for tally in map(work, held) if executor is None else executor.map(work, held):
                    total.add(tally)
                done += sum(map(len, held))
                if report:
                    report(done)
        return total
    while pieces := [piece for piece in (list(islice(stream, _CHUNK)) for _ in range(_AT_ONCE)) if piece]:
        for _, tally in sorted(pool.answers(partial(_tally_of_chunk, work), pieces), key=lambda answer: answer[0]):
            total.add(tally)
        done += sum(len(local) for piece in pieces for local in piece)
        if report:
            report(done)
    return total


def _tally_of_chunk(work: Work, piece: list[Local]) -> Tally:
    total = Tally()
    for local in piece:
        total.add(work(local))
    return total
