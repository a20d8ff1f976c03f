"""Expansions as statements: what the engine derives, or an expression in averages over clients; read on a problem."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import flint
import mpmath
import sympy as sp

from symfed.core.grammar import as_expression
from symfed.core.supposed import remembered
from symfed.derive.expansion import coefficients, jets_order
from symfed.formulas.evaluation import on_clients
from symfed.models.arrays import Array
from symfed.models.jets import Jets
from symfed.models.problems import Problem, ScalarProblem
from symfed.models.rings import BIG_FLOATS

JET_DIGITS = 80  # far more than any reading of a reference has


@dataclass(frozen=True)
class Derived:
    """The sum of c_j gamma^j, j <= order, that the engine derives from an algorithm's rule for a problem in any dimension.

    Wrong variants: `changed` holds pairs (j, what c_j is multiplied by), `more_steps` is added to H, `more_clients` to N.
    """

    algorithm: str
    quantity: str
    order: int
    changed: tuple[tuple[int, flint.fmpq], ...] = ()
    more_steps: int = 0
    more_clients: int = 0


def jets_of(problem: Problem, order: int) -> Jets:
    """The jets that an expansion to this order needs of a problem: long decimals in dimension one, else as exact as the problem."""
    return problem.jets_to(JET_DIGITS, order) if isinstance(problem, ScalarProblem) else problem.jets_to_order(order)


def step_of(problem: Problem, gamma: flint.fmpq) -> Any:
    """A step size in the numbers of `jets_of`."""
    return BIG_FLOATS(gamma) if isinstance(problem, ScalarProblem) else gamma if problem.exact else float(gamma)


@remembered
def _terms(statement: Derived, problem: Problem, H: int) -> list[Array]:
    clients = problem.num_clients + statement.more_clients
    jets = jets_of(problem, jets_order(statement.algorithm, statement.order, problem.dim, statement.quantity))
    found = coefficients(statement.algorithm, jets, statement.quantity, statement.order, H + statement.more_steps, clients)
    factors = dict(statement.changed)
    one = step_of(problem, flint.fmpq(1))
    return [term * (one * int(f.p) / int(f.q)) for j, term in enumerate(found, start=1) for f in (factors.get(j, flint.fmpq(1)),)]


def derived(statement: Derived, problem: Problem, gamma: flint.fmpq, H: int) -> Any:
    """A derived expansion at one step size; of an expansion with a remainder, its terms."""
    step, terms = step_of(problem, gamma), getattr(statement, "terms", statement)
    return sum(term * step**j for j, term in enumerate(_terms(terms, problem, H), start=1))


@lru_cache(maxsize=1024)
def _function(expression: sp.Expr, problem: ScalarProblem) -> Callable[[Any, Any], Array]:
    return on_clients(expression, jets_of(problem, 2), "mpmath")


def typed(statement: sp.Expr, problem: ScalarProblem, gamma: flint.fmpq, H: int) -> Any:
    """An expression in gamma, H, N and averages over clients, on a problem in dimension one."""
    return _function(as_expression(statement), problem)(BIG_FLOATS(gamma), mpmath.mpf(H))
