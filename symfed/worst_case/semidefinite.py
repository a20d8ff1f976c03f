"""Small semidefinite programs in double precision, by a barrier method: for finding what is proved elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from symfed.core.errors import NotConverged

_GROWTH = 8.0  # of the weight of the objective from one centre to the next
_CENTRED = 0.1  # the Newton decrement at which a point counts as central
_MOST_STEPS = 5_000  # Newton steps in all; programs of this size take some hundreds
_GREATEST_WEIGHT = 1e14  # beyond, rounding errors dominate


@dataclass(frozen=True)
class SemidefiniteProgram:
    """Minimise cost . x where constant + sum x_k slopes_k is positive definite and sides @ x + offsets is positive.

    cost (K), constant (n, n), slopes (K, n, n), sides (m, K), offsets (m); matrices are symmetric.
    """

    cost: Any
    constant: Any
    slopes: Any
    sides: Any
    offsets: Any

    def form(self, x: Any) -> Any:
        """The matrix at x, (n, n)."""
        return self.constant + np.tensordot(x, self.slopes, 1)


@dataclass(frozen=True)
class Centre:
    """A point on the central path: `x`, no further than `gap` from the least cost, and `dual`, a positive definite matrix (n, n) that is
    nearly feasible for the dual program and nearly a maximiser there."""

    x: Any
    dual: Any
    gap: float


def minimise(program: SemidefiniteProgram, x: Any, enough: Callable[[Centre], bool]) -> Centre:
    """Follow the central path from a strictly feasible x until a centre is good enough.

    Newton's method with steps 1/(1 + decrement), which for these barriers stay feasible and descend. Raises NotConverged where double
    precision does not get so far.
    """
    count, weight = len(program.constant) + len(program.offsets), 1.0
    for _ in range(_MOST_STEPS):
        try:
            root = np.linalg.inv(np.linalg.cholesky(program.form(x)))
            lengths = program.sides @ x + program.offsets
            if not (lengths > 0).all():
                raise NotConverged(f"rounding leaves the feasible set at a gap of {count / weight:.1e}")
            scaled = (root @ program.slopes @ root.T).reshape(len(x), -1)
            sides = program.sides / lengths[:, None]
            traces = np.trace(scaled.reshape(len(x), len(root), -1), axis1=1, axis2=2)
            gradient = weight * program.cost - traces - sides.sum(axis=0)
            step = np.linalg.solve(scaled @ scaled.T + sides.T @ sides, -gradient)
        except np.linalg.LinAlgError:
            raise NotConverged(f"rounding makes the program singular at a gap of {count / weight:.1e}") from None
        decrement = float(np.sqrt(max(0.0, -gradient @ step)))
        if not np.isfinite(decrement):
            raise NotConverged(f"numbers grow beyond all bounds at a gap of {count / weight:.1e}")
        x = x + step / (1 + decrement if decrement > 0.25 else 1)
        if decrement < _CENTRED:
            centre = Centre(x, root.T @ root / weight, count / weight)
            if enough(centre):
                return centre
            weight *= _GROWTH
            if weight > _GREATEST_WEIGHT:
                break
    raise NotConverged(f"no centre is good enough down to a gap of {count / weight:.1e}")
