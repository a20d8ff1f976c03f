"""A longer road to the expansion: every sequence of samples walked in turn, all equations of the moments solved at once.

No cumulants, no powers of a step's operator, no order of solving: what it shares with the engine is the ansatz that a moment of degree k
starts at gamma^(k/2).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product
from math import factorial, prod
from typing import Any

import flint
import numpy as np
import sympy as sp
from sympy.polys.rings import PolyRing
from sympy.utilities.iterables import multiset_partitions

from symfed.models.algorithm import Algorithm
from symfed.models.arrays import Array, rational
from symfed.models.jets import Jets

Index = tuple[int, ...]


@dataclass(frozen=True)
class FiniteProblem:
    """Clients whose stochastic gradient is one of finitely many vectors of polynomials in x - theta*, all equally likely.

    `gradients[c][z][i]` is a polynomial in the ring of (gamma, s_1, ..., s_d); the mean over everything vanishes at zero.
    """

    ring: PolyRing
    gradients: Sequence[Sequence[Sequence[Any]]]

    @property
    def d(self) -> int:
        return int(self.ring.ngens) - 1

    def jets(self, order: int) -> Jets:
        """Derivatives and cumulants by the sum over partitions, differentiated entry by entry."""
        derivatives = [self._stack(1, m) for m in range(2 * order + 1)]
        cumulants = [[self._stack(k, j) for j in range(2 * order + 3 - 2 * k)] for k in range(2, order + 2)]
        return Jets(tuple(derivatives), tuple(map(tuple, cumulants)))

    def _stack(self, k: int, j: int) -> Array:
        out = np.empty((len(self.gradients),) + (self.d,) * (k + j), dtype=object)
        for c, samples in enumerate(self.gradients):
            cumulants = {inside: self._cumulant(samples, inside) for inside in product(range(self.d), repeat=k)}
            for inside, polynomial in cumulants.items():
                for at in product(range(self.d), repeat=j):
                    powers = tuple(at.count(i) for i in range(self.d))
                    value = polynomial.coeff(self.ring.from_dict({(0, *powers): 1})) * prod(map(factorial, powers))
                    out[(c, *inside, *at)] = flint.fmpq(int(value.numerator), int(value.denominator))
        return out

    def _cumulant(self, samples: Sequence[Sequence[Any]], inside: Index) -> Any:
        def mean(block: Sequence[int]) -> Any:
            return sum((reduce(lambda p, i: p * sample[inside[i]], block, self.ring.one) for sample in samples), self.ring.zero) / len(
                samples
            )

        total = self.ring.zero
        for partition in multiset_partitions(list(range(len(inside)))):
            sign = (-1) ** (len(partition) - 1) * factorial(len(partition) - 1)
            total += reduce(lambda p, block: p * mean(block), partition, self.ring.one) * sign
        return total


def random_problem(d: int, clients: int, samples: int, degree: int, seed: int) -> FiniteProblem:
    random = np.random.default_rng(seed)
    ring = PolyRing(["gamma", *[f"s{i}" for i in range(d)]], sp.QQ)
    monomials = [(0, *m) for m in product(range(degree + 1), repeat=d) if sum(m) <= degree]

    def polynomial(i: int) -> Any:
        numbers = {m: sp.QQ(int(random.integers(-2, 3)), int(random.integers(1, 4))) for m in monomials}
        return ring.from_dict({m: c for m, c in numbers.items() if c}) + 4 * ring.gens[1 + i]

    gradients = [[[polynomial(i) for i in range(d)] for _ in range(samples)] for _ in range(clients)]
    for i in range(d):
        centre = sum(sample[i].coeff(1) for client in gradients for sample in client) / (clients * samples)
        for client in gradients:
            for sample in client:
                sample[i] -= centre
    return FiniteProblem(ring, gradients)


def moments_by_paths(algorithm: Algorithm, problem: FiniteProblem, order: int, H: int) -> dict[tuple[Index, int], flint.fmpq]:
    """E[s^alpha] at gamma^j, keyed (alpha, j), for the true number of clients."""
    d, weight = problem.d, 2 * order + 2
    ends = [[_walk(algorithm, problem, [client[z] for z in path], weight) for path in product(range(len(client)), repeat=H)]
            for client in problem.gradients]  # fmt: skip
    gamma, *start = problem.ring.gens
    rounds = []
    for meeting in product(*ends):
        means = [sum((end[i] for end in meeting), problem.ring.zero) / len(meeting) for i in range(d)]
        rounds.append([_cut(algorithm.server(mean, s, gamma, H), weight) for mean, s in zip(means, start, strict=True)])
    degrees = [alpha for alpha in product(range(2 * order + 1), repeat=d) if 0 < sum(alpha) <= 2 * order]
    unknown = {(alpha, j): k for k, (alpha, j) in enumerate((a, j) for j in range(1, order + 1) for a in degrees if sum(a) <= 2 * j)}
    matrix, right = flint.fmpq_mat(len(unknown), len(unknown)), flint.fmpq_mat(len(unknown), 1)
    for alpha in degrees:
        change = sum((_power(ends, alpha, weight) for ends in rounds), problem.ring.zero) / len(rounds) - _power(start, alpha, weight)
        for (i, *m), value in change.terms():
            number = rational(sp.Rational(int(value.numerator), int(value.denominator)))
            for j in range(1, order + 1):
                row = unknown.get((alpha, j))
                if row is None:
                    continue
                if not any(m) and i == j + 1:
                    right[row, 0] -= number
                elif (tuple(m), j + 1 - i) in unknown:
                    matrix[row, unknown[tuple(m), j + 1 - i]] += number
    solution = matrix.solve(right)
    return {key: solution[k, 0] for key, k in unknown.items()}


def _walk(algorithm: Algorithm, problem: FiniteProblem, samples: Sequence[Sequence[Any]], weight: int) -> list[Any]:
    gamma, *start = problem.ring.gens
    x = list(start)
    for sample in samples:
        at = [_compose(polynomial, x, weight) for polynomial in sample]
        x = [_cut(algorithm.step(x=x[i], g=at[i], x_start=start[i], gamma=gamma, H=len(samples)), weight) for i in range(problem.d)]
    return x


def _compose(polynomial: Any, x: Sequence[Any], weight: int) -> Any:
    ring = polynomial.ring
    return sum((_power(x, tuple(m), weight) * c for (_, *m), c in polynomial.terms()), ring.zero)


def _power(x: Sequence[Any], alpha: Index, weight: int) -> Any:
    out = x[0].ring.one
    for base, exponent in zip(x, alpha, strict=True):
        for _ in range(exponent):
            out = _cut(out * base, weight)
    return out


def _cut(polynomial: Any, weight: int) -> Any:
    return polynomial.ring.from_dict({m: c for m, c in polynomial.terms() if 2 * m[0] + sum(m[1:]) <= weight})
