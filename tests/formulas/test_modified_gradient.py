"""The modified gradient as people call it: against rounds in many digits, against the bias of the stationary law, and as text."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import flint
import mpmath
import numpy as np
import pytest
import sympy as sp

import symfed as sf
from symfed.core.errors import InvalidInput, UnknownName
from symfed.core.symbols import ClientMean, H, a, b, g, gamma, point_derivative, q, r, scaling
from symfed.derive.expansion import coefficients, expansion_terms
from symfed.derive.trees import OUTER, Tree
from symfed.models.arrays import Array
from symfed.models.problems.problem import FiniteProblem
from symfed.models.rings import BIG_FLOATS

x = sp.Symbol("x")
SCALAR = sf.ScalarProblem([[x**2 / 2 + sp.log(sp.cosh(x)), x**2], [(x - 1) ** 2 + sp.exp(x) / 5]], [[Fraction(1, 3), Fraction(2, 3)], [1]])
LOGISTIC = sf.LogisticProblem([[[1, 2], [0, -1], [2, 1]], [[1, -1], [-2, 1]], [[0, 1]]], [[1, -1, 1], [1, 1], [-1]], Fraction(1, 5))
QUADRATIC = sf.QuadraticProblem([[[1, 0], [0, 2]], [[3, 1], [1, 2]]], [[1, 0], [0, 1]])
POINTS = {SCALAR: [Fraction(2, 3)], LOGISTIC: [Fraction(1, 2), Fraction(-1, 3)]}


def round_end(problem: FiniteProblem, start: list[Any], step: Any, steps: int) -> Any:
    """One round of FedAvg with full gradients, in mpmath numbers, from the samples' gradients."""
    ends = []
    for c, weights in enumerate(problem.weights):
        at = start
        for _ in range(steps):
            samples = [problem.sample_gradient(c, z, at, BIG_FLOATS) for z in range(len(weights))]
            gradient = [sum(BIG_FLOATS(w) * s[i] for w, s in zip(weights, samples, strict=True)) for i in range(len(at))]
            at = [v - step * d for v, d in zip(at, gradient, strict=True)]
        ends.append(at)
    return [sum(column) / len(ends) for column in zip(*ends, strict=True)]


def miss(problem: FiniteProblem, order: int, step: Any, steps: int) -> Any:
    """How far the flow of the modified gradient for time gamma H ends from the round."""
    formula = sf.expand("fedavg", "modified_gradient", order)
    start = [BIG_FLOATS(v) for v in POINTS[problem]]

    def velocity(_: Any, theta: list[Any]) -> list[Any]:
        return [-v for v in formula(problem, theta, step, steps, backend="mpmath", digits=mpmath.mp.dps)]

    end = mpmath.odefun(velocity, 0, start)(step * steps)
    return max(abs(u - v) for u, v in zip(end, round_end(problem, start, step, steps), strict=True))


@pytest.mark.parametrize(
    ("problem", "steps", "order"),
    [(SCALAR, 5, 1), (SCALAR, 5, 2), (SCALAR, 5, 3), (SCALAR, 1, 4), (LOGISTIC, 2, 1), (LOGISTIC, 2, 3)],
    ids=lambda v: v if isinstance(v, int) else type(v).__name__,
)
def test_the_flow_misses_the_round_by_the_next_power(problem: FiniteProblem, steps: int, order: int) -> None:
    with mpmath.workdps(25):
        step = mpmath.mpf(2) ** -12
        errors = [miss(problem, order, s, steps) for s in (step, step / 2)]
        slope = mpmath.log(errors[0] / errors[1], 2)
    # the power after next adds a share of order gamma L H < 0.01 to the larger error and half of it to the smaller: 0.01 / (2 log 2)
    assert abs(slope - (order + 1)) < 0.01


