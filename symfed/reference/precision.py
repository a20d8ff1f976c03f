"""Working precision of flint's balls, for a block of code."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import flint
import mpmath

from symfed.core.errors import NotConverged


@contextmanager
def bits(precision: int) -> Iterator[None]:
    """Balls and mpmath numbers made inside carry this many bits; build the data inside too, or it stays short."""
    with flint.ctx.workprec(precision), mpmath.workprec(precision):
        yield


def midpoint(ball: flint.arb) -> flint.arb:
    """The ball without its radius. Raises NotConverged for a ball that is not finite: it would agree with everything."""
    if not ball.is_finite():
        raise NotConverged("ball arithmetic lost all digits; ask for fewer digits or a smaller problem")
    return ball.mid()


def to_mpf(ball: flint.arb) -> Any:
    """The midpoint as an mpmath number, rounded to mpmath's current precision."""
    mantissa, exponent = midpoint(ball).man_exp()
    return mpmath.mpf((int(mantissa), int(exponent)))
