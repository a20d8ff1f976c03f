"""One rule, many readings: the same function on every number system, and its bookkeeping."""

from __future__ import annotations

import ast
import inspect
import pickle
from fractions import Fraction
from pathlib import Path
from typing import Any

import flint
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from symfed.core.errors import InvalidInput, UnknownName
from symfed.models.algorithm import ARGUMENTS, Algorithm
from symfed.models.algorithms import all_algorithms, get_algorithm
from symfed.models.algorithms.averaging import fedavg as FEDAVG
from symfed.models.algorithms.averaging import sgd as SGD
from symfed.models.algorithms.fedprox import fedprox as FEDPROX
from symfed.models.arrays import rational

RATIONALS = st.fractions(-3, 3, max_denominator=12)

#: A rule has at most ten operations, each rounding by 2^-53 of numbers below 1e4; a thousand times that is room enough.
FLOAT_SLACK = 10 * 1e4 * 2.0**-53 * 1000


def holds(ball: flint.arb, value: Fraction) -> bool:
    """Whether the value lies in the ball, by exact arithmetic: flint's own `contains` rounds the rational first."""
    if not ball.is_finite():
        return False
    middle, radius = (Fraction(int(m)) * Fraction(2) ** int(e) for m, e in (ball.mid().man_exp(), ball.rad().man_exp()))
    return abs(middle - value) <= radius


@pytest.mark.parametrize("name", sorted(all_algorithms()))
@given(data=st.data())
def test_readings_agree(name: str, data: st.DataObject) -> None:
    algorithm = get_algorithm(name)
    names = ARGUMENTS["local_step"] + algorithm.hyper
    values = {n: data.draw(RATIONALS, label=n) for n in names}
    exact = algorithm.step(**values)

    assert exact == eval(algorithm.text["local_step"], dict(values)), "the text that kernels are generated from"
    in_flint = algorithm.step(**{n: rational(v) for n, v in values.items()})
    assert in_flint == rational(exact)
    symbols = {n: sp.Dummy(n) for n in names}
    symbolic = sp.sympify(algorithm.step(**symbols))
    assert symbolic.subs({symbols[n]: sp.Rational(v) for n, v in values.items()}) == sp.Rational(exact)
    assert abs(algorithm.step(**{n: float(v) for n, v in values.items()}) - float(exact)) <= FLOAT_SLACK
    assert holds(algorithm.step(**{n: flint.arb(rational(v)) for n, v in values.items()}), Fraction(exact))


def test_the_test_of_balls_is_exact() -> None:
    assert holds(flint.arb("0.1"), Fraction(1, 10))
    assert not holds(flint.arb(flint.fmpq(1, 3)).mid(), Fraction(1, 3))
    assert not holds(flint.arb("nan"), Fraction(0))


def test_a_new_algorithm_is_three_lines(root: Path) -> None:
    tree = ast.parse((root / "symfed/models/algorithms/fedprox.py").read_text())
    statements = [node for node in tree.body if not isinstance(node, ast.ImportFrom) and not isinstance(node, ast.Expr)]
    function, definition = statements
    assert isinstance(function, ast.FunctionDef)
    assert [type(node) for node in function.body] == [ast.Return]
    assert isinstance(definition, ast.Assign)
    assert all_algorithms()["fedprox"] is FEDPROX


def test_fedprox_pulls_towards_the_start_of_the_round() -> None:
    bound = FEDPROX.bind(rho=3)
    assert bound.step(x=5, g=2, x_start=1, gamma=1) == 5 - (2 + 3 * 4)
    assert bound.step(x=5, g=2, x_start=5, gamma=1) == FEDAVG.step(x=5, g=2, gamma=1)


def test_a_parameter_without_value_is_asked_for() -> None:
    with pytest.raises(InvalidInput, match=r"rho = None: fedprox needs a value for it; write fedprox\.bind\(rho=\.\.\.\)"):
        FEDPROX.step(x=1, g=1, x_start=0, gamma=1)
    with pytest.raises(InvalidInput, match=r"rhoo = 1: fedprox has the parameters \('rho',\)"):
        FEDPROX.bind(rhoo=1)
    with pytest.raises(InvalidInput, match="fedavg has the parameters none"):
        FEDAVG.bind(rho=1)


