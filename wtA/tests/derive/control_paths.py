"""A longer road to the joint moments of theta and the control variates: every sequence of samples walked, all equations solved at once.

The state is theta - theta* and the deviations of all control variates but the last client's, which the sum of zero gives. What this shares
with the engine is the ansatz that a moment of degree k in theta - theta* starts at gamma^(k/2), and that control variates of degree m at
gamma^n are wanted for m + n <= order + 1 only.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import Any

import flint
import sympy as sp
from sympy.polys.rings import PolyRing

from symfed.models.algorithm import Algorithm
from symfed.models.arrays import rational
from tests.derive.paths import FiniteProblem

#: Exponents of theta - theta*, then of the free control variates, client by client; and the power of gamma.
Key = tuple[tuple[int, ...], tuple[int, ...], int]


class Walks:
    """Rounds from a general start, as polynomials in gamma, theta - theta* and the free deviations; gamma counts 2, theta 1, the rest 0."""

    def __init__(self, algorithm: Algorithm, problem: FiniteProblem, order: int, H: int) -> None:
        self.d, self.clients, self.order = problem.d, len(problem.gradients), order
        free = self.d * (self.clients - 1)
        self.ring = PolyRing(["gamma", *[f"s{i}" for i in range(self.d)], *[f"t{i}" for i in range(free)]], sp.QQ)
        self.gamma, self.start, self.deviations = self.ring.gens[0], self.ring.gens[1 : self.d + 1], self.ring.gens[self.d + 1 :]
        ends = []
        for c, client in enumerate(problem.gradients):
            learnt = self._learnt(problem, c)
            ends.append([self._walk(algorithm, [client[z] for z in path], learnt) for path in product(range(len(client)), repeat=H)])
        self.rounds = [self._round(algorithm, problem, meeting, H) for meeting in product(*ends)]

    def _learnt(self, problem: FiniteProblem, c: int) -> list[Any]:
        """The control variate at the start: minus the client's mean gradient at the optimum, plus the deviation."""
        out = []
        for i in range(self.d):
            last = -sum(self.deviations[i :: self.d], self.ring.zero)
            own = self.deviations[c * self.d + i] if c < self.clients - 1 else last
            samples = problem.gradients[c]
            out.append(own - sum(sample[i].coeff(1) for sample in samples) / sp.QQ(len(samples)))
        return out

    def _walk(self, algorithm: Algorithm, samples: Sequence[Any], xi: list[Any]) -> list[Any]:
        x = list(self.start)
        for sample in samples:
            at = [self._compose(polynomial, x) for polynomial in sample]
            steps = [
                algorithm.step(x=x[i], g=at[i], xi=xi[i], x_start=self.start[i], gamma=self.gamma, H=len(samples)) for i in range(self.d)
            ]
            x = [self.cut(step, 2 * self.order + 2) for step in steps]
        return x

    def _round(self, algorithm: Algorithm, problem: FiniteProblem, meeting: Sequence[list[Any]], H: int) -> list[Any]:
        means = [sum((end[i] for end in meeting), self.ring.zero) / self.clients for i in range(self.d)]
        after = [algorithm.server(mean, s, self.gamma, H) for mean, s in zip(means, self.start, strict=True)]
        learnt = []
        for c, end in enumerate(meeting[:-1]):
            before = self._learnt(problem, c)
            for i in range(self.d):
                renewed = algorithm.control(before[i], end[i], self.start[i], after[i], self.gamma, H)
                learnt.append(self.cut(renewed - before[i] + self.deviations[c * self.d + i], 2 * self.order))
        return [self.cut(x, 2 * self.order + 2) for x in after] + learnt

    def _compose(self, polynomial: Any, x: Sequence[Any]) -> Any:
        terms = [c * self.cut(prod((v**e for v, e in zip(x, m, strict=True)), start=self.ring.one), 2 * self.order + 2)
                 for (_, *m), c in polynomial.terms()]  # fmt: skip
        return sum(terms, self.ring.zero)

    def cut(self, polynomial: Any, weight: int) -> Any:
        return self.ring.from_dict({m: c for m, c in polynomial.terms() if 2 * m[0] + sum(m[1 : self.d + 1]) <= weight})


def joint_moments_by_paths(algorithm: Algorithm, problem: FiniteProblem, order: int, H: int) -> dict[Key, flint.fmpq]:
    """The coefficients at gamma^n of the moments of theta - theta* and the free deviations, keyed (exponents, exponents, n)."""
    walks = Walks(algorithm, problem, order, H)
    d, free = walks.d, len(walks.deviations)
    states = [alpha for alpha in product(range(2 * order + 1), repeat=d) if sum(alpha) <= 2 * order]
    learnt = [kappa for kappa in product(range(order + 2), repeat=free) if sum(kappa) <= order + 1]
    nothing = ((0,) * d, (0,) * free)
    keys = [
        (alpha, kappa, n)
        for alpha, kappa in product(states, learnt)
        for n in range(order + 1)
        if sum(alpha) <= 2 * n and (not any(kappa) or sum(kappa) + n <= order + 1) and (alpha, kappa) != nothing
    ]
    unknown = {key: place for place, key in enumerate(keys)}
    matrix, right = flint.fmpq_mat(len(keys), len(keys)), flint.fmpq_mat(len(keys), 1)
    changes = {pair: _change(walks, *pair) for pair in {key[:2] for key in keys}}
    for (alpha, kappa, n), row in unknown.items():
        power = n if any(kappa) else n + 1  # without control variates nothing changes at gamma^n
        for (p, *m), value in changes[alpha, kappa].terms():
            place = (tuple(m[:d]), tuple(m[d:]), power - p)
            number = rational(sp.Rational(int(value.numerator), int(value.denominator)))
            if place == (*nothing, 0):
                right[row, 0] -= number
            elif p <= power and sum(place[0]) <= 2 * place[2] and place[:2] != nothing:
                matrix[row, unknown[place]] += number
    solution = matrix.solve(right)
    return {key: solution[place, 0] for key, place in unknown.items()}


def _change(walks: Walks, alpha: Sequence[int], kappa: Sequence[int]) -> Any:
    """The mean over all rounds of what the monomial becomes, minus what it was."""
    weight = 2 * walks.order + (0 if any(kappa) else 2)
    factors = [k for k, exponent in enumerate((*alpha, *kappa)) for _ in range(exponent)]
    total = walks.ring.zero
    for after in walks.rounds:
        value = walks.ring.one
        for k in factors:
            value = walks.cut(value * after[k], weight)
        total += value
    before = prod((x**e for x, e in zip((*walks.start, *walks.deviations), (*alpha, *kappa), strict=True)), start=walks.ring.one)
    return total / sp.QQ(len(walks.rounds)) - before
