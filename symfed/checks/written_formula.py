"""A formula given by a user, as an expression in averages over clients, and its powers of gamma."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from typing import Any

import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.core.formula import Formula
from symfed.core.grammar import FUNCTIONS, parse
from symfed.core.grammar import expression as plain
from symfed.core.symbols import HIGHEST_SYMBOLIC_ORDER, NOISE, PER_CLIENT, ClientMean, H, N, derivative, gamma
from symfed.derive.lift import hyper_values
from symfed.derive.symbolic_jets import equal_clients
from symfed.models.algorithm import Algorithm

_DERIVATIVES = tuple(derivative(m) for m in range(1, 2 * HIGHEST_SYMBOLIC_ORDER + 2))
#: The syntax of a formula, for error messages.
LETTERS = "write gamma, H, N, and averages over clients such as mean(a*g) of g, a, b, q, r, f6 ... (derivatives), C, C1 ..., K3 ... (noise)"
_FUNCTIONS: Mapping[str, Callable[[Any], sp.Expr]] = {"mean": ClientMean, "ClientMean": ClientMean, **FUNCTIONS}
_LONGEST = 50_000  # characters: three times the third order's, as it is printed

#: What a quadratic problem with additive noise has none of: third derivatives, and noise that changes with theta.
_BENT = dict.fromkeys([*_DERIVATIVES[2:], *[s for s in NOISE if "_" in s.name or (s.name[0] == "C" and s.name != "C")]], sp.S.Zero)
#: A class of problems by name: what it is in words, and what an expression becomes in it.
CLASSES: Mapping[str, tuple[str, Callable[[sp.Expr], sp.Expr]]] = {
    "quadratic": (
        "quadratic losses with additive noise",
        lambda x: x.xreplace(_BENT),
    ),
    "noiseless": ("no gradient noise", lambda x: x.xreplace(dict.fromkeys(NOISE, sp.S.Zero))),
    "homogeneous": ("equal clients", equal_clients),
}


def class_names(problems: str | Sequence[str]) -> tuple[str, ...]:
    """The classes asked for, equal clients last: those have no averages. Raises InvalidInput for an unknown name."""
    named = [problems] if isinstance(problems, str) or not isinstance(problems, Collection) else list(problems)
    unknown = [name for name in named if not isinstance(name, str) or name not in (*CLASSES, "all")]
    if unknown:
        raise InvalidInput("problems", unknown[0], f"must be all, or one or several of {', '.join(CLASSES)}")
    return tuple(name for name in CLASSES if name in named)


def on_classes(expression: sp.Expr, classes: Sequence[str], local_steps: int | None = None) -> sp.Expr:
    """The value of an expression on the problems of all these classes, and at this number of local steps."""
    for name in classes:
        expression = CLASSES[name][1](expression)
    return expression if local_steps is None else expression.xreplace({H: sp.Integer(local_steps)})


def letters(algorithm: Algorithm) -> dict[str, sp.Expr]:
    """The symbols of a formula about this algorithm: H only where a round has several steps, and the algorithm's own parameters."""
    shared = [gamma, N] if algorithm.one_step else [gamma, H, N]
    return {s.name: s for s in (*shared, *_DERIVATIVES, *NOISE)} | hyper_values(algorithm)


def read(formula: Any, algorithm: Algorithm, classes: Sequence[str] = ()) -> sp.Expr:
    """A string, an expression or a Formula as an expression of dimension one, on these classes of problems.

    A string is read by the grammar, mean(x) being the average over clients; <x>, as `symfed expand` prints it, is that, too. Raises
    InvalidInput for a symbol that is not known, that stands for one client and is not averaged, or for a decimal in an expression.
    """
    known = letters(algorithm)
    if isinstance(formula, str):
        text = formula.replace("<", "mean(").replace(">", ")").replace("\n", " ")
        try:
            expression = parse(text, known, "formula", _FUNCTIONS, _LONGEST)
        except InvalidInput as refused:
            rule, _, listed = refused.rule.partition("; known are ")
            raise InvalidInput("formula", formula, rule, LETTERS if listed else refused.instead) from None
    else:
        expression = formula.expr if isinstance(formula, Formula) else plain(formula, argument="formula")
    if not isinstance(expression, sp.Expr):
        raise InvalidInput("formula", formula, "must be an expression, a string that spells one, or a function of (problem, gamma, H)")
    if expression.has(sp.Float):
        raise InvalidInput(
            "formula", formula, "holds a decimal number, which decides nothing", "write Rational(1, 10) for 0.1, or a string"
        )
    strange = sorted(expression.atoms(sp.Symbol) - {s for value in known.values() for s in value.atoms(sp.Symbol)}, key=str)
    if strange:
        twin = f"; write `from symfed.core.symbols import {strange[0]}`" if strange[0].name in known else ""
        raise InvalidInput("formula", str(formula), f"holds {strange[0]}, which is no symbol of the package's here{twin}", LETTERS)
    expression = on_classes(expression, classes)
    if alone := sorted(expression.free_symbols & PER_CLIENT, key=str) if "homogeneous" not in classes else []:
        rule = f"holds {alone[0]} of one client outside an average"
        raise InvalidInput("formula", str(formula), rule, f"write mean({alone[0]}), or problems='homogeneous' where clients are equal")
    if expression.has(sp.zoo, sp.nan, sp.oo):
        raise InvalidInput("formula", str(formula), f"divides by zero for {' and '.join(CLASSES[name][0] for name in classes)}")
    return expression


