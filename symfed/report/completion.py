"""Shell completion of names, looked up on request with as few imports as possible."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import click

from symfed.core.errors import SymfedError


def completion_of(names: Callable[[], Iterable[str]]) -> Callable[[click.Context, click.Parameter, str], list[str]]:
    """A completion callback for an argument or option: the names that begin with the typed text."""
    return lambda ctx, parameter, begun: [str(name) for name in names() if str(name).startswith(begun)]


def committed_ids() -> list[str]:
    """The ids of the committed ledger, none if it cannot be read; no claim is imported."""
    from symfed import ledger

    try:
        return [row["id"] for row in ledger.load()]
    except SymfedError:  # completion cannot show the reason
        return []


def algorithm_names() -> Iterable[str]:
    """The algorithms that ship with symfed."""
    from symfed.models.algorithms import all_algorithms

    return all_algorithms()


def formula_names() -> Iterable[str]:
    """The public formulas and functions."""
    from symfed.formulas import all_formulas, all_functions

    return [*all_formulas(), *all_functions()]
