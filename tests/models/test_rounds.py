"""Rounds of a rule, against rounds written out by hand; and that nobody else writes them out."""

from __future__ import annotations

import ast
from fractions import Fraction
from pathlib import Path

import flint
import numpy as np
import pytest

from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm
from symfed.models.arrays import Array
from symfed.models.rounds import run_rounds

HALF = Fraction(1, 2)
ROOT = Path(__file__).resolve().parents[2]


def pull(local: Array, t: int, h: int) -> Array:
    """Two clients with curvature one about 0 and 2, and a push of their own in every step of every round."""
    return local - np.array([[Fraction(0)], [Fraction(2)]]) + Fraction(t + 2 * h, 7)


def at(value: int) -> Array:
    return np.array([Fraction(value)])


def test_two_rounds_with_control_variates_are_those_written_out():
    x, xi = Fraction(3), [Fraction(0), Fraction(0)]
    for t in range(2):
        ends = []
        for c in range(2):
            y = x
            for h in range(2):
                y = y - HALF * (y - 2 * c + Fraction(t + 2 * h, 7) + xi[c])
            ends.append(y)
        after = (ends[0] + ends[1]) / 2
        xi = [xi[c] + (ends[c] - after) / (HALF * 2) for c in range(2)]
        x = after
    states = run_rounds(get_algorithm("scaffold"), pull, at(3), HALF, 2, 2, rounds=2)
    assert [len(states), states[0][0][0]] == [3, 3]
    assert [states[-1][0].tolist(), states[-1][1][:, 0].tolist()] == [[x], xi]


def test_a_client_counts_as_many_times_as_it_stands_for():
    crowd = run_rounds(get_algorithm("fedavg"), lambda x, t, h: x - [[0], [6], [6]], at(1), HALF, 3, 3)[-1][0]
    assert run_rounds(get_algorithm("fedavg"), lambda x, t, h: x - [[0], [6]], at(1), HALF, 3, 2, counts=(1, 2))[-1][0] == crowd


def test_a_round_of_many_replicas_is_a_round_of_each():
    many = np.array([[1.0], [2.0], [5.0]])
    together = run_rounds(get_algorithm("scaffold"), lambda x, t, h: 0.5 * x, many, 0.25, 2, 2)[-1]
    for k, alone in enumerate(many):
        one = run_rounds(get_algorithm("scaffold"), lambda x, t, h: 0.5 * x, alone, 0.25, 2, 2)[-1]
        assert (one[0] == together[0][k]).all()
        assert (one[1] == together[1][k]).all()


@pytest.mark.parametrize("number", [Fraction, flint.fmpq])
def test_the_number_of_steps_is_of_the_numbers_type_before_a_rule_divides_by_it(number):
    shares = Algorithm("shares", local_step=lambda x, g, gamma, H: x - gamma * (1 / H) * g)
    (end,) = run_rounds(shares, lambda x, t, h: x, np.array([number(1)]), number(1), 3, 1)[-1][0]
    assert type(end) is number
    assert end == number(8, 27)


def test_nobody_else_runs_a_round():
    """A server's step on numbers is taken in `run_rounds` alone; what derives a rule, or reads its coefficients, takes it on symbols."""
    allowed = {"symfed/models/algorithm.py", "symfed/models/rounds.py", "symfed/reference/setting.py"}
    allowed |= {"symfed/checks/fixed_steps.py", "proofs_checks/iccopt/scaffold_algorithm.py"}  # these read coefficients
    allowed |= {"symfed/worst_case/rounds.py"}  # solves the server's step for the gradient that leaves it where it is
    found = set()
    for path in [*(ROOT / "symfed").rglob("*.py"), *(ROOT / "proofs_checks").rglob("*.py")]:
        name = path.relative_to(ROOT).as_posix()
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "server" and len(node.args) >= 2:
                found.add(name)
    assert {name for name in found - allowed if not name.startswith(("symfed/derive/", "symfed/tensors/"))} == set()
