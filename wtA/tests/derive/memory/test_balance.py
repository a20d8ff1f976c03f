"""The expansions of the best number of local steps and of its factor, against many digits and against integers."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest
import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.core.symbols import L, gamma, kappa
from symfed.derive.spectrum import best_factor, best_steps
from symfed.formulas import optimal_local_steps, scaffold_contraction
from symfed.models.algorithm import Algorithm

DIGITS = 60


def balanced(x: mpmath.mpf, size: int) -> tuple[mpmath.mpf, mpmath.mpf]:
    """gamma L H and q(mu) where q(mu) = r(L), the power in r included; gamma L = x, kappa = size."""
    gap = lambda H: H * mpmath.log(1 - x / size) - mpmath.log(1 - (1 - (1 - x) ** H) / (x * H))  # noqa: E731  # used once, below
    H = mpmath.findroot(gap, mpmath.sqrt(size) / x)
    return x * H, (1 - x / size) ** H


@pytest.mark.parametrize("x", [Fraction(1), Fraction(3, 10), Fraction(7, 5)])
@pytest.mark.parametrize("terms", [1, 2, 3, 4])
def test_what_is_left_out_has_the_next_power(x: Fraction, terms: int) -> None:
    values = {L: 1, gamma: sp.Rational(x.numerator, x.denominator)}
    with mpmath.workdps(DIGITS):
        left = []
        for size in (10**8, 10**10):
            steps, factor = balanced(mpmath.mpf(x.numerator) / x.denominator, size)
            small = mpmath.mpf(size) ** -0.5
            expansions = [
                e.subs({**values, kappa: size}) for e in (best_steps("scaffold", terms) * gamma * L, best_factor("scaffold", terms))
            ]
            steps_told, factor_told = (mpmath.mpf(sp.N(e, DIGITS)) for e in expansions)
            left.append(((steps - steps_told) / small ** (terms - 1), (factor - factor_told) / small**terms))
        for first, second in zip(*left, strict=True):
            # a limit is approached at the rate small = 1e-4, with coefficients below one; it is no zero for both at all these terms
            assert abs(first - second) <= mpmath.mpf(10) ** -3
        assert any(abs(value) > mpmath.mpf(10) ** -3 for value in left[1])


def test_the_terms() -> None:
    half, late = sp.Rational(1, 2), sp.Rational(7, 96) - gamma * L / 4
    assert sp.expand(best_steps("scaffold", 3) * gamma * L - (sp.sqrt(kappa) + half**2 + late / sp.sqrt(kappa))) == 0
    assert sp.expand(best_factor("scaffold", 3) - (1 - 1 / sp.sqrt(kappa) + half**2 / kappa)) == 0
    fourth = best_factor("scaffold", 4) - best_factor("scaffold", 3)
    assert sp.expand(fourth * sp.sqrt(kappa) ** 3 - (sp.Rational(1, 96) - gamma * L / 4)) == 0


@pytest.mark.parametrize("step", [Fraction(1), Fraction(1, 2), Fraction(1, 7)])
@pytest.mark.parametrize("size", [10**4 + 17, 10**6 + 3, 10**8 + 1])
def test_the_best_integer_is_next_to_it_and_pays_for_its_distance(step: Fraction, size: int) -> None:
    at = {gamma: sp.Rational(step.numerator, step.denominator), L: 1, kappa: size}
    real = float(best_steps("scaffold", 3).subs(at))
    best = optimal_local_steps(step, Fraction(1, size), 1)
    assert abs(best - real) <= 0.5 + size**-0.5
    paid = float(step) / size * abs(best - real)
    exact = float(scaffold_contraction(step, best, Fraction(1, size), 1, backend="mpmath", digits=40) - mpmath.mpf(1))
    told = float(sp.N(best_factor("scaffold", 3).subs(at) - 1, 40))
    assert exact - told == pytest.approx(paid, abs=size**-1.5)  # the next power, whose coefficient is below one


def test_other_rules_are_refused() -> None:
    rule = Algorithm(
        "halved",
        local_step=lambda x, g, xi, gamma: x - gamma * (g + xi),
        control_update=lambda xi, x_end, x_next, gamma, H: xi + (x_end - x_next) / (2 * gamma * H),
    )
    with pytest.raises(InvalidInput):
        best_steps(rule)
    with pytest.raises(InvalidInput, match="terms"):
        best_steps("scaffold", 0)
