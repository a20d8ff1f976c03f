"""Searches over the instances of a strategy: the same in every process, and the smallest on which a condition holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from hypothesis import HealthCheck, Phase, find, settings
from hypothesis.errors import NoSuchExample
from hypothesis.internal.conjecture import providers

from symfed.strategies.numbers import Strategy


def smallest(strategy: Strategy, condition: Callable[[Any], bool], examples: int, shrink: bool = True) -> Any:
    """The instance to which Hypothesis shrinks what a condition holds on, the first found without `shrink`; None if there is none."""
    quiet = settings(
        max_examples=examples, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck),
        phases=[Phase.generate, *([Phase.shrink] if shrink else [])],
    )  # fmt: skip
    try:
        with no_local_constants():
            return find(strategy, condition, settings=quiet)
    except NoSuchExample:
        return None


@contextmanager
def no_local_constants() -> Iterator[None]:
    """Within this context what Hypothesis draws does not depend on which modules happen to be loaded.

    It mixes constants from the source of every local module into its draws, which can find a bug sooner in a test-suite; in a checkout all
    of symfed is local, in an installed wheel nothing is. It has no setting for this, and no public name, so that another Hypothesis may
    have other ones: the oldest that was tried is the lower bound in pyproject.toml.
    """
    own, empty = providers._get_local_constants, providers.Constants()
    providers.CONSTANTS_CACHE.cache.clear()  # it remembers which constants a strategy may draw
    providers._get_local_constants = lambda: empty
    try:
        yield
    finally:
        providers._get_local_constants = own
        providers.CONSTANTS_CACHE.cache.clear()
