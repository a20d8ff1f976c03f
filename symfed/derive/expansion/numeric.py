"""The expansion for given jets, in any dimension, in the jets' own number type."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from math import comb
from typing import Any

import flint
import mpmath
import numpy as np
import sympy as sp
from mpmath.libmp import to_rational

from symfed.core import symbols as table
from symfed.core.errors import InvalidInput
from symfed.core.grammar import as_expression
from symfed.derive.expansion.hierarchy import Factor, Hierarchy, StationaryMoment, Weight
from symfed.derive.expansion.polynomials import Index, Poly, axes, plus
from symfed.derive.expansion.round import ClientRound, difference_levels, gradient_moments, moments_after_steps
from symfed.derive.expansion.rule import read_rule
from symfed.models.algorithm import Algorithm
from symfed.models.arrays import Array, rational
from symfed.models.arrays import solve as solve_array
from symfed.models.jets import Jets
from symfed.models.rings import RATIONALS

#: Products of coefficients that a run may take: some minutes.
MOST_PRODUCTS = 10**9
#: The cost of a client with control variates, in runs without them: fitted to runs of dimensions 3 to 5 with 4 to 10 clients.
TIMES_PER_CLIENT = 10
#: The label of the weight 1.
ANY = -1


class NumericRounds:
    """The parts of a round that do not depend on the number of local steps, for one algorithm and jets.

    N replaces the number of clients in the averages over independent noise.
    """

    def __init__(self, algorithm: Algorithm, jets: Jets, order: int, N: int | None = None) -> None:
        check_size(jets.dim, order, TIMES_PER_CLIENT * jets.N if algorithm.keeps_memory else 1)
        self._algorithm, self._jets, self._order, self._d = algorithm, jets, order, jets.dim
        self._rule = read_rule(algorithm, order)
        self._clients = (NumericClients if self._rule.rate is None else NumericClientsWithControls)(jets, jets.N if N is None else int(N))
        cumulant = None if algorithm.exact_gradient else self._clients.cumulant
        self._gradients = gradient_moments(self._clients.derivative, cumulant, jets.dim, order, self._rule.excess)
        self._kept: Sequence[Mapping[Index, Poly]] | None = None

    def moments(self, quantity: StationaryMoment, order: int, H: int) -> list[Array]:
        """The coefficients from gamma^first_power to gamma^order: axes of the clients first, then one of length d for every factor."""
        hierarchy = self._hierarchy(H)
        clients, degree = len(quantity.controls), quantity.state + sum(quantity.controls)
        out = []
        for n in range(quantity.first_power, order + 1):
            array = np.empty((self._jets.N,) * clients + (self._d,) * degree, dtype=self._jets.hessians.dtype)
            for where in np.ndindex(*array.shape):
                labels, at = where[:clients], list(where[clients:])
                state = self._take_index(at, quantity.state)
                factors: dict[int, Index] = {}
                for label, power in zip(labels, quantity.controls, strict=True):
                    factors[label] = plus(factors.get(label, (0,) * self._d), self._take_index(at, power))
                # a weight that singles out a client averages to 1/N of that client's value
                value = hierarchy.moment(n, state, tuple(((c,), kappa) for c, kappa in factors.items())) * self._jets.N ** len(factors)
                array[where] = self._clients.in_jets(value)
            out.append(array)
        return out

    def _take_index(self, at: list[int], many: int) -> Index:
        taken = [at.pop(0) for _ in range(many)]
        return tuple(taken.count(i) for i in range(self._d))

    def _hierarchy(self, H: int) -> Hierarchy:
        rule, d, order, clients = self._rule, self._d, self._order, self._clients
        displacement = moments_after_steps(self._differences(H), [comb(H, n) for n in range(1, order + 2)])
        rate = clients.one if rule.rate is None else self._number(rule.rate, H)
        delta = clients.powers_of_delta(1 / rate)
        return Hierarchy(clients, ClientRound(displacement, delta, d, order), [self._number(c, H) for c in rule.server], rate, d, order)

    def _differences(self, H: int) -> Sequence[Mapping[Index, Poly]]:
        """Cached, as it is independent of H, unless the rule reads H."""
        if self._kept is None or any(c.has(table.H) for c in self._rule.step.values()):
            rule = {key: self._number(c, H) for key, c in self._rule.step.items()}
            self._kept = difference_levels(rule, self._gradients, self._d, self._order)
        return self._kept

    def _number(self, value: sp.Expr, H: int) -> Any:
        placed = as_expression(value).subs(table.H, H)
        exact = rational(placed)
        if exact is None:
            name = min(map(str, placed.free_symbols), default="a parameter")
            raise InvalidInput(name, None, "is a parameter without a value", f"use {self._algorithm.name}.bind({name}=...)")
        return self._clients.one * int(exact.p) / int(exact.q)


class NumericClients:
    """A population in the jets' own numbers; a function of the client is an array with an entry for each."""

    everyone: Weight = (ANY,)

    def __init__(self, jets: Jets, N: int) -> None:
        """N independent noises are averaged."""
        if isinstance(jets.gradients.flat[0], flint.fmpq) and any(value != 0 for value in jets.gradients.sum(axis=0)):
            raise InvalidInput("jets.gradients", jets.gradients.tolist(), "must have mean zero: jets are taken at the optimum")
        self._jets, self._kind = jets, jets.gradients.dtype
        self.one = self.certain = jets.gradients.flat[0] * 0 + 1
        self.inverse_N = self.one / N

    def derivative(self, m: int, at: Index) -> Array:
        place: Any = (slice(None), *at)
        return self._jets.derivative(m)[place]

    def cumulant(self, k: int, j: int, at: Index) -> Array:
        place: Any = (slice(None), *at)
        return self._jets.cumulant(k, j)[place]

    def powers_of_delta(self, scale: Any) -> Callable[[Index], Array] | None:
        """(scale * delta)^l as a function of l, None where there is no delta."""
        return None

    def joined(self, f: Weight, g: Weight) -> Weight | None:
        return None if ANY not in (*f, *g) and f != g else max(f, g)

    def averaged(self, f: Weight, element: Any) -> Sequence[tuple[Factor | None, Any]]:
        return [(None, element.sum() / self._jets.N)]

    def solve(self, matrix: Sequence[Sequence[Any]], right: Sequence[Any]) -> Sequence[Any]:
        return list(solve_array(np.array(matrix, dtype=self._kind), np.array(right, dtype=self._kind)))

    def in_jets(self, value: Any) -> Any:
        """A moment in the jets' own kind of number."""
        return value


