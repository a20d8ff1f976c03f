"""Scaffold with a constant step size: stationary moments and rates of convergence, on runs whose control variates add up to zero.

The rate is the exact worst case over quadratics, beside the printed bound; there are also the number of local steps that minimises it,
the rounds that this saves, and the worst case for steps up to 2/L, where the worst curvature may lie inside [mu, L]. The factor proved
for clients that are not quadratic is a formula of its own.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import Any

import flint
import numpy as np
import sympy as sp

from symfed.core import symbols
from symfed.core.domain import Class, Domain
from symfed.core.errors import InvalidInput, NotConverged, UnstableStep
from symfed.core.formula import BOUND, PRINTED
from symfed.core.symbols import H, L, gamma, mu
from symfed.formulas.arguments import floats, local_steps, require, step_sizes
from symfed.formulas.expansion import expansion_formula
from symfed.formulas.kinds import ScalarFormula
from symfed.models.arrays import Array, as_rational
from symfed.models.rings import BALLS, RATIONALS, Ring, evaluate
from symfed.numeric import compile_expression
from symfed.numeric.rational import exact_number

__all__ = [
    "optimal_local_steps",
    "optimal_local_steps_printed",
    "rounds_saved",
    "scaffold_bias",
    "scaffold_contraction",
    "scaffold_contraction_of_long_steps",
    "scaffold_contraction_of_the_class",
    "scaffold_contraction_printed",
    "scaffold_second_moment",
]

scaffold_bias = expansion_formula(
    "scaffold_bias",
    "E[theta] - theta* under Scaffold's stationary distribution, shape (d,), in the unit of theta; to first order in gamma at fixed H.",
    "scaffold",
    "bias",
    source="symfed; its first order is in iccopt, slides on Scaffold's stationary law",
)

scaffold_second_moment = expansion_formula(
    "scaffold_second_moment",
    "E[(theta - theta*)(theta - theta*)'] under Scaffold's stationary distribution, shape (d, d): not about the mean; to first order.",
    "scaffold",
    "second_moment",
    source="symfed; its first order is in iccopt, slides on Scaffold's stationary law",
)


_CLIENTS = Class(
    "quadratic clients with curvatures between mu and L; control variates that sum to zero, as they do when they start at zero"
)
_EXACT = Domain((sp.Le(mu, L), gamma * L <= sp.Rational(3, 2), gamma * (mu + L) <= 2), (_CLIENTS,))
_PRINTED = Domain((sp.Le(mu, L), gamma * L <= 1), (_CLIENTS,))
_SMOOTH = Class(
    "clients that are L-smooth and mu-strongly convex, quadratic or not; control variates that sum to zero, as they do when they start at "
    "zero"
)
_WHOLE_CLASS = Domain((mu < L, gamma * L <= 1, H >= 2), (_SMOOTH,))
_SLIDES = "flta, Main Result"


def _worst_case() -> sp.Expr:
    from symfed.derive.spectrum import contraction

    return contraction("scaffold")


def _around_the_triangle() -> sp.Expr:
    """The diameter of the circle around a triangle with the sides q, r, r_1; its longest side, if it has an obtuse angle.

    That is r_1 over the sine of the angle opposite to it, whose cosine (q^2 + r^2 - r_1^2)/(2 q r) is clipped to [0, r/q]: r_1 over the
    sine is r_1 at 0, and at most q at r/q if q^2 >= r_1^2 + r^2. If the cosine is not 0, r <= q for every H >= 2, and
    max(q, r) may replace a q that vanishes in floats after many steps.
    """
    from symfed.derive.quadratic import memory_round

    one = memory_round("scaffold")
    q, r, r_1 = one.q.subs(symbols.a, mu), one.r.subs(symbols.a, mu), one.r.subs(symbols.a, 1 / gamma)
    cosine = sp.Max(0, sp.Min(q**2 + r**2 - r_1**2, 2 * r**2)) / (2 * r * sp.Max(q, r))
    return sp.Max(q, r_1 / sp.sqrt(1 - cosine**2))


scaffold_contraction = ScalarFormula(
    name="scaffold_contraction",
    says="The factor by which a round of Scaffold multiplies an error in the worst case over quadratic clients, a number, in a norm that "
    "weighs curvatures; two equal clients attain it.",
    derive=_worst_case,
    variables=(gamma, H, mu, L),
    domain=_EXACT,
    source=f"symfed; a bound is in {_SLIDES}; derived here from the update rule",
    left=r"\rho",
)

scaffold_contraction_of_the_class = ScalarFormula(
    name="scaffold_contraction_of_the_class",
    says="A round of Scaffold with exact gradients multiplies |theta - theta*|^2 + (gamma H)^2 mean |xi_c - xi_c*|^2 by at most the square "
    "of this number, for clients that need not be quadratic; at gamma L = 1 no smaller one does for every number of clients.",
    derive=_around_the_triangle,
    variables=(gamma, H, mu, L),
    domain=_WHOLE_CLASS,
    source="symfed, claim symfed-scaffold-whole-class-factor; q and r are derived here from the update rule",
    remainder=BOUND,
    left=r"\rho",
)

scaffold_contraction_printed = ScalarFormula(
    name="scaffold_contraction_printed",
    says="The slides' bound on the factor by which a round of Scaffold multiplies a squared norm, a number, as printed.",
    derive=lambda: sp.Max((1 - gamma * mu) ** H, 1 - (1 - sp.exp(-1)) / (gamma * L * H)),
    variables=(gamma, H, mu, L),
    domain=_PRINTED,
    remainder=PRINTED,
    source=_SLIDES,
    left=r"\rho_{\gamma, H}",
)

optimal_local_steps_printed = ScalarFormula(
    name="optimal_local_steps_printed",
    says="The slides' number of local steps of Scaffold that balances both sides of their bound, an integer, as printed.",
    derive=lambda: sp.ceiling(sp.sqrt(2 * (1 - sp.exp(-1)) / (gamma**2 * L * mu))),
    variables=(gamma, mu, L),
    domain=_PRINTED,
    remainder=PRINTED,
    source="flta, Acceleration and Optimal Local Steps",
    left=r"H_\gamma",
)


_FIRST_BITS, _MOST_BITS = 128, 1 << 16
_PRIME = (1 << 61) - 1
_RESIDUES = Ring("residues", lambda c: flint.nmod(int(c.p % _PRIME), _PRIME) / flint.nmod(int(c.q % _PRIME), _PRIME), {})
_LONGEST = 10**8  # bits of a rational: a second or two of exact arithmetic


def optimal_local_steps(gamma: Any, mu: Any, L: Any, *, check: bool = True) -> Any:
    """The integer H >= 1 that minimises `scaffold_contraction(gamma, H, mu, L)`; of two that tie, the smaller.

    Exact: every comparison is decided in balls, or over the rationals if both sides are equal; a float has its binary value. Returns an
    integer, or an integer array of the broadcast shape, which is approximately (sqrt(L/mu) + 1/4)/(gamma L). Raises
    InvalidInput for a bad argument, OutsideDomain outside of the domain of `scaffold_contraction`.

    Source: symfed; its first terms are in flta, Main Result.

    >>> optimal_local_steps(gamma=1, mu=1, L=100, check=False), optimal_local_steps(gamma=flint.fmpq(1, 100), mu=1, L=100)
    (1, 10)
    """
    step_sizes(gamma)
    for name, value in (("mu", mu), ("L", L)):
        if not (floats(name, value) > 0).all():
            raise InvalidInput(name, value, "must be positive")
    if check:
        require(scaffold_contraction.domain, {"gamma": gamma, "mu": mu, "L": L})
    each = np.frompyfunc(lambda *numbers: Balance(*numbers).best(), 3, 1)
    found = each(*(as_rational(value) for value in (gamma, mu, L)))
    return found if isinstance(found, int) else np.array(found.tolist())


class Balance:
    """The two branches of the worst case at given gamma, mu and L: q(mu) decreases in H, r(L) increases.

    On the domain of `scaffold_contraction` q(mu) decreases strictly in H (or is 0), and r(L) = 1 - (mean of the first H powers of
    s = 1 - gamma L) does not decrease: s >= -1/2, and then s^H is at most the mean of the powers before it. So the smallest maximum of
    both is where they cross.
    """

    def __init__(self, gamma: flint.fmpq, mu: flint.fmpq, L: flint.fmpq) -> None:
        self.gamma, self.mu, self.L = gamma, mu, L
        self.values = dict(zip((symbols.gamma, symbols.mu, symbols.L), (gamma, mu, L), strict=True))

    def best(self) -> int:
        """The smallest H that minimises the maximum: where r(L) is no longer below q(mu), or one step before."""
        low, high, stride = 0, self._expected_crossing(), 1
        while self.sign(high, 0) > 0:
            low, high, stride = high, high + stride, 2 * stride
        stride = 1
        while high - stride > low and self.sign(high - stride, 0) <= 0:
            high, stride = high - stride, 2 * stride
        low = max(low, high - stride)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.sign(middle, 0) > 0 else (low, middle)
        return high - 1 if high > 1 and self.sign(high, 1) <= 0 else high

    def _expected_crossing(self) -> int:
        """The expansion in (mu/L)^(1/2), plus one step: usually the crossing itself."""
        return max(1, math.ceil((math.sqrt(float(self.L / self.mu)) + 1 / 4) / float(self.gamma * self.L)))

    def sign(self, steps: int, back: int) -> int:
        """The sign of q(mu) after `steps - back` local steps minus r(L) after `steps`, for back = 0 or 1."""
        if self.mu == self.L and back == 0:  # r - q = (1 - q)(1 - 1/(gamma a H)), and equal ones meet at any size
            share = self.gamma * self.L * steps
            return int(share < 1) - int(share > 1)
        expression, on_balls = _differences()[back]
        bits, meet = _FIRST_BITS + 2 * steps.bit_length(), False
        while bits <= _MOST_BITS:
            with flint.ctx.workprec(bits):
                ball = on_balls(self.gamma, steps, self.mu, self.L)
            if ball > 0 or ball < 0:
                return 1 if ball > 0 else -1
            meet = meet or self._on(expression, steps, _RESIDUES) == 0  # else they differ, and more bits will decide
            if meet and steps * (self.gamma * self.mu).q.bit_length() <= _LONGEST:
                exact = self._on(expression, steps, RATIONALS)
                return int(exact > 0) - int(exact < 0)
            bits *= 2
        raise NotConverged(f"{_MOST_BITS} bits do not tell which branch is the larger at H = {steps}")

    def _on(self, expression: sp.Expr, steps: int, ring: Ring) -> Any:
        return evaluate(expression.subs(H, steps), {symbol: ring(value) for symbol, value in self.values.items()}, ring)


@cache
def _differences() -> list[tuple[sp.Expr, Any]]:
    """q(mu) at H - back, minus r(L) at H: the expression, and its value on balls."""
    from symfed.derive.quadratic import memory_round

    one = memory_round("scaffold")
    falling, rising = one.q.subs(symbols.a, symbols.mu), one.r.subs(symbols.a, symbols.L)
    found = [falling.subs(H, H - back) - rising for back in (0, 1)]
    return [(difference, compile_expression(difference, scaffold_contraction.variables, "ball")) for difference in found]


@dataclass(frozen=True)
class RoundsSaved:
    """The printed bound's number of rounds over the number needed, for any accuracy of the squared norm.

    as_printed: the bound at its printed H. at_its_best: the bound at the H that makes it smallest. same_steps: both at the printed H, so
    that only the analysis differs. Arrays of the broadcast shape. `needed`, `promised`: rounds for a factor 1/e of the squared norm, by
    the exact worst case at its best H, and by the bound as printed.
    """

    as_printed: Array
    at_its_best: Array
    same_steps: Array
    needed: Array
    promised: Array


def rounds_saved(gamma: Any, mu: Any, L: Any) -> RoundsSaved:
    """Ratios of logarithms of the factors per round, float64: the exact rho squared against the printed bound.

    Raises InvalidInput for a bad argument, OutsideDomain unless mu <= L and gamma L <= 1. At mu = L the exact worst case may be zero, and
    the ratios infinite.

    Source: symfed; the bound is in flta, Main Result.

    >>> round(float(rounds_saved(1.0, 1e-6, 1.0).as_printed), 2)
    3.56
    """
    gamma, mu, L = np.broadcast_arrays(*[floats(name, value) for name, value in (("gamma", gamma), ("mu", mu), ("L", L))])
    printed_steps = np.asarray(optimal_local_steps_printed(gamma, mu, L))
    promised = _log(scaffold_contraction_printed(gamma, printed_steps, mu, L))
    exact = 2 * _log(scaffold_contraction(gamma, optimal_local_steps(gamma, mu, L), mu, L))
    same = 2 * _log(scaffold_contraction(gamma, printed_steps, mu, L))
    tuned = np.minimum(*[_log(scaffold_contraction_printed(gamma, H, mu, L)) for H in _crossing_steps(gamma, mu, L)])
    return RoundsSaved(exact / promised, exact / tuned, same / promised, -1 / exact, -1 / promised)


def _log(factor: Any) -> Array:
    with np.errstate(divide="ignore"):  # a factor of zero: one round is enough
        return np.asarray(np.log(np.asarray(factor, dtype=float)))


def _crossing_steps(gamma: Array, mu: Array, L: Array) -> tuple[Array, Array]:
    """The two integers H between which the printed bound's branches cross, one decreasing and one increasing in H."""
    low, high = np.ones(gamma.shape), 2.0 ** np.ceil(np.log2(4 / (gamma * mu)))  # at `high`, q <= e^-4 is below the other
    while (high - low > 1).any():
        middle = np.floor((low + high) / 2)
        above = (1 - gamma * mu) ** middle > 1 - (1 - np.exp(-1)) / (gamma * L * middle)
        low, high = np.where(above, middle, low), np.where(above, high, middle)
    return low, high


