"""The assumptions of linear stochastic approximation: members are members, and what is drawn without one lacks it."""

import flint
import numpy as np
import pytest

from proofs_checks.symfed.lsa import classes, controls, crowd, runs, scafflsa_laws
from symfed.core.errors import UnstableStep
from symfed.strategies import draw
from symfed.strategies.instance import beyond

q = flint.fmpq


@pytest.mark.parametrize(
    ("condition", "members"),
    [
        (classes.SETTLES, runs.linear_runs),
        (classes.SHRINKS, runs.linear_runs),
        (classes.SHRINKS_ALONE, runs.lsa_runs),
        (classes.LAWS_SHRINK, scafflsa_laws.law_cases),
        (classes.ROUNDS_SHRINK, controls.controlled_linear_rounds),
        (classes.ROUNDS_BOUNDED, controls.controlled_linear_rounds),
        (classes.BALANCED, controls.controlled_linear_rounds),
        (classes.EQUAL_AGENTS, runs.equal_agents),
        (classes.EQUAL_AGENTS_SETTLE, runs.equal_agents),
        (classes.ROUND_SHRINKS, scafflsa_laws.bounded_laws),
        (classes.LAWS_BOUNDED, crowd.crowds),
    ],
)
def test_members_and_others(condition, members):
    assert all(condition.contains(i) is not False for i in draw(members(1, 2), 10))
    others = draw(condition.outside(1, 2), 30)
    assert sum(condition.contains(i) is False for i in others) >= 3


def test_what_a_class_cannot_read_it_leaves_open():
    for condition in (classes.SHRINKS, classes.ROUNDS_BOUNDED, classes.BALANCED, classes.EQUAL_AGENTS, classes.ROUND_SHRINKS):
        assert condition.contains(object()) is None


def test_one_sentence_is_one_condition():
    assert classes.SETTLES == classes.SHRINKS == classes.LAWS_SHRINK == classes.ROUNDS_SHRINK
    assert classes.STARTS_BALANCED == classes.BALANCED


def test_a_larger_rate_is_said_and_not_had():
    for i in draw(runs.too_large_rate(1, 2), 10):
        assert i.rate > (1 - max((square**2).sum() / 2 for square in i.factors[..., 0, 0])) / i.gamma
        assert i.gamma * i.rate <= 1


def test_beyond_the_usual_steps_laws_need_not_be_of_few():
    with beyond():
        drawn = draw(scafflsa_laws.law_cases(1, 2), 20)
    assert any((i.H - 1) * i.gamma * (i.squared_length + 2 * i.decay**2) > 2 * i.decay for i in drawn)


def test_a_thousand_agents_that_turn():
    first, *_ = crowd.worst_crowds()
    assert (first.N, first.H) == (1000, 2)
    assert q(234, 100) < first.error * first.N * first.decay / (first.gamma * first.noise()) < q(235, 100)


def test_a_crowd_settles_from_rest():
    settled = crowd.settled_crowds()
    for i in settled[:4]:
        assert q(99, 100) * i.crowd.error < i.expected_error < i.crowd.error
        assert i.psi0 == 0
    one = settled[0].crowd
    assert one.error_after(0) == 0
    assert one.error_after(1) < one.error_after(2)


def test_two_that_turn_too_far_have_no_law():
    diverging = crowd.settled_crowds()[-1]
    with pytest.raises(UnstableStep):
        _ = diverging.crowd.error
    assert diverging.expected_error > 18 * diverging.gamma * diverging.noise() / (diverging.N * diverging.decay)


def test_opposed_solutions_by_hand():
    for i in runs.opposed_solutions():
        assert not i.problem.optimum.any()
        assert np.all(i.problem.client_optima[:, 0] == [2, -1])
    two = runs.opposed_solutions()[0]
    assert two.limit[0] == 2 * two.gamma / (6 - 5 * two.gamma)  # mean (1-(1-gA)²) own over mean 1-(1-gA)²


def test_noise_at_home_is_none():
    assert all(i.noise(own=True) == 0 for i in scafflsa_laws.quiet_at_home())
