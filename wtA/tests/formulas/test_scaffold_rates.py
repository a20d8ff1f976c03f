"""Scaffold's exact worst case and the printed bound, as a person calls them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import flint
import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from symfed.core.errors import InvalidInput, OutsideDomain, UnstableStep
from symfed.derive.spectrum import contraction_domain
from symfed.formulas import (
    optimal_local_steps_printed,
    scaffold_contraction,
    scaffold_contraction_of_long_steps,
    scaffold_contraction_printed,
)
from symfed.formulas.scaffold import turning_point
from symfed.numeric.balls import holds
from tests.numeric.helpers import COMPILED, available

POINT = (Fraction(1, 2), 7, Fraction(1, 10), 1)
VALUE = Fraction(321, 448)  # 1 - (1 - 2^-7)/(7/2), by hand; (19/20)^7 < 0.7 is less


@pytest.mark.parametrize("backend", ["float64", "exact", "ball", "mpmath"])
def test_number_systems_agree(backend: str) -> None:
    found = scaffold_contraction(*POINT, backend=backend)
    if backend == "ball":
        assert holds(found, flint.fmpq(321, 448))
    elif backend == "exact":
        assert found == flint.fmpq(321, 448)
    else:
        assert float(found) == pytest.approx(float(VALUE), rel=1e-15)


@pytest.mark.parametrize("backend", COMPILED)
def test_compiled_values_agree(backend: str) -> None:
    if not available(backend):
        return
    steps, counts = np.array([0.1, 0.5, 1.0]), np.array([[1], [4], [30]])
    plain = scaffold_contraction(steps, counts, 0.01, 1.0)
    assert plain.shape == (3, 3)
    # a dozen operations on numbers below one, divided by gamma L H >= 0.1
    assert scaffold_contraction(steps, counts, 0.01, 1.0, backend=backend) == pytest.approx(plain, abs=1e-14)


def test_it_is_stated_where_the_engine_derives_it() -> None:
    assert set(contraction_domain("scaffold").relations) == set(scaffold_contraction.domain.relations)


def test_the_printed_bound() -> None:
    with mpmath.workdps(30):
        told = max(mpmath.mpf(19) ** 7 / mpmath.mpf(20) ** 7, 1 - (1 - mpmath.exp(-1)) / mpmath.mpf("3.5"))
        assert abs(scaffold_contraction_printed(*POINT, backend="mpmath", digits=25) - told) < mpmath.mpf(10) ** -24
    assert scaffold_contraction_printed(*POINT, backend="ball", digits=25).overlaps(flint.arb(float(told), 1e-15))
    assert optimal_local_steps_printed(Fraction(1, 2), Fraction(1, 100), 1) == 23  # sqrt(2 (1 - 1/e)) = 1.1243..., times 20


@given(st.integers(1, 60), st.integers(1, 20), st.integers(1, 20))
def test_the_printed_bound_is_one_in_the_norm(H: int, step: int, share: int) -> None:
    args = (Fraction(step, 20), H, Fraction(share, 20), 1)
    printed = scaffold_contraction_printed(*args, backend="ball", digits=30)
    assert not printed < scaffold_contraction(*args, backend="exact")  # certainly not below it


OUTSIDE = {
    "beyond 3/2": ((1.6, 3, 0.1, 1.0), r"L\*gamma <= 3/2"),
    "beyond 2/(mu + L)": ((1.4, 3, 0.5, 1.0), r"gamma\*\(L \+ mu\) <= 2"),
    "mu above L": ((0.5, 3, 2.0, 1.0), "mu <= L"),
}


@pytest.mark.parametrize("name", OUTSIDE)
def test_outside_its_domain_it_says_so(name: str) -> None:
    args, rule = OUTSIDE[name]
    with pytest.raises(OutsideDomain, match=rule):
        scaffold_contraction(*args)


def test_the_printed_bound_ends_at_one() -> None:
    with pytest.raises(OutsideDomain, match=r"L\*gamma <= 1"):
        scaffold_contraction_printed(1.2, 3, 0.1, 1.0)
    with pytest.raises(InvalidInput, match=r"H = 1\.5: must be a positive integer"):
        scaffold_contraction(0.5, 1.5, 0.1, 1.0)


def branches(u: Any, H: int) -> tuple[Any, Any]:
    q = (1 - u) ** H
    return np.abs(q), 1 - (1 - q) / (u * H)


@given(st.integers(1, 15), st.integers(1, 39), st.integers(1, 40))
def test_any_step_below_two_over_L(H: int, step: int, share: int) -> None:
    gamma, mu = Fraction(step, 20), Fraction(share, 40)
    found = scaffold_contraction_of_long_steps(gamma, H, mu, 1)
    assert found.rad() < 1e-15
    brute = max(branch.max() for branch in branches(np.linspace(float(gamma * mu), float(gamma), 2001), H))
    # both ends are on the grid, and inside it is at most 5e-4 from the worst curvature, where r is flat: r'' < H² < 300
    assert -1e-12 <= float(found) - brute <= 300 * (5e-4) ** 2
    if gamma <= Fraction(3, 2) and gamma * (mu + 1) <= 2:
        assert holds(found.union(found + flint.arb(0, 1e-15)), scaffold_contraction(gamma, H, mu, 1, backend="exact"))


def test_the_closed_form_ends_at_three_halves() -> None:
    at = lambda step: (step, 3, Fraction(1, 10), 1)  # noqa: E731  # three points of one line
    end, beyond = Fraction(3, 2), Fraction(3, 2) + Fraction(1, 100)
    assert scaffold_contraction(*at(end), backend="exact") == flint.fmpq(3, 4)
    assert holds(scaffold_contraction_of_long_steps(*at(beyond)), flint.fmpq(3, 4))
    assert scaffold_contraction(*at(beyond), backend="exact", check=False) < flint.fmpq(3, 4)
    assert scaffold_contraction(beyond, 4, Fraction(1, 10), 1, backend="exact", check=False) < 1  # even H: r grows up to 2


#: (gamma, H, mu) with L = 1, and the r that is the largest: at L, at the turning point, at mu.
LARGEST_R = {
    "even H: at L": ((Fraction(19, 10), 4, Fraction(1, 10)), 1 - (1 - Fraction(9, 10) ** 4) / (4 * Fraction(19, 10))),
    "odd H, short of the turning point: at L": ((Fraction(8, 5), 5, Fraction(1, 10)), 1 - (1 + Fraction(3, 5) ** 5) / (5 * Fraction(8, 5))),
    "odd H, beyond it: inside": ((Fraction(17, 10), 3, Fraction(1, 10)), Fraction(3, 4)),
    "odd H, all beyond it: at mu": ((Fraction(19, 10), 3, Fraction(17, 19)), 1 - (1 + Fraction(7, 10) ** 3) / (3 * Fraction(17, 10))),
}  # fmt: skip


@pytest.mark.parametrize("name", LARGEST_R)
def test_where_r_is_largest(name: str) -> None:
    (gamma, H, mu), value = LARGEST_R[name]
    found = scaffold_contraction_of_long_steps(gamma, H, mu, 1)
    assert holds(found.union(found + flint.arb(0, 1e-15)), flint.fmpq(value.numerator, value.denominator))


def test_where_r_stops_growing() -> None:
    found = [float(turning_point(H)) for H in (3, 5, 7, 21)]
    assert found == pytest.approx([0.5, 0.605829586188268, 0.670332047603097, 0.834053367550774], abs=1e-14)
    with flint.ctx.workprec(300):
        v = turning_point(9, 200)
        assert (8 * v**9 + 9 * v**8 - 1).contains(0)
        assert v.rad() < flint.arb(2) ** -199


def test_long_steps_say_what_is_wrong() -> None:
    with pytest.raises(UnstableStep, match="must be less than 2/L"):
        scaffold_contraction_of_long_steps(2, 3, Fraction(1, 2), 1)
    with pytest.raises(InvalidInput, match=r"gamma = 0\.5: must be rational"):
        scaffold_contraction_of_long_steps(0.5, 3, Fraction(1, 2), 1)
    with pytest.raises(InvalidInput, match="mu at most L"):
        scaffold_contraction_of_long_steps(Fraction(1, 2), 3, 2, 1)
    wide = scaffold_contraction_of_long_steps(Fraction(19, 10), 10001, Fraction(1, 10), 1, digits=40)
    with flint.ctx.workprec(300):
        assert wide.rad() < flint.arb(10) ** -40