def near_the_optimum(bias: list[Any], average: Callable[[sp.Expr], sp.Expr], steps: Any = H) -> list[sp.Expr]:
    """The coefficients of gamma^0, ..., gamma^K in the modified gradient at theta* + gamma b_1 + ... + gamma^K b_K."""
    at_optimum, order = (g, a, b, q, r), len(bias)
    away = sp.Add(*[value * gamma**k for k, value in enumerate(bias, start=1)])

    def shifted(inside: sp.Expr) -> sp.Expr:
        taylor = {
            point_derivative(m): sp.Add(*[d * away**j / sp.factorial(j) for j, d in enumerate(at_optimum[m - 1 : order + 1])])
            for m in range(1, order + 2)
        }
        value = sp.Poly(average(inside.subs(taylor)), gamma)
        return sp.Add(*[value.coeff_monomial(gamma**k) * gamma**k for k in range(order + 1)])

    field = sf.expand("fedavg_deterministic", "modified_gradient", order + 1).expr.subs(H, steps)
    series = sp.Poly(field.xreplace({mean: shifted(mean.args[0]) for mean in field.atoms(ClientMean)}), gamma)
    return [series.coeff_monomial(gamma**power) for power in range(order + 1)]


def test_the_zero_of_the_modified_gradient_is_the_bias_in_dimension_one() -> None:
    """f~ of order K + 1 vanishes at theta* + gamma b_1 + ... + gamma^K b_K up to gamma^(K+1)."""
    unknown = sp.symbols("b_1 b_2")
    bias = dict(zip(unknown, expansion_terms("fedavg_deterministic", "bias", 2), strict=True))
    wrong = {u: value / 2 for u, value in bias.items()}
    for power, coefficient in enumerate(near_the_optimum(list(unknown), ClientMean)):
        assert sp.cancel(coefficient.subs(bias)) == 0
        assert power == 0 or sp.cancel(coefficient.subs(wrong)) != 0


@pytest.mark.parametrize("steps", [1, 4])
def test_the_zero_of_the_modified_gradient_is_the_bias_to_order_three(steps: int) -> None:
    """As above on three clients with rational derivatives. Equal steps, as H = 1 makes them, leave no bias."""
    rows = [(1, 2, -1, 3, 2), (-3, 1, 2, 1, -1), (2, 3, 1, -2, 4)]  # mean gradient zero
    clients = [{s: sp.Rational(v, 2) for s, v in zip((g, a, b, q, r), row, strict=True)} for row in rows]

    def average(inside: sp.Expr) -> sp.Expr:
        return sp.Add(*[inside.subs(client) for client in clients]) / len(clients)

    terms = expansion_terms("fedavg_deterministic", "bias", 3)
    bias = [sp.expand(term.replace(ClientMean, average).subs(H, steps)) for term in terms]
    assert near_the_optimum(bias, average, sp.Integer(steps)) == [0] * 4
    assert all((value != 0) == (steps > 1) for value in bias)


@pytest.mark.parametrize("order", [1, 2])
def test_the_zero_of_the_modified_gradient_is_the_bias_in_the_plane(order: int) -> None:
    steps, formula = 4, sf.expand("fedavg_deterministic", "modified_gradient", order + 1)
    powers = coefficients("fedavg_deterministic", LOGISTIC.jets, "bias", order, steps)
    sizes = []
    for step in (2.0**-7, 2.0**-8):
        zero = LOGISTIC.optimum + sum(power * step**k for k, power in enumerate(powers, start=1))
        sizes.append(np.abs(formula(LOGISTIC, zero, step, steps)).max())
    # the share of the next power is of order gamma L H < 0.1 and halves; rounding, 1e-16, is far below the values, 1e-8 and more
    assert abs(np.log2(sizes[0] / sizes[1]) - (order + 1)) < 0.1
    assert sizes[1] > 1e-10


def test_expression_in_client_means_and_call_agree() -> None:
    for quantity in ("modified_gradient", "modified_loss"):
        formula, at = sf.expand("fedavg", quantity, 2), 0.4
        slopes = [[float(SCALAR.weights[c] @ [SCALAR.derivative(c, z, m).subs(x, at) for z in range(len(samples))]) for m in range(3)]
                  for c, samples in enumerate(SCALAR.samples)]  # fmt: skip

        def mean(inside: sp.Expr, slopes: list[list[float]] = slopes) -> sp.Expr:
            return sp.Add(*[inside.subs({point_derivative(m): v for m, v in enumerate(own)}) for own in slopes]) / len(slopes)

        value = formula.expr.replace(ClientMean, mean).subs({gamma: 0.1, H: 3})
        # a dozen operations on numbers of order one
        assert abs(float(value) - float(np.squeeze(formula(SCALAR, [at], 0.1, 3)))) < 1e-14


