"""What a formula leaves out, as a proven number: truths found by other roads lie within it."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import symfed as sf
from symfed.core.errors import InvalidInput
from symfed.formulas import (
    fedavg_bias,
    fedavg_bias_heterogeneity,
    fedavg_bias_stochastic,
    fedavg_contraction,
    fedavg_fixed_point,
    fedavg_second_moment,
    richardson_romberg_bias,
    richardson_romberg_h_bias,
    sgd_bias,
    three_point_bias,
)

#: Of references by quadrature in double precision, whose own estimates are below it here.
ROUNDING = 1e-12


@pytest.fixture(scope="module")
def problem() -> sf.LogisticProblem:
    rng = np.random.default_rng(0)
    return sf.LogisticProblem([rng.normal(size=(4, 1)) for _ in range(3)], [rng.choice([-1, 1], 4) for _ in range(3)], 0.3)


def law(problem: Any, gamma: float, H: int) -> Any:
    return sf.reference.stationary("fedavg", problem, gamma, H, method="quadrature")


def test_the_truth_is_within_it(problem: sf.LogisticProblem) -> None:
    gamma, H = 0.02 / problem.L, 5
    true = law(problem, gamma, H)
    for formula, value in ((fedavg_bias, true.bias), (fedavg_second_moment, true.second_moment)):
        for order in (1, 2):
            away = np.linalg.norm(np.asarray(value, dtype=float) - formula(problem, gamma, H, order=order))
            bound = formula.remainder(problem, gamma, H, order=order)
            assert away <= bound + ROUNDING
            assert bound < 0.1 * np.linalg.norm(np.asarray(value, dtype=float))
    assert sf.expand("fedavg", "bias", 2).remainder(problem, gamma, H) == fedavg_bias.remainder(problem, gamma, H, order=2)
    one = np.asarray(law(problem, gamma, 1).bias, dtype=float)
    assert np.linalg.norm(one - sgd_bias(problem, gamma)) <= sgd_bias.remainder(problem, gamma) + ROUNDING


def test_extrapolated_runs(problem: sf.LogisticProblem) -> None:
    gamma, H = 0.02 / problem.L, 4
    bias = {(s, n): np.asarray(law(problem, s * gamma, n * H).bias, dtype=float) for s, n in ((1, 1), (2, 1), (4, 1), (1, 2))}
    truths = {
        richardson_romberg_bias: 2 * bias[1, 1] - bias[2, 1],
        richardson_romberg_h_bias: ((2 * H - 1) * bias[1, 1] - (H - 1) * bias[1, 2]) / H,
        three_point_bias: 8 / 3 * bias[1, 1] - 2 * bias[2, 1] + bias[4, 1] / 3,
    }
    for formula, truth in truths.items():
        found = formula.enclose(problem, gamma, H)
        assert np.linalg.norm(truth - found.center) <= found.norm + ROUNDING
        assert np.linalg.norm(truth - formula(problem, gamma, H)) <= formula.remainder(problem, gamma, H) + ROUNDING
        with pytest.raises(InvalidInput):
            found.certificate()
    # a weight of another rule is excluded where all is exact
    quadratic = sf.QuadraticProblem([[[1]], [[3]]], [[0], [4]], noise=[[1]])
    exact = {s: sf.reference.stationary("fedavg", quadratic, s * Fraction(1, 20), 3, method="exact").bias for s in (1, 2)}
    found = richardson_romberg_bias.enclose(quadratic, Fraction(1, 20), 3)
    assert found.contains(2 * exact[1] - exact[2])
    assert not found.contains(3 * exact[1] - 2 * exact[2])


def test_who_has_one_and_who_has_not(problem: sf.LogisticProblem) -> None:
    assert fedavg_bias.proven_bound == "fedavg_bias.remainder(problem, gamma, H)"
    assert sgd_bias.proven_bound == "sgd_bias.remainder(problem, gamma)"
    assert "proven bound: fedavg_bias.remainder" in str(fedavg_bias)
    assert "Proven bound: fedavg_bias.remainder" in str(fedavg_bias.__doc__)
    assert "a proven bound: `fedavg_bias.remainder" in fedavg_bias._repr_markdown_()
    for formula in (fedavg_bias_heterogeneity, fedavg_bias_stochastic):
        assert formula.proven_bound == ""
        assert "proven bound" not in str(formula)
        with pytest.raises(InvalidInput, match="enclosures are of fedavg_bias, fedavg_second_moment"):
            formula.remainder(problem, 0.01, 5)
    for exact in (fedavg_fixed_point, fedavg_contraction):
        with pytest.raises(InvalidInput, match="nothing is left out but rounding"):
            exact.remainder(problem, 0.01, 5)
    with pytest.raises(InvalidInput, match="no bound of it with constants"):
        sf.expand("fedavg", "modified_gradient").remainder(problem, 0.01, 5)


@pytest.mark.parametrize("H", [True, 0, 1.5, [1, 2], None])
def test_a_number_of_steps_that_is_none(problem: sf.LogisticProblem, H: Any) -> None:
    for formula in (fedavg_bias, richardson_romberg_bias):
        with pytest.raises(InvalidInput):
            formula.remainder(problem, 0.01, H)


def test_one_step_is_one(problem: sf.LogisticProblem) -> None:
    with pytest.raises(InvalidInput, match="H must be 1"):
        sgd_bias.enclose(problem, 0.01, 5)


def test_it_is_pickled_with_its_formula(problem: sf.LogisticProblem) -> None:
    again = pickle.loads(pickle.dumps(fedavg_bias.remainder))
    assert again(problem, 0.01, 3) == fedavg_bias.remainder(problem, 0.01, 3)
