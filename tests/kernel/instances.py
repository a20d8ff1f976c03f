"""Instances of the page's sentences: values for what a sentence speaks of, so that its hypotheses often hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from flint import fmpq

from symfed.kernel.symbols import FALSE, quantified, sides
from symfed.kernel.terms import Client, Index, Map, Num, Tensor, Term, Vec
from symfed.kernel.text import written_out
from tests.kernel import instances_of_laws, instances_of_noise
from tests.kernel import values as v
from tests.kernel.drawn import (
    Field,
    Samples,
    Table,
    draw_curved,
    draw_frame,
    draw_map,
    draw_number,
    draw_symmetric,
    draw_vector,
    with_eigenvalues,
)
from tests.kernel.model import Model
from tests.kernel.values import Truth


def judged(model: Model, prop: Term, given: list[Any]) -> tuple[Truth, Truth]:
    """The truth of a sentence's hypotheses and of its conclusion, at these values and drawn ones for the variables that follow."""
    around: tuple[Any, ...] = ()
    hypotheses: Truth = True
    ahead = list(given)
    while True:
        if (function := quantified(prop)) is not None:
            function = written_out(function)
            around = (ahead.pop(0) if ahead else model.draw(function.one), *around)
            prop = function.two
        elif (parts := sides(prop, "->")) and parts[1] is not FALSE:
            hypotheses = v.every((hypotheses, model.value(parts[0], around)))
            prop = parts[1]
        else:
            return hypotheses, model.value(prop, around)


@dataclass
class Tally:
    """At how many instances the hypotheses held, the conclusion held with them, and it failed with them."""

    supposed: int = 0
    held: int = 0
    failed: int = 0


def tried(name: str, sentence: Term, times: int) -> Tally:
    """A sentence at so many instances, or until it fails at one."""
    tally = Tally()
    for seed in range(times):
        model = Model(Random(f"{name} {seed}"))
        supposed, held = judged(model, sentence, given_for(name, model))
        if supposed is True:
            tally.supposed += 1
            tally.held += held is True
            tally.failed += held is False
        if tally.failed:
            break
    return tally


def given_for(name: str, model: Model) -> list[Any]:
    """Values for the first variables of a sentence; now and then none, so that they are drawn as they come."""
    found = next((made for start, made in _GIVEN.items() if name.startswith(start)), None)
    return [] if found is None or model.rng.random() < 0.2 else found(model)


# maps


def _eigenvectors_decide(m: Model) -> list[Any]:
    frame = draw_frame(m.rng, m.d)
    m.points[Vec] = list(frame)
    m.whole.add(Vec)
    return [with_eigenvalues(frame, [draw_number(m.rng) for _ in range(m.d)])]


def _at_an_eigenvector(m: Model) -> list[Any]:
    frame, numbers = draw_frame(m.rng, m.d), [draw_number(m.rng) for _ in range(m.d)]
    return [
        with_eigenvalues(frame, numbers) if m.rng.random() < 0.6 else v.scaled(fmpq(1, 4), draw_map(m.rng, m.d)),
        m.rng.choice(numbers),
        frame[0],
    ]


def _at_its_largest_value(m: Model) -> list[Any]:
    """A symmetric map and its operator norm, or another number: eigenvectors decide how large its values are."""
    frame, numbers = draw_frame(m.rng, m.d), [draw_number(m.rng) for _ in range(m.d)]
    m.points[Vec] = list(frame)
    m.whole.add(Vec)
    return [with_eigenvalues(frame, numbers), max(abs(n) for n in numbers) + m.rng.choice((0, 0, 1))]


def _solvable(m: Model) -> list[Any]:
    A = with_eigenvalues(draw_frame(m.rng, m.d), [m.rng.choice((v.ZERO, v.ONE, fmpq(2), fmpq(1, 3))) for _ in range(m.d)])
    y = draw_vector(m.rng, m.d)
    m.witnesses[Vec] = [v.solution(A, y)]
    m.complete.add(Vec)
    return [A, m.rng.choice((draw_number(m.rng), v.eigenvalues(A)[0])), y]


def _lyapunov(m: Model) -> list[Any]:
    """A symmetric map, and the solution of A X + X A = B in the frame of its eigenvectors, where there is one."""
    frame, numbers = draw_frame(m.rng, m.d), [m.rng.choice((v.ZERO, v.ONE, fmpq(2), fmpq(1, 3), fmpq(-1))) for _ in range(m.d)]
    A, B = with_eigenvalues(frame, numbers), draw_map(m.rng, m.d)
    X = v.multiple_of_identity(v.ZERO, m.d)
    for one, a in zip(frame, numbers, strict=True):
        for other, b in zip(frame, numbers, strict=True):
            share = v.dot(one, v.applied(B, other)) / (a + b) if a + b != 0 else v.ZERO
            X = v.added(X, tuple(v.scaled(share * x, other) for x in one))
    m.witnesses[Map] = [X]
    m.complete.add(Map)
    return [A, m.rng.choice((*numbers, draw_number(m.rng))), B]


