"""Exact runs of linear stochastic approximation: their constants, laws and special kinds, by roads that the claims do not take."""

import flint
import numpy as np
import pytest

from proofs_checks.symfed.lsa.runs import (
    cancelling_solutions,
    equal_agents,
    exact_solutions,
    independent_noise,
    linear_runs,
    lsa_runs,
)
from symfed.reference.exact import expected_squared_distance
from symfed.strategies import draw
from symfed.strategies.sampled import by_rule

RUNS = draw(linear_runs(2, 2, steps=(1, 2)), 6)


@pytest.mark.parametrize("i", RUNS)
def test_the_mean_over_draws_is_that_of_the_exact_law(i):
    theta = i.problem.optimum
    enumerated = i.expected(lambda run: ((by_rule("fedlsa", run) - theta) ** 2).sum())
    assert enumerated == expected_squared_distance("fedlsa", i.problem, i.gamma, i.H, 1, i.start)[-1]


@pytest.mark.parametrize("i", RUNS)
def test_the_rate_is_a_rate(i):
    for u in (i.start, i.point, i.start + 3 * i.point):
        for c in range(i.N):
            after = sum(((i.factors[c, z] @ u) ** 2).sum() for z in i.samples) / len(i.samples)
            assert after <= (1 - i.gamma * i.rate) * (u @ u)
            A = i.problem.mean_matrices[c]
            assert (A @ u) @ (A @ u) <= i.squared_length * (u @ u)
    assert i.rate >= 1


def test_the_rate_is_sharp_in_dimension_one():
    for i in draw(lsa_runs(1, 1), 5):
        assert 1 - i.gamma * i.rate == sum(factor**2 for factor in i.factors[0, :, 0, 0]) / 2


@pytest.mark.parametrize("i", RUNS)
def test_noise_is_what_a_sample_adds_to_the_mean(i):
    x = i.point
    for c in range(i.N):
        noises = [i.noise(c, z, x) for z in i.samples]
        assert not sum(noises).any()
        assert all((n == i.gradient(c, z, x) - i.mean_gradient(c, x)).all() for z, n in zip(i.samples, noises, strict=True))
        assert i.variance(c, x) == sum(n @ n for n in noises) / len(noises)


def test_the_limit_is_left_alone_by_the_mean_round():
    for i in draw(linear_runs(2, 2, steps=(1, 2)), 4):
        assert (i.starting(i.limit).expected(lambda run: by_rule("fedlsa", run)) == i.limit).all()


def test_special_kinds_are_what_they_say():
    for i in draw(exact_solutions(2, 2), 5):
        assert not any(i.variance(c, own, b) for c, own in enumerate(i.problem.client_optima) for b in (1, -1))
    for i in draw(equal_agents(2, 3), 5):
        assert (i.matrices == i.matrices[:1]).all()
        assert (i.vectors == i.vectors[:1]).all()
    for i in draw(independent_noise(2, 1), 5):
        correlation = sum(i.matrices[0, z].T @ i.gradient(0, z, i.problem.optimum) for z in i.samples)
        assert not correlation.any()
        assert len(i.samples) == 4
    for i in draw(cancelling_solutions(1, 3), 5):
        assert not i.problem.optimum.any()
        assert not i.problem.client_optima.sum(axis=0).any()
        assert (i.limit - i.problem.optimum).any()


def test_without_vectors_a_run_is_linear_in_its_start():
    i = RUNS[-1]
    ends = [by_rule("fedlsa", i.without_vectors().starting(x)) for x in (i.start, flint.fmpq(3) * i.start)]
    assert (3 * ends[0] == ends[1]).all()
    assert len(i.cut(1).draws) == 1
    assert np.array_equal(i.cut(1).draws, i.draws[:1])
