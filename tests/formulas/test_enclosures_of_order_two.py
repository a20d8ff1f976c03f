"""Enclosures of order two: they hold the truth, every term of their centers is felt, and their radius is of order gamma³."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import symfed as sf
from symfed.core.errors import OutsideDomain
from symfed.formulas import (
    fedavg_bias,
)
from symfed.formulas.enclosures import second_order
from symfed.formulas.enclosures.constants import constants
from symfed.formulas.enclosures.enclosure import largest_step
from symfed.formulas.enclosures.first_order import enclose_moments
from symfed.formulas.enclosures.higher import higher
from symfed.formulas.enclosures.second_order import enclose_second_order
from symfed.numeric.ball_arrays import BallArray
from tests.formulas.enclosing import instance, logistic, missed


def test_order_two_against_quadrature() -> None:
    rng = np.random.default_rng(21)
    sharper = 0
    for _ in range(8):
        problem, gamma, H = instance(rng)
        known = constants(problem)
        first = enclose_moments(known, BallArray(gamma / 10), H, order=2)
        found = enclose_second_order(known, BallArray(gamma / 10), first)
        assert not missed(problem, gamma / 10, H, found), (problem, gamma, H)
        sharper += found.mean_radius < first.mean_radius
    assert sharper >= 4


#: Wrong variants of the terms that order two adds: the truth must miss them.
WRONG_TERMS: dict[str, Callable[[Any], Any]] = {
    "the slope of the noise in the third moment": lambda k: replace(k, slopes=-k.slopes),
    "the noise's own third moment, in the third moment": lambda k: replace(k, cubes=-k.cubes),
    "the third derivative in the third moment": lambda k: replace(k, third=-k.third),
    "the slope of the noise": lambda k: replace(k, weights=(-k.weights[0], k.weights[1])),
    "the curvature of the noise": lambda k: replace(k, weights=(k.weights[0], -k.weights[1])),
    "the mean in the covariance": lambda k: replace(k, noise_gradients=-k.noise_gradients),
    "no square of Hessians in the covariance": lambda k: replace(k, noise_hessians=k.noise_hessians * 0.0),
}


@pytest.mark.parametrize("name", WRONG_TERMS)
def test_wrong_terms_of_order_two_are_excluded(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # what the third moment is made of is felt where one client makes one step: there radii are small
    alone = "third moment" in name
    problem = logistic(np.random.default_rng(3), 1, 1, 6, 1.0) if alone else logistic(np.random.default_rng(4), 1, 3, 10, 0.3)
    gamma, H = (0.003 / problem.L, 1) if alone else (0.0005 / problem.L, 5)
    known, right = constants(problem), higher(constants(problem))
    first = enclose_moments(known, BallArray(gamma), H, order=2)
    assert not missed(problem, gamma, H, enclose_second_order(known, BallArray(gamma), first))
    monkeypatch.setattr(second_order, "higher", lambda c: WRONG_TERMS[name](right))
    assert missed(problem, gamma, H, enclose_second_order(known, BallArray(gamma), first))


def test_wrong_fourth_derivative_is_excluded() -> None:
    problem = logistic(np.random.default_rng(4), 1, 3, 10, 0.3)
    gamma = 0.0005 / problem.L
    known = constants(problem)
    first = enclose_moments(known, BallArray(gamma), 5, order=2)
    for i in (3, 4):  # and the fifth
        jets = tuple(-jet if j == i else jet for j, jet in enumerate(known.jets))
        assert missed(problem, gamma, 5, enclose_second_order(replace(known, jets=jets), BallArray(gamma), first))


def test_the_radius_of_order_two_is_of_third_order() -> None:
    problem = logistic(np.random.default_rng(4), 3, 3, 20, 0.3)
    known = constants(problem)
    found = [
        enclose_second_order(known, BallArray(g), enclose_moments(known, BallArray(g), 5)) for g in (1e-3 / problem.L, 1e-4 / problem.L)
    ]
    # gamma³ falls by 1000, gamma^(5/2) by 316; what is left of higher orders is below a half at gamma L = 1e-3
    assert 900 < found[0].mean_radius / found[1].mean_radius < 1500
    assert 900 < found[0].second_radius / found[1].second_radius < 1500


def test_noise_may_be_more_than_the_random_part_of_a_gradient_is_at_most() -> None:
    """Nine samples pull one way and one pulls thrice as far the other way: far from theta* all of them pull with all their weight."""
    rows = np.array([[1.0, 0.1]] * 9 + [[-3.0, 0.1]])
    problem = sf.LogisticProblem([rows], [[-1] * 10], 1.0)
    known, gamma = constants(problem), BallArray(0.01 / problem.L)
    fourth = np.mean(np.linalg.norm(rows - rows.mean(axis=0), axis=1) ** 4) ** 0.25
    assert fourth > 1.1 * known.cap[4][0]
    grounds = enclose_moments(known, gamma, 2, order=2).grounds
    assert grounds is not None
    centre, moment = np.zeros(2), np.eye(2)
    found = second_order._OrderTwoInFloats(
        known, higher(known), grounds, gamma, second_order.centres(known, higher(known), grounds, gamma, 2, centre, moment), centre, moment
    )
    found.d = {k: x * 1e9 for k, x in found.d.items()}
    found.sums_of_moments()
    assert found.s[4].values.min() >= fourth


def test_a_problem_of_the_usual_size_at_order_two() -> None:
    problem = logistic(np.random.default_rng(1), 10, 10, 100, 0.01)
    for H in (1, 10):
        found = [fedavg_bias.enclose(problem, 0.01 / problem.L, H, order=k) for k in (1, 2)]
        assert found[1].norm < 0.1 * np.linalg.norm(found[1].center)
        assert found[1].norm < 0.6 * found[0].norm
        assert np.linalg.norm(found[0].center - found[1].center) <= found[0].norm + found[1].norm


def test_where_an_enclosure_says_something() -> None:
    problem = logistic(np.random.default_rng(4), 2, 3, 10, 0.3)
    edge = largest_step(problem, 5)
    assert 0.01 < edge * problem.L < 0.5
    assert fedavg_bias.enclose(problem, edge, 5, order=2).informative
    assert not fedavg_bias.enclose(problem, 1.1 * edge, 5, order=2).informative
    assert largest_step(problem, 5, order=1) < 1.06 * edge
    with pytest.raises(OutsideDomain, match="from zero"):
        largest_step(sf.QuadraticProblem([[[1]]], [[0]], [[1]]), 1)
