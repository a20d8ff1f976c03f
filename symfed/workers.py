"""Run independent tasks in this process, in worker processes or on a Dask cluster."""

from __future__ import annotations

import gc
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, as_completed
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from typing import TypeVar

from symfed.core.errors import InvalidInput, WorkFailed

Item = TypeVar("Item")
Answer = TypeVar("Answer")

_PATIENCE = "5s"  # for a scheduler to answer
_TURN = threading.Lock()


class Workers:
    """A pool of workers, made by `workers`: runs a function over items and yields the results as they complete."""

    def __init__(self, executor: Executor | None = None) -> None:
        self._executor = executor

    def answers(self, function: Callable[[Item], Answer], items: Sequence[Item]) -> Iterator[tuple[int, Answer]]:
        """Yield (index of the item, function(item)) for all items, in the order of completion.

        Outside this process function, items and results are pickled. Raises WorkFailed, naming the item, at the first error; tasks
        that have not started by then are cancelled, as they are when the caller closes the iterator.
        """
        if self._executor is None:
            for number, item in enumerate(items):
                yield number, _result_or_failure(number, item, partial(function, item))
            return
        numbers = {self._executor.submit(_one_at_a_time, function, item): number for number, item in enumerate(items)}
        try:
            for future in as_completed(numbers):
                yield numbers[future], _result_or_failure(numbers[future], items[numbers[future]], future.result)
        finally:
            for future in numbers:
                future.cancel()


def workers(jobs: int = 1, scheduler: str | None = None) -> AbstractContextManager[Workers]:
    """A context manager that yields Workers: this process with `jobs` = 1, `jobs` processes, or the Dask cluster at address `scheduler`.

    With an address, `jobs` is ignored: a cluster has the workers that it has. An error or an interrupt inside the context terminates
    the processes; on a cluster it cancels the tasks that have not started. Raises InvalidInput if Dask is missing or the address
    does not answer.

    >>> with workers(jobs=1) as pool:
    ...     list(pool.answers(abs, [-1, 2]))
    [(0, 1), (1, 2)]
    """
    if isinstance(jobs, bool) or not isinstance(jobs, int) or jobs < 1:
        raise InvalidInput("jobs", jobs, "must be a positive number of processes")
    if scheduler is not None:
        return _dask_cluster(scheduler)
    return _in_this_process() if jobs == 1 else _process_pool(jobs)


def _result_or_failure(number: int, item: object, work: Callable[[], Answer]) -> Answer:
    """The result of one task. Raises WorkFailed, which names the item, if it raises."""
    try:
        return work()
    except Exception as error:
        raise WorkFailed(number, item, error) from error


def _one_at_a_time(function: Callable[[Item], Answer], item: Item) -> Answer:
    """Run one task at a time in a process: Dask's workers have threads, and the precision of mpmath and flint is global to a process."""
    with _TURN:
        return function(item)


@contextmanager
def _in_this_process() -> Iterator[Workers]:
    yield Workers()


@contextmanager
def _process_pool(jobs: int) -> Iterator[Workers]:
    from concurrent.futures import ProcessPoolExecutor  # every command imports this module, few start a process
    from multiprocessing import get_context

    with _one_blas_thread():
        pool = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_initialise_worker)
        try:
            yield Workers(pool)
        except BaseException:
            for process in list(pool._processes.values()):  # from Python 3.14 on: pool.terminate_workers()
                process.terminate()
            raise
        finally:
            pool.shutdown(cancel_futures=True)


def for_expressions() -> None:
    """Settings for heavy work on expressions, in a process of our own, before SymPy is imported.

    They are many small objects with hardly any reference cycles: collecting as often as Python does takes 5% of the time. SymPy caches a
    thousand results of each function, and loses them before they are needed again: a fifth of the time.
    """
    gc.set_threshold(100_000, 50, 50)
    os.environ.setdefault("SYMPY_CACHE_SIZE", "20000")


def _initialise_worker() -> None:
    """Initialise a new process: ignore interrupts, since the parent terminates its workers, and use one core."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for_expressions()
    # not in the parent's environment: numba refuses a change there once its threads run
    os.environ.setdefault("NUMBA_NUM_THREADS", "1")


@contextmanager
def _one_blas_thread() -> Iterator[None]:
    """Start processes with one BLAS thread each: they share the cores already, and more threads would only compete for them."""
    name = "OPENBLAS_NUM_THREADS"  # read when NumPy is loaded, which may be before `_initialise_worker`
    if name in os.environ:
        yield
        return
    os.environ[name] = "1"
    try:
        yield
    finally:
        del os.environ[name]


@contextmanager
def _dask_cluster(scheduler: str) -> Iterator[Workers]:
    try:
        from distributed import Client
        from distributed.comm import get_address_host
    except ImportError as missing:
        raise InvalidInput("scheduler", scheduler, "needs Dask, which is not installed", "pip install 'symfed[scale]'") from missing
    try:
        get_address_host(scheduler)  # a client of a malformed address would complain once more when it is collected
        client = Client(scheduler, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as silence:  # TypeError: tls without certificates
        raise InvalidInput("scheduler", scheduler, f"no Dask scheduler answers there: {silence}", "write tcp://HOST:PORT") from silence
    executor = client.get_executor(pure=False)
    try:
        yield Workers(executor)
    finally:
        executor.shutdown(wait=False)
        client.close()
