"""Decide whether an expression is zero, or nonnegative: exactly, by a witness, or not at all.

Zero is decided by a normal form for rational expressions in symbols, client means and powers with a symbolic exponent such as
(1 - gamma*a)**H; a sign by `symfed.decide.relations`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from time import monotonic

import sympy as sp

from symfed.core.domain import ANYWHERE, Domain
from symfed.core.grammar import as_expression
from symfed.core.symbols import PER_CLIENT, ClientMean
from symfed.decide.points import Point, PointSearch, Undefined, generic_point, rational_value
from symfed.decide.question import require_exact, sign_at
from symfed.decide.relations import decide


def is_identically_zero(expression: sp.Expr) -> bool:
    """True only if the expression is zero wherever it is defined; False means that this normal form does not prove it.

    Powers are split by x^(m+n) = x^m x^n, x^(2m) = (x^m)² and, for integer exponents, (x y)^m = x^m y^m; what remains is opaque.

    >>> from symfed.core.symbols import H, a, gamma
    >>> is_identically_zero((1 - gamma*a)**(H + 1) - (1 - gamma*a)*sp.exp(H*sp.log(1 - gamma*a)))
    True
    """
    if differs(expression, sp.S.Zero):
        return False  # an exact value that is not zero is sooner found than a normal form
    form = _Opaque()
    flat = form.flatten(as_expression(expression))
    numerator = sp.expand(sp.fraction(sp.together(flat))[0])
    for (base, _), name in form.powers.items():
        if base == -1 and numerator.has(name):
            numerator = sp.rem(numerator, name**2 - 1, name)  # ((-1)^m)² = 1
    return bool(sp.expand(numerator) == 0)


class _Opaque:
    """Flattens an expression: equal powers and equal client means get the same name."""

    def __init__(self) -> None:
        self.powers: dict[tuple[sp.Expr, sp.Expr], sp.Dummy] = {}
        self.means: dict[sp.Expr, sp.Dummy] = {}

    def flatten(self, x: sp.Expr) -> sp.Expr:
        """A rational expression in symbols and names."""
        if isinstance(x, ClientMean):
            return self._mean_of_terms(x.args[0])
        if not x.args:
            return x
        if isinstance(x, sp.exp):
            return sp.Mul(*[self._exponential_power(term) for term in sp.Add.make_args(sp.expand(x.args[0]))])
        if x.is_Pow and not x.exp.is_Rational:
            return self._power(x.base, x.exp)
        if x.is_Add or x.is_Mul or (x.is_Pow and x.exp.is_Integer):
            return x.func(*[self.flatten(arg) for arg in x.args])
        return x.func(*[self._restore_names(self.flatten(arg)) for arg in x.args])

    def _exponential_power(self, term: sp.Expr) -> sp.Expr:
        logs = [factor for factor in sp.Mul.make_args(term) if isinstance(factor, sp.log)]
        if len(logs) != 1:
            return sp.exp(term)
        exponent = term / logs[0]
        base = logs[0].args[0]
        return self.flatten(base) ** exponent if exponent.is_Rational else self._power(base, exponent)

    def _power(self, base: sp.Expr, exponent: sp.Expr) -> sp.Expr:
        out = sp.S.One
        factors = _prime_factors(self._restore_names(self.flatten(base)))
        for term in sp.Add.make_args(sp.expand(exponent)):
            coefficient, monomial = term.as_coeff_Mul()
            if monomial == 1:
                out *= self.flatten(base) ** coefficient
                continue
            times, unit = int(sp.numer(coefficient)), monomial / sp.denom(coefficient)
            whole = [(sp.Mul(*[f**e for f, e in factors]), 1)]
            for factor, multiplicity in factors if unit.is_integer else whole:
                out *= self._power_name(factor, unit) ** (times * multiplicity)
        return out

    def _power_name(self, base: sp.Expr, exponent: sp.Expr) -> sp.Dummy:
        return self.powers.setdefault((base, exponent), sp.Dummy("power", commutative=True))

    def _mean_of_terms(self, x: sp.Expr) -> sp.Expr:
        """A client mean as a linear combination of means of single terms, each of which gets a name."""
        inside = sp.cancel(sp.together(self.flatten(x)))
        for own in sorted(sp.fraction(inside)[1].free_symbols & PER_CLIENT, key=lambda s: s.name):
            inside = sp.apart(inside, own)
        total = sp.S.Zero
        for term in sp.Add.make_args(sp.expand(self._restore_names(_expand_numerators(inside)))):
            mean = ClientMean(term)
            # all at once, so that a mean inside a mean does not prevent a name for the outer one
            names = {atom: self.means.setdefault(atom, sp.Dummy("mean")) for atom in mean.atoms(ClientMean)}
            total += self._flatten_powers(mean.xreplace(names))
        return total

    def _flatten_powers(self, x: sp.Expr) -> sp.Expr:
        """Flatten again: the powers that a client mean moved outside get names."""
        return x.func(*[self._flatten_powers(arg) for arg in x.args]) if x.is_Add else self.flatten(x)

    def _restore_names(self, x: sp.Expr) -> sp.Expr:
        values = {name: base**exponent for (base, exponent), name in self.powers.items()}
        return x.xreplace({**values, **{name: mean for mean, name in self.means.items()}})


def _expand_numerators(x: sp.Expr) -> sp.Expr:
    """Numerators multiplied out, denominators left as they are."""
    out = sp.S.Zero
    for part in sp.Add.make_args(x):
        numerator, denominator = sp.fraction(part)
        out += sp.Add(*[term / denominator for term in sp.Add.make_args(sp.expand(numerator))])
    return out


def _prime_factors(base: sp.Expr) -> list[tuple[sp.Expr, int]]:
    """The base as a product of primes, -1 and irreducible polynomials of positive constant (or leading) coefficient."""
    out: dict[sp.Expr, int] = {}

    def add(factor: sp.Expr, multiplicity: int) -> None:
        if factor != 1:
            out[factor] = out.get(factor, 0) + multiplicity

    for part, side in zip(sp.fraction(sp.together(base)), (1, -1), strict=True):
        constant, factors = sp.factor_list(part)
        for factor, multiplicity in factors:
            if _is_negative(factor):
                factor, constant = -factor, constant * (-1) ** multiplicity
            add(factor, side * multiplicity)
        if not constant.is_Rational:
            add(constant, side)
            continue
        for number, sign in ((int(constant.p), side), (int(constant.q), -side)):
            for prime, multiplicity in sp.factorint(number).items():
                add(sp.Integer(prime), sign * multiplicity)
    return sorted(out.items(), key=lambda item: sp.default_sort_key(item[0]))


def _is_negative(factor: sp.Expr) -> bool:
    if factor.is_Atom:
        return False
    polynomial = sp.Poly(factor)
    constant = polynomial.coeff_monomial(1)
    return bool((constant if constant != 0 else polynomial.LC()) < 0)


#: `simplify` has no time limit of its own and is not tried on longer expressions.
_SIMPLIFY_UP_TO = 150


@dataclass(frozen=True)
class Decision:
    """kind: "zero", "nonzero", "nonnegative", "negative somewhere" or "unknown"; a witness is an exact point, as text, with the value.

    `needed` are the domain's relations that the proof of a sign used.
    """

    kind: str
    detail: str
    witness: Mapping[str, str] | None = None
    point: Point | None = None
    needed: tuple[str, ...] = ()


def decide_zero(expression: sp.Expr, domain: Domain | None = None, budget_seconds: float = 10) -> Decision:
    """Decide whether the expression vanishes on the domain (default: wherever its symbols' assumptions hold).

    In turn: the rational normal form; exact values at small rational points, clients being small populations with <g> = 0; `simplify`.
    Values that are not rational are enclosed in balls. "zero" is a proof, "nonzero" has a witness, the smallest point found, and all else
    is "unknown": `Expr.equals` is never used, and points that give zero prove nothing. The budget is checked between steps.
    Raises InvalidInput for an expression with a decimal number.

    >>> from symfed.core.symbols import H, N, gamma
    >>> decide_zero((gamma + 1)**(H + 1) - (gamma + 1)*(gamma + 1)**H).kind
    'zero'
    >>> dict(decide_zero(H/N - (H - 1)/N).witness)
    {'H': '1', 'N': '1', 'value': '1'}
    """
    expression, domain, deadline = as_expression(expression), domain or ANYWHERE, monotonic() + budget_seconds
    require_exact(expression)
    if is_identically_zero(expression):
        return Decision("zero", "the numerator of the rational normal form is the zero polynomial")
    point = PointSearch(expression, domain).first(lambda p: sign_at(p, expression) in (-1, 1), deadline)
    if point is not None:
        return Decision("nonzero", "has a nonzero value at an exact point", _witness(point, expression), point)
    if monotonic() < deadline and sp.count_ops(expression) <= _SIMPLIFY_UP_TO and sp.simplify(expression) == 0:
        return Decision("zero", "SymPy's simplify rewrites it to 0")
    return Decision("unknown", "neither a normal form that is zero nor a point where it is not")


def differs(one: sp.Expr, other: sp.Expr, domain: Domain | None = None) -> bool | None:
    """Return whether two expressions differ at a generic point of the domain; None where they cannot be evaluated exactly there.

    True is a proof that they differ. False proves nothing.

    >>> from symfed.core.symbols import H, gamma
    >>> differs(gamma * H, gamma), differs((gamma + 1) ** 2, gamma**2 + 2 * gamma + 1)
    (True, False)
    """
    symbols = one.atoms(sp.Symbol) | other.atoms(sp.Symbol)
    point = generic_point(frozenset(symbols), one.has(ClientMean) or other.has(ClientMean), domain or ANYWHERE)
    if point is None:
        return None
    try:
        return bool(rational_value(one, point) != rational_value(other, point))
    except Undefined:
        return None


def decide_sign(expression: sp.Expr, domain: Domain | None = None, budget_seconds: float = 10, one_road: bool = False) -> Decision:
    """Decide whether an expression is nonnegative on the domain, wherever it is defined: see `symfed.decide.relations.decide`.

    Client means are free real numbers with the signs of their assumptions.

    >>> from symfed.core.symbols import L, gamma, mu
    >>> steps = Domain((mu <= L, gamma*L <= 1))
    >>> decide_sign(2 - gamma*(mu + L), steps).kind
    'nonnegative'
    >>> dict(decide_sign(1 - 2*gamma*L, steps).witness)
    {'L': '1', 'gamma': '1', 'mu': '1', 'value': '-1'}
    """
    expression, domain = as_expression(expression), domain or ANYWHERE
    answer = decide(sp.Ge(expression, 0, evaluate=False), domain.relations, budget_seconds, one_road)
    if answer.kind == "implied":
        return Decision("nonnegative", answer.method, needed=answer.needed)
    if answer.point is not None:
        return Decision("negative somewhere", "has a negative value at an exact point", _witness(answer.point, expression), answer.point)
    return Decision("unknown", answer.method)


def in_order(decision: Decision, expression: sp.Expr, domain: Domain) -> Decision:
    """The decision with its point moved to one with mu <= L and curvatures between them; "unknown" where no such point is near it.

    Points are found for the printed relations only, in which mu, L and curvatures are symbols like any other.
    """
    if decision.point is None:
        return decision
    wanted = (-1, 1) if decision.kind == "nonzero" else (-1,)
    for point in decision.point.in_order():
        if point.inside(domain) and sign_at(point, expression) in wanted:
            return replace(decision, point=point, witness=_witness(point, expression))
    return Decision("unknown", "only where mu, L and curvatures stand in another order than they mean was it seen to fail")


def _witness(point: Point, expression: sp.Expr) -> dict[str, str]:
    return {**point.describe(), "value": str(point.evaluate(expression))}
