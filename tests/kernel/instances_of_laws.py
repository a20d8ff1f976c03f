"""Instances of the page's sentences on distributions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from flint import fmpq

from symfed.kernel.terms import Index, Num, Outcome, Vec
from tests.kernel import values as v
from tests.kernel.drawn import Field, Samples, Table, draw_frame, draw_map, draw_number, draw_vector, with_eigenvalues
from tests.kernel.model import SAMPLES, Model

_RANDOM_VECTOR: Final = Outcome >> Vec


def _affine_samples(m: Model, fresh: bool) -> Samples:
    """Samples whose gradients are affine, so that a frame and the origin decide what is equal."""
    m.points[Vec] = [(v.ZERO,) * m.d, *draw_frame(m.rng, m.d)]
    m.whole.add(Vec)
    rows = {c: Field(draw_map(m.rng, m.d), draw_vector(m.rng, m.d)) for c in range(m.clients)}
    G = Samples.drawn(m, fresh, Table(m, rows=rows))
    G.earlier, G.wide = 0, False  # each step looks at one coin, in order: what is independent of the draws is the start alone
    return G


def _map_of_draws(m: Model, G: Samples, h: int) -> Table:
    """A random map of the draws before step h; now and then of the draw of step h, or of the start."""
    tells = G.drawn_before if m.rng.random() < 0.15 else G.coins_before
    h += m.rng.random() < 0.15
    rows: dict[Any, Any] = {}
    maps = (rows.setdefault(tells(h, w), Field(draw_map(m.rng, m.d), draw_vector(m.rng, m.d))) for w in range(len(m.outcomes)))
    return Table(m, rows=dict(enumerate(maps)))


def _of_start(m: Model, G: Samples) -> Table:
    """A random point that is there before all draws; now and then one that looks at the first draw."""
    rows: dict[Any, Any] = {}
    step = int(m.rng.random() < 0.15)
    points = (rows.setdefault(G.drawn_before(step, w), draw_vector(m.rng, m.d)) for w in range(len(m.outcomes)))
    return Table(m, rows=dict(enumerate(points)))


def maps(words: str) -> Callable[[Model], list[Any]]:
    """Variables of a sentence on random maps: G, a client c, a step h, maps T, numbers a, points x, clients' maps f, a start X."""

    def made(m: Model) -> list[Any]:
        G, h = _affine_samples(m, m.rng.random() < 0.7), m.rng.choice((0, 1, 1, 2))
        say: dict[str, Callable[[], Any]] = {
            "G": lambda: G, "c": lambda: m.rng.randrange(m.clients), "h": lambda: h, "T": lambda: _map_of_draws(m, G, h),
            "a": lambda: draw_number(m.rng), "x": lambda: draw_vector(m.rng, m.d), "X": lambda: _of_start(m, G),
            "f": lambda: Table(m, rows={c: _map_of_draws(m, G, h) for c in range(m.clients)}),
            "g": lambda: G.gradients, "A": lambda: draw_map(m.rng, m.d),
        }  # fmt: skip
        return [say[letter]() for letter in words]

    return made


def equal_laws(m: Model) -> list[Any]:
    """Two random vectors that look at different coins in the same way, or at one in two ways."""
    values: dict[Any, Any] = {}
    coins = len(m.outcomes[0])
    one, other = (
        [values.setdefault(m.outcomes[w][coin], draw_vector(m.rng, m.d)) for w in range(len(m.outcomes))] for coin in (0, coins - 1)
    )
    if m.rng.random() < 0.3:
        other = [draw_vector(m.rng, m.d) for _ in m.outcomes]
    return [Table(m, rows=dict(enumerate(rows))) for rows in (one, other)]


