"""How far FedLSA's bias can be from zero: clients that follow their own systems for H steps, matrices without symmetry.

The bias is (I - mean q_c)^{-1} mean (I - q_c) d_c with q_c = (I - gamma A_c)^H, d_c = theta_c* - theta*, and mean A_c d_c = 0. All of one
client's matrices are polynomials in A_c: I - q_c = gamma H (I - r_c) A_c, `pull`, so that the mean is -gamma H mean r_c A_c d_c. Under
|(I - gamma A_c) u|² <= (1 - gamma decay)|u|² and |A_c u| <= L|u|, |r_c| is at most `drift` and |q_c| at most (1 - gamma decay)^(H/2).
"""

from __future__ import annotations

import sympy as sp

from symfed.core.symbols import Delta_het, H, L, a, decay, gamma
from symfed.derive.memory.lifted import memory_round
from symfed.derive.memory.mean_square import drift
from symfed.derive.quadratic import client_round

Sides = tuple[sp.Expr, sp.Expr]


def bias_bound() -> sp.Expr:
    """A bound on the norm of the bias."""
    return gamma * H * drift() * L * Delta_het / (1 - (1 - gamma * decay) ** (H / 2))


def short_rounds() -> sp.Expr:
    """A bound on `bias_bound` for gamma decay H <= 2."""
    return 2 * gamma * (H - 1) * L**2 * Delta_het / decay


def pull(steps: sp.Expr = H) -> Sides:
    """I - q_c, of FedLSA's rule, and gamma H (I - r_c) A_c, of SCAFFLSA's, for one client."""
    return 1 - client_round("fedlsa").slope, gamma * steps * (1 - memory_round("scafflsa").r) * a


def root(share: sp.Expr = sp.S.Half) -> Sides:
    """1 - b against the square of 1 - b/2, b = gamma decay: a step in the norm."""
    return 1 - gamma * decay, (1 - share * gamma * decay) ** 2


def margin(share: sp.Expr = sp.S.Half) -> Sides:
    """(1 - b/2)^H, bounded to second order, against 1 - b H/4."""
    half = gamma * decay / 2
    return 1 - H * half + H * (H - 1) / 2 * half**2, 1 - share * half * H


def margin_terms() -> tuple[tuple[sp.Expr, sp.Expr], ...]:
    """Multipliers that prove `margin` where gamma decay H <= 2."""
    b = gamma * decay
    return (b * H / 8, 2 - b * H), (b**2 / 8, H)
