"""Three formulas at many points."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import sympy as sp

from symfed.core.symbols import H, N, gamma
from symfed.formulas import expand, fedavg_contraction


@dataclass(frozen=True)
class FormulaCase:
    """Expressions of the same arguments; every argument differs from point to point."""

    name: str
    expressions: tuple[sp.Expr, ...]
    arguments: tuple[sp.Symbol, ...]

    def columns(self, count: int, seed: int = 0) -> list[np.ndarray]:
        """Random values: gamma below 1/100, H and N up to 30, everything else between 1/2 and 3/2, off-diagonal entries below 1/2."""
        random = np.random.default_rng(seed)

        def draw(symbol: sp.Symbol) -> np.ndarray:
            if symbol in (H, N):
                return random.integers(1, 31, count)
            if symbol == gamma:
                return random.uniform(1e-3, 1e-2, count)
            return random.uniform(-0.45, 0.45, count) if symbol.name.endswith("12") else random.uniform(0.5, 1.5, count)

        return [draw(symbol) for symbol in self.arguments]


def contraction() -> FormulaCase:
    return FormulaCase("contraction factor", (fedavg_contraction.expr,), fedavg_contraction.variables)


def series() -> FormulaCase:
    """The bias to second order in dimension one; its averages over clients are arguments, and become symbols."""
    formula = expand("fedavg", "bias", 2)
    plain = {mean: sp.Symbol(name) for name, mean in formula.arguments().items() if not mean.is_Symbol}
    return FormulaCase("series to order 2", (formula.expr.xreplace(plain),), tuple(plain.get(a, a) for a in formula.arguments().values()))


def plane() -> FormulaCase:
    """The bias to first order in d = 2 with its inverses, another problem at every point.

    gamma (H-1)/2 A^-1 v - gamma/(2N) A^-1 T[X] with A the mean Hessian, v the mean of H_c g_c, T the mean third derivative and X the
    solution of A X + X A = C, which is (C + det(A) A^-1 C A^-1) / (2 tr A) for symmetric 2 x 2 matrices.
    """
    a11, a12, a22, c11, c12, c22 = sp.symbols("a11 a12 a22 c11 c12 c22")
    t111, t112, t122, t222, v1, v2 = sp.symbols("t111 t112 t122 t222 v1 v2")
    A, C = sp.Matrix([[a11, a12], [a12, a22]]), sp.Matrix([[c11, c12], [c12, c22]])
    inverse = A.inv()
    X = (C + A.det() * inverse * C * inverse) / (2 * A.trace())
    contracted = sp.Matrix([t111 * X[0, 0] + 2 * t112 * X[0, 1] + t122 * X[1, 1], t112 * X[0, 0] + 2 * t122 * X[0, 1] + t222 * X[1, 1]])
    bias = inverse * (gamma * (H - 1) / 2 * sp.Matrix([v1, v2]) - gamma / (2 * N) * contracted)
    return FormulaCase(
        "bias in d = 2, its inverses included", tuple(bias), (gamma, H, N, a11, a12, a22, c11, c12, c22, t111, t112, t122, t222, v1, v2)
    )


def formula_cases() -> list[FormulaCase]:
    return [contraction(), plane(), series()]
