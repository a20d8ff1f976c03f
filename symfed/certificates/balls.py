"""Working precision, and bounds that cannot be taken from a ball that has lost its value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from flint import arb, arb_series, ctx, fmpq
from flint.utils.flint_exceptions import DomainError

from symfed.certificates.errors import Malformed, NotProved

#: [-1, 1]; flint rounds a radius outwards
UNIT = arb(0, 1)


@contextmanager
def working(bits: int, order: int) -> Iterator[None]:
    """Balls made inside carry this many bits, power series this many terms beyond the constant one.

    Where flint refuses to divide by what may be zero, NotProved is raised.
    """
    length = ctx.cap
    with ctx.workprec(bits):
        ctx.cap = order + 1  # flint cuts longer series without a word
        try:
            yield
        except Malformed:
            raise
        except (ZeroDivisionError, DomainError, ValueError) as error:
            raise NotProved(f"a formula cannot be evaluated on the whole interval: {error}") from None
        finally:
            ctx.cap = length


def bound(ball: arb) -> arb:
    """An exact number that |ball| does not exceed. Raises NotProved for a ball that is not finite: it would pass every maximum."""
    if not ball.is_finite():
        raise NotProved("ball arithmetic lost all digits: a function is not defined there, or the effort is too small")
    return ball.abs_upper()


def total(balls: Iterable[arb]) -> arb:
    """A bound of the sum of absolute values."""
    return bound(sum((abs(ball) for ball in balls), arb(0)))


def taylor(value: Any, order: int) -> list[arb]:
    """The order + 1 coefficients of a series; a number is a constant one. Raises NotProved where the series was cut."""
    if isinstance(value, (fmpq, arb)):
        value = arb_series([value], order + 1)
    if value.prec <= order:
        raise NotProved(f"a power series kept {value.prec} terms of {order + 1}")
    found: list[arb] = value.coeffs()
    return found[: order + 1] + [arb(0)] * (order + 1 - len(found))
