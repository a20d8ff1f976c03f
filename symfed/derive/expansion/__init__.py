"""Expansion of the stationary moments in powers of gamma at fixed H, from the update rule alone, to any order.

Symbolic in dimension one: order 3 takes hundredths of a second, order 4 tenths, order 5 seconds, most of them to write the result as a
SymPy expression; order 6 of FedAvg has too many terms, and is given up after a minute and two gigabytes. Numeric in any dimension:
order 10 for d = 1, 5 for d = 2 and 2 for d = 5 take a fraction of a second; what would take many minutes is refused.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import sympy as sp

from symfed.core import symbols as table
from symfed.core.errors import InvalidInput
from symfed.derive.expansion.numeric import NumericRounds, check_size
from symfed.derive.expansion.rule import read_rule
from symfed.derive.expansion.symbolic import symbolic_moments
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm
from symfed.models.arrays import Array
from symfed.models.jets import Jets

_DEGREE = {"bias": 1, "second_moment": 2}


def expand(algorithm: str | Algorithm, quantity: str | int, order: int = 1) -> sp.Expr:
    """The terms gamma^1 to gamma^order of a stationary quantity, d = 1, in gamma, H, N, client means and the algorithm's parameters.

    quantity: "bias" is E[theta] - theta*, "second_moment" is E[(theta - theta*)²], a positive integer k is E[(theta - theta*)^k]. The
    remainder is O(gamma^(order+1)) at fixed H. Raises InvalidInput for an unknown quantity, an order that is out of reach, or a rule
    that has no such expansion: it must be smooth, the same wherever the origin is, without memory, and -c gamma g at order gamma.

    >>> expand("sgd", "second_moment", 1)
    gamma*ClientMean(C)/(2*N*ClientMean(a))
    """
    return sp.Add(*[term * table.gamma**j for j, term in enumerate(expansion_terms(algorithm, quantity, order), start=1)])


def expansion_terms(algorithm: str | Algorithm, quantity: str | int, order: int = 1) -> list[sp.Expr]:
    """The coefficients of gamma^1, ..., gamma^order of `expand`."""
    return symbolic_moments(get_algorithm(algorithm), _degree(quantity), _order(order))


def coefficients(
    algorithm: str | Algorithm, jets: Jets, quantity: str | int, order: int = 1, H: Any = table.H, N: int | None = None
) -> list[Array]:
    """The coefficients of gamma^1, ..., gamma^order for numeric jets in any dimension: arrays (d,) for "bias", (d, d) for "second_moment".

    Exact where the jets are exact; they are to reach order `jets_order(algorithm, order)`. H is a positive integer, or the symbol H:
    then the entries are SymPy polynomials in H. N replaces the number of clients in the averages over independent noise (default: as
    many as the jets hold). Parameters of the algorithm must be bound. Raises InvalidInput for jets that hold too little.
    """
    algorithm, degree, order = get_algorithm(algorithm), _degree(quantity), _order(order)
    if isinstance(H, sp.Symbol):
        return [_as_polynomial(parts) for parts in coefficients_in_H(algorithm, jets, quantity, order, N)]
    algorithm.check_local_steps(H)
    return NumericRounds(algorithm, jets, order).moments(degree, int(H), N)


def coefficients_in_H(
    algorithm: str | Algorithm, jets: Jets, quantity: str | int, order: int = 1, N: int | None = None
) -> list[list[Array]]:
    """`coefficients` as polynomials in H: entry [j-1][k] is the coefficient of gamma^j H^k.

    Every power of gamma brings at most one power of H unless the rule itself reads H (then InvalidInput), so that the coefficient of
    gamma^j has degree j at most and is read off from its values at H = 1, ..., order + 1.
    """
    algorithm, degree, order = get_algorithm(algorithm), _degree(quantity), _order(order)
    rounds = NumericRounds(algorithm, jets, order)
    if algorithm.one_step:
        return [[value] for value in rounds.moments(degree, 1, N)]
    if algorithm.reads("local_step", "H") or algorithm.reads("server_step", "H"):
        raise InvalidInput("H", table.H, f"the rule of {algorithm.name} reads H, so its values are no polynomial in H", "give an integer")
    nodes = range(1, order + 2)
    values = [rounds.moments(degree, node, N) for node in nodes]
    basis = [sp.Poly(_lagrange(node, nodes), table.H) for node in nodes]
    one = jets.gradients.flat[0] * 0 + 1
    out = []
    for j in range(1, order + 1):
        weights = [[polynomial.coeff_monomial(table.H**k) for polynomial in basis] for k in range(j + 1)]
        out.append([sum(values[n][j - 1] * (one * int(w.p) / int(w.q)) for n, w in enumerate(row)) for row in weights])
    return out


def jets_order(algorithm: str | Algorithm, order: int, dim: int = 1) -> int:
    """The order of the jets that `coefficients` reads, as in `problem.jets_to_order`: more than `order` for rules with powers of g.

    Raises InvalidInput where the run would take too long in that dimension.
    """
    order = _order(order)
    check_size(dim, order)
    return order + read_rule(get_algorithm(algorithm), order).excess


def _lagrange(node: int, nodes: range) -> sp.Expr:
    return sp.Mul(*[(table.H - other) / sp.Integer(node - other) for other in nodes if other != node])


def _as_polynomial(parts: list[Array]) -> Array:
    out = np.empty(parts[0].shape, dtype=object)
    for index in np.ndindex(*parts[0].shape):
        out[index] = sp.Add(*[_sympy(part[index]) * table.H**k for k, part in enumerate(parts)])
    return out


def _sympy(value: Any) -> sp.Expr:
    return sp.Rational(int(value.p), int(value.q)) if hasattr(value, "q") else sp.sympify(value)


def _degree(quantity: str | int) -> int:
    if isinstance(quantity, int) and not isinstance(quantity, bool) and quantity > 0:
        return quantity
    if quantity not in _DEGREE:
        raise InvalidInput("quantity", quantity, f"must be one of {', '.join(_DEGREE)}, or a positive integer for that moment")
    return _DEGREE[quantity]


def _order(order: int) -> int:
    if isinstance(order, bool) or not isinstance(order, (int, np.integer)) or order < 1:
        raise InvalidInput("order", order, "must be a positive integer")
    return int(order)
