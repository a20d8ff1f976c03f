"""Certificates for one problem: made from floats, checked in rationals, and refused when anything is changed."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import flint
import pytest

import symfed as sf
from symfed.certificates import ContractionInstance, Malformed
from symfed.certificates.__main__ import NOT_PROVED, PROVED, main
from symfed.certificates.contraction.instance import is_positive
from symfed.core.errors import InvalidInput, NotConverged, UnstableStep
from symfed.derive.lyapunov import certify_contraction
from symfed.formulas import scaffold_contraction

PROBLEM = sf.QuadraticProblem([[[2, 1], [1, 3]], [[1, 0], [0, 4]], [[3, -1], [-1, 1]]], [[0, 1], [4, 2], [-1, 0]])


#: The steepest direction is everybody's, and there nothing better than rho is true; in the plane across, clients do not commute.
TIGHT = sf.QuadraticProblem(
    [[[4, 0, 0], [0, 2, 1], [0, 1, 3]], [[4, 0, 0], [0, 1, 0], [0, 0, 3]], [[4, 0, 0], [0, 3, -1], [0, -1, 1]]], [[0, 1, 2]] * 3
)


@pytest.fixture(scope="module")
def genuine() -> ContractionInstance:
    return certify_contraction("scaffold", TIGHT, Fraction(1, 5), 4)


@pytest.mark.parametrize(("gamma", "H"), [(Fraction(1, 5), 1), (Fraction(1, 5), 10), (Fraction(12, 25), 3), (0.1, 25)])
def test_problems_that_do_not_commute_are_certified(gamma: Any, H: int) -> None:
    found = certify_contraction("scaffold", PROBLEM, gamma, H)
    assert found.check().proved
    assert ContractionInstance.from_json(found.to_json()) == found
    if gamma * PROBLEM.L <= 1.5:  # the worst case over all problems with this mu and L is no smaller
        worst = scaffold_contraction(float(gamma), H, PROBLEM.mu, PROBLEM.L)
        assert float(Fraction(found.rho)) <= worst + 2e-6  # the slack, twice


def test_other_sizes(tmp_path: Path) -> None:
    for problem in (
        sf.QuadraticProblem([[[1]]], [[0]]),  # one client has no control variate to speak of
        sf.QuadraticProblem([[[1]], [[1]]], [[0], [1]]),  # gamma mu H = 1: p is infinite at rho, and finite a little above
        sf.QuadraticProblem([[[1.5, 0.1], [0.1, 0.3]]] * 2, [[0, 0], [1, 1]]),
        sf.QuadraticProblem([[[3, 1, 0], [1, 2, 1], [0, 1, 2]], [[1, 0, 0], [0, 2, 0], [0, 0, 3]]], [[0, 0, 0], [1, 1, 1]]),
    ):
        found = certify_contraction("scaffold", problem, Fraction(1, 4), 4)
        assert found.check().proved
    (tmp_path / "one.json").write_text(found.to_json())
    assert main([str(tmp_path / "one.json")]) == PROVED


def test_what_cannot_be_certified_is_said() -> None:
    with pytest.raises(UnstableStep, match=r"gamma = Fraction\(1, 2\)"):
        certify_contraction("scaffold", PROBLEM, Fraction(1, 2), 3)
    with pytest.raises(InvalidInput, match="slack"):
        certify_contraction("scaffold", PROBLEM, Fraction(1, 5), 3, slack=0)
    with pytest.raises(InvalidInput, match="keeps no control variates"):
        certify_contraction("fedavg", PROBLEM, Fraction(1, 5), 3)
    with pytest.raises(NotConverged, match="allow more slack"):
        certify_contraction("scaffold", TIGHT, Fraction(1, 5), 4, slack=1e-17)


def less(amount: str) -> Any:
    return lambda old: str(Fraction(old) - Fraction(amount))


# what must no longer be proved, and a word of the reason
TAMPERED = {
    "a smaller rho": ("rho", less("1/100000"), "loses less"),
    "a longer step": ("gamma", "2/5", "loses less"),
    "more steps": ("H", 9, "loses less"),
    "another client": ("hessians|0|0|0", "5", "loses less"),
    "another weight": ("weights|0|0|0", less("1/50"), "loses less"),
    "a negative weight": ("weights|2|1|1", "-1", "not positive definite"),
    "weights of no norm": ("weights|2", [[0] * 3] * 3, "not positive definite"),
    "weights that do not belong together": ("weights|2|0|0", lambda old: str(2 * Fraction(old)), "loses less"),
    "no correction": ("algorithm|local_step", "x - gamma*g", "where the origin is"),
    "the wrong sign": ("algorithm|control_update", "xi - (x_end - x_next)/(gamma*H)", "loses less"),
    "drift from the start": ("algorithm|control_update", "xi + (x_end - x_start)/(gamma*H)", "keep their sum"),
    "a server that overshoots": ("algorithm|server_step", "2*x_mean - x_start", ""),
    "a product of states": ("algorithm|local_step", "x - gamma*(g + xi) + (x - x)*g/g", "cannot be run"),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_tampering_is_noticed(genuine: ContractionInstance, name: str) -> None:
    path, value, reason = TAMPERED[name]
    verdict = changed(genuine, path, value).check()
    assert not verdict.proved
    assert reason in verdict.reason


MALFORMED = {
    "a float": ("gamma", 0.2),
    "a negative step": ("gamma", "-1/5"),
    "rho zero": ("rho", 0),
    "H as text": ("H", "4"),
    "H beyond reason": ("H", 10**9),
    "no clients": ("hessians", []),
    "a ragged matrix": ("hessians|0", [[1, 2], [2]]),
    "not symmetric": ("hessians|0|0|1", "7"),
    "two sizes": ("weights|0", [[1]]),
    "one weight too few": ("weights|2", None),
    "a rule left out": ("algorithm|server_step", None),
    "NaN": ("weights|0|0|0", float("nan")),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_what_cannot_be_read_is_refused(genuine: ContractionInstance, name: str) -> None:
    with pytest.raises(Malformed):
        changed(genuine, *MALFORMED[name]).check()


def changed(certificate: ContractionInstance, path: str, value: Any) -> ContractionInstance:
    """The certificate with one entry replaced or, by None, left out; `value` may be a function of the old one."""
    data = json.loads(certificate.to_json())
    *way, last = [int(key) if key.isdigit() else key for key in path.split("|")]
    place = data
    for key in way:
        place = place[key]
    if value is None:
        del place[last]
    else:
        place[last] = value(place[last]) if callable(value) else value
    return ContractionInstance.from_json(json.dumps(data))


def test_exit_code(genuine: ContractionInstance, tmp_path: Path) -> None:
    (tmp_path / "false.json").write_text(replace(genuine, H=9).to_json())
    assert main([str(tmp_path / "false.json")]) == NOT_PROVED


@pytest.mark.parametrize(
    ("entries", "semidefinite", "definite"),
    [
        ([2, 1, 1, 2], True, True),
        ([1, 1, 1, 1], True, False),
        ([0, 0, 0, 1], True, False),
        ([0, 1, 1, 1], False, False),
        ([1, 2, 2, 1], False, False),
        ([1, 0, 0, -1], False, False),
    ],
)
def test_definiteness(entries: list[int], semidefinite: bool, definite: bool) -> None:
    matrix = flint.fmpq_mat(2, 2, entries)
    assert is_positive(matrix, strictly=False) is semidefinite
    assert is_positive(matrix, strictly=True) is definite
