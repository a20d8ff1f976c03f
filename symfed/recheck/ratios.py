"""Rational functions over Q, exactly: quotients of polynomials in symbols, powers with symbols in the exponent, and roots.

What is no rational expression is a symbol of its own, the same for equal ones: b^(2 H - 1) is p^2/b with p = b^H, and sqrt(x) is a symbol
whose square is known once x is known not to be negative. Equality is decided by one normal form: equal ones may be taken to be different,
and never the other way round.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import product
from typing import Any, Self

import flint

from symfed.recheck.expressions import MalformedPart, NotDefined, Tree, parts_of, value

#: LetterSigns kept for each power, root, call or mean that is written, which may be a product of some.
_SPARE = 3
#: The symbols of a client, under a mean: derivatives of its loss, cumulants of its noise.
_OWNED = re.compile(r"[gabqr]|f\d+|D\d+|C\d*|K\d+(_\d+)?")
_HALF = flint.fmpq(1, 2)
#: The highest root that is read.
_HIGHEST_ROOT = 12
#: The largest number of terms of a polynomial: no committed one has a tenth of it.
_MOST_TERMS = 200_000
#: The largest number of products in a sum whose products are looked through one by one.
_MOST_PRODUCTS = 5_000


class AnyRatio:
    """A quotient of what can be added and multiplied; how it is made, and from what else, is said by the class that it is of."""

    __slots__ = ("above", "below")

    def __init__(self, above: Any, below: Any) -> None:
        self.above, self.below = above, below

    def _other(self, other: Any) -> Self:
        raise NotImplementedError

    def __add__(self, other: Any) -> Self:
        o = self._other(other)
        if self.below == o.below:
            return type(self)(self.above + o.above, self.below)
        return type(self)(self.above * o.below + o.above * self.below, self.below * o.below)

    def __mul__(self, other: Any) -> Self:
        o = self._other(other)
        return type(self)(self.above * o.above, self.below * o.below)

    def __sub__(self, other: Any) -> Self:
        return self + self._other(other) * -1

    def __pow__(self, n: int) -> Self:
        return type(self)(self.above**n, self.below**n) if n >= 0 else type(self)(self.below**-n, self.above**-n)

    __radd__, __rmul__ = __add__, __mul__


class ProductSum:
    """A sum of products with coefficients that are not zero; how products multiply is said by the class that it is of."""

    __slots__ = ("terms",)

    def __init__(self, terms: Mapping[Any, Any]) -> None:
        self.terms = {at: c for at, c in terms.items() if c != 0}
        if len(self.terms) > _MOST_PRODUCTS:
            raise MalformedPart("is too large")

    def times(self, one: Any, other: Any) -> Mapping[Any, Any]:
        """A product of two products, by the products that it is a sum of, and their coefficients."""
        raise NotImplementedError

    def __add__(self, other: Self) -> Self:
        found = dict(self.terms)
        for at, c in other.terms.items():
            found[at] = found[at] + c if at in found else c
        return type(self)(found)

    def __mul__(self, other: Self) -> Self:
        found: dict[Any, Any] = {}
        for (a, c), (b, d) in product(self.terms.items(), other.terms.items()):
            for at, k in self.times(a, b).items():
                found[at] = found[at] + c * d * k if at in found else c * d * k
        return type(self)(found)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ProductSum) and self.terms == other.terms

    __hash__ = None  # type: ignore[assignment]


class PolynomialRatio(AnyRatio):
    """A quotient of polynomials without common factors; the denominator's leading coefficient is one."""

    __slots__ = ()

    def __init__(self, above: Any, below: Any) -> None:
        if below == 0:
            raise NotDefined("divides by zero")
        common = above.gcd(below)
        if not common.is_one():
            above, below = above / common, below / common
        lead = below.leading_coefficient()
        super().__init__(*((above / lead, below / lead) if lead != 1 else (above, below)))
        if len(self.above) > _MOST_TERMS:
            raise MalformedPart("is too large")

    def _other(self, other: Any) -> PolynomialRatio:
        if isinstance(other, PolynomialRatio):
            return other
        one = self.below.context().constant(1)
        return PolynomialRatio(one * other, one)

    def __eq__(self, other: object) -> bool:
        o = self._other(other)
        return bool(self.above == o.above and self.below == o.below)

    @property
    def key(self) -> tuple[str, str]:
        """A text for it, by which equal ones are equal."""
        return str(self.above), str(self.below)


