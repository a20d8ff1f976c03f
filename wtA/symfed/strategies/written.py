"""Numbers and arrays as text, and back."""

from __future__ import annotations

import json
import re
from typing import Any

import flint
import numpy as np

from symfed.models.arrays import Array


def text(value: Any) -> str:
    """A number or an array as plain nested text."""
    if isinstance(value, np.ndarray):
        return "[" + ", ".join(text(entry) for entry in value) + "]" if value.ndim else str(value.item())
    return str(value)


def exact_array(written: str) -> Array:
    """The exact array that `text` wrote."""
    quoted = re.sub(r"-?\d+(/\d+)?", lambda number: f'"{number.group()}"', written)

    def parse(node: Any) -> Any:
        return [parse(entry) for entry in node] if isinstance(node, list) else flint.fmpq(*map(int, node.split("/")))

    return np.array(parse(json.loads(quoted)), dtype=object)


def simplified(value: flint.fmpq) -> Any:
    """An integer as one, so that it can count rounds."""
    return int(value.p) if value.q == 1 else value
