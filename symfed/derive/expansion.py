"""Expansion of the stationary bias and second moment in powers of gamma at fixed H, from the update rule alone."""

from __future__ import annotations

from typing import Any

import flint
import numpy as np
import sympy as sp

from symfed.core import symbols as table
from symfed.core.errors import InvalidInput
from symfed.derive.client_ring import ClientRing
from symfed.derive.clients import StepSeries, client_jets, round_cumulants
from symfed.derive.lift import StepMap, local_map, local_steps, server_map
from symfed.derive.powers import falling_binomial, series_coefficients
from symfed.derive.stationary import round_moments, stationary_moments
from symfed.derive.tensors import TensorPolynomial
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm
from symfed.models.arrays import Array, solve

_RANK = {"bias": 1, "second_moment": 2}


def expand(algorithm: str | Algorithm, quantity: str, order: int = 1) -> sp.Expr:
    """The terms gamma^1 to gamma^order of a stationary quantity, d = 1, in gamma, H, N, client means and the algorithm's parameters.

    quantity: "bias" is E[theta] - theta*, "second_moment" is E[(theta - theta*)²]. The remainder is O(gamma^(order+1)) at fixed H.
    Raises InvalidInput for an unknown quantity, an order beyond the jets, or a rule that is not affine with coefficients polynomial
    or rational in H.

    >>> expand("sgd", "second_moment", 1)
    gamma*ClientMean(C)/(2*N*ClientMean(a))
    """
    return sp.Add(*[term * table.gamma**j for j, term in enumerate(expansion_terms(algorithm, quantity, order), start=1)])


def expansion_terms(algorithm: str | Algorithm, quantity: str, order: int = 1) -> list[sp.Expr]:
    """The coefficients of gamma^1, ..., gamma^order of `expand`."""
    algorithm, rank, weight = get_algorithm(algorithm), _rank(quantity), 2 * order + 2
    step, server, H = _local_series(algorithm, weight), _series(server_map(algorithm), weight), local_steps(algorithm)
    ring = ClientRing([c for part in (step, server) for series in (part.state, part.gradient, part.start) for c in series])
    jet = client_jets(ring.jets(), order, algorithm.exact_gradient)[0]
    cumulants = round_cumulants(jet, ring.series(step), lambda n: ring.constant(falling_binomial(H, n)), 2 * order, weight)
    means = ring.client_mean(cumulants)
    outside = ring.averaged
    series = outside.series(server)
    moments = round_moments(means, outside.inverse_N, (series.state, series.start), weight)
    outside.slope = -moments[0].terms[1, 0, 1].flat[0]
    known = stationary_moments(moments, order, outside.solve)
    return [outside.expression(known[rank, j].flat[0]) if (rank, j) in known else sp.S.Zero for j in range(1, order + 1)]


def coefficients(
    algorithm: str | Algorithm, jets: Any, quantity: str, order: int = 1, H: Any = table.H, N: int | None = None
) -> list[Array]:
    """The coefficients of gamma^1, ..., gamma^order for numeric jets in any dimension: arrays (d,) for "bias", (d, d) for "second_moment".

    Exact where the jets are exact. H is a positive integer, or the symbol H: then the entries are SymPy polynomials in H. N replaces the
    number of clients in the averages over independent noise (default: as many as the jets hold). Parameters of the algorithm must be
    bound. Memory grows as d^(4*order).
    """
    algorithm, rank = get_algorithm(algorithm), _rank(quantity)
    if isinstance(H, sp.Symbol):
        in_H = coefficients_in_H(algorithm, jets, quantity, order, N)
        return [_as_polynomial(parts) for parts in in_H]
    algorithm.check_local_steps(H)
    if isinstance(jets.gradients.flat[0], flint.fmpq) and any(value != 0 for value in jets.gradients.sum(axis=0)):
        raise InvalidInput("jets.gradients", jets.gradients.tolist(), "must have mean zero: jets are taken at the optimum")
    weight, H = 2 * order + 2, int(H)
    one = jets.hessians.flat[0] * 0 + 1

    def number(value: sp.Expr) -> Any:
        value = sp.sympify(value).subs(table.H, H)
        if not value.is_Rational:
            raise InvalidInput("algorithm", value, "holds a parameter without a value", f"use {algorithm.name}.bind(...)")
        return one * int(value.p) / int(value.q)

    def numbers(series: StepSeries) -> StepSeries:
        return StepSeries(*[[number(c) for c in part] for part in (series.state, series.gradient, series.start)])

    step, server = numbers(_local_series(algorithm, weight)), numbers(_series(server_map(algorithm), weight))
    clients = [
        round_cumulants(jet, step, lambda n: number(sp.binomial(H, n)), 2 * order, weight)
        for jet in client_jets(jets, order, algorithm.exact_gradient)
    ]
    share = one / len(clients)
    means = []
    for k in range(2 * order):
        total = TensorPolynomial(k + 1)
        for client in clients:
            total = total.plus(client[k], share)
        means.append(total)
    moments = round_moments(means, one / (len(clients) if N is None else int(N)), (server.state, server.start), weight)
    known = stationary_moments(moments, order, solve)
    return [known[rank, j] for j in range(1, order + 1)]