def own_order(expression: sp.Expr) -> int:
    """The highest power of gamma that a formula has terms of, rounded up; one for what is no finite sum of powers, and for zero."""
    powers = _monomials(expression)
    return 1 if powers is None else max(1, *(math.ceil(Fraction(int(p.p), int(p.q))) for p in powers), 1)


def by_powers(expression: sp.Expr, order: int) -> dict[sp.Rational, sp.Expr]:
    """The coefficients up to gamma^order by power; of what is no sum of powers those of its Taylor series at zero.

    Raises InvalidInput for what has neither.
    """
    found = _monomials(expression)
    if found is None:
        found = _laurent_series(expression, order)
    return {power: coefficient for power, coefficient in sorted(found.items()) if power <= order}


def _monomials(expression: sp.Expr) -> dict[sp.Rational, sp.Expr] | None:
    found: dict[sp.Rational, list[sp.Expr]] = {}
    for term in sp.Add.make_args(sp.expand(expression)):
        coefficient, rest = term.as_independent(gamma, as_Add=False)
        base, power = (gamma, sp.S.Zero) if rest == 1 else rest.as_base_exp()
        if base != gamma or not power.is_Rational:
            return None
        found.setdefault(power, []).append(coefficient)
    # added up at once: a sum that grows term by term is sorted anew each time
    return {power: total for power, terms in found.items() if (total := sp.Add(*terms)) != 0}


_DEEPEST = 3  # powers of gamma that a denominator may hold as a factor


def _laurent_series(expression: sp.Expr, order: int) -> dict[sp.Rational, sp.Expr]:
    above, below = sp.fraction(sp.together(expression))
    lower = _taylor_coefficients(below, _DEEPEST, expression)
    first = next((k for k, coefficient in enumerate(lower) if sp.simplify(coefficient) != 0), None)
    if first is None:
        raise InvalidInput("formula", str(expression), f"has a denominator that vanishes with gamma faster than gamma^{_DEEPEST}")
    upper = _taylor_coefficients(above, order + first, expression)
    lower = _taylor_coefficients(below, order + 2 * first, expression)[first:]
    quotient: list[sp.Expr] = []
    for k, coefficient in enumerate(upper):
        known = sp.Add(*[quotient[i] * lower[k - i] for i in range(k)])
        quotient.append(sp.expand((coefficient - known) / lower[0]))
    return {sp.Integer(k - first): coefficient for k, coefficient in enumerate(quotient) if coefficient != 0}


def _taylor_coefficients(expression: sp.Expr, order: int, whole: sp.Expr) -> list[sp.Expr]:
    """The coefficients of gamma^0, ..., gamma^order, put together from those of the parts: derivatives of a whole grow with each order."""

    def of(node: sp.Expr) -> list[sp.Expr]:
        if not node.has(gamma):
            return [node, *nothing]
        if node == gamma:
            return [sp.S.Zero, sp.S.One, *nothing[1:]] if order else [sp.S.Zero]
        if isinstance(node, sp.Add):
            return [sp.Add(*terms) for terms in zip(*map(of, node.args), strict=True)]
        if isinstance(node, sp.Mul):
            return reduce(_series_product, map(of, node.args))
        if isinstance(node, ClientMean):
            return [ClientMean(coefficient) for coefficient in of(node.args[0])]
        if isinstance(node, sp.Pow) and not node.exp.has(gamma):
            return _series_power(of(node.base), node.exp)
        return _by_derivatives(node, order)

    nothing = [sp.S.Zero] * order
    found = of(expression)
    if any(coefficient.has(sp.zoo, sp.nan, sp.oo) for coefficient in found):
        raise InvalidInput("formula", str(whole), "is no power series in gamma", "write out its powers of gamma")
    return found


def _series_product(left: list[sp.Expr], right: list[sp.Expr]) -> list[sp.Expr]:
    return [sp.expand(sp.Add(*[left[i] * right[k - i] for i in range(k + 1)])) for k in range(len(left))]


def _series_power(base: list[sp.Expr], exponent: sp.Expr) -> list[sp.Expr]:
    """The coefficients of a power p of a series b, from b p' = exponent b' p."""
    if exponent.is_Integer and exponent > 0:
        return reduce(_series_product, [base] * int(exponent))
    first = sp.simplify(base[0])
    out = [first**exponent]
    for k in range(1, len(base)):
        total = sp.Add(*[(exponent * i - (k - i)) * base[i] * out[k - i] for i in range(1, k + 1)])
        out.append(sp.expand(total / (k * first)) if first != 0 else sp.nan)
    return out


def _by_derivatives(expression: sp.Expr, order: int) -> list[sp.Expr]:
    out = []
    for k in range(order + 1):
        out.append(expression.xreplace({gamma: sp.S.Zero}) / sp.factorial(k))
        expression = expression.diff(gamma)
    return out
