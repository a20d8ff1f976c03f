"""Bad input: the message names the argument, shows its value and states the rule."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.formulas import fedavg_bias
from symfed.models.problems import LinearProblem, LogisticProblem, QuadraticProblem, ScalarProblem
from symfed.reference import simulate, stationary

x, y = sp.Symbol("x"), sp.Symbol("y")
A, CENTRES = [[[2, 1], [1, 3]], [[1, 0], [0, 5]]], [[1, 0], [0, 1]]
ROWS, LABELS = [[[1, 2], [3, 1]], [[0, -1]]], [[1, -1], [1]]


def quadratic(hessians: Any = A, optima: Any = CENTRES, noise: Any = None) -> Callable[[], Any]:
    return lambda: QuadraticProblem(hessians, optima, noise)


def logistic(features: Any = ROWS, labels: Any = LABELS, l2: Any = 1) -> Callable[[], Any]:
    return lambda: LogisticProblem(features, labels, l2)


def linear(matrices: Any = A, vectors: Any = CENTRES, weights: Any = None) -> Callable[[], Any]:
    """A client with the matrices and vectors given."""
    return lambda: LinearProblem([matrices], [vectors], None if weights is None else [weights])


def scalar(samples: Any, weights: Any = None) -> Callable[[], Any]:
    return lambda: ScalarProblem(samples, weights)


def step(gamma: Any) -> Callable[[], Any]:
    return lambda: QuadraticProblem(A, CENTRES).check_step(gamma)


TABLE: dict[str, tuple[Callable[[], Any], str, str, str]] = {
    # case: (attempt, argument, part of the shown value, part of the rule)
    "quadratic, axes": (quadratic([[2, 1], [1, 3]]), "hessians", "[[2, 1], [1, 3]]", "must have shape (N, d, d), has 2 axes"),
    "quadratic, ragged": (quadratic([[[2, 1], [1]]]), "hessians", "[1]", "must have shape (N, d, d)"),
    "quadratic, not square": (quadratic([[[2, 1]]], [[0, 0]]), "hessians", "(1, 1, 2)", "must have shape (N, d, d)"),
    "quadratic, empty": (quadratic([], []), "hessians", "[]", "must have shape"),
    "quadratic, clients": (quadratic(A, [[1, 0]]), "optima", "(1, 2)", "must have shape (N, d) = (2, 2) to match hessians"),
    "quadratic, asymmetric": (quadratic([A[0], [[1, 2], [0, 5]]]), "hessians[1]", "[1, 0] = 0 and [0, 1] = 2", "must be symmetric"),
    "quadratic, asymmetric floats": (quadratic([A[0], [[1.0, 0.1], [0.2, 5]]]), "hessians[1]", "0.2", "must be symmetric"),
    "quadratic, saddle": (quadratic([A[0], [[1, 2], [2, 1]]]), "hessians[1]", "[[1, 2], [2, 1]]", "must be positive definite"),
    "quadratic, flat": (quadratic([A[0], [[1, 1], [1, 1]]]), "hessians[1]", "[[1, 1], [1, 1]]", "must be positive definite"),
    "quadratic, NaN": (quadratic(A, [[1, 0], [math.nan, 1]]), "optima[1, 0]", "nan", "must be finite"),
    "quadratic, infinite": (quadratic(A, [[1, 0], [0, math.inf]]), "optima[1, 1]", "inf", "must be finite"),
    "quadratic, words": (quadratic(A, [["a", "b"], [0, 1]]), "optima", "'a'", "must hold real numbers"),
    "quadratic, complex": (quadratic(A, [[1j, 0], [0, 1]]), "optima", "1j", "must hold real numbers"),
    "noise, shape": (quadratic(noise=[[1]]), "noise", "(1, 1)", "must have shape (d, d) = (2, 2) or (N, d, d) = (2, 2, 2)"),
    "noise, asymmetric": (quadratic(noise=[[1, 1], [0, 1]]), "noise[0]", "[1, 0] = 0", "must be symmetric"),
    "noise, indefinite": (quadratic(noise=[[1, 2], [2, 1]]), "noise[0]", "[[1, 2], [2, 1]]", "must be positive semi-definite"),
    "logistic, no clients": (logistic([], []), "features", "[]", "at least one client"),
    "logistic, empty client": (logistic([ROWS[0], []], [[1, -1], []]), "features[1]", "[]", "is an empty client"),
    "logistic, clients differ": (logistic(ROWS, [[1, -1]]), "labels", "1", "one entry per client, as features does (2)"),
    "logistic, columns differ": (logistic([ROWS[0], [[1]]]), "features", "[1, 2]", "same number of columns"),
    "logistic, axes": (logistic([[1, 2], [3, 4]]), "features[0]", "[1, 2]", "must have shape (n_c, d), has 1 axes"),
    "logistic, NaN": (logistic([ROWS[0], [[0, math.nan]]]), "features[1][0, 1]", "nan", "must be finite"),
    "logistic, label 0": (logistic(labels=[[1, 0], [1]]), "labels[0][1]", "0.0", "must be -1 or +1"),
    "logistic, label NaN": (logistic(labels=[[1, -1], [math.nan]]), "labels[1][0]", "nan", "must be -1 or +1"),
    "logistic, label words": (logistic(labels=[["yes", "no"], [1]]), "labels[0]", "'yes'", "each -1 or +1"),
    "logistic, label count": (logistic(labels=[[1], [1]]), "labels[0]", "(1,)", "must have shape (n_c,) = (2,)"),
    "logistic, no l2": (logistic(l2=0), "l2", "0", "must be positive, or the problem is not strongly convex"),
    "logistic, negative l2": (logistic(l2=-0.1), "l2", "-0.1", "must be positive"),
    "logistic, l2 NaN": (logistic(l2=math.nan), "l2", "nan", "must be finite"),
    "logistic, l2 word": (logistic(l2="small"), "l2", "'small'", "must be a real number"),
    "scalar, no clients": (scalar([]), "samples", "[]", "at least one client"),
    "scalar, empty client": (scalar([[x**2], []]), "samples[1]", "[]", "is an empty client"),
    "scalar, no list": (scalar([x**2]), "samples[0]", "x**2", "must be a list of losses; for one loss write [loss]"),
    "scalar, two symbols": (scalar([[x**2], [y**2]]), "samples", "['x', 'y']", "exactly one free symbol"),
    "scalar, constant": (scalar([[sp.Integer(1)]]), "samples", "[]", "exactly one free symbol"),
    "scalar, decimal": (scalar([[sp.Float("0.1") * x**2]]), "expression", "0.2", "holds a decimal number; write Rational(1, 10)"),
    "scalar, function": (scalar([[x**2 + sp.gamma(x)]]), "expression", "gamma", "is not known to"),
    "scalar, double well": (scalar([[x**4 - x**2]]), "samples[0][0]", "x**4 - x**2", "must be convex; its second derivative reaches -2"),
    "scalar, one sample bends": (scalar([[x**2, 3 * x**2 + sp.cos(4 * x)]]), "samples[0][1]", "cos(4*x)", "must be convex"),
    "scalar, falls forever": (scalar([[x]]), "samples", "[['x']]", "it has no minimiser"),
    "scalar, falls to a floor": (scalar([[sp.exp(-x)]]), "samples[0]", "exp(-x)", "must have a strongly convex mean loss"),
    "scalar, weights' clients": (scalar([[x**2], [x**2]], [[1]]), "weights", "1", "one entry per client, as samples does (2)"),
    "scalar, weights' samples": (scalar([[x**2, x**2]], [[1]]), "weights[0]", "(1,)", "must have shape (n_c,) = (2,)"),
    "scalar, weights' sum": (scalar([[x**2, x**2]], [["half", 1]]), "weights[0]", "half", "must hold real numbers"),
    "scalar, weights above one": (scalar([[x**2, x**2]], [[1, 1]]), "weights[0]", "[1, 1]", "must sum to one, not 2"),
    "scalar, weight zero": (scalar([[x**2, x**2]], [[0, 1]]), "weights[0]", "[0, 1]", "must be positive"),
    "linear, no clients": (lambda: LinearProblem([], []), "matrices", "[]", "at least one client"),
    "linear, clients differ": (lambda: LinearProblem([A, A], [CENTRES]), "vectors", "1", "one entry per client, as matrices does (2)"),
    "linear, weights' clients": (lambda: LinearProblem([A], [CENTRES], []), "weights", "0", "one entry per client, as matrices does (1)"),
    "linear, empty client": (linear([], []), "matrices[0]", "[]", "is an empty client"),
    "linear, axes": (linear(A[0]), "matrices[0]", "[[2, 1], [1, 3]]", "must have shape (n_c, d, d), has 2 axes"),
    "linear, not square": (linear([[[1, 2]]], [[1]]), "matrices[0]", "(1, 1, 2)", "must have shape (n_c, d, d)"),
    "linear, dimensions": (
        lambda: LinearProblem([A, [[[1]]]], [CENTRES, [[1]]]),
        "matrices[1]",
        "(1, 1, 1)",
        "the same d = 2 for every client",
    ),
    "linear, samples": (linear(A, [[1, 0]]), "vectors[0]", "(1, 2)", "must have shape (n_c, d) = (2, 2) to match matrices[0]"),
    "linear, NaN": (linear([A[0], [[1, 0], [0, math.nan]]]), "matrices[0][1, 1, 1]", "nan", "must be finite"),
    "linear, words": (linear(A, [["a", 0], [0, 1]]), "vectors[0]", "'a'", "must hold real numbers"),
    "linear, weights' sum": (linear(weights=[0.5, 0.6]), "weights[0]", "[0.5, 0.6]", "must sum to one, not 1.1"),
    "linear, negative weight": (linear(weights=[2, -1]), "weights[0]", "[2, -1]", "must be positive"),
    "linear, singular": (linear([[[1, 2], [2, 4]]], [[1, 1]]), "matrices", "[[1, 2], [2, 4]]", "must not be singular, or theta* is not"),
    "linear, zero": (linear([[[0]]], [[1]]), "matrices", "[[0]]", "must not be singular"),
    "linear, singular to rounding": (linear([[[0.1, 0.3], [0.3, 0.9]]], [[1, 1]]), "matrices", "0.3", "must not be singular"),
    "linear, singular mean": (linear([[[1]], [[-1]]], [[1], [1]]), "matrices", "[[0]]", "must not be singular"),
    "step, zero": (step(0), "gamma", "0", "must be positive"),
    "step, negative": (step(-0.1), "gamma", "-0.1", "must be positive"),
    "step, too long": (step(1), "gamma", "1", "must satisfy gamma <= 1/L = 0.2 (here L = 5)"),
    "step, a little too long": (step(0.2000001), "gamma", "0.2000001", "must satisfy gamma <= 1/L = 0.2"),
    "step, NaN": (step(math.nan), "gamma", "nan", "must be finite"),
    "step, word": (step("small"), "gamma", "'small'", "must be a real number"),
}


@pytest.mark.parametrize("case", TABLE)
def test_the_message_names_argument_value_and_rule(case: str) -> None:
    attempt, argument, shown, rule = TABLE[case]
    with pytest.raises(InvalidInput) as caught:
        attempt()
    assert caught.value.argument == argument
    message = str(caught.value)
    assert message.startswith(f"{argument} = ")
    assert shown in message
    assert rule in message


def test_something_that_is_no_problem_is_refused_by_name() -> None:
    for asked in (fedavg_bias, partial(stationary, "fedavg"), partial(simulate, "fedavg", rounds=1)):
        with pytest.raises(InvalidInput, match="problem = 'p'"):
            asked(problem="p", gamma=0.1, H=1)
