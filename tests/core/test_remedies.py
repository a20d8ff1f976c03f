"""What people get wrong first is refused in words that say what to write instead; nothing ends in an error of Python's own."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import scipy.sparse

import symfed as sf
from symfed.core.errors import SymfedError, nearest

FEATURES = [np.array([[1.0, 0.5], [-0.5, 1.0]])] * 2
SIGNS = [np.array([1, -1])] * 2
GAMMA = Fraction(1, 100)


def quadratic() -> Any:
    return sf.QuadraticProblem([[[1, 0], [0, 2]], [[3, 1], [1, 2]]], [[1, 0], [0, 1]])


def own(**more: Any) -> Any:
    return sf.Algorithm("own", local_step=lambda x, g, gamma, rho: x - gamma * rho * g, **more)


MISTAKES: dict[str, tuple[Callable[[], Any], str]] = {
    "labels 0 and 1": (lambda: sf.LogisticProblem(FEATURES, [np.array([0, 1])] * 2, 0.1), "write 2*labels - 1"),
    "sparse features": (lambda: sf.LogisticProblem([scipy.sparse.csr_matrix(f) for f in FEATURES], SIGNS, 0.1), "write features.toarray()"),
    "clients in one array": (lambda: sf.LogisticProblem(FEATURES[0], SIGNS[0], 0.1), "write a list with an array for each client"),
    "one Hessian alone": (lambda: sf.QuadraticProblem([[1, 0], [0, 2]], [[0, 0]]), "for one client put it into a list"),
    "no regularisation": (lambda: sf.LogisticProblem(FEATURES, SIGNS, 0), "must be positive"),
    "a loss alone": (lambda: sf.ScalarProblem(["theta**2"]), r"write [loss]"),
    "an undeclared parameter": (own, "declared: Algorithm(..., hyper=('rho',))"),
    "a parameter without a value": (lambda: sf.simulate(own(hyper=("rho",)), quadratic(), 0.01, 2, 5), "write own.bind(rho=...)"),
    "a decimal in a rule": (lambda: sf.Algorithm("own", local_step=lambda x, g: x - 0.5 * g), "for one half write x/2"),
    "no local step": (lambda: sf.formulas.fedavg_bias(quadratic(), GAMMA, 0), "H = 0: must be a positive integer"),
    "half a local step": (lambda: sf.stationary("fedavg", quadratic(), GAMMA, 2.5), "H = 2.5: must be a positive integer"),
    "a long step": (lambda: sf.simulate("fedavg", quadratic(), 2, 5, 10), "stable up to gamma = "),
    "a long step in a formula": (lambda: sf.formulas.fedavg_bias(quadratic(), 2, 5), "must satisfy L*gamma <= 1 (here L = 3.6"),
    "an order too high": (lambda: sf.expand("fedavg", "bias", 20).expr, "call the formula on a problem"),
    "tensors of high order": (lambda: sf.expand("fedavg", "bias", 3, 3), "leave it out"),
    "the problem first": (lambda: sf.simulate(quadratic(), "fedavg", 0.01, 5, 10), "must be a name or an Algorithm"),
    "the problem first, exactly": (lambda: sf.stationary(quadratic(), "fedavg", 0.01, 5), "must be a"),
    "the problem last": (lambda: sf.formulas.fedavg_bias(GAMMA, 5, quadratic()), "problem = Fraction(1, 100): must be a problem"),
    "the quantity first": (lambda: sf.expand("bias", "fedavg"), "known are fedavg, "),
    "capitals": (lambda: sf.expand("SCAFFOLD", "bias"), "did you mean scaffold"),
    "another word": (lambda: sf.expand("fedavg", "covariance"), "second_moment"),
    "a caret": (lambda: sf.check("gamma^2", "fedavg", "bias"), "write **"),
    "a covariance in a check": (lambda: sf.check("gamma", "fedavg", "covariance"), "less the bias times its transpose"),
    "a function of two": (lambda: sf.check(lambda problem, gamma: 0, "fedavg", "bias"), "must be a function of (problem, gamma, H)"),
    "arguments in another order": (lambda: sf.check(lambda gamma, H, problem: 0, "fedavg", "bias"), "(problem, gamma, H), in this order"),
    "LaTeX": (lambda: sf.check(r"\frac{\gamma}{2}", "fedavg", "bias"), "is LaTeX, which is not read"),
    "a product without its sign": (lambda: sf.check("gamma*mean(a g)", "fedavg", "bias"), "between factors stands a *"),
    "a product that looks like a call": (lambda: sf.check("gamma(H-1)/2*mean(a*g)", "fedavg", "bias"), "between factors stands a *"),
    "one client's letters": (lambda: sf.check("gamma*a*g", "fedavg", "bias"), "write mean(a)"),
    "a decimal in a formula": (lambda: sf.check(0.5 * sf.formulas.sgd_bias.expr, "fedavg", "bias"), "write Rational(1, 10) for 0.1"),
    "floats into balls": (lambda: sf.formulas.fedavg_bias(quadratic_of_floats(), 0.01, 5, backend="ball"), "enter it with integers"),
    "one optimum a client in dimension one": (lambda: sf.QuadraticProblem([[[1]], [[2]]], [0, 1]), "for d = 1 each of its entries"),
    "one number as a covariance": (lambda: sf.QuadraticProblem([[[1]], [[2]]], [[0], [1]], 1), "write noise * np.eye(d)"),
    "a seed for a generator": (lambda: sf.garnet(0, 10, 2, 2, 0.9), "give a seed to NumPy's default_rng first"),
    "a seed for features": (lambda: sf.random_features(0, 10, 2), "give a seed to NumPy's default_rng first"),
    "digits of floats": (lambda: sf.formulas.fedavg_bias(quadratic(), GAMMA, 5, digits=50), "write backend='mpmath'"),
    "digits of a number's floats": (lambda: sf.formulas.fedavg_contraction(0.01, 5, 1, 10, digits=50), "write backend='mpmath'"),
    "one order to draw": (lambda: sf.plot_expansion(quadratic(), orders=2), "write orders=(1, 2)"),
    "a letter in numbers": (lambda: sf.expand(own(hyper=["rho"]), "bias", 2)(quadratic(), GAMMA, 5), "own.bind(rho=...)"),
    "a step that moves by itself": (
        lambda: sf.expand(sf.Algorithm("own", lambda x, g, x_start, gamma: x - gamma * g + (x - x_start) / 9), "bias").expr,
        "multiply what moves it by gamma",
    ),
    "a formula's name": (lambda: sf.formulas.get_formula("bias"), "did you mean sgd_bias, fedavg_bias"),
}


def quadratic_of_floats() -> Any:
    return sf.QuadraticProblem([[[1.5]]], [[0.1]])


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_answered_with_a_remedy(mistake: str) -> None:
    make, remedy = MISTAKES[mistake]
    with pytest.raises(SymfedError) as refused:
        make()
    assert remedy in str(refused.value)


def test_names_are_near_in_any_case_and_where_they_hold_what_is_typed() -> None:
    known = ["fedavg_bias", "scaffold_bias", "sgd", "Tier"]
    assert nearest("SGD", known) == ["sgd"]
    assert nearest("bias", known) == ["fedavg_bias", "scaffold_bias"]
    assert nearest("tier", known) == ["Tier"]
    assert nearest("zz", known) == nearest("a", known) == []
