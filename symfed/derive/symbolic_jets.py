"""The jets of a generic problem: d = 1, one symbol per derivative, the number of clients a symbol."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp

from symfed.core import symbols as table
from symfed.core.grammar import as_expression
from symfed.core.supposed import EQUAL_CLIENTS, OneDimension, suppose
from symfed.core.symbols import ClientMean


@dataclass(frozen=True)
class SymbolicJets:
    """The interface of `symfed.models.jets.Jets` on symbols, so that one transcription of a formula runs on both.

    Per-client quantities are one client's symbols, g, a, b, ... and C, C1, K3, ...; `mean` turns an expression in them into a
    ClientMean. Vectors, matrices and tensors are all plain SymPy expressions. Powers may be symbolic.

    >>> p = SymbolicJets()
    >>> p.solve(p.hessian, p.mean(p.apply(p.hessians, p.gradients)))
    ClientMean(a*g)/ClientMean(a)
    """

    gradients: sp.Expr = table.g
    hessians: sp.Expr = table.a
    third_derivatives: sp.Expr = table.b
    fourth_derivatives: sp.Expr = table.q
    fifth_derivatives: sp.Expr = table.r
    noise_covariance: sp.Expr = table.C
    noise_derivative: sp.Expr = table.C1
    noise_second_derivative: sp.Expr = table.C2
    noise_cumulant: sp.Expr = table.K3
    N: sp.Expr = table.N

    def __post_init__(self) -> None:
        suppose(OneDimension())

    @property
    def dim(self) -> int:
        return 1

    derivative, cumulant = staticmethod(table.derivative), staticmethod(table.cumulant)

    def mean(self, per_client: Any) -> sp.Expr:
        """<x>, linear, with <g> = 0."""
        return ClientMean(as_expression(per_client))

    @property
    def hessian(self) -> sp.Expr:
        return self.mean(self.hessians)

    @property
    def third_derivative(self) -> sp.Expr:
        return self.mean(self.third_derivatives)

    @property
    def noise(self) -> sp.Expr:
        return self.mean(self.noise_covariance)

    def identity(self) -> sp.Expr:
        return sp.S.One

    def product(self, A: Any, B: Any) -> sp.Expr:
        """A B, as every product in dimension one: a wrong contraction makes no difference, so that no wrong variant may rest on it."""
        return A * B

    apply = outer = contract = contract_wrong = product

    def power(self, A: Any, n: Any) -> sp.Expr:
        """Aⁿ, n an integer or a symbol such as H."""
        return as_expression(A) ** n

    def solve(self, A: Any, v: Any) -> sp.Expr:
        return v / A

    solve_each = solve

    def geometric(self, A: Any, n: Any) -> sp.Expr:
        """1 + A + ... + Aⁿ⁻¹ in closed form, n an integer or a symbol."""
        return (1 - as_expression(A) ** n) / (1 - A)

    def lyapunov(self, A: Any, C: Any) -> sp.Expr:
        """X with A X + X A = C."""
        return C / (2 * A)

    def third_contracted(self, S: Any) -> sp.Expr:
        return self.contract(self.third_derivative, S)


def equal_clients(expression: sp.Expr) -> sp.Expr:
    """An expression for equal clients: <x> = x, and g = 0 since each client is then at its optimum."""
    suppose(EQUAL_CLIENTS)
    return as_expression(expression).replace(ClientMean, lambda x: x).subs(table.g, 0)
