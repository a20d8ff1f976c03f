"""Expressions and points on which all backends are compared, and the bound that they are held to."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint
import numpy as np
import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.core.symbols import H, L, N, gamma, mu
from symfed.formulas import expand, fedavg_bias, fedavg_contraction, fedavg_wasserstein_rate
from symfed.models.arrays import rational
from symfed.numeric import compile_expression
from symfed.numeric.arithmetic import with_placeholders

COMPILED = ("c", "jax", "numba")
FLOATING = ("float64", *COMPILED)
ROUNDING = flint.fmpq(1, 2**52)


@dataclass(frozen=True)
class Case:
    """An expression with the arguments it is a function of."""

    name: str
    expression: sp.Expr
    arguments: tuple[sp.Expr, ...]

    def points(self, count: int, seed: int) -> list[tuple[Any, ...]]:
        """Random rationals: gamma*L <= 1 in every rate, averages over clients of either sign."""
        source = random.Random(seed)

        def draw(argument: sp.Expr) -> Any:
            if argument in (H, N):
                return source.randint(1, 40)
            value = Fraction(source.randint(1, 60), source.randint(60, 120))
            return value if argument.is_positive else value * source.choice((-1, 1))

        return [tuple(draw(argument) for argument in self.arguments) for _ in range(count)]


def cases() -> list[Case]:
    """What people evaluate, and one expression with everything that a printer can get wrong."""
    second = expand("fedavg", "bias", 2)
    awkward = (
        sp.Rational(1, 3) * (1 - gamma * mu) ** (2 * H - 1) / (1 + L) ** 3
        - gamma * H * (H - 1) / (7 * L**2)
        + mu**5 * (gamma - mu) ** 4 / 11
    )
    return [
        Case("contraction", fedavg_contraction.expr, fedavg_contraction.variables),
        Case("Wasserstein rate", fedavg_wasserstein_rate.expr, fedavg_wasserstein_rate.variables),
        Case("bias", fedavg_bias.expr, tuple(fedavg_bias.arguments().values())),
        Case("bias to order 2", second.expr, tuple(second.arguments().values())),
        Case("powers and quotients", awkward, (gamma, H, mu, L)),
    ]


def rounding_bounds(case: Case, points: Sequence[Sequence[Any]]) -> np.ndarray:
    """How far any sound double-precision evaluation may be from the truth, whatever order it adds and multiplies in.

    Evaluated on balls of relative radius 2^-52 about the arguments, every node's ball is at least as wide as one rounding there, also of a
    partial sum, since each term brings 2^-52 of its own size; the last ball holds what such a move of one node does to the value. Every
    operation moves one node, a power x^n at most n: with that many operations the error is below operations times radius.
    """
    replaced, _ = with_placeholders(case.expression, case.arguments)
    largest = max((int(v) for point in points for a, v in zip(case.arguments, point, strict=True) if a == H), default=1)
    operations = int(sp.count_ops(replaced)) + sum(
        2 * largest if power.exp.free_symbols else abs(int(power.exp)) for power in replaced.atoms(sp.Pow)
    )
    ball = compile_expression(case.expression, case.arguments, "ball")

    def widened(argument: sp.Expr, value: Any) -> Any:
        exact = rational(value)
        # a number of steps is an integer in every backend
        return exact if argument in (H, N) else flint.arb(exact, abs(exact) * ROUNDING)

    found = [ball(*(widened(a, v) for a, v in zip(case.arguments, point, strict=True))) for point in points]
    return np.array([operations * float(value.rad()) for value in found])


def available(backend: str) -> bool:
    """Whether a backend runs on this machine. Where it does not, any error but one that names what to install goes through."""
    try:
        compile_expression(gamma, (gamma,), backend)
    except InvalidInput as error:
        if error.argument != "backend" or "install" not in error.instead:
            raise
        return False
    return True
