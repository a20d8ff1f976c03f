"""Exact stationary moments on quadratics, in any dimension."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy as sp

from symfed.core.domain import Class, Domain
from symfed.core.errors import OutsideDomain
from symfed.core.symbols import H, L, gamma
from symfed.formulas.expansion_formula import LEFT, RANKS
from symfed.formulas.problem_formula import Function, ProblemFormula
from symfed.models.arrays import Array, identity, same_kind, solve
from symfed.models.jets import Jets
from symfed.models.problems.problem import Problem
from symfed.numeric import compile_expression

#: The mean of affine steps is closed whatever the noise; their covariance is not when the noise depends on the state.
DOMAINS = {
    "bias": Domain((gamma * L <= 1,), (Class("quadratic clients, or linear ones with matrices symmetric or not; noise of any kind"),)),
    "second_moment": Domain((gamma * L <= 1,), (Class("quadratic clients with additive noise"),)),
}


@dataclass(frozen=True)
class _Steps:
    """n steps of e -> R e + v + w at once: R^n, the sum of R^h over h < n, and the covariance they make of Var(w) = C; per client."""

    power: Array
    total: Array
    spread: Array

    def after(self, first: _Steps) -> _Steps:
        return _Steps(
            self.power @ first.power,
            self.total + self.power @ first.total,
            self.spread + self.power @ first.spread @ self.power.transpose(0, 2, 1),
        )


def _repeat(step: _Steps, n: int) -> _Steps:
    """The n-th iterate by repeated doubling, n >= 1."""
    half = step if n == 1 else _repeat(step, n // 2)
    if n == 1:
        return half
    whole = half.after(half)
    return step.after(whole) if n % 2 else whole


def stein(G: Array, V: Array) -> Array:
    """X with X = G X G' + V, by the Kronecker system."""
    d = len(G)
    G, V = same_kind(G, V)
    system = identity(d * d, G) - np.einsum("ij,kl->ikjl", G, G).reshape(d * d, d * d)
    return solve(system, V.reshape(d * d)).reshape(d, d)


def moments(jets: Jets, client: tuple[Any, Any, Any], server: tuple[Any, Any], n: int, noisy: bool) -> tuple[Array, Array]:
    """Mean and second moment about theta* for coefficients (state, gradient, start) of the client's and (mean, start) of the server's step.

    One step is e -> (state + gradient A_c) e + gradient g_c + start e_start + noise; a round is n of them and a mean over clients.
    """
    state, gradient, start = client
    eye = np.stack([jets.identity()] * jets.N)
    steps = _repeat(_Steps(state * eye + gradient * jets.hessians, eye, jets.noise_covariance), n)
    slope = server[0] * jets.mean(steps.power + start * steps.total) + server[1] * jets.identity()
    shift = server[0] * gradient * jets.mean(jets.apply(steps.total, jets.gradients))
    mean = jets.solve(jets.identity() - slope, shift)
    noise = server[0] ** 2 * gradient**2 * jets.mean(steps.spread) / jets.N if noisy else 0 * jets.noise
    return mean, jets.outer(mean, mean) + stein(slope, noise)


@dataclass(frozen=True, eq=False, repr=False)
class QuadraticFormula(ProblemFormula):
    """An exact moment on quadratics. `rules` gives the coefficients of the client's and the server's step, read from the update rule."""

    rules: Callable[[], tuple[tuple[sp.Expr, ...], tuple[sp.Expr, ...], bool]] = lambda: ((), (), False)

    def check_problem(self, problem: Problem) -> None:
        must_vanish: dict[str, Array | None] = {"third derivative": problem.jets.third_derivatives}
        if self.rank == 2:
            must_vanish["derivative of the noise covariance"] = problem.jets.noise_derivative
        for name, array in must_vanish.items():
            if array is not None and np.any(array != 0):
                raise OutsideDomain("problem", problem, f"{self.name} is about {self.domain.words}; here a {name} is not zero")

    def in_any_dimension(self, jets: Jets, backend: str, order: int | None) -> Function:
        self.at_order(order)
        client, server, noisy = self.rules()
        coefficients = [compile_expression(sp.sympify(c), (gamma, H), backend) for c in (*client, *server)]

        def evaluate(gamma_values: Any, H_values: Any) -> Array:
            grid = np.broadcast(gamma_values, H_values)
            out = np.empty(grid.shape + (jets.dim,) * self.rank, dtype=jets.hessians.dtype)
            for where, (step, n) in zip(np.ndindex(grid.shape), grid, strict=True):
                s, gr, st, m, st2 = (c(step, n) for c in coefficients)
                out[where] = moments(jets, (s, gr, st), (m, st2), int(float(n)), noisy)[self.rank - 1]
            return out

        return evaluate


def quadratic_formula(name: str, says: str, algorithm: str, quantity: str, source: str = "") -> QuadraticFormula:
    """The exact "bias" or "second_moment" of an algorithm on quadratics; derived when it is first looked at."""

    def expression() -> sp.Expr:
        from symfed.derive import quadratic

        return quadratic.stationary_mean(algorithm) if quantity == "bias" else quadratic.stationary_second_moment(algorithm)

    def rules() -> tuple[tuple[sp.Expr, ...], tuple[sp.Expr, ...], bool]:
        from symfed.derive.lift import local_map, server_map
        from symfed.models.algorithms import get_algorithm

        client, server = local_map(algorithm), server_map(algorithm)
        return (client.state, client.gradient, client.start), (server.state, server.start), not get_algorithm(algorithm).exact_gradient

    return QuadraticFormula(
        name=name, says=says, derive=expression, variables=(gamma, H), domain=DOMAINS[quantity], source=source,
        left=LEFT[quantity], rank=RANKS[quantity], rules=rules,
    )  # fmt: skip