def _spectral(m: Model) -> list[Any]:
    A = draw_symmetric(m.rng, m.d)
    p, q, r = (draw_number(m.rng) for _ in range(3))
    low, high = v.eigenvalues(A)
    a, b = low - m.rng.choice((0, 0, 1, -1)), high + m.rng.choice((0, 0, 1, -1))
    b = max(a, b)
    turn = [-q / (2 * r)] if r != 0 and a < -q / (2 * r) < b else []
    m.points[Num] = [a, b, *turn]  # a quadratic on an interval is decided at its ends and where it turns
    m.whole.add(Num)

    def f(t: Any) -> Any:
        return p + q * t + r * t * t

    return [A, f, a, b, max(abs(f(t)) for t in m.points[Num]) - m.rng.choice((0, 0, 1))]


def _symmetric_maps(m: Model) -> list[Any]:
    return [Table(m, rows={c: draw_symmetric(m.rng, m.d) for c in range(m.clients)})]


# means and expectations


def _two_numbers(count: Callable[[Model], int]) -> Callable[[Model], list[Any]]:
    def made(m: Model) -> list[Any]:
        low = {key: draw_number(m.rng) for key in range(count(m))}
        return [Table(m, rows=low), Table(m, rows={key: value + abs(draw_number(m.rng)) for key, value in low.items()})]

    return made


def _numbers_not_negative(m: Model) -> list[Any]:
    return [Table(m, rows={c: abs(draw_number(m.rng)) for c in range(m.clients)})]


# losses


def _curved(m: Model) -> list[Any]:
    low, high = sorted((draw_number(m.rng), draw_number(m.rng)))
    return [draw_curved(m.rng, m.d, low, high), low, high]


def _mean_hessian(m: Model) -> list[Any]:
    g, low, high = _curved(m)
    x, y = draw_vector(m.rng, m.d), draw_vector(m.rng, m.d)
    m.witnesses[Map] = [g.mean_hessian(x, y)]
    if m.d == 1 and x != y:
        m.complete.add(Map)
    return [g, low, high, x, y]


def _with_hessian(m: Model) -> list[Any]:
    g, low, high = _curved(m)
    return [g, g.hessian, low, high]


def _third_derivatives(m: Model) -> list[Any]:
    """Gradients at a point, their third derivatives there, and a number that is large enough wherever there is one."""
    low, high = sorted((draw_number(m.rng), draw_number(m.rng)))
    fields = [draw_curved(m.rng, m.d, low, high) for _ in range(m.clients)]
    p = draw_vector(m.rng, m.d)
    if m.rng.random() < 0.4:  # where a gradient bends
        p = v.scaled(m.rng.choice((0, 1)) - fields[0].shift, fields[0].direction)
    m.witnesses[Client >> Tensor] = [Table(m, rows={c: g.third(p) for c, g in enumerate(fields)})]
    m.witnesses[Num] = [fmpq(10) ** 6]
    m.points[Num] = []
    m.points[Client >> Tensor] = []
    far = [fmpq(10) ** k for k in (-9, -1, 0, 1, 9)]
    m.points[Vec] = [v.added(p, v.scaled(sign * t, g.direction)) for t in far for sign in (1, -1) for g in fields]
    m.whole |= {Vec, Map, Client}
    m.complete |= {Num, Client >> Tensor}
    return [Table(m, rows=dict(enumerate(fields))), Table(m, rows={c: g.hessian for c, g in enumerate(fields)}), p, low, high]


def _near_a_point(m: Model) -> list[Any]:
    """A gradient whose Hessian changes along a line, where it bends, and how fast it does at most, or another number."""
    g, low, high = _curved(m)
    p = draw_vector(m.rng, m.d)
    along = v.dot(g.direction, p) + g.shift
    far = [sign * fmpq(10) ** k for k in (-9, -1, 0, 1) for sign in (1, -1)]
    m.points[Vec] = [v.added(p, v.scaled(t, g.direction)) for t in (-along, 1 - along, *far)]  # where the line begins and ends decides
    m.whole.add(Vec)
    hessian = g.hessian if m.rng.random() < 0.8 else _curved(m)[0].hessian
    return [g, hessian, p, low, high, m.rng.choice((abs(g.height), abs(g.height) + 1, draw_number(m.rng)))]


