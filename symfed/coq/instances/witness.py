"""The exact instance that a committed witness writes down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symfed.checks.counterexample import SIDES, CounterexampleSearch
from symfed.checks.written_instance import written_instance
from symfed.core.errors import InvalidInput


def instance_of(check: CounterexampleSearch, witness: Mapping[str, Any]) -> Any:
    """The instance of a witness. Raises InvalidInput where its text does not make one that the check draws."""
    inputs = {key: _entry_text(value) for key, value in witness.items() if key not in SIDES}
    if (found := written_instance(check, inputs)) is None:
        raise InvalidInput("witness", ", ".join(inputs), "is no instance that its check draws")
    return found


def _entry_text(value: Any) -> str:
    """JSON data as the text that a check wrote."""
    if isinstance(value, list):
        return f"[{', '.join(map(_entry_text, value))}]"
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {_entry_text(one)}" for key, one in value.items())
    return str(value)
