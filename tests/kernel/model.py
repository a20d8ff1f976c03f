"""Small finite models in which the kernel's terms have values: a few clients, outcomes, numbers, and vectors of dimension one or two.

A model is drawn from a seed. A quantifier over numbers, vectors, maps, counts or functions is asked at a few values alone: what fails
there is false, what holds there is open (None), unless the model says that these values decide.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from random import Random
from typing import Any

from flint import arb, fmpq

from symfed.kernel.page import SYMBOLS
from symfed.kernel.terms import Client, Index, Map, Num, Outcome, Prop, Sort, Tensor, Term, Vec
from symfed.kernel.text import read_sort
from tests.kernel import values as v
from tests.kernel.drawn import Field, Samples, Table, draw_field, draw_function, draw_map, draw_number, draw_vector
from tests.kernel.values import Truth

SAMPLES = read_sort(SYMBOLS["Moments"].removesuffix(" -> Prop"))
FIELD = Vec >> Vec


class Model:
    """One world: who the clients are, how outcomes fall, and what stands where nothing is said (1 / 0, the root of -1).

    letters: values of free variables and of constants that are not of the page. points: the values that a quantifier looks at.
    whole: the sorts whose points decide. witnesses: values that `some` tries first. complete: the sorts where no others could do.
    """

    def __init__(self, rng: Random, *, dimension: int | None = None, clients: int | None = None, look: int = 3) -> None:
        self.rng, self.look = rng, look
        self.d = dimension or rng.choice((1, 2))
        self.clients = clients or rng.choice((1, 2, 2, 3))
        self.coins = rng.choice((1, 1, 2))
        self.own = own = self.clients == 2 and rng.random() < 0.3  # whether each client looks at a side of its own
        bias = rng.choice((fmpq(1, 2), fmpq(1, 3), fmpq(1, 4)))
        sides = [(s, t) for s in (0, 1) for t in (0, 1)] if own else [(s, s) for s in (0, 1)]
        chance = {(s, t): ((bias, 1 - bias)[s] * ((bias, 1 - bias)[t] if own else 1)) for s, t in sides}
        self.bias = bias
        self.start = self.coins == 1 and bias != fmpq(1, 4)  # the last coin comes before all draws
        self.outcomes = [(a,) for a in sides] if self.coins + self.start == 1 else [(a, b) for a in sides for b in sides]
        self.chances = [reduce(lambda p, coin: p * chance[coin], outcome, fmpq(1)) for outcome in self.outcomes]
        self.polynomials = False  # whether what maps make of points that is spoken of is a polynomial
        self.junk, self.inverse_of_zero = rng.choice((fmpq(0), fmpq(7), fmpq(3, 2))), rng.choice((fmpq(0), fmpq(1), fmpq(-7)))
        self.letters: dict[Term, Any] = {}
        self.points: dict[Sort, list[Any]] = {
            Client: list(range(self.clients)), Outcome: list(range(len(self.outcomes))), Prop: [True, False],
        }  # fmt: skip
        self.whole: set[Sort] = set(self.points)
        self.witnesses: dict[Sort, list[Any]] = {}
        self.complete: set[Sort] = set()
        self._constants: dict[Term, Any] = {}

    # values of terms

    def value(self, term: Term, around: tuple[Any, ...] = ()) -> Any:
        """The value of a term, with what the binders around it stand for, the innermost first."""
        kind = term.kind
        if kind == "app":
            return self.value(term.one, around)(self.value(term.two, around))
        if kind == "bound":
            return around[term.one]
        if kind == "lam":
            return lambda one: self.value(term.two, (one, *around))
        if term in self.letters:
            return self.letters[term]
        if kind != "const":
            raise KeyError(f"{term} has no value here")
        if term not in self._constants:
            self._constants[term] = self._constant(term.one, term.sort)
        return self._constants[term]

    def _constant(self, name: str, sort: Sort) -> Any:
        if name.isdigit():
            return fmpq(int(name)) if sort is Num else int(name)
        if name in ("all", "some"):
            over, ask = sort.source.source, self.holds_for_all if name == "all" else self.is_somewhere
            return lambda said: ask(over, said)
        if name == "=":
            return lambda a: lambda b: self.equal(sort.source, a, b)
        if name in ("mean", "E"):
            return self._mean if name == "mean" else self._expectation
        return _PLAIN[name, sort](self)

    def drawn(self, sort: Sort) -> list[Any]:
        """The values of a sort that a quantifier looks at."""
        if sort not in self.points:
            self.points[sort] = [self.draw(sort) for _ in range(self.look)]
        return self.points[sort]

    def draw(self, sort: Sort) -> Any:
        """A value of a sort."""
        plain: dict[Sort, Callable[[], Any]] = {
            Num: lambda: draw_number(self.rng),
            Vec: lambda: draw_vector(self.rng, self.d),
            Map: lambda: draw_map(self.rng, self.d),
            Tensor: lambda: tuple(draw_map(self.rng, self.d) for _ in range(self.d)),
            Client: lambda: self.rng.randrange(self.clients),
            Outcome: lambda: self.rng.randrange(len(self.outcomes)),
            Index: lambda: self.rng.choice((0, 0, 1, 1, 2, 3)),
            Prop: lambda: self.rng.random() < 0.5,
            FIELD: lambda: draw_field(self.rng, self.d),
            Vec >> Map: lambda: draw_field(self.rng, self.d).hessian,
            SAMPLES: lambda: Samples.drawn(self, fresh=self.rng.random() < 0.5),
        }
        if sort in plain:
            return plain[sort]()
        if sort.source in (Client, Outcome, Index):
            return Table(self, sort.result)
        return draw_function(self, sort)

    # what constants do

    def holds_for_all(self, sort: Sort, said: Callable[[Any], Truth]) -> Truth:
        held = v.every(said(one) for one in self.drawn(sort))
        return held if held is False or sort in self.whole else None

    def is_somewhere(self, sort: Sort, said: Callable[[Any], Truth]) -> Truth:
        found = v.some(said(one) for one in (*self.witnesses.get(sort, ()), *self.drawn(sort)))
        return found if found is True or sort in self.whole | self.complete else None

    def equal(self, sort: Sort, a: Any, b: Any) -> Truth:
        if sort.source is None:
            return v.same(a, b)
        result = sort.result
        return True if a is b else self.holds_for_all(sort.source, lambda one: self.equal(result, a(one), b(one)))

    def inverse(self, a: Any) -> Any:
        return self.inverse_of_zero if v.same(a, v.ZERO) else 1 / a

    def root(self, a: Any) -> Any:
        negative = v.less(a, v.ZERO)
        return self.junk if negative else (v.square_root(a) if negative is False else arb("nan"))

    def root_of_order(self, n: int, a: Any) -> Any:
        """The number whose power of this order is a; some number that is not negative where there is none, or the order is zero."""
        negative = n == 0 or v.less(a, v.ZERO)
        return self.junk if negative else (v.root(a, n) if negative is False else arb("nan"))

    def _mean(self, f: Callable[[int], Any]) -> Any:
        return v.weighted([fmpq(1, self.clients)] * self.clients, [f(c) for c in range(self.clients)])

    def _expectation(self, f: Callable[[int], Any]) -> Any:
        return v.weighted(self.chances, [f(w) for w in range(len(self.outcomes))])

    def symmetric(self, A: Any) -> Truth:
        return v.same(A, v.transposed(A))

    def of_symmetric(self, A: Any, said: Callable[[Any], Any], junk: Any) -> Any:
        """Something of a symmetric map; of another one nothing is known."""
        return junk if self.symmetric(A) is False else said(A)

    def curved(self, g: Any, m: Any, top: Any) -> Truth:
        """Whether g is the continuously differentiable gradient of a loss whose curvatures lie between m and top."""
        if isinstance(g, Field):
            return v.every((not g.kink, self.symmetric(g.map), v.at_most(m, g.low), v.at_most(g.high, top)))
        return self._refuted_by_differences(g, lambda step, change: (
            v.at_most(m * v.dot(step, step), v.dot(step, change)), v.at_most(v.dot(step, change), top * v.dot(step, step)),
        ))  # fmt: skip

    def smooth(self, g: Any, top: Any) -> Truth:
        """Whether g is the gradient of a convex loss, Lipschitz with this constant; it may have kinks."""
        if isinstance(g, Field):
            return v.every((self.symmetric(g.map), v.at_most(v.ZERO, g.low), v.at_most(g.high, top)))
        return self._refuted_by_differences(g, lambda step, change: (
            v.at_most(v.ZERO, v.dot(step, change)), v.at_most(v.length(change), top * v.length(step)),
        ))  # fmt: skip

    def is_loss(self, f: Any, g: Any, low: Any, top: Any) -> Truth:
        """Whether f is a loss with gradient g, its curvatures between low and top; it may have kinks."""
        if isinstance(g, Field) and f == g.loss:
            return v.every((self.symmetric(g.map), v.at_most(low, g.low), v.at_most(g.high, top)))
        return None

    def _refuted_by_differences(self, g: Any, said: Callable[[Any, Any], tuple[Truth, ...]]) -> Truth:
        pairs = [(x, y) for x in self.drawn(Vec) for y in self.drawn(Vec)]
        held = v.every(t for x, y in pairs for t in said(v.subtracted(x, y), v.subtracted(g(x), g(y))))
        return False if held is False else None

    def hessian_of(self, g: Any, A: Any) -> Truth:
        if isinstance(g, Field) and not g.kink:
            held = self.equal(Vec >> Map, g.hessian, A)
            return True if A == g.hessian else held
        return None

    def shared(self, g: Any) -> Truth:
        gradients = [g(c) for c in range(self.clients)]
        if all(one == gradients[0] for one in gradients):
            return True
        return v.every(self.equal(FIELD, gradients[0], one) for one in gradients[1:])

    def made_of_draws(self, G: Any, h: int, T: Any) -> Truth:
        """Whether a random map depends on the draws before step h alone, and not on the start."""
        if not isinstance(G, Samples):
            return None
        seen: dict[Any, Any] = {}
        outcomes = range(len(self.outcomes))
        return v.every(self.equal(FIELD, seen.setdefault(G.coins_before(h, w), T(w)), T(w)) for w in outcomes)

    def same_law(self, X: Any, Y: Any) -> Truth:
        """Whether two random vectors have equal chances of all values."""
        laws: list[dict[Any, fmpq]] = []
        for Z in (X, Y):
            law: dict[Any, fmpq] = {}
            for w, chance in enumerate(self.chances):
                if any(isinstance(x, arb) for x in Z(w)):
                    return None
                law[Z(w)] = law.get(Z(w), v.ZERO) + chance
            laws.append(law)
        return laws[0] == laws[1]

    def tends(self, f: Any, a: Any) -> Truth:
        """Whether late terms are near to a number: small models know sequences of powers alone."""
        gaps = [abs(f(n) - a) for n in (60, 61)]  # a large multiple of a falling power is still far away there, and nearer later
        return True if all(gap < fmpq(1, 10**6) for gap in gaps) else (False if gaps[1] >= gaps[0] > fmpq(1, 100) else None)

    def sum_of_all(self, f: Any) -> Any:
        """The sum of a geometric series; some number where it is none, or has no sum."""
        first, ratio = f(0), f(1) / f(0) if f(0) != 0 else v.ZERO
        geometric = abs(ratio) < 1 and all(f(n) == first * v.power(ratio, n) for n in range(5))
        return first / (1 - ratio) if geometric else self.junk

    def before(self, G: Any, h: int, X: Any) -> Truth:
        """Whether a random vector depends on what was drawn before step h alone."""
        if not isinstance(G, Samples):
            return None
        seen: dict[Any, Any] = {}
        outcomes = range(len(self.outcomes))
        return v.every(v.same(X(w), seen.setdefault(G.drawn_before(h, w), X(w))) for w in outcomes)

    def independent(self, G: Any, n: Any) -> Truth:
        """Whether there are so many clients, which draw independently of each other; what all of them share may be noise or none."""
        alone = isinstance(G, Samples) and (self.clients == 1 or self.own)
        return False if n != self.clients else (True if alone else None)

    def transport(self, X: Any, Y: Any) -> Any:
        """On a line the best coupling takes values in their order; elsewhere nothing is known."""
        one, other = ([(Z(w)[0], chance) for w, chance in enumerate(self.chances)] for Z in (X, Y))
        if self.d > 1 or not all(isinstance(x, fmpq) for x, _ in (*one, *other)):
            return arb("nan")
        one, other, total = sorted(one), sorted(other), v.ZERO
        while one and other:
            (x, p), (y, q) = one.pop(0), other.pop(0)
            share = min(p, q)
            total += share * (x - y) ** 2
            one, other = [(x, p - share)] * (p > share) + one, [(y, q - share)] * (q > share) + other
        return total


def _curried(said: Callable[..., Any]) -> Callable[[Model], Any]:
    """A function of the model and two arguments, as one of the model that gives a curried one."""
    return lambda m: lambda a: lambda b: said(m, a, b)


def _powers(m: Model, a: Any, n: int) -> Any:
    return reduce(v.composed, [a] * n, v.multiple_of_identity(v.ONE, m.d)) if isinstance(a, tuple) else v.power(a, n)


def _fresh(m: Model, G: Any, g: Any) -> Truth:
    return G.fresh_for(g) if isinstance(G, Samples) else None


_BINARY: dict[tuple[str, str], Callable[..., Any]] = {
    ("->", "Prop -> Prop -> Prop"): lambda m, a, b: v.implied(a, b),
    ("and", "Prop -> Prop -> Prop"): lambda m, a, b: v.every((a, b)),
    ("or", "Prop -> Prop -> Prop"): lambda m, a, b: v.some((a, b)),
    ("<=", "Num -> Num -> Prop"): lambda m, a, b: v.at_most(a, b),
    ("<", "Num -> Num -> Prop"): lambda m, a, b: v.less(a, b),
    **{("+", f"{s} -> {s} -> {s}"): lambda m, a, b: v.added(a, b) for s in ("Num", "Vec", "Map", "Tensor", "Index")},
    **{("-", f"{s} -> {s} -> {s}"): lambda m, a, b: v.subtracted(a, b) for s in ("Num", "Vec", "Map", "Tensor")},
    **{("*", f"Num -> {s} -> {s}"): lambda m, a, b: v.scaled(a, b) for s in ("Num", "Vec", "Map", "Tensor")},
    ("*", "Map -> Vec -> Vec"): lambda m, a, b: v.applied(a, b),
    ("*", "Map -> Map -> Map"): lambda m, a, b: v.composed(a, b),
    ("*", "Tensor -> Map -> Vec"): lambda m, a, b: v.contracted(a, b),
    ("outer", "Vec -> Vec -> Map"): lambda m, a, b: v.outer(a, b),
    ("*", "Index -> Index -> Index"): lambda m, a, b: a * b,
    ("/", "Num -> Num -> Num"): lambda m, a, b: a * m.inverse(b),
    ("^", "Num -> Index -> Num"): _powers,
    ("^", "Map -> Index -> Map"): _powers,
    ("inner", "Vec -> Vec -> Num"): lambda m, a, b: v.dot(a, b),
    ("of_map", SYMBOLS["of_map"]): lambda m, f, A: m.of_symmetric(
        A, lambda B: v.spectral(f, B), v.multiple_of_identity(m.junk, m.d)
    ),
    ("Hessian", SYMBOLS["Hessian"]): lambda m, g, A: m.hessian_of(g, A),
    ("Smooth", SYMBOLS["Smooth"]): lambda m, g, top: m.smooth(g, top),
    ("Fresh", SYMBOLS["Fresh"]): _fresh,
}  # fmt: skip

_UNARY: dict[tuple[str, str], Callable[[Model], Any]] = {
    ("False", "Prop"): lambda m: False,
    ("zero", "Vec"): lambda m: (v.ZERO,) * m.d,
    ("zero", "Map"): lambda m: v.multiple_of_identity(v.ZERO, m.d),
    ("zero", "Tensor"): lambda m: (v.multiple_of_identity(v.ZERO, m.d),) * m.d,
    ("id", "Map"): lambda m: v.multiple_of_identity(v.ONE, m.d),
    ("num", "Index -> Num"): lambda m: fmpq,
    ("S", "Index -> Index"): lambda m: lambda n: n + 1,
    ("norm", SYMBOLS["norm"]): lambda m: v.length,
    ("sqrt", SYMBOLS["sqrt"]): lambda m: m.root,
    ("root", SYMBOLS["root"]): lambda m: lambda n: lambda a: m.root_of_order(n, a),
    ("frobenius", SYMBOLS["frobenius"]): lambda m: lambda A: v.length(v.entries(A)),
    ("symmetric", SYMBOLS["symmetric"]): lambda m: m.symmetric,
    ("low", SYMBOLS["low"]): lambda m: lambda A: m.of_symmetric(A, lambda B: v.eigenvalues(B)[0], m.junk),
    ("high", SYMBOLS["high"]): lambda m: lambda A: m.of_symmetric(A, lambda B: v.eigenvalues(B)[1], m.junk),
    ("opnorm", SYMBOLS["opnorm"]): lambda m: lambda A: v.square_root(v.eigenvalues(v.composed(v.transposed(A), A))[1]),
    ("Curved", SYMBOLS["Curved"]): lambda m: lambda g: lambda a: lambda b: m.curved(g, a, b),
    ("Loss", SYMBOLS["Loss"]): lambda m: lambda f: lambda g: lambda a: lambda b: m.is_loss(f, g, a, b),
    ("Quadratic", SYMBOLS["Quadratic"]): lambda m: lambda g: g.quadratic if isinstance(g, Field) else None,
    ("Shared", SYMBOLS["Shared"]): lambda m: m.shared,
    ("Moments", SYMBOLS["Moments"]): lambda m: lambda G: True if isinstance(G, Samples) else None,  # affine, finitely many
    ("Independent", SYMBOLS["Independent"]): lambda m: lambda G: lambda n: m.independent(G, n),
    ("before", SYMBOLS["before"]): lambda m: lambda G: lambda h: lambda X: m.before(G, h, X),
    ("drawn", SYMBOLS["drawn"]): lambda m: lambda G: lambda h: lambda T: m.made_of_draws(G, h, T),
    ("same_law", SYMBOLS["same_law"]): lambda m: lambda X: lambda Y: m.same_law(X, Y),
    ("transport", SYMBOLS["transport"]): lambda m: lambda X: lambda Y: m.transport(X, Y),
    ("tends", SYMBOLS["tends"]): lambda m: lambda f: lambda a: m.tends(f, a),
    ("series", SYMBOLS["series"]): lambda m: m.sum_of_all,
    # a Hessian that changes along straight lines serves as well as one with a derivative
    ("Thrice", SYMBOLS["Thrice"]): lambda m: lambda g: not g.kink if isinstance(g, Field) else None,
    ("TwiceAt", SYMBOLS["TwiceAt"]): lambda m: lambda f: lambda p: m.polynomials or None,
    ("LipschitzThird", SYMBOLS["LipschitzThird"]): lambda m: lambda g: lambda p: g.bends_smoothly(p) if isinstance(g, Field) else None,
    ("integrable_map", SYMBOLS["integrable_map"]): lambda m: lambda f: True,
    ("integrable", SYMBOLS["integrable"]): lambda m: lambda f: True,  # there are finitely many outcomes
    ("integrable_vector", SYMBOLS["integrable_vector"]): lambda m: lambda f: True,
}
_PLAIN: dict[tuple[str, Sort], Callable[[Model], Any]] = {
    (name, read_sort(sort)): made
    for (name, sort), made in {**_UNARY, **{key: _curried(said) for key, said in _BINARY.items()}}.items()
}  # fmt: skip
