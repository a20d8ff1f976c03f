"""The noisy set on which extrapolation does not pay: its certified law by another road, and a set like it on which extrapolation pays."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from proofs_checks.aistats import figure_1
from symfed.models.problems import LogisticProblem
from symfed.reference.quadrature import stationary_quadrature


def test_the_certified_law_holds_what_quadrature_finds() -> None:
    star = figure_1.noisy().optimum_to(25)[0]
    for times in (1, 2):
        law = stationary_quadrature("fedavg", figure_1.noisy(), times * figure_1.STEP, figure_1.LOCAL_STEPS, digits=14)
        (low, high), (least, most) = figure_1.law(times)
        slack = float(law.error[0])
        assert float(low) - slack <= float(law.mean[0] - star) <= float(high) + slack
        assert float(least) - slack <= float(law.second_moment[0, 0]) <= float(most) + slack


def test_every_step_of_the_witness_checks() -> None:
    assert figure_1.noisy_set_without_gain().broken() == ""


def test_with_a_weaker_l2_term_extrapolation_is_nearer_and_the_witness_does_not_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    weaker = LogisticProblem([figure_1.FEATURES] * figure_1.CLIENTS, [figure_1.LABELS] * figure_1.CLIENTS, l2=Fraction(3, 5))
    monkeypatch.setattr(figure_1, "noisy", lambda: weaker)
    monkeypatch.setattr(figure_1, "law", cache(figure_1.law.__wrapped__))
    assert not figure_1.farther()
    assert figure_1.noisy_set_without_gain().broken().startswith("certified: FedAvg's bias")
