"""Domains: one object to check, to print and to sample from."""

from __future__ import annotations

import flint
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from symfed.core.domain import ANYWHERE, Domain
from symfed.core.errors import OutsideDomain
from symfed.core.symbols import H, L, gamma, mu, zeta1

STABLE = Domain((gamma * L <= 1,), "smooth losses")
SHORT = Domain((gamma * mu * H <= 1,), "deterministic gradients")


@given(st.fractions("1/9", 9), st.fractions("1/9", 9))
def test_contains_decides_exactly(step: object, smoothness: object) -> None:
    assert STABLE.contains(gamma=sp.Rational(step), L=sp.Rational(smoothness)) == (step * smoothness <= 1)


def test_the_boundary_belongs_where_the_relation_says() -> None:
    just_over = sp.Rational(1, 3) + sp.Rational(1, 10**30)
    assert STABLE.contains(gamma=sp.Rational(1, 3), L=3)
    assert not STABLE.contains(gamma=just_over, L=3)
    assert not Domain((gamma * L < 1,)).contains(gamma=sp.Rational(1, 3), L=3)


def test_flint_rationals_and_floats_are_numbers_too() -> None:
    assert STABLE.contains(gamma=flint.fmpq(1, 3), L=3)
    assert not STABLE.contains(gamma=flint.fmpq(10**30 + 1, 3 * 10**30), L=3)
    assert STABLE.contains(gamma=0.25, L=4.0)
    assert not STABLE.contains(gamma=0.26, L=4.0)


def test_a_missing_value_leaves_a_relation_open() -> None:
    assert STABLE.contains(gamma=100)
    assert (STABLE & SHORT).violated(gamma=1, L=2) == (gamma * L <= 1)
    assert (STABLE & SHORT).violated(gamma=1, L=1, mu=1, H=2) == (gamma * mu * H <= 1)


def test_every_symbol_answers_to_its_name() -> None:
    assert not Domain((zeta1 <= 1,)).contains(zeta1=2)


def test_require_names_condition_value_and_company() -> None:
    with pytest.raises(OutsideDomain) as caught:
        STABLE.require(gamma=sp.Rational(1, 2), L=3)
    assert caught.value.argument == "gamma"
    assert str(caught.value) == "gamma = 1/2: must satisfy L*gamma <= 1 (here L = 3)"
    STABLE.require(gamma=sp.Rational(1, 3), L=3)


def test_require_without_a_step_size_names_what_there_is() -> None:
    with pytest.raises(OutsideDomain, match=r"L = 1: must satisfy .* \(here mu = 2\)"):
        Domain((mu <= L,)).require(mu=2, L=1)


def test_and_joins_without_repeating() -> None:
    both = STABLE & SHORT & STABLE
    assert both.relations == (gamma * L <= 1, gamma * mu * H <= 1)
    assert both.symbols == (H, L, gamma, mu)


def test_joining_a_domain_with_itself_changes_nothing() -> None:
    assert STABLE & STABLE == STABLE
    assert STABLE & ANYWHERE == STABLE


def test_words_and_latex() -> None:
    both = STABLE & SHORT
    assert both.words == "smooth losses; deterministic gradients"
    assert both.latex() == r"L \gamma \leq 1,\quad H \gamma \mu \leq 1"
    assert str(STABLE) == "L*gamma <= 1, smooth losses"
    assert str(ANYWHERE) == "no condition"
    assert "no condition" in ANYWHERE.latex()


def test_what_sympy_simplified_away_is_no_relation() -> None:
    with pytest.raises(TypeError, match="always true"):
        Domain((gamma > 0,))
