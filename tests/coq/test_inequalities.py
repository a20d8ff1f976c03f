"""What a script says of a sign: nothing where arithmetic sees it, sums of products and cases where it does not."""

from __future__ import annotations

import pytest
import sympy as sp

from symfed.checks import Induction, SignCheck
from symfed.coq.reals.facts import _bounds
from symfed.coq.reals.signs import written_out
from symfed.coq.reals.statements import theorem
from symfed.core.domain import ANYWHERE, Domain
from symfed.core.symbols import H, L, gamma, mu

TENTH = sp.Rational(1, 10)


def test_what_linear_arithmetic_sees_is_not_written_out() -> None:
    assert list(written_out([(1 - gamma * L) ** 3 * (L - mu), gamma + mu], Domain((gamma * L <= 1, mu <= L)))) == []


def test_products_of_conditions_are_written_out() -> None:
    lines = list(written_out([1 - gamma * mu], Domain((gamma * L <= 1, mu <= L))))
    assert len(lines) == 1
    assert "0 <= 1 - gamma * mu" in lines[0]
    assert "(L - mu)" in lines[0]
    assert list(written_out([1 - gamma * mu], Domain((mu <= L,)))) == []


def test_squares_are_written_out() -> None:
    (line,) = written_out([gamma**2 - 19 * gamma * TENTH + 1], ANYWHERE)
    assert ") ^ 2)" in line
    assert not list(written_out([gamma**2 - 21 * gamma * TENTH + 1], ANYWHERE))  # it is negative at one


def test_roots_are_letters_and_stay_in_order() -> None:
    script = "\n".join(theorem("root", (sp.sqrt(mu), sp.sqrt(L)), SignCheck(), Domain((mu <= L,))).script)
    assert "in_root L root_L." in script
    assert "assert (root_mu <= root_L)" in script


@pytest.mark.parametrize("x", [-1, 1, 2, sp.Rational(-7, 3)])
def test_bounds_of_exponentials_hold(x: sp.Expr) -> None:
    low, high = _bounds(sp.sympify(x))
    assert low <= sp.exp(x).evalf(30) <= high


def test_an_induction_carries_the_conditions_on_its_steps() -> None:
    check = Induction(lambda n: (1 - gamma * mu) ** n, 1 - gamma * mu)
    script = theorem("powers", lambda n: 1 - gamma * mu, check, Domain((gamma * mu * H <= 1, mu <= L))).script
    assert any("by_induction (fun H => gamma * mu * INR H <= 1)" in line for line in script)
    assert any(line.startswith("clear real_1 given_1 given_5 H") for line in script)
