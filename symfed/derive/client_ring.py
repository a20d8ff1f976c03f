"""Polynomial rings for the symbolic run in d = 1: one client's symbols inside, client means outside."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import sympy as sp
from sympy.polys.orderings import lex
from sympy.polys.rings import PolyRing

from symfed.core import symbols as table
from symfed.core.symbols import ClientMean
from symfed.derive.clients import StepSeries
from symfed.derive.tensors import TensorPolynomial
from symfed.models.arrays import Array
from symfed.models.jets import Jets

_CLIENT = (table.g, table.a, table.b, table.q, table.r, table.C, table.C1, table.C2, table.K3)


class _Coefficients:
    """Constants (H and the algorithm's parameters) in a polynomial ring: as generators, or in the field of fractions if one divides."""

    def __init__(self, constants: tuple[sp.Symbol, ...], divides: bool, others: Sequence[sp.Expr]) -> None:
        self.constants, self.divides = constants, divides
        self.offset = 0 if divides else len(constants)
        domain = sp.QQ.frac_field(*constants) if divides else sp.QQ
        self.ring = PolyRing([*constants[: self.offset], *others], domain, lex)

    def constant(self, value: Any) -> Any:
        value = sp.sympify(value)
        return self.ring.ground_new(self.ring.domain.from_sympy(value)) if self.divides else self.ring.from_expr(sp.expand(value))

    def series(self, step: StepSeries) -> StepSeries:
        return StepSeries(*[[self.constant(c) for c in part] for part in (step.state, step.gradient, step.start)])

    def split(self, element: Any) -> Iterable[tuple[tuple[int, ...], sp.Expr]]:
        """(exponents of the other generators, coefficient in the constants) of every term."""
        for exponents, coefficient in element.terms():
            powers = [c**e for c, e in zip(self.constants, exponents[: self.offset], strict=False)]
            yield exponents[self.offset :], self.ring.domain.to_sympy(coefficient) * sp.Mul(*powers)


class ClientRing(_Coefficients):
    """Polynomials in one client's jet symbols. `coefficients` are the rule's, from which the constants are found."""

    averaged: AveragedRing

    def __init__(self, coefficients: Sequence[sp.Expr]) -> None:
        free = set().union(*[sp.sympify(c).free_symbols for c in coefficients]) - {table.H}
        constants = (table.H, *sorted(free, key=lambda s: s.name))
        super().__init__(constants, not all(sp.sympify(c).is_polynomial(*constants) for c in coefficients), _CLIENT)

    def jets(self) -> Jets:
        """One client with a generator in every place."""
        ranks = (1, 2, 3, 4, 5, 2, 3, 4, 3)
        generators = self.ring.gens[self.offset :]
        values = [np.array([x], dtype=object).reshape((1,) * (rank + 1)) for x, rank in zip(generators, ranks, strict=True)]
        names = ("gradients", "hessians", "third_derivatives", "fourth_derivatives", "fifth_derivatives")
        noise = ("noise_covariance", "noise_derivative", "noise_second_derivative", "noise_cumulant")
        return Jets(**dict(zip(names + noise, values, strict=True)))

    def client_mean(self, cumulants: Sequence[TensorPolynomial]) -> list[TensorPolynomial]:
        """The average over clients of every coefficient; sets `averaged`, the ring that it lives in."""
        tensors = [tensor for cumulant in cumulants for tensor in cumulant.terms.values()]
        monomials = sorted({exponents for tensor in tensors for exponents, _ in self._terms(tensor)}, reverse=True)
        means = {m: ClientMean(sp.Mul(*[s**e for s, e in zip(_CLIENT, m, strict=True)])) for m in monomials}
        self.averaged = AveragedRing(self, [mean for mean in means.values() if isinstance(mean, ClientMean)])
        return [
            TensorPolynomial(c.rank, {key: self._average(tensor, means) for key, tensor in c.terms.items()}).pruned() for c in cumulants
        ]

    def _terms(self, tensor: Array) -> Iterable[tuple[tuple[int, ...], Any]]:
        for exponents, coefficient in tensor.flat[0].terms():
            yield exponents[self.offset :], (exponents[: self.offset], coefficient)

    def _average(self, tensor: Array, means: dict[tuple[int, ...], sp.Expr]) -> Array:
        ring = self.averaged.ring
        total = ring.zero
        for exponents, (constant, coefficient) in self._terms(tensor):
            mean = means[exponents]
            if mean != 0:
                own = ring.from_dict({constant + (0,) * (ring.ngens - self.offset): coefficient})
                total += own if mean == 1 else own * self.averaged.atoms[mean]
        return np.array([total], dtype=object).reshape(tensor.shape)


class AveragedRing(_Coefficients):
    """Polynomials in client means, 1/N and 1/lambda, where lambda gamma is the slope of the mean round at first order.

    `slope` is lambda, to be set before solving. Writing 1/lambda as a generator keeps every step of the derivation free of fractions;
    `expression` puts its value back.
    """

    def __init__(self, inside: ClientRing, means: Sequence[sp.Expr]) -> None:
        inverse = sp.Dummy("inverse_slope")
        super().__init__(inside.constants, inside.divides, [inverse, 1 / table.N, *means])
        self._inverse, self.inverse_N, *atoms = self.ring.gens[self.offset :]
        self.others = [inverse, 1 / table.N, *means]
        self.atoms = dict(zip(means, atoms, strict=True))
        self.slope: Any = self.ring.zero

    def solve(self, matrix: Array, vector: Array) -> Array:
        """x with matrix x = vector for the 1 by 1 matrix of degree k, which is k times `slope`."""
        factor = next(k for k in range(1, 100) if matrix[0, 0] == self.slope * k)
        solution: Array = vector * (self._inverse / factor)
        return solution

    def expression(self, element: Any) -> sp.Expr:
        """The element with 1/lambda put back: a sum over monomials in means and 1/N, with factored coefficients."""
        if not element:
            return sp.S.Zero
        slope_terms = list(self.split(self.slope))
        slope_coefficient = sp.Add(*[coefficient for _, coefficient in slope_terms])
        slope_mean = sp.Mul(*[x**e for x, e in zip(self.others, slope_terms[0][0], strict=True)])  # <a>, in every term
        collected: dict[sp.Expr, sp.Expr] = {}
        for exponents, coefficient in self.split(element):
            power = exponents[0]
            monomial = sp.Mul(*[x**e for x, e in zip(self.others[1:], exponents[1:], strict=True)]) / slope_mean**power
            collected[monomial] = collected.get(monomial, 0) + coefficient / slope_coefficient**power
        return sp.Add(*[sp.factor(coefficient) * monomial for monomial, coefficient in collected.items()])
