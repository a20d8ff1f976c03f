"""Sums of powers with rational exponents, exactly: roots, pi, exponentials, sines.

What is multiplied is a symbol, a prime (of which a number's roots are made), `pi`, `e`, a prime to a symbol's power, a logarithm, a sine
or a cosine. The squares of cosines are rewritten by cos^2 = 1 - sin^2. Fractional powers are taken only of what is known not to be
negative. Equal ones may be taken to be different, and never the other way round; numbers are compared by balls, where these tell.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping
from functools import reduce
from typing import Any

import flint

from symfed.recheck.expressions import MalformedPart, NotDefined, Tree, constant, parsed, parts_of, value, with_parts
from symfed.recheck.ratios import AnyRatio, ProductSum, names_in

#: Exponents of names, sorted by name.
Monomial = tuple[tuple[str, flint.fmpq], ...]
_BITS = 200
_ONE, _HALF = flint.fmpq(1), flint.fmpq(1, 2)
_CALLS = ("sqrt", "exp", "log", "sin", "cos")


class PowerSum(ProductSum):
    """A sum of rational numbers times monomials."""

    __slots__ = ()

    def times(self, one: Monomial, other: Monomial) -> Mapping[Monomial, flint.fmpq]:
        return _multiply(dict(one), other)

    def __pow__(self, n: int) -> PowerSum:
        return reduce(operator.mul, [self] * n, _UNIT)

    @property
    def key(self) -> str:
        """A text by which equal ones are equal."""
        return " + ".join(sorted("*".join([str(c)] * (c != 1 or not at) + _factor_texts(at)) for at, c in self.terms.items()))


def _factor_texts(at: Monomial) -> list[str]:
    return [name if e == 1 else f"{name}^({e})" for name, e in at]


def _multiply(exponents: dict[str, flint.fmpq], other: Monomial) -> dict[Monomial, flint.fmpq]:
    """A product of monomials in its normal form, a sum: of primes fractional powers remain, of cosines the first."""
    for name, e in other:
        exponents[name] = exponents.get(name, flint.fmpq(0)) + e
    c = _ONE
    for name, e in list(exponents.items()):
        if e == 0:
            del exponents[name]
        elif name.isdecimal():
            whole = int(e.p // e.q)
            c *= flint.fmpq(int(name)) ** whole
            exponents[name] = e - whole
            if e == whole:
                del exponents[name]
    square = next((name for name, e in exponents.items() if name.startswith("cos(") and e >= 2), None)
    if square is None:
        return {tuple(sorted(exponents.items())): c}
    exponents[square] -= 2
    sine = ("sin" + square[3:], flint.fmpq(2))
    found = {at: c * k for at, k in _multiply(dict(exponents), ()).items()}
    for at, k in _multiply(dict(exponents), (sine,)).items():
        found[at] = found.get(at, flint.fmpq(0)) - c * k
    return found


_UNIT = PowerSum({(): _ONE})


class PowerRatio(AnyRatio):
    """A quotient of sums of powers."""

    __slots__ = ()

    def __init__(self, above: PowerSum, below: PowerSum = _UNIT) -> None:
        if not below.terms:
            raise NotDefined("divides by zero")
        if len(below.terms) == 1 and below != _UNIT:
            ((at, c),) = below.terms.items()
            above, below = above * PowerSum({tuple((name, -e) for name, e in at): 1 / c}), _UNIT
        super().__init__(above, below)

    def _other(self, other: Any) -> PowerRatio:
        return other if isinstance(other, PowerRatio) else PowerRatio(PowerSum({(): flint.fmpq(other)}))

    def __eq__(self, other: object) -> bool:
        o = self._other(other)
        return bool(self.above * o.below == o.above * self.below)

    __hash__ = None  # type: ignore[assignment]  # it has no normal form

    @property
    def whole(self) -> bool:
        """True if the denominator is one."""
        return bool(self.below == _UNIT)

    @property
    def constant(self) -> flint.fmpq | None:
        """The rational number that it is, or None."""
        return self.above.terms.get((), flint.fmpq(0)) if self.whole and not set(self.above.terms) - {()} else None

    @property
    def key(self) -> str:
        return self.above.key if self.whole else f"({self.above.key})/({self.below.key})"


class Powers:
    """Reads trees as quotients of sums of powers, the symbols in `positive` being known not to be negative."""

    def __init__(self, positive: set[str]) -> None:
        self.positive = {*positive, "pi", "e"}
        self.arguments: dict[str, PowerRatio] = {}

    def __call__(self, text: Tree) -> PowerRatio:
        tree = parsed(text) if isinstance(text, str) else text
        return PowerRatio(_UNIT) * value(tree, self._known)

    def _known(self, tree: Tree) -> PowerRatio:
        if isinstance(tree, str):
            return PowerRatio(_symbol_power("e" if tree == "E" else tree))
        if tree[0] == "power":
            return self.power(self(tree[1]), self(tree[2]))
        _, name, arguments = tree
        if name in ("derivative", "at"):
            return self(substituted_tree(tree, {}))
        if name not in _CALLS or len(arguments) != 1:
            raise MalformedPart(f"{name} is not known here")
        x = self(arguments[0])
        if name == "sqrt":
            return self.power(x, PowerRatio(PowerSum({(): _HALF})))
        if name == "exp":
            return self.power(PowerRatio(_symbol_power("e")), x)
        if not x.above.terms and name != "log":
            return PowerRatio(_UNIT if name == "cos" else PowerSum({}))
        return self._logarithm(x) if name == "log" else self._call(name, x)

    def _call(self, name: str, x: PowerRatio) -> PowerRatio:
        called = f"{name}({x.key})"
        self.arguments[called] = x
        return PowerRatio(_symbol_power(called))

    def _logarithm(self, x: PowerRatio) -> PowerRatio:
        """log of a product of powers as a sum."""
        at, c = self._single_term(x)
        if c <= 0:
            raise MalformedPart("has the logarithm of what may be negative")
        found = PowerRatio(PowerSum({}))
        for name, e in (*at, *_primes(c)):
            if name == "e":
                part = PowerRatio(_UNIT)
            elif name.isdecimal():
                part = self._call("log", PowerRatio(PowerSum({(): flint.fmpq(int(name))})))
            elif name in self.positive:
                part = self._call("log", PowerRatio(_symbol_power(name)))
            else:
                raise MalformedPart(f"has the logarithm of {name}")
            found = found + part * e
        return found

    def _single_term(self, x: PowerRatio) -> tuple[Monomial, flint.fmpq]:
        if len(x.above.terms) != 1 or not x.whole:
            raise MalformedPart("has a root, a power or a logarithm of a sum")
        return next(iter(x.above.terms.items()))

    def power(self, base: PowerRatio, exponent: PowerRatio) -> PowerRatio:
        """base^exponent: whole, or of a product of what is not negative; with symbols in the exponent of a number alone."""
        by = exponent.constant
        if by is not None and by.q == 1:
            return base ** int(by.p)
        at, c = self._single_term(base)
        if c < 0 or any(not self.known(name) for name, _ in at):
            raise MalformedPart("has a fractional power of what may be negative")
        if by is not None:
            return PowerRatio(PowerSum({(): _ONE}) * PowerSum(_multiply({}, tuple((name, e * by) for name, e in (*at, *_primes(c))))))
        if not exponent.whole or any(not name.isdecimal() and name != "e" for name, _ in at):
            raise MalformedPart("has letters in the exponent of letters")
        found = PowerSum({(): _ONE})
        for power, times in exponent.above.terms.items():
            raised = "*".join(_factor_texts(power))
            said = tuple((f"{name}^({raised})" if power else name, e * times) for name, e in (*at, *_primes(c)))
            found = found * PowerSum(_multiply({}, said))
        return PowerRatio(found)

    def known(self, name: str) -> bool:
        """Return whether a symbol is known not to be negative."""
        return name in self.positive or name.split("^")[0].isdecimal() or name.startswith("e^(")

    def ball(self, x: PowerSum) -> Any:
        """A ball that encloses a number. Raises MalformedPart for what has symbols."""
        total = flint.arb(0)
        for at, c in x.terms.items():
            term = flint.arb(c)
            for name, e in at:
                term *= self._ball(name) ** (int(e.p) if e.q == 1 else flint.arb(e))
            total += term
        return total

    def _ball(self, name: str) -> Any:
        if name in self.arguments:
            x = self.arguments[name]
            return getattr(self.ball(x.above) / self.ball(x.below), name.split("(")[0])()  # log, sin or cos
        if name.isdecimal():
            return flint.arb(int(name))
        if name not in ("pi", "e"):
            raise MalformedPart(f"{name} is no number")
        return flint.arb.pi() if name == "pi" else flint.arb(1).exp()

    def sign(self, x: PowerSum) -> int:
        """1 or -1 where the sign is certain: of a number by its ball, of a sum with symbols if all of its parts have this sign; else 0."""
        parts: dict[Monomial, dict[Monomial, flint.fmpq]] = {}
        for at, c in x.terms.items():
            letters = tuple(pair for pair in at if not self._is_number(pair[0]))
            parts.setdefault(letters, {})[tuple(pair for pair in at if pair not in letters)] = c
        if not parts or any(not self.known(name) for letters in parts for name, _ in letters):
            return 0
        with flint.ctx.workprec(_BITS):
            balls = [self.ball(PowerSum(part)) for part in parts.values()]
            return 1 if all(b > 0 for b in balls) else -1 if all(b < 0 for b in balls) else 0

    def _is_number(self, name: str) -> bool:
        x = self.arguments.get(name)
        if x is not None:
            return all(self._is_number(inner) for part in (x.above, x.below) for at in part.terms for inner, _ in at)
        return name in ("pi", "e") or name.isdecimal()


def _symbol_power(name: str) -> PowerSum:
    return PowerSum({((name, _ONE),): _ONE})


def _primes(c: flint.fmpq) -> Monomial:
    """A positive number as primes and their exponents."""
    return tuple((str(p), flint.fmpq(sign * k)) for n, sign in ((c.p, 1), (c.q, -1)) for p, k in flint.fmpz(n).factor())


def substituted_tree(tree: Tree, at: Mapping[str, Tree]) -> Tree:
    """A tree with values in place of symbols, all at once; derivative(x, symbol) and at(x, symbol, value) are done before."""
    if isinstance(tree, str):
        if at and tree.startswith("["):
            raise MalformedPart(f"has a letter in brackets, which may speak of {', '.join(at)}")
        return at.get(tree, tree)
    if not isinstance(tree, tuple):
        return tree
    if tree[0] == "call" and tree[1] in ("derivative", "at"):
        x, letter, *values = tree[2]
        if not isinstance(letter, str) or len(values) != (tree[1] == "at"):
            raise MalformedPart(f"{tree[1]} asks for a letter")
        return substituted_tree(substituted_tree(x, {letter: values[0]}) if values else derivative(x, letter), at)
    return with_parts(tree, (substituted_tree(part, at) for part in parts_of(tree)))


def derivative(tree: Tree, name: str) -> Tree:
    zero, one = flint.fmpq(0), _ONE
    if not isinstance(tree, tuple):
        return one if tree == name and isinstance(tree, str) else zero
    if tree[0] == "sum":
        return "sum", tuple(derivative(term, name) for term in tree[1])
    if tree[0] == "product":
        parts = tree[1]
        return "sum", tuple(("product", (*parts[:k], derivative(part, name), *parts[k + 1 :])) for k, part in enumerate(parts))
    if tree[0] == "power":
        if name in names_in(tree[2]):
            raise MalformedPart(f"is no derivative: {name} stands in an exponent")
        e = constant(tree[2])
        if e == 0:
            return zero
        less = ("sum", (tree[2], flint.fmpq(-1))) if e is None else e - 1
        return "product", (tree[2], ("power", tree[1], less), derivative(tree[1], name))
    called, arguments = tree[1:]
    if called in ("derivative", "at"):
        return derivative(substituted_tree(tree, {}), name)
    if called not in _CALLS or len(arguments) != 1:
        raise MalformedPart(f"{called} is not known here")
    (x,) = arguments
    outer = {
        "sin": ("call", "cos", arguments),
        "cos": ("product", (flint.fmpq(-1), ("call", "sin", arguments))),
        "exp": tree,
        "log": ("power", x, flint.fmpq(-1)),
        "sqrt": ("product", (_HALF, ("power", tree, flint.fmpq(-1)))),
    }[called]
    return "product", (outer, derivative(x, name))
