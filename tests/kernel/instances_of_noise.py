"""Instances of the page's sentences on the covariance of noise at a point that changes, and on bounds over clients."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from flint import fmpq

from symfed.kernel.terms import Client, Map, Num, Vec
from tests.kernel import values as v
from tests.kernel.drawn import Samples, Table, draw_map, draw_number, draw_vector
from tests.kernel.model import Model

_SLOPES: Final = Client >> (Vec >> Map)


def _noise(G: Samples, c: int, h: int, w: int, x: Any) -> Any:
    return v.subtracted(G.at(c, h, w, x), G.gradients(c)(x))


def _linear(m: Model, G: Samples, c: int, h: int, w: int, x: Any) -> Any:
    """What noise at x has beyond that at zero: it is affine in x."""
    return v.subtracted(_noise(G, c, h, w, x), _noise(G, c, h, w, (v.ZERO,) * m.d))


def _frame(m: Model) -> list[Any]:
    return [tuple(fmpq(int(k == j)) for k in range(m.d)) for j in range(m.d)]


def _slope(m: Model, G: Samples, c: int, h: int, p: Any) -> Callable[[Any], Any]:
    """The derivative of the covariance at p."""

    def along(x: Any) -> Any:
        pairs = [(_linear(m, G, c, h, w, x), _noise(G, c, h, w, p)) for w in range(len(m.outcomes))]
        return v.weighted(m.chances, [v.added(v.outer(a, b), v.outer(b, a)) for a, b in pairs])

    columns = [along(e) for e in _frame(m)]
    return lambda x: v.weighted(list(x), columns)


def covariance_near(m: Model) -> list[Any]:
    """Affine noise, whose covariance is a polynomial: its slope at a point, and a number that is large enough wherever there is one."""
    G, h, p = Samples.drawn(m, fresh=True), m.rng.choice((0, 0, 1)), draw_vector(m.rng, m.d)
    m.polynomials = True
    m.witnesses[_SLOPES] = [Table(m, rows={c: _slope(m, G, c, h, p) for c in range(m.clients)})]
    m.witnesses[Num] = [fmpq(10) ** 6]
    m.points[_SLOPES], m.points[Num] = [], [fmpq(2, 3)]
    direction = draw_vector(m.rng, m.d)
    m.points[Vec] = [v.added(p, v.scaled(sign * fmpq(10) ** k, direction)) for sign, k in ((1, -9), (-1, 0), (1, 9))]
    m.whole |= {Vec, Num}
    m.complete.add(_SLOPES)
    return [G, G.gradients, h, p]


def covariance_of_drawn(m: Model) -> list[Any]:
    """Points of earlier draws, now and then of the step's own; the slope at p, the covariance there, or a matrix, and the least bound."""
    G, h, p = Samples.drawn(m, fresh=m.rng.random() < 0.8), m.rng.choice((0, 1, 1)), draw_vector(m.rng, m.d)
    c, outcomes, step = m.rng.randrange(m.clients), range(len(m.outcomes)), h + (m.rng.random() < 0.3)
    rows: dict[Any, Any] = {}
    X = [rows.setdefault(G.drawn_before(step, w), draw_vector(m.rng, m.d)) for w in outcomes]
    at_p = [_noise(G, c, h, w, p) for w in outcomes]
    C = v.weighted(m.chances, [v.outer(a, a) for a in at_p]) if m.rng.random() < 0.8 else draw_map(m.rng, m.d)
    sizes = [sum((v.dot(a, a) for a in (_linear(m, G, c, h, w, e) for e in _frame(m))), v.ZERO) for w in outcomes]
    m.points[Vec], m.points[Num] = list(dict.fromkeys([*X, p]))[:4], [fmpq(2, 3)]
    m.whole |= {Vec, Num}
    return [G, G.gradients, c, h, Table(m, rows=dict(enumerate(X))), C, _slope(m, G, c, h, p), p, v.weighted(m.chances, sizes)]


def _numbers_with_the_largest(m: Model) -> list[Any]:
    numbers = {c: draw_number(m.rng) for c in range(m.clients)}
    m.witnesses[Num] = [max(numbers.values())]
    m.complete.add(Num)  # where this is no bound, none is
    return [Table(m, rows=numbers)]


#: how a sentence's name starts: its values.
GIVEN: Final[dict[str, Callable[[Model], list[Any]]]] = {
    "numbers of clients are bounded": _numbers_with_the_largest,
    "a covariance near a point": covariance_near,
    "a covariance at what is drawn": covariance_of_drawn,
}
