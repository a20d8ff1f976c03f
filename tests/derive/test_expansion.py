"""The expansion in gamma: known terms, the numeric engine against the symbolic one, and what is refused."""

from __future__ import annotations

from dataclasses import replace

import flint
import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from symfed.core.errors import InvalidInput
from symfed.core.symbols import TABLE, C, ClientMean, H, N, a, b, g, gamma, rho, scaling
from symfed.decide.signs import decide_zero
from symfed.derive.expansion import coefficients, coefficients_in_H, expand, expansion_terms
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import all_algorithms, get_algorithm
from symfed.models.arrays import rational
from symfed.models.problems import QuadraticProblem
from tests.derive.helpers import populations, rotated_sum, scalar_jets

MEMORYLESS = sorted(name for name, algorithm in all_algorithms().items() if not algorithm.keeps_memory)

A, B, NOISE = ClientMean(a), ClientMean(b), ClientMean(C)
HETEROGENEITY = gamma * (H - 1) / 2 * ClientMean(a * g) / A
STOCHASTIC = -gamma / (4 * N) * B * NOISE / A**2


def test_first_order_of_fedavg_is_drift_of_the_clients_minus_curvature_times_noise() -> None:
    assert decide_zero(expand("fedavg", "bias", 1) - HETEROGENEITY - STOCHASTIC).kind == "zero"
    assert decide_zero(expand("fedavg", "second_moment", 1) - gamma * NOISE / (2 * N * A)).kind == "zero"


@pytest.mark.parametrize(
    "wrong",
    [
        HETEROGENEITY - STOCHASTIC,
        -HETEROGENEITY + STOCHASTIC,
        2 * HETEROGENEITY + STOCHASTIC,
        HETEROGENEITY.subs(H, H + 1) + STOCHASTIC,
        HETEROGENEITY + STOCHASTIC * N,
    ],
    ids=["sign of the noise", "sign of the drift", "factor 2", "H for H-1", "1/N dropped"],
)
def test_wrong_first_orders_have_a_witness(wrong: sp.Expr) -> None:
    decision = decide_zero(expand("fedavg", "bias", 1) - wrong)
    assert decision.kind == "nonzero"
    assert decision.witness


def test_exact_gradients_leave_the_drift_only_and_one_step_the_noise_only() -> None:
    assert decide_zero(expand("fedavg_deterministic", "bias", 1) - HETEROGENEITY).kind == "zero"
    assert decide_zero(expand("sgd", "bias", 1) - STOCHASTIC).kind == "zero"
    assert expand("fedavg_deterministic", "second_moment", 1) == 0
    for quantity in ("bias", "second_moment"):
        assert decide_zero(expand("fedavg", quantity, 2).subs(H, 1) - expand("sgd", quantity, 2)).kind == "zero"


def test_the_proximal_term_enters_at_second_order_and_leaves_with_rho() -> None:
    first, second = expansion_terms("fedprox", "bias", 2)
    assert decide_zero(first - expansion_terms("fedavg", "bias", 1)[0]).kind == "zero"
    assert decide_zero(second - expansion_terms("fedavg", "bias", 2)[1]).kind == "nonzero"
    assert decide_zero(second.subs(rho, 0) - expansion_terms("fedavg", "bias", 2)[1]).kind == "zero"


@pytest.mark.parametrize("name", MEMORYLESS)
@pytest.mark.parametrize("order", [1, 2])
def test_every_expansion_scales_as_it_must(name: str, order: int) -> None:
    for quantity, length in (("bias", 1), ("second_moment", 2)):
        expression = expand(name, quantity, order)
        assert expression == 0 or scaling(sp.expand(expression)) == (0, length)
        assert expression.free_symbols <= {TABLE[s].symbol for s in ("gamma", "H", "N", *get_algorithm(name).hyper)}


@settings(max_examples=10)
@given(populations(), st.integers(1, 4), st.sampled_from(["fedavg", "fedprox", "fedavg_deterministic"]))
def test_the_numeric_engine_gives_the_symbolic_value(point: object, steps: int, name: str) -> None:
    algorithm = get_algorithm(name)
    values = {H: steps} | ({rho: sp.Rational(2, 3)} if algorithm.hyper else {})
    bound = algorithm.bind(rho=sp.Rational(2, 3)) if algorithm.hyper else algorithm
    for quantity in ("bias", "second_moment"):
        numeric = coefficients(bound, scalar_jets(point), quantity, 2, steps)
        for value, term in zip(numeric, expansion_terms(name, quantity, 2), strict=True):
            assert value.flat[0] == rational(point.evaluate(term.subs(values)))


@settings(max_examples=5)
@given(st.integers(1, 2).flatmap(lambda n: st.tuples(*[populations(n).filter(lambda p: len(p.clients) == n)] * 2)), st.integers(1, 3))
def test_a_rotated_sum_of_scalar_problems_has_the_rotated_answer(pair: tuple, steps: int) -> None:
    rotation = np.array([[flint.fmpq(3, 5), flint.fmpq(4, 5)], [flint.fmpq(-4, 5), flint.fmpq(3, 5)]], dtype=object)
    separate = [scalar_jets(point) for point in pair]
    biases = [coefficients("fedavg", jets, "bias", 2, steps) for jets in separate]
    together = coefficients("fedavg", rotated_sum(*separate, rotation), "bias", 2, steps)
    for order in range(2):
        expected = np.array([bias[order][0] for bias in biases], dtype=object) @ rotation
        assert (together[order] == expected).all()


