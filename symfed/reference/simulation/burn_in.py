"""How long a simulation takes to forget where it started."""

from __future__ import annotations

import math

_FORGOTTEN = 1e-3  # share of the starting distance that is left after the burn-in


def burn_in_rounds(gamma: float, mu: float, H: int) -> int:
    """Rounds after which (1 - gamma mu)^(H rounds) <= 1e-3."""
    if gamma * mu >= 1:
        return 1
    return max(1, math.ceil(math.log(_FORGOTTEN) / (H * math.log1p(-gamma * mu))))
