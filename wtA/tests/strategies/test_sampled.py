"""Runs with finitely many samples: the rule run on them, and laws by enumeration."""

from dataclasses import replace

import flint
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from symfed.reference.exact import iterates
from symfed.strategies.sampled import SampledRun, by_rule, image, law_by_rule, mixture, rows, sampled_runs

Q = flint.fmpq
FEW = settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))


def rational(values):
    return np.array([Q(int(v)) for v in np.ravel(values)], dtype=object).reshape(np.shape(values))


@pytest.fixture
def coin():
    """One client, gradients x - 1 and x + 1, gamma = 1/2, from 0."""
    return SampledRun(
        matrices=rational([[[[1]], [[1]]]]),
        vectors=rational([[[1], [-1]]]),
        cubes=rational([[0, 0]]),
        gamma=Q(1, 2),
        draws=np.array([[[0, 1]]]),
        start=rational([0]),
        point=rational([0]),
    )


def test_draws_are_used_in_order(coin):
    # 0 -> 1/2 (towards 1), then halfway towards -1
    assert by_rule("fedavg", coin)[0] == Q(-1, 4)
    assert by_rule("fedavg", replace(coin, draws=np.array([[[1, 0]]])))[0] == Q(1, 4)


def test_law_of_two_tosses_by_hand(coin):
    assert law_by_rule("fedavg", coin).tolist() == [[Q(1, 4), Q(v, 4)] for v in (-3, -1, 1, 3)]


def test_cubes_enter_gradient_and_loss(coin):
    run = replace(coin, cubes=rational([[2, 0]]))
    assert run.gradient(0, 0, rational([3]))[0] == 3 - 1 + 54
    assert run.loss(0, 0, rational([2])) == 2 - 2 + 8


def test_equal_points_are_one_atom():
    law = image([rational([1]), rational([2]), rational([1]), rational([1])])
    assert rows(law).tolist() == [[Q(3, 4), 1], [Q(1, 4), 2]]
    assert rows(mixture(law, lambda x: image([0 * x]))).tolist() == [[1, 0]]


@FEW
@given(st.integers(1, 2).flatmap(lambda d: sampled_runs(d, 2, cubic=False)))
def test_without_noise_the_rule_walks_as_the_reference_does(run):
    walked = iterates("fedavg_deterministic", run.quadratic(), run.gamma, run.H, 1, run.start)[-1]
    assert (by_rule("fedavg_deterministic", run) == walked).all()


@FEW
@given(sampled_runs(2, 2, cubic=False, indefinite=True))
def test_spread_samples_keep_convex_means_and_their_smoothness(run):
    assert run.mu > 0
    assert all(run.L * abs(v @ v) >= abs(v @ A @ v) for A in run.matrices.reshape(-1, 2, 2) for v in (run.start, run.point))