def kept_law(m: Model) -> list[Any]:
    """x -> A x + b, or the draw itself, or a map that the start makes: a point that stays, the start's copy of the draw, or none."""
    G, outcomes = _affine_samples(m, fresh=True), range(len(m.outcomes))
    frame = m.points[Vec][1:]
    kind = m.rng.choice(("fixed", "fixed", "draw", "start")) if m.start else "fixed"
    q = m.rng.choice((fmpq(3, 4), fmpq(15, 16), fmpq(1), fmpq(2)))
    m.complete.add(_RANDOM_VECTOR)  # where the witness is none, the means of both sides differ, or chances that are not equal
    if kind == "fixed":
        numbers = [m.rng.choice((fmpq(1, 2), fmpq(-1, 3), fmpq(0), fmpq(3, 4), fmpq(1))) for _ in range(m.d)]
        A, b = with_eigenvalues(frame, numbers), draw_vector(m.rng, m.d)
        point = v.solution(v.subtracted(v.multiple_of_identity(v.ONE, m.d), A), b)
        T, X = dict.fromkeys(outcomes, Field(A, b)), dict.fromkeys(outcomes, point)
    elif kind == "draw":
        none = v.multiple_of_identity(v.ZERO, m.d)
        values = {side: draw_vector(m.rng, m.d) for side in {outcome[0] for outcome in m.outcomes}}
        T = {w: Field(none, values[m.outcomes[w][0]]) for w in outcomes}
        X = {w: values[m.outcomes[w][1]] for w in outcomes}
    else:
        m.complete.discard(_RANDOM_VECTOR)
        if m.bias != fmpq(1, 2):
            m.complete.add(_RANDOM_VECTOR)
        T = {w: Field(v.multiple_of_identity(fmpq(1 - m.outcomes[w][1][0]), m.d), (v.ONE,) * m.d) for w in outcomes}
        X = dict.fromkeys(outcomes, (v.ZERO,) * m.d)
    m.witnesses[_RANDOM_VECTOR] = [Table(m, rows=X)]
    return [G, G.gradients, m.rng.choice((1, 1, 2)), Table(m, rows=T), q]


def three_laws(m: Model) -> list[Any]:
    one, other = equal_laws(m)
    return [one, other, m.rng.choice((one, equal_laws(m)[0]))]


def on_a_line(laws: Callable[[Model], list[Any]]) -> Callable[[Model], list[Any]]:
    def made(m: Model) -> list[Any]:
        m.d = 1
        return laws(m)

    return made


def transport_after_draw(m: Model) -> list[Any]:
    """Points of the start, or one of the step's own coin that has the law of the other; the mean square of the slope, or a number."""
    m.d = 1
    G, c, n, outcomes = _affine_samples(m, fresh=m.rng.random() < 0.8), m.rng.randrange(m.clients), 0, range(len(m.outcomes))
    last = len(m.outcomes[0]) - 1

    def point(coin: int, values: dict[Any, Any]) -> Table:
        return Table(m, rows={w: values.setdefault(m.outcomes[w][coin], draw_vector(m.rng, m.d)) for w in outcomes})

    alike = m.rng.random() < 0.4
    values: dict[Any, Any] = {}
    points = [point(n, values), point(last, values)] if alike else [point(last, {}), point(last, {})]
    m.rng.shuffle(points)
    slopes = [v.subtracted(G.at(c, n, w, (v.ONE,)), G.at(c, n, w, (v.ZERO,))) for w in outcomes]
    q = v.weighted(m.chances, [v.dot(slope, slope) for slope in slopes])
    return [G, G.gradients, c, n, m.rng.choice((q, q, q + 1, draw_number(m.rng))), *points]


def own_draws(m: Model) -> list[Any]:
    """A map that is not drawn: its copies are that map, whatever is asked of them, and nothing else has its law."""
    G = _affine_samples(m, fresh=True)
    none = v.multiple_of_identity(v.ZERO, m.d), (v.ZERO,) * m.d
    T = Field(draw_map(m.rng, m.d), draw_vector(m.rng, m.d))
    m.witnesses[SAMPLES] = [Samples(m, Table(m, rows=dict.fromkeys(range(m.clients), T)), [[none] * m.coins] * m.clients, fresh=True)]
    m.points[Index] = [0, 1, 2]  # later steps look at no coin
    m.complete.add(SAMPLES)
    m.whole |= {Index, _RANDOM_VECTOR, Vec >> (Vec >> Num)}
    return [G, G.gradients, m.rng.choice((0, 1)), Table(m, rows=dict.fromkeys(range(len(m.outcomes)), T))]


