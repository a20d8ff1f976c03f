"""Coq's kernel accepts what a certificate of one client says of vectors of any dimension, from a solver or not, and nothing stronger."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from symfed.coq.coq import OF_THE_REALS, judge, write
from symfed.coq.one_client import one_client_theorem
from symfed.derive.performance.one_client import certify_round
from symfed.reference import worst_client

FOUND = {
    "in closed form": lambda: certify_round("scaffold", "1/2", 3, "1/5", 2),
    "by a solver, quadratics alone break less": lambda: worst_client("scaffold", 1, 2, "3/10", 1).certificate(),
    "by a solver, one step": lambda: worst_client("scaffold", 1, 1, "1/10", 1).certificate(),
}


@pytest.mark.parametrize("found", FOUND.values(), ids=FOUND)
def test_what_a_certificate_says_is_accepted_and_no_more(found: Any, folder: Path) -> None:
    certificate = found()
    told = one_client_theorem("bound", certificate)
    judgement = judge(write(folder, "bound", [told]))
    assert judgement.accepted, judgement.messages
    assert judgement.assumes <= OF_THE_REALS
    less = f"(99 / 100) * {told.conclusion.partition(' <= ')[2]}".replace("* total", "* (99 / 100) * total", 1)
    bent = [
        replace(told, conclusion=f"{told.conclusion.partition(' <= ')[0]} <= {less}"),
        replace(told, conditions=told.conditions[1:], script=(told.script[0].replace(" given_0", ""), *told.script[1:])),
    ]
    for wrong in bent:
        refused = judge(write(folder, "wrong", [wrong]))
        assert not refused.accepted
        assert "Cannot find witness" in refused.messages
