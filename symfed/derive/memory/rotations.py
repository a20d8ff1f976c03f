"""Control variates on clients that turn as they shrink: A = [[x, -y], [y, x]], a curvature x + iy that is a complex number."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from symfed.core.symbols import H, a, gamma
from symfed.derive.memory.lifted import memory_round
from symfed.models.algorithm import Algorithm


@dataclass(frozen=True)
class Turning:
    """A round of two clients in the plane, on control variates that add up to zero: real and imaginary parts of q and r.

    Both have the curvature x + iy, or the other one x - iy. `load` is gamma H L²/decay, which the slides want to be at most 1, with the
    largest decay that has |I - gamma A|² <= 1 - gamma decay, and L = |A|; `shrinking` is gamma decay H. All exact for rational input.
    """

    q: tuple[sp.Rational, sp.Rational]
    r: tuple[sp.Rational, sp.Rational]
    load: sp.Rational
    shrinking: sp.Rational

    @property
    def if_equal(self) -> sp.Rational:
        """|r|²: a round multiplies the difference of the control variates of two equal clients by a number of this squared size."""
        return self.r[0] ** 2 + self.r[1] ** 2

    @property
    def at_minus_one(self) -> sp.Rational:
        """Opposite turns: the characteristic polynomial at -1. Where it is negative an eigenvalue is below -1.

        On the complex line that both matrices share, (e, y) goes to (Re q e + i Im r y, i Im q e + Re r y).
        """
        (q, q_turn), (r, r_turn) = self.q, self.r
        return (1 + q) * (1 + r) + q_turn * r_turn

    def room(self, squared_factor: sp.Rational) -> sp.Rational:
        """Opposite turns: det(factor I - M* M), M the round. Where it is negative, some |e|² + mean |y_c|² is multiplied by more."""
        (q, q_turn), (r, r_turn) = self.q, self.r
        cross = q * r_turn - q_turn * r  # up to i and sign, and it enters squared
        return (squared_factor - q**2 - q_turn**2) * (squared_factor - r**2 - r_turn**2) - cross**2


def turning(algorithm: str | Algorithm, x: sp.Rational, y: sp.Rational, gamma_value: sp.Rational, steps: int) -> Turning:
    """Such clients under the rule.

    >>> R = sp.Rational
    >>> turning("scafflsa", R(3, 5), R(4, 5), R(1), 4).if_equal > 1
    True
    """
    one = memory_round(algorithm)
    curvature = sp.sympify(x) + sp.I * sp.sympify(y)
    # divided out before there are complex numbers, which are slow to cancel
    q, r = (sp.expand(sp.cancel(part.subs(H, steps)).subs({a: curvature, gamma: gamma_value})) for part in (one.q, one.r))
    squared = sp.sympify(x) ** 2 + sp.sympify(y) ** 2
    decay = 2 * sp.sympify(x) - gamma_value * squared
    parts = [(sp.re(value), sp.im(value)) for value in (q, r)]
    return Turning(parts[0], parts[1], gamma_value * steps * squared / decay, gamma_value * decay * steps)
