"""Worst cases by performance estimation: against closed forms, by two roads, as certificates; each to within the error that is stated."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import symfed as sf
from symfed.certificates.one_client.inequality import OneClientInequality
from symfed.core.errors import InvalidInput
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm
from symfed.reference import worst_client, worst_fixed_point, worst_round
from symfed.worst_case.bounds import certify_smallest

ROUNDING = 1e-14  # of sums of a few numbers of order one, where the solver meets a value to the last digit
#: gamma = 1, H, mu, L: both branches, near their crossing, gamma L below, at and above 1.
POINTS = [(1, "1/10", "1"), (2, "1/10", "1"), (2, "3/10", "1"), (3, "9/50", "9/10"), (2, "1/2", "3/4"), (3, "11/100", "11/10")]


def close(found: Any, value: Any) -> bool:
    return abs(found.value - float(value)) <= found.error + ROUNDING


@pytest.mark.parametrize(("H", "mu"), [(2, "1/10"), (2, "3/10"), (2, "9/10"), (3, "1/5"), (3, "7/10")])
def test_one_client_with_long_steps_does_what_is_proved(H: int, mu: str) -> None:
    found = worst_client("scaffold", 1, H, mu, 1)
    assert close(found, float(sf.formulas.scaffold_contraction_of_the_class(1, H, Fraction(mu), 1)) ** 2)
    assert found.error < 1e-5


@pytest.mark.parametrize(("mu", "L"), [("1/2", "3/4"), ("3/5", "4/5"), ("7/10", "19/20")])
def test_two_shorter_steps_do_what_a_kink_does(mu: str, L: str) -> None:
    """Far from where both parts of the factor cross, and gamma L < 1: s = 1 - mu, t = 1 - L, u = L."""
    s, t, u = 1 - Fraction(mu), 1 - Fraction(L), Fraction(L)
    assert close(worst_client("scaffold", 1, 2, mu, L), u**2 * (u**2 - 4 * s * t**3) / (4 * (u**2 - t**2 * (s + t) ** 2)))


@pytest.mark.parametrize(("H", "mu", "L"), POINTS)
def test_a_barrier_method_finds_as_much(H: int, mu: str, L: str) -> None:
    found, slack = worst_client("scaffold", 1, H, mu, L), 1e-6
    least = float(Fraction(certify_smallest("scaffold", 1, H, mu, L, slack).bound["ee"]))
    assert found.value - found.error - ROUNDING <= least <= found.value + found.error + slack


@pytest.mark.parametrize(("H", "mu", "L"), POINTS)
def test_two_clients_do_as_much_as_any_number(H: int, mu: str, L: str) -> None:
    one = worst_client("scaffold", 1, H, mu, L)
    for N in (2, 3):
        found = worst_round("scaffold", 1, H, mu, L, N)
        assert abs(found.value - one.value) <= found.error + one.error + ROUNDING
    alone = worst_round("scaffold", 1, H, mu, L, 1)
    assert close(alone, max(1 - Fraction(mu), Fraction(L) - 1) ** (2 * H))  # gradient descent: its control variate is at rest


def test_a_rule_with_the_other_sign_and_another_unit_of_length() -> None:
    one, other = worst_round("scaffold", "1/100", 3, 18, 90), worst_round("scafflsa", 1, 3, "9/50", "9/10")
    assert abs(one.value - other.value) <= one.error + other.error


@pytest.mark.parametrize(("H", "mu", "L"), POINTS)
def test_multipliers_become_a_certificate(H: int, mu: str, L: str) -> None:
    found = worst_client("scaffold", 1, H, mu, L)
    proof = found.certificate()
    bound, path = Fraction(proof.bound["ee"]), proof._path()
    assert proof.check().proved
    assert OneClientInequality.from_json(proof.to_json()).check().proved
    assert bound >= max(Fraction(str(path.factors(path.mu)[0])), Fraction(str(path.factors(path.L)[1]))) ** 2
    assert bound - Fraction(found.value) <= 2 * found.error + 2.0**-40
    lower = bound - Fraction(4 * found.error + 1e-9)  # below the largest value
    false = {**vars(proof), "bound": {**proof.bound, "ee": str(lower), "yy": str(lower)}}
    assert not OneClientInequality(**false).check().proved


def test_a_given_product_costs_more_and_the_quadratics_own_costs_nothing() -> None:
    q = Fraction(81, 100)  # H = 2, mu = 1/10: the first branch
    r = 1 - (1 - q) / Fraction(2, 10)
    found = worst_client("scaffold", 1, 2, "1/10", 1, ey=q * r)
    assert close(found, q**2)
    assert Fraction(found.certificate().bound["ey"]) == q * r
    assert worst_client("scaffold", 1, 2, "1/10", 1, ey=0).value > float(q**2) + 1e-3


@pytest.mark.parametrize(("H", "mu", "L"), POINTS[1:])
def test_the_functions_are_of_the_class_and_do_what_is_said(H: int, mu: str, L: str) -> None:
    found = worst_client("scaffold", 1, H, mu, L)
    assert found.names == ("*", *range(H))
    dropped = max(0.0, float(np.linalg.eigvalsh(found.gram)[: -found.dimension].sum()))
    rounded = 4 * H**2 * (dropped + found.error)  # of squares of sums of 2 H vectors, each known up to what the rank leaves out
    (x,), (g,) = found.positions, found.gradients
    for i, j in found.multipliers[0]:
        a, b = found.names.index(i), found.names.index(j)
        slope = (g[a] - g[b]) @ (x[a] - x[b])
        assert (
            float(Fraction(mu)) * ((x[a] - x[b]) ** 2).sum() - rounded <= slope <= float(Fraction(L)) * ((x[a] - x[b]) ** 2).sum() + rounded
        )
    y = H * (x[1] - g[1] - x[2])
    end = x[-1] - g[-1] - y / H + y
    assert abs(x[1] @ y) <= rounded
    assert abs(end @ end - found.value * (x[1] @ x[1] + y @ y)) <= rounded


@pytest.mark.parametrize(("gamma", "N"), [(1, 1), (1, 2), ("19/10", 1)])
def test_a_round_without_control_variates_contracts_as_its_steps_do(gamma: Any, N: int) -> None:
    found = worst_round("fedavg", gamma, 2, "1/10", 1, N)
    assert close(found, float(max(abs(1 - Fraction(gamma) / 10), abs(1 - Fraction(gamma)))) ** 4)
    assert found.names == (0, 1, 2, 3)


@pytest.mark.parametrize(("H", "mu", "N"), [(2, "1/10", 2), (2, "1/10", 3), (3, "1/5", 2), (4, "1/10", 2)])
def test_the_distance_of_the_fixed_point(H: int, mu: str, N: int) -> None:
    """|theta - theta*| = D zeta, D = s sigma z²/(1 + 2z) sqrt((1 + z)/(1 - z)), q z² (1 + z) = 2 (2 z² - 1), at gamma L = 1."""
    s = 1 - float(Fraction(mu))
    q, below, above = s**H, 0.5**0.5, 1.0
    for _ in range(60):
        z = (below + above) / 2
        below, above = (z, above) if q * z**2 * (1 + z) > 2 * (2 * z**2 - 1) else (below, z)
    D = sum(s**h for h in range(1, H)) * z**2 / (1 + 2 * z) * ((1 + z) / (1 - z)) ** 0.5
    assert close(worst_fixed_point("fedavg", 1, H, mu, 1, N), (D / H) ** 2)


def test_a_rule_with_a_constant_of_its_own() -> None:
    prox = get_algorithm("fedprox")
    assert close(worst_round(prox.bind(rho="1/2"), 1, 1, "1/10", 1, 1), 0.81)
    assert worst_round(prox.bind(rho="1/2"), 1, 2, "1/10", 1, 1).value > 0.81**2  # it is drawn back to where it started
    with pytest.raises(InvalidInput, match="bind"):
        worst_round(prox, 1, 2, "1/10", 1, 1)


SQUARED = Algorithm("squared", local_step=lambda x, g, gamma: x - gamma * g * g)
RESTLESS = Algorithm(
    "restless", local_step=lambda x, g, xi, gamma: x - gamma * (g + xi), control_update=lambda xi, x_start: xi + x_start + 1
)
STUBBORN = Algorithm("stubborn", local_step=lambda x: x)


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: worst_client("fedavg", 1, 2, "1/10", 1), "keeps no control variates; ask worst_round"),
        (lambda: worst_client("scafflsa", 1, 2, "1/10", 1), "must come down to one client"),
        (lambda: worst_client("scaffold", 1, 2, 1, 1), "0 < mu < L"),
        (lambda: worst_client("scaffold", 0, 2, "1/10", 1), "gamma = 0: must be positive"),
        (lambda: worst_client("scaffold", "one", 2, "1/10", 1), "must be a number"),
        (lambda: worst_client("scaffold", 1, 2, "1/10", float("inf")), "must be a number"),
        (lambda: worst_client("scaffold", 1, 0, "1/10", 1), "positive integer"),
        (lambda: worst_client("scaffold", 1, 30, "1/10", 1), "take fewer clients or local steps"),
        (lambda: worst_round("scaffold", 1, 2, "1/10", 1, 0), "N = 0: must be a positive integer"),
        (lambda: worst_round(SQUARED, 1, 2, "1/10", 1), "must be linear"),
        (lambda: worst_round(RESTLESS, 1, 2, "1/10", 1), "must rest at theta"),
        (lambda: worst_fixed_point(STUBBORN, 1, 2, "1/10", 1), "must follow its gradient"),
        (lambda: worst_fixed_point("scaffold", 1, 2, "1/10", 1), "ask worst_round"),
    ],
)
def test_what_cannot_be_asked_is_refused(ask: Any, said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        ask()


@pytest.mark.parametrize("missing", ["PEPit", "clarabel"])
def test_the_extra_is_named_where_it_is_missing(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(InvalidInput, match=rf"{missing}, which is not installed; pip install 'symfed\[pep\]'"):
        worst_client("scaffold", 1, 2, "1/10", 1)


def test_nothing_of_it_is_imported_before_it_is_asked() -> None:
    program = "import sys, symfed.reference; print([name for name in ('PEPit', 'cvxpy', 'clarabel') if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout == "[]\n"
