"""The same answers wherever work runs; what goes wrong names the item and leaves nothing running."""

from __future__ import annotations

import builtins
import math
import multiprocessing
import operator
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from distributed import LocalCluster

from symfed.core.errors import InvalidInput, UnstableStep, WorkFailed
from symfed.workers import workers

ITEMS = [Fraction(1, k) for k in range(1, 12)]


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a cluster of two processes on this machine, each with two threads, on ports that happen to be free."""
    folder = tmp_path_factory.mktemp("dask")
    with LocalCluster(
        n_workers=2, threads_per_worker=2, host="127.0.0.1", dashboard_address=":0", local_directory=str(folder), silence_logs=50
    ) as cluster:
        yield cluster.scheduler_address


@pytest.fixture(params=["here", "processes", "dask"])
def place(request: pytest.FixtureRequest) -> dict[str, Any]:
    if request.param == "dask":
        return {"scheduler": request.getfixturevalue("scheduler")}
    return {"jobs": 2 if request.param == "processes" else 1}


def test_answers_carry_the_number_of_their_item(place: dict[str, Any]) -> None:
    with workers(**place) as pool:
        assert dict(pool.answers(operator.neg, ITEMS)) == {number: -item for number, item in enumerate(ITEMS)}
        assert dict(pool.answers(abs, [-1])) == {0: 1}, "a pool serves more than once"
        assert list(pool.answers(abs, [])) == []


def test_an_error_names_its_item(place: dict[str, Any]) -> None:
    with pytest.raises(WorkFailed, match=r"item 1, -4: ValueError: math domain error") as caught, workers(**place) as pool:
        list(pool.answers(math.sqrt, [4, -4, 9]))
    assert caught.value.item == -4
    assert isinstance(caught.value.__cause__, ValueError)


def refuse(gamma: float) -> None:
    raise UnstableStep("gamma", gamma, "the iterates overflow")


def test_refusals_of_our_own_come_back_whole(scheduler: str) -> None:
    with pytest.raises(WorkFailed, match="UnstableStep: gamma = 3") as caught, workers(scheduler=scheduler) as pool:
        list(pool.answers(refuse, [3]))
    assert isinstance(caught.value.error, UnstableStep)


def test_answers_come_as_they_end() -> None:
    with workers(jobs=2) as pool:
        list(pool.answers(abs, [0, 0]))  # both processes are up
        order = [number for number, _ in pool.answers(time.sleep, [1.0, 0.0])]
    assert order == [1, 0]


def test_what_nobody_waits_for_is_cancelled() -> None:
    with workers(jobs=2) as pool:
        answers = pool.answers(time.sleep, [0.0] + [0.5] * 200)
        next(answers)
        answers.close()  # type: ignore[attr-defined]
        started = time.monotonic()
        assert list(pool.answers(abs, [-1])) == [(0, 1)]
    assert time.monotonic() - started < 25  # the two hundred would take fifty seconds


def test_here_items_run_one_after_the_other_as_they_are_asked_for() -> None:
    seen: list[int] = []
    with workers() as pool:
        answers = pool.answers(seen.append, [1, 2, 3])
        next(answers)
    assert seen == [1]


def test_workers_take_one_core_each_and_leave_this_process_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"]
    for name in names:
        monkeypatch.delenv(name, raising=False)
    with workers(jobs=2) as pool:
        assert dict(pool.answers(os.getenv, names)) == {0: "1", 1: "1"}
    assert [os.getenv(name) for name in names] == [None, None]


def test_a_choice_of_threads_is_respected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "3")
    with workers(jobs=2) as pool:
        assert dict(pool.answers(os.getenv, ["OPENBLAS_NUM_THREADS"])) == {0: "3"}
    assert os.environ["OPENBLAS_NUM_THREADS"] == "3"


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError])
def test_leaving_early_ends_the_processes_where_they_stand(error: type[BaseException]) -> None:
    before, started = set(multiprocessing.active_children()), time.monotonic()

    def leave() -> None:
        with workers(jobs=2) as pool:
            next(pool.answers(time.sleep, [0, 60, 60, 60]))
            raise error

    with pytest.raises(error):
        leave()
    assert set(multiprocessing.active_children()) <= before
    assert time.monotonic() - started < 30  # starting takes a second or two, an item a minute


def test_a_process_that_dies_is_an_error_and_not_a_wait() -> None:
    with pytest.raises(WorkFailed, match=r"BrokenProcessPool"), workers(jobs=2) as pool:
        list(pool.answers(os._exit, [1, 1]))


def test_interrupts_are_the_parents_business() -> None:
    with workers(jobs=2) as pool:
        assert list(pool.answers(signal.getsignal, [signal.SIGINT])) == [(0, signal.SIG_IGN)]


def test_an_interrupt_from_the_keyboard_is_quiet_and_quick() -> None:
    script = (
        "import time; from symfed.workers import workers\n"
        "with workers(jobs=2) as pool:\n"
        "    for number, _ in pool.answers(time.sleep, [0, 60]): print('ready', flush=True)\n"
    )
    run = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    assert run.stdout is not None
    assert run.stdout.readline() == "ready\n"
    time.sleep(1)  # one process is busy, the other waits for work
    os.killpg(run.pid, signal.SIGINT)  # what a terminal does: parent and workers all get it
    _, noise = run.communicate(timeout=30)  # returns when the last process that inherited the pipes is gone
    assert run.returncode == -signal.SIGINT
    assert noise.count("Traceback") == 1, noise
    assert noise.rstrip().endswith("KeyboardInterrupt")


class Crowd:
    """Counts how many are inside at once."""

    def __init__(self) -> None:
        self.inside, self.most, self.door = 0, 0, threading.Lock()

    def visit(self, _: int) -> None:
        with self.door:
            self.inside += 1
            self.most = max(self.most, self.inside)
        time.sleep(0.02)
        with self.door:
            self.inside -= 1


CROWD = Crowd()


def visit(item: int) -> None:
    CROWD.visit(item)


def test_threads_of_one_process_work_one_at_a_time() -> None:
    # global precision (mpmath, flint) would be shared by them
    crowded = LocalCluster(n_workers=1, threads_per_worker=4, processes=False, dashboard_address=":0", silence_logs=50)
    with crowded as cluster, workers(scheduler=cluster.scheduler_address) as pool:
        list(pool.answers(visit, range(8)))
    assert CROWD.most == 1


def test_an_address_without_a_scheduler_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("symfed.workers._PATIENCE", "300ms")
    started = time.monotonic()
    with pytest.raises(InvalidInput, match=r"scheduler = 'tcp://127\.0\.0\.1:9': no Dask scheduler answers there"):
        workers(scheduler="tcp://127.0.0.1:9").__enter__()
    for malformed in ("smoke://signals", "tcp://nowhere", "tcp://a:b", "tls://127.0.0.1:9", ""):
        with pytest.raises(InvalidInput, match="write tcp://HOST:PORT"):
            workers(scheduler=malformed).__enter__()
    assert time.monotonic() - started < 10  # Dask's own patience is thirty seconds


def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def absent(name: str, *rest: Any) -> Any:
        if name == "distributed":
            raise ModuleNotFoundError(f"No module named {name!r}")
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", absent)
    with pytest.raises(InvalidInput, match=r"needs Dask, which is not installed; pip install 'symfed\[scale\]'"):
        workers(scheduler="tcp://127.0.0.1:9").__enter__()
    with workers() as pool:
        assert list(pool.answers(abs, [-1])) == [(0, 1)]


@pytest.mark.parametrize("jobs", [0, -1, 1.5, True])
def test_a_number_of_processes_is_a_positive_integer(jobs: Any) -> None:
    with pytest.raises(InvalidInput, match="jobs"):
        workers(jobs=jobs)
