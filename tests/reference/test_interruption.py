"""Stopping a simulation: what was found is kept, and nobody takes a part for the whole."""

from __future__ import annotations

import os
import signal

import numpy as np
import pytest

import symfed as sf
from symfed.reference import simulate
from symfed.reference.simulation.progress import Interrupted, deferred_interrupt, progress_callback

PLANE = sf.QuadraticProblem([[[2, 1], [1, 3]], [[1, 0], [0, 5]]], [[1, 0], [0, 1]], [[[1, 1], [1, 1]], [[2, 0], [0, 1]]])


def ask(done: int, total: int) -> None:
    if done >= total // 2:
        raise KeyboardInterrupt


def press(done: int, total: int) -> None:
    if done >= total // 2:
        os.kill(os.getpid(), signal.SIGINT)


@pytest.mark.parametrize("engine", ["numpy", "compiled"])
@pytest.mark.parametrize("how", [ask, press])
@pytest.mark.parametrize("replicas", [1, 5])
def test_the_averages_up_to_then_are_kept(engine, how, replicas):
    options = {"replicas": replicas, "burn_in": 10, "seed": 2, "engine": engine}
    with pytest.raises(KeyboardInterrupt, match="of 400 rounds") as stopped:
        simulate("fedavg", PLANE, 0.1, 2, 400, progress=how, record=7, **options)
    assert isinstance(stopped.value, Interrupted)
    part = stopped.value.partial
    assert part.interrupted
    assert 200 <= part.rounds < 400
    assert part.client_steps == 2 * 2 * part.rounds * replicas
    assert part.trajectory.shape == (part.rounds // 7 + 1, replicas, 2)
    whole = simulate("fedavg", PLANE, 0.1, 2, part.rounds, record=7, **options)
    assert (whole.rounds, whole.interrupted) == (part.rounds, False)
    assert part.trajectory.tobytes() == whole.trajectory.tobytes()
    np.testing.assert_allclose(part.mean, whole.mean, rtol=1e-13)  # the same few hundred numbers, added in other batches
    np.testing.assert_allclose(part.second_moment, whole.second_moment, rtol=1e-13)
    assert np.isfinite(part.mean_error).all()


def test_within_the_burn_in_there_is_nothing_to_keep():
    with pytest.raises(KeyboardInterrupt, match="within the burn-in") as stopped:
        simulate("fedavg", PLANE, 0.1, 2, 400, burn_in=390, progress=ask)
    assert not isinstance(stopped.value, Interrupted)


def test_the_second_press_is_not_deferred_and_the_handler_is_given_back():
    before = signal.getsignal(signal.SIGINT)
    with deferred_interrupt() as stop:
        os.kill(os.getpid(), signal.SIGINT)
        assert stop.asked
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_a_bar_is_shown_on_standard_error_only(capsys):
    with progress_callback(True, "simulating") as report:
        report(1, 2)
        report(2, 2)
    assert capsys.readouterr().out == ""
    run = simulate("fedavg", PLANE, 0.1, 2, 20, progress=True)
    assert run.rounds == 20
    assert capsys.readouterr().out == ""