def law_after_draw(m: Model) -> list[Any]:
    """A map of the first draw, or of the start as if it were one; points of the start, or of the first draw."""
    G, c, outcomes = _affine_samples(m, fresh=True), m.rng.randrange(m.clients), range(len(m.outcomes))
    n = m.rng.randrange(m.coins)
    last = len(m.outcomes[0]) - 1
    twin = {w: next(u for u in outcomes if m.outcomes[u][0] == m.outcomes[w][last]) for w in outcomes}
    from_start = m.start and m.rng.random() < 0.2
    T = {w: (lambda x, at=(twin[w] if from_start else w): G.at(c, 0, at, x)) for w in outcomes}
    if m.rng.random() < 0.1:
        T = dict.fromkeys(outcomes, Field(draw_map(m.rng, m.d), draw_vector(m.rng, m.d)))
    values: dict[Any, Any] = {}
    point = draw_vector(m.rng, m.d)
    X, Y = (
        {w: values.setdefault(m.outcomes[w][coin], draw_vector(m.rng, m.d)) if m.start else point for w in outcomes}
        for coin in (last, 0 if m.rng.random() < 0.2 else last)
    )
    if m.rng.random() < 0.15:
        Y = dict.fromkeys(outcomes, draw_vector(m.rng, m.d))
    return [G, G, G.gradients, G.gradients, c, n, 1, *(Table(m, rows=rows) for rows in (T, X, Y))]


def mean_over_draw(m: Model) -> list[Any]:
    """Points of earlier draws, now and then of the step's own, and a polynomial of them and of what is drawn at them."""
    G, h = Samples.drawn(m, fresh=m.rng.random() < 0.8), m.rng.choice((0, 1, 1))

    def point() -> Table:
        rows: dict[Any, Any] = {}
        step = h + (m.rng.random() < 0.15)
        draws = (rows.setdefault(G.drawn_before(step, w), draw_vector(m.rng, m.d)) for w in range(len(m.outcomes)))
        return Table(m, rows=dict(enumerate(draws)))

    a, b = draw_number(m.rng), draw_number(m.rng)

    def f(x: Any) -> Any:
        return lambda y: lambda u: lambda w: a * v.dot(u, w) + b * v.dot(u, x) + v.dot(w, w) * v.dot(x, y)

    return [G, G.gradients, m.rng.randrange(m.clients), h, point(), point(), f]


def moments_of_draws(m: Model) -> list[Any]:
    """A map of draws at a start, and any moments: with finitely many outcomes all are there."""
    G, p, h, T, X = maps("GxhTX")(m)
    m.points[Index] = [0, 1, 2]
    m.whole.add(Index)
    return [
        G,
        p,
        Table(m, rows={c: draw_vector(m.rng, m.d) for c in range(m.clients)}),
        h,
        m.rng.choice((1, 2)),
        m.rng.choice((0, 1)),
        T,
        X,
    ]


def _numbers_and_bound(m: Model) -> tuple[Table, Any]:
    """A random number, now and then a negative one, and what its moments are up to, or some number."""
    outcomes, low = range(len(m.outcomes)), -3 if m.rng.random() < 0.3 else 0
    numbers = [fmpq(m.rng.randint(low, 4)) for _ in outcomes]
    return Table(m, rows=dict(enumerate(numbers))), m.rng.choice((max(numbers), max(numbers), fmpq(m.rng.randint(-3, 4))))


def lower_moments(m: Model) -> list[Any]:
    return [*_numbers_and_bound(m), m.rng.choice((1, 1, 2)), m.rng.choice((0, 1, 2))]


def two_moments(m: Model) -> list[Any]:
    (f, a), (g, b) = _numbers_and_bound(m), _numbers_and_bound(m)
    return [f, g, a, b, m.rng.choice((0, 1, 2))]


def moments_of_clients(m: Model) -> list[Any]:
    own = [_numbers_and_bound(m) for _ in range(m.clients)]
    return [*(Table(m, rows=dict(enumerate(rows))) for rows in zip(*own, strict=True)), m.rng.choice((0, 1, 2))]


