"""One wrong variant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Variant:
    """A statement with one thing changed. `kind` groups variants over all subjects, `where` tells those of one kind apart.

    `needs_arrays`: the change makes sense for numeric jets only (it singles out a client). `harmless` is the structural reason, if there
    is one, under which the change alters nothing; it excuses a survivor only where exact instances agree.
    """

    kind: str
    where: str
    statement: Any
    needs_arrays: bool = False
    harmless: str = ""
