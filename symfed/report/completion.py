"""What a shell offers behind the letters that are typed; looked up only when it asks, and with as little imported as can be."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import click

from symfed.core.errors import SymfedError


def completed(names: Callable[[], Iterable[str]]) -> Callable[[click.Context, click.Parameter, str], list[str]]:
    """The completion of an argument or option: those of the names that begin as it does."""
    return lambda ctx, parameter, begun: [str(name) for name in names() if str(name).startswith(begun)]


def committed_ids() -> list[str]:
    """The ids of the committed ledger, none where it cannot be read; no claim is imported."""
    from symfed import ledger

    try:
        return [row["id"] for row in ledger.load()]
    except SymfedError:  # whoever asked for names has no use for the reason
        return []


def algorithm_names() -> Iterable[str]:
    """The algorithms that ship with symfed."""
    from symfed.models.algorithms import all_algorithms

    return all_algorithms()


def formula_names() -> Iterable[str]:
    """The public formulas and functions."""
    from symfed.formulas import all_formulas, all_functions

    return [*all_formulas(), *all_functions()]
