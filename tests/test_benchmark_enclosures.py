"""The sweep of random problems: a problem is the same whenever it is drawn, a torn line costs nothing, and a miss is a miss."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import symfed as sf
from benchmarks import enclosures
from symfed.formulas import fedavg_bias


def test_it_goes_on_where_the_file_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(enclosures, "KINDS", {name: enclosures.KINDS[name] for name in ("squares", "quadratic", "rational")})
    file = tmp_path / "tried.jsonl"

    def run(count: int) -> str:
        monkeypatch.setattr(sys, "argv", ["enclosures", str(file), "--count", str(count)])
        assert enclosures.main() == 0
        return capsys.readouterr().out

    run(3)
    before = list(enclosures.lines(file))
    file.write_text(file.read_text() + '{"k": 99, "ki')
    assert list(enclosures.lines(file)) == before
    assert "least squares, exact law in floats" in run(6)
    after = list(enclosures.lines(file))
    assert after[: len(before)] == before
    assert sum(map(enclosures.counts, after)) == 6
    assert enclosures.tried(1, after[-1]["k"], 1) == after[-1]


def test_a_truth_outside_is_not_held() -> None:
    problem = sf.QuadraticProblem([[[1]], [[3]]], [[0], [4]], noise=[[1]])
    found = fedavg_bias.enclose(problem, 0.05, 4)
    truth = np.asarray(sf.reference.stationary("fedavg", problem, 0.05, 4, method="exact").bias)
    assert enclosures.held(found, truth, 1e-12)["held"]
    assert not enclosures.held(found, truth * 1.01, 1e-12)["held"]
    assert not enclosures.held(replace(found, norm=0.0, radius=0 * found.radius), truth * (1 + 1e-9), 1e-12)["held"]
