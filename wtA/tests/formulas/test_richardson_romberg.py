"""Extrapolated FedAvg: what formulas say of its bias and spread, against laws of single runs and of the joint chain."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import flint
import mpmath
import numpy as np
import pytest
import sympy as sp

import symfed.formulas as f
from symfed import reference
from symfed.core.errors import OutsideDomain
from symfed.core.symbols import H, gamma, scaling
from symfed.derive.expansion import coefficients
from symfed.derive.extrapolation import Extrapolation, in_local_steps, three_point, two_point
from symfed.formulas.quadratic import Chain, Chains
from symfed.models.problems import QuadraticProblem
from symfed.reference.exact import Combination
from tests.formulas.helpers import PLANE, TWO_CLIENTS, JetProblem, entries, heterogeneous, random_jets

TENTH, SMALL = Fraction(1, 10), Fraction(1, 40)
#: formula -> (noise shared, averaged, weights on gamma and 2 gamma)
SPREADS = {
    "richardson_romberg_variance": (True, False, (2, -1)),
    "richardson_romberg_variance_independent": (False, False, (2, -1)),
    "richardson_romberg_averaged_variance": (True, True, (2, -1)),
    "richardson_romberg_averaged_variance_independent": (False, True, (2, -1)),
    "fedavg_averaged_variance": (True, True, (1, 0)),
}
BIASES = {"richardson_romberg_bias": two_point(), "richardson_romberg_h_bias": in_local_steps(), "three_point_bias": three_point()}


@pytest.mark.parametrize("name", SPREADS)
@pytest.mark.parametrize("problem", [TWO_CLIENTS, PLANE], ids=["d = 1", "d = 2"])
@pytest.mark.parametrize("steps", [1, 2, 5])
def test_spreads_equal_the_joint_chain(name: str, problem: Any, steps: int) -> None:
    shared, averaged, weights = SPREADS[name]
    joint = Combination("fedavg", problem, [(SMALL, steps), (2 * SMALL, steps)], weights, shared)
    truth = joint.long_run_covariance() if averaged else joint.stationary().covariance
    assert entries(getattr(f, name)(problem, SMALL, steps, backend="exact")) == entries(truth)


def extrapolated_law(rule: Extrapolation, problem: Any, step: Fraction, steps: int) -> Any:
    """The rule's bias from single stationary laws, exact on quadratics, to 25 digits elsewhere."""
    terms = []
    for run in rule.with_local_steps(steps).runs:
        own, digits = step * Fraction(str(run.step)), None if problem.exact and problem.dim > 1 else 25
        law = reference.stationary("fedavg", problem, own, int(run.local * steps), digits=digits)
        centre = problem.optimum_to(40)[0] if hasattr(problem, "optimum_to") else problem.optimum[0]
        terms.append((int(run.weight.p), int(run.weight.q), law.mean[0] - centre))
    return sum(p * bias / q for p, q, bias in terms)


@pytest.mark.parametrize("problem", [PLANE, heterogeneous()], ids=["quadratic, d = 2", "quadrature, d = 1"])
@pytest.mark.parametrize(("rule", "slope"), [(two_point(), 2), (in_local_steps(), 1), (three_point(), 3), (three_point(1, 2, 3), 3)])
def test_each_rule_has_its_slope(problem: Any, rule: Extrapolation, slope: int) -> None:
    if rule == in_local_steps() and problem is PLANE:
        slope = 2  # quadratics have no bias by noise
    with mpmath.workdps(40):
        misses = [abs(extrapolated_law(rule, problem, Fraction(1, 2000 * 2**k), 3)) for k in range(3)]
        for larger, smaller in pairwise(misses):
            # the next power of gamma weighs gamma L H times the multiples of gamma, below 8 percent
            assert float(larger / smaller) == pytest.approx(2**slope, rel=0.1)