def test_polynomials_in_H_take_the_integer_values() -> None:
    problem = QuadraticProblem([[[2, 1], [1, 3]], [[1, 0], [0, 5]]], [[1, 0], [-1, 2]], [[2, 1], [1, 1]])
    in_H = coefficients("fedavg", problem.jets, "second_moment", 2, H)
    for steps in (1, 2, 5, 9):
        for polynomial, value in zip(in_H, coefficients("fedavg", problem.jets, "second_moment", 2, steps), strict=True):
            assert all(rational(p.subs(H, steps)) == v for p, v in zip(polynomial.flat, value.flat, strict=True))
    assert [len(parts) for parts in coefficients_in_H("fedavg", problem.jets, "bias", 2)] == [2, 3]


def test_more_clients_of_the_same_kinds_divide_the_noise() -> None:
    problem = QuadraticProblem([[[1]], [[3]]], [[0], [4]], [[2]])
    once, twice = (coefficients("fedavg", problem.jets, "second_moment", 1, 3, N=n)[0][0, 0] for n in (2, 4))
    assert once == 2 * twice


def test_a_new_algorithm_needs_its_rule_only() -> None:
    def step(x, g, gamma):
        return x - gamma * g

    half_way = Algorithm("half_way", local_step=step, server_step=lambda x_mean, x_start: (x_mean + x_start) / 2)
    # half a step of the server halves the slope and quarters the noise: 0 = -gamma H a E[e²] + gamma² H C/(4N)
    assert decide_zero(expand(half_way, "second_moment", 1) - gamma * NOISE / (4 * N * A)).kind == "zero"
    # H steps of gamma/H are H steps at another gamma: the rule reads H, and the engine must follow
    averaged = Algorithm("averaged", local_step=lambda x, g, gamma, H: x - gamma * g / H)
    for order in (1, 2):
        rescaled = expand("fedavg", "bias", order).subs(gamma, gamma / H)
        assert decide_zero(expand(averaged, "bias", order) - rescaled).kind == "zero"


@pytest.mark.parametrize(
    ("algorithm", "words"),
    [
        (Algorithm("square", local_step=lambda x, g, gamma: x - gamma * g * g), "linear in g"),
        (Algorithm("decay", local_step=lambda x, g, gamma: x - gamma * (g + x)), "origin"),
        (Algorithm("jump", local_step=lambda x, g: x - g), "gamma = 0"),
        (Algorithm("memory", local_step=lambda x, g, xi, gamma: x - gamma * (g - xi), control_update=lambda xi: xi), r"g \+ xi"),
    ],
)
def test_rules_that_the_engine_cannot_follow_are_refused_with_the_reason(algorithm: Algorithm, words: str) -> None:
    with pytest.raises(InvalidInput, match=words):
        expand(algorithm, "bias", 1)


def test_parameters_without_a_value_stay_letters_unless_the_letter_means_something_else() -> None:
    step, server = (
        (lambda x, g, x_start, gamma, beta: x - gamma * (g + beta * (x - x_start))),
        (lambda x_mean, x_start, eta: x_start + eta * (x_mean - x_start)),
    )
    mine = Algorithm("mine", step, server_step=server, hyper=("beta", "eta"))
    letters = expand(mine, "bias", 2)
    values = {"beta": sp.Rational(1, 10), "eta": sp.Rational(1, 2)}
    placed = letters.subs({symbol: values[symbol.name] for symbol in letters.free_symbols if symbol.name in values})
    assert decide_zero(placed - expand(mine.bind(**values), "bias", 2)).kind == "zero"
    for name, meaning in (("mu", "strong convexity"), ("a", "client Hessian"), ("N", "number of clients")):
        pulled = Algorithm("pulled", local_step=step, server_step=server, hyper=("beta", "eta", name))
        with pytest.raises(InvalidInput, match=meaning):
            expand(pulled, "bias", 1)


def test_bad_arguments_are_refused() -> None:
    problem = QuadraticProblem([[[1]], [[3]]], [[0], [4]], [[2]])
    with pytest.raises(InvalidInput, match="bias, second_moment"):
        expand("fedavg", "variance", 1)
    with pytest.raises(InvalidInput, match="positive integer"):
        expand("fedavg", "bias", 0)
    with pytest.raises(InvalidInput, match="bind"):
        coefficients("fedprox", problem.jets, "bias", 2, 3)
    with pytest.raises(InvalidInput, match="derivative 5"):
        coefficients("fedavg", replace(problem.jets, derivatives=problem.jets.derivatives[:4]), "bias", 2, 3)
    with pytest.raises(InvalidInput, match="mean zero"):
        coefficients("fedavg", replace(problem.jets, derivatives=(problem.jets.gradients + 1, *problem.jets.derivatives[1:])), "bias", 1, 3)
    with pytest.raises(InvalidInput, match="H must be 1"):
        coefficients("sgd", problem.jets, "bias", 1, 3)
