"""The reference error below which `RemainderOrder` refuses to look is what the references report on the cases that use it."""

from __future__ import annotations

import flint
import pytest

from symfed.checks.instances.cases import logistic_planes
from symfed.checks.readings import reference_floor
from symfed.reference.galerkin import stationary_galerkin


@pytest.mark.parametrize("problem", logistic_planes(), ids=["d = 2", "d = 3"])
@pytest.mark.parametrize("H", [1, 2])
def test_galerkin_error_on_the_logistic_cases_is_below_the_floor(problem, H) -> None:
    for gamma in (flint.fmpq(1, 32), flint.fmpq(1, 256)):
        law = stationary_galerkin("fedavg", problem, float(gamma), H)
        assert max(law.error) <= reference_floor(problem)
