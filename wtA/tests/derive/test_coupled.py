"""The spread of extrapolated runs: the derived expression against the joint chain, and its leading order against paper."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import flint
import numpy as np
import pytest
import sympy as sp

from symfed.core.symbols import C, ClientMean, H, N, a, gamma
from symfed.derive.extrapolation import Extrapolation, in_local_steps, plain, spread, three_point, two_point
from symfed.derive.powers import series_coefficients
from symfed.derive.quadratic import stationary_mean, stationary_second_moment
from symfed.formulas.evaluation import on_clients
from symfed.models.algorithm import Algorithm
from symfed.models.problems import QuadraticProblem
from symfed.reference.exact import Combination

LINE = QuadraticProblem([[[1]], [[2]], [[4]]], [[3], [-1], [2]], [[[1]], [[3]], [[2]]])
PLANE = QuadraticProblem([[[2, 1], [1, 3]], [[1, 0], [0, 2]]], [[0, 1], [4, 2]], [[[2, 0], [0, 1]], [[1, 1], [1, 2]]])
PROX = Algorithm(
    "prox",
    local_step=lambda x, g, x_start, gamma: x - gamma * (g + 2 * (x - x_start)),
    server_step=lambda x_mean, x_start: (x_mean + x_start) / 2,
)
RULES = {"plain": plain(), "two points": two_point(), "in H": in_local_steps(), "three points": three_point(1, 2, 3)}


def combination(algorithm: Any, rule: Extrapolation, step: Fraction, steps: int, shared: bool, problem: Any = LINE) -> Combination:
    runs = rule.with_local_steps(steps).runs
    places = [(step * Fraction(str(run.step)), int(run.local * steps)) for run in runs]
    return Combination(algorithm, problem, places, [run.weight for run in runs], shared)


@pytest.mark.parametrize("shared", [True, False])
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("algorithm", ["fedavg", PROX, "fedavg_deterministic"], ids=["fedavg", "prox", "fedavg_deterministic"])
def test_spread_equals_the_joint_chain(algorithm: Any, rule: str, shared: bool) -> None:
    for step, steps in ((Fraction(1, 13), 2), (Fraction(1, 30), 3)):
        joint = combination(algorithm, RULES[rule], step, steps, shared)
        for averaged in (False, True):
            expression = spread(algorithm, RULES[rule], shared, averaged)
            derived = on_clients(expression, LINE.jets, "exact")(flint.fmpq(step.numerator, step.denominator), flint.fmpq(steps))
            truth = joint.long_run_covariance() if averaged else joint.stationary().covariance
            assert derived == truth[0, 0]
            assert (truth[0, 0] == 0) == (algorithm == "fedavg_deterministic")


def noise_factor(rule: Extrapolation, shared: bool, averaged: bool) -> sp.Expr:
    """The rule's leading variance over that of one plain run: of an iterate, or of a long average of iterates.

    shared: the h-th local steps of a round draw the same sample in every run; otherwise runs are independent. Quadratic clients, gamma -> 0
    at fixed H, all runs for as many rounds; variance is the trace of the covariance in any dimension. For runs r and s with multiples s_r,
    s_s of gamma and m_r, m_s of H, iterates have covariance 2 s_r s_s min(m_r, m_s)/(s_r m_r + s_s m_s) and averages 1/max(m_r, m_s), in
    units of the plain variances: gamma C/(2 N a) and C/(N H a² T) in dimension one.
    """
    total = sp.S.Zero
    for r in rule.runs:
        for s in rule.runs:
            if shared or r is s:
                iterate = 2 * r.step * s.step * sp.Min(r.local, s.local) / (r.step * r.local + s.step * s.local)
                total += r.weight * s.weight * (1 / sp.Max(r.local, s.local) if averaged else iterate)
    return sp.factor(total)


def test_noise_factors_by_hand() -> None:
    # independent: 4 + 1 for averages; 4 (1) + 1 (2) for iterates. Shared: 4 + 2 - 2 (2)(1)(4/3) for iterates.
    assert [noise_factor(two_point(), shared, averaged) for averaged in (False, True) for shared in (True, False)] == [
        sp.Rational(2, 3),
        6,
        1,
        5,
    ]
    # two runs at 2H cost half as much noise each: (4 + 1/2 - 2 (2)(1/2)) as H grows
    assert sp.limit(noise_factor(in_local_steps(), shared=True, averaged=True), H, sp.oo) == sp.Rational(5, 2)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("shared", [True, False])
@pytest.mark.parametrize("averaged", [True, False])
def test_leading_order_is_the_noise_factor(rule: str, shared: bool, averaged: bool) -> None:
    steps = 3
    one_client = spread("fedavg", RULES[rule], shared, averaged).subs(H, steps).replace(ClientMean, lambda inside: inside)
    first = series_coefficients(sp.cancel(one_client) if averaged else sp.cancel(one_client / gamma), gamma, 0)[0]
    unit = C / (N * steps * a**2) if averaged else C / (2 * N * a)
    assert sp.cancel(first / unit - noise_factor(RULES[rule].with_local_steps(steps), shared, averaged)) == 0


@pytest.mark.parametrize("rule", ["two points", "in H", "three points"])
@pytest.mark.parametrize("shared", [True, False])
def test_the_noise_factor_is_of_the_trace_in_any_dimension(rule: str, shared: bool) -> None:
    step, steps = Fraction(1, 10**6), 3
    single = Combination("fedavg", PLANE, [(step, steps)], [1], shared=True)
    joint = combination("fedavg", RULES[rule], step, steps, shared, PLANE)
    for averaged in (False, True):
        plainly, extrapolated = (np.trace(c.long_run_covariance() if averaged else c.stationary().covariance) for c in (single, joint))
        factor = noise_factor(RULES[rule].with_local_steps(steps), shared, averaged)
        # what follows the leading order is smaller by gamma L H < 2e-5, times weights below 30
        assert float(extrapolated / plainly) == pytest.approx(float(factor), rel=1e-3)


def test_one_run_spreads_as_the_second_moment_says() -> None:
    alone = spread("fedavg", plain(), shared=False, averaged=False)
    assert sp.simplify(alone - stationary_second_moment("fedavg") + stationary_mean("fedavg") ** 2) == 0


def test_averages_of_two_runs_with_one_noise_spread_as_one_run_does_where_a_round_is_a_step() -> None:
    # exact in gamma: (1 - M)^-1 gamma = 1/a does not depend on gamma
    plainly, extrapolated = (spread("sgd", rule, shared=True, averaged=True) for rule in (plain(), two_point()))
    assert sp.cancel(plainly - extrapolated) == 0
