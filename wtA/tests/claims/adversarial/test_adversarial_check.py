"""A conjectured bound under an adversarial search: what refutes, what leaves it undecided, and what is on record."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import flint
import numpy as np
import pytest

from proofs_checks.symfed.scaffold.adversarial import check, nonlinear
from proofs_checks.symfed.scaffold.adversarial.__main__ import main
from proofs_checks.symfed.scaffold.adversarial.check import AdversarialSearch
from proofs_checks.symfed.scaffold.adversarial.nonlinear import BentClients, NonlinearSearch
from proofs_checks.symfed.scaffold.adversarial.populations import Family
from proofs_checks.symfed.scaffold.adversarial.search import (
    EXACT_STEPS,
    Extreme,
    Record,
    Tally,
    climb,
    evolve,
    extreme,
    families,
    long_search,
    sample,
    searched,
)
from symfed.core.domain import ANYWHERE
from symfed.core.verdict import Outcome
from symfed.models.problems import QuadraticProblem
from symfed.reference.exact import stationary_exact
from symfed.reference.result import Stationary

EQUAL = AdversarialSearch("scaffold_noise", ("isotropic", "common"), fresh=((1, 2), (2, 2)), count=400)
SINGLE = AdversarialSearch("scaffold_noise", ("single",), fresh=((1, 2),), count=400)


def test_the_bound_of_the_conjecture_stands_and_a_lower_one_falls() -> None:
    assert EQUAL.examine(flint.fmpq(1), ANYWHERE).outcome is Outcome.HOLDS
    found = EQUAL.examine(flint.fmpq(99, 100), ANYWHERE)
    assert (found.outcome, found.refutes) == (Outcome.FAILS, True)
    assert found.witness is not None
    assert EQUAL.replay(flint.fmpq(99, 100), found.witness, ANYWHERE) == ""
    assert EQUAL.replay(flint.fmpq(2), found.witness, ANYWHERE) != ""


def test_a_float_alone_refutes_nothing() -> None:
    # the largest ratio on record with unequal noise belongs to a thousand local steps, which no exact instance confirms
    largest = max(e.largest for e in Record.load("scaffold_noise").extremes if e.noise == "single")
    assert SINGLE.examine(flint.fmpq(6, 5), ANYWHERE).outcome is Outcome.UNKNOWN
    assert largest > 1.2
    assert SINGLE.examine(flint.fmpq(2), ANYWHERE).outcome is Outcome.HOLDS
    assert SINGLE.examine(flint.fmpq(1), ANYWHERE).outcome is Outcome.FAILS


def test_a_record_that_an_exact_solve_contradicts_decides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    record = Record.load("scaffold_noise")
    spoilt = tuple(replace(e, exact="0.500000000000") if e.exact else e for e in record.extremes)
    monkeypatch.setattr(check, "_record", lambda name: replace(record, extremes=spoilt))
    check._solved.cache_clear()
    found = EQUAL.examine(flint.fmpq(1), ANYWHERE)
    check._solved.cache_clear()
    assert found.outcome is Outcome.UNKNOWN
    assert "the record says 0.5" in found.summary


def test_the_record_covers_all_families_with_a_million_instances() -> None:
    record = Record.load("scaffold_noise")
    assert record.instances == sum(e.instances for e in record.extremes) >= 1_000_000
    assert [(e.noise, e.d, e.N, e.apart) for e in record.extremes] == [(f.noise, f.d, f.N, f.apart) for f in families()]
    assert {e.N for e in record.extremes} == set(range(2, 9))
    assert {e.d for e in record.extremes} == {1, 2, 3}


def test_a_search_is_the_same_twice_and_keeps_its_best(tmp_path: Path) -> None:
    family = Family("single", 1, 2)
    first, second = (searched(family, 600, seed=3) for _ in range(2))
    assert extreme(first) == extreme(second)
    assert extreme(first) != extreme(searched(family, 600, seed=4))
    points = np.vstack([first.best[False][1], first.best[True][1]])
    assert Tally(family).rate(points) == pytest.approx([first.best[False][0], first.best[True][0]])
    record = long_search(200, 0, [family])
    record.save(tmp_path / "found.json")
    written = json.loads((tmp_path / "found.json").read_text())
    assert Record(written["seed"], written["instances"], tuple(Extreme(**e) for e in written["extremes"])) == record


@pytest.mark.parametrize("way", [sample, evolve, lambda tally, count, seed: climb(tally, count)])
def test_every_way_of_searching_beats_the_average(way) -> None:
    tally = Tally(Family("single", 1, 3))
    way(tally, 200, 0)
    assert tally.instances >= 100
    assert tally.best[False][0] > 0.5
    assert tally.family.population(tally.best[True][1][None]).H[0] <= EXACT_STEPS


def test_the_command_refuses_what_it_cannot_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == main(["found.json", "many"]) == 2
    assert "usage" in capsys.readouterr().err


def test_clients_that_are_quadratic_after_all() -> None:
    case = BentClients((8, 16), (0, 0), (8, 8), sigma=4, fraction=3, H=2)
    problem = QuadraticProblem([[[1]], [[2]]], [[0], [0]], [[[flint.fmpq(1, 4)]]] * 2)
    gamma = flint.fmpq(3, 10)
    expected = 2 * 1 * (2 - gamma) * stationary_exact("scaffold", problem, gamma, 2).second_moment[0, 0] / (gamma * flint.fmpq(1, 4))
    ratio, error = case.ratio()
    assert ratio == pytest.approx(float(expected), abs=error + 1e-9)


def test_the_ratio_is_of_the_variance_about_the_mean(monkeypatch: pytest.MonkeyPatch) -> None:
    case, none = BentClients((8, 16), (0, 0), (8, 8), sigma=8, fraction=5, H=2), np.zeros(1)
    law = Stationary(np.array([1.0]), np.array([[3.0]]), none, "", False, second_moment_error=np.zeros((1, 1)))
    monkeypatch.setattr(nonlinear, "stationary_quadrature", lambda *setting: law)
    assert case.ratio()[0] == pytest.approx(2 * 1 * (2 - 0.5) * (3 - 1**2) / 0.5)  # N mu (2 - gamma mu) Var / (gamma sigma^2), theta* = 0


def test_a_nonlinear_record_is_solved_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    search = NonlinearSearch("scaffold_nonlinear")
    top = json.loads(nonlinear.committed_path("scaffold_nonlinear").read_text())["extremes"][0]["ratio"]
    answers = SimpleNamespace(ratio=top)
    monkeypatch.setattr(nonlinear, "_solved", lambda case: (answers.ratio, 1e-12))
    assert replace(search, solved=1).examine(1, ANYWHERE).outcome is Outcome.HOLDS
    assert replace(search, solved=1).examine(0.5, ANYWHERE).outcome is Outcome.FAILS
    answers.ratio = top / 2
    assert replace(search, solved=1).examine(1, ANYWHERE).outcome is Outcome.UNKNOWN