@pytest.mark.parametrize("problem", [PLANE, heterogeneous()], ids=["quadratic, d = 2", "quadrature, d = 1"])
@pytest.mark.parametrize("name", BIASES)
def test_formulas_leave_the_remainder_that_they_state(problem: Any, name: str) -> None:
    formula, misses = getattr(f, name), []
    backend = {"backend": "exact"} if problem is PLANE else {"backend": "mpmath", "digits": 30}
    with mpmath.workdps(40):
        for step in (Fraction(1, 2000), Fraction(1, 4000)):
            misses.append(abs(extrapolated_law(BIASES[name], problem, step, 3) - entries(formula(problem, step, 3, **backend))[0]))
        # as above
        assert float(misses[0] / misses[1]) == pytest.approx(2 ** (formula.order + 1), rel=0.1)


@pytest.mark.parametrize("d", [1, 2])
def test_biases_are_the_engines_weighted_by_hand(d: int) -> None:
    jets = random_jets(d, seed=11)
    problem, (_, second), (_, longer) = JetProblem(jets), *[coefficients("fedavg", jets, "bias", 2, steps) for steps in (3, 6)]
    assert entries(100 * f.richardson_romberg_bias(problem, TENTH, 3, backend="exact", check=False)) == entries(-2 * second)
    noise = f.fedavg_bias_stochastic(problem, TENTH, 3, backend="exact", check=False)
    left = f.richardson_romberg_h_bias(problem, TENTH, 3, order=2, backend="exact", check=False)
    assert entries(left) == entries(noise + (5 * second - 2 * longer) / 300)  # (5, -2)/3 at H = 3


def test_leading_constants_by_hand() -> None:
    # a = 1, C = 2, N = 2: of gamma C/(N a) = gamma, iterates have 1/3 and 3; of C/(N H a^2) = 1/4, averages have 1 and 5
    twins, step = QuadraticProblem([[[1]], [[1]]], [[0], [2]], [[2]]), 1e-6
    hand = {
        "richardson_romberg_variance": step / 3,
        "richardson_romberg_variance_independent": step * 3,
        "richardson_romberg_averaged_variance": 1 / 4,
        "richardson_romberg_averaged_variance_independent": 5 / 4,
    }
    for name, constant in hand.items():
        # what follows is smaller by gamma a H = 4e-6
        assert float(getattr(f, name)(twins, step, 4)[0, 0]) == pytest.approx(constant, rel=1e-4)


@pytest.mark.parametrize("shared", [True, False])
@pytest.mark.parametrize("burn_in", [0, 1, 4])
def test_finite_averages_equal_the_joint_chain(shared: bool, burn_in: int) -> None:
    places = [(SMALL, 2, 3), (2 * SMALL, 2, -1), (SMALL, 4, -1)]
    runs = [Chain(flint.fmpq(step.numerator, step.denominator), steps, weight) for step, steps, weight in places]
    chains, start = Chains(PLANE.jets, runs, shared), [5, -3]
    law = Combination("fedavg", PLANE, [place[:2] for place in places], [place[2] for place in places], shared).averaged(7, start, burn_in)
    assert entries(chains.summed(lambda r, s: chains.averaged(r, s, 7, burn_in))) == entries(law.covariance)
    transient = []
    for r, (step, steps, weight) in enumerate(places):
        bias = f.fedavg_fixed_point(PLANE, step, steps, backend="exact")
        transient.append(weight * (bias + chains.transient(np.array(start, dtype=object) - PLANE.optimum - bias, r, 7, burn_in)))
    assert entries(sum(transient[1:], transient[0])) == entries(law.bias)


def test_formulas_scale_as_they_must() -> None:
    assert {scaling(sp.together(term)) for term in sp.Add.make_args(f.richardson_romberg_bias.expr)} == {(0, 1)}
    assert f.richardson_romberg_bias.expr.as_leading_term(gamma).as_independent(gamma)[1] == gamma**2
    assert not f.richardson_romberg_h_bias.expr.has(H)


def test_the_largest_run_is_inside_the_domain() -> None:
    with pytest.raises(OutsideDomain, match="gamma"):
        f.richardson_romberg_bias(TWO_CLIENTS, 0.2, 1)  # 2 gamma L = 1.2
    assert np.isfinite(f.fedavg_bias(TWO_CLIENTS, 0.2, 1)).all()