class LetterSigns:
    """The symbols of some expressions, and what stands for their powers, roots and means over clients."""

    def __init__(self, trees: Iterable[Tree]) -> None:
        trees = list(trees)
        names = sorted(set[str]().union(*map(names_in, trees)))
        spare = _SPARE * len(set().union(*(_opaque_parts(tree) for tree in trees))) + _SPARE
        self.context = flint.fmpq_mpoly_ctx.get((*names, *(f"@{k}" for k in range(spare))), "degrevlex")
        one, generators = self.context.constant(1), self.context.gens()
        self.of = {name: PolynomialRatio(g, one) for name, g in zip(names, generators, strict=False)}
        self._spare = iter([PolynomialRatio(g, one) for g in generators[len(names) :]])
        self.one, self._made = PolynomialRatio(one, one), dict[Any, PolynomialRatio]()
        self.put: dict[str, Tree] = {}
        self._roots = set[int]()
        self._clients = {k for k, name in enumerate(names) if _OWNED.fullmatch(name)}

    def rooted(self, letter: PolynomialRatio) -> None:
        """This symbol is not negative, so that it is the root of its square, and of each of its powers."""
        self._roots.add(next(iter(letter.above.to_dict())).index(1))

    def _root(self, x: PolynomialRatio, q: int) -> PolynomialRatio:
        """The root of order q: of powers of such symbols it is theirs, and else a symbol."""
        (at, c), *more = list(x.above.to_dict().items()) or [((), 0)]
        if not more and c == 1 and x.below.is_one() and all(e % q == 0 and k in self._roots for k, e in enumerate(at) if e):
            return PolynomialRatio(self.context.from_dict({tuple(e // q for e in at): 1}), x.below)
        return self.atom("root", q, x.key)

    def atom(self, *key: Any) -> PolynomialRatio:
        """The symbol that stands for something, the same for the same key."""
        if key not in self._made:
            try:
                self._made[key] = next(self._spare)
            except StopIteration:
                raise MalformedPart("has too many powers") from None
        return self._made[key]

    def __call__(self, tree: Tree) -> PolynomialRatio:
        """The value of a tree. Raises NotDefined where it divides by zero."""
        return self.one * value(tree, self._known)

    def _known(self, tree: Tree) -> PolynomialRatio:
        if isinstance(tree, str):
            if tree in self.put:
                return self(self.put[tree])
            if tree not in self.of:
                raise MalformedPart(f"{tree} is no letter here")
            return self.of[tree]
        if tree[0] == "power":
            return self.power(self(tree[1]), self(tree[2]))
        if tree[1] == "sqrt" and len(tree[2]) == 1:
            return self.power(self(tree[2][0]), self.one * _HALF)
        of_one = {"ClientMean": self._mean, "exp": self._exponential, "log": self._logarithm}
        if tree[1] in of_one and len(tree[2]) == 1:
            return of_one[tree[1]](self(tree[2][0]))
        return self.atom("call", tree[1], *(self(part).key for part in tree[2]))

    def _exponential(self, x: PolynomialRatio) -> PolynomialRatio:
        """exp of a sum: the product of those of its terms, of which a whole multiple is a power."""
        found = self.one
        for at, times in x.above.to_dict().items():
            unit = PolynomialRatio(self.context.from_dict({at: flint.fmpq(1, times.q)}), x.below)
            found = found * self.atom("call", "exp", unit.key) ** int(times.p)
        return found

    def _logarithm(self, x: PolynomialRatio) -> PolynomialRatio:
        """log(1/x) is -log(x), and log(1) is zero."""
        if x == 0 or x == 1:
            return self.atom("call", "log", x.key) if x == 0 else self.one * 0
        turned = x**-1
        return self.atom("call", "log", x.key) if x.key < turned.key else self.atom("call", "log", turned.key) * -1

    def _mean(self, x: PolynomialRatio) -> PolynomialRatio:
        """The mean over the clients: linear in what is everybody's; that of g is zero, for theta* is where the mean loss is least."""
        owned = any(e and k in self._clients for at in x.below.to_dict() for k, e in enumerate(at))
        below, found, context = (x.below if owned else self.one.below), self.one * 0, self.context
        for at, c in x.above.to_dict().items():
            own = context.from_dict({tuple(e if k in self._clients else 0 for k, e in enumerate(at)): 1})
            rest = PolynomialRatio(context.from_dict({tuple(0 if k in self._clients else e for k, e in enumerate(at)): c}), self.one.below)
            alone = PolynomialRatio(own, below)
            if alone.key != ("g", "1"):
                found = found + rest * (alone if alone.key == ("1", "1") else self.atom("mean", *alone.key))
        return found if owned else found * PolynomialRatio(self.one.below, x.below)

    def power(self, base: PolynomialRatio, exponent: PolynomialRatio) -> PolynomialRatio:
        """base^exponent, for an exponent that is a polynomial with integer coefficients and a fraction as its constant term."""
        if not exponent.below.is_one():
            raise MalformedPart("has a fraction of letters in an exponent")
        found = self.one
        for at, times in exponent.above.to_dict().items():
            monomial = exponent.above.context().from_dict({at: 1})
            if not any(at) and times.q <= _HIGHEST_ROOT:
                found = found * (base if times.q == 1 else self._root(base, int(times.q))) ** int(times.p)
            elif times.q != 1:
                raise MalformedPart(f"has the exponent {exponent.above}")
            else:
                found = found * self.atom("power", base.key, str(monomial)) ** int(times.p)
        return found


def names_in(tree: Tree) -> set[str]:
    return {tree} if isinstance(tree, str) else set[str]().union(*map(names_in, parts_of(tree)))


def _opaque_parts(tree: Tree) -> set[Tree]:
    """The powers and calls in a tree that may ask for symbols of their own."""
    inside = set[Tree]().union(*map(_opaque_parts, parts_of(tree)))
    opaque = isinstance(tree, tuple) and (tree[0] == "call" or (tree[0] == "power" and not isinstance(tree[2], flint.fmpq)))
    return {tree, *inside} if opaque else inside
