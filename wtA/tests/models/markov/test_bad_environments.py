"""Bad Markov chains, policies, grids and features: the message names the argument, shows its value and states the rule."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from symfed.core.errors import InvalidInput
from symfed.models.markov import MarkovRewardProcess, garnet, grid_world, random_features
from symfed.models.problems import TDProblem, td_problem
from symfed.reference.streams import stream

HALF = Fraction(1, 2)
COIN = [[HALF, HALF], [HALF, HALF]]
KERNEL, TWO = [[[0, 1], [1, 0]], [[1, 0], [0, 1]]], [[1, 0], [0, 1]]


def process(transition: Any = COIN, rewards: Any = (1, 0), discount: Any = HALF) -> Callable[[], Any]:
    return lambda: MarkovRewardProcess(transition, rewards, discount)


def policy(kernel: Any = KERNEL, rewards: Any = TWO, chosen: Any = COIN, discount: Any = HALF) -> Callable[[], Any]:
    return lambda: MarkovRewardProcess.under_policy(kernel, rewards, chosen, discount)


def td(features: Any, *others: Any) -> Callable[[], Any]:
    return lambda: TDProblem([process()(), *others], features)


def grid(rewards: Any = ((0, 1), (0, 0)), **options: Any) -> Callable[[], Any]:
    return lambda: grid_world(rewards, HALF, **options)


def random(*sizes: Any, **options: Any) -> Callable[[], Any]:
    return lambda: garnet(stream(0, "garnet"), *sizes, HALF, **options)


TABLE: dict[str, tuple[Callable[[], Any], str, str, str]] = {
    # case: (attempt, argument, part of the shown value, part of the rule)
    "sum above one": (process([[HALF, 1], [1, 0]]), "transition[0]", "[1/2, 1]", "probabilities must sum to one, not 3/2"),
    "sum below one": (process([[1, 0], [0.5, 0.4]]), "transition[1]", "[0.5, 0.4]", "must sum to one, not 0.9"),
    "negative": (process([[HALF, HALF], [2, -1]]), "transition[1]", "[2, -1]", "must not be negative, as -1 is"),
    "not square": (process([[HALF, HALF]]), "transition", "(1, 2)", "must have shape (S, S)"),
    "axes": (process([1, 0]), "transition", "[1, 0]", "must have shape (S, S), has 1 axes"),
    "NaN": (process([[HALF, HALF], [math.nan, 1]]), "transition[1, 0]", "nan", "must be finite"),
    "words": (process([["a", "b"], [0, 1]]), "transition", "'a'", "must hold real numbers"),
    "rewards, count": (process(rewards=[1]), "rewards", "(1,)", "must have shape (S,) = (2,) or (S, S) to match transition"),
    "rewards, table": (process(rewards=[[1, 2]]), "rewards", "(1, 2)", "must have shape (S,) = (2,) or (S, S)"),
    "rewards, number": (process(rewards=3), "rewards", "3", "must have shape (S), has 0 axes"),
    "rewards, NaN": (process(rewards=[1, math.nan]), "rewards[1]", "nan", "must be finite"),
    "discount one": (process(discount=1), "discount", "1", "must lie in [0, 1)"),
    "discount negative": (process(discount=-0.1), "discount", "-0.1", "must lie in [0, 1)"),
    "discount NaN": (process(discount=math.nan), "discount", "nan", "must be finite"),
    "discount word": (process(discount="half"), "discount", "'half'", "must be a real number"),
    "two closed classes": (
        process([[1, 0], [0, 1]]),
        "transition",
        "a chain with the classes {0} closed; {1} closed",
        "must be irreducible, or its stationary law is not unique",
    ),
    "a class that is left": (
        process([[HALF, HALF], [0, 1]]),
        "transition",
        "{0} left for good; {1} closed",
        "its stationary law never visits a state that is left for good",
    ),
    "policy, reducible": (policy(chosen=[[0, 1], [0, 1]]), "transition", "{0} closed; {1} closed", "must be irreducible"),
    "policy, sum": (policy(chosen=[[HALF, 1], [1, 0]]), "policy[0]", "[1/2, 1]", "must sum to one"),
    "policy, negative": (policy(chosen=[[HALF, HALF], [-1, 2]]), "policy[1]", "[-1, 2]", "must not be negative"),
    "policy, shape": (policy(chosen=[[1, 0]]), "policy", "(1, 2)", "must have shape (S, A) = (2, 2) to match kernel"),
    "kernel, sum": (policy([[[0, 1], [1, 1]], [[1, 0], [0, 1]]]), "kernel[0, 1]", "[1, 1]", "must sum to one, not 2"),
    "kernel, shape": (policy([[[1], [1]], [[1], [1]]]), "kernel", "(2, 2, 1)", "must have shape (S, A, S)"),
    "kernel, rewards": (policy(rewards=[[1, 0]]), "rewards", "(1, 2)", "must have shape (S, A) = (2, 2)"),
    "TD, no environments": (lambda: TDProblem([], [[1]]), "environments", "[]", "at least one Markov reward process"),
    "TD, no environment": (td([[1], [0]], "e"), "environments[1]", "'e'", "must be a MarkovRewardProcess"),
    "TD, other states": (td([[1], [0]], process([[1]], [0])()), "environments[1].num_states", "1", "that of environments[0], 2"),
    "TD, other discount": (td([[1], [0]], process(discount=0)()), "environments[1].discount", "0", "that of environments[0], 1/2"),
    "TD, rows": (td([[1]]), "features", "(1, 1)", "a row for each of the S = 2 states"),
    "TD, axes": (td([1, 0]), "features", "[1, 0]", "must have shape (S, d), has 1 axes"),
    "TD, NaN": (td([[1], [math.nan]]), "features[1, 0]", "nan", "must be finite"),
    "TD, dependent": (
        td([[1, 2], [2, 4]]),
        "features",
        "[[1, 2], [2, 4]]",
        "columns must be linearly independent, or the mean matrix A is",
    ),
    "TD, dependent floats": (td([[0.1, 0.3], [0.2, 0.6]]), "features", "0.6", "must be linearly independent"),
    "TD, more than states": (td([[1, 0, 0], [0, 1, 1]]), "features", "[1, 0, 0]", "must be linearly independent"),
    "TD, parameters": (lambda: td_problem(process()()).approximation([1]), "theta", "(1,)", "must have shape (d,) = (2,) or (n, d)"),
    "grid, wind": (grid(wind="up"), "wind", "'up'", "must be one of north, east, south, west"),
    "grid, strength": (grid(strength=1), "strength", "1", "must lie in [0, 1)"),
    "grid, goal": (grid(goal=(0, 0)), "goal", "(0, 0)", "must not be the start"),
    "grid, outside": (grid(start=(2, 0)), "start, goal", "(2, 0)", "must be cells of a grid of shape (2, 2)"),
    "grid, one row of numbers": (grid([1, 2]), "rewards", "[1, 2]", "must have shape (rows, columns)"),
    "garnet, branching": (random(3, 2, 4), "branching", "4", "must be a positive integer, at most 3"),
    "garnet, states": (random(0, 2, 1), "num_states", "0", "must be a positive integer"),
    "garnet, actions": (random(3, 1.5, 1), "num_actions", "1.5", "must be a positive integer"),
    "garnet, environments": (random(3, 1, 1, num_environments=True), "num_environments", "True", "must be a positive integer"),
    "garnet, heterogeneity": (random(3, 1, 2, heterogeneity=2), "heterogeneity", "2", "must lie in [0, 1]"),
    "garnet, heterogeneity float": (random(3, 1, 2, heterogeneity=0.1, exact=True), "heterogeneity", "0.1", "write Fraction(1, 10)"),
    "garnet, torn": (random(30, 1, 1), "branching", "1", "none of 1000 draws gave an irreducible chain; raise it, or num_actions"),
    "features, dimension": (lambda: random_features(stream(0, "features"), 2, 3), "dim", "3", "must lie between 1 and num_states = 2"),
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