class NumericClientsWithControls(NumericClients):
    """A population in exact rationals for jets of any number type; entries of arrays are polynomials in the client's delta.

    A weight is the label of the one client at which it is 1, or ANY.
    """

    def __init__(self, jets: Jets, N: int) -> None:
        super().__init__(jets, N)
        self._kind = np.dtype(object)
        self.one = self.certain = flint.fmpq(1)
        self.inverse_N = self.one / N
        self._ring = flint.fmpq_mpoly_ctx.get([f"x{i}" for i in range(jets.dim)], "lex")
        self._delta = [self._client_array([self._ring.gen(i)] * jets.N) for i in range(jets.dim)]

    def derivative(self, m: int, at: Index) -> Array:
        """The gradient plus the control variate, at theta*, is delta."""
        return self._delta[at[0]] if m == 1 else self._constant_entries(super().derivative(m, at))

    def cumulant(self, k: int, j: int, at: Index) -> Array:
        return self._constant_entries(super().cumulant(k, j, at))

    def powers_of_delta(self, scale: Any) -> Callable[[Index], Array]:
        one = self._client_array([self._ring.constant(1)] * self._jets.N)

        def delta(powers: Index) -> Array:
            return reduce(lambda out, i: out * self._delta[i] * scale, axes(powers), one)

        return delta

    def averaged(self, f: Weight, element: Any) -> Sequence[tuple[Factor | None, Any]]:
        out: list[tuple[Factor | None, Any]] = []
        constant = flint.fmpq(0)
        for c in range(self._jets.N) if f == self.everyone else f:
            for exponents, value in element[c].to_dict().items():
                if any(exponents):
                    out.append((((c,), tuple(map(int, exponents))), value))
                else:
                    constant += value / self._jets.N
        return [*out, (None, constant)] if constant else out

    def in_jets(self, value: flint.fmpq) -> Any:
        like = self._jets.hessians.flat[0]
        if isinstance(like, flint.fmpq):
            return value
        if isinstance(like, float):
            return float(Fraction(int(value.p), int(value.q)))
        return (like * 0 + int(value.p)) / int(value.q)

    def _constant_entries(self, column: Array) -> Array:
        return self._client_array([self._ring.constant(_exact_rational(value)) for value in column])

    @staticmethod
    def _client_array(values: list[Any]) -> Array:
        out = np.empty(len(values), dtype=object)
        out[:] = values
        return out


def _exact_rational(value: Any) -> flint.fmpq:
    """The exact rational value of a number, floating point of any precision included. Raises InvalidInput for anything else."""
    exact = flint.fmpq(*map(int, to_rational(value._mpf_))) if isinstance(value, mpmath.mpf) else RATIONALS(value)
    if not isinstance(exact, flint.fmpq):
        raise InvalidInput("jets", value, "must hold rational or floating-point numbers")
    return exact


def check_size(d: int, order: int, times: int = 1) -> None:
    """Raise InvalidInput for a run that would take many minutes; `times` is its cost in runs without control variates."""
    work = times * estimated_products(d, order)
    if work > MOST_PRODUCTS:
        reach = "only an order that is written as tensors is within reach: the first"
        for k in range(1, order):
            if times * estimated_products(d, k) <= MOST_PRODUCTS:
                reach = f"order {k} is the highest within reach"
        raise InvalidInput("order", order, f"needs some {work:.0e} products of coefficients in dimension {d}", reach)


def estimated_products(d: int, order: int) -> int:
    """An estimate of the products of coefficients in a run: fitted to runs of dimensions 1 to 20, which took 3e-7 seconds for each."""
    return comb(2 * d + order + 1, 2 * d) * comb(d + 2 * order, d) * (order + 1) ** 2