def test_a_mean_gradient_is_not_taken_for_zero() -> None:
    assert sf.expand("sgd", "modified_gradient", 1).expr == ClientMean(point_derivative(1)) != 0


def test_number_systems_agree() -> None:
    formula, loss = sf.expand("fedavg", "modified_gradient", 3), sf.expand("fedavg", "modified_loss", 2)
    theta, step = [flint.fmpq(1, 2), flint.fmpq(3)], flint.fmpq(1, 10)
    exact = formula(QUADRATIC, theta, step, 4, backend="exact")
    A, away = QUADRATIC.hessian_matrices, np.array(theta, dtype=object) - QUADRATIC.optima
    for value in (formula(QUADRATIC, theta, step, 4), formula(QUADRATIC, theta, step, 4, backend="mpmath", digits=20)):
        assert np.allclose(np.asarray(value, dtype=float), exact.astype(float), rtol=1e-14)  # rounding of some fifty operations
    slopes = (A @ away[..., None])[..., 0]
    mean_slope, values = slopes.sum(axis=0) / 2, (slopes * away).sum(axis=-1) / 2
    by_hand = values.sum() / 2 + step * 4 / 4 * (mean_slope @ mean_slope) - step * 3 / 4 * (slopes * slopes).sum() / 2
    assert loss(QUADRATIC, theta, step, 4, backend="exact")[()] == by_hand


def test_the_loss_has_the_field_as_gradient_on_a_problem() -> None:
    field, loss = (sf.expand("fedavg", quantity, 2) for quantity in ("modified_gradient", "modified_loss"))
    with mpmath.workdps(40):
        theta, h = [mpmath.mpf(1) / 2, mpmath.mpf(-1) / 3], mpmath.mpf(10) ** -12
        value = field(LOGISTIC, theta, Fraction(1, 10), 3, backend="mpmath")
        for i in range(2):
            points = [[t + s * h * (i == j) for j, t in enumerate(theta)] for s in (1, -1)]
            ends = [loss(LOGISTIC, point, Fraction(1, 10), 3, backend="mpmath") for point in points]
            # a central difference: h² times a third derivative of order ten
            assert abs((ends[0] - ends[1]) / (2 * h) - value[i]) < 1e-22


def test_shapes() -> None:
    field, loss = (sf.expand("fedavg", quantity, 2) for quantity in ("modified_gradient", "modified_loss"))
    theta, steps = [0.1, 0.2], np.array([[1], [2], [5]])
    values = field(LOGISTIC, theta, [0.1, 0.2], steps)
    assert values.shape == (3, 2, 2)
    assert loss(LOGISTIC, theta, [0.1, 0.2], steps).shape == (3, 2)
    assert np.array_equal(values[2, 1], field(LOGISTIC, theta, 0.2, 5))
    assert loss(LOGISTIC, theta, 0.1, 1).shape == ()


@pytest.mark.parametrize("algorithm", ["sgd", "fedavg", "fedprox"])
def test_homogeneity(algorithm: str) -> None:
    assert scaling(sf.expand(algorithm, "modified_gradient", 3).expr) == (1, 1)
    assert scaling(sf.expand(algorithm, "modified_loss", 2).expr) == (1, 2)


def test_texts() -> None:
    loss = sf.expand("fedavg", "modified_loss", 2, dim=2)
    assert loss.latex() == (
        r"f + \frac{H \gamma}{4} \, \left|\nabla f\right|^2 - \frac{\gamma \left(H - 1\right)}{4} \, "
        r"\left\langle \left|\nabla f_c\right|^2 \right\rangle"
    )
    assert r"\left\langle {f_c'} {f_c''} \right\rangle" in sf.expand("fedavg", "modified_gradient", 2).latex()
    assert "O(gamma^3)" in loss.says
    assert loss.remainder.order == 2
    assert "3 times" in loss.domain.words


