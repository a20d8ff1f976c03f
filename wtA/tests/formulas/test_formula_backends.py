"""Formulas on compiled loops and on balls: the same values, for problems of any dimension."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import flint
import numpy as np
import pytest

from symfed.core.errors import InvalidInput, OutsideDomain
from symfed.formulas import expand, fedavg_bias, fedavg_contraction, fedavg_covariance, fedavg_fixed_point, fedavg_quadratic_covariance
from symfed.numeric.balls import holds
from tests.formulas.helpers import PLANE, TWO_CLIENTS, JetProblem, entries, exponential, random_jets
from tests.numeric.helpers import COMPILED, available

FORMULAS = (fedavg_bias, fedavg_covariance, fedavg_fixed_point, fedavg_quadratic_covariance)
EVERY = pytest.mark.parametrize("formula", FORMULAS, ids=lambda f: f.name)
PROBLEMS = pytest.mark.parametrize("problem", [TWO_CLIENTS, PLANE], ids=["d = 1", "d = 2"])
GENERAL = {d: JetProblem(random_jets(d, seed=d)) for d in (1, 2, 5)}
STEPS = np.array([Fraction(1, 20), Fraction(1, 40), Fraction(1, 80)], dtype=object)
COUNTS = np.array([[2], [3]])


@EVERY
@PROBLEMS
@pytest.mark.parametrize("backend", COMPILED)
def test_compiled_formulas_give_the_values_of_the_exact_ones(formula: Any, problem: Any, backend: str) -> None:
    if not available(backend):
        return  # `available` has checked that its absence is said
    exact = formula(problem, STEPS, COUNTS, backend="exact").astype(float)
    # a few dozen operations on numbers of order one, divided by 1 - slope >= 0.0125
    assert formula(problem, STEPS.astype(float), COUNTS, backend=backend) == pytest.approx(exact, rel=1e-12, abs=1e-13)


@pytest.mark.parametrize("backend", ["float64", *COMPILED])
@pytest.mark.parametrize(("quantity", "d", "order"), [("bias", 1, 2), ("bias", 2, 2), ("second_moment", 2, 2), ("second_moment", 5, 1)])
def test_expansions_in_any_dimension_run_compiled(quantity: str, d: int, order: int, backend: str) -> None:
    if not available(backend):
        return
    formula, problem = expand("fedavg", quantity, order), GENERAL[d]
    exact = formula(problem, STEPS, COUNTS, backend="exact", check=False).astype(float)
    # tensors of a few hundred products of small rationals: 1000 roundings of the largest entry are not reached
    fast = formula.compile(backend, problem)(STEPS.astype(float), COUNTS)
    assert np.abs(fast - exact).max() <= 1000 * 2.0**-52 * np.abs(exact).max() * max(
        1, np.linalg.cond(np.mean(problem.jets.hessians.astype(float), 0))
    )


@EVERY
@PROBLEMS
@pytest.mark.parametrize("digits", [None, 30])
def test_balls_hold_the_exact_value_to_the_digits_asked_for(formula: Any, problem: Any, digits: int | None) -> None:
    exact = formula(problem, STEPS, COUNTS, backend="exact")
    balls = formula(problem, STEPS, COUNTS, backend="ball", digits=digits)
    assert balls.shape == exact.shape
    for ball, truth in zip(entries(balls), entries(exact), strict=True):
        assert holds(ball, truth)
        assert digits is None or ball.rad().fmpq() <= abs(truth) * flint.fmpq(1, 10**digits)


def test_a_ball_of_step_sizes_is_answered_with_all_its_values() -> None:
    wide = fedavg_bias(TWO_CLIENTS, flint.arb(0.0625, 0.03125), 3, backend="ball")
    for step in (Fraction(1, 32), Fraction(1, 16), Fraction(3, 32)):
        assert holds(wide[0], fedavg_bias(TWO_CLIENTS, step, 3, backend="exact")[0])
    assert holds(fedavg_contraction(flint.arb(0.5), 3, 1, 2, backend="ball"), flint.fmpq(1, 8))


def test_a_ball_is_inside_the_domain_only_as_a_whole() -> None:
    with pytest.raises(OutsideDomain, match=r"gamma = 0\.51.*L\*gamma <= 1"):
        fedavg_contraction(flint.arb(0.49, 0.02), 3, 1, 2, backend="ball")
    with pytest.raises(OutsideDomain, match=r"mu <= L"):
        fedavg_contraction(Fraction(1, 10), 3, flint.arb(2, 0.5), flint.arb(2.25, 0.5), backend="ball")


def test_balls_refuse_what_is_not_exact() -> None:
    with pytest.raises(InvalidInput, match=r"gamma = 0\.1: must be rational or a ball"):
        fedavg_bias(TWO_CLIENTS, 0.1, 2, backend="ball")
    with pytest.raises(InvalidInput, match=r"gamma = 0\.1: must be rational or a ball"):
        fedavg_contraction(0.1, 3, 1, 2, backend="ball")
    with pytest.raises(InvalidInput, match="is not exact"):
        fedavg_bias(exponential(1), Fraction(1, 10), 2, backend="ball")


def test_averages_that_do_not_move_are_computed_once() -> None:
    fast = fedavg_bias.compile(problem=GENERAL[1])
    many = fast(np.full(1000, 0.01), 3)
    assert (many == fast(0.01, 3)).all()
    assert many.shape == (1000, 1)