def coefficients_in_H(algorithm: str | Algorithm, jets: Any, quantity: str, order: int = 1, N: int | None = None) -> list[list[Array]]:
    """`coefficients` as polynomials in H: entry [j-1][k] is the coefficient of gamma^j H^k.

    Every power of gamma brings at most one power of H unless the rule itself reads H (then InvalidInput), so that the coefficient of
    gamma^j has degree j at most and is read off from its values at H = 1, ..., order + 1.
    """
    algorithm = get_algorithm(algorithm)
    if algorithm.one_step:
        return [[value] for value in coefficients(algorithm, jets, quantity, order, 1, N)]
    if algorithm.reads("local_step", "H") or algorithm.reads("server_step", "H"):
        raise InvalidInput("H", table.H, f"the rule of {algorithm.name} reads H, so its values are no polynomial in H", "give an integer")
    nodes = range(1, order + 2)
    values = [coefficients(algorithm, jets, quantity, order, node, N) for node in nodes]
    basis = [sp.Poly(_lagrange(node, nodes), table.H) for node in nodes]
    one = jets.hessians.flat[0] * 0 + 1
    out = []
    for j in range(order):
        parts = []
        for k in range(order + 1):
            weights = [polynomial.coeff_monomial(table.H**k) for polynomial in basis]
            parts.append(sum(values[n][j] * (one * int(w.p) / int(w.q)) for n, w in enumerate(weights)))
        out.append(parts[: j + 2])
    return out


def _lagrange(node: int, nodes: range) -> sp.Expr:
    return sp.Mul(*[(table.H - other) / sp.Integer(node - other) for other in nodes if other != node])


def _as_polynomial(parts: list[Array]) -> Array:
    out = np.empty(parts[0].shape, dtype=object)
    for index in np.ndindex(*parts[0].shape):
        out[index] = sp.Add(*[_sympy(part[index]) * table.H**k for k, part in enumerate(parts)])
    return out


def _sympy(value: Any) -> sp.Expr:
    return sp.Rational(int(value.p), int(value.q)) if hasattr(value, "q") else sp.sympify(value)


def _rank(quantity: str) -> int:
    if quantity not in _RANK:
        raise InvalidInput("quantity", quantity, f"must be one of {', '.join(_RANK)}")
    return _RANK[quantity]


def _local_series(algorithm: Algorithm, weight: int) -> StepSeries:
    series = _series(local_map(algorithm), weight)
    if series.state[0] != 1 or series.gradient[0] != 0:
        rule = algorithm.text["local_step"]
        raise InvalidInput(f"{algorithm.name}.local_step", rule, "must stand still at gamma = 0, or there is nothing to expand in")
    return series


def _series(map_: StepMap, weight: int) -> StepSeries:
    return StepSeries(*[series_coefficients(c, table.gamma, weight // 2) for c in (map_.state, map_.gradient, map_.start)])
