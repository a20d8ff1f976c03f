"""Domains: one object to check, to print and to sample from."""

from __future__ import annotations

import flint
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from symfed.core.domain import ANYWHERE, Class, Domain
from symfed.core.errors import OutsideDomain
from symfed.core.symbols import H, L, gamma, mu, zeta1

STABLE = Domain((gamma * L <= 1,), (Class("smooth losses"),))
SHORT = Domain((gamma * mu * H <= 1,), (Class("deterministic gradients"),))


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


CONVEX = Class("convex losses")
STRONG = Class("strongly convex losses", implies=(CONVEX,))
SQUARE = Class("square", contains=lambda side: None if side is None else side == 4)


def test_two_classes_are_the_same_if_they_say_the_same() -> None:
    assert Class("convex losses", contains=bool) == CONVEX
    assert CONVEX != STRONG
    assert hash(Class("convex losses")) == hash(CONVEX)
    assert STRONG.closure() == {"strongly convex losses", "convex losses"}
    assert (CONVEX.in_words, SQUARE.in_words, Class("x", outside=lambda d, N: None).in_words) == (True, False, False)


def test_a_text_is_no_class() -> None:
    with pytest.raises(TypeError, match="is not a Class"):
        Domain((), "smooth losses")  # type: ignore[arg-type]


def test_each_condition_is_dropped_in_turn() -> None:
    both = Domain((gamma * L <= 1, mu <= 1), (CONVEX,), {"mu <= 1": "line 2", "convex losses": "line 3"})
    dropped = dict(both.dropped())
    assert list(dropped) == [gamma * L <= 1, mu <= 1, CONVEX]
    assert dropped[mu <= 1] == Domain((gamma * L <= 1,), (CONVEX,))
    assert dropped[mu <= 1].lines == {"convex losses": "line 3"}
    assert dropped[CONVEX].classes == ()
    with pytest.raises(ValueError, match="is no condition of"):
        both.without(STRONG)


def test_lines_belong_to_conditions_and_are_joined_with_them() -> None:
    with pytest.raises(ValueError, match="which are no conditions of it"):
        Domain((gamma * L <= 1,), lines={"gamma <= 1": "line 2"})
    one, other = Domain((mu <= 1,), lines={"mu <= 1": "line 2"}), Domain((), (CONVEX,), {"convex losses": "line 3"})
    assert (one & other).lines == {"mu <= 1": "line 2", "convex losses": "line 3"}
    assert one == Domain((mu <= 1,))  # where it is printed makes it no other domain


class Instance:
    def __init__(self, side: object, **parameters: object) -> None:
        self.side, self.given = side, parameters

    def parameters(self) -> dict[str, object]:
        return self.given

    def __eq__(self, other: object) -> bool:
        return self.side == other


def test_an_instance_is_admitted_unless_something_says_no() -> None:
    domain = Domain((gamma * L <= 1,), (CONVEX, SQUARE))
    assert domain.admits(Instance(4, gamma=1, L=1))
    assert not domain.admits(Instance(4, gamma=2, L=1))
    assert not domain.admits(Instance(5, gamma=1, L=1))
    assert domain.admits(None)  # it has no parameters, and does not tell
