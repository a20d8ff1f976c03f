"""Progress goes to standard error, on a terminal alone, and is gone at the end."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

import pytest

import symfed
from symfed.models.problems import ScalarProblem

EXPAND = [sys.executable, "-m", "symfed", "expand", "sgd", "bias"]


def on_a_terminal(command: list[str]) -> tuple[str, str]:
    """What a command prints, and what it writes to a terminal that is its standard error."""
    ours, its = pty.openpty()
    animated = os.environ | {"TERM": "xterm"}  # a dumb one can take nothing back, and is shown nothing
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=its, text=True, env=animated) as process:
        os.close(its)
        seen = b""
        while True:
            try:
                piece = os.read(ours, 4096)
            except OSError:  # the other end is closed
                break
            seen += piece
            if not piece:
                break
        printed = process.communicate()[0]
    os.close(ours)
    return printed, seen.decode()


def test_a_terminal_sees_what_is_being_done() -> None:
    printed, seen = on_a_terminal(EXPAND)
    assert "expanding sgd to order 1" in seen
    assert printed == subprocess.run(EXPAND, capture_output=True, text=True).stdout


def test_a_pipe_sees_nothing() -> None:
    assert subprocess.run(EXPAND, capture_output=True, text=True).stderr == ""


def test_a_law_tells_that_it_works_if_asked(capsys: pytest.CaptureFixture[str]) -> None:
    problem = ScalarProblem([["theta**2/2 + log(1 + exp(theta))", "theta**2"]])
    told: list[int] = []
    law = symfed.stationary("fedavg", problem, 0.1, 2, progress=True)
    assert law.method == "quadrature"
    assert capsys.readouterr().out == ""
    symfed.stationary("fedavg", problem, 0.1, 2, method="montecarlo", budget=10**5, progress=lambda done, rounds: told.append(done))
    assert told
