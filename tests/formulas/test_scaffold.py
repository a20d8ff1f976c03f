"""Scaffold's bias and covariance as formulas: on paper, in any dimension, against the laws themselves."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import flint
import mpmath
import pytest

from symfed import reference
from symfed.core.errors import InvalidInput
from symfed.derive.expansion import coefficients
from symfed.formulas import expand, fedavg_bias_stochastic, scaffold_bias, scaffold_second_moment
from tests.formulas.helpers import PLANE, TWO_CLIENTS, JetProblem, entries, exponential, heterogeneous, random_jets

TENTH = Fraction(1, 10)
BOTH = pytest.mark.parametrize(("formula", "quantity"), [(scaffold_bias, "bias"), (scaffold_second_moment, "second_moment")])


def test_values_by_hand() -> None:
    # gamma C / (2 N <a>) = (1/10) 2 / (2 2 2), and quadratics are not biased, at any order
    assert entries(scaffold_second_moment(TWO_CLIENTS, TENTH, 3, backend="exact")) == [flint.fmpq(1, 40)]
    assert entries(scaffold_bias(TWO_CLIENTS, TENTH, 3, order=2, backend="exact")) == [0]
    # -gamma b C / (4 N a²) = -(1/10) (1/4) / (4 2)
    with mpmath.workdps(40):
        assert abs(scaffold_bias(exponential(2), TENTH, 5, backend="mpmath", digits=30)[0] + mpmath.mpf(1) / 320) < mpmath.mpf(10) ** -28


@pytest.mark.parametrize("d", [1, 2, 3])
@BOTH
def test_the_first_order_is_the_engines_in_any_dimension(formula: Any, quantity: str, d: int) -> None:
    jets = random_jets(d, seed=d)
    value = formula(JetProblem(jets), TENTH, 4, backend="exact", check=False)
    assert entries(10 * value) == entries(coefficients("scaffold", jets, quantity, 1, 4)[0])


@BOTH
def test_the_second_order_is_the_engines_in_any_dimension(formula: Any, quantity: str) -> None:
    for d in (1, 2):
        jets = random_jets(d, seed=5)
        first, second = coefficients("scaffold", jets, quantity, 2, 3)
        value = formula(JetProblem(jets), TENTH, 3, order=2, backend="exact", check=False)
        assert entries(value) == entries(first / 10 + second / 100)


def test_at_first_order_what_is_left_of_fedavgs_bias_is_the_noise() -> None:
    assert scaffold_bias.expr == fedavg_bias_stochastic.expr


@pytest.mark.parametrize("order", [1, 2])
def test_remainders_shrink_as_they_say_on_quadratics(order: int) -> None:
    misses = []
    for step in (Fraction(1, 1000), Fraction(1, 2000), Fraction(1, 4000)):
        law = reference.stationary("scaffold", PLANE, step, 4, method="exact")
        misses.append(abs(entries(scaffold_second_moment(PLANE, step, 4, order, "exact") - law.second_moment)[0]))
    for larger, smaller in pairwise(misses):
        # halving gamma divides an O(gamma^(k+1)) remainder by 2^(k+1), up to a relative O(gamma L H) = 2 percent
        assert float(larger / smaller) == pytest.approx(2 ** (order + 1), rel=0.02)


@pytest.mark.parametrize("order", [1, 2])
def test_the_bias_of_unequal_clients_beyond_quadratics(order: int) -> None:
    problem, misses = heterogeneous(), []
    for step in (Fraction(1, 200), Fraction(1, 400)):
        law = reference.stationary("scaffold", problem, step, 3, method="quadrature")
        misses.append(float(abs(law.mean[0] - problem.optimum[0] - scaffold_bias(problem, float(step), 3, order=order)[0])))
    # as above, with gamma H L below 6 percent
    assert misses[0] / misses[1] == pytest.approx(2 ** (order + 1), rel=0.1)


def test_it_prints_a_tensor_form_where_it_has_one() -> None:
    assert r"\nabla^3 f(\theta^\star)" in scaffold_bias.latex()
    assert r"\langle C b \rangle" in expand("scaffold", "bias", 2).latex()
    with pytest.raises(InvalidInput, match="the rule of scaffold has no tensor form to order 2; leave it out"):
        expand("scaffold", "bias", 2, dim=2)
