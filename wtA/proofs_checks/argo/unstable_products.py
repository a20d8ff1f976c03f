"""Where a printed stability of products of random matrices says too much or too little, with proofs."""

from __future__ import annotations

from itertools import product

import numpy as np
import sympy as sp

from symfed.checks.growth import Exhibit, Step
from symfed.core.coordinates import coordinates
from symfed.core.symbols import gamma
from symfed.models.markov import MarkovRewardProcess
from symfed.models.problems.td import td_problem


def unvisited_state() -> Exhibit:
    """TD(0) with a table of three values: after two updates one row of the product is still one of the identity."""
    walk = MarkovRewardProcess([[0, 1, 0], [0, 0, 1], [1, 0, 0]], [0, 0, 0], sp.Rational(1, 2))
    factors = [sp.eye(3) - gamma * sp.Matrix(3, 3, [sp.Rational(str(v)) for v in A.flat]) for A in td_problem(walk).matrices[0]]

    def unit_row_left() -> bool:
        return all(any((A * B).row(s) == sp.eye(3).row(s) for s in range(3)) for A, B in product(factors, repeat=2))

    return Exhibit(
        {
            "problem": "TD(0), one feature for each of the three states of a circular walk, discount 1/2",
            "update": "A(Z) = e_s (e_s - e_s'/2)', s uniform: I - eta A(Z) changes row s alone",
            "k - l": "1, two factors",
        },
        (
            Step("the walk's problem has three samples, one for each state", lambda: len(factors) == 3),
            Step("in every product of two factors some row is a row of Id, for every eta", unit_row_left),
            Step("a matrix with a row of norm one has norm >= 1, so the printed mean is >= 1"),
            Step("the printed bound asks for 1 <= (1 - eta a)^1, which no a > 0 allows"),
        ),
    )


def nilpotent_step() -> Exhibit:
    """A matrix with (Id - A)² = 0 and |Id - A| = 1."""
    M = np.eye(2, dtype=int) - np.array([[1, -1], [0, 1]])
    u = np.array([0, 1])
    return Exhibit(
        {"problem": "A(Z) = [[1, -1], [0, 1]] for every Z, eta = 1, so that Id - eta A = [[0, 1], [0, 0]]", "u": "(0, 1), t' = t"},
        (
            Step("Id - A has norm 1: its Gram matrix is diag(0, 1)", lambda: bool((M.T @ M == np.diag([0, 1])).all())),
            Step("and its square is 0", lambda: not (M @ M).any()),
            Step("so the printed stability holds for every 0 < a <= 1: 1 <= (1 - a)^0, and 0 <= (1 - a)^(k - l) beyond"),
            Step("but |Gamma_{t:t} u|² = 1", lambda: int((M @ u) @ (M @ u)) == 1),
            Step("which is larger than (1 - a)|u|² for every a > 0"),
        ),
    )


def rotation() -> Exhibit:
    """An exact matrix for which least squares is solved by one step, and linear stochastic approximation takes many."""
    e, eta, x, y = coordinates("e eta x y")
    A, u = sp.Matrix([[e, 1], [-1, e]]), sp.Matrix([x, y])
    after = u - eta * A * u
    best = 1 / (1 + e**2)
    ratio = sp.expand(((1 - eta * e) ** 2 + eta**2) * (x**2 + y**2))
    return Exhibit(
        {
            "problem": "A(Z) = Abar = [[e, 1], [-1, e]] and b(Z) = bbar, any e > 0",
            "least squares": "step 1/(1 + e²) along Abar'(Abar theta - bbar)",
        },
        (
            Step(
                "one such step leads to theta*, because Abar'Abar = (1 + e²) Id",
                lambda: (A.T * A - (1 + e**2) * sp.eye(2)).expand().is_zero_matrix,
            ),
            Step(
                "a step of LSA multiplies every squared error by (1 - eta e)² + eta²", lambda: sp.expand((after.T * after)[0] - ratio) == 0
            ),
            Step(
                "which is 1/(1 + e²) at eta = e/(1 + e²), and more elsewhere",
                lambda: sp.simplify((1 - eta * e) ** 2 + eta**2 - best - (1 + e**2) * (eta - e * best) ** 2) == 0,
            ),
            Step("so LSA needs log(1/eps)/log(1 + e²) steps or more to shrink the squared error by eps, and least squares one"),
        ),
    )
