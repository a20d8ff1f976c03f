"""Consequences for chains of claims that rest on each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from symfed.core.verdict import Tier

if TYPE_CHECKING:
    from symfed.ledger.row import Row

#: Nothing that a reader must accept, and nothing that was only sampled.
FIRM = (Tier.PROVED, Tier.ENCLOSED)


def fully_verified(rows: Sequence[Row]) -> set[str]:
    """Ids whose own verdict and all they use, directly or not, are PROVED or ENCLOSED."""
    firm = {row.id: row.uses for row in rows if row.verdict in FIRM}
    while weak := [name for name, uses in firm.items() if not firm.keys() >= set(uses)]:
        for name in weak:
            del firm[name]
    return set(firm)
