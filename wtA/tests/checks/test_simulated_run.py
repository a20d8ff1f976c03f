"""The null of the simulated bias: what it allows beyond the first order is enough, by a reference that no formula enters."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import flint
import numpy as np
import pytest

from proofs_checks.aistats.theorem_4 import RUN, simulated
from symfed.checks.readings import SimulatedRun
from symfed.core.errors import InvalidInput
from symfed.derive.expansion import coefficients
from symfed.models.algorithms import get_algorithm
from symfed.reference.quadrature import stationary_quadrature
from symfed.reference.simulation import simulate
from symfed.strategies.standard import heterogeneous_scalars

#: Three clients whose second term has one sign at H = 5 and the other at H = 6.
THREE = SimulatedRun(
    "fedavg", lambda: heterogeneous_scalars()[1], Fraction(1, 8), H=5, rounds=50, averaged=20, replicas=4_000, third=Fraction(1, 16)
)


def terms(run: SimulatedRun, gamma: float) -> tuple[float, float]:
    """The terms in gamma and gamma^2 of the bias."""
    found = coefficients(get_algorithm(run.algorithm), run.problem().jets, "bias", 2, run.H)
    return float(found[0][0]) * gamma, float(found[1][0]) * gamma**2


def bias(run: SimulatedRun, gamma: Fraction) -> float:
    """By quadrature, to 20 digits."""
    problem = run.problem()
    law = stationary_quadrature(run.algorithm, problem, flint.fmpq(gamma.numerator, gamma.denominator), run.H, digits=20)
    return float(law.mean[0] - problem.optimum_to(30)[0])


@pytest.mark.parametrize("halvings", range(4))
def test_the_stated_constant_bounds_what_two_terms_leave_out(halvings: int) -> None:
    gamma = RUN.gamma / 2**halvings
    beyond = abs(bias(RUN, gamma) - sum(terms(RUN, float(gamma)))) / float(gamma) ** 3
    assert beyond <= RUN.third
    assert beyond >= RUN.third / 2  # nor is it so large that anything would pass


def test_the_slack_holds_the_remainder_and_little_more() -> None:
    remainder = abs(bias(RUN, RUN.gamma) - terms(RUN, float(RUN.gamma))[0])
    assert remainder <= RUN.slack()
    # one part in twenty of the predicted bias: a tenth more, or H for H - 1, is twice as far away
    assert RUN.slack() < abs(terms(RUN, float(RUN.gamma))[0]) / 20


def test_both_terms_of_the_slack_are_needed() -> None:
    # at H = 8 the terms that are left out have one sign: together they are the remainder, and either alone is less
    run = replace(THREE, H=8, third=Fraction(19, 100))
    left_out = abs(bias(run, run.gamma) - terms(run, float(run.gamma))[0])
    second, third = abs(terms(run, float(run.gamma))[1]), float(run.third * run.gamma**3)
    assert max(second, third) < left_out <= run.slack() <= second + third + 1e-6


@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_the_slack_holds_what_is_left_of_the_start(rounds: int) -> None:
    # after few rounds from theta* the mean is still near theta*, and the claim about the stationary law must not be blamed for it
    run = replace(RUN, rounds=rounds, averaged=1, replicas=20_000)
    draws = run.late_averages(1)
    error = 6 * draws.std() / np.sqrt(draws.size)  # six standard errors: a false alarm once in 1e9
    assert abs(draws.mean() - run.mean(simulated.statement)) <= run.slack() + error
    shorter = replace(run, rounds=rounds + 1).slack()
    rate = (1 - float(RUN.gamma) * RUN.problem().mu) ** RUN.H
    # the same but for the start, which shrinks with the contraction of H steps
    rest = replace(RUN, rounds=1000).slack()
    assert (shorter - rest) == pytest.approx(rate * (run.slack() - rest), rel=1e-2)


def test_the_second_term_alone_may_vanish_where_the_remainder_does_not() -> None:
    # at H = 5 and 6 the coefficient of gamma^2 has opposite signs: near its zero a multiple of it bounds nothing
    five, six = (terms(replace(THREE, H=H), 1.0)[1] for H in (5, 6))
    assert five * six < 0
    assert abs(bias(THREE, THREE.gamma) - sum(terms(THREE, 1 / 8))) > abs(terms(THREE, 1 / 8)[1])


def test_rules_whose_contraction_is_another_are_refused() -> None:
    with pytest.raises(InvalidInput, match="algorithm = 'scaffold'"):
        replace(RUN, algorithm="scaffold").slack()


def test_batches_are_kept_and_differ() -> None:
    small = replace(RUN, rounds=3, averaged=2, replicas=50)
    trajectory = simulate("fedavg", RUN.problem(), RUN.gamma, RUN.H, 3, replicas=50, record=1, seed=3).trajectory
    assert np.array_equal(small.late_averages(3), trajectory[[2, 3], :, 0].mean(axis=0))  # 0 is the start
    assert small.slack() == replace(small, rounds=2, averaged=1).slack()  # the earliest round that is averaged counts
    assert small.late_averages(3) is small.late_averages(3)
    assert not np.array_equal(small.late_averages(3), small.late_averages(4))
