"""The values of the formulas: against paper, against the engine in any dimension, against references that know no derivation."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import flint
import mpmath
import numpy as np
import pytest
from hypothesis import given, settings

import symfed as sf
from symfed import reference
from symfed.core.errors import OutsideDomain
from symfed.derive.expansion import coefficients
from symfed.formulas import (
    expand,
    fedavg_bias,
    fedavg_bias_heterogeneity,
    fedavg_bias_stochastic,
    fedavg_contraction,
    fedavg_covariance,
    fedavg_fixed_point,
    fedavg_quadratic_covariance,
    fedavg_wasserstein_rate,
    sgd_bias,
    sgd_covariance,
)
from symfed.formulas.tensors import first_order
from symfed.models.arrays import rational
from tests.derive.helpers import populations, scalar_jets
from tests.formulas.helpers import PLANE, TWO_CLIENTS, JetProblem, entries, exponential, heterogeneous, random_jets

TENTH = Fraction(1, 10)


def test_bias_by_hand() -> None:
    # gamma (H-1)/2 <a g>/<a> = (1/10) (2/2) (-3/2)
    assert entries(fedavg_bias(TWO_CLIENTS, TENTH, 3, backend="exact")) == [flint.fmpq(-3, 20)]


def test_covariance_by_hand() -> None:
    # gamma C / (2 N <a>) = (1/10) 2 / (2 2 2), whatever H is
    assert entries(fedavg_covariance(TWO_CLIENTS, TENTH, 3, backend="exact")) == [flint.fmpq(1, 40)]


def test_fixed_point_by_hand() -> None:
    # gamma = 1/10, H = 2: rounds map e to 81/100 e - 3 (1 + 9/10)/10 and 49/100 e + 3 (1 + 7/10)/10; fixed point of their mean
    shift = (Fraction(-57, 100) + Fraction(51, 100)) / 2
    by_hand = shift / (1 - Fraction(65, 100))
    assert entries(fedavg_fixed_point(TWO_CLIENTS, TENTH, 2, backend="exact")) == [flint.fmpq(by_hand.numerator, by_hand.denominator)]


def test_stochastic_bias_by_hand() -> None:
    # -gamma b C / (4 N a^2) = -(1/10) (1/4) / (4 2)
    value = fedavg_bias_stochastic(exponential(2), TENTH, 5, backend="mpmath", digits=30)[0]
    with mpmath.workdps(40):
        assert abs(value + mpmath.mpf(1) / 320) < mpmath.mpf(10) ** -28
    assert fedavg_bias_heterogeneity(exponential(2), 0.1, 5) == pytest.approx(0, abs=1e-15)


def test_sgd_is_fedavg_with_one_local_step() -> None:
    for sgd, fedavg in ((sgd_bias, fedavg_bias), (sgd_covariance, fedavg_covariance)):
        assert entries(sgd(PLANE, TENTH, backend="exact")) == entries(fedavg(PLANE, TENTH, 1, backend="exact"))


def test_rates_by_hand() -> None:
    # gamma = 1/10, mu = 1, L = 2: (9/10)^H and, on squared distances, (1 - gamma mu (2 - gamma L))^H
    assert fedavg_contraction(TENTH, 3, 1, 2, backend="exact") == flint.fmpq(729, 1000)
    assert fedavg_wasserstein_rate(TENTH, 2, mu=1, L=2, backend="exact") == flint.fmpq(41, 50) ** 2


@settings(max_examples=10)
@given(populations())
def test_tensors_reduce_to_their_monomial_in_dimension_one(point: Any) -> None:
    assert len(first_order()) == 3
    for tensor in first_order():
        factor, value = rational(tensor.factor), rational(point.evaluate(tensor.monomial))
        assert factor * tensor.value(scalar_jets(point)).flat[0] == value


@pytest.mark.parametrize("d", [1, 2, 3])
@pytest.mark.parametrize("quantity", ["bias", "second_moment"])
def test_tensor_form_equals_the_engine_in_any_dimension(d: int, quantity: str) -> None:
    jets = random_jets(d, seed=d)
    formula = fedavg_bias if quantity == "bias" else fedavg_covariance
    value = formula(JetProblem(jets), TENTH, 4, backend="exact", check=False)
    assert entries(10 * value) == entries(coefficients("fedavg", jets, quantity, 1, 4)[0])


def test_a_wrong_contraction_would_be_seen() -> None:
    jets = random_jets(2, seed=7)
    wrong = jets.contract_wrong(jets.third_derivative, jets.lyapunov(jets.hessian, jets.noise))
    right = jets.contract(jets.third_derivative, jets.lyapunov(jets.hessian, jets.noise))
    assert entries(wrong) != entries(right), "the instances above tell contractions apart"


@pytest.mark.parametrize("d", [1, 2])
@pytest.mark.parametrize("order", [1, 2])
def test_the_two_parts_add_up(d: int, order: int) -> None:
    problem = JetProblem(random_jets(d, seed=3))
    parts = [f(problem, TENTH, 3, order=order, backend="exact", check=False) for f in (fedavg_bias_heterogeneity, fedavg_bias_stochastic)]
    assert all(any(value != 0 for value in entries(part)) for part in parts)
    assert entries(parts[0] + parts[1]) == entries(fedavg_bias(problem, TENTH, 3, order=order, backend="exact", check=False))


@pytest.mark.parametrize("d", [1, 2])
@pytest.mark.parametrize("quantity", ["bias", "second_moment"])
def test_second_order_equals_the_engine_on_numbers(d: int, quantity: str) -> None:
    # in dimension one the formula goes another road, by its symbolic expression in averages over clients
    jets = random_jets(d, seed=5)
    first, second = coefficients("fedavg", jets, quantity, 2, 3)
    value = expand("fedavg", quantity, 2)(JetProblem(jets), TENTH, 3, backend="exact", check=False)
    assert entries(value) == entries(first / 10 + second / 100)


@pytest.mark.parametrize("problem", [TWO_CLIENTS, PLANE], ids=["d = 1", "d = 2"])
@pytest.mark.parametrize("H", [1, 2, 5])
def test_exact_formulas_equal_the_exact_reference(problem: Any, H: int) -> None:
    law = reference.stationary("fedavg", problem, TENTH, H)
    assert law.method == "exact"
    assert entries(fedavg_fixed_point(problem, TENTH, H, backend="exact")) == entries(law.mean - problem.optimum)
    assert entries(fedavg_quadratic_covariance(problem, TENTH, H, backend="exact")) == entries(law.second_moment)


@pytest.mark.parametrize(("approximate", "exact"), [(fedavg_bias, fedavg_fixed_point), (fedavg_covariance, fedavg_quadratic_covariance)])
@pytest.mark.parametrize("order", [1, 2])
def test_remainders_shrink_as_they_say_on_quadratics(approximate: Any, exact: Any, order: int) -> None:
    steps = [Fraction(1, 1000 * 2**k) for k in range(3)]
    misses = [abs(entries(approximate(PLANE, step, 4, order, "exact") - exact(PLANE, step, 4, backend="exact"))[0]) for step in steps]
    for larger, smaller in pairwise(misses):
        # halving gamma divides an O(gamma^(k+1)) remainder by 2^(k+1), up to a relative O(gamma L H) = 2 percent
        assert float(larger / smaller) == pytest.approx(2 ** (order + 1), rel=0.02)


@pytest.mark.parametrize("quantity", ["bias", "second_moment"])
@pytest.mark.parametrize("order", [1, 2])
def test_remainders_shrink_as_they_say_beyond_quadratics(quantity: str, order: int) -> None:
    problem, misses = heterogeneous(), []
    for step in (Fraction(1, 200), Fraction(1, 400)):
        law = reference.stationary("fedavg", problem, step, 3, method="quadrature", digits=16)
        with mpmath.workdps(30):
            truth = law.mean[0] - problem.optimum_to(25)[0] if quantity == "bias" else law.second_moment[0, 0]
            misses.append(float(abs(truth - entries(expand("fedavg", quantity, order)(problem, step, 3, backend="mpmath", digits=25))[0])))
    # as above, with gamma H L below 6 percent
    assert misses[0] / misses[1] == pytest.approx(2 ** (order + 1), rel=0.1)


def test_another_algorithm_is_expanded_by_object() -> None:
    fedprox = sf.models.algorithms.get_algorithm("fedprox").bind(rho=1)
    formula, misses = expand(fedprox, "bias", 1, dim=2), []
    for step in (Fraction(1, 1000), Fraction(1, 2000)):
        law = reference.stationary(fedprox, PLANE, step, 3)
        misses.append(abs(entries(formula(PLANE, step, 3, backend="exact") - (law.mean - PLANE.optimum))[0]))
    # halving gamma divides O(gamma^2) by 4, up to a relative O(gamma L H) = 2 percent
    assert float(misses[0] / misses[1]) == pytest.approx(4, rel=0.02)


def test_exact_formulas_refuse_other_problems() -> None:
    with pytest.raises(OutsideDomain, match="quadratic clients"):
        fedavg_fixed_point(exponential(1), 0.1, 2)
    assert np.isfinite(fedavg_fixed_point(exponential(1), 0.1, 2, check=False)).all()