def nodes_of(tree: Tree) -> int:
    return 1 + sum(nodes_of(child) for children in tree for child in children)


def test_picture() -> None:
    formula = sf.expand("fedavg", "modified_gradient", 3, dim=2)
    space = "{http://www.w3.org/2000/svg}"
    drawn = ET.fromstring(formula.picture()).findall(f"{space}g")
    trees = [tree for terms in formula.terms for tree in terms]
    for group, tree in zip(drawn, trees, strict=True):
        circles, edges = group.findall(f"{space}circle"), group.findall(f"{space}path")
        crossing = [edge for edge in edges if "stroke-dasharray" in edge.attrib]
        assert len(circles) == nodes_of(tree) == len(edges) + 1
        assert len(crossing) == outer_edges(tree)
        assert len({circle.attrib["fill"] for circle in circles}) == len(crossing) + 1


def outer_edges(tree: Tree) -> int:
    return len(tree[OUTER]) + sum(outer_edges(child) for children in tree for child in children)


def test_a_parameter_needs_a_value() -> None:
    fedprox = sf.Algorithm("fedprox", local_step=lambda x, g, x_start, gamma, rho: x - gamma * (g + rho * (x - x_start)), hyper=("rho",))
    with pytest.raises(InvalidInput, match="rho"):
        sf.expand(fedprox, "modified_gradient", 2)(SCALAR, [0.5], 0.1, 3)
    free = sf.expand(fedprox.bind(rho=0), "modified_gradient", 2)(SCALAR, [0.5], 0.1, 3)
    assert free == sf.expand("fedavg", "modified_gradient", 2)(SCALAR, [0.5], 0.1, 3)


def at(quantity: str, *arguments: Any, **options: Any) -> Array:
    return sf.expand("fedavg", quantity, 2)(*arguments, **options)


LINEAR = sf.LinearProblem([[[[2, 1], [0, 1]]]], [[[1, 1]]])


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: at("modified_gradient", SCALAR, [0.5, 1], 0.1, 3), "theta"),
        (lambda: at("modified_gradient", SCALAR, [Fraction(1)], Fraction(1, 2), 3, backend="exact"), "exp|cosh|log|tanh"),
        (lambda: at("modified_gradient", LOGISTIC, [1, 2], 1, 3, backend="exact"), "rational"),
        (lambda: at("modified_gradient", QUADRATIC, [1, 2], -1, 3), "gamma"),
        (lambda: at("modified_gradient", QUADRATIC, [1, 2], 0.1), "H"),
        (lambda: at("modified_gradient", "problem", [1, 2], 0.1, 3), "problem"),
        (lambda: at("modified_loss", LINEAR, [1, 2], 0.1, 3), "no loss"),
        (lambda: sf.expand("fedavg", "modified_gradient", 7), "order"),
        (lambda: sf.expand("fedavg", "modified_loss", 3).expr, "no gradient at gamma"),
        (lambda: sf.expand("scaffold", "modified_gradient", 2).expr, "control variates"),
        (lambda: sf.expand(sf.Algorithm("jump", local_step=lambda x, g: x - g), "modified_gradient", 2).expr, "stand still"),
    ],
)
def test_bad_input_is_named(call: Any, words: str) -> None:
    with pytest.raises(InvalidInput, match=words):
        call()


def test_a_quantity_that_is_not_known() -> None:
    with pytest.raises(UnknownName, match="modified_gradient"):
        sf.expand("fedavg", "modified_gradients", 2)


def test_a_field_without_a_loss() -> None:
    """One step of linear stochastic approximation with mean matrix A: log(1 - gamma A) = -gamma (A + gamma A²/2 + gamma² A³/3 + ...)."""
    A, v = LINEAR.mean_matrices[0], np.array([1, 2], dtype=object) - LINEAR.optimum
    step = flint.fmpq(1, 10)
    expected = A @ v + step / 2 * (A @ (A @ v)) + step**2 / 3 * (A @ (A @ (A @ v)))
    assert (sf.expand("sgd", "modified_gradient", 3)(LINEAR, [1, 2], step, backend="exact") == expected).all()