def kept_moments(m: Model) -> list[Any]:
    """x -> X + a (x - X) for a fixed X or one that a coin tells, or draws with a start's copy of them; r is as small as it may be."""
    m.d = 1
    G, outcomes, last = _affine_samples(m, fresh=True), range(len(m.outcomes)), len(m.outcomes[0]) - 1
    a, kind = m.rng.choice((fmpq(1, 2), fmpq(-1, 3), fmpq(3, 4))), m.rng.choice(("fixed", "draws", "first coin", "last coin"))
    values: dict[Any, Any] = {}
    toss = {coin: {w: values.setdefault(m.outcomes[w][coin], draw_vector(m.rng, 1)) for w in outcomes} for coin in (0, last)}
    fixed = dict.fromkeys(outcomes, draw_vector(m.rng, 1))
    X = fixed if kind == "fixed" else toss[0 if kind == "first coin" else last]
    stays, slope = (toss[0], fmpq(0)) if kind == "draws" else (X, a)
    line = v.multiple_of_identity(slope, 1)
    T = {w: Field(line, tuple((1 - slope) * y for y in stays[w])) for w in outcomes}
    p, n, q = v.weighted(m.chances, [X[w] for w in outcomes]), m.rng.choice((1, 2, 2)), m.rng.choice((slope**2, abs(slope)))

    def r(x: Any) -> Any:
        after = v.weighted(m.chances, [abs(T[w](x)[0] - p[0]) ** n for w in outcomes])
        return max(fmpq(0), after - q * abs(x[0] - p[0]) ** n)

    if m.rng.random() < 0.2:
        X = dict.fromkeys(outcomes, draw_vector(m.rng, 1))
    return [G, G.gradients, 1, n, Table(m, rows=T), Table(m, rows=X), p, q, m.rng.choice((r, r, lambda x: fmpq(0)))]


def mean_after_start(m: Model) -> list[Any]:
    """A map of draws, now and then of the start, at a start, now and then a first draw; and a polynomial of both."""
    G, h, T, X = maps("GhTX")(m)
    a, b = draw_number(m.rng), draw_number(m.rng)
    return [G, G.gradients, h, T, X, lambda x: lambda y: a * v.dot(x, y) + b * v.dot(y, y) + v.dot(x, x) * v.dot(x, y)]


def independent_clients(m: Model) -> list[Any]:
    """Points of earlier draws, now and then of the step's own, a matrix for each client, and now and then another number of clients."""
    clients, h = range(m.clients), m.rng.choice((0, 0, 1))
    G = Samples.drawn(m, fresh=m.rng.random() < 0.8)

    def point() -> Table:
        rows: dict[Any, Any] = {}
        step = h + (m.rng.random() < 0.15)
        draws = (rows.setdefault(G.drawn_before(step, w), draw_vector(m.rng, m.d)) for w in range(len(m.outcomes)))
        return Table(m, rows=dict(enumerate(draws)))

    matrices = Table(m, rows={c: draw_map(m.rng, m.d) for c in clients})
    n = fmpq(m.rng.choice((m.clients, m.clients, m.clients, 1)))
    return [G, G.gradients, n, h, matrices, Table(m, rows={c: point() for c in clients})]


#: how a sentence's name starts: its values.
GIVEN: Final[dict[str, Callable[[Model], list[Any]]]] = {
    "drawn: the point itself": maps("Gh"),
    "drawn: what is not drawn": maps("Ghx"),
    "drawn: later": maps("GhT"),
    "drawn: a gradient": maps("GgchT"),
    "drawn: maps": maps("GhAT"),
    "independent clients": independent_clients,
    "zero map": lambda m: [m.rng.choice((v.multiple_of_identity(v.ZERO, m.d), v.scaled(fmpq(1, 4), draw_map(m.rng, m.d))))],
    "lower moments": lower_moments,
    "Minkowski over clients": moments_of_clients,
    "Minkowski": two_moments,
    "drawn: a draw": maps("GchT"),
    "drawn: combinations": maps("GaahTT"),
    "drawn: means": maps("Ghf"),
    "equal laws: two in a row": three_laws,
    "equal laws": equal_laws,
    "transport is not negative": on_a_line(equal_laws),
    "transport to equal laws": on_a_line(three_laws),
    "transport after a draw": transport_after_draw,
    "draws of one's own": own_draws,
    "a law after a draw": law_after_draw,
    "means over draws after a start": mean_after_start,
    "means over a draw": mean_over_draw,
    "a law that is kept": kept_law,
}
