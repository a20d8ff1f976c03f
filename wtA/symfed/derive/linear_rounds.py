"""A client's round on random matrices that do not commute, by running the rule on letters of a free algebra.

A step draws A = A_c(Z) and b = b_c(Z); its direction is A x - b = A (x - theta_c) + eps with eps(Z) = A theta_c - b = (A - E A) theta_c
- (b - E b). Column vectors are letters too, and stand last in every word. Everything is relative to theta*: `start` = theta - theta*,
`own` = theta_c* - theta*.
"""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.core.symbols import gamma
from symfed.derive.lift import hyper_values, local_steps
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm


def step(
    algorithm: str | Algorithm,
    x: sp.Expr,
    matrix: sp.Expr,
    error: sp.Expr,
    own: sp.Expr,
    control: sp.Expr | None = None,
    start: sp.Expr = 0,
) -> sp.Expr:
    """One local step of the rule from x on the draw (matrix, error); `control` for a rule that keeps control variates."""
    algorithm = get_algorithm(algorithm)
    memory = {} if control is None else {"xi": control}
    if algorithm.keeps_memory != bool(memory):
        rule = "must be given if and only if the algorithm keeps control variates"
        raise InvalidInput("control", control, rule)
    g = matrix * (x - own) + error
    moved = algorithm.step(x=x, g=g, x_start=start, gamma=gamma, H=local_steps(algorithm), **memory, **hyper_values(algorithm))
    return sp.expand(moved)


def after_steps(
    algorithm: str | Algorithm, start: sp.Expr, matrices: Sequence[sp.Expr], errors: Sequence[sp.Expr], own: sp.Expr,
    control: sp.Expr | None = None,
) -> sp.Expr:  # fmt: skip
    """Where the steps end that draw the matrices and errors in turn, as a sum of words.

    >>> e, A, noise, own = (sp.Dummy(name, commutative=False) for name in ("e", "A", "noise", "own"))
    >>> sp.expand(after_steps("fedlsa", e, [A], [noise], own) - (e - gamma*A*(e - own) - gamma*noise))
    0
    """
    x = start
    for matrix, error in zip(matrices, errors, strict=True):
        x = step(algorithm, x, matrix, error, own, control, start)
    return x


def accumulated(matrices: Sequence[sp.Expr]) -> sp.Expr:
    """Gamma = (I - gamma A_last) ... (I - gamma A_first), the identity for none: the sources' Gamma_{h:h'}."""
    return sp.Mul(*[1 - gamma * matrix for matrix in reversed(matrices)])


def expansion(start: sp.Expr, matrices: Sequence[sp.Expr], errors: Sequence[sp.Expr], own: sp.Expr, noise_sign: int = -1) -> sp.Expr:
    """Gamma_{1:H} e + (I - Gamma_{1:H}) own - gamma sum over h of Gamma_{h+1:H} eps_h: where gradient steps end, for any number of them."""
    through = accumulated(matrices)
    noise = sp.Add(*[accumulated(matrices[h:]) * error for h, error in enumerate(errors, start=1)])
    return sp.expand(through * start + (1 - through) * own + noise_sign * gamma * noise)


def expansion_step(algorithm: str | Algorithm, noise_sign: int = -1) -> tuple[sp.Expr, sp.Expr]:
    """The induction for all H: a step of the rule from the expansion, beside the expansion with one step more.

    Gamma_{1:h} and sum_j Gamma_{j+1:h} eps_j are letters G and S; a step more makes them (I - gamma A) G and (I - gamma A) S + eps. With
    no step they are I and 0, where the expansion says x = e: that is the base.
    """
    G, S, A, e, error, own = (sp.Dummy(name, commutative=False) for name in ("G", "S", "A", "e", "eps", "own"))

    def said(through: sp.Expr, noise: sp.Expr) -> sp.Expr:
        return sp.expand(through * e + (1 - through) * own + noise_sign * gamma * noise)

    one = 1 - gamma * A
    return step(algorithm, said(G, S), A, error, own), said(one * G, one * S + error)


def control_steps(algorithm: str | Algorithm) -> tuple[sp.Expr, sp.Expr]:
    """The same induction for a rule with control variates, from its fixed point: what a shift y/(gamma H) of the control adds in a step.

    After h steps the shift has added -(1/H) T y, T = sum over j <= h of Gamma_{j+1:h}; a step more makes T into (I - gamma A) T + I.
    Returned: the difference that the shift makes after a step, from what it had made before, beside -(1/H) of the new T.
    """
    algorithm = get_algorithm(algorithm)
    H = local_steps(algorithm)
    T, A, x, y, error, own, control = (sp.Dummy(name, commutative=False) for name in ("T", "A", "x", "y", "eps", "own", "xi"))
    unit = control_unit(algorithm)
    plain = step(algorithm, x, A, error, own, control)
    shifted = step(algorithm, x - T * y / H, A, error, own, control + y * sp.cancel(1 / unit))
    return sp.expand(shifted - plain), sp.expand(-((1 - gamma * A) * T + 1) * y / H)


def control_unit(algorithm: str | Algorithm) -> sp.Expr:
    """By how much y moves when the control variate does: y_c = unit (xi_c - xi_c*) and x_c = theta_end - theta* + y_c, from the rule."""
    algorithm = get_algorithm(algorithm)
    xi, end, start, following = (sp.Dummy(name) for name in ("xi", "x_end", "x_start", "x_next"))
    H = local_steps(algorithm)
    new = algorithm.bind(**hyper_values(algorithm)).control(xi, end, start, following, gamma, H)
    return sp.cancel(1 / sp.diff(new, end))
