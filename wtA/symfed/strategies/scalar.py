"""Problems in dimension one with losses of one's own."""

from __future__ import annotations

from typing import Any

import sympy as sp
from hypothesis import strategies as st

from symfed.core.symbols import theta
from symfed.models.problems import ScalarProblem
from symfed.strategies.numbers import probabilities, sizes, within

#: Smooth convex functions with second derivatives in [0, 1] that no polynomial imitates: even, of bounded slope, and neither.
_BENDS = (
    lambda x: sp.log(sp.cosh(x)),
    lambda x: sp.sqrt(1 + x**2),
    lambda x: sp.log(1 + sp.exp(x)),
)


@st.composite
def scalar_problems(
    draw: Any,
    N: int,
    samples: int | tuple[int, int] = (1, 2),
    *,
    bends: int = 1,
    spread: Any = 1,
    heterogeneity: Any = 2,
    homogeneous: bool = False,
) -> ScalarProblem:
    """Scalar problems, always exact; the simplest has the one loss theta²/2.

    A sample loss is a (theta - m)²/2, 1 <= a <= 3, plus at most `bends` terms k B(s (theta - p)) with B one of log cosh,
    sqrt(1 + x²), log(1 + e^x) and small integers k and s: it is strongly convex by construction, and without bends it is quadratic.
    samples: how many a client holds, or a range (low, high), with probabilities of its own; 1 leaves no gradient noise. spread: how far
    at most a sample's m lies from its client's; heterogeneity: how far a client's lies from 0. homogeneous: all clients hold the
    first one's. Raises InvalidInput.
    """
    shape = scalar_clients(N, samples, bends=bends, spread=spread, heterogeneity=heterogeneity, homogeneous=homogeneous)
    return ScalarProblem(*draw(shape))


@st.composite
def scalar_clients(
    draw: Any,
    N: int,
    samples: int | tuple[int, int] = (1, 2),
    *,
    bends: int = 1,
    spread: Any = 1,
    heterogeneity: Any = 2,
    homogeneous: bool = False,
) -> tuple[list[list[sp.Expr]], list[tuple[Any, ...]]]:
    """Losses and weights of `scalar_problems`, of which a problem can be made: that takes far longer than to draw them."""
    client = _client(samples, bends, spread, heterogeneity)
    clients = [draw(client)] * N if homogeneous else [draw(client) for _ in range(N)]
    return [losses for losses, _ in clients], [weights for _, weights in clients]


@st.composite
def _client(draw: Any, samples: int | tuple[int, int], bends: int, spread: Any, heterogeneity: Any) -> tuple[list[Any], tuple[Any, ...]]:
    n, centre = draw(sizes("samples", samples)), draw(within(heterogeneity))
    return [draw(_loss(centre, bends, spread)) for _ in range(n)], draw(probabilities(n))


@st.composite
def _loss(draw: Any, centre: Any, bends: int, spread: Any) -> sp.Expr:
    m = centre + draw(within(spread))
    loss = draw(st.integers(1, 3)) * (theta - _rational(m)) ** 2 / 2
    for _ in range(draw(st.integers(0, bends))):
        bend, k, s, p = draw(st.tuples(st.sampled_from(_BENDS), st.integers(1, 2), st.integers(1, 2), within(1)))
        loss += k * bend(s * (theta - _rational(p)))
    return loss


def _rational(value: Any) -> sp.Rational:
    return sp.Rational(int(value.p), int(value.q))