def _quadratic(m: Model) -> list[Any]:
    g = Field(draw_symmetric(m.rng, m.d), draw_vector(m.rng, m.d)) if m.rng.random() < 0.5 else _curved(m)[0]
    return [g, g.hessian]


def _minimisers(m: Model) -> list[Any]:
    """Gradients of all clients whose mean vanishes at a point that is known, or nowhere if it vanishes not there."""
    low, high = sorted((draw_number(m.rng), draw_number(m.rng)))
    fields = [draw_curved(m.rng, m.d, low, high) for _ in range(m.clients)]
    point = draw_vector(m.rng, m.d)
    if low > 0 or m.rng.random() < 0.5:
        mean = v.weighted([fmpq(1, m.clients)] * m.clients, [g(point) for g in fields])
        fields = [g.moved(v.scaled(fmpq(-1), mean)) for g in fields]
    else:
        fields = [Field(g.map, g.offset) for g in fields]
        A, y = (v.weighted([fmpq(1, m.clients)] * m.clients, part) for part in ([g.map for g in fields], [g.offset for g in fields]))
        point = v.solution(A, v.scaled(fmpq(-1), y))
    m.witnesses[Vec] = [point]
    m.points[Vec] = [point]
    m.complete.add(Vec)
    return [Table(m, rows=dict(enumerate(fields))), low, high]


def _own_minimiser(m: Model) -> list[Any]:
    m.clients = 1
    g, low, high = _minimisers(m)
    return [g(0), low, high]


def _one_gradient(m: Model) -> list[Any]:
    g = m.draw(Vec >> Vec)
    return [Table(m, rows=dict.fromkeys(range(m.clients), g))]


def _smooth(m: Model) -> list[Any]:
    low, high = sorted((abs(draw_number(m.rng)), abs(draw_number(m.rng))))
    return [draw_curved(m.rng, m.d, low, high, kink=m.rng.random() < 0.5), high]


def _loss(m: Model) -> list[Any]:
    low, high = sorted((draw_number(m.rng), draw_number(m.rng)))
    g = draw_curved(m.rng, m.d, low, high, kink=m.rng.random() < 0.3)
    return [g.loss, g, low, high, m.rng.choice((high, high + 1, high + 3, (low + high) / 2))]


def _steps_between(m: Model) -> list[Any]:
    first, last = m.rng.randrange(4), m.rng.randrange(4)
    m.witnesses[Index] = [max(last - first, 0)]
    m.complete.add(Index)
    return [first, last]


def _contraction(m: Model) -> list[Any]:
    frame = draw_frame(m.rng, m.d)
    numbers = [m.rng.choice((fmpq(1, 2), fmpq(-1, 3), fmpq(0), fmpq(3, 4), fmpq(1), fmpq(-1))) for _ in range(m.d)]
    T = Field(with_eigenvalues(frame, numbers), draw_vector(m.rng, m.d))
    m.points[Vec] = [(v.ZERO,) * m.d, *frame]  # the differences of these decide
    m.whole.add(Vec)
    m.witnesses[Vec] = [v.solution(v.subtracted(v.multiple_of_identity(v.ONE, m.d), T.map), T.offset)]
    return [T, m.rng.choice((max(abs(n) for n in numbers), fmpq(3, 4), fmpq(1, 2), fmpq(1)))]


# samples


def _built(m: Model, G: Samples, h: int) -> Table:
    """A random vector that depends on what was drawn before step h alone; now and then on the draw of step h as well."""
    h += m.rng.random() < 0.15
    rows: dict[Any, Any] = {}
    draws = (rows.setdefault(G.drawn_before(h, w), draw_vector(m.rng, m.d)) for w in range(len(m.outcomes)))
    return Table(m, rows=dict(enumerate(draws)))


def _samples(words: str) -> Callable[[Model], list[Any]]:
    """Variables of a sentence on samples, by a letter each: G and g, a client c, a step h, vectors X, numbers a, a map A, clients' f."""

    def made(m: Model) -> list[Any]:
        G = Samples.drawn(m, fresh="g" in words or m.rng.random() < 0.5)
        h = m.rng.choice((0, 1, 1, 2))
        say: dict[str, Callable[[], Any]] = {
            "G": lambda: G, "g": lambda: G.gradients, "c": lambda: m.rng.randrange(m.clients), "h": lambda: h, "X": lambda: _built(m, G, h),
            "a": lambda: draw_number(m.rng), "A": lambda: draw_map(m.rng, m.d),
            "f": lambda: Table(m, rows={c: _built(m, G, h) for c in range(m.clients)}),
        }  # fmt: skip
        return [say[letter]() for letter in words]

    return made


def _bounded(m: Model) -> list[Any]:
    G, h, X = _samples("GhX")(m)
    norms = [v.length(X(w)) for w in range(len(m.outcomes))]
    return [G, h, m.rng.choice((0, 1, 2, 3)), X, m.rng.choice((sum(norms), draw_number(m.rng)))]


