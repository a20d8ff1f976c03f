"""Instances of a strategy outside of a search."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, Phase, find, settings
from hypothesis.errors import NoSuchExample

from symfed.strategies.numbers import Strategy


def draw(strategy: Strategy, examples: int) -> list[Any]:
    """The instances that a search would look at for a statement that holds; the same in every process."""
    drawn: list[Any] = []

    def collect(instance: Any) -> bool:
        drawn.append(instance)
        return False

    quiet = settings(
        max_examples=examples, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
    )  # fmt: skip
    try:
        find(strategy, collect, settings=quiet)
    except NoSuchExample:
        return drawn
    raise AssertionError("nothing was asked of the instances, so none can have been found")
