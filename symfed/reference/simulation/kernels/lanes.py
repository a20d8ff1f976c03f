"""Kernels as generated modules, and an engine that runs a plan by one: blocks of replicas that advance together."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import Any

import numba
import numpy as np

import symfed
from symfed.generated import cache_folder, generated_module
from symfed.models.algorithm import Algorithm
from symfed.models.arrays import Array
from symfed.reference.simulation.kernels import lane_math
from symfed.reference.simulation.kernels.emitter import kernel_source, scratch_rows
from symfed.reference.simulation.kernels.gradients import Gradient
from symfed.reference.simulation.plan import Plan

Kernel = Callable[..., None]


def compiled_kernel(algorithm: Algorithm, gradient: Gradient, dim: int, lanes: int) -> Kernel:
    """The function `advance` for this rule, gradient, dimension and number of lanes.

    The text contains the functions it calls and the versions that compile it, and the file is named by the text's hash: a changed rule can
    never be run by an old kernel.
    """
    folder = cache_folder("kernels")
    fingerprint = f"symfed {symfed.__version__}, numba {numba.__version__}, arithmetic {_arithmetic()}"
    text = kernel_source(algorithm, gradient, dim, lanes, fingerprint, cache=folder is not None)
    kernel: Kernel = generated_module("kernel", text, folder).advance
    return kernel


@lru_cache(maxsize=1)
def _arithmetic() -> str:
    return hashlib.sha256(Path(lane_math.__file__).read_bytes()).hexdigest()[:16]


WIDE, NARROW = 64, 8  # lanes of a block: enough independent work to fill the vector units; fewer for few replicas


class Lanes:
    """The engine with a kernel. Every array ends with (blocks, ..., rows * lanes): one row holds one number of each replica of a block.

    Replicas are padded to whole blocks; the padding repeats the first replica and is removed from every result. A replica's numbers
    depend on neither its block nor the number of lanes or threads. The threads are Python's, and each runs whole blocks with the
    interpreter lock released, so that a later fork is safe.
    """

    def __init__(self, plan: Plan, gradient: Gradient, threads: int | None = None, lanes: int | None = None) -> None:
        self.plan, self.gradient = plan, gradient
        self.lanes = lanes or (WIDE if plan.replicas > WIDE // 2 else NARROW)
        self.blocks = -(-plan.replicas // self.lanes)
        processors: int = numba.config.NUMBA_NUM_THREADS  # type: ignore[attr-defined]  # numba sets it at import
        self.threads = min(threads or processors, self.blocks)
        edges = np.linspace(0, self.blocks, self.threads + 1).astype(np.int64)
        self.pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None  # its threads end with this object
        self.shares = np.stack([edges[:-1], edges[1:]], axis=1)
        algorithm, N, d = plan.setting.algorithm, plan.problem.num_clients, plan.problem.dim
        self.kernel = compiled_kernel(algorithm, gradient, d, self.lanes)
        hyper = [algorithm.values[name] for name in algorithm.hyper]
        self.numbers = np.array([plan.setting.gamma, *hyper, *gradient.constants.values()], dtype=float)
        size = plan.chains * d * self.lanes
        self.clock = np.zeros(self.blocks, dtype=np.int64)
        self.theta = _aligned((self.blocks, size))
        self.theta[:] = np.repeat(np.tile(plan.start, plan.chains), self.lanes)
        self.generators = _aligned((self.blocks, N, 4 * self.lanes), np.uint64)
        self.generators[:] = self._by_block(plan.generators().reshape(plan.replicas, -1)).reshape(self.generators.shape)
        memory = algorithm.keeps_memory
        self.memory = _aligned((self.blocks, N, size) if memory else (1, 1, 1))
        self.control_sums = _aligned(self.memory.shape)
        self.ends = _aligned((self.threads, N if memory else 1, size))
        self.scratch = _aligned((self.threads, scratch_rows(gradient, d)[-1][-1] * self.lanes))
        self.first = _aligned((plan.batches, self.blocks, size))
        self.second = _aligned((plan.batches, self.blocks, plan.chains * d * (d + 1) // 2 * self.lanes))
        self.kept = _aligned((plan.rounds // plan.record + 1, self.blocks, d * self.lanes) if plan.record else (1, 1, d * self.lanes))
        self.kept[0] = self.theta[: self.kept.shape[1], : d * self.lanes]
        self.origin = np.tile(plan.origin, plan.chains)

    def advance(self, until: int) -> None:
        """Run every block up to that round; blocks that have reached it are skipped."""
        if self.pool is None:
            self._run(0, until)
        else:
            list(self.pool.map(lambda thread: self._run(thread, until), range(self.threads)))

    def _run(self, thread: int, until: int) -> None:
        plan, gradient = self.plan, self.gradient
        batch = plan.batch(until - 1)
        self.kernel(
            self.shares[thread], until, plan.burn_in, plan.record, self.clock, self.theta, self.generators, self.memory, self.origin,
            self.first[batch], self.second[batch], self.control_sums, self.kept,
            gradient.table, gradient.tables.firsts, gradient.tables.counts, gradient.tables.limits, gradient.tables.others,
            plan.setting.local_steps, self.numbers, self.scratch[thread], self.ends[thread],
        )  # fmt: skip

    def _by_block(self, rows: Array) -> Array:
        """(replicas, k) as (blocks, k * lanes)."""
        padded = np.concatenate([rows, rows[:1].repeat(self.blocks * self.lanes - len(rows), axis=0)])
        return np.ascontiguousarray(padded.reshape(self.blocks, self.lanes, -1).transpose(0, 2, 1)).reshape(self.blocks, -1)

    def _by_replica(self, values: Array) -> Array:
        """(..., blocks, k * lanes) as (..., replicas, k)."""
        split = values.reshape(*values.shape[:-1], -1, self.lanes)
        turned = np.swapaxes(split, -1, -2).reshape(*values.shape[:-2], self.blocks * self.lanes, -1)
        return turned[..., : self.plan.replicas, :]

    def states(self) -> Array:
        return self._by_chain(self.theta)

    def sums(self) -> tuple[Array, Array]:
        d = self.plan.problem.dim
        rows, columns = np.tril_indices(d)
        pairs = self._by_chain(self.second)
        second = np.empty((*pairs.shape[:-1], d, d))
        second[..., rows, columns] = second[..., columns, rows] = pairs
        return self._by_chain(self.first), second

    def _by_chain(self, values: Array) -> Array:
        """(..., blocks, chains * k * lanes) as (..., replicas, chains, k)."""
        rows = self._by_replica(values)
        return rows.reshape(*rows.shape[:-1], self.plan.chains, -1)

    def controls(self) -> Array | None:
        if not self.plan.setting.algorithm.keeps_memory:
            return None
        d = self.plan.problem.dim  # theta's own chain comes first
        return np.stack([self._by_replica(self.control_sums[:, c])[:, :d].sum(axis=0) for c in range(self.plan.problem.num_clients)])

    def trajectory(self, count: int) -> Array:
        return self._by_replica(self.kept[:count])


def _aligned(shape: tuple[int, ...], kind: Any = np.float64) -> Array:
    """Zeros aligned to a cache line, as is then every row of 64 lanes: vectors that straddle two lines would be a quarter slower."""
    bytes_needed = 8 * int(np.prod(shape))
    room = np.zeros(bytes_needed + 64, dtype=np.uint8)
    offset = -room.ctypes.data % 64
    return room[offset : offset + bytes_needed].view(kind).reshape(shape)
