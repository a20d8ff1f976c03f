"""Instances outside of a search."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest
from hypothesis import strategies as st

from symfed.models.problems import ScalarProblem
from symfed.strategies import draw, scalar_clients, scalar_problems


def test_the_same_instances_every_time_and_as_many_as_were_asked_for() -> None:
    first, second = (draw(scalar_clients(2), 7) for _ in range(2))
    assert first == second
    assert 1 < len(first) <= 7


def test_a_module_of_ones_own_changes_no_draw(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    strategy = st.lists(st.integers(0, 10**6), max_size=8)
    before = draw(strategy, 100)
    (tmp_path / "odd_numbers.py").write_text("\n".join(f"x{k} = {1000 + 2 * k + 1}" for k in range(200)))
    monkeypatch.syspath_prepend(tmp_path)
    importlib.import_module("odd_numbers")  # Hypothesis mixes the constants of local modules into what it draws
    assert draw(strategy, 100) == before


def test_the_simplest_comes_first() -> None:
    assert draw(st.integers(0, 100), 5)[0] == 0


def test_clients_are_what_problems_are_made_of() -> None:
    losses, weights = draw(scalar_clients(1, (2, 3), bends=2), 5)[-1]
    made: ScalarProblem = draw(scalar_problems(1, (2, 3), bends=2), 5)[-1]
    assert made.samples == losses
    assert [tuple(shares) for shares in made.weights] == weights


@pytest.mark.parametrize("N", [2, 3])
def test_homogeneous_clients_are_one_client(N: int) -> None:
    losses, weights = draw(scalar_clients(N, homogeneous=True), 4)[-1]
    assert len(losses) == N
    assert all(client == losses[0] for client in losses)
    assert all(share == weights[0] for share in weights)
