"""The factor of a round of Scaffold for clients that are not quadratic, as a person calls it, held against the claim that proves it."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import flint
import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs_checks.symfed.scaffold.whole_class.factor import factor
from symfed.core.errors import OutsideDomain
from symfed.formulas import scaffold_contraction, scaffold_contraction_of_the_class
from symfed.worst_case.bounds import certify_smallest
from tests.numeric.helpers import COMPILED, available

#: gamma, H and mu at L = 1, and the squared factor by hand: q^2; r_1^2; the circle around q = 49/100, r = 3/20, r_1 = 1/2.
BY_HAND = {
    "q": ((1, 2, Fraction(1, 10)), Fraction(81, 100) ** 2),
    "1 - 1/H": ((1, 2, Fraction(7, 10)), Fraction(1, 4)),
    "the circle": ((1, 2, Fraction(3, 10)), Fraction(540225, 2145024)),
}


@pytest.mark.parametrize("name", BY_HAND)
@pytest.mark.parametrize("backend", ["float64", "ball", "mpmath", *COMPILED])
def test_by_hand(name: str, backend: str) -> None:
    if not available(backend):
        return
    (gamma, H, mu), squared = BY_HAND[name]
    found = scaffold_contraction_of_the_class(gamma, H, mu, 1, backend=backend)
    if backend == "ball":
        assert (found**2).contains(flint.fmpq(squared.numerator, squared.denominator))
    else:
        assert float(found) ** 2 == pytest.approx(float(squared), rel=1e-13)  # some dozen roundings, r known to eps/(gamma mu H)


@given(st.integers(2, 40), st.integers(1, 20), st.integers(1, 99))
def test_it_is_what_the_claim_says(H: int, step: int, share: int) -> None:
    gamma, mu = flint.fmpq(step, 20), flint.fmpq(share, 100)
    told = factor(SimpleNamespace(gamma=gamma, H=H, mu=mu))  # type: ignore[no-untyped-call]
    found = scaffold_contraction_of_the_class(gamma, H, mu, 1, backend="ball", digits=30)
    with flint.ctx.workprec(200):
        assert (found**2).overlaps(flint.arb(told)), (gamma, H, mu)
        assert found.rad() < flint.arb(10) ** -30


@given(st.integers(2, 40), st.integers(1, 20), st.integers(1, 99))
def test_quadratics_are_part_of_the_class_and_little_less(H: int, step: int, share: int) -> None:
    gamma, mu = step / 20, share / 100
    found, before = scaffold_contraction_of_the_class(gamma, H, mu, 1.0), scaffold_contraction(gamma, H, mu, 1.0)
    assert found >= before * (1 - 1e-13)
    if gamma == 1:
        assert found <= before * 1.0109  # the most is where q = r_1: 1/sqrt(1 - r^2/(4 r_1^2)), r = (2 - sqrt 2)/4 at H = 2, less at H > 2


@pytest.mark.parametrize("H", [2, 3, 4])
def test_nothing_smaller_has_a_certificate_at_gamma_L_one(H: int) -> None:
    for mu in (Fraction(1, 20), Fraction(3, 10), Fraction(7, 10)):
        least = certify_smallest("scaffold", gamma=1, H=H, mu=mu, L=1)
        certified, proved = float(Fraction(least.bound["ee"])), float(scaffold_contraction_of_the_class(1, H, mu, 1)) ** 2
        assert least.check().proved
        assert -1e-12 <= certified - proved <= 1e-6  # the slack that is asked for


def test_many_steps_and_shapes() -> None:
    """q is zero in floats after many steps: the other regime, and no warning, which pytest would turn into an error."""
    found = scaffold_contraction_of_the_class(np.array([[0.5], [1.0]]), np.array([10**5, 10**6]), 0.01, 1.0)
    assert found == pytest.approx(np.tile([1 - 1e-5, 1 - 1e-6], (2, 1)), rel=1e-15)


OUTSIDE: dict[str, tuple[tuple[Any, ...], str]] = {
    "a gradient step": ((0.5, 1, 0.1, 1.0), "H >= 2"),
    "a longer step": ((1.1, 3, 0.1, 1.0), r"L\*gamma <= 1"),
    "one curvature": ((0.5, 3, 1.0, 1.0), "mu < L"),
}


@pytest.mark.parametrize("name", OUTSIDE)
def test_outside_its_domain_it_says_so(name: str) -> None:
    args, rule = OUTSIDE[name]
    with pytest.raises(OutsideDomain, match=rule):
        scaffold_contraction_of_the_class(*args)


def test_it_says_for_which_clients_it_is_proved() -> None:
    assert "quadratic or not" in str(scaffold_contraction_of_the_class.domain)
    assert "quadratic clients" in scaffold_contraction.says
    with mpmath.workdps(20):
        assert scaffold_contraction_of_the_class("1/2", 3, "1/10", 1, backend="mpmath", digits=15) == pytest.approx(0.95**3, rel=1e-14)
