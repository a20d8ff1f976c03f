"""The joint expansion for given jets, in any dimension, in exact rationals whatever the jets are made of."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import Any

import flint
import mpmath
import numpy as np
import sympy as sp
from mpmath.libmp import to_rational

from symfed.core import symbols as table
from symfed.core.errors import InvalidInput
from symfed.derive.expansion.controls.joint import Factor, JointMoments, Weight
from symfed.derive.expansion.controls.learning import Learning, read_learning
from symfed.derive.expansion.controls.round import Fresh
from symfed.derive.expansion.displacement import after, differences
from symfed.derive.expansion.gradients import gradient_moments
from symfed.derive.expansion.numeric import check_size
from symfed.derive.expansion.polynomials import Index
from symfed.derive.expansion.quantities import Quantity
from symfed.models.algorithm import Algorithm
from symfed.models.arrays import Array, rational
from symfed.models.arrays import solve as solve_array
from symfed.models.jets import Jets

#: What a client costs, in runs of the engine without memory: fitted to runs of dimensions 3 to 5 with 4 to 10 clients.
TIMES_PER_CLIENT = 10
#: The label of the weight 1.
ANY = -1


class NumberedClients:
    """A weight is the label of the one client at which it is 1, or ANY; client functions are arrays of polynomials in delta."""

    everyone: Weight = (ANY,)

    def __init__(self, count: int, N: int) -> None:
        self._count = count
        self.one, self.inverse_N = flint.fmpq(1), flint.fmpq(1, N)

    def joined(self, f: Weight, g: Weight) -> Weight | None:
        return None if ANY not in (*f, *g) and f != g else max(f, g)

    def averaged(self, f: Weight, element: Any) -> Sequence[tuple[Factor | None, Any]]:
        out: list[tuple[Factor | None, Any]] = []
        constant = flint.fmpq(0)
        for c in range(self._count) if f == self.everyone else f:
            for exponents, value in element[c].to_dict().items():
                if any(exponents):
                    out.append((((c,), tuple(map(int, exponents))), value))
                else:
                    constant += value / self._count
        return [*out, (None, constant)] if constant else out


class NumericJoint:
    """Rounds of an algorithm with control variates on given jets: `moments(quantity, order, H, N)` as `coefficients` says."""

    def __init__(self, algorithm: Algorithm, jets: Jets, order: int) -> None:
        check_size(jets.dim, order, TIMES_PER_CLIENT * jets.N)
        self._algorithm, self._jets, self._order, self._d = algorithm, jets, order, jets.dim
        self._learning = read_learning(algorithm, order)
        self._ring = flint.fmpq_mpoly_ctx.get([f"x{i}" for i in range(jets.dim)], "lex")
        self._delta = [self._on_clients(np.full(jets.N, None), lambda _, i=i: self._ring.gen(i)) for i in range(jets.dim)]
        cumulant = None if algorithm.exact_gradient else self._cumulant
        self._gradients = gradient_moments(self._derivative, cumulant, jets.dim, order, self._learning.rule.excess)

    def moments(self, quantity: Quantity, order: int, H: int, N: int | None = None) -> list[Array]:
        """The coefficients from gamma^first_power to gamma^order: axes of the clients first, then one of length d for every factor."""
        joint = self._joint(self._learning, H, N)
        clients, degree = len(quantity.controls), quantity.state + sum(quantity.controls)
        out = []
        for n in range(quantity.first_power, order + 1):
            array = np.empty((self._jets.N,) * clients + (self._d,) * degree, dtype=self._jets.hessians.dtype)
            for where in np.ndindex(*array.shape):
                labels, at = where[:clients], list(where[clients:])
                state = self._counts(at, quantity.state)
                factors: dict[int, Index] = {}
                for label, power in zip(labels, quantity.controls, strict=True):
                    own = self._counts(at, power)
                    factors[label] = tuple(a + b for a, b in zip(factors.get(label, (0,) * self._d), own, strict=True))
                # a weight that singles out a client averages to 1/N of that client's value
                value = joint.moment(n, state, tuple(((c,), kappa) for c, kappa in factors.items())) * self._jets.N ** len(factors)
                array[where] = self._back(value)
            out.append(array)
        return out

    def _counts(self, at: list[int], many: int) -> Index:
        taken = [at.pop(0) for _ in range(many)]
        return tuple(taken.count(i) for i in range(self._d))

    def _joint(self, learning: Learning, H: int, N: int | None) -> JointMoments:
        rule, d, order = learning.rule, self._d, self._order
        step = {key: self._number(c, H) for key, c in rule.step.items()}
        binomials = [comb(H, n) for n in range(1, order + 2)]
        displacement = after(differences(step, self._gradients, d, order), binomials)
        one = self._on_clients(np.full(self._jets.N, None), lambda _: self._ring.constant(1))
        back = self._number(1 / learning.rate, H)

        def delta(powers: Index) -> Array:
            out = one
            for i, power in enumerate(powers):
                for _ in range(power):
                    out = out * self._delta[i] * back
            return out

        clients = NumberedClients(self._jets.N, self._jets.N if N is None else int(N))
        server = [self._number(c, H) for c in rule.server]
        return JointMoments(clients, Fresh(displacement, delta, d, order), server, self._number(learning.rate, H), d, order, _solve)

    def _derivative(self, m: int, at: Index) -> Array:
        """The gradient plus the control variate, at theta*, is delta."""
        return self._delta[at[0]] if m == 1 else self._constants(self._jets.derivative(m), at)

    def _cumulant(self, k: int, j: int, at: Index) -> Array:
        return self._constants(self._jets.cumulant(k, j), at)

    def _constants(self, entries: Array, at: Index) -> Array:
        place: Any = (slice(None), *at)
        return self._on_clients(entries[place], lambda value: self._ring.constant(_exact(value)))

    @staticmethod
    def _on_clients(column: Array, convert: Any) -> Array:
        out = np.empty(len(column), dtype=object)
        out[:] = [convert(value) for value in column]
        return out

    def _number(self, value: sp.Expr, H: int) -> flint.fmpq:
        exact = rational(sp.sympify(value).subs(table.H, H))
        if exact is None:
            raise InvalidInput("algorithm", value, "holds a parameter without a value", f"use {self._algorithm.name}.bind(...)")
        return exact

    def _back(self, value: flint.fmpq) -> Any:
        """In the jets' own kind of number."""
        like = self._jets.hessians.flat[0]
        if isinstance(like, flint.fmpq):
            return value
        if isinstance(like, float):
            return float(Fraction(int(value.p), int(value.q)))
        return (like * 0 + int(value.p)) / int(value.q)


def _solve(matrix: Sequence[Sequence[Any]], right: Sequence[Any]) -> Sequence[Any]:
    return list(solve_array(np.array(matrix, dtype=object), np.array(right, dtype=object)))


def _exact(value: Any) -> flint.fmpq:
    """The rational number that a floating-point number of whatever precision is. Raises InvalidInput for what is not one number."""
    exact = rational(value)
    if exact is not None:
        return exact
    if isinstance(value, mpmath.mpf):
        return flint.fmpq(*map(int, to_rational(value._mpf_)))
    if not isinstance(value, float):
        raise InvalidInput("jets", value, "must hold rational or floating-point numbers")
    return flint.fmpq(*value.as_integer_ratio())