def _smooth_samples(words: str) -> Callable[[Model], list[Any]]:
    """Samples of convex losses, whose noise adds a little to the curvature, and a Lipschitz constant l of all of them."""

    def made(m: Model) -> list[Any]:
        low, high = sorted((abs(draw_number(m.rng)), abs(draw_number(m.rng))))
        gradients = Table(m, rows={c: draw_curved(m.rng, m.d, low, high) for c in range(m.clients)})
        G = Samples.drawn(m, fresh=m.rng.random() < 0.7, gradients=gradients)
        little = v.multiple_of_identity(low / 16, m.d)  # a coin weighs four at most, and there are two
        G.noise = [[(little, offset) for _, offset in own] for own in G.noise]
        m.whole.add(Index)
        h = m.rng.choice((0, 1, 1, 2))
        say = {"G": G, "g": gradients, "c": m.rng.randrange(m.clients), "h": h, "X": _built(m, G, h), "l": high + low}
        return [say[letter] for letter in words]

    return made


def _bound_on_the_noise(m: Model) -> list[Any]:
    """A bound at all values of X, which is all that the bound is asked at; now and then X is where the draw itself is largest."""
    G, g, c, h, X = _samples("GgchX")(m)
    outcomes = range(len(m.outcomes))

    def noise(x: Any, w: int) -> Any:
        own = v.subtracted(G.at(c, h, w, x), g(c)(x))
        return v.dot(own, own)

    m.points[Vec] = [X(w) for w in outcomes]
    if m.rng.random() < 0.3:
        G.wide, h, m.points[Vec] = True, 0, [draw_vector(m.rng, m.d) for _ in range(3)]
        X = Table(m, rows={w: max(m.points[Vec], key=lambda x: noise(x, w)) for w in outcomes})
    m.whole.add(Vec)
    return [G, g, c, h, X, max(v.weighted(m.chances, [noise(x, w) for w in outcomes]) for x in m.points[Vec])]


#: how a sentence's name starts: its values. The first that fits.
_GIVEN: Final[dict[str, Callable[[Model], list[Any]]]] = {
    "the smallest eigenvalue": _eigenvectors_decide,
    "the largest eigenvalue": _eigenvectors_decide,
    "coercive": _at_an_eigenvector,
    "Frobenius norm of a product": _at_its_largest_value,
    "outer products with moments": _samples("GhXX"),
    "solvable": _solvable,
    "Lyapunov": _lyapunov,
    "spectral bound": _spectral,
    "mean of symmetric maps": _symmetric_maps,
    "mean of relations": _two_numbers(lambda m: m.clients),
    "mean of strict relations": _two_numbers(lambda m: m.clients),
    "E is monotone": _two_numbers(lambda m: len(m.outcomes)),
    "Jensen for numbers": _numbers_not_negative,
    "curved: third derivatives": _third_derivatives,
    "curved: a Hessian near a point": _third_derivatives,
    "curved: Taylor at a point": _near_a_point,
    "curved: a minimiser of its own": _own_minimiser,
    "curved: a minimiser": _minimisers,
    "curved: a mean Hessian": _mean_hessian,
    "curved: the Hessian": _with_hessian,
    "curved": _curved,
    "quadratic": _quadratic,
    "interpolation": _loss,
    "steps between": _steps_between,
    "one gradient for all": _one_gradient,
    "smooth": _smooth,
    "Banach": _contraction,
    "before: what is not drawn": _samples("Gh"),
    "before: later": _samples("GhX"),
    "before: a draw": _samples("GchX"),
    "before: a gradient": _samples("GgchX"),
    "before: combinations": _samples("GaahXX"),
    "before: means": _samples("Ghf"),
    "before: maps": _samples("GhAX"),
    "vectors with moments": _samples("GhX"),
    "norms have a mean": _samples("GhX"),
    "moments of what is drawn": instances_of_laws.moments_of_draws,
    "moments of a law that is kept": instances_of_laws.kept_moments,
    "moments": _samples("GhXX"),
    "draws at a point": _samples("Ggch"),
    "the mean of a draw": _samples("Ggch"),
    "bounded vectors": _bounded,
    "a bound on the noise": _bound_on_the_noise,
    "means of what is built": _smooth_samples("GghXl"),
    "fresh gradients without moments": _smooth_samples("GgchXl"),
    "fresh outer products": _samples("GgchXX"),
    "fresh samples": _samples("GgchXX"),
    "fresh gradients": _samples("GgchX"),
    **instances_of_laws.GIVEN,
    **instances_of_noise.GIVEN,
}