_GUARD_BITS = 32


def scaffold_contraction_of_long_steps(gamma: Any, H: int, mu: Any, L: Any, digits: int = 15) -> flint.arb:
    """The largest spectral radius of a round of Scaffold over quadratic clients with spectra in [mu, L], for any gamma L < 2: a ball.

    |q| is largest at mu or at L. r increases in a, except that for odd H >= 3 it decreases past gamma a = 1 + v, `turning_point(H)`, where
    it is 1 - v^(H-1). As v >= 1/2, `scaffold_contraction` agrees up to gamma L = 3/2. gamma, mu and L are rational; radius at most
    10^-digits. Raises InvalidInput for another number, UnstableStep at gamma L >= 2: clients with the curvature L never converge.

    Source: symfed.

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
        (q_low, q_high), (r_low, r_high) = ([_branch_value(part, step, steps, a) for a in (low, high)] for part in (one.q, one.r))
        largest_r = r_low.max(r_high)
        if steps % 2 and steps >= 3:
            v = turning_point(steps, bits)
            peak = 1 - v ** (steps - 1)
            if v > step * low - 1 and v < step * high - 1:
                largest_r = peak
            elif not (v > step * high - 1 or v < step * low - 1):  # undecided: as good as an endpoint
                largest_r = largest_r.union(peak)
        return abs(q_low).max(abs(q_high)).max(largest_r)


def turning_point(H: int, bits: int = 64) -> flint.arb:
    """For odd H >= 3, the v in (0, 1) at which r stops increasing, gamma a = 1 + v: (H - 1) v^H + H v^(H-1) = 1; radius 2^-bits.

    With s = -v, 1 - r = (1 + v^H)/(H (1 + v)), whose derivative has the sign of (H - 1) v^H + H v^(H-1) - 1, which increases in v.

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


def _branch_value(branch: sp.Expr, step: flint.fmpq, steps: int, curvature: flint.fmpq) -> flint.arb:
    values = {symbols.gamma: flint.arb(step), symbols.a: flint.arb(curvature)}
    return flint.arb(evaluate(branch.subs(symbols.H, steps), values, BALLS))
