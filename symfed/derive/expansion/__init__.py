"""Expansion of the stationary moments in powers of gamma at fixed H, from the update rule alone, to any order.

Symbolic in dimension one: order 3 takes hundredths of a second, order 4 tenths, order 5 seconds, most of them to write the result as a
SymPy expression. Order 6 has too many terms and is refused before the work, save where H = 1, which takes tenths of a second. Numeric in
any dimension: order 10 for d = 1, 5 for d = 2 and 2 for d = 5 take a fraction of a second; what would take many minutes is refused.

Modules: `rule` reads the series of an update rule, `round` gives the moments of one client's round, `hierarchy` those of the stationary
distribution; `symbolic` and `numeric` define clients and number systems (`rings`, `polynomials`). Rules whose clients keep
control variates are treated in the same way: theta and the control variates have one hierarchy of moments. Symbolic order 3 takes less
than a tenth of a second then, order 4 a second, order 5 half a minute; the numeric run follows every client by itself, and ten clients at
order 2 and d = 5 take seconds.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import sympy as sp

from symfed.core import symbols as table
from symfed.core.errors import InvalidInput
from symfed.core.grammar import as_expression
from symfed.core.supposed import derived
from symfed.derive.expansion.hierarchy import NAMED, read_quantity
from symfed.derive.expansion.numeric import NumericRounds, check_size
from symfed.derive.expansion.rule import read_rule
from symfed.derive.expansion.symbolic import symbolic_moments
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm
from symfed.models.arrays import Array
from symfed.models.jets import Jets


def expand(algorithm: str | Algorithm, quantity: str | int, order: int = 1) -> sp.Expr:
    """The terms up to gamma^order of a stationary quantity, d = 1, in gamma, H, N, client means and the algorithm's parameters.

    quantity: "bias" is E[theta] - theta*, "second_moment" is E[(theta - theta*)²], a positive integer k is E[(theta - theta*)^k]. For
    rules that keep control variates xi, with delta_c = xi_c - xi*_c and xi*_c = -gradient of f_c at theta* (delta is a gradient: it is
    not scaled by gamma): "control_mean" is E[delta_c], "control_second_moment" E[delta_c²], "state_control_moment"
    E[(theta - theta*) delta_c], bare symbols a, C, ... being this client's, and "control_cross_moment" E[delta_c delta_c'] for another
    client, whose symbols are `symfed.core.symbols.of_other` ones. The second and the last begin with gamma^0, all others with gamma^1.
    The sum of the control variates is conserved: these are the moments of the runs on which it is zero.

    The remainder is O(gamma^(order+1)) at fixed H. Raises InvalidInput for an unknown quantity, an order that is out of reach, or a rule
    that has no such expansion: it must be smooth, the same wherever the origin is and -c gamma g at order gamma; with control variates
    it must read g + xi, conserve the sum of xi and learn the round's mean gradient.

    >>> expand("sgd", "second_moment", 1)
    gamma*ClientMean(C)/(2*N*ClientMean(a))
    """
    terms = expansion_terms(algorithm, quantity, order)
    return sp.Add(*[term * table.gamma**j for j, term in enumerate(terms, start=first_power(quantity))])


def expansion_terms(algorithm: str | Algorithm, quantity: str | int, order: int = 1) -> list[sp.Expr]:
    """The coefficients of gamma^first, ..., gamma^order of `expand`, first being `first_power(quantity)`."""
    algorithm, order = get_algorithm(algorithm), _order(order)
    derived(algorithm, quantity, order)
    return symbolic_moments(algorithm, read_quantity(quantity, algorithm), order)


def first_power(quantity: str | int) -> int:
    """The power of gamma with which `expansion_terms` and `coefficients` begin: 0 for the second moments of control variates, else 1."""
    return NAMED[quantity].first_power if quantity in NAMED else 1


def coefficients(
    algorithm: str | Algorithm, jets: Jets, quantity: str | int, order: int = 1, H: Any = table.H, N: int | None = None
) -> list[Array]:
    """The coefficients of gamma^first, ..., gamma^order for numeric jets in any dimension: (d,) for "bias", (d, d) for "second_moment".

    "control_mean" has shape (N, d), "control_second_moment" and "state_control_moment" (N, d, d), "control_cross_moment" (N, N, d, d) with
    E[delta_c delta_c'] at [c, c'], the same client's on the diagonal. Exact where the jets are exact; they are to reach order
    `jets_order(algorithm, order, quantity=quantity)`. H is a positive integer, or the symbol H for a rule without memory: then the entries
    are SymPy polynomials in H. N replaces the number of clients in the averages over independent noise (default: as many as the jets
    hold). Parameters of the algorithm must be bound. Raises InvalidInput for jets that hold too little.
    """
    algorithm, order = get_algorithm(algorithm), _order(order)
    wanted = read_quantity(quantity, algorithm)
    if isinstance(H, sp.Symbol):
        return [_as_polynomial(parts) for parts in coefficients_in_H(algorithm, jets, quantity, order, N)]
    algorithm.check_local_steps(H)
    derived(algorithm, quantity, order)
    return NumericRounds(algorithm, jets, wanted.engine_order(order), N).moments(wanted, order, int(H))


def coefficients_in_H(
    algorithm: str | Algorithm, jets: Jets, quantity: str | int, order: int = 1, N: int | None = None
) -> list[list[Array]]:
    """`coefficients` as polynomials in H: entry [j-1][k] is the coefficient of gamma^j H^k.

    Every power of gamma brings at most one power of H unless the rule itself reads H (then InvalidInput), so that the coefficient of
    gamma^j has degree j at most and is read off from its values at H = 1, ..., order + 1.
    """
    algorithm, order = get_algorithm(algorithm), _order(order)
    wanted = read_quantity(quantity, algorithm)
    if algorithm.keeps_memory:
        raise InvalidInput("H", table.H, f"control variates of {algorithm.name} are divided by H: no polynomial in H", "give an integer")
    derived(algorithm, quantity, order)
    rounds = NumericRounds(algorithm, jets, order, N)
    if algorithm.one_step:
        return [[value] for value in rounds.moments(wanted, order, 1)]
    if algorithm.reads("local_step", "H") or algorithm.reads("server_step", "H"):
        raise InvalidInput("H", table.H, f"the rule of {algorithm.name} reads H, so its values are no polynomial in H", "give an integer")
    nodes = range(1, order + 2)
    values = [rounds.moments(wanted, order, node) for node in nodes]
    weights = sp.Matrix([[node**k for k in range(order + 1)] for node in nodes]).inv()  # row k: of the values in the coefficient of H^k
    one = jets.gradients.flat[0] * 0 + 1

    def interpolated(j: int, k: int) -> Array:
        return sum(value[j - 1] * (one * int(w.p) / int(w.q)) for value, w in zip(values, weights.row(k), strict=True))

    return [[interpolated(j, k) for k in range(j + 1)] for j in range(1, order + 1)]


def jets_order(algorithm: str | Algorithm, order: int, dim: int = 1, quantity: str | int = "bias") -> int:
    """The order of the jets that `coefficients` reads, as in `problem.jets_to_order`.

    It is more than `order` for rules with powers of g, and for second moments of control variates. Raises InvalidInput where the run
    would take too long in that dimension.
    """
    algorithm = get_algorithm(algorithm)
    order = read_quantity(quantity, algorithm).engine_order(_order(order))
    check_size(dim, order)
    return order + read_rule(algorithm, order).excess


def _as_polynomial(parts: list[Array]) -> Array:
    return np.frompyfunc(lambda *values: sp.Add(*[_sympy(v) * table.H**k for k, v in enumerate(values)]), len(parts), 1)(*parts)


def _sympy(value: Any) -> sp.Expr:
    return sp.Rational(int(value.p), int(value.q)) if hasattr(value, "q") else as_expression(value)


def _order(order: int) -> int:
    if isinstance(order, bool) or not isinstance(order, (int, np.integer)) or order < 1:
        raise InvalidInput("order", order, "must be a positive integer")
    return int(order)