def test_the_server_keeps_the_mean_unless_told_otherwise() -> None:
    assert FEDAVG.server(x_mean=3, x_start=1, gamma=1, H=2) == 3
    relaxed = Algorithm("relaxed", local_step=FEDAVG.local_step, server_step=lambda x_mean, x_start: 2 * x_mean - x_start)
    assert relaxed.server(x_mean=3, x_start=1, gamma=1, H=2) == 5
    assert relaxed.reads("server_step", "x_start")
    assert not relaxed.reads("server_step", "gamma")
    assert not FEDAVG.reads("server_step", "x_mean")
    assert FEDPROX.reads("local_step", "x_start")


class TestFingerprint:
    def test_is_that_of_the_formula_and_not_of_its_spelling(self) -> None:
        same = Algorithm("other", local_step=lambda gamma, g, x: x - (gamma * g), source="elsewhere")
        assert same.fingerprint == FEDAVG.fingerprint

    @pytest.mark.parametrize(
        "changed",
        [
            Algorithm("m", local_step=lambda x, g, gamma: x + gamma * g),
            Algorithm("m", local_step=lambda x, g, gamma: x - 2 * gamma * g),
            Algorithm("m", local_step=lambda x, g, gamma: x - gamma * g, server_step=lambda x_mean: 2 * x_mean),
            Algorithm("m", local_step=lambda x, g, gamma: x - gamma * g, control_update=lambda xi: xi),
            Algorithm("m", local_step=lambda x, g, gamma: x - gamma * g, exact_gradient=True),
            Algorithm("m", local_step=lambda x, g, gamma: x - gamma * g, one_step=True),
        ],
        ids=lambda algorithm: " ".join(algorithm.text.values()) + f" {algorithm.exact_gradient} {algorithm.one_step}",
    )
    def test_changes_with_the_rule(self, changed: Algorithm) -> None:
        assert changed.fingerprint != FEDAVG.fingerprint

    def test_changes_with_bound_values(self) -> None:
        assert len({FEDPROX.fingerprint, FEDPROX.bind(rho=1).fingerprint, FEDPROX.bind(rho=2).fingerprint}) == 3


@pytest.mark.parametrize("steps", [0, -1, 2.5, True, "3", None, float("nan"), float("inf")])
def test_local_steps_must_be_a_positive_integer(steps: Any) -> None:
    with pytest.raises(InvalidInput, match=r"H = .*: must be a positive integer"):
        FEDAVG.check_local_steps(steps)


def test_sgd_communicates_after_every_step() -> None:
    SGD.check_local_steps(1)
    with pytest.raises(InvalidInput, match=r"H = 2: sgd communicates after every step: H must be 1; leave out one_step for H > 1"):
        SGD.check_local_steps(2)


def test_algorithms_are_found_by_name_or_given_as_they_are() -> None:
    assert get_algorithm("fedavg") is FEDAVG
    mine = Algorithm("mine", local_step=lambda x, g: x - g)
    assert get_algorithm(mine) is mine
    with pytest.raises(UnknownName, match="'fedavgg' is not known; did you mean fedavg"):
        get_algorithm("fedavgg")
    with pytest.raises(UnknownName, match=r"known are .*fedprox.*sgd"):
        get_algorithm("zzz")


@pytest.mark.parametrize("algorithm", all_algorithms().values(), ids=lambda a: a.name)
def test_every_algorithm_says_where_it_comes_from(algorithm: Algorithm) -> None:
    assert algorithm.source
    module = inspect.getmodule(algorithm.local_step)
    assert module is not None
    assert module.__doc__


@pytest.mark.parametrize("name", [*sorted(all_algorithms()), "of one's own"])
def test_an_algorithm_travels_by_its_text(name: str) -> None:
    own = Algorithm(
        "of one's own",
        local_step=lambda g, x, xi, gamma, rho: x - gamma * (g + rho * xi) ** 2 / 2,
        server_step=lambda x_mean, x_start: (x_mean + x_start) / 2,
        hyper=("rho",),
        one_step=True,
    ).bind(rho=3)
    algorithm = own if name == own.name else get_algorithm(name)
    algorithm = algorithm.bind(**{parameter: 3 for parameter in algorithm.hyper if parameter not in algorithm.values})
    again = pickle.loads(pickle.dumps(algorithm))
    assert again.fingerprint == algorithm.fingerprint
    assert again.values == algorithm.values
    numbers = {n: Fraction(k, 7) for k, n in enumerate(ARGUMENTS["local_step"] + algorithm.hyper, start=1)}
    assert again.step(**numbers) == algorithm.step(**numbers)
    assert again.server(*[Fraction(k, 5) for k in range(1, 5)]) == algorithm.server(*[Fraction(k, 5) for k in range(1, 5)])
    assert (again.keeps_memory, again.one_step, again.name) == (algorithm.keeps_memory, algorithm.one_step, algorithm.name)
