"""What a caller meets: shapes, number systems, and messages that say what to write instead."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import flint
import mpmath
import numpy as np
import pytest

import symfed as sf
from symfed.core.errors import InvalidInput, OutsideDomain, UnknownName
from symfed.formulas import (
    expand,
    fedavg_bias,
    fedavg_contraction,
    fedavg_fixed_point,
    fedavg_quadratic_second_moment,
    fedavg_second_moment,
    sgd_bias,
)
from tests.formulas.helpers import PLANE, TWO_CLIENTS, JetProblem, entries, exponential

VECTORS, MATRICES = (fedavg_bias, fedavg_fixed_point), (fedavg_second_moment, fedavg_quadratic_second_moment)
FLOAT_PLANE = sf.QuadraticProblem([[[2.0, 1], [1, 3]], [[1, 0], [0, 2]]], [[0, 1], [4, 2]])


@pytest.mark.parametrize("formula", VECTORS + MATRICES, ids=lambda f: f.name)
@pytest.mark.parametrize("problem", [TWO_CLIENTS, PLANE], ids=["d = 1", "d = 2"])
@pytest.mark.parametrize("backend", ["float64", "exact", "mpmath"])
def test_shapes(formula: Any, problem: Any, backend: str) -> None:
    tail = (problem.dim,) * formula.rank
    step = Fraction(1, 20)
    steps = np.array([step, step / 2, step / 4], dtype=object)
    assert formula(problem, step, 2, backend=backend).shape == tail
    assert formula(problem, steps, 2, backend=backend).shape == (3, *tail)
    assert formula(problem, steps, [[1], [2]], backend=backend).shape == (2, 3, *tail)


@pytest.mark.parametrize("formula", VECTORS + MATRICES, ids=lambda f: f.name)
@pytest.mark.parametrize("problem", [TWO_CLIENTS, PLANE], ids=["d = 1", "d = 2"])
def test_number_systems_agree(formula: Any, problem: Any) -> None:
    exact = formula(problem, Fraction(1, 20), 3, backend="exact")
    assert all(isinstance(value, flint.fmpq) for value in entries(exact))
    # a few dozen operations on numbers of order one, divided by 1 - slope >= 0.05
    assert formula(problem, 0.05, 3) == pytest.approx(exact.astype(float), rel=1e-12, abs=1e-13)
    precise = formula(problem, Fraction(1, 20), 3, backend="mpmath", digits=40)
    with mpmath.workdps(50):
        for big, rational in zip(entries(precise), entries(exact), strict=True):
            assert abs(big - mpmath.mpf(int(rational.p)) / int(rational.q)) <= mpmath.mpf(10) ** -39


@pytest.mark.parametrize("formula", VECTORS + MATRICES, ids=lambda f: f.name)
@pytest.mark.parametrize("problem", [TWO_CLIENTS, PLANE], ids=["d = 1", "d = 2"])
def test_compiled_for_a_problem_is_the_same_function(formula: Any, problem: Any) -> None:
    assert (formula.compile(problem=problem)(0.05, 3) == formula(problem, 0.05, 3)).all()


def test_compiled_without_a_problem_takes_averages_over_clients() -> None:
    assert list(fedavg_bias.arguments()) == ["gamma", "H", "N", "mean_C", "mean_a", "mean_b", "mean_ag"]
    fast = fedavg_bias.compile()
    assert fast(0.1, 3, 2, 2, 2, 0, -3) == pytest.approx(fedavg_bias(TWO_CLIENTS, 0.1, 3)[0], rel=1e-14)


def test_gamma_beyond_its_bound_is_refused_by_name() -> None:
    with pytest.raises(OutsideDomain, match=r"gamma = 0\.5: must satisfy L\*gamma <= 1 \(here L = 3"):
        fedavg_bias(TWO_CLIENTS, 0.5, 1)


def test_one_bad_entry_of_an_array_is_found() -> None:
    with pytest.raises(OutsideDomain, match=r"gamma = 0\.4"):
        fedavg_bias(TWO_CLIENTS, [0.1, 0.4, 0.2], 1)


def test_too_many_local_steps_are_refused_where_the_source_says_so() -> None:
    with pytest.raises(OutsideDomain, match=r"H\*gamma\*mu <= 1 \(here H = 20\.0, mu = 1\.0\)"):
        fedavg_bias(TWO_CLIENTS, 0.1, 20)
    assert fedavg_bias(TWO_CLIENTS, 0.1, 20, check=False).shape == (1,)
    assert fedavg_fixed_point(TWO_CLIENTS, 0.1, 20).shape == (1,), "the exact formula has no such bound"


def test_gamma_at_its_bound_is_inside_although_L_is_rounded() -> None:
    rounded_up = JetProblem(PLANE.jets, mu=1.0, L=10 * (1 + 2.0**-52))
    assert fedavg_bias(rounded_up, Fraction(1, 10), 1, backend="exact").shape == (2,)
    with pytest.raises(OutsideDomain):
        fedavg_bias(JetProblem(PLANE.jets, mu=1.0, L=10 * (1 + 1e-9)), Fraction(1, 10), 1, backend="exact")


def test_a_float_gamma_among_many_digits_stands_for_its_own_binary_value() -> None:
    for step in (0.05, mpmath.mpf(0.05)):
        value = fedavg_bias(PLANE, step, 3, backend="mpmath", digits=30)
        exact = fedavg_bias(PLANE, Fraction(0.05), 3, backend="exact")
        with mpmath.workdps(40):
            for big, rational in zip(entries(value), entries(exact), strict=True):
                assert abs(big - mpmath.mpf(int(rational.p)) / int(rational.q)) <= mpmath.mpf(10) ** -29


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"gamma": 0, "H": 2}, "gamma = 0: must be positive"),
        ({"gamma": "small", "H": 2}, "gamma = 'small': must be a real number"),
        ({"gamma": float("nan"), "H": 2}, "gamma = nan: must be finite"),
        ({"gamma": 0.1, "H": 0}, "H = 0: must be a positive integer"),
        ({"gamma": 0.1, "H": 1.5}, r"H = 1\.5: must be a positive integer"),
        ({"gamma": 0.1}, "H = None: fedavg_bias needs the number of local steps"),
        ({"gamma": 0.1, "H": 2, "order": 0}, "order = 0: must be a positive integer"),
        ({"gamma": 0.1, "H": 2, "backend": "exact"}, "gamma = 0.1: must be rational"),
    ],
)
def test_bad_arguments_are_named(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        fedavg_bias(TWO_CLIENTS, **arguments)


def test_number_systems_that_the_problem_cannot_serve() -> None:
    with pytest.raises(InvalidInput, match=r"problem = .*is not exact; enter it with integers and fractions"):
        fedavg_bias(FLOAT_PLANE, Fraction(1, 10), 2, backend="exact")
    with pytest.raises(InvalidInput, match="is not exact"):
        fedavg_bias(FLOAT_PLANE, Fraction(1, 10), 2, backend="mpmath")
    with pytest.raises(InvalidInput, match="is not exact"):
        fedavg_bias(exponential(1), Fraction(1, 10), 2, backend="exact")
    with pytest.raises(UnknownName, match="the backends are"):
        fedavg_bias(TWO_CLIENTS, 0.1, 2, backend="numpy")


def test_orders() -> None:
    with pytest.raises(InvalidInput, match="is exact and has no orders"):
        fedavg_fixed_point(TWO_CLIENTS, 0.1, 2, order=2)
    assert (expand("fedavg", "bias", 2)(TWO_CLIENTS, 0.1, 2) == fedavg_bias(TWO_CLIENTS, 0.1, 2, order=2)).all()
    wide = sf.QuadraticProblem([np.eye(12)], [np.zeros(12)])
    with pytest.raises(InvalidInput, match=r"in dimension 12.*order 2 is the highest"):
        fedavg_bias(wide, 0.1, 2, order=3)


def test_an_algorithm_of_one_step_needs_no_H_and_takes_no_other() -> None:
    assert sgd_bias(PLANE, 0.1).shape == (2,)
    with pytest.raises(InvalidInput, match="H must be 1"):
        sgd_bias(PLANE, 0.1, 2)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: expand("fedavg", "mean", 1), "did you mean"),
        (lambda: expand("fedav", "bias", 1), "did you mean fedavg"),
        (lambda: expand("fedavg", "bias", 1.5), "must be a positive integer"),
        (lambda: expand("fedavg", "bias", 1, dim=0), "must be a positive integer"),
    ],
)
def test_expand_refuses_what_it_does_not_know(call: Any, message: str) -> None:
    with pytest.raises((InvalidInput, UnknownName), match=message):
        call()


def test_scalar_formulas_take_parameters_by_position_or_name() -> None:
    value = fedavg_contraction(0.1, 3, 1, 2)
    assert value == fedavg_contraction(gamma=0.1, H=3, mu=1, L=2) == fedavg_contraction(0.1, 3, L=2, mu=1)
    assert fedavg_contraction([0.1, 0.2], [[1], [2], [3]], 1, 2).shape == (3, 2)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"gamma": 0.6, "H": 1, "mu": 1, "L": 2}, r"must satisfy L\*gamma <= 1"),
        ({"gamma": 0.1, "H": 1, "mu": 3, "L": 2}, r"must satisfy mu <= L"),
        (
            {"gamma": 0.1, "H": 1, "mu": 1},
            r"L = None: .* needs a value for it; write fedavg_contraction\(gamma, H, mu, L\)",
        ),
        ({"gamma": 0.1, "H": 1, "mu": 1, "L": 2, "N": 3}, "N = 3: fedavg_contraction has no such parameter"),
        ({"gamma": 0.1, "H": 1, "mu": -1, "L": 2}, "mu = -1: must be positive"),
    ],
)
def test_scalar_formulas_name_bad_arguments(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        fedavg_contraction(**arguments)


def test_a_parameter_of_the_rule_is_an_argument_of_code_and_asked_for_on_a_problem() -> None:
    rule = sf.Algorithm(
        "two rates",
        local_step=lambda x, g, gamma: x - gamma * g,
        server_step=lambda x_mean, x_start, rho: x_start + rho * (x_mean - x_start),
        hyper=("rho",),
    )
    formula = expand(rule, "bias", 1)
    arguments = formula.arguments()
    values = {name: 1 / (k + 2) for k, name in enumerate(arguments)}
    assert "rho" in arguments
    expected = float(formula.expr.xreplace({arguments[name]: value for name, value in values.items()}))
    # one rounding per operation of a short expression
    assert formula.compile()(*values.values()) == pytest.approx(expected, rel=1e-12)
    for problem in (exponential(1), PLANE):
        with pytest.raises(InvalidInput, match=r"also depends on rho; .*rule\.bind\(rho=\.\.\.\)"):
            formula(problem, 0.1, 2)
    assert formula.expr.subs(arguments["rho"], 1) == expand("fedavg", "bias", 1).expr
