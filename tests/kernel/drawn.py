"""What a small model is filled with: numbers, vectors, maps, gradients, samples, and tables of them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any, Self

from flint import arb, fmpq

from symfed.kernel.terms import Map, Num, Prop, Sort, Vec
from tests.kernel import values as v
from tests.kernel.values import Number, Truth

if TYPE_CHECKING:
    from tests.kernel.model import Model

_NUMBERS = tuple(fmpq(n) for n in (0, 0, 1, 1, -1, 2, 4, -4)) + tuple(fmpq(*n) for n in ((1, 2), (-1, 2), (3, 4), (9, 4), (-5, 3)))
_ROTATIONS = tuple(((fmpq(a, r), fmpq(-b, r)), (fmpq(b, r), fmpq(a, r))) for a, b, r in ((1, 0, 1), (0, 1, 1), (3, 4, 5), (5, 12, 13)))


def draw_number(rng: Random) -> fmpq:
    return rng.choice(_NUMBERS)


def draw_vector(rng: Random, d: int) -> Any:
    if rng.random() < 0.15:
        return (v.ZERO,) * d
    if d == 2 and rng.random() < 0.4:
        return v.scaled(draw_number(rng), v.transposed(rng.choice(_ROTATIONS))[0])
    return tuple(draw_number(rng) for _ in range(d))


def draw_frame(rng: Random, d: int) -> Any:
    """An orthonormal frame of rational vectors."""
    return v.transposed(rng.choice(_ROTATIONS)) if d == 2 else ((v.ONE,),)


def with_eigenvalues(frame: Any, numbers: Any) -> Any:
    total = v.multiple_of_identity(v.ZERO, len(frame))
    for number, direction in zip(numbers, frame, strict=False):
        total = v.added(total, v.scaled(number, v.outer(direction)))
    return total


def draw_symmetric(rng: Random, d: int) -> Any:
    return with_eigenvalues(draw_frame(rng, d), [draw_number(rng) for _ in range(d)])


def draw_map(rng: Random, d: int) -> Any:
    if rng.random() < 0.5:
        return draw_symmetric(rng, d)
    return tuple(tuple(draw_number(rng) for _ in range(d)) for _ in range(d))


class Field:
    """x -> map x + offset + height s(direction . x + shift) direction, where s is 0 up to 0, and of slope 1 from 1 (a kink: from 0) on."""

    def __init__(
        self, map_: Any, offset: Any, height: fmpq = v.ZERO, direction: Any = None, shift: fmpq = v.ZERO, kink: bool = False
    ) -> None:
        self.map, self.offset, self.height, self.shift = map_, offset, height, shift
        self.direction, self.kink = direction or (v.ZERO,) * len(map_), kink and height != 0
        steep = v.added(map_, v.scaled(height, v.outer(self.direction)))
        symmetric = v.same(map_, v.transposed(map_))
        ends = [*v.eigenvalues(map_), *v.eigenvalues(steep)] if symmetric else [v.ZERO]
        self.low, self.high = min(ends), max(ends)

    @property
    def quadratic(self) -> bool:
        return bool(self.height == 0) and v.same(self.map, v.transposed(self.map)) is True

    def _along(self, x: Any) -> Number:
        return v.dot(self.direction, x) + self.shift

    def _ramp(self, t: Any) -> Number:
        if t <= 0:
            return v.ZERO
        return t if self.kink else (t * t / 2 if t <= 1 else t - fmpq(1, 2))

    def _slope(self, t: Any) -> Number:
        if self.kink:
            return fmpq(int(t > 0))
        return arb(t).max(arb(0)).min(arb(1)) if isinstance(t, arb) else min(max(t, v.ZERO), v.ONE)

    def __call__(self, x: Any) -> Any:
        plain = v.added(v.applied(self.map, x), self.offset)
        return plain if self.height == 0 else v.added(plain, v.scaled(self.height * self._ramp(self._along(x)), self.direction))

    def loss(self, x: Any) -> Any:
        """What it is the gradient of, where its map is symmetric."""
        t = self._along(x)
        if t <= 0:
            bent: Number = v.ZERO
        elif self.kink:
            bent = t * t / 2
        else:
            bent = t * t * t / 6 if t <= 1 else (t * t - t) / 2 + fmpq(1, 6)
        return v.dot(x, v.applied(self.map, x)) / 2 + v.dot(self.offset, x) + self.height * bent

    def hessian(self, x: Any) -> Any:
        return v.added(self.map, v.scaled(self.height * self._slope(self._along(x)), v.outer(self.direction)))

    def bends_smoothly(self, x: Any) -> bool:
        """Whether it is a polynomial near a point, and not only of one piece on each side."""
        return bool(self.height == 0 or (self._along(x) not in (0, 1) and not (self.kink and self._along(x) == 0)))

    def third(self, x: Any) -> Any:
        """The second derivative of the gradient at a point where it bends smoothly, as a map for each coordinate."""
        bent = self.height if not self.kink and 0 < self._along(x) < 1 else v.ZERO
        return tuple(v.scaled(bent * a, v.outer(self.direction)) for a in self.direction)

    def mean_hessian(self, x: Any, y: Any) -> Any:
        """The map that takes x - y to the difference of the gradients."""
        s, t = self._along(x), self._along(y)
        slope = self._slope(s) if s == t else (self._ramp(s) - self._ramp(t)) / (s - t)
        return v.added(self.map, v.scaled(self.height * slope, v.outer(self.direction)))

    def moved(self, by: Any) -> Field:
        return Field(self.map, v.added(self.offset, by), self.height, self.direction, self.shift, self.kink)


def draw_curved(rng: Random, d: int, low: fmpq, high: fmpq, kink: bool = False) -> Field:
    """A gradient with curvatures between two numbers, mostly both of them reached."""
    frame, part = draw_frame(rng, d), (low + high) / 2
    start, *others = rng.sample([low, rng.choice((low, part)), high], 3)[: max(d, 1)]
    ridge = rng.random() < 0.6 and start < high
    field = with_eigenvalues(frame, [start, *others])
    return Field(field, draw_vector(rng, d), (high - start) * int(ridge), frame[0], draw_number(rng), kink)


def draw_field(rng: Random, d: int) -> Field:
    if rng.random() < 0.3:
        return Field(draw_map(rng, d), draw_vector(rng, d))
    low, high = sorted((draw_number(rng), draw_number(rng)))
    return draw_curved(rng, d, low, high, kink=rng.random() < 0.2)


class Table:
    """A function by its values, each drawn when it is first asked for."""

    def __init__(self, model: Model, result: Sort | None = None, rows: dict[Any, Any] | None = None) -> None:
        self.model, self.result, self.rows = model, result, rows or {}

    def __call__(self, key: Any) -> Any:
        if key not in self.rows:
            self.rows[key] = self.model.draw(self.result)
        return self.rows[key]


class Samples:
    """Gradients of random samples: each step looks at coins, and the first steps alone have some.

    Fresh: no two steps look at one coin, and the mean of the sides is the gradient. Some coins may fall before all steps; step 0 looks at
    one of the others, or at all of them. Otherwise all steps look at the first coin.
    """

    def __init__(self, model: Model, gradients: Any, noise: Any, fresh: bool) -> None:
        self.model, self.gradients, self.noise, self.fresh = model, gradients, noise, fresh
        self.earlier = model.rng.choice((0, 0, 1)) if fresh and model.coins > 1 else 0
        self.wide = fresh and model.rng.random() < 0.3
        self._asked: dict[tuple[int, int, int], Callable[[Any], Any]] = {}  # by client, step and outcome

    @classmethod
    def drawn(cls, model: Model, fresh: bool, gradients: Any = None) -> Self:
        g = gradients or Table(model, Vec >> Vec)
        noise = [
            [(draw_map(model.rng, model.d), draw_vector(model.rng, model.d)) for _ in range(model.coins)] for _ in range(model.clients)
        ]
        return cls(model, g, noise, fresh)

    def _coins(self, h: int) -> list[int]:
        if not self.fresh:
            return [0]
        ahead = list(range(self.earlier, self.model.coins))
        return (ahead if h == 0 else []) if self.wide else ahead[h : h + 1]

    def coins_before(self, h: int, w: int) -> Any:
        """The coins of the steps before step h."""
        coins = set[int]().union(*(self._coins(step) for step in range(h)))
        return tuple(self.model.outcomes[w][coin] for coin in sorted(coins))

    def drawn_before(self, h: int, w: int) -> Any:
        """What is known before step h: the start, where there is one, what was drawn earlier, and the coins of earlier steps."""
        return (*self.model.outcomes[w][self.model.coins :], *self.model.outcomes[w][: self.earlier], *self.coins_before(h, w))

    def __call__(self, c: int) -> Any:
        return lambda h: lambda w: self._asked.get((c, h, w)) or self._asked.setdefault((c, h, w), self._sample(c, h, w))

    def _sample(self, c: int, h: int, w: int) -> Callable[[Any], Any]:
        return self._field(c, h, w) or (lambda x: self.at(c, h, w, x))

    def _field(self, c: int, h: int, w: int) -> Field | None:
        """The sample's gradient as one whose curvatures are known, where the noise adds a multiple of the identity."""
        zero, unit, gradient = (v.ZERO,) * self.model.d, v.multiple_of_identity(v.ONE, self.model.d), self.gradients(c)
        slopes = [slope for own in self.noise for slope, _ in own]
        if not isinstance(gradient, Field) or any(slope != v.scaled(slope[0][0], unit) for slope in slopes):
            return None
        slope = sum((weight * self.noise[c][coin][0][0][0] for coin, weight in self._weights(c, h, w)), v.ZERO)
        made = gradient.moved(v.subtracted(self.at(c, h, w, zero), gradient(zero)))
        return Field(v.added(made.map, v.scaled(slope, unit)), made.offset, made.height, made.direction, made.shift, made.kink)

    def _weights(self, c: int, h: int, w: int) -> list[tuple[int, Any]]:
        """The coins of a step with what their sides weigh, which is nothing in the mean."""
        sides = ((coin, self.model.outcomes[w][coin][c % 2]) for coin in self._coins(h))
        return [(coin, 1 / self.model.bias if side == 0 else -1 / (1 - self.model.bias)) for coin, side in sides]

    def at(self, c: int, h: int, w: int, x: Any) -> Any:
        found = self.gradients(c)(x)
        for coin, weight in self._weights(c, h, w):
            slope, offset = self.noise[c][coin]
            found = v.added(found, v.scaled(weight, v.added(v.applied(slope, x), offset)))
        return found

    def fresh_for(self, g: Any) -> Truth:
        """Whether, given what was drawn before, each sample's mean is this gradient."""
        if self.fresh and g is self.gradients:
            return True
        held = v.every(
            self._mean_given_the_past(g, c, h, x) for c in range(self.model.clients) for h in (0, 1, 2) for x in self.model.drawn(Vec)
        )
        return held if held is False or Vec in self.model.whole else None

    def _mean_given_the_past(self, g: Any, c: int, h: int, x: Any) -> Truth:
        totals: dict[Any, Any] = {}
        for w, chance in enumerate(self.model.chances):
            part = v.scaled(chance, v.subtracted(self.at(c, h, w, x), g(c)(x)))
            past = self.drawn_before(h, w)
            totals[past] = v.added(totals[past], part) if past in totals else part
        return v.every(v.same(total, (v.ZERO,) * self.model.d) for total in totals.values())


def draw_function(model: Model, sort: Sort) -> Any:
    """A function of a number, a vector or a map."""
    rng, result = model.rng, sort.result
    a, b, c = (draw_number(rng) for _ in range(3))
    x, A = draw_vector(rng, model.d), draw_map(rng, model.d)
    number = {
        Num: lambda t: a + b * t + c * t * t,
        Vec: lambda y: a + v.dot(x, y) + c * v.dot(y, y),
        Map: lambda B: a + v.dot(x, v.applied(B, x)),
        Prop: lambda p: a if p else b,
    }.get(sort.source)  # fmt: skip
    if number is None or result not in (Num, Vec, Map, Prop):
        return Table(model, result)
    made = {
        Num: number,
        Vec: lambda y: v.scaled(number(y), x),
        Map: lambda y: v.scaled(number(y), A),
        Prop: lambda y: v.at_most(v.ZERO, number(y)),
    }  # fmt: skip
    return made[result]
