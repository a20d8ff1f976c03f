"""Rational functions of gamma, H, N and eigenvalues: the coefficients of networks.

Variable x(k) is the eigenvalue of the matrix on strand k of a network, and y(k) is (1 - gamma x(k))^H. As functions of an
eigenvalue, of gamma > 0 and of integers H the two are algebraically independent, so that a ratio is zero for all H and all eigenvalues
if and only if it is zero in these variables. Further variables are gamma, H, N, h, which counts local steps, and a rule's parameters.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache, reduce
from operator import add, mul
from typing import Any

import flint
import sympy as sp
from sympy.polys.polyerrors import CoercionFailed

from symfed.core import symbols as table
from symfed.core.errors import InvalidInput
from symfed.core.grammar import as_expression
from symfed.derive.powers import faulhaber

#: The largest number of strands of one network.
STRANDS = 16
_SCALARS = (table.gamma, table.H, table.N, table.h)
#: The parameters of rules so far, each at a place of its own.
_PARAMETERS: list[sp.Symbol] = []
_PLACES = tuple(f"parameter{k}" for k in range(3))
_FIRST = len(_SCALARS) + len(_PLACES)
_NAMES = (*[s.name for s in _SCALARS], *_PLACES, *[f"x{k}" for k in range(STRANDS)], *[f"y{k}" for k in range(STRANDS)])
_CONTEXT = flint.fmpq_mpoly_ctx.get(_NAMES, flint.Ordering.lex)


class Ratio:
    """A fraction of polynomials, reduced only on demand.

    >>> x, gamma = Ratio.x(0), Ratio.of(table.gamma)
    >>> (1 - (1 - gamma * x)) / x - gamma
    0
    """

    __slots__ = ("bottom", "top")

    def __init__(self, top: Any, bottom: Any) -> None:
        self.top, self.bottom = top, bottom

    @classmethod
    def of(cls, value: Any) -> Ratio:
        """A number, or an expression in gamma, H, N, h and a rule's parameters. Raises InvalidInput for no rational function of them."""
        if isinstance(value, Ratio):
            return value
        if isinstance(value, int | flint.fmpq):
            return cls(_CONTEXT.constant(value), _ONE)
        return _read_expression(as_expression(value))

    @classmethod
    def x(cls, strand: int) -> Ratio:
        """The eigenvalue on a strand. Raises InvalidInput for more strands than there are variables."""
        if strand >= STRANDS:
            raise _too_many(strand)
        return cls(_CONTEXT.gen(_FIRST + strand), _ONE)

    @classmethod
    def y(cls, strand: int) -> Ratio:
        """(1 - gamma x)^H on a strand."""
        return cls(_CONTEXT.gen(_FIRST + STRANDS + strand), _ONE)

    def __bool__(self) -> bool:
        return not self.top.is_zero()

    def __add__(self, other: Any) -> Ratio:
        other = Ratio.of(other)
        if self.bottom == other.bottom:
            return Ratio(self.top + other.top, self.bottom)
        return Ratio(self.top * other.bottom + other.top * self.bottom, self.bottom * other.bottom)

    __radd__ = __add__

    def __neg__(self) -> Ratio:
        return Ratio(-self.top, self.bottom)

    def __sub__(self, other: Any) -> Ratio:
        return self + (-Ratio.of(other))

    def __rsub__(self, other: Any) -> Ratio:
        return Ratio.of(other) - self

    def __mul__(self, other: Any) -> Ratio:
        other = Ratio.of(other)
        return Ratio(self.top * other.top, self.bottom * other.bottom)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Ratio:
        other = Ratio.of(other)
        if not other:
            raise ZeroDivisionError("a matrix function that vanishes has no inverse")
        return Ratio(self.top * other.bottom, self.bottom * other.top)

    def __rtruediv__(self, other: Any) -> Ratio:
        return Ratio.of(other) / self

    def __pow__(self, n: int) -> Ratio:
        return Ratio(self.top**n, self.bottom**n) if n >= 0 else Ratio(self.bottom**-n, self.top**-n)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ratio | int) and not (self - other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        short = self.reduced()
        shown = str(short.top) if short.bottom.is_one() else f"({short.top})/({short.bottom})"
        for place, letter in zip(_PLACES, _PARAMETERS, strict=False):
            shown = shown.replace(place, letter.name)
        return shown

    def reduced(self) -> Ratio:
        """The fraction in lowest terms, with a monic denominator."""
        common = self.top.gcd(self.bottom)
        top, bottom = self.top / common, self.bottom / common
        lead = bottom.leading_coefficient()
        return Ratio(top / lead, bottom / lead)

    def strands(self) -> set[int]:
        """The strands whose variables occur, without reduction."""
        return {(k - _FIRST) % STRANDS for k in (*_used_places(self.top), *_used_places(self.bottom))}

    def holds_powers(self) -> bool:
        """Return whether some y occurs."""
        return any(any(p.degrees()[_FIRST + STRANDS :]) for p in (self.top, self.bottom))

    def moved(self, names: Sequence[int]) -> Ratio:
        """Rename strand k to names[k]; two strands with one name are merged."""
        return Ratio(_rename_strands(self.top, names), _rename_strands(self.bottom, names))

    def value(self, gamma: Any, H: int, N: int, x: Sequence[Any], y: Sequence[Any]) -> flint.fmpq:
        """The value at rational numbers, x and y by strand; a rule's parameters are zero. Raises ZeroDivisionError at a pole."""
        rest, others = [0] * (STRANDS - len(x)), [0] * (_FIRST - 3)
        point = [
            flint.fmpq(v.numerator, v.denominator) if isinstance(v, Fraction) else flint.fmpq(v)
            for v in (gamma, H, N, *others, *x, *rest, *y, *rest)
        ]
        return self.top(*point) / self.bottom(*point)

    def shifted(self, by: int) -> Ratio:
        """Shift every strand's number. Raises InvalidInput for more strands than there are variables."""
        if by and (highest := max(self.strands(), default=0) + by) >= STRANDS:
            raise _too_many(highest)
        return self.moved(range(by, STRANDS + by)) if by else self

    def powers(self, strand: int) -> dict[tuple[int, int], Ratio] | None:
        """The coefficients of x^i y^j of one strand; None where it is in the denominator other than as a factor."""
        places = _FIRST + strand, _FIRST + STRANDS + strand
        below = {tuple(m[p] for p in places) for m in self.bottom.monoms()}
        if len(below) != 1:
            short = self.reduced()
            return None if len({tuple(m[p] for p in places) for m in short.bottom.monoms()}) != 1 else short.powers(strand)
        ((i, j),) = below
        parts: dict[tuple[int, int], dict[Any, Any]] = {}
        for monomial, coefficient in self.top.to_dict().items():
            key = monomial[places[0]] - i, monomial[places[1]] - j
            parts.setdefault(key, {})[_with_zeros(monomial, places)] = coefficient
        bottom = _CONTEXT.from_dict({_with_zeros(m, places): c for m, c in self.bottom.to_dict().items()})
        return {key: Ratio(_CONTEXT.from_dict(part), bottom) for key, part in parts.items()}

    def rescaled(self, factor: int | flint.fmpq) -> Ratio:
        """Multiply gamma by a factor. Raises InvalidInput where some y occurs: (1 - 2 gamma x)^H is another variable."""
        if self.holds_powers():
            raise InvalidInput("coefficient", str(self), "must hold no power of 1 - gamma x for gamma to be multiplied")
        return self._composed({0: _CONTEXT.gen(0) * factor})

    def cut(self, order: int) -> Ratio:
        """Drop the powers of gamma above some order. Raises InvalidInput for no Laurent polynomial in gamma."""
        short = self.reduced()
        below, *others = {m[0] for m in short.bottom.monoms()}
        if others:
            raise InvalidInput("coefficient", str(self), "must be a polynomial in gamma, or one over a power of it")
        return Ratio(_CONTEXT.from_dict({m: c for m, c in short.top.to_dict().items() if m[0] - below <= order}), short.bottom)

    def series(self, order: int) -> Ratio:
        """The Taylor series in gamma up to an order, with y = (1 - gamma x)^H = 1 - H gamma x + ..."""
        short = self.reduced()
        least = min(m[0] for m in short.bottom.monoms())
        found = short._composed({_FIRST + STRANDS + k: _binomial_series(k, order + least) for k in short.strands()})
        return _laurent_quotient(found.top, found.bottom, order)

    def _composed(self, new: Mapping[int, Any]) -> Ratio:
        """Substitute polynomials for variables, given by place."""
        names = [new.get(place, own) for place, own in enumerate(_CONTEXT.gens())]
        return Ratio(self.top.compose(*names, ctx=_CONTEXT), self.bottom.compose(*names, ctx=_CONTEXT))

    def counted(self) -> Ratio:
        """Substitute h for H; no y may occur."""
        return self._composed({1: _CONTEXT.gen(3)})

    def summed(self) -> Ratio:
        """The sum over h = 0, ..., H - 1 of a polynomial in h, as a polynomial in h, in place of H, so that it can be summed again."""
        parts: dict[int, dict[Any, Any]] = {}
        for m, c in self.top.to_dict().items():
            parts.setdefault(int(m[3]), {})[(*m[:3], 0, *m[4:])] = c
        total = _CONTEXT.constant(0)
        for power, part in parts.items():
            total += _CONTEXT.from_dict(part) * _power_sum(power)
        return Ratio(total, self.bottom)

    def at_the_end(self) -> Ratio:
        """Substitute H for h."""
        return self._composed({3: _CONTEXT.gen(1)})

    def at(self, strand: int, value: int) -> Ratio | None:
        """Substitute a number for a strand's eigenvalue; None where its y occurs, or the number is a pole."""
        place = _FIRST + strand
        if self.top.degrees()[place + STRANDS] or self.bottom.degrees()[place + STRANDS]:
            return None
        name = _NAMES[place]
        top, bottom = self.top.subs({name: value}), self.bottom.subs({name: value})
        return None if bottom.is_zero() else Ratio(top, bottom)


_ONE = _CONTEXT.constant(1)


@cache
def _power_sum(power: int) -> Any:
    """0^p + 1^p + ... + (h-1)^p as a polynomial in h."""
    return _read_polynomial(faulhaber(table.h**power, table.h), table.h)


def _binomial_series(strand: int, order: int) -> Any:
    """(1 - gamma x)^H up to gamma^order."""
    gamma, H, x = _CONTEXT.gen(0), _CONTEXT.gen(1), _CONTEXT.gen(_FIRST + strand)
    term, total = _ONE, _ONE
    for k in range(1, order + 1):
        term = term * (H - (k - 1)) * (-gamma * x) / k
        total = total + term
    return total


def _laurent_quotient(top: Any, bottom: Any, order: int) -> Ratio:
    """top / bottom as a Laurent polynomial in gamma up to an order."""

    def parts(polynomial: Any) -> dict[int, Any]:
        found: dict[int, dict[Any, Any]] = {}
        for m, c in polynomial.to_dict().items():
            found.setdefault(int(m[0]), {})[(0, *m[1:])] = c
        return {power: _CONTEXT.from_dict(part) for power, part in found.items()}

    above, below = parts(top), parts(bottom)
    least = min(below)
    gamma, total = Ratio(_CONTEXT.gen(0), _ONE), Ratio.of(0)
    known: dict[int, Ratio] = {}
    for k in range(min(above, default=0), order + least + 1):
        value = Ratio(above[k], _ONE) if k in above else Ratio.of(0)
        for i, part in below.items():
            if i > least and k - (i - least) in known:
                value = value - Ratio(part, _ONE) * known[k - (i - least)]
        known[k] = (value / Ratio(below[least], _ONE)).reduced() if value else value
        total = total + known[k] * gamma ** (k - least)
    return total.reduced()


def _too_many(strand: int) -> InvalidInput:
    return InvalidInput("tensor", f"{strand + 1} strands", f"must have at most {STRANDS} matrices in one product")


def _with_zeros(monomial: tuple[int, ...], places: Sequence[int]) -> tuple[int, ...]:
    kept = list(monomial)
    for place in places:
        kept[place] = 0
    return tuple(kept)


def _rename_strands(polynomial: Any, names: Sequence[int]) -> Any:
    used = [(k, _FIRST + (k - _FIRST) // STRANDS * STRANDS + names[(k - _FIRST) % STRANDS]) for k in _used_places(polynomial)]
    if all(old == new for old, new in used):
        return polynomial
    out: dict[tuple[int, ...], Any] = {}
    for monomial, coefficient in polynomial.to_dict().items():
        moved = list(monomial)
        for old, _ in used:
            moved[old] = 0
        for old, new in used:
            moved[new] += monomial[old]
        key = tuple(moved)
        out[key] = out.get(key, 0) + coefficient
    return _CONTEXT.from_dict(out)


def _used_places(polynomial: Any) -> list[int]:
    """The places of the strands' variables that occur."""
    return [k for k, degree in enumerate(polynomial.degrees()[_FIRST:], start=_FIRST) if degree > 0]


@cache
def _read_expression(expression: sp.Expr) -> Ratio:
    top, bottom = sp.fraction(sp.together(expression))
    return Ratio(_read_polynomial(top, expression), _read_polynomial(bottom, expression))


def _read_polynomial(expression: sp.Expr, whole: sp.Expr) -> Any:
    own = sorted(expression.free_symbols - {*_SCALARS, *_PARAMETERS}, key=str)
    if any(letter != table.rho and letter.name in table.TABLE for letter in own):
        raise InvalidInput("coefficient", str(whole), "must be a rational function of gamma, H, N and a rule's own letters")
    if len(_PARAMETERS) + len(own) > len(_PLACES):
        raise InvalidInput("coefficient", str(whole), f"must hold no more than {len(_PLACES)} letters of rules' own", "give them values")
    _PARAMETERS.extend(own)
    try:
        poly = sp.Poly(expression, *_SCALARS, *_PARAMETERS, domain=sp.QQ)
    except (sp.PolynomialError, CoercionFailed) as error:
        raise InvalidInput("coefficient", str(whole), "must be a rational function of gamma, H and N") from error
    rest = (0,) * (len(_NAMES) - len(_SCALARS) - len(_PARAMETERS))
    return _CONTEXT.from_dict({(*m, *rest): flint.fmpq(int(c.p), int(c.q)) for m, c in poly.terms()})


def ratio_power(base: Ratio, exponent: Any) -> Ratio:
    """A function of x(0) to an integer power, or one affine in H.

    Raises InvalidInput for another exponent, and for a power with H of anything but 1 - gamma x.
    """
    exponent = as_expression(exponent)
    if exponent.is_Integer:
        return base ** int(exponent)
    times, rest = exponent.coeff(table.H), sp.expand(exponent - exponent.coeff(table.H) * table.H)
    if not (times.is_Integer and rest.is_Integer):
        raise InvalidInput("exponent", str(exponent), "must be a whole number, or affine in H with whole coefficients")
    if base != 1 - Ratio.of(table.gamma) * Ratio.x(0):
        raise InvalidInput("power", f"({base})^({exponent})", "must be of 1 - gamma x where the exponent holds H")
    return Ratio.y(0) ** int(times) * base ** int(rest)


def function_of(expression: sp.Expr, eigenvalue: sp.Symbol) -> Ratio:
    """An expression in gamma, H, N, an eigenvalue and powers of 1 - gamma * eigenvalue, as a function of x(0)."""
    if expression == eigenvalue:
        return Ratio.x(0)
    if not expression.has(eigenvalue):
        return Ratio.of(expression)
    if expression.is_Pow:
        return ratio_power(function_of(expression.base, eigenvalue), expression.exp)
    if expression.is_Add or expression.is_Mul:
        return reduce(add if expression.is_Add else mul, (function_of(part, eigenvalue) for part in expression.args))
    raise InvalidInput("expression", str(expression), "must be a rational function of gamma, H, N, an eigenvalue and powers of one step")
