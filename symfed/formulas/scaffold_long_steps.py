"""Scaffold's exact worst case for steps up to 2/L, where the worst curvature may lie inside [mu, L]."""

from __future__ import annotations

from typing import Any

import flint
import sympy as sp

from symfed.core import symbols
from symfed.core.errors import InvalidInput, UnstableStep
from symfed.formulas.arguments import local_steps
from symfed.models.rings import BALLS, evaluate
from symfed.numeric.rational import exact_number

_GUARD_BITS = 32


def scaffold_contraction_of_long_steps(gamma: Any, H: int, mu: Any, L: Any, digits: int = 15) -> flint.arb:
    """The largest spectral radius of a round of Scaffold over quadratic clients with spectra in [mu, L], for any gamma L < 2: a ball.

    |q| is largest at mu or at L. r grows with a, except that for odd H >= 3 it falls past gamma a = 1 + v, `turning_point(H)`, where it is
    1 - v^(H-1). As v >= 1/2, `scaffold_contraction` says the same up to gamma L = 3/2. gamma, mu and L are rational; radius at most
    10^-digits. Raises InvalidInput for another number, UnstableStep at gamma L >= 2: clients with the curvature L never converge.

    >>> float(scaffold_contraction_of_long_steps(flint.fmpq(9, 5), 3, flint.fmpq(1, 10), 1))
    0.75
    """
    steps = int(local_steps(H, False, "scaffold_contraction_of_long_steps"))
    step, low, high = (exact_number(name, value) for name, value in (("gamma", gamma), ("mu", mu), ("L", L)))
    if not (step > 0 and 0 < low <= high):
        raise InvalidInput("gamma, mu, L", (gamma, mu, L), "must be positive, mu at most L")
    if step * high >= 2:
        raise UnstableStep("gamma", gamma, f"must be less than 2/L: on the curvature L = {L} a round multiplies errors by (1 - gamma L)^H")
    from symfed.derive.quadratic import memory_round

    bits = int(digits * 3.33) + _GUARD_BITS + 3 * steps.bit_length()
    with flint.ctx.workprec(bits):
        one = memory_round("scaffold")
        (q_low, q_high), (r_low, r_high) = ([_at(part, step, steps, a) for a in (low, high)] for part in (one.q, one.r))
        largest_r = r_low.max(r_high)
        if steps % 2 and steps >= 3:
            v = turning_point(steps, bits)
            peak = 1 - v ** (steps - 1)
            if v > step * low - 1 and v < step * high - 1:
                largest_r = peak
            elif not (v > step * high - 1 or v < step * low - 1):  # not seen: as good as at an end
                largest_r = largest_r.union(peak)
        return abs(q_low).max(abs(q_high)).max(largest_r)


def turning_point(H: int, bits: int = 64) -> flint.arb:
    """For odd H >= 3, the v in (0, 1) at which r stops growing, gamma a = 1 + v: (H - 1) v^H + H v^(H-1) = 1; radius 2^-bits.

    With s = -v, 1 - r = (1 + v^H)/(H (1 + v)), whose derivative has the sign of (H - 1) v^H + H v^(H-1) - 1, which grows with v.

    >>> turning_point(3, 20).contains(flint.fmpq(1, 2))
    True
    """
    low, high = flint.fmpq(0), flint.fmpq(1)
    with flint.ctx.workprec(2 * bits + 64):
        while high - low > flint.fmpq(1, 2**bits):
            middle = (low + high) / 2
            value = (H - 1) * flint.arb(middle) ** H + H * flint.arb(middle) ** (H - 1) - 1
            if value == 0:
                return flint.arb(middle)
            if not (value > 0 or value < 0):
                break
            low, high = (middle, high) if value < 0 else (low, middle)
        return flint.arb(low).union(high)


def _at(branch: sp.Expr, step: flint.fmpq, steps: int, curvature: flint.fmpq) -> flint.arb:
    values = {symbols.gamma: flint.arb(step), symbols.a: flint.arb(curvature)}
    return flint.arb(evaluate(branch.subs(symbols.H, steps), values, BALLS))
